/** Dialects of lists: how much of one comes at once, how the rest is asked for, and in what it is put. */

import { type RawRequest, Refusal } from '../validation.ts';
import type { At } from './at.ts';
import type { Schema } from './change.ts';
import type { Dialect, Envelope, Paging, Parameter } from './dialect.ts';

type Query = RawRequest['query'];

const whole: Schema = { type: 'integer' };
const SIZE = 20;

function figure(query: Query, name: string, otherwise: number): number {
  const given = Number(query[name]);
  return Number.isInteger(given) && given >= 0 ? given : otherwise;
}

function parameter(name: string, schema: Schema): Parameter {
  return { name, in: 'query', required: false, schema };
}

const usualOf = ({ limit }: At) => limit?.usual ?? 50;
/** As low as any API's may be: the document shows a default of 25 leads and of 100 citations. */
const mostOf = ({ words, operation }: At) => {
  if (words.has('maximum-20')) return 20;
  return words.has('maximum-50') || operation === 'community_leads' ? 50 : 100;
};
const sizeOf = (query: Query, at: At) =>
  Math.max(1, Math.min(figure(query, 'limit', usualOf(at)), mostOf(at)));
const limitOf = (at: At) =>
  parameter('limit', {
    ...whole,
    minimum: 1,
    maximum: mostOf(at),
    default: Math.min(usualOf(at), mostOf(at)),
  });

/** Places in a list as nobody can guess them. */
const cursorAt = (start: number) => Buffer.from(`after:${start}`).toString('base64url');
function placeOf(cursor: unknown): number {
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  return Number(/^after:(\d+)$/.exec(text)?.[1] ?? 0);
}

/** The next part in a Link header (RFC 8288). */
const LINKED: Paging = {
  parameters: (at) => [limitOf(at), parameter('page', { ...whole, minimum: 1, default: 1 })],
  cut(rows, query, at, url) {
    const page = Math.max(1, figure(query, 'page', 1));
    const size = sizeOf(query, at);
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
    about: `lists in pages of ${SIZE}: items, total, page, size, pages`,
    group: 'pages',
    paging: {
      parameters: () => [
        parameter('page', { ...whole, minimum: 1, default: 1 }),
        parameter('size', { ...whole, minimum: 1, maximum: SIZE, default: SIZE }),
      ],
      cut(rows, query) {
        const page = Math.max(1, figure(query, 'page', 1));
        const size = Math.max(1, Math.min(figure(query, 'size', SIZE), SIZE));
        const pages = Math.ceil(rows.length / size);
        return {
          rows: rows.slice((page - 1) * size, page * size),
          info: { total: rows.length, page, size, pages },
        };
      },
      info: { total: whole, page: whole, size: whole, pages: whole },
    },
  },
  cursor: {
    about: 'lists in parts, each with next_cursor',
    group: 'pages',
    paging: {
      parameters: (at) => [limitOf(at), parameter('cursor', { type: 'string' })],
      cut(rows, query, at) {
        const start = placeOf(query.cursor);
        const end = start + sizeOf(query, at);
        return {
          rows: rows.slice(start, end),
          info: { next_cursor: end < rows.length ? cursorAt(end) : null },
        };
      },
      info: { next_cursor: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    },
  },
  offset: {
    about: 'lists in parts by limit and offset, with total',
    group: 'pages',
    paging: {
      parameters: (at) => [limitOf(at), parameter('offset', { ...whole, minimum: 0, default: 0 })],
      cut(rows, query, at) {
        const offset = figure(query, 'offset', 0);
        const limit = sizeOf(query, at);
        return { rows: rows.slice(offset, offset + limit), info: { total: rows.length, limit, offset } };
      },
      info: { total: whole, limit: whole, offset: whole },
    },
  },
  'has-more': {
    about: 'lists in pages, with has_more',
    group: 'pages',
    paging: {
      parameters: (at) => [limitOf(at), parameter('page', { ...whole, minimum: 1, default: 1 })],
      cut(rows, query, at) {
        const page = Math.max(1, figure(query, 'page', 1));
        const size = sizeOf(query, at);
        return {
          rows: rows.slice((page - 1) * size, page * size),
          info: { has_more: page * size < rows.length },
        };
      },
      info: { has_more: { type: 'boolean' } },
    },
  },
  link: {
    about: 'lists in pages, the next one in a Link header',
    group: 'pages',
    paging: LINKED,
  },
  bounded: {
    about: 'plain: 50 leads and 100 of other long lists at most, the next ones in a Link header',
    group: 'pages',
    limitedOnly: true,
    request(raw, at) {
      if (at.limit !== undefined && Number(raw.query.limit ?? 0) > mostOf(at)) {
        const msg = `Input should be less than or equal to ${mostOf(at)}`;
        throw new Refusal(422, [{ loc: ['query', 'limit'], msg, type: 'less_than_equal' }]);
      }
      return raw;
    },
    paging: LINKED,
  },
  unbounded: { about: 'long lists at once, up to thousands of rows', group: 'pages' },
} satisfies Record<string, Dialect>;

function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** In which a list comes where it comes in pages and nothing else is said. */
export const ITEMS: Envelope = {
  value: (rows, info) => ({ items: rows, ...info }),
  schema: (rows, info) => object({ items: rows, ...info }),
};

/** What a list is called beside others. */
function nameOf({ path }: At): string {
  return path.split('/').at(-1)?.replaceAll('-', '_') ?? 'list';
}
const FILTERS = [{ key: 'status', values: ['any'] }];

export const envelopeDialects = {
  enveloped: {
    about: 'lists as {data: {items: […]}}',
    group: 'envelope',
    envelope: {
      value: (rows, info) => ({ data: { items: rows, ...info } }),
      schema: (rows, info) => object({ data: object({ items: rows, ...info }) }),
    },
  },
  results: {
    about: 'lists as {results: […], meta: {…}}',
    group: 'envelope',
    envelope: {
      value: (rows, info) => ({ results: rows, meta: { count: rows.length, ...info } }),
      schema: (rows, info) => object({ results: rows, meta: object({ count: whole, ...info }) }),
    },
  },
  beside: {
    about: 'a list beside another list: {filters: […], leads: […]}',
    group: 'envelope',
    envelope: {
      value: (rows, info, at) => ({ filters: FILTERS, [nameOf(at)]: rows, ...info }),
      schema: (rows, info, at) =>
        object({
          filters: {
            type: 'array',
            items: object({ key: { type: 'string' }, values: { type: 'array', items: { type: 'string' } } }),
          },
          [nameOf(at)]: rows,
          ...info,
        }),
    },
  },
} satisfies Record<string, Dialect>;
