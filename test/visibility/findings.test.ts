import { describe, expect, it } from 'vitest';
import { scaleIn } from '../../src/visibility/profile-file.ts';
import { API_BODIES } from '../support/api-bodies.ts';
import { matchedIn as matched, unknownIn as unknown } from './reading.ts';

describe('the names that matched', () => {
  it('are found over all rows, in an envelope or not', () => {
    const rows = [
      { caption: 'x' },
      { thread: { url: 'https://forum.example' } },
      { relevance: '0.9', score: 'high' },
    ];
    const names = { url: 'thread.url', score: 'relevance', title: undefined };
    expect(matched('communityLeads', rows)).toMatchObject(names);
    expect(matched('communityLeads', { items: rows })).toMatchObject(names);
  });

  it.each([2, 3, 4, 5, 6, 8, 10, 15])('are found where only one row of %i has them', (turns) => {
    for (const days of [20, 30, 59, 60, 90]) {
      const rows = Array.from({ length: days * turns }, (_, i) => ({
        date: new Date(Date.UTC(2026, 8, 1 + Math.floor(i / turns))).toISOString().slice(0, 10),
        score: 60,
        ...(i % turns === 1 && { engine: 'Gemini' }),
      }));
      expect(matched('dailyScores', rows)).toMatchObject({ engine: 'engine' });
    }
  });

  it('are found in the rows inside a thing', () => {
    const body = { data: { prompt: 'best?', by_engine: [{}, { score: 4 }] } };
    expect(matched('promptDetail', body)).toMatchObject({
      text: 'data.prompt',
      byEngine: 'data.by_engine',
      'byEngine.score': 'score',
      'byEngine.engine': undefined,
      entities: undefined,
    });
  });

  it('are the documented ones of a documented shape', () => {
    expect(matched('topicDetail', API_BODIES.topicDetail)).toMatchObject({
      label: 'label',
      'entities.score': 'score',
    });
  });
});

describe('the unknown fields', () => {
  it('of a documented shape are those beyond the document, each once', () => {
    const body = structuredClone(API_BODIES.runGroup) as { run_group: object; prompt_runs: object[] };
    Object.assign(body.run_group, { colour: 'blue' });
    Object.assign(body.prompt_runs[0] ?? {}, { tokens: 4 });
    expect(unknown('runGroup', { ...body, next: null })).toEqual([
      '$.next',
      '$.run_group.colour',
      '$.prompt_runs[].tokens',
    ]);
  });

  it('of a guess are those that no name asks for, also in the rows inside', () => {
    expect(unknown('communityLeads', [{ title: 'x', thread: {}, upvotes: 3 }])).toEqual([
      '$[].thread',
      '$[].upvotes',
    ]);
    expect(unknown('promptHistory', { runs: [{ rank: 1, tokens: 4 }], page: 1 })).toEqual([
      '$.page',
      '$.runs[].tokens',
    ]);
  });

  it('that bear the name of an object’s own parts are unknown too, and long ones are shortened', () => {
    expect(unknown('communityLeads', [{ constructor: 1, ['x'.repeat(99)]: 1 }])).toEqual([
      '$[].constructor',
      `$[].${'x'.repeat(60)}`,
    ]);
  });
});

describe('the scale of scores', () => {
  it.each([
    [[0.91, 0.2, 1], '0-1'],
    [[0.91, 61], '0-100'],
    [[0, 1], undefined],
    [[], undefined],
  ])('%j: %s', (values, scale) => {
    expect(scaleIn(values)).toBe(scale);
  });
});
