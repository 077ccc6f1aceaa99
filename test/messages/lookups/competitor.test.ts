/** The brand against a rival: who leads, by how much, in what. */
import { describe, expect, test } from 'vitest';
import type { NamedFirst, Side } from '../../../src/decision.ts';
import { competitorPage } from '../../../src/messages/lookups/compare.ts';
import { rivalComparison } from '../../../src/rules/rival-gap.ts';
import { ACME } from '../cast.ts';
import { drawn, heardOf, shownOf, wordsOf } from '../reading.ts';

const side = (given: Partial<Side>): Side => ({ engines: [], topics: [], ...given });
const page = (own: Partial<Side> | undefined, rival: Partial<Side>, course?: NamedFirst) =>
  competitorPage(ACME, 'Globex', rivalComparison(side(rival), { own: own && side(own) }), { course });

describe('the headline says', () => {
  test.each<[string, Partial<Side> | undefined, Partial<Side>, string]>([
    ['that the rival leads', { score: 52.2 }, { score: 61 }, 'Globex leads by 8.8 (61.0 to 52.2)'],
    ['that you lead', { score: 61 }, { score: 52.2 }, 'you lead by 8.8 (61.0 to 52.2)'],
    ['the difference of what is read', { score: 52.25 }, { score: 61.04 }, 'by 8.7 (61.0 to 52.3)'],
    ['that nobody leads as far as one reads', { score: 61.01 }, { score: 61.04 }, 'level at 61.0'],
    ['the same of shares', { score: 0.522 }, { score: 0.61 }, 'Globex leads by 0.088 (0.610 to 0.522)'],
    [
      'how often they are mentioned, where there are no scores',
      { mentionRate: 0.62 },
      { mentionRate: 0.71 },
      'mention rate: Globex leads by 9.0 (71.0% to 62.0%)',
    ],
    ['one side where there is no other', undefined, { score: 61 }, 'Globex: score 61'],
    ['that there is none', { score: 52 }, {}, 'Globex: no score'],
  ])('%s', (_, own, rival, said) => {
    expect(heardOf(page(own, rival))[0]).toContain(said);
  });
});

describe('of engines and topics the headline names where the side that is behind leads', () => {
  const on = (...scores: [name: string, score: number][]) =>
    scores.map(([name, score]) => ({ name, id: name, score }));
  test.each<[string, Partial<Side>, Partial<Side>, string]>([
    [
      'some of each',
      { score: 50, engines: on(['Claude', 60], ['Gemini', 40]), topics: on(['pricing', 55]) },
      { score: 60, engines: on(['Claude', 50], ['Gemini', 70]), topics: on(['pricing', 50]) },
      'you lead on Claude and about “pricing”',
    ],
    [
      'none',
      { score: 50, engines: on(['Claude', 50]) },
      { score: 60, engines: on(['Claude', 50]) },
      'you lead on no engine',
    ],
    [
      'the rival’s',
      { score: 60, engines: on(['Claude', 50], ['Gemini', 70]) },
      { score: 50, engines: on(['Claude', 60], ['Gemini', 40]) },
      'Globex leads on Claude',
    ],
    [
      'few by name',
      { score: 50, engines: on(['A', 9], ['B', 9], ['C', 9], ['D', 9], ['E', 9]) },
      { score: 60, engines: on(['A', 1], ['B', 1], ['C', 1], ['D', 1], ['E', 1]) },
      'you lead on A, B, C and 2 more',
    ],
  ])('%s', (_, own, rival, said) => {
    expect(heardOf(page(own, rival))[0]).toContain(said);
  });
});

test('what the API gives of nobody is left out without a word', () => {
  const words = shownOf(page({ score: 52 }, { score: 61 })).join('\n');
  expect(words).not.toMatch(/average rank|sentiment|mention|none given|by topic|by engine/i);
});

test('the course is a chart of both, and in words where charts are refused', () => {
  const points = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].map((from, i) => ({
    from,
    own: 0.42 - i / 50,
    rival: 0.3 + i / 25,
  }));
  const { blocks, plainBlocks = [] } = drawn(page({ score: 52 }, { score: 61 }, { by: 'day', points }));
  const [chart] = blocks.flatMap((block) => (block.type === 'data_visualization' ? [block.chart] : []));
  expect(chart).toMatchObject({
    type: 'line',
    series: [
      { name: 'You', data: [{ label: '16 Nov', value: 42 }, { value: 40 }, { value: 38 }, { value: 36 }] },
      { name: 'Globex', data: [{ value: 30 }, { value: 34 }, { value: 38 }, { value: 42 }] },
    ],
  });
  expect(wordsOf(plainBlocks).join('\n')).toContain('you 42% → 36%, Globex 30% → 42%');
});
