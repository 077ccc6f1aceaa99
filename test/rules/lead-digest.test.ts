import { describe, expect, test } from 'vitest';
import type { LeadState } from '../../src/decision.ts';
import {
  countOpen,
  decideLeadDigest,
  type LeadFeed,
  type LeadMemory,
  listStillOpen,
  type OpenLead,
  type PolledLead,
} from '../../src/rules/lead-digest.ts';
import { identifyLeads, toLeadKey } from '../../src/rules/lead-key.ts';
import type { Lead } from '../../src/visibility/assumed.ts';
import { ACME, DAY, FRIDAY, HOUR, lead } from './cast.ts';

const feed: LeadFeed = {
  project: ACME,
  limit: 2,
  filters: {},
  schedule: 'weekdays at 9:00',
  timezone: 'Europe/Berlin',
  postEmpty: false,
  id: 'leads:acme',
  owners: ['U0OWNER'],
};
const [a, b, c] = ['a', 'b', 'c'].map((id) => lead({ id, title: id })) as [Lead, Lead, Lead];

/** As a poll brings them, with what is `kept` of each. */
const polled = (leads: Lead[], kept: Partial<PolledLead> = {}, of = leads.map(toLeadKey)): PolledLead[] =>
  identifyLeads(leads, new Map()).map((lead) => ({ ...lead, ...(of.includes(lead.key) && kept) }));

function decide(leads: Lead[], known: Lead[] = [], settings: Partial<LeadFeed> = {}, first = false) {
  const memory = { announced: new Set(known.map(toLeadKey)), first, lastAt: FRIDAY - DAY };
  const poll = { leads: polled(leads) };
  return decideLeadDigest(poll, memory, { ...feed, ...settings }, FRIDAY, FRIDAY + HOUR);
}

function shown(result: ReturnType<typeof decide>): string[] {
  if (result.decision.kind !== 'lead_digest') throw new Error(JSON.stringify(result.decision));
  return result.decision.leads.map(({ title }) => title ?? '');
}

function seen(result: ReturnType<typeof decide>): string[] {
  return result.seen.map(({ key }) => key);
}

describe('what is new', () => {
  test('is what the channel does not know, best first', () => {
    expect(shown(decide([c, a, b], [a]))).toEqual(['c', 'b']);
  });

  test('is said once although the API says it twice', () => {
    const result = decide([a, lead({ id: 'a', title: 'a again' }), b]);
    expect(shown(result)).toEqual(['a', 'b']);
    expect(seen(result)).toEqual(['id:a', 'id:b']);
  });

  test('a lead without a score keeps its place and is shown without one', () => {
    const { decision } = decide([a, lead({ id: 'b', score: 99 })]);
    expect(decision).toMatchObject({ leads: [{ key: 'id:a' }, { key: 'id:b', score: 99 }] });
    expect(JSON.stringify(decision)).not.toContain('"score":0');
  });
});

test('a digest notes whether any age ends its leads, so that it can say how to let old ones go', () => {
  expect(decide([a]).decision).toMatchObject({ maxAgeMs: undefined });
  expect(decide([a], [], { filters: { maxAgeMs: DAY } }).decision).toMatchObject({ maxAgeMs: DAY });
});

test('each lead new to the channel is in the digest or left out for one reason, so the parts make the whole', () => {
  const old = ['d', 'e', 'f', 'g'].map((id) => lead({ id, postedAt: FRIDAY - 15 * DAY })) as Lead[];
  const states: LeadState[] = [
    { state: 'replied' },
    { state: 'dismissed' },
    { state: 'claimed' },
    { state: 'snoozed', until: FRIDAY + DAY },
  ];
  const given: LeadMemory = {
    announced: new Set([toLeadKey(lead({ id: 'g' }))]),
    first: true,
    lastAt: undefined,
  };
  const filters = { maxAgeMs: 14 * DAY, minScore: 60 };
  const taken = [...old.slice(0, 2), a, b].flatMap((one, i) =>
    polled([one], { state: states[i] ?? { state: 'new' } }),
  );
  const leads = [...taken, ...polled([c, ...old.slice(2), lead({ id: 'low', score: 1 })])];
  const { decision } = decideLeadDigest({ leads }, given, { ...feed, filters }, FRIDAY, FRIDAY + HOUR);
  expect(decision).toMatchObject({
    leads: [{ key: 'id:c' }],
    leftOut: [
      { reason: 'taken', count: 4 },
      { reason: 'too_old', count: 1 },
      { reason: 'below_min_score', count: 1 },
    ],
  });
});

