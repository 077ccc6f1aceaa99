/** Finds the next page of a list. Pure. A URL is never followed: only its query is used, on the list's path. */
import { DAY_MS } from '../durations.ts';
import type { Answer, Reading } from './answer.ts';
import type { DailyScore } from './assumed.ts';
import { candidatesIn } from './candidates.ts';
import { ContractError } from './errors.ts';
import type { HttpAnswer } from './http.ts';
import { countIn, type RowList, rowsAt } from './lists.ts';
import { placeFields } from './place-fields.ts';
import { lookUp, NO_LINES, type OperationLines, parsePath, pathText } from './profile.ts';
import { onlyRowsOf, type Plan } from './read.ts';
import { alsoIn, EACH, flag, id, number, type Path, type Read, type Shape, text, valueAt } from './shape.ts';
import { pagedIn } from './tables.ts';
import { isRaw, type Raw, readId, readInstant, readText } from './values.ts';

const PAGES = alsoIn('page', {
  next: text(
    'next next_url next_page_url next_records_url next_link odata_next_link view.next hydra:view.hydra:next links.next _links.next links.next.href _links.next.href',
  ),
  cursor: id(
    'next_cursor cursor.next cursors.next cursors.after next_page_token next_token end_cursor continuation_token continuation next_page_cursor next_marker next_key bookmark scroll_id after cursor next_offset offset page_token',
  ),
  nextPage: number('next_page next'),
  page: number('page current_page page_number number current page_index p'),
  pages: number('pages total_pages page_count last_page'),
  offset: number('offset skip start start_at start_index'),
  total: number(
    'total total_count total_items total_results total_rows total_elements total_hits total_docs total_size hydra:total_items',
  ),
  /** Of the whole or of this page. */
  count: number('row_count count'),
  size: number('limit page_size per_page size max_results items_per_page results_per_page'),
  more: flag('has_more has_next has_next_page more is_truncated'),
  /** Others write the number or the address of the last page there. */
  last: {
    ...flag('last is_last is_last_page'),
    read: (value) => (typeof value === 'boolean' ? value : undefined),
  },
  part: flag('partial is_partial partial_results incomplete is_incomplete incomplete_results timed_out'),
}) satisfies Shape;

/** Query parameters, by our names where we have one. */
export type PageQuery = Readonly<Record<string, string | number>>;

export type Paging = {
  /** Missing where nothing says that there is more. */
  next?: PageQuery;
  /** Rows of this page are missing: an engine failed, or the search took too long. */
  isPart?: boolean;
  /** How many rows there are in all, if the API says. */
  total?: number;
  more: boolean;
};

/** `came`: how many rows of this page, number `page` from 1, as the API counts them; `soFar`: and of those before. `full`: how many a page has that may not be the last. */
export function pagingOf(
  body: unknown,
  headers: Pick<HttpAnswer, 'link' | 'paging' | 'range' | 'status'>,
  { rowList, came, soFar, page, lines, full }: PageRead,
): Paging {
  const { fields: inBody, names, isOpen } = pageFieldsIn(body, rowList.path, lines);
  const said = { size: full, ...inBody, ...headerFieldsIn(headers) };
  const isOfAll = said.total === undefined && said.count !== undefined && said.count > soFar;
  const fields = isOfAll ? { ...said, total: said.count } : said;
  const isGoingOn = isOpen && came > 0;
  const more = fields.more ?? (fields.total === undefined ? isGoingOn : fields.total > soFar);
  // Stripe's lists continue after the id of the last row.
  const isAfterId = (isRaw(body) && body.object === 'list') || lines.has(`query.${AFTER_ID}`);
  const lastId = isAfterId ? lastIdIn(rowList) : undefined;
  const next =
    nextInLink(headers.link) ??
    (came > 0 ? nextIn(body) : undefined) ??
    nextOf(fields, { soFar, page, came, isSure: more, lines, names, lastId });
  // Rows may come beside what went wrong: {data: [...], errors: [{message: "…"}]}.
  const faults = isRaw(body) ? [body.errors, body.failures] : [];
  const hasFaults = faults.some((each) => Array.isArray(each) && each.length > 0);
  return {
    ...(next && { next }),
    ...(fields.total !== undefined && fields.total >= soFar && { total: fields.total }),
    more: more || next !== undefined,
    isPart: fields.part || headers.status === MULTI_STATUS || hasFaults,
  };
}

type PageRead = {
  rowList: RowList;
  came: number;
  soFar: number;
  page: number;
  lines: OperationLines;
  full?: number | undefined;
};

const MULTI_STATUS = 207;

/** As many rows as an API is likely to end a page with that says nothing of pages. */
export const FULL_PAGES = new Set([20, 25, 50, 100, 200, 250, 500, 1000]);

