/** Lists that come in pages: followed up to what is wanted, and told to be a part where more is there. */
import { describe, expect, it } from 'vitest';
import { createProfiles } from '../../src/visibility/profile.ts';
import { type Answering, type Asked, clientOf, failureIn, json, PROJECT, SEGMENT } from './api.ts';

const ALL = Array.from({ length: 7 }, (_, i) => ({ label: `topic ${i}` }));
const queryOf = ({ url }: Asked) => new URLSearchParams(url.split('?')[1]);
const page = (from: number) => ALL.slice(from, from + 3);
const at = (asked: Asked, name: string, first: number) => Number(queryOf(asked).get(name) ?? first);

const WAYS: Readonly<Record<string, Answering>> = {
  'page and pages': (response, asked, number) => {
    const n = at(asked, 'page', 1);
    json({ items: page((n - 1) * 3), page: n, pages: 3, size: 3, total: 7 })(response, asked, number);
  },
  'total and page under meta': (response, asked, number) => {
    const n = at(asked, 'page', 1);
    json({ data: page((n - 1) * 3), meta: { currentPage: n, totalCount: 7 } })(response, asked, number);
  },
  'an offset': (response, asked, number) => {
    const offset = at(asked, 'offset', 0);
    json({ results: page(offset), offset, limit: 3, total: 7 })(response, asked, number);
  },
  'a cursor': (response, asked, number) => {
    const from = at(asked, 'cursor', 0);
    json({ items: page(from), next_cursor: from + 3 < 7 ? String(from + 3) : null })(response, asked, number);
  },
  'a cursor in kebab case': (response, asked, number) => {
    const from = at(asked, 'cursor', 0);
    const paging = { 'next-cursor': from + 3 < 7 ? String(from + 3) : null, 'page-size': 3 };
    json({ result: page(from), paging })(response, asked, number);
  },
  'an offset in a page': (response, asked, number) => {
    const offset = at(asked, 'offset', 0);
    const rows = page(offset);
    json({ topics: rows, page: { offset, limit: 3, returned: rows.length, totalHits: 7 } })(
      response,
      asked,
      number,
    );
  },
  'Hydra’s view': (response, asked, number) => {
    const n = at(asked, 'page', 1);
    const view = { '@id': `/topics?page=${n}`, ...(n < 3 && { 'hydra:next': `/topics?page=${n + 1}` }) };
    json({ 'hydra:member': page((n - 1) * 3), 'hydra:totalItems': 7, 'hydra:view': view })(
      response,
      asked,
      number,
    );
  },
  'the parameters of the next': (response, asked, number) => {
    const start = at(asked, 'start', 0);
    const next = start + 3 < 7 ? { start: start + 3, take: 3 } : null;
    json({ items: page(start), next })(response, asked, number);
  },
  'a cursor in metadata': (response, asked, number) => {
    const from = at(asked, 'after', 0);
    const metadata = { after: from + 3 < 7 ? String(from + 3) : null, before: null, limit: 3 };
    json({ data: page(from), metadata })(response, asked, number);
  },
  'the number of the next': (response, asked, number) => {
    const n = at(asked, 'page', 1);
    json({ data: page((n - 1) * 3), paging: { current: n, next: n < 3 ? n + 1 : null } })(
      response,
      asked,
      number,
    );
  },
  'the number of the next row': (response, asked, number) => {
    const from = at(asked, 'offset', 0);
    json({ data: page(from), next: from + 3 < 7 ? from + 3 : null })(response, asked, number);
  },
  'Jira’s startAt': (response, asked, number) => {
    const startAt = at(asked, 'startAt', 0);
    json({ startAt, maxResults: 3, total: 7, isLast: startAt > 3, values: page(startAt) })(
      response,
      asked,
      number,
    );
  },
  'an address of the next': (response, asked, number) => {
    const from = at(asked, 'start_at', 0);
    const next = from + 3 < 7 ? `https://elsewhere.example/v9/topics?start_at=${from + 3}` : null;
    json({ results: page(from), next })(response, asked, number);
  },
  'a token under paging': (response, asked, number) => {
    const from = at(asked, 'pageToken', 0);
    const paging = { totalResults: 7, ...(from + 3 < 7 && { nextPageToken: String(from + 3) }) };
    json({ ok: true, payload: { topics: page(from), paging } })(response, asked, number);
  },
  'start, count and total': (response, asked, number) => {
    const start = at(asked, 'start', 0);
    json({ topics: page(start), start, count: 3, total: 7 })(response, asked, number);
  },
  'the address of OData': (response, asked, number) => {
    const from = at(asked, '$skip', 0);
    const next = { '@odata.nextLink': `https://elsewhere.example/topics?$skip=${from + 3}` };
    json({ value: page(from), ...(from + 3 < 7 && next) })(response, asked, number);
  },
  'the id of the last': (response, asked, number) => {
    const after = queryOf(asked).get('starting_after');
    const from = after === null ? 0 : Number(after) + 1;
    const data = page(from).map((topic, i) => ({ ...topic, id: from + i, object: 'topic' }));
    json({ object: 'list', data, has_more: from + 3 < 7 })(response, asked, number);
  },
  'an offset that is a token': (response, asked, number) => {
    const from = Number(queryOf(asked).get('offset')?.slice(3) ?? 0);
    const records = page(from).map((fields) => ({ id: `rec${fields.label}`, fields }));
    json({ records, ...(from + 3 < 7 && { offset: `itr${from + 3}` }) })(response, asked, number);
  },
  'the number of the next in a header': (response, asked, number) => {
    const n = at(asked, 'page', 1);
    json(page((n - 1) * 3), 200, { 'x-next-page': n < 3 ? String(n + 1) : '' })(response, asked, number);
  },
  'the numbers of pages in headers': (response, asked, number) => {
    const n = at(asked, 'page', 1);
    const headers = { 'x-page': String(n), 'x-total-pages': '3', 'x-total-count': '7' };
    json(page((n - 1) * 3), 200, headers)(response, asked, number);
  },
  'a page called current': (response, asked, number) => {
    const n = at(asked, 'current', 1);
    json({ data: page((n - 1) * 3), current: n, pageSize: 3, total: 7 })(response, asked, number);
  },
  'a page index, from 0': (response, asked, number) => {
    const n = at(asked, 'pageIndex', 0);
    json({ items: page(n * 3), pageIndex: n, totalPages: 3 })(response, asked, number);
  },
  'an index from 1': (response, asked, number) => {
    const from = at(asked, 'startIndex', 1) - 1;
    const counts = { totalResults: 7, startIndex: from + 1, itemsPerPage: 3 };
    json({ ...counts, Resources: page(from) })(response, asked, number);
  },
  'an offset of the next': (response, asked, number) => {
    const from = at(asked, 'offset', 0);
    const more = from + 3 < 7;
    json({ items: page(from), has_more: more, ...(more && { next_offset: from + 3 }) })(
      response,
      asked,
      number,
    );
  },
  'a range in a header': (response, asked, number) => {
    const from = at(asked, 'offset', 0);
    const range = `${from}-${Math.min(from + 2, 6)}/7`;
    json(page(from), 200, { 'content-range': range })(response, asked, number);
  },
  'a Link header': (response, asked, number) => {
    const n = at(asked, 'page', 1);
    const link =
      n < 3 ? { link: `<https://api.example/topics?page=${n + 1}>; rel="next", <x>; rel="last"` } : {};
    json(page((n - 1) * 3), 200, link)(response, asked, number);
  },
};

