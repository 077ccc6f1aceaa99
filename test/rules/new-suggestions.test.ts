import { describe, expect, test } from 'vitest';
import type { SuggestionState } from '../../src/decision.ts';
import { decideSuggestions, endOf, findNewEnds, sortByPriority } from '../../src/rules/new-suggestions.ts';
import type { SegmentSuggestion } from '../../src/visibility/contract.ts';
import { ACME } from './cast.ts';

const suggestion = (id: string, given: Partial<SegmentSuggestion> = {}): SegmentSuggestion => ({
  id,
  project_id: ACME.id,
  name: 'Cost monitoring',
  status: 'suggested',
  created_at: '2026-11-19T10:00:00Z',
  ...given,
});

function decide(list: SegmentSuggestion[], known: string[] = []) {
  const snapshot = list.map((one) => ({ suggestion: one }));
  return decideSuggestions(snapshot, { known: new Set(known) }, { project: ACME });
}

test('each new one is news, in the order of the API, with its prompts where they could be read', () => {
  const prompts = [{ prompt_id: 'p1', prompt: 'cut aws bill', applies: true, category: null }];
  const news = decideSuggestions(
    [{ suggestion: suggestion('s2'), prompts }, { suggestion: suggestion('s1', { description: 'Why' }) }],
    { known: new Set() },
    { project: ACME },
  );
  const same = { kind: 'segment_suggestion', v: 1, project: ACME };
  expect(news).toEqual([
    {
      ...same,
      suggestion: { id: 's2', name: 'Cost monitoring' },
      prompts: [{ id: 'p1', text: 'cut aws bill', applies: true }],
    },
    { ...same, suggestion: { id: 's1', name: 'Cost monitoring', description: 'Why' } },
  ]);
});

test('one that comes twice in a poll is said once', () => {
  expect(decide([suggestion('s1'), suggestion('s1')])).toHaveLength(1);
});

describe('it is silent', () => {
  test.each([
    ['no_suggestions', []],
    ['none_open', [suggestion('s1', { accepted_at: '2026-11-19T11:00:00Z' })]],
    ['none_open', [suggestion('s1', { dismissed_at: '2026-11-19T11:00:00Z' })]],
    ['none_open', [suggestion('s1', { status: 'Accepted' }), suggestion('s2', { status: 'rejected' })]],
    ['no_new_suggestions', [suggestion('known')]],
  ])('%s', (reason, list) => {
    expect(decide(list, ['known'])).toEqual({ kind: 'silence', reason });
  });
});

test.each(['pending', 'new', 'open', 'something unheard of'])('status "%s" is open', (status) => {
  expect(decide([suggestion('s1', { status })])).toHaveLength(1);
});

describe('how it ended', () => {
  const [early, late] = ['2026-11-19T11:00:00Z', '2026-11-19T12:00:00Z'];

  test.each([
    ['no time', { status: 'Rejected' }, { status: 'dismissed' }],
    ['its time', { accepted_at: early }, { status: 'accepted', at: Date.parse(early) }],
    ['the status before the times', { status: 'accepted', dismissed_at: early }, { status: 'accepted' }],
    [
      'the later time',
      { accepted_at: early, dismissed_at: late },
      { status: 'dismissed', at: Date.parse(late) },
    ],
    ['nothing while it is open', {}, undefined],
    ['nothing of a status like a property of objects', { status: 'constructor' }, undefined],
  ])('is told by %s', (_, given, end) => {
    expect(endOf(suggestion('s1', given))).toEqual(end);
  });

  const accepted = { status: 'accepted', accepted_at: early };
  const end = { id: 's1', status: 'accepted', at: Date.parse(early) };
  const ends = (state: SuggestionState | undefined, known: string[]) =>
    findNewEnds([suggestion('s1', accepted), suggestion('s2')], {
      known: new Set(known),
      states: new Map(state && [['s1', state]]),
    });

  test.each<[string, SuggestionState | undefined, string[], object[]]>([
    ['was posted, and nobody touched it here', undefined, ['s1', 's2'], [end]],
    ['was decided here, and not confirmed', { status: 'accepted', by: 'U0ANA', written: 'off' }, [], [end]],
    ['was decided otherwise here', { status: 'dismissed', by: 'U0ANA', written: 'confirmed' }, [], [end]],
    ['was taken back here', { status: 'open' }, [], [end]],
    ['is confirmed', { status: 'accepted', by: 'U0ANA', written: 'confirmed' }, ['s1'], []],
    ['was told before', { status: 'accepted', at: 1 }, ['s1'], []],
    ['nobody here knows', undefined, ['s2'], []],
  ])('of one that %s', (_, state, known, told) => {
    expect(ends(state, known)).toEqual(told);
  });
});

describe('advice with priorities', () => {
  const sorted = (...given: (string | undefined)[]) =>
    sortByPriority(given.map((priority, i) => ({ priority, i }))).map(({ i }) => i);

  test.each([
    ['low', 'high', 'medium'],
    ['LOW', 'Very high', 'High'],
    ['P3', 'P1', 'P2'],
    ['low_impact', 'major-impact', 'moderate impact'],
    ['very low', 'high', 'low'],
    [undefined, 'important', 'optional'],
  ])('comes most important first: %s, %s, %s', (...given) => {
    expect(sorted(...given)).toEqual([1, 2, 0]);
  });

  test('stays in the API’s order among equals, without any, and where one isn’t understood', () => {
    expect(sorted('medium', 'high', 'medium', 'high')).toEqual([1, 3, 0, 2]);
    expect(sorted(undefined, undefined)).toEqual([0, 1]);
    expect(sorted('low', 'niedrig', 'high')).toEqual([0, 1, 2]);
  });
});
