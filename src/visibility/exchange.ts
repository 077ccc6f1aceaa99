/**
 * One call from arguments to typed result: builds the request from the profile, corrects it when a refusal says how,
 * follows pages until there are enough rows, and reads them. Corrections are kept once they have worked.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Answered,
  bodyOf,
  comesLowestFirst,
  type DateOrder,
  type Listing,
  type Reading,
  readBody,
  requireNeeded,
  sortRows,
} from './answer.ts';
import type { DailyScore } from './assumed.ts';
import {
  isAmbiguous,
  latestVersions,
  mayBeByColumn,
  mayHaveColumnsOfParts,
  mergeEngines,
  type Parts,
  recogniseParts,
  withColumnsOfParts,
  withNames,
  withoutWholeMarks,
} from './breakdown.ts';
import { ifKnown, OutOfCallsError, UnreadableError, VisibilityError, WaitOver } from './errors.ts';
import { refusalIn } from './failure.ts';
import type { HttpAnswer, HttpRequest, ReadAnswer } from './http.ts';
import { countIn } from './lists.ts';
import { isWhole } from './names.ts';
import { type Call, isUsualSpan, type Operation, SPANS_TO_TRY } from './operation.ts';
import {
  FULL_PAGES,
  identify,
  type PageQuery,
  type Paging,
  pagingOf,
  type Rows,
  requireLatest,
  rowsInside,
  skipPages,
  type Way,
  waysOn,
  withoutRepeats,
} from './pages.ts';
import { type Line, lookUp, type OperationLines, pathText, withLines } from './profile.ts';
import { onlyRowsOf } from './read.ts';
import {
  correctionsOf,
  KIND_OF_TOPIC,
  kindOfTopicMissed,
  mostAsked,
  requestOf,
  takesTopicId,
} from './request.ts';
import { EACH } from './shape.ts';
import type { Raw } from './values.ts';

const MOST_PAGES = 60;
/** Of what is inside a thing. */
const MOST_PAGES_INSIDE = 10;
/** Codes of errors that don't tell whether the API knows a way. */
const NO_ANSWER = new Set(['visibility_out_of_calls', 'visibility_unavailable', 'visibility_rate_limited']);
const REFUSALS = new Set(['visibility_validation', 'visibility_not_found', 'visibility_refused']);
/** The API may refuse a name, a maximum and the encoding of a list, and a maximum more than once. */
const MOST_CORRECTIONS = 6;

type Exchange = {
  send<T>(request: HttpRequest, read: ReadAnswer<T>): Promise<T>;
  redact(text: string): string;
  lines: OperationLines;
  /** Shared by all answers of an API. */
  dates: DateOrder;
  now(): number;
  learn(lines: readonly Line[]): void;
  onAnswer(answer: Answered): void;
  /** Engines and regions, to recognise them in rows, as last listed, or `again`; empty lists where they can't be read. */
  parts(again: boolean): Promise<Parts>;
  /** A topic as the API lists it, by its label. */
  topicNamed(label: string): Promise<{ id?: string | undefined; kind?: string | undefined } | undefined>;
};

/** `id` is the operation's key in OPERATIONS. */
export type Asking<T = unknown> = { id: string; row: Omit<Operation<never[], T>, 'request'>; call: Call };

/** `came`: how many rows, as the API counts them. `asked`: the limit that was sent, once capped to the API's maximum. `full`: the rows of a page that may not be the last. */
type Page = Awaited<ReturnType<typeof pageOf>>;

/** @throws VisibilityError */
export async function exchange<T>(asking: Asking<T>, given: Exchange): Promise<T> {
  const { answer } = asking.row;
  const isListed = answer.list && asking.row.effect === 'read';
  const asked = pageOf(asking, given, {}, FIRST);
  const opening = isListed ? await ifKnown(asked, true) : await asked;
  if (!opening) return [] as T;
  const { first, io } = await withMoreDays(opening, asking, given);
  const parts = () => partsFor(asking.id, io);
  if (!first.reading.rowList)
    return withNames((await withFurtherRows(first, asking, io)) as T, answer.shape, parts);
  const read = await pagesFrom(first, asking, io);
  const { pages, rest, isRepeated } = read;
  if (answer.byPart && isRepeated) requireLatest(pages, first.of, io.now());
  const isGrouped = pages.some(({ reading }) => reading.rowList?.path.includes(EACH));
  const all = withoutRepeats(pages.map(({ reading }) => reading.value as Rows));
  const { engines, citations } = answer.shape;
  const rows = sortRows(answer, engines && citations ? mergeEngines(all) : all, isGrouped);
  const listing: Listing<unknown> = answer.byPart
    ? await separateParts(asking, rows as DailyScore[], pages, io)
    : await withNames([...rows], answer.shape, parts);
  return (rest ? Object.assign(listing, { rest }) : listing) as T;
}