/** The line that says what number the first page has, "0" or "1". */
const FIRST_PAGE = 'query.page.first';
/** Spring answers with a "page_number", and asks for a "page". */
const PLAIN_PAGE = ['query.page', 'page'] as const;

type PageFields = Partial<Read<typeof PAGES>>;

/**
 * `isSure`: there are more pages for certain. `names`: the API's in its answer, which its query is likely to share.
 * `lastId`: of the last row, for lists that continue after it.
 */
type Counting = Pick<PageRead, 'came' | 'soFar' | 'page' | 'lines'> & {
  isSure: boolean;
  names: Names;
  lastId: string | undefined;
};

function nextOf(fields: PageFields, counting: Counting): PageQuery | undefined {
  const { next, cursor, nextPage, more } = fields;
  if (counting.came === 0 || more === false) return undefined;
  const query: Query = (word, value) =>
    counting.lines.has(`query.${word}`) ? { [word]: value } : { [counting.names[word] ?? word]: value };
  if (next !== undefined) return queryIn(next) ?? query('cursor', next);
  if (cursor !== undefined) return query('cursor', cursor);
  // A bare "next" may be the number of a page, or of the first row that hasn't come.
  const isOfRow = nextPage === counting.soFar && nextPage > counting.page + 1;
  if (nextPage !== undefined) return query(isOfRow ? 'offset' : 'page', nextPage);
  return countedNext(fields, counting, query);
}

type Query = (word: keyof Names, value: string | number) => PageQuery;

function countedNext(fields: PageFields, counting: Counting, query: Query): PageQuery | undefined {
  const { page, pages, offset, more } = fields;
  const { soFar, page: asked, came, lines, lastId } = counting;
  const isMore = mayGoOn(fields, counting);
  if (page !== undefined && (pages === undefined ? isMore : asked < pages)) return query('page', page + 1);
  if (lastId !== undefined && isMore) return { [AFTER_ID]: lastId };
  const takes = (name: string) => typeof lookUp(lines, `query.${name}`) === 'string';
  // Some count rows from 1.
  if (isMore && (offset !== undefined || takes('offset')))
    return query('offset', Math.max(soFar, (offset ?? 0) + came));
  return more || (isMore && ['page', 'page.first'].some(takes)) ? countedPage(counting, query) : undefined;
}

/** Where only has_more or the description says that there are pages, we count; from 0 or 1, waysOn finds out first. */
function countedPage({ page, isSure, lines }: Counting, query: Query): PageQuery | undefined {
  const first = lookUp(lines, FIRST_PAGE) ?? (isSure ? undefined : '1');
  return first === undefined ? undefined : query('page', page + Number(first));
}

/** A full page may be the last one: only the next one tells. */
function mayGoOn({ more, total, size }: PageFields, { soFar, came }: Counting): boolean {
  return more ?? (total === undefined ? size !== undefined && came >= size : total > soFar);
}

type Names = { cursor?: string; offset?: string; page?: string };

/** Page fields next to the rows and next to their envelopes. */
function pageFieldsIn(body: unknown, path: Path, lines: OperationLines) {
  if (!isRaw(body) || path[0] === EACH) return { fields: {}, names: {}, isOpen: false };
  const around = withoutRows(body, path);
  const { candidates, places, fields } = readPages(around, lines);
  const isOpen = candidates.some(
    (each) => GOES_ON.test(each.path.at(-1) ?? '') && isToken(valueAt(around, each.path)),
  );
  return { fields, names: namesIn(places), isOpen };
}

function readPages(around: Raw, lines: OperationLines) {
  const candidates = candidatesIn([around]);
  const found = placeFields(PAGES, candidates);
  const places = new Map<string, Path>();
  const fields: Record<string, unknown> = {};
  for (const [name, { read }] of Object.entries(PAGES)) {
    const known = lookUp(lines, `pages.${name}`);
    const place = known === undefined ? found.get(name)?.path : known === null ? undefined : parsePath(known);
    if (!place) continue;
    places.set(name, place);
    const value = valueAt(around, place);
    fields[name] = read(name === 'cursor' && isRaw(value) ? JSON.stringify(value) : value);
  }
  if (typeof fields.last === 'boolean') fields.more ??= !fields.last;
  return { candidates, places, fields: fields as PageFields };
}

/** Names of what leads on, even where we don't know how: the list is a part then. */
const GOES_ON = /next|continu|^after$|more$|^lastevaluated/i;
const isToken = (value: unknown) =>
  value === true || isRaw(value) || (readText(value) !== undefined && readInstant(value) === undefined);

