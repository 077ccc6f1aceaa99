import { describe, expect, test } from 'vitest';
import type { DigestLead } from '../../src/decision.ts';
import {
  chooseWarmThreads,
  findCitedThreads,
  toWarmLead,
  withCitations,
} from '../../src/rules/cited-threads.ts';
import { identitiesOf } from '../../src/rules/lead-key.ts';
import { DIGEST } from '../messages/cast.ts';
import { lead } from './cast.ts';

const URL = 'https://www.reddit.com/r/devops/comments/abc/how_do_you_alert/';
const SHORT = 'https://old.reddit.com/r/devops/comments/abc/?utm_source=chat';
const LEAD: DigestLead = { key: 'id:1', title: 'How do you alert?', url: URL };

const warm = (url: string | undefined, engines?: string[]) => ({
  ...lead({ id: url ?? 'none', url, title: 'Warm' }),
  citations: 3,
  engines,
});

const citedBy = (threads: ReturnType<typeof findCitedThreads>, of = LEAD) =>
  withCitations([of], threads)[0]?.citedBy;

describe('a thread is cited', () => {
  test('by whatever link an engine used, with every engine once, in one order', () => {
    const cited = {
      citations: [
        { url: SHORT, engine: 'Perplexity' },
        { url: SHORT, engine: 'ChatGPT' },
        { url: undefined, engine: 'Claude' },
      ],
      sources: [{ url: URL, engines: ['ChatGPT'] }],
    };
    const threads = findCitedThreads(cited);
    expect(threads.size).toBe(1);
    expect(citedBy(threads)).toEqual(['ChatGPT', 'Perplexity']);
  });

  test('also where the API names no engine', () => {
    const threads = findCitedThreads({ sources: [{ url: URL, engines: undefined }] });
    expect(citedBy(threads)).toEqual([]);
  });

  test('where the API lists it as a warm lead', () => {
    const threads = findCitedThreads({ citations: [], warm: [warm(SHORT), warm(URL, ['Claude'])] });
    expect(citedBy(threads)).toEqual(['Claude']);
  });

  test('or not: where it is not among citations, has no address, or the lists could not be read', () => {
    const others = findCitedThreads({ citations: [{ url: 'https://example.com/', engine: 'Claude' }] });
    expect(citedBy(others)).toBeUndefined();
    const threads = findCitedThreads({ sources: [{ url: URL, engines: [] }] });
    expect(citedBy(threads, { key: 'id:2' })).toBeUndefined();
    expect(citedBy(findCitedThreads({}))).toBeUndefined();
  });
});

describe('a digest', () => {
  const digest = { ...DIGEST, leads: [LEAD], stillOpen: [] };

  test('ends with the warm leads that are none of its own, in the order of the API', () => {
    const listed = [warm('https://lobste.rs/s/b'), warm(SHORT, ['Claude']), warm(undefined)];
    const warmThreads = listed.map((one) => toWarmLead(one));
    expect(chooseWarmThreads(warmThreads, digest, {}, 0).map(({ url }) => url)).toEqual([
      'https://lobste.rs/s/b',
      undefined,
    ]);
  });
});

test('a warm lead is cited even where the API names no engine', () => {
  expect(toWarmLead(warm(URL))).toMatchObject({ title: 'Warm', citedBy: [] });
});

const NONE = { leads: [] };

test('what the feed leaves out does not come as a warm lead either', () => {
  const listed = [
    { ...warm(URL), title: 'Kept', place: 'r/saas' },
    { ...warm(SHORT), title: 'Never', place: 'r/devops' },
  ].map((one) => toWarmLead(one));
  const wanted = chooseWarmThreads(listed, NONE, { places: { never: ['r/devops'] } }, 0);
  expect(wanted.map(({ title }) => title)).toEqual(['Kept']);
});

test('a warm lead that the API lists as a lead too has that lead’s key', () => {
  const keys = new Map([[identitiesOf(warm(URL)).at(-1) ?? '', 'id:1']]);
  expect(toWarmLead(warm(SHORT), keys)).toMatchObject({ key: 'id:1' });
});

test.each(['claimed', 'replied', 'dismissed'] as const)(
  'a warm lead that is %s by now is left out',
  (state) => {
    const taken = { ...toWarmLead(warm(SHORT)), isLead: true, state: { state, by: 'U0ANA', since: 1 } };
    const other = { ...toWarmLead(warm('https://lobste.rs/s/b')), isLead: false };
    expect(chooseWarmThreads([taken, other], NONE, {}, 2)).toMatchObject([{ url: other.url, isLead: false }]);
    expect(chooseWarmThreads([{ ...taken, state: { state: 'new' } }], NONE, {}, 2)).toMatchObject([
      { isLead: true },
    ]);
  },
);