describe.each(Object.entries(WAYS))('a list by %s', (_, answering) => {
  it('is read to its end, from the API itself, in its order', async () => {
    const { client, asked } = await clientOf(answering);
    const topics = await client.topics(PROJECT);
    expect(topics.map(({ label }) => label)).toEqual(ALL.map(({ label }) => label));
    expect(topics.rest).toBeUndefined();
    expect(asked).toHaveLength(3);
    expect(asked.every(({ url }) => url.startsWith(`/v1/public/projects/${PROJECT}/topics`))).toBe(true);
  });
});

it('a list whose answers number their pages by another name than it asks for is read to its end', async () => {
  const { client } = await clientOf((response, one, number) => {
    const n = at(one, 'page', 0);
    const paging = { page_number: n, page_size: 3, total_elements: 7, total_pages: 3, last: n === 2 };
    json({ content: page(n * 3), ...paging })(response, one, number);
  });
  const topics = await client.topics(PROJECT);
  expect(topics.map(({ label }) => label)).toEqual(ALL.map(({ label }) => label));
  expect(topics.rest).toBeUndefined();
});

it('no more pages are asked for than are wanted, and the rest is counted', async () => {
  const leads = Array.from({ length: 20 }, (_, i) => ({ id: i, title: `thread ${i}` }));
  const { client, asked } = await clientOf((response, one, number) => {
    const n = at(one, 'page', 1);
    json({ items: leads, page: n, pages: 61, total: 1204 })(response, one, number);
    for (const lead of leads) lead.id += 20;
  });
  for (const limit of [30, 40]) {
    const before = asked.length;
    const came = await client.communityLeads(PROJECT, { limit });
    expect([came.length, came.rest, asked.length - before]).toEqual([40, { total: 1204 }, 2]);
  }
});