/** The query parameter for "nextPageToken" is "pageToken", for "start" "start", and for "currentPage" "page". */
function namesIn(places: ReadonlyMap<string, Path>): Names {
  const last = (field: string) => places.get(field)?.at(-1);
  const cursor = last('cursor')?.replace(/^next[-_]?(?=.)/i, '');
  const isPlain = cursor === undefined || /^(?:next|end_?cursor)$/i.test(cursor);
  const [page = '', offset] = [last('page'), last('offset')];
  const isOuter = places.get('page')?.length === 1;
  const isPage = /^page/i.test(page) || (isOuter && /^(?:current|p)$/.test(page));
  return {
    ...(cursor !== undefined && {
      cursor: isPlain ? (/^end/i.test(cursor) ? 'after' : 'cursor') : lower(cursor),
    }),
    ...(offset !== undefined && { offset }),
    ...(isPage && { page: lower(page) }),
  };
}

const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** The answer without its rows, with the fields of their envelopes moved to the top. */
function withoutRows(body: Raw, [step, ...rest]: Path): Raw {
  const { [step ?? '']: inner, ...others } = body;
  return isRaw(inner) && rest.length > 0 ? { ...others, ...withoutRows(inner, rest) } : others;
}

/** The next page as an object of its parameters: {next: {start: 14, take: 14}}. */
function nextIn(body: unknown): PageQuery | undefined {
  const entries = Object.entries(isRaw(body) && isRaw(body.next) ? body.next : {});
  const isParameter = ([, value]: [string, unknown]) => /^(?:string|number)$/.test(typeof value);
  const isQuery = entries.length > 0 && entries.length <= MOST_PARAMETERS && entries.every(isParameter);
  return isQuery && !entries.some(([name]) => /url|href|link/i.test(name))
    ? (Object.fromEntries(entries) as PageQuery)
    : undefined;
}

/** Content-Range "0-24/3000" counts rows from 0; its total may be "*". */
function headerFieldsIn({ paging, range }: Pick<HttpAnswer, 'paging' | 'range'>): PageFields {
  const [, from, total] = /(\d+)-\d+\/(\d+|\*)\s*$/.exec(range ?? '') ?? [];
  return {
    ...(paging && readPages(paging, NO_LINES).fields),
    ...(from !== undefined && { offset: Number(from) }),
    // Only an empty page tells that the one before was the last.
    ...(total === '*' ? { more: true } : total !== undefined && { total: Number(total) }),
  };
}

/** Passes over numbered pages of `came` rows, so that the last `wanted` rows are left; undefined where it can't be done. */
export function skipPages(paging: Paging, came: number, wanted: number) {
  const { next = {}, total = 0 } = paging;
  const pages = Math.floor((total - wanted) / came) - 1;
  const isSecond = ([name, value]: [string, string | number]) =>
    [1, 2, came].includes(Number(value)) && !/limit|size|per|take/i.test(name);
  const [name, second] = Object.entries(next).find(isSecond) ?? [];
  if (name === undefined || pages < 1) return undefined;
  const from = Number(second) + pages * (Number(second) === came ? came : 1);
  return { paging: { ...paging, next: { ...next, [name]: from } }, rows: pages * came, pages };
}

/** The read rows of a page. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

const IDENTITY = 'id url label text query name title date engine engineId region regionId domain'.split(' ');

/** What tells a row from others, also where each answer stamps it with its own time. */
export function identify(row: Rows[number]): string {
  const own = IDENTITY.map((name) => row[name]);
  return JSON.stringify(own.some((each) => each !== undefined) ? own : row);
}

/** Rows without those of an earlier page: one that is new meanwhile moves the others on, and the last ones come again. */
export function withoutRepeats(pages: readonly Rows[]): object[] {
  if (pages.length === 1) return pages.flat();
  const seen = new Set<unknown>();
  return pages.flatMap((page) => {
    // Without an id, rows may be alike by chance.
    const told = page.map((row) => (row.id === undefined ? row : identify(row)));
    const fresh = page.filter((_, i) => !seen.has(told[i]));
    for (const each of told) seen.add(each);
    return fresh;
  });
}

/** A way to ask for the second page, and the lines that say so. */
export type Way = { query: PageQuery; lines: readonly (readonly [what: string, there: string | null])[] };

const AFTER_ID = 'starting_after';
const lastIdIn = ({ raws }: RowList) => readId(raws.at(-1)?.id ?? raws.at(-1)?._id);

/** What token-like names beside rows are sent back as. */
const TOKEN = /cursor|token|marker|bookmark|evaluated|last_?id|next|after|continu|scroll/i;
const OFFSETS = ['offset', 'from', 'skip', 'start'];
const AFTER_IDS = [AFTER_ID, 'after', 'last_id', 'lastId', 'after_id', 'since_id'];

