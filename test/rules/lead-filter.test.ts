import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LeadState } from '../../src/decision.ts';
import { decideFilteredOut, filterLeads } from '../../src/rules/lead-filter.ts';
import { findBestMatch, findPromptDoubt, phraseFinder } from '../../src/words/nearest.ts';
import { ACME, DAY, FRIDAY, lead } from './cast.ts';

const titles = (leads: { title: string | undefined }[]) => leads.map(({ title }) => title);

describe('min_score', () => {
  test('keeps what is at or above it, and names the best that is left out', () => {
    const leads = [
      lead({ title: 'a', score: 0.91 }),
      lead({ title: 'b', score: 0.4 }),
      lead({ title: 'c', score: 60 }),
    ];
    const { kept, leftOut } = filterLeads(leads, { minScore: 60 }, FRIDAY);
    expect(titles(kept)).toEqual(['c']);
    expect(leftOut).toEqual([{ reason: 'below_min_score', count: 2, best: 0.91 }]);
  });

  test('a lead without a score is kept; one with score 0 is not', () => {
    const { kept } = filterLeads(
      [lead({ title: 'none' }), lead({ title: 'zero', score: 0 })],
      { minScore: 1 },
      FRIDAY,
    );
    expect(titles(kept)).toEqual(['none']);
  });
});

test('max_age removes what is older, and keeps what has no date', () => {
  const leads = [
    lead({ title: 'fresh', postedAt: FRIDAY - DAY }),
    lead({ title: 'just', postedAt: FRIDAY - 14 * DAY }),
    lead({ title: 'old', postedAt: FRIDAY - 15 * DAY }),
    lead({ title: 'undated' }),
  ];
  const { kept, leftOut } = filterLeads(leads, { maxAgeMs: 14 * DAY }, FRIDAY);
  expect(titles(kept)).toEqual(['fresh', 'just', 'undated']);
  expect(leftOut).toEqual([{ reason: 'too_old', count: 1 }]);
});

test('what the API’s dashboard has settled is left out, unless people opened it again', () => {
  const again: LeadState = { state: 'new', since: FRIDAY, by: 'U0ANA' };
  const leads = [
    lead({ title: 'new', status: 'new' }),
    lead({ title: 'answered', status: 'Replied' }),
    { ...lead({ title: 'again', status: 'dismissed' }), state: again },
  ];
  const { kept, leftOut } = filterLeads(leads, {}, FRIDAY);
  expect(titles(kept)).toEqual(['new', 'again']);
  expect(leftOut).toEqual([{ reason: 'settled', count: 1 }]);
});

test.each(['r/memes', 'r/Memes', '/r/memes', 'memes', ' r/memes '])(
  'places.never r/memes removes %s',
  (place) => {
    const { kept, leftOut } = filterLeads([lead({ place })], { places: { never: ['r/memes'] } }, FRIDAY);
    expect(kept).toEqual([]);
    expect(leftOut).toEqual([{ reason: 'place', count: 1 }]);
  },
);

test.each([
  ['We are hiring a CRM admin', 'hiring', false],
  ['HIRING!', 'hiring', false],
  ['Rehirings explained', 'hiring', true],
  ['Who is looking for work?', 'looking for work', false],
  ['Looking, for work', 'looking for work', false],
  ['Ищем работу', 'работу', false],
  ['Anything', '!', true],
])('words.never: "%s" with "%s" is kept: %s', (title, word, isKept) => {
  const { kept } = filterLeads([lead({ title })], { words: { never: [word] } }, FRIDAY);
  expect(kept.length === 1).toBe(isKept);
});

test('max_age keeps a lead of any age that is open again', () => {
  const old = { ...lead({ id: 'old' }), postedAt: FRIDAY - 15 * DAY };
  const isKept = (state: LeadState) =>
    filterLeads([{ ...old, state }], { maxAgeMs: 14 * DAY }, FRIDAY).kept.length;
  expect(isKept({ state: 'new' })).toBe(0);
  expect(isKept({ state: 'new', since: FRIDAY })).toBe(1);
});

test('places.never takes a site with all its communities, and a short form', () => {
  const leads = [lead({ place: 'r/devops' }), lead({ place: 'Hacker News' }), lead({ place: 'Lobsters' })];
  const { kept } = filterLeads(leads, { places: { never: ['reddit', 'hn', 'foo'] } }, FRIDAY);
  expect(kept).toEqual([leads[2]]);
});

test('muting r/hn mutes that subreddit, not what people call hn', () => {
  const leads = [lead({ place: 'Hacker News' }), lead({ place: 'r/hn' })];
  expect(filterLeads(leads, { muted: ['hn'] }, FRIDAY).kept).toEqual([leads[0]]);
});

test('a place that people muted is left out and counted', () => {
  const leads = [lead({ place: 'r/Memes' }), lead({ place: 'r/memes' }), lead({ place: 'r/devops' })];
  const { kept, leftOut, removed } = filterLeads(leads, { muted: ['/r/memes'] }, FRIDAY);
  expect(kept).toEqual([leads[2]]);
  expect(leftOut).toEqual([{ reason: 'muted', count: 2 }]);
  expect(removed).toEqual([
    { lead: leads[0], reason: 'muted' },
    { lead: leads[1], reason: 'muted' },
  ]);
});