/** Profiles that remember what a client learns. */
const remembering = () =>
  createProfiles({ corrected: () => [], keep: async () => undefined, onLost: () => undefined });

it('an API that gives its first page for ever is asked for others once, and its list is a part', async () => {
  const { client, asked } = await clientOf(json({ items: page(0), has_more: true }), {
    profiles: remembering(),
  });
  const topics = await client.topics(PROJECT);
  expect([topics.length, topics.rest]).toEqual([3, {}]);
  const before = asked.length;
  await client.topics(PROJECT);
  expect(asked.length - before).toBeLessThanOrEqual(2);
});

it('an API that stamps the same rows anew each time gives no others', async () => {
  const { client } = await clientOf((response, one, number) =>
    json({ items: page(0).map((row) => ({ ...row, fetched: number })), total: 7 })(response, one, number),
  );
  const topics = await client.topics(PROJECT);
  expect([topics.length, topics.rest]).toEqual([3, { total: 7 }]);
});

/** Rows from a place on, and how the search index, database or service says that there are more. */
const UNSAID: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
  'from (Elasticsearch)': (query) => {
    const hits = page(Number(query.get('from') ?? 0)).map((row) => ({ _id: row.label, _source: row }));
    return { hits: { total: { value: 7, relation: 'eq' }, hits } };
  },
  'ExclusiveStartKey (DynamoDB)': (query) => {
    const key = query.get('exclusiveStartKey');
    const from = key === null ? 0 : JSON.parse(key).n;
    return { Items: page(from), ...(from + 3 < 7 && { LastEvaluatedKey: { n: from + 3 } }) };
  },
  'start_cursor (Notion)': (query) => {
    const from = Number(query.get('start_cursor') ?? 0);
    return { results: page(from), has_more: from + 3 < 7, next_cursor: from + 3 < 7 ? `${from + 3}` : null };
  },
  'the last id': (query) => {
    const from = query.has('lastId') ? Number(query.get('lastId')) + 1 : 0;
    const data = page(from).map((row, i) => ({ _id: String(from + i), ...row }));
    return { data, hasMore: from + 3 < 7, lastId: data.at(-1)?._id };
  },
  'has_more, and pages from 1': (query) => {
    const n = Number(query.get('page') ?? 1);
    return { topics: page((n - 1) * 3), has_more: n < 3 };
  },
  'has_more, and pages from 0': (query) => {
    const n = Number(query.get('page') ?? 0);
    return { topics: page(n * 3), has_more: n < 2 };
  },
  'a total, and pages from 0': (query) => {
    const n = Number(query.get('page') ?? 0);
    return { topics: page(n * 3), total: 7 };
  },
  'pages in brackets, as they are told (Strapi)': (query) => {
    const n = Number(query.get('pagination[page]') ?? 1);
    const pagination = { page: n, pageSize: 3, pageCount: 3, total: 7 };
    return { data: page((n - 1) * 3), meta: { pagination } };
  },
  'an id after which to start': (query) => {
    const from = query.has('after') ? Number(query.get('after')) + 1 : 0;
    const data = page(from).map((row, i) => ({ id: String(from + i), ...row }));
    return { data, has_more: from + 3 < 7 };
  },
};