/** The usual ways to a second page that isn't named: none if they were tried in vain, few unless it `isSure` that there is one. */
export function waysOn(body: unknown, rowList: RowList, lines: OperationLines, isSure: boolean): Way[] {
  if (lookUp(lines, 'query.offset') === null || rowList.path[0] === EACH) return [];
  const beside = isRaw(body) ? [withoutRows(body, rowList.path)] : [];
  const tokens = candidatesIn(beside).flatMap(({ path }) => {
    const value = valueAt(body, path);
    const name = path.at(-1) ?? '';
    const token = isRaw(value) ? JSON.stringify(value) : typeof value === 'string' ? value : '';
    return TOKEN.test(name) && token !== '' && !/^https?:/.test(token) ? { path, name, token } : [];
  });
  const lastId = isSure ? lastIdIn(rowList) : undefined;
  const { places, fields } = readPages(isRaw(body) ? withoutRows(body, rowList.path) : {}, lines);
  const [of, number] = places.get('page')?.slice(-2) ?? [];
  const way = (query: PageQuery, ...lines: Way['lines']): Way => ({ query, lines });
  return [
    // {pagination: {page: 1}} may be asked for as "pagination[page]=2", as JSON:API's pages are.
    ...(number === undefined
      ? []
      : [way({ page: (fields.page ?? 1) + 1 }, ['query.page', `${of}[${number}]`])]),
    ...tokens.slice(0, 2).flatMap(({ path, name, token }) => {
      const place = pathText(path);
      return tokenNames(name).map((there) =>
        way({ cursor: token }, ['pages.cursor', place], ['query.cursor', there]),
      );
    }),
    ...(isSure ? ['0', '1'] : ['1']).map((first) =>
      way({ page: 1 + Number(first) }, [FIRST_PAGE, first], ...(lines.has('query.page') ? [] : [PLAIN_PAGE])),
    ),
    ...OFFSETS.slice(0, isSure ? undefined : 1).map((there) =>
      way({ offset: countIn(body, rowList) }, ['query.offset', there]),
    ),
    ...(lastId === undefined ? [] : AFTER_IDS).map((there) =>
      way({ [AFTER_ID]: lastId ?? '' }, [`query.${AFTER_ID}`, there]),
    ),
  ];
}

/** "next_cursor" may be sent as "start_cursor" (Notion), and "LastEvaluatedKey" as "exclusiveStartKey" (DynamoDB). */
function tokenNames(name: string): string[] {
  const bare = name.replace(/^next[-_]?(?=.)/i, '');
  const others = /evaluated/i.test(name)
    ? ['exclusiveStartKey', 'ExclusiveStartKey', 'exclusive_start_key', 'startKey', 'start_key']
    : [`start_${lower(bare)}`, 'after', 'cursor'];
  return [...new Set([name, lower(name), ...others])];
}

/** The query of the `rel="next"` URL in a Link header (RFC 8288). */
function nextInLink(header: string | undefined): PageQuery | undefined {
  const next = header?.split(/,\s*(?=<)/).find((each) => /;\s*rel="?next"?/i.test(each));
  const address = next && /<([^>]*)>/.exec(next)?.[1];
  return address === undefined ? undefined : queryIn(address);
}

const MOST_PARAMETERS = 20;

function queryIn(address: string): PageQuery | undefined {
  const at = address.indexOf('?');
  if (at < 0) return undefined;
  const query = [...new URLSearchParams(address.slice(at + 1))];
  return query.length === 0 ? undefined : Object.fromEntries(query.slice(0, MOST_PARAMETERS));
}

/** @throws ContractError where days come oldest first, again and again: nobody may say that there are no later ones */
export function requireLatest(
  pages: readonly { reading: Reading<unknown> }[],
  { operation, status }: { operation: string; status: number },
  now: number,
): void {
  const rows = pages.flatMap(({ reading }) => reading.value as DailyScore[]);
  const [from = '', to = ''] = [rows[0]?.date, rows.at(-1)?.date];
  if (!(from < to && to < new Date(now - LATE_MS).toISOString().slice(0, 10))) return;
  const wanted = 'expected a way to the latest days';
  throw new ContractError(operation, { path: '$', wanted, came: `days up to ${to} alone`, status });
}

/** Some APIs need a day to count one. */
const LATE_MS = 3 * DAY_MS;

/** The rows of a thing that has a single list. */
export function rowsInside({ shape }: Answer, body: unknown, plan: Plan | undefined): RowList | undefined {
  const place = plan?.fields.find(({ name }) => name === onlyRowsOf(shape))?.path;
  const held = place && valueAt(body, place);
  return place && rowsAt(body, isRaw(held) ? [...place, pagedIn(held) ?? ''] : place, shape);
}
