/**
 * Where the next page of a list is, in whichever of the usual ways the API says it: the address or the cursor of the
 * next, pages or an offset to count, a Link header. Pure. An address is never followed: only what it asks for is taken,
 * and asked for where the list was.
 */
import { candidatesIn } from './candidates.ts';
import type { HttpAnswer } from './http.ts';
import { EACH, type RowList } from './lists.ts';
import { placeFields } from './place-fields.ts';
import { lookUp, type OperationLines, parsePath } from './profile.ts';
import { flag, id, number, type Path, type Shape, text, valueAt } from './shape.ts';
import { isRaw, type Raw, readId, readNumber } from './values.ts';

/** What an answer says of its pages. */
const PAGES = {
  next: text(
    'next next_url next_page_url next_link odata_next_link links.next _links.next links.next.href _links.next.href',
  ),
  cursor: id(
    'next_cursor cursor.next cursors.next cursors.after next_page_token next_token end_cursor continuation_token continuation next_page_cursor after cursor offset',
  ),
  nextPage: number('next_page'),
  page: number('page current_page page_number page.number page.current'),
  pages: number('pages total_pages page_count last_page page.total_pages'),
  offset: number('offset skip start'),
  total: number('total total_count total_items total_results total_rows page.total total_elements'),
  more: flag('has_more has_next has_next_page more is_truncated'),
} satisfies Shape;

/** Query parameters by our names for them. */
export type PageQuery = Readonly<Record<string, string | number>>;

export type Paging = {
  /** What to ask for next; missing where nothing says that more is there. */
  next?: PageQuery;
  /** `total`: all rows, where the API says so. */
  total?: number;
  more: boolean;
};

/** `so far` are the rows of this page and of those before it; `page` is its number, from 1. */
export function pagingOf(
  body: unknown,
  headers: Pick<HttpAnswer, 'link' | 'nextPage' | 'range'>,
  { rowList, soFar, page, lines }: { rowList: RowList; soFar: number; page: number; lines: OperationLines },
): Paging {
  const { said: inBody, names } = saidOf(body, rowList.path, lines);
  const said = { ...inBody, ...saidIn(headers) };
  const more = said.more ?? (said.total !== undefined && said.total > soFar);
  // As Stripe's lists go on: behind the last thing that came.
  const lastId = isRaw(body) && body.object === 'list' ? readId(rowList.raws.at(-1)?.id) : undefined;
  const next =
    linked(headers.link) ?? nextOf(said, { soFar, page, came: rowList.raws.length, lines, names, lastId });
  return {
    ...(next && { next }),
    ...(said.total !== undefined && said.total >= soFar && { total: said.total }),
    more: more || next !== undefined,
  };
}

type Said = { [F in keyof typeof PAGES]?: unknown } & {
  total?: number;
  more?: boolean;
  page?: number;
  pages?: number;
  nextPage?: number;
  offset?: number;
  next?: string;
  cursor?: string;
};

type Counting = {
  soFar: number;
  page: number;
  came: number;
  lines: OperationLines;
  /** What the API calls its cursor, offset and page in its answer: it is likely to be asked so, too. */
  names: Names;
  /** That of the last row, where such a list goes on from it. */
  lastId: string | undefined;
};

function nextOf(
  { next, cursor, nextPage, page, pages, offset, total, more }: Said,
  { soFar, page: asked, came, lines, names, lastId }: Counting,
): PageQuery | undefined {
  if (came === 0 || more === false) return undefined;
  const query = (word: keyof Names, value: string | number) =>
    lines.has(`query.${word}`) ? { [word]: value } : { [names[word] ?? word]: value };
  if (next !== undefined) return queryIn(next) ?? query('cursor', next);
  if (cursor !== undefined) return query('cursor', cursor);
  if (nextPage !== undefined) return query('page', nextPage);
  const isMore = more ?? (total === undefined ? undefined : total > soFar);
  if (page !== undefined && (pages === undefined ? isMore : asked < pages)) return query('page', page + 1);
  if (lastId !== undefined && more) return { starting_after: lastId };
  if (offset !== undefined && isMore) return query('offset', soFar);
  // Described, or said by has_more alone: the only way left is to count.
  const counted = ['offset', 'page'].find((name) => typeof lookUp(lines, `query.${name}`) === 'string');
  if (isMore && counted === 'offset') return query('offset', soFar);
  return more || (isMore && counted) ? query('page', asked + 1) : undefined;
}

type Names = { cursor?: string; offset?: string; page?: string };

/** What stands around the rows: beside them, beside what holds them, and in what is called after pages. */
function saidOf(body: unknown, path: Path, lines: OperationLines): { said: Said; names: Names } {
  if (!isRaw(body) || path[0] === EACH) return { said: {}, names: {} };
  const around = pruned(body, path);
  const found = placeFields(PAGES, candidatesIn([around]));
  const places = Object.keys(PAGES).flatMap((name): [string, Path][] => {
    const told = lookUp(lines, `pages.${name}`);
    const place = told === undefined ? found.get(name)?.path : told === null ? undefined : parsePath(told);
    return place ? [[name, place]] : [];
  });
  const said = places.map(([name, place]) => [
    name,
    PAGES[name as keyof typeof PAGES].read(valueAt(around, place)),
  ]);
  return { said: Object.fromEntries(said) as Said, names: namesIn(new Map(places)) };
}

/** "nextPageToken" is asked for as "pageToken", "start" as "start", "currentPage" as "page". */
function namesIn(places: ReadonlyMap<string, Path>): Names {
  const last = (field: string) => places.get(field)?.at(-1);
  const cursor = last('cursor')?.replace(/^next_?(?=.)/i, '');
  const isPlain = cursor === undefined || /^(?:next|end_?cursor)$/i.test(cursor);
  const page = last('page');
  return {
    ...(cursor !== undefined && {
      cursor: isPlain ? (/^end/i.test(cursor) ? 'after' : 'cursor') : lower(cursor),
    }),
    ...(last('offset') !== undefined && { offset: last('offset') ?? '' }),
    ...(page !== undefined && /^page/i.test(page) && { page }),
  };
}

const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** The answer without its rows, and without the names that only led to them. */
function pruned(body: Raw, [step, ...rest]: Path): Raw {
  const { [step ?? '']: inner, ...others } = body;
  return isRaw(inner) && rest.length > 0 ? { ...others, ...pruned(inner, rest) } : others;
}

/** X-Next-Page is empty on the last page; "0-24/3000" of Content-Range counts the rows from 0, "*" is no number. */
function saidIn({ nextPage, range }: Pick<HttpAnswer, 'nextPage' | 'range'>): Said {
  const page = readNumber(nextPage);
  const [, from, total] = /(\d+)-\d+\/(\d+)\s*$/.exec(range ?? '') ?? [];
  return {
    ...(page !== undefined && { nextPage: page }),
    ...(from !== undefined && { offset: Number(from), total: Number(total) }),
  };
}

/** The address of `rel="next"` in a Link header (RFC 8288). */
function linked(header: string | undefined): PageQuery | undefined {
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