it.each(Object.entries(UNSAID))('%s is found by trying, and remembered', async (_, bodyFor) => {
  const { client, asked } = await clientOf(
    (response, one, number) => json(bodyFor(queryOf(one)))(response, one, number),
    { profiles: remembering() },
  );
  const labels = async () => {
    const topics = await client.topics(PROJECT);
    return [topics.map(({ label }) => label), topics.rest];
  };
  const all = [ALL.map(({ label }) => label), undefined];
  expect(await labels()).toEqual(all);
  const before = asked.length;
  expect(await labels()).toEqual(all);
  expect(asked.length - before).toBe(3);
});

it('a range without a total is followed to an empty page', async () => {
  const { client, asked } = await clientOf((response, one, number) => {
    const rows = page(at(one, 'offset', 0));
    const from = at(one, 'offset', 0);
    const range = rows.length === 0 ? '*/*' : `${from}-${from + rows.length - 1}/*`;
    json(rows, 200, { 'content-range': range })(response, one, number);
  });
  const topics = await client.topics(PROJECT);
  expect([topics.length, topics.rest, asked.length]).toEqual([7, undefined, 4]);
});

it('a list that goes on somehow is a part', async () => {
  const restOf = async (paging: object) =>
    (await (await clientOf(json({ items: page(0), paging }))).client.topics(PROJECT)).rest;
  expect(await restOf({ next_batch_ref: 'b2' })).toEqual({});
  expect(await restOf({ next_batch_ref: null })).toBeUndefined();
  expect(await restOf({ next_refresh: '2026-10-14T09:00:00Z' })).toBeUndefined();
});

it.each<[string, Answering, object | undefined]>([
  ['207 for some of its rows', json({ items: page(0) }, 207), {}],
  ['faults beside its rows', json({ items: page(0), errors: [{ message: 'Gemini timed out' }] }), {}],
  ['rows that came in time', json({ timed_out: true, topics: page(0) }), {}],
  ['no faults', json({ items: page(0), errors: [], partial: false }), undefined],
])('a list of an API that answers with %s is a part only if rows are missing', async (_, answering, rest) => {
  const { client, asked } = await clientOf(answering);
  const topics = await client.topics(PROJECT);
  expect([topics.length, topics.rest, asked.length]).toEqual([3, rest, 1]);
});

it('an API whose pages never end is left at a bound', async () => {
  let row = 0;
  const endless: Answering = (response, asked, number) =>
    json({ items: [{ label: `topic ${row++}` }], next_cursor: String(row) })(response, asked, number);
  const { client, asked } = await clientOf(endless);
  const topics = await client.topics(PROJECT);
  expect(asked.length).toBeLessThanOrEqual(100);
  expect(topics.rest).toEqual({});
});

it.each<[string, Answering, object]>([
  ['a total in a header', json([{ label: 'topic 0' }], 200, { 'x-total-count': '7' }), { total: 7 }],
  [
    'the key of its last row',
    json({ Items: [{ label: 'topic 0' }], Count: 1, LastEvaluatedKey: { id: 'x' } }),
    {},
  ],
])('a list with %s is a part, even if nothing says how to go on', async (_, answering, rest) => {
  const { client } = await clientOf(answering);
  expect((await client.topics(PROJECT)).rest).toEqual(rest);
});