test('what comes back is sorted by score, what people reopened first', () => {
  const again: LeadState = { state: 'new', since: FRIDAY };
  const open = [
    { key: 'unscored' },
    { key: '77', score: 77 },
    { key: '81', score: 81 },
    { key: 'again 60', score: 60, state: again },
    { key: 'again 70', score: 70, state: again },
  ];
  expect(listStillOpen(open, {}, undefined, FRIDAY).map(({ key }) => key)).toEqual([
    ...['again 70', 'again 60'],
    ...['81', '77', 'unscored'],
  ]);
});

describe('more leads than the limit', () => {
  test('are counted, and known from now on', () => {
    const result = decide([a, b, c]);
    expect(shown(result)).toEqual(['a', 'b']);
    expect(result.decision).toMatchObject({ unshown: 1, first: false });
    expect(seen(result)).toEqual(['id:a', 'id:b', 'id:c']);
  });

  test('in the first digest the best are shown and all are known', () => {
    const result = decide([a, b, c], [], {}, true);
    expect(result.decision).toMatchObject({ first: true, unshown: 1 });
    expect(result.seen).toHaveLength(3);
  });
});

describe('nothing to show', () => {
  test.each([
    ['no_new_leads', [], {}],
    ['no_new_leads', [a], {}],
    ['all_left_out', [lead({ id: 'low', score: 1 })], { filters: { minScore: 60 } }],
  ])('is silence: %s', (reason, leads, settings) => {
    expect(decide(leads, [a], settings)).toMatchObject({ decision: { kind: 'silence', reason }, seen: [] });
  });

  test('is a digest without leads where post_empty is set, and says what was left out', () => {
    const low = lead({ id: 'low', score: 0.91 });
    const { decision, seen } = decide([low], [], { postEmpty: true, filters: { minScore: 60 } });
    const leftOut = [{ reason: 'below_min_score', count: 1, best: 0.91 }];
    expect(decision).toMatchObject({ kind: 'lead_digest', leads: [], minScore: 60, leftOut });
    expect(seen).toEqual([]);
  });
});

test('a lead left out by a filter is not known: it is news once its score has risen', () => {
  const settings = { filters: { minScore: 60 } };
  const today = decide([a, lead({ id: 'b', score: 59 })], [], settings);
  expect(seen(today)).toEqual(['id:a']);
  expect(shown(decide([a, lead({ id: 'b', score: 61, title: 'b' })], [a], settings))).toEqual(['b']);
});

describe('a lead that people took in another channel', () => {
  const memory: LeadMemory = { announced: new Set(), first: true, lastAt: undefined };
  /** The first of the leads is in this state. */
  const decideWith = (
    state: LeadState,
    settings: Partial<LeadFeed> = {},
    leads = [a, b, c],
    given: Partial<LeadMemory> = {},
  ) =>
    decideLeadDigest(
      { leads: polled(leads, { state }, leads.slice(0, 1).map(toLeadKey)) },
      { ...memory, ...given },
      { ...feed, ...settings },
      FRIDAY,
      FRIDAY + HOUR,
    );
  const snoozed = (until: number): LeadState => ({ state: 'snoozed', by: 'U0ANA', until });

  test.each<LeadState>([
    { state: 'replied', by: 'U0ANA' },
    { state: 'dismissed', by: 'U0ANA', dismissReason: 'too_old' },
    snoozed(FRIDAY + DAY),
    { state: 'claimed', by: 'U0ANA' },
  ])('is no news here, and is counted: $state', (state) => {
    const result = decideWith(state);
    expect(shown(result)).toEqual(['b', 'c']);
    expect(result.decision).toMatchObject({ unshown: 0, leftOut: [{ reason: 'taken', count: 1 }] });
    expect(result.fates).toContainEqual({ key: 'id:a', rank: 1, verdict: 'taken' });
  });

  test('is not known here: it comes as new, in its place, once it is open again', () => {
    expect(seen(decideWith(snoozed(FRIDAY + DAY)))).toEqual(['id:b', 'id:c']);
    expect(shown(decideWith(snoozed(FRIDAY + HOUR)))).toEqual(['a', 'b']);
    expect(shown(decideWith({ state: 'new', since: FRIDAY }))).toEqual(['a', 'b']);
  });

  test('comes back instead of being news to a channel that knows others, and is known there then', () => {
    const result = decideWith({ state: 'new', since: FRIDAY }, { limit: 9 }, [a, b, c], { first: false });
    expect(shown(result)).toEqual(['b', 'c']);
    expect(result.decision).toMatchObject({ stillOpen: [{ key: 'id:a' }], unshown: 0 });
    expect(seen(result)).toEqual(['id:a', 'id:b', 'id:c']);
    expect(result.fates).toContainEqual({ key: 'id:a', rank: 1, verdict: 'open_again' });
  });

  test('comes at any age once it is open again', () => {
    const old = { ...a, postedAt: FRIDAY - 15 * DAY };
    const settings = { filters: { maxAgeMs: 14 * DAY } };
    const comes = (state: LeadState) => shown(decideWith(state, settings, [old, b]));
    expect(comes({ state: 'new' })).toEqual(['b']);
    expect(comes({ state: 'new', since: FRIDAY })).toEqual(['a', 'b']);
  });

  test('that a filter leaves out too is counted once, as taken', () => {
    const { decision } = decideWith({ state: 'replied' }, { filters: { minScore: 0.1 }, limit: 9 }, [
      { ...a, score: 0 },
      b,
    ]);
    expect(decision).toMatchObject({ leftOut: [{ reason: 'taken', count: 1 }] });
  });

  test('is silence where nothing else is new', () => {
    expect(decideWith({ state: 'replied' }, {}, [a])).toMatchObject({
      decision: { kind: 'silence', reason: 'all_taken' },
      seen: [],
    });
  });

  test('is not taken for an old list under other ids when many snoozes end at once', () => {
    const many = Array.from({ length: 12 }, (_, i) => lead({ id: `s${i}`, foundAt: FRIDAY - 9 * DAY }));
    const leads = polled(many, { state: { state: 'new', since: FRIDAY } });
    const known = { ...memory, first: false, lastAt: FRIDAY - DAY };
    expect(decideLeadDigest({ leads }, known, feed, FRIDAY, FRIDAY + HOUR).decision.kind).toBe('lead_digest');
  });
});

