import { describe, expect, test } from 'vitest';
import type { DigestLead } from '../../src/decision.ts';
import {
  filterWarmLeads,
  findCitedLeads,
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
    expect(findCitedLeads([LEAD], threads)).toEqual([{ key: 'id:1', citedBy: ['ChatGPT', 'Perplexity'] }]);
  });

  test('also where the API names no engine', () => {
    const threads = findCitedThreads({ sources: [{ url: URL, engines: undefined }] });
    expect(findCitedLeads([LEAD], threads)).toEqual([{ key: 'id:1', citedBy: [] }]);
  });

  test('where the API lists it as a warm lead', () => {
    const threads = findCitedThreads({ citations: [], warm: [warm(SHORT), warm(URL, ['Claude'])] });
    expect(findCitedLeads([LEAD], threads)).toEqual([{ key: 'id:1', citedBy: ['Claude'] }]);
  });

  test('or not: where it is not among citations, has no address, or the lists could not be read', () => {
    const others = findCitedThreads({ citations: [{ url: 'https://example.com/', engine: 'Claude' }] });
    expect(findCitedLeads([LEAD], others)).toEqual([]);
    const threads = findCitedThreads({ sources: [{ url: URL, engines: [] }] });
    expect(findCitedLeads([{ key: 'id:2' }], threads)).toEqual([]);
    expect(findCitedLeads([LEAD], findCitedThreads({}))).toEqual([]);
  });
});

describe('a digest', () => {
  const digest = { ...DIGEST, leads: [LEAD], stillOpen: [{ ...LEAD, key: 'id:2' }] };

  test('names the engines in its rows, new or still open', () => {
    const threads = findCitedThreads({ citations: [{ url: SHORT, engine: 'Claude' }] });
    const { leads, stillOpen } = withCitations(digest, threads);
    expect(leads).toEqual([{ ...LEAD, citedBy: ['Claude'] }]);
    expect(stillOpen).toMatchObject([{ citedBy: ['Claude'] }]);
  });

  test('ends with the warm leads that are none of its own, in the order of the API', () => {
    const listed = [warm('https://lobste.rs/s/b'), warm(SHORT, ['Claude']), warm(undefined)];
    const warmThreads = listed.map((one) => toWarmLead(one));
    expect(withCitations(digest, new Map(), warmThreads).warm?.map(({ url }) => url)).toEqual([
      'https://lobste.rs/s/b',
      undefined,
    ]);
  });

  test('has no warm leads where they were not asked for', () => {
    expect(withCitations(digest, new Map())).not.toHaveProperty('warm');
  });
});

test('a warm lead is cited even where the API names no engine', () => {
  expect(toWarmLead(warm(URL))).toMatchObject({ title: 'Warm', citedBy: [] });
});

test('what the feed leaves out does not come as a warm lead either', () => {
  const listed = [
    { ...warm(URL), title: 'Kept', place: 'r/saas' },
    { ...warm(SHORT), title: 'Never', place: 'r/devops' },
  ];
  const wanted = filterWarmLeads({ warm: listed }, { places: { never: ['r/devops'] } }, {}, 0);
  expect(wanted?.map(({ title }) => title)).toEqual(['Kept']);
  expect(filterWarmLeads({}, {}, {}, 0)).toBeUndefined();
});

test.each(['claimed', 'replied', 'dismissed'] as const)(
  'a warm lead that is %s by now is left out',
  (state) => {
    const other = warm('https://lobste.rs/s/b');
    const memory = {
      keys: new Map([[identitiesOf(warm(URL)).at(-1) ?? '', 'id:1']]),
      kept: new Map([['id:1', { ...LEAD, state: { state, by: 'U0ANA', since: 1 } }]]),
    };
    expect(filterWarmLeads({ warm: [warm(SHORT), other] }, {}, memory, 2)).toMatchObject([
      { url: other.url, isLead: false },
    ]);
    const open = { ...memory, kept: new Map([['id:1', LEAD]]) };
    expect(filterWarmLeads({ warm: [warm(SHORT)] }, {}, open, 2)).toMatchObject([
      { key: 'id:1', isLead: true },
    ]);
  },
);