test('a lead that two filters would remove is counted once', () => {
  const both = lead({ score: 1, place: 'r/memes' });
  const { leftOut } = filterLeads([both], { minScore: 60, places: { never: ['memes'] } }, FRIDAY);
  expect(leftOut).toEqual([{ reason: 'below_min_score', count: 1, best: 1 }]);
});

test('whatever is kept stays in the order of the API, and every lead is kept or counted', () => {
  const anyLead = fc
    .record({ score: fc.option(fc.double({ noNaN: true }), { nil: undefined }), title: fc.string() })
    .map(lead);
  fc.assert(
    fc.property(fc.array(anyLead), fc.double({ noNaN: true }), (leads, minScore) => {
      const { kept, leftOut } = filterLeads(leads, { minScore, words: { never: ['a'] } }, FRIDAY);
      expect(kept).toEqual(leads.filter((one) => kept.includes(one)));
      expect(kept.length + leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(leads.length);
    }),
    { seed: 7 },
  );
});

const FEED = { project: ACME, subscription: 'leads:acme' };
const low = [lead({ score: 0.91 }), lead({ score: 0.4 })];

test('filters that remove everything are told of with what they removed: the scale may be another', () => {
  expect(decideFilteredOut(low, { minScore: 60 }, FEED, FRIDAY)).toMatchObject({
    kind: 'filtered_out',
    leftOut: [{ reason: 'below_min_score', count: 2, best: 0.91 }],
    minScore: 60,
  });
});

test('other filters are another thing to tell', () => {
  const told = [60, 50].map((minScore) => decideFilteredOut(low, { minScore }, FEED, FRIDAY)?.filters);
  expect(new Set(told).size).toBe(2);
});

test.each([
  ['one lead passes', [...low, lead({ score: 60 })]],
  ['a lead without a score passes', [lead({ score: 40 }), lead({})]],
  ['there is no lead at all', []],
])('nothing is told where %s', (_, leads) => {
  expect(decideFilteredOut(leads, { minScore: 60 }, FEED, FRIDAY)).toBeUndefined();
});

const match = (texts: (string | undefined)[], names: string[]) => findBestMatch(texts, names, (name) => name);

describe('a thread touches', () => {
  test.each([
    ['the prompt whose words it has', ['How do you alert on Kubernetes costs?'], 'kubernetes cost alerts'],
    ['one that the API’s reason names', ['What now?', 'Asks for what “best crm” covers.'], 'best crm'],
    ['the one with more words in common', ['cut our aws bill'], 'cut aws bill'],
  ])('%s', (_, texts, found) => {
    expect(
      match(texts, ['globex alternatives', 'aws', 'kubernetes cost alerts', 'best crm', 'cut aws bill']),
    ).toBe(found);
  });

  test.each([
    ['nothing in common', ['Leaving Globex'], ['kubernetes cost alerts']],
    ['only common words in common', ['How do you do it?'], ['how to do what you do with it for the team']],
    ['one word of many in common', ['The cost of coffee'], ['kubernetes cost alerts']],
    ['no words at all', [undefined, ''], ['kubernetes cost alerts', '']],
  ])('nothing where there is %s', (_, texts, names) => {
    expect(match(texts, names)).toBeUndefined();
  });
});

test.each([
  ['Alerts on Kubernetes cost', 'k8s cost', true],
  ['My k8s bill doubled', 'Kubernetes bill', true],
  ['K8s costs', 'k8s', true],
  ['Rehirings at r/memes', 'hiring', false],
  ['Keyboards', 'k8s', false],
  ['a16z invests', 'a16z', true],
])('“%s” contains “%s”: %s', (text, phrase, holds) => {
  expect(phraseFinder(text)(phrase)).toBe(holds);
});

const TRACKED = ['best crm for startups', 'k8s cost alerts', 'crm api for developers'];

test.each([
  ['k8s cost alert', 'k8s cost alerts'],
  ['K8s cost alerts?', 'k8s cost alerts'],
  ['alerts on k8s costs', 'k8s cost alerts'],
  ['best crm for statups', 'best crm for startups'],
  ['which crm is good for startups', 'best crm for startups'],
])('“%s” nearly equals “%s”', (prompt, similar) => {
  expect(findPromptDoubt(prompt, TRACKED)).toEqual({ similar });
});

test.each(['asdf', 'crm', '???', ''])('“%s” is no more than a word', (prompt) => {
  expect(findPromptDoubt(prompt, TRACKED)).toEqual({ similar: undefined });
});

test.each(['best crm for vets', 'k8s cost reports', 'crm pricing', '小型团队最好的客户管理软件'])(
  '“%s” is tracked without asking',
  (prompt) => {
    expect(findPromptDoubt(prompt, TRACKED)).toBeUndefined();
  },
);