it('a list whose last page is empty and still has a cursor is whole', async () => {
  const { client } = await clientOf((response, asked, number) => {
    const data = asked.url.includes('after=') ? [] : [{ label: 'topic 0' }];
    json({ data, paging: { cursors: { before: 'a', after: 'b' } } })(response, asked, number);
  });
  expect((await client.topics(PROJECT)).rest).toBeUndefined();
});

describe('an array that says nothing of pages', () => {
  const many = Array.from({ length: 130 }, (_, i) => ({ label: `topic ${i}` }));
  const whole: Readonly<Record<string, (query: URLSearchParams) => object>> = {
    'ends its pages at fifty rows, by offset': (query) => {
      const from = Number(query.get('offset') ?? 0);
      return many.slice(from, from + 50);
    },
    'ends its pages at fifty rows, by number': (query) => {
      const from = (Number(query.get('page') ?? 1) - 1) * 50;
      return many.slice(from, from + 50);
    },
  };
  it.each(Object.entries(whole))('and %s is read to its end, each time', async (_, bodyFor) => {
    const { client } = await clientOf(
      (response, one, number) => json(bodyFor(queryOf(one)))(response, one, number),
      { profiles: remembering() },
    );
    for (let time = 0; time < 2; time += 1) {
      const topics = await client.topics(PROJECT);
      expect([topics.length, topics.rest]).toEqual([130, undefined]);
    }
  });

  it('and has fifty rows by chance is asked for others once', async () => {
    const { client, asked } = await clientOf(json(many.slice(0, 50)), { profiles: remembering() });
    expect(await client.topics(PROJECT)).toHaveLength(50);
    const before = asked.length;
    const topics = await client.topics(PROJECT);
    expect([topics.length, topics.rest, asked.length - before]).toEqual([50, undefined, 1]);
  });

  it('and has fifty where more were wanted may be a part', async () => {
    const rows = many.map(({ label }) => ({ title: label, url: `https://a.example/${label}` }));
    const { client } = await clientOf(json(rows.slice(0, 50)));
    expect((await client.communityLeads(PROJECT, { limit: 100 })).rest).toEqual({});
    expect((await client.communityLeads(PROJECT, { limit: 50 })).rest).toBeUndefined();
  });

  it('is asked again another day where the API was too busy to tell', async () => {
    let isBusy = true;
    const { client } = await clientOf(
      (response, one, number) => {
        const isMore = queryOf(one).size > 0;
        if (isMore && isBusy) return json({ detail: 'Slow down' }, 429)(response, one, number);
        json(whole['ends its pages at fifty rows, by offset']?.(queryOf(one)))(response, one, number);
      },
      { profiles: remembering() },
    );
    expect(await client.topics(PROJECT)).toHaveLength(50);
    isBusy = false;
    expect(await client.topics(PROJECT)).toHaveLength(130);
  });

  it('and answers a write is left alone', async () => {
    const regions = many.slice(0, 20).map(({ label }, i) => ({ id: `r${i}`, name: label }));
    const { client, asked } = await clientOf(json(regions));
    await client.setRegions(PROJECT, [SEGMENT]);
    expect(asked).toHaveLength(1);
  });
});

it('a row that moves to the next page while pages are read is listed once', async () => {
  const rows = Array.from({ length: 7 }, (_, i) => ({ id: `p${i}`, prompt: 'the same' }));
  const { client } = await clientOf((response, asked, number) => {
    const page = at(asked, 'page', 1);
    // The first row is new since the first page was read.
    const from = page === 1 ? 1 : (page - 1) * 3;
    json({ items: rows.slice(from, from + 3), page, pages: 3 })(response, asked, number);
  });
  expect((await client.prompts(PROJECT)).map(({ id }) => id)).toEqual(['p1', 'p2', 'p3', 'p4', 'p5', 'p6']);
});