const FIRST = { before: 0, page: 1 };

/** With a longer span, where an API gives the last days of a usual one by itself and heeds a usual way to ask for fewer. */
async function withMoreDays(first: Page, asking: Asking, io: Exchange) {
  const daysIn = ({ reading }: Page) =>
    new Set((reading.value as DailyScore[]).flatMap(({ date }) => date ?? []));
  const isAsked = [...io.lines.keys()].some((what) => what.startsWith('span.'));
  if (!asking.row.answer.byPart || isAsked || first.paging.more || !isUsualSpan(daysIn(first), io.now()))
    return { first, io };
  const learnt = (what: string, there: string | null) => {
    const line: Line = { operation: asking.id, what, there, known: 'answered' };
    return { line, io: { ...io, lines: withLines(io.lines, [line]) } };
  };
  for (const { what, few, many } of SPANS_TO_TRY) {
    const page = await pageTried(asking, learnt(what, few).io, {}, FIRST);
    if (page === null) return { first, io };
    if (!page || daysIn(page).size === 0 || daysIn(page).size >= daysIn(first).size) continue;
    const longer = learnt(what, many);
    io.learn([longer.line]);
    return { first: await pageOf(asking, longer.io, {}, FIRST), io: longer.io };
  }
  io.learn([learnt('span.days', null).line]);
  return { first, io };
}

/** A page asked for by guess: undefined where the API refuses that, null where it tells nothing. */
const pageTried = (...[asking, io, more, at]: Parameters<typeof pageOf>) =>
  pageOf(asking, io, more, at).catch((error: unknown) => {
    if (error instanceof WaitOver) return null;
    if (error instanceof VisibilityError) return NO_ANSWER.has(error.code) ? null : undefined;
    throw error;
  });

/** A thing with the rows of its further pages, as a prompt has runs. */
async function withFurtherRows(first: Page, asking: Asking, io: Exchange): Promise<unknown> {
  const { value } = first.reading;
  const name = onlyRowsOf(asking.row.answer.shape) ?? '';
  const rowsOf = ({ reading }: Page) => ((reading.value as Raw)[name] ?? []) as Rows;
  const pages: Rows[] = [];
  let page = first.paging.next && first;
  // An API that ignores our page parameter returns its first page forever.
  while (page && pages.length < MOST_PAGES_INSIDE && !isDeepStrictEqual(rowsOf(page), pages.at(-1) ?? [])) {
    pages.push(rowsOf(page));
    const at = { before: pages.flat().length, page: pages.length + 1 };
    page = page.paging.next && (await ifInBudget(pageOf(asking, io, page.paging.next, at), asking));
  }
  return pages.length === 0 ? value : { ...(value as Raw), [name]: pages.flat() };
}

/** Undefined out of budget, or when whoever asked for the first rows alone has waited long enough: what came is a part. */
const ifInBudget = (page: Promise<Page>, { row, call }: Asking) =>
  page.catch((error: unknown) => {
    const asksForFirst = call.query?.limit !== undefined && !row.answer.byPart;
    if (error instanceof OutOfCallsError || (asksForFirst && error instanceof WaitOver)) return undefined;
    throw error;
  });

/** Follows pages while more rows are wanted and each page brings new ones. */
async function pagesFrom(first: Page, asking: Asking, given: Exchange) {
  let io = given;
  const start = startAfter(first, asking);
  const pages = [first];
  let { paging } = start;
  const seen = new Set([firstRowIn(first)]);
  let [soFar, came] = [rowsIn(first), first.came];
  let isRepeated = false;
  const add = (page: Page) => {
    seen.add(firstRowIn(page));
    pages.push(page);
    soFar += rowsIn(page);
    came += page.came;
    ({ paging } = page);
  };
  const guess = async () => {
    const found = soFar < start.wanted ? await guessedPage(first, asking, io) : undefined;
    if (!found) return false;
    add(found.page);
    io = found.io;
    return true;
  };
  if (!paging.next) await guess();
  while (!isRepeated && paging.next && soFar < start.wanted && pages.length < MOST_PAGES) {
    const at = { before: start.rows + came, page: start.pages + pages.length + 1, full: first.full };
    const page = await ifInBudget(pageOf(asking, io, paging.next, at), asking);
    if (!page) break;
    if (rowsIn(page) === 0) {
      ({ paging } = page);
      break;
    }
    // An API that ignores our page parameter returns its first page forever.
    if (!seen.has(firstRowIn(page))) add(page);
    else isRepeated = pages.length > 1 || !(await guess());
  }
  const isPart = isRepeated || start.pages > 0 || paging.more || isCut(pages, asking);
  return {
    pages: start.pages > 0 && pages.length > 1 ? pages.slice(1) : pages,
    rest: isPart ? restOf(paging, soFar === came) : undefined,
    isRepeated,
  };
}

