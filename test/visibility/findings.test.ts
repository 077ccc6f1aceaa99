import { describe, expect, it } from 'vitest';
import { matchedNames, scaleIn, unknownFields } from '../../src/visibility/findings.ts';
import { OPERATIONS } from '../../src/visibility/operations.ts';
import { API_BODIES } from '../support/api-bodies.ts';

const leads = OPERATIONS.communityLeads.answer;

describe('the names that matched', () => {
  it('are found over all rows, in an envelope or not', () => {
    const rows = [
      { headline: 'x' },
      { thread: { url: 'https://forum.example' } },
      { relevance: '0.9', score: 'high' },
    ];
    const matched = { url: 'thread.url', score: 'relevance', title: undefined };
    expect(matchedNames(leads, rows)).toMatchObject(matched);
    expect(matchedNames(leads, { items: rows })).toMatchObject(matched);
  });

  it('are found in the rows inside a thing', () => {
    const body = { data: { prompt: 'best?', by_engine: [{}, { score: 4 }] } };
    expect(matchedNames(OPERATIONS.promptDetail.answer, body)).toMatchObject({
      text: 'prompt',
      byEngine: 'by_engine',
      'byEngine.score': 'score',
      'byEngine.engine': undefined,
      entities: undefined,
    });
  });

  it('are none of a documented shape, whose names are no guess', () => {
    expect(matchedNames(OPERATIONS.topicDetail.answer, API_BODIES.topicDetail)).toEqual({});
  });
});

describe('the unknown fields', () => {
  it('of a documented shape are those beyond the document, each once', () => {
    const body = {
      run_group: { id: 'x', colour: 'blue' },
      prompt_runs: [{ tokens: 4 }, { tokens: 5 }],
      next: null,
    };
    expect(unknownFields(OPERATIONS.runGroup.answer, body)).toEqual([
      '$.run_group.colour',
      '$.prompt_runs[].tokens',
      '$.next',
    ]);
  });

  it('are found in an envelope, and behind null and what is optional', () => {
    expect(unknownFields(OPERATIONS.mentions.answer, { data: [{ tone: 1 }] })).toEqual(['$[].tone']);
    expect(unknownFields(OPERATIONS.promptRun.answer, { response: { tokens: 4 } })).toEqual([
      '$.response.tokens',
    ]);
    expect(unknownFields(OPERATIONS.setEngines.answer, [{ colour: 'blue' }])).toEqual(['$[].colour']);
  });

  it('of a guess are those that no name asks for, also in the rows inside', () => {
    expect(unknownFields(leads, [{ title: 'x', thread: {}, upvotes: 3 }])).toEqual(['$[].upvotes']);
    expect(
      unknownFields(OPERATIONS.promptHistory.answer, { runs: [{ rank: 1, tokens: 4 }], page: 1 }),
    ).toEqual(['$.runs[].tokens', '$.page']);
  });

  it('that bear the name of an object’s own parts are unknown too, and long ones are shortened', () => {
    const body = { constructor: 1, ['x'.repeat(99)]: 1 };
    expect(unknownFields(OPERATIONS.topicDetail.answer, body)).toEqual([
      '$.constructor',
      `$.${'x'.repeat(60)}`,
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
