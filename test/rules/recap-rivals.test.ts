import { describe, expect, test } from 'vitest';
import { findBestRival, findPageWanted, listRivalsNamed } from '../../src/rules/recap.ts';
import { buildScoreSeries } from '../../src/rules/score-series.ts';
import type { Citation } from '../../src/visibility/assumed.ts';
import type { Mention } from '../../src/visibility/contract.ts';
import { dailyScore, rivalOf } from './cast.ts';

const mention = (entity_name: string, id: number): Mention => ({
  id: `${id}`,
  response_id: `${id}`,
  entity_name,
  entity_type: 'tool',
  matched_term: null,
  rank_position: 1,
  sentiment: null,
  description: null,
  confidence: null,
  created_at: '2026-11-20T10:00:00Z',
});
test('rivals are the five that answers name most, without the brand', () => {
  const names = ['Acme', 'Acme', 'A', 'B', 'B', 'C', 'D', 'E', 'F', 'F', 'F'];
  expect(listRivalsNamed(names.map(mention), 'Acme')).toEqual(['F', 'B', 'A', 'C', 'D']);
});

describe('the best rival', () => {
  const GLOBEX = rivalOf('Globex', 61);
  const INITECH = rivalOf('Initech', 40);
  const read = (given: Partial<Parameters<typeof findBestRival>[0]> = {}) => ({
    own: rivalOf('Acme', 52),
    rivals: [INITECH, GLOBEX],
    isAll: true,
    ...given,
  });

  test('is the one with the best score, and the brand’s rank is by the same figures', () => {
    expect(findBestRival(read(), 'Acme', undefined)).toEqual({
      name: 'Globex',
      score: 61,
      own: { score: 52 },
      standing: { rank: 2, of: 3 },
    });
  });

  test('stands beside the brand’s own average where the API gives no such figure of the brand', () => {
    const rows = [50, 52, 54].map((score, i) => dailyScore({ date: `2026-11-1${7 + i}`, score }));
    const series = buildScoreSeries(rows, '2026-11-20');
    expect(findBestRival(read({ own: undefined }), 'Acme', undefined, series)?.own).toMatchObject({
      score: 52,
      days: { from: '2026-11-17', to: '2026-11-19' },
    });
  });

  test('is told beside what the last recap said of it, not of another', () => {
    expect(findBestRival(read(), 'Acme', { name: 'Globex', score: 58 })?.before).toBe(58);
    expect(findBestRival(read(), 'Acme', { name: 'Initech', score: 58 })?.before).toBeUndefined();
    expect(findBestRival(read(), 'Acme', { name: 'Globex', score: 0.58 })?.before).toBeUndefined();
  });

  test.each([
    ['knows nothing of the brand', { own: undefined }],
    ['answers with another tool', { own: rivalOf('Globex', 61) }],
    ['answers the same to every name', { own: { ...GLOBEX, name: 'Acme' } }],
    ['did not answer for each rival', { isAll: false }],
    ['has no score of one rival', { rivals: [GLOBEX, rivalOf('Hooli', undefined)] }],
  ])('has no rank beside it where the API %s', (_, given) => {
    const best = findBestRival(read(given), 'Acme', undefined);
    expect(best).toMatchObject({ name: 'Globex', score: 61 });
    expect(best?.standing).toBeUndefined();
  });

  test('is none where no rival has a score', () => {
    expect(
      findBestRival(read({ rivals: [rivalOf('Globex', undefined)] }), 'Acme', undefined),
    ).toBeUndefined();
  });
});

describe('a page to write', () => {
  const cited = (prompt: string | undefined, domain: string, times = 1): Citation[] =>
    Array.from({ length: times }, () => ({
      id: undefined,
      responseId: undefined,
      promptRunId: undefined,
      url: undefined,
      title: undefined,
      domain,
      engineId: undefined,
      engine: undefined,
      regionId: undefined,
      promptId: undefined,
      prompt,
      createdAt: undefined,
      engines: undefined,
      count: undefined,
    }));
  const OURS = cited('other', 'docs.acme.dev');
  const wanted = (...all: Citation[][]) =>
    findPageWanted([...OURS, ...all.flat()], ['Globex', 'Blue Harbor'], 'Acme');

  test('is for the prompt whose answers cite a rival most and the brand never', () => {
    expect(wanted(cited('a', 'globex.com', 4), cited('b', 'docs.globex.com', 3))).toEqual({
      prompt: 'a',
      rival: 'Globex',
      cited: 4,
      own: 0,
      of: 8,
    });
    expect(wanted(cited('a', 'blue-harbor.com', 3))).toMatchObject({ rival: 'Blue Harbor' });
  });

  test('is for one where the brand is cited hardly, and for none where it is cited too', () => {
    expect(wanted(cited('a', 'globex.com', 6), cited('a', 'acme.com', 2))).toMatchObject({ own: 2 });
    expect(wanted(cited('a', 'globex.com', 6), cited('a', 'acme.com', 3))).toBeUndefined();
  });

  test('is none where a rival is cited seldom, for no prompt that is known, or elsewhere than on its own pages', () => {
    expect(wanted(cited('a', 'globex.com', 2))).toBeUndefined();
    expect(wanted(cited(undefined, 'globex.com', 9))).toBeUndefined();
    expect(wanted(cited('a', 'notglobex.com', 9), cited('a', 'example.globex', 9))).toBeUndefined();
  });

  test('is none where nobody knows the brand’s own pages', () => {
    expect(findPageWanted(cited('a', 'globex.com', 9), ['Globex'], 'Acme')).toBeUndefined();
  });
});