const restOf = ({ total }: Paging, areRows: boolean) => (total === undefined || !areRows ? {} : { total });

/** Of rows that come lowest first, as days may, the last are wanted: the others are passed over, or read where days can't be. */
function startAfter(first: Page, asking: Asking) {
  const { paging, came, reading } = first;
  const { answer } = asking.row;
  const wanted = rowsWanted(asking);
  const isFromLowest = comesLowestFirst(answer, reading.value as Rows);
  const later = isFromLowest ? skipPages(paging, came, (wanted * came) / rowsIn(first)) : undefined;
  const isToEnd = isFromLowest && (later !== undefined || answer.byPart === true);
  return { wanted: isToEnd ? Number.POSITIVE_INFINITY : wanted, ...(later ?? { paging, rows: 0, pages: 0 }) };
}

function rowsWanted({ row, call: { query = {} } }: Asking): number {
  return typeof query.limit === 'number' ? query.limit : row.most;
}

/** Whether a page is too long to be read, or the API's maximum came, told or not, which is fewer rows than wanted. */
function isCut(pages: readonly Page[], asking: Asking): boolean {
  const [wanted, isLimited] = [rowsWanted(asking), asking.call.query?.limit !== undefined];
  const isAtMaximum = (page: Page) => {
    const most = page.asked ?? (isLimited ? page.full : undefined);
    return most !== undefined && most < wanted && page.came >= most;
  };
  return (
    pages.some(({ reading, paging }) => reading.isCut || paging.isPart) ||
    (pages.length === 1 && pages.some(isAtMaximum))
  );
}

/** The second page, where an answer may have more and doesn't say how to ask for it: the usual ways are tried in turn, once. */
async function guessedPage(first: Page, asking: Asking, io: Exchange) {
  const linesOf = (pairs: Way['lines']) =>
    pairs.map(([what, there]): Line => ({ operation: asking.id, what, there, known: 'answered' }));
  const { paging, full, reading } = first;
  if (!reading.rowList || (!paging.more && (full === undefined || asking.row.effect !== 'read')))
    return undefined;
  const ways = waysOn(first.body, reading.rowList, io.lines, paging.more);
  if (ways.length === 0) return undefined;
  const came = new Set(identitiesIn(first));
  for (const { query, lines } of ways) {
    const then = { ...io, lines: withLines(io.lines, linesOf(lines)) };
    const at = { before: first.came, page: 2, full };
    const page = await pageTried(asking, then, query, at);
    if (page === null) return undefined;
    if (!page || rowsIn(page) === 0 || identitiesIn(page).some((one) => came.has(one))) continue;
    io.learn(linesOf(lines));
    return { page, io: then };
  }
  io.learn(linesOf([['query.offset', null]]));
  return undefined;
}

const identitiesIn = ({ reading }: Page) => (reading.value as Rows).map(identify);

function rowsIn({ reading }: Pick<Page, 'reading'>): number {
  return reading.rowList?.raws.length ?? 0;
}

function firstRowIn({ reading }: Page): string {
  return JSON.stringify(reading.rowList?.raws[0]) ?? '';
}

async function pageOf(
  asking: Asking,
  io: Exchange,
  more: PageQuery,
  { before, page, full: fullBefore }: { before: number; page: number; full?: number | undefined },
) {
  const { row } = asking;
  const operation = `${row.method} ${row.path}`;
  const { redact, lines } = io;
  const named = row.asks?.map((word) => asking.call.query?.[word]).find((value) => typeof value === 'string');
  const read = (http: HttpAnswer, body: unknown) => {
    const { brands } = asking.call;
    const of = { operation, status: http.status, lines, called: row.called, named, brands, redact };
    let reading: Reading<unknown> | undefined;
    try {
      reading = readBody(row.answer, body, of);
    } finally {
      io.onAnswer({ operation, body, ...(reading && { reading }) });
    }
    if (!mayBeByColumn(row.answer, reading)) requireNeeded(row.answer, reading, of);
    return { http, body, of, reading };
  };
  const { http, body, of, reading, asked } = await sendCorrected(asking, io, more, read);
  const rowList = reading.rowList ?? rowsInside(row.answer, body, reading.plan);
  const came = rowList ? countIn(body, rowList) : 0;
  const full = fullBefore ?? (reading.rowList && (came === asked || FULL_PAGES.has(came)) ? came : undefined);
  const paging: Paging = rowList
    ? pagingOf(body, http, { rowList, came, soFar: before + came, page, lines, full })
    : { more: false };
  return { body, reading, of, paging, asked, full, came };
}

