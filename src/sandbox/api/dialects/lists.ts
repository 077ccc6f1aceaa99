/** Dialects of lists: how many rows come at once, how to request the rest, and what wraps them. */
import type { RawRequest } from '../validation.ts';
import type { Dialect, Endpoint, Envelope, Paging, Parameter, Schema } from './dialect.ts';
import { checkLimit } from './requests.ts';

type Query = RawRequest['query'];

const integer: Schema = { type: 'integer' };
const PAGE_SIZE = 20;

function readNumber(query: Query, name: string, fallback: number): number {
  const value = Number(query[name]);
  return Number.isInteger(value) && value >= 0 ? value : fallback;
}

function queryParameter(name: string, schema: Schema): Parameter {
  return { name, in: 'query', required: false, schema };
}

const pageParameter = queryParameter('page', { ...integer, minimum: 1, default: 1 });
const readPage = (query: Query) => Math.max(1, readNumber(query, 'page', 1));

const defaultLimit = ({ limit }: Endpoint) => limit?.fallback ?? 50;
/** As low as the real API's may be: its document shows defaults of 25 leads and 100 citations. */
const maximumLimit = ({ words, operation }: Endpoint) => {
  if (words.has('maximum-20')) return 20;
  return words.has('maximum-50') || operation === 'community_leads' ? 50 : 100;
};
const readLimit = (query: Query, endpoint: Endpoint) =>
  Math.max(1, Math.min(readNumber(query, 'limit', defaultLimit(endpoint)), maximumLimit(endpoint)));
const limitParameter = (endpoint: Endpoint) =>
  queryParameter('limit', {
    ...integer,
    minimum: 1,
    maximum: maximumLimit(endpoint),
    default: Math.min(defaultLimit(endpoint), maximumLimit(endpoint)),
  });

/** Cursors are opaque, so a client can't compute them. */
const toCursor = (start: number) => Buffer.from(`after:${start}`).toString('base64url');
function fromCursor(cursor: unknown): number {
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  return Number(/^after:(\d+)$/.exec(text)?.[1] ?? 0);
}

/** Puts the next page into a Link header (RFC 8288). */
const LINKED: Paging = {
  parameters: (endpoint) => [limitParameter(endpoint), pageParameter],
  cut(rows, query, endpoint, url) {
    const page = readPage(query);
    const size = readLimit(query, endpoint);
    const next = new URL(url);
    next.searchParams.set('page', String(page + 1));
    return {
      rows: rows.slice((page - 1) * size, page * size),
      info: {},
      ...(page * size < rows.length && { headers: { Link: `<${next}>; rel="next"` } }),
    };
  },
  info: {},
};

export const pagingDialects = {
  pages: {
    about: `lists in pages of ${PAGE_SIZE}: items, total, page, size, pages`,
    group: 'pages',
    paging: {
      parameters: () => [
        pageParameter,
        queryParameter('size', { ...integer, minimum: 1, maximum: PAGE_SIZE, default: PAGE_SIZE }),
      ],
      cut(rows, query) {
        const page = readPage(query);
        const size = Math.max(1, Math.min(readNumber(query, 'size', PAGE_SIZE), PAGE_SIZE));
        const pages = Math.ceil(rows.length / size);
        return {
          rows: rows.slice((page - 1) * size, page * size),
          info: { total: rows.length, page, size, pages },
        };
      },
      info: { total: integer, page: integer, size: integer, pages: integer },
    },
  },
  cursor: {
    about: 'lists in pages, each with next_cursor',
    group: 'pages',
    paging: {
      parameters: (endpoint) => [limitParameter(endpoint), queryParameter('cursor', { type: 'string' })],
      cut(rows, query, endpoint) {
        const start = fromCursor(query.cursor);
        const end = start + readLimit(query, endpoint);
        return {
          rows: rows.slice(start, end),
          info: { next_cursor: end < rows.length ? toCursor(end) : null },
        };
      },
      info: { next_cursor: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    },
  },
  offset: {
    about: 'lists in pages by limit and offset, with total',
    group: 'pages',
    paging: {
      parameters: (endpoint) => [
        limitParameter(endpoint),
        queryParameter('offset', { ...integer, minimum: 0, default: 0 }),
      ],
      cut(rows, query, endpoint) {
        const offset = readNumber(query, 'offset', 0);
        const limit = readLimit(query, endpoint);
        return { rows: rows.slice(offset, offset + limit), info: { total: rows.length, limit, offset } };
      },
      info: { total: integer, limit: integer, offset: integer },
    },
  },
  'has-more': {
    about: 'lists in pages, with has_more',
    group: 'pages',
    paging: {
      parameters: (endpoint) => [limitParameter(endpoint), pageParameter],
      cut(rows, query, endpoint) {
        const page = readPage(query);
        const size = readLimit(query, endpoint);
        return {
          rows: rows.slice((page - 1) * size, page * size),
          info: { has_more: page * size < rows.length },
        };
      },
      info: { has_more: { type: 'boolean' } },
    },
  },
  link: {
    about: 'lists in pages, the next in a Link header',
    group: 'pages',
    paging: LINKED,
  },
  bounded: {
    about: 'plain: at most 50 leads, 100 of other long lists; the next page in a Link header',
    group: 'pages',
    limitedOnly: true,
    request(raw, endpoint) {
      if (endpoint.limit !== undefined) checkLimit(raw, maximumLimit(endpoint));
      return raw;
    },
    paging: LINKED,
  },
  unbounded: { about: 'long lists at once, up to thousands of rows', group: 'pages' },
} satisfies Record<string, Dialect>;

function objectSchema(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** The envelope of paged lists, unless a word sets another. */
export const ITEMS: Envelope = {
  value: (rows, info) => ({ items: rows, ...info }),
  schema: (rows, info) => objectSchema({ items: rows, ...info }),
};

function listName({ path }: Endpoint): string {
  return path.split('/').at(-1)?.replaceAll('-', '_') ?? 'list';
}
const FILTERS = [{ key: 'status', values: ['any'] }];

export const envelopeDialects = {
  enveloped: {
    about: 'lists as {data: {items: […]}}',
    group: 'envelope',
    envelope: {
      value: (rows, info) => ({ data: { items: rows, ...info } }),
      schema: (rows, info) => objectSchema({ data: objectSchema({ items: rows, ...info }) }),
    },
  },
  results: {
    about: 'lists as {results: […], meta: {…}}',
    group: 'envelope',
    envelope: {
      value: (rows, info) => ({ results: rows, meta: { count: rows.length, ...info } }),
      schema: (rows, info) =>
        objectSchema({ results: rows, meta: objectSchema({ count: integer, ...info }) }),
    },
  },
  beside: {
    about: 'lists beside another list: {filters: […], leads: […]}',
    group: 'envelope',
    envelope: {
      value: (rows, info, endpoint) => ({ filters: FILTERS, [listName(endpoint)]: rows, ...info }),
      schema: (rows, info, endpoint) =>
        objectSchema({
          filters: {
            type: 'array',
            items: objectSchema({
              key: { type: 'string' },
              values: { type: 'array', items: { type: 'string' } },
            }),
          },
          [listName(endpoint)]: rows,
          ...info,
        }),
    },
  },
} satisfies Record<string, Dialect>;
