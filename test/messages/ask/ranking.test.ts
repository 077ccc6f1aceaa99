/** A ranking of engines, topics or prompts, and of tools. */
import { expect, it } from 'vitest';
import { rivalsMovedPage } from '../../../src/messages/ask/moves.ts';
import { type Ranking, rankingPage } from '../../../src/messages/ask/ranking.ts';
import { firstsSaid, namedToolsPage } from '../../../src/messages/ask/rivals.ts';
import { citedPage } from '../../../src/messages/ask/what-engines-say.ts';
import { ACME } from '../cast.ts';
import { heardOf } from '../reading.ts';

it('calls several the best if their figures are the same', () => {
  const page = rankingPage({
    project: { id: 'p1', name: 'Acme' },
    kind: 'engines',
    metric: 'score',
    order: 'best',
    where: '',
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

it('says shares of answers beside each other with as many decimals', () => {
  const rows = [
    { name: 'Globex', isOwn: false, answers: 160 },
    { name: 'Acme', isOwn: true, answers: 121 },
  ];
  const tools = namedToolsPage({ project: ACME, where: '', by: 'answers', rows, answers: 168, notes: [] });
  expect(
    heardOf(tools)
      .join('\n')
      .match(/[\d.]+%/g),
  ).toEqual(['95.2%', '72.0%']);
});

it('says shares of citations beside each other with as many decimals', () => {
  const each = [
    { where: ' on Gemini', beside: 'on Gemini', citations: 85, of: 680 },
    { where: ' on Claude', beside: 'on Claude', citations: 44, of: 340 },
    { where: ' on Grok', beside: 'on Grok', citations: 7, of: 7 },
  ];
  const cited = { project: ACME, where: '', each, pages: [], citations: 136, total: 1_027 };
  const page = citedPage({ ...cited, of: 'page', isWhole: true, isBefore: false });
  expect(
    heardOf(page)
      .join('\n')
      .match(/[\d.]+%/g),
  ).toEqual(['12.5%', '12.9%', '100.0%']);
});

it('calls a share chance only if it moved', () => {
  const days = { from: '2026-11-19', to: '2026-11-25', answers: 200 };
  const rival = { isOwn: false, isBeyond: false, before: 0.5 };
  const page = rivalsMovedPage({
    project: ACME,
    where: '',
    by: 'named',
    premise: 'better',
    now: days,
    before: days,
    measured: [],
    notes: [],
    tools: [
      { ...rival, name: 'Hooli', now: 0.52 },
      { ...rival, name: 'Globex', now: 0.5 },
    ],
  });
  const rows = page.parts.flatMap((part) => (part && part.kind === 'table' ? part.rows : []));
  const verdictOn = (name: string) => rows.find((row) => row[0] === name)?.at(-1);
  expect(verdictOn('Hooli')).toContain('chance');
  expect(verdictOn('Globex')).not.toContain('chance');
});

it('says why it has no verdict on one of several, and nothing of verdicts without any', () => {
  const date = '2026-11-25';
  const judged = { name: 'Germany', value: 40, date, level: 'normal', verdict: 'normal' } as const;
  const heard = (...rows: Ranking['rows']) =>
    heardOf(
      rankingPage({
        project: ACME,
        kind: 'regions',
        metric: 'score',
        order: 'best',
        where: '',
        rows,
      }),
    ).join('\n');
  expect(heard(judged, { name: 'France', value: 50, date })).toMatch(/France: .*verdict too few days/);
  expect(heard({ name: 'France', value: 50, date })).not.toContain('verdict');
});

it('with the same score several are first on a topic', () => {
  const tool = (name: string, score: number, isOwn = false) => ({ name, score, isOwn });
  const rows = [
    { part: 'pricing', tools: [tool('Globex', 70), tool('Acme', 70, true), tool('Hooli', 40)] },
    { part: 'alerting', tools: [tool('Globex', 65), tool('Acme', 50, true)] },
  ];
  expect(firstsSaid(rows, [], ACME).map(({ name, firsts }) => [name, firsts])).toEqual([
    ['Globex', 2],
    ['Acme', 1],
  ]);
});