it.each<[string, (days: readonly object[], from: number) => object]>([
  ['an offset', (items, offset) => ({ items, offset, limit: 20, count: 45 })],
  ['nothing but their number', (items) => ({ items, count: 45 })],
])(
  'days that hold their engines’ scores are counted as days, and read to the latest, with %s',
  async (_, bodyOf) => {
    const dayAt = (i: number) => new Date(Date.UTC(2026, 9, 1 + i)).toISOString().slice(0, 10);
    const DAYS = Array.from({ length: 45 }, (__, i) => ({
      date: dayAt(i),
      overall: { score: 50 + (i % 7) },
      by_engine: { chatgpt: { score: 60 }, gemini: { score: 40 } },
    }));
    const { client } = await clientOf((response, asked, number) => {
      if (!asked.url.includes('/scores/')) return json([])(response, asked, number);
      const from = at(asked, 'offset', 0);
      json(bodyOf(DAYS.slice(from, from + 20), from))(response, asked, number);
    });
    const scores = await client.dailyScores(PROJECT);
    expect([scores.length, scores.at(-1)?.date, scores.rest]).toEqual([135, dayAt(44), undefined]);
  },
);

describe('a long history of daily scores that begins with the oldest', () => {
  const dayAt = (i: number) => new Date(Date.UTC(2007, 0) + i * 86_400_000).toISOString().slice(0, 10);
  const DAYS = Array.from({ length: 6_900 }, (_, i) => ({ date: dayAt(i), score: 50 }));
  const part = (from: number) => ({ items: DAYS.slice(from, from + 500), total: DAYS.length });
  const numbered = (asked: Asked) => (at(asked, 'page', 1) - 1) * 500;
  it.each<[string, number, (asked: Asked) => object]>([
    ['numbered pages', 12, (asked) => ({ ...part(numbered(asked)), page: at(asked, 'page', 1), size: 500 })],
    [
      'an offset',
      12,
      (asked) => ({ ...part(at(asked, 'offset', 0)), offset: at(asked, 'offset', 0), limit: 500 }),
    ],
    [
      'a link',
      13,
      (asked) => ({ ...part(numbered(asked)), next: `/x?page=${at(asked, 'page', 1) + 1}&page_size=500` }),
    ],
    ['a cursor', 14, (asked) => ({ ...part(at(asked, 'cursor', 0)), next_cursor: cursorAfter(asked) })],
  ])('is read to its latest day by %s, in %d requests', async (_, most, bodyOf) => {
    const { client, asked } = await clientOf((response, one, number) =>
      json(bodyOf(one))(response, one, number),
    );
    const scores = await client.dailyScores(PROJECT);
    expect(scores.at(-1)?.date).toBe(DAYS.at(-1)?.date);
    expect(scores.length).toBeGreaterThan(4_000);
    expect(asked.length).toBeLessThanOrEqual(most);
  });

  it('can’t be read where it only repeats its oldest days, since nobody knows of the latest', async () => {
    const { client } = await clientOf(json({ ...part(0), page: 1, size: 500 }));
    const failure = await failureIn(client.dailyScores(PROJECT));
    expect(failure).toMatchObject({ code: 'visibility_contract', retry: 'never' });
  });

  function cursorAfter(asked: Asked) {
    const next = at(asked, 'cursor', 0) + 500;
    return next < DAYS.length ? `${next}` : null;
  }
});

it('a list that says only whether this is its last page is read to its end', async () => {
  const { client } = await clientOf((response, asked, number) => {
    const n = at(asked, 'page', 0);
    json({ content: page(n * 3), last: n === 2 })(response, asked, number);
  });
  expect(await client.topics(PROJECT)).toHaveLength(7);
});