/** Sends, and sends again as a refusal asks for. A refused request had no effect, so this is safe for writes too. */
async function sendCorrected<T>(
  asking: Asking,
  io: Exchange,
  more: PageQuery,
  read: (http: HttpAnswer, body: unknown) => T,
) {
  const { row, call } = asking;
  const learned: Line[] = [];
  for (;;) {
    const lines = withLines(io.lines, learned);
    const { request, sent } = requestOf(row, await withTopic(call, lines, io), lines, io.now(), more);
    try {
      const { operation } = request;
      const found = await io.send(request, (http) => {
        const body = bodyOf(operation, http, io.dates);
        const refusal = refusalIn(operation, http.status, body, io.redact);
        if (refusal) throw refusal;
        if (learned.length > 0) io.learn(learned);
        return read(http, body);
      });
      return { ...found, asked: mostAsked(sent, lines) };
    } catch (error) {
      if (learned.length >= MOST_CORRECTIONS) throw error;
      const corrections = correctionsOf(asking.id, error, sent, lines);
      learned.push(...(corrections.length > 0 ? corrections : [await topicTold(error, asking, lines, io)]));
    }
  }
}

/** A topic that isn't known, or not valid, by its label may be so by its id, or with its kind. @throws the refusal if it is something else */
async function topicTold(error: unknown, { id, call }: Asking, lines: OperationLines, io: Exchange) {
  const { topic: label } = call.query ?? {};
  const isRefusal = error instanceof VisibilityError && REFUSALS.has(error.code);
  if (!isRefusal || typeof label !== 'string') throw error;
  const line = (what: string, there: string): Line => ({ operation: id, what, there, known: 'refused' });
  const kind = kindOfTopicMissed(error);
  const topic = await io.topicNamed(label).catch(() => undefined);
  if (kind && topic?.kind && !lines.has(KIND_OF_TOPIC)) return line(KIND_OF_TOPIC, kind);
  if (kind || topic?.id === undefined || takesTopicId(lines)) throw error;
  return line('query.topic.by', 'id');
}

/** The call, with the id or kind of the topic that it names where the API wants that. */
async function withTopic(call: Call, lines: OperationLines, io: Exchange): Promise<Call> {
  const { topic: label } = call.query ?? {};
  const kind = lookUp(lines, KIND_OF_TOPIC);
  if (typeof label !== 'string' || !(kind || takesTopicId(lines))) return call;
  const topic = await io.topicNamed(label);
  const named = takesTopicId(lines) ? (topic?.id ?? label) : label;
  return { ...call, query: { ...call.query, topic: named, ...(kind && { [kind]: topic?.kind }) } };
}

/** Rows with their engine and region. @throws UnreadableError if rows of one day can't be told apart. */
async function separateParts(
  { id, row, call: { parameters, query } }: Asking,
  rows: readonly DailyScore[],
  pages: readonly Page[],
  io: Exchange,
): Promise<DailyScore[]> {
  // Where rows say whose they are, those of the whole may have the id of the project or prompt.
  const asked: unknown[] = [...Object.values(parameters), query?.prompt_id];
  const isOfWhole = (mark: string | undefined) =>
    isWhole(mark) || (mark !== undefined && asked.includes(mark));
  const read = await withNames(withoutWholeMarks(rows, isOfWhole), row.answer.shape, () => partsFor(id, io));
  const raws = pages.flatMap(({ reading }) => reading.rowList?.raws ?? []);
  const places = pages[0]?.reading.plan?.unknown ?? [];
  if (mayHaveColumnsOfParts(read, raws, places)) {
    const told = withColumnsOfParts(read, raws, places, await partsFor(id, io), row.answer.shape);
    if (told.length === read.length)
      for (const { reading, of } of pages) requireNeeded(row.answer, reading, of);
    return told;
  }
  if (!isAmbiguous(read)) return latestVersions(read);
  const { rows: told, stood } = recogniseParts(read, raws, places, await io.parts(true), isOfWhole);
  if (isAmbiguous(told)) {
    const came = 'one day has several rows, and none is marked as the whole';
    throw new UnreadableError(`${row.method} ${row.path}`, came);
  }
  if (stood.length > 0)
    io.learn(
      stood.map(([what, place]) => ({ operation: id, what, there: pathText(place), known: 'answered' })),
    );
  return told;
}

/** Reading a project's own daily scores always lists engines and regions again. */
const partsFor = (id: string, io: Exchange) => io.parts(id === 'dailyScores');
