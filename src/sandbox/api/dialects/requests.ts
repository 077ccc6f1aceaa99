/** Dialects of requests and of lists: how many rows come at once, how to request the rest, and what wraps them. */
import { isRecord } from '../../../json.ts';
import { type FieldFault, type RawRequest, Refusal } from '../route.ts';
import {
  type Dialect,
  type Endpoint,
  type Envelope,
  objectSchema,
  type Paging,
  type Parameter,
  renameFields,
  type Schema,
} from './dialect.ts';

/** By operation: the routes' names and those on the wire. */
type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Renames body fields or query parameters; the routes' own names are then ignored. */
function renameInputs(
  place: 'body' | 'query',
  names: Names,
): Pick<Dialect, 'request' | 'parameters' | 'body' | 'wireName'> {
  const rename = (input: Record<string, unknown>, { operation }: Endpoint) => {
    const ours = names[operation] ?? {};
    const kept = Object.entries(input).filter(([name]) => !(name in ours));
    const renamed = Object.entries(ours).flatMap(([name, wire]) =>
      wire in input ? [[name, input[wire]]] : [],
    );
    return Object.fromEntries([...kept, ...renamed]);
  };
  return {
    request: (raw, endpoint) =>
      isRecord(raw[place]) ? ({ ...raw, [place]: rename(raw[place], endpoint) } as RawRequest) : raw,
    wireName: (name, { operation }) => names[operation]?.[name] ?? name,
    ...(place === 'body'
      ? { body: renameFields(names).schema }
      : {
          parameters: (parameters, { operation }) =>
            parameters.map((one) => ({ ...one, name: names[operation]?.[one.name] ?? one.name })),
        }),
  };
}

/** Accepts lists of ids in one format only. */
function restrictLists(
  isWrong: (value: string | string[]) => boolean,
  explode: boolean,
): Pick<Dialect, 'request' | 'parameters'> {
  return {
    request(raw) {
      const wrong = ID_LISTS.filter((name) => isWrong(raw.query[name] ?? ''));
      if (wrong.length === 0) return raw;
      throw new Refusal(
        422,
        wrong.map((name) => queryFault(name, 'Input should be a valid UUID', 'uuid_parsing')),
      );
    },
    parameters: (parameters) =>
      parameters.map(
        (one): Parameter =>
          ID_LISTS.includes(one.name)
            ? {
                ...one,
                style: 'form',
                explode,
                schema: { type: 'array', items: { type: 'string', format: 'uuid' } },
              }
            : one,
      ),
  };
}
const ID_LISTS = ['engine_ids', 'region_ids'];

/** Refuses limits above the maximum, and lowers default limits to it. */
function capLimit(maximum: number): Dialect {
  return {
    about: `lists of at most ${maximum} rows: a larger limit is refused`,
    group: 'maximum',
    request(raw, endpoint) {
      if (endpoint.limit === undefined && !isPaged(endpoint)) return raw;
      checkLimit(raw, maximum);
      const isDefaultTooLarge = (endpoint.limit?.fallback ?? maximum) > maximum;
      return raw.query.limit === undefined && isDefaultTooLarge
        ? { ...raw, query: { ...raw.query, limit: String(maximum) } }
        : raw;
    },
    parameters: (parameters) =>
      parameters.map((one) =>
        one.name === 'limit'
          ? {
              ...one,
              schema: {
                ...one.schema,
                maximum,
                default: Math.min(Number(one.schema.default ?? maximum), maximum),
              },
            }
          : one,
      ),
  };
}

/** @throws Refusal 422 */
function checkLimit({ query }: RawRequest, maximum: number): void {
  // A limit that isn't a number is the route's to refuse.
  if (!(Number(query.limit) > maximum)) return;
  const msg = `Input should be less than or equal to ${maximum}`;
  throw new Refusal(422, [queryFault('limit', msg, 'less_than_equal')]);
}

const isPaged = ({ words, isList }: Endpoint) =>
  isList && ['cursor', 'offset', 'has-more', 'link'].some((word) => words.has(word));

/** The operations whose limit the API's document shows. */
const WITH_LIMIT = ['community_leads', 'citations'];

function queryFault(name: string, msg: string, type: string): FieldFault {
  return { loc: ['query', name], msg, type };
}