test('the count of the API is kept where it gave one, and only there', () => {
  const metrics = { total: 31, new: undefined, today: undefined, averageScore: 58 };
  const memory = { announced: new Set<string>(), first: false, lastAt: undefined };
  const { decision } = decideLeadDigest({ leads: polled([a]), metrics }, memory, feed, FRIDAY, FRIDAY);
  expect(decision).toMatchObject({ known: 31, at: FRIDAY, timezone: 'Europe/Berlin' });
  expect(decide([a]).decision).toMatchObject({ known: undefined });
});

test('of the project only its id and name are kept, whatever else the caller knows of it', () => {
  const configured = { ...ACME, api_key_env: 'ACME_KEY' };
  expect(decide([a], [], { project: configured }).decision).toMatchObject({ project: ACME });
  expect(JSON.stringify(decide([a], [], { project: configured }).decision)).not.toContain('ACME_KEY');
});

test('a digest survives being kept as JSON', () => {
  const { decision } = decide([a, b]);
  expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
});

describe('a list that comes back with other ids', () => {
  const many = (prefix: string, count: number, foundAt = FRIDAY - 9 * DAY) =>
    Array.from({ length: count }, (_, i) => lead({ id: `${prefix}${i}`, title: `${prefix}${i}`, foundAt }));

  test('is held, when over half of it was there when the list was last looked at', () => {
    const known = many('old', 4);
    const { decision, seen } = decide([...known, ...many('new', 6)], known);
    expect(decision).toMatchObject({ kind: 'digest_held', fresh: 6, polled: 10, told: ['U0OWNER'] });
    expect(seen).toEqual([]);
  });

  test('is posted, when it is half', () => {
    const known = many('old', 5);
    expect(decide([...known, ...many('new', 5)], known).decision.kind).toBe('lead_digest');
  });

  test('is posted, when the leads were found since: a weekly list may be new altogether', () => {
    const { decision } = decide(many('new', 20, FRIDAY - HOUR), many('old', 3));
    expect(decision.kind).toBe('lead_digest');
  });

  test('is held also where the API does not say when it found them, if the last look was a day ago', () => {
    const undated = many('new', 12).map(({ foundAt: _, ...rest }) => ({ ...rest, foundAt: undefined }));
    expect(decide(undated, many('old', 3)).decision.kind).toBe('digest_held');
  });

  test('is posted on a first run, and after somebody resumed the feed', () => {
    expect(decide(many('new', 20), [], {}, true).decision.kind).toBe('lead_digest');
  });

  test('is posted, when it is short: such lists change by half in a day', () => {
    expect(decide(many('new', 9), many('gone', 1)).decision.kind).toBe('lead_digest');
  });

  test.each([
    ['looks before this one brought: a filter that is loosened lets them pass', FRIDAY - DAY, 'lead_digest'],
    ['only this look brought', FRIDAY + HOUR, 'digest_held'],
  ])('is told from leads that %s', (_, firstSeenAt, kind) => {
    const leads = polled(many('low', 20), { firstSeenAt });
    const memory = { announced: new Set<string>(), first: false, lastAt: FRIDAY - DAY };
    expect(decideLeadDigest({ leads }, memory, feed, FRIDAY, FRIDAY + HOUR).decision.kind).toBe(kind);
  });

  test('is judged by the whole list: claiming leads makes no other part of it new', () => {
    const known = many('old', 10);
    const taken = polled(known.slice(4), { state: { state: 'claimed', by: 'U0ANA', since: FRIDAY - DAY } });
    const leads = [...polled(known.slice(0, 4)), ...taken, ...polled(many('new', 7))];
    const memory = { announced: new Set(known.map(toLeadKey)), first: false, lastAt: FRIDAY - DAY };
    expect(decideLeadDigest({ leads }, memory, feed, FRIDAY, FRIDAY + HOUR).decision.kind).toBe(
      'lead_digest',
    );
  });

  test('is judged by what the filters let through: what they remove is new every day', () => {
    const known = many('old', 10).map((one) => ({ ...one, score: 90 }));
    const below = many('low', 30).map((one) => ({ ...one, score: 10 }));
    const { decision } = decide([...known, ...below, lead({ id: 'x', score: 80 })], known, {
      filters: { minScore: 60 },
    });
    expect(decision.kind).toBe('lead_digest');
  });
});

