/** A ranking of engines, topics or prompts. */
import { expect, it } from 'vitest';
import { rankingPage } from '../../../src/messages/ask/ranking.ts';

it('says who fell most since the day its figures begin, not since the first day asked for', () => {
  const page = rankingPage({
    project: { id: 'p1', name: 'Acme' },
    ...{ kind: 'engines', metric: 'score', order: 'best', where: '', since: '2026-10-28' },
    rows: [{ name: 'Gemini', value: 30, date: '2026-11-25', before: 40, since: '2026-11-20' }],
  });
  const said = JSON.stringify(page);
  expect(said).toContain('20 Nov');
  expect(said).not.toContain('28 Oct');
});