export const requestDialects = {
  'other-parameters': {
    about: 'topic-detail takes label, competitor-detail name, prompt-detail id',
    ...renameInputs('query', {
      topic_detail: { topic: 'label' },
      topic_answers: { topic: 'label' },
      competitor_detail: { competitor: 'name' },
      prompt_detail: { prompt_id: 'id' },
      prompt_timeseries: { prompt_id: 'id' },
    }),
  },
  'other-bodies': {
    about: 'prompts are created with text and changed with query; engines are set with engines',
    ...renameInputs('body', {
      create_prompt: { prompt: 'text' },
      update_prompt: { prompt: 'query' },
      set_engines: { engine_ids: 'engines' },
    }),
  },
  'comma-lists': {
    about: 'comma-separated ids; repeated parameters are refused',
    group: 'lists',
    ...restrictLists((value) => Array.isArray(value), false),
  },
  'repeated-lists': {
    about: 'repeated parameters for ids; comma-separated ones are refused',
    group: 'lists',
    ...restrictLists((value) => [value].flat().some((each) => each.includes(',')), true),
  },
} satisfies Record<string, Dialect>;

export const limitDialects = {
  'maximum-50': capLimit(50),
  'maximum-20': capLimit(20),
  'no-limit-parameter': {
    about: 'a limit is refused unless the document shows one',
    request(raw, { operation }) {
      if (raw.query.limit !== undefined && !WITH_LIMIT.includes(operation))
        throw new Refusal(422, [queryFault('limit', 'Extra inputs are not permitted', 'extra_forbidden')]);
      return raw;
    },
    parameters: (parameters, { operation }) =>
      parameters.filter(({ name }) => name !== 'limit' || WITH_LIMIT.includes(operation)),
  },
} satisfies Record<string, Dialect>;

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

/** Where a page of a list of `total` rows is; pages are counted from 1. */
type Cut = { start: number; end: number; page: number; size: number; total: number };

/** `more`: the parameter beside the limit; `told`: the schema of what is told of a page, or a Link header (RFC 8288). */
type Way = { more: Parameter; start(query: Query, size: number): number } & (
  | { tell(cut: Cut): Record<string, unknown>; told: Record<string, Schema> }
  | { tell: 'link'; told?: undefined }
);

const startOfPage = (query: Query, size: number) => (readPage(query) - 1) * size;

function pagedBy({ more, start: startIn, tell, told = {} }: Way): Paging {
  return {
    parameters: (endpoint) => [limitParameter(endpoint), more],
    cut(all, query, endpoint, url) {
      const size = readLimit(query, endpoint);
      const start = startIn(query, size);
      const cut = { start, end: start + size, page: start / size + 1, size, total: all.length };
      const rows = all.slice(start, cut.end);
      if (tell !== 'link') return { rows, info: tell(cut) };
      const next = new URL(url);
      next.searchParams.set('page', String(cut.page + 1));
      const headers = { Link: `<${next}>; rel="next"` };
      return { rows, info: {}, ...(cut.end < cut.total && { headers }) };
    },
    info: told,
  };
}

const LINKED = pagedBy({ more: pageParameter, start: startOfPage, tell: 'link' });

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
    paging: pagedBy({
      more: queryParameter('cursor', { type: 'string' }),
      start: ({ cursor }) => fromCursor(cursor),
      tell: ({ end, total }) => ({ next_cursor: end < total ? toCursor(end) : null }),
      told: { next_cursor: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    }),
  },
  offset: {
    about: 'lists in pages by limit and offset, with total',
    group: 'pages',
    paging: pagedBy({
      more: queryParameter('offset', { ...integer, minimum: 0, default: 0 }),
      start: (query) => readNumber(query, 'offset', 0),
      tell: ({ total, size: limit, start: offset }) => ({ total, limit, offset }),
      told: { total: integer, limit: integer, offset: integer },
    }),
  },
  'has-more': {
    about: 'lists in pages, with has_more',
    group: 'pages',
    paging: pagedBy({
      more: pageParameter,
      start: startOfPage,
      tell: ({ end, total }) => ({ has_more: end < total }),
      told: { has_more: { type: 'boolean' } },
    }),
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