const open = (key: string, given: Partial<OpenLead> = {}): OpenLead => ({
  key,
  title: key,
  place: undefined,
  score: undefined,
  postedAt: undefined,
  firstSeenAt: FRIDAY - DAY,
  ...given,
});
const back = (leads: OpenLead[], filters = {}, average?: number) =>
  listStillOpen(leads, filters, average, FRIDAY).map(({ key }) => key);

describe('what comes back', () => {
  test('is what nobody took, in its order, with the day it was first seen', () => {
    expect(back([open('a'), open('b')])).toEqual(['a', 'b']);
    expect(listStillOpen([open('a')], {}, undefined, FRIDAY)).toMatchObject([{ firstSeenAt: FRIDAY - DAY }]);
  });

  test('is strong: not below the average, where there is one', () => {
    const leads = [
      open('above', { score: 60 }),
      open('at', { score: 58 }),
      open('below', { score: 57 }),
      open('none'),
    ];
    expect(back(leads, {}, 58)).toEqual(['above', 'at']);
    expect(back(leads)).toEqual(['above', 'at', 'below', 'none']);
  });

  test('is what the filters of today let through', () => {
    const leads = [open('old', { postedAt: FRIDAY - 9 * DAY }), open('fresh', { postedAt: FRIDAY - DAY })];
    expect(back(leads, { maxAgeMs: 3 * DAY })).toEqual(['fresh']);
  });

  test('is at any age what is open again: a snooze that ended is kept to', () => {
    const old = { postedAt: FRIDAY - 15 * DAY };
    const leads = [
      open('never touched', { ...old, state: { state: 'new' } }),
      open('snooze ended', { ...old, state: { state: 'new', since: FRIDAY } }),
      open('muted', { ...old, place: 'r/memes', state: { state: 'new', since: FRIDAY } }),
    ];
    expect(back(leads, { maxAgeMs: 14 * DAY, muted: ['r/memes'] })).toEqual(['snooze ended']);
  });

  test('is first what is open again, below the average too and however many', () => {
    const again = (key: string) => open(key, { score: 40, state: { state: 'new', since: FRIDAY } });
    expect(back([open('best', { score: 90 }), again('snooze ended')], {}, 58)).toEqual([
      'snooze ended',
      'best',
    ]);
    expect(back(Array.from({ length: 7 }, (_, i) => again(`${i}`)))).toHaveLength(7);
  });

  test('is never more than a handful', () => {
    expect(back(Array.from({ length: 20 }, (_, i) => open(`${i}`)))).toHaveLength(5);
  });
});

describe('what is counted as open', () => {
  const count = (leads: OpenLead[], backHere: OpenLead[] = [], filters = {}, fresh: OpenLead[] = []) =>
    countOpen(leads, { fresh, back: backHere }, filters, FRIDAY);

  test('is all that nobody took, and each lead once', () => {
    expect(count([open('a'), open('b'), open('c')], [open('b')])).toBe(3);
    expect(count([open('a')], [open('given back')])).toBe(2);
  });

  test('is not what is new: that is counted beside it', () => {
    expect(count([open('a'), open('b')], [], {}, [open('b')])).toBe(1);
  });

  test('is not what the feed leaves out by now, as the list of open leads', () => {
    const leads = [
      open('old', { postedAt: FRIDAY - 9 * DAY }),
      open('muted', { place: 'r/memes' }),
      open('fell', { score: 40 }),
    ];
    const filters = { maxAgeMs: 3 * DAY, places: { never: ['r/memes'] }, minScore: 50 };
    expect(count(leads, [], filters)).toBe(0);
  });
});
