/** A ranking of engines, topics or prompts. */
import { expect, it } from 'vitest';
import { rankingPage } from '../../../src/messages/ask/ranking.ts';

it('calls several the best if their figures are the same', () => {
  const page = rankingPage({
    project: { id: 'p1', name: 'Acme' },
    ...{ kind: 'engines', metric: 'score', order: 'best', where: '' },
    rows: [
      { name: 'Gemini', value: 40, date: '2026-11-25' },
      { name: 'Claude', value: 40, date: '2026-11-25' },
      { name: 'Grok', value: 30, date: '2026-11-25' },
    ],
  });
  const [head] = page.parts;
  expect(JSON.stringify(head)).toContain('Gemini and Claude');
  expect(JSON.stringify(head)).not.toContain('Grok');
});
