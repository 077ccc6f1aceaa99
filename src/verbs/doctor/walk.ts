/** Calls every read operation for one project, and compares each good answer with our guesses about the API. */
import { count } from '../../messages/figures.ts';
import { redactIn } from '../../redact.ts';
import type { Located } from '../../rules/lead-place.ts';
import type { Reading } from '../../visibility/answer.ts';
import type { Lead } from '../../visibility/assumed.ts';
import { createVisibility, type Profiles, type RequestReport } from '../../visibility/client.ts';
import { mayProfileHelp, UnauthorisedError, VisibilityError } from '../../visibility/errors.ts';
import { createTurns } from '../../visibility/http.ts';
import { OPERATIONS } from '../../visibility/operations.ts';
import type { KeptProfiles, Line } from '../../visibility/profile.ts';
import {
  describeBody,
  emptyFields,
  matchedNames,
  placesIn,
  scaleIn,
  unknownFields,
} from '../../visibility/profile-file.ts';
import type { Plan } from '../../visibility/read.ts';
import type { Shape } from '../../visibility/shape.ts';
import { isRaw } from '../../visibility/values.ts';
import { makePrintable, type Progress } from '../command-line.ts';
import { type Found, type Method, READS, type Read } from './reads.ts';
import type { NameFound, Names, Range, ReadReport, Stood } from './report.ts';

/** For one operation with all its attempts. */
const WITHIN_MS = 15_000;

type WalkDeps = {
  baseUrl: string;
  apiKey: string;
  /** Why the API answered nothing with this key before. Then every operation is skipped. */
  stop: Stop | undefined;
  project: { id: string; name: string };
  /** What is known about the API. */
  profiles: Profiles;
  /** Takes secrets out of text. */
  redact: (text: string) => string;
  realNow: () => number;
  /** Called before each operation. */
  onStep: (method: string) => void;
};

type WalksDeps = { profiles: KeptProfiles; progress: Progress };

/** A single operation may fail for reasons of its own. Of the first three READS, only the third has a project. */
const FAILURES_OF_ALL = 3;

/** Codes of failures that all operations share, and why the rest aren't tried. */
const STOPS = {
  visibility_unauthorised: 'the API refuses the key',
  visibility_quota: 'the API refuses because of the plan or its quota',
  visibility_rate_limited: 'the API takes no more requests now',
  visibility_unavailable: 'the API doesn’t answer',
} as const;

export type Stop = keyof typeof STOPS;

/** Why it's no use to ask for more, if the first reads say so. An error page (5xx) may be of one operation alone. */
function findStop(reads: readonly ReadReport[]): Stop | undefined {
  const first = reads.slice(0, FAILURES_OF_ALL);
  if (first.length < FAILURES_OF_ALL) return undefined;
  const codes: readonly Stop[] = ['visibility_unauthorised', 'visibility_quota', 'visibility_rate_limited'];
  const shared = codes.find((stop) => first.every(({ code }) => code === stop));
  const isSilent = first.every(
    ({ code, status }) => code === 'visibility_unavailable' && status === undefined,
  );
  return shared ?? (isSilent ? 'visibility_unavailable' : undefined);
}

const AT_A_TIME = 4;

/**
 * The reads of all projects, a few projects at a time. Each key's first project comes before the others, since it shows
 * whether the API answers that key at all. `stop`: why it doesn't.
 */
export async function walkProjects<One extends { project: { id: string; name: string }; key: string }>(
  all: readonly One[],
  { progress, ...deps }: Omit<WalkDeps, 'apiKey' | 'project' | 'stop' | 'onStep'> & WalksDeps,
): Promise<(One & { reads: ReadReport[]; stop: Stop | undefined })[]> {
  const walked = new Map<One, { reads: ReadReport[]; stop: Stop | undefined }>();
  const stops = new Map<string, Stop>();
  const turns = createTurns(AT_A_TIME);
  const walk = async (one: One, onStep: WalkDeps['onStep']) => {
    const { key: apiKey, project } = one;
    const known = stops.get(apiKey);
    const reads = await walkProject({ ...deps, apiKey, project, stop: known, onStep });
    deps.profiles.learn(apiKey, reads.flatMap(listAnsweredLines));
    const stop = known ?? findStop(reads);
    walked.set(one, { reads, stop });
    if (stop) stops.set(apiKey, stop);
  };
  const firsts = [...new Map(all.toReversed().map((one) => [one.key, one])).values()];
  const [ofKeys, others] = [
    all.filter((one) => firsts.includes(one)),
    all.filter((one) => !firsts.includes(one)),
  ];
  for (const together of [ofKeys, others]) {
    const [only, second] = together;
    if (!only) continue;
    progress.part(
      second ? count(together.length, 'project') : only.project.name,
      together.length * READS.length,
    );
    const stepOf = (one: One) => (method: string) =>
      progress.step(second ? `${one.project.name}, ${method}` : method);
    await Promise.all(together.map((one) => turns(() => walk(one, stepOf(one)))));
  }
  return all.flatMap((one) => {
    const answers = walked.get(one);
    return answers ? { ...one, ...answers } : [];
  });
}

/** Tries all READS in order. Once it’s clear that the API answers none, the rest are skipped. */
export async function walkProject(deps: WalkDeps): Promise<ReadReport[]> {
  const { baseUrl, apiKey, onStep, profiles } = deps;
  const last: LastAnswer = { ...NOTHING_YET };
  const visibility = createVisibility({
    baseUrl,
    profiles,
    // A call may list engines or topics on its way.
    onAnswer: ({ operation, body, reading }) => {
      if (operation !== last.operation) return;
      last.reading ??= reading;
      last.body = body;
    },
    onRequest: ({ operation, status }: RequestReport) => {
      if (operation === last.operation) last.status = status;
    },
  });
  const api = visibility.open(apiKey);
  let found: Found = {};
  const reports: ReadReport[] = [];
  for (const read of READS) {
    const stop = deps.stop ?? findStop(reports);
    if (stop) {
      reports.push(skipRead(read, STOPS[stop]));
      continue;
    }
    onStep(read.method);
    Object.assign(last, { ...NOTHING_YET, operation: describeRead(read).operation });
    const lost = reports.find(({ method, outcome }) => method === read.needs?.from && outcome === 'failed');
    const { report, ids } = await tryRead(read, { ...deps, api, found, last, lost });
    found = { ...ids, ...found };
    reports.push(report);
  }
  await visibility.close();
  return reports;
}

const NOTHING_YET: LastAnswer = { operation: '', body: undefined, reading: undefined, status: undefined };

/** How the operation that is tried was answered last. */
type LastAnswer = {
  operation: string;
  body: unknown;
  reading: Reading<unknown> | undefined;
  status: number | undefined;
};
/** `lost` is a failed read whose answer this one needs. */
type ReadDeps = WalkDeps & {
  api: Parameters<Read['ask']>[0];
  found: Found;
  last: LastAnswer;
  lost: ReadReport | undefined;
};

async function tryRead(read: Read, deps: ReadDeps): Promise<{ report: ReadReport; ids: Found }> {
  const { api, project, found, last, realNow, redact, lost } = deps;
  const { method, needs } = read;
  const about = describeRead(read);
  const clean = (text: string) => makePrintable(redact(text));
  const value = needs ? found[needs.what] : '';
  if (value === undefined) {
    const why = lost ? `it needs an id from ${lost.method}, which failed` : needs?.without;
    return { report: skipRead(read, why ?? ''), ids: {} };
  }
  const began = realNow();
  const timed = () => ({ ms: realNow() - began, ...(last.status !== undefined && { status: last.status }) });
  const failure = (why: string, code: string, more: Partial<ReadReport> = {}) => ({
    report: { ...about, ...timed(), outcome: 'failed' as const, why, code, ...more },
    ids: {},
  });
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const { answer, found: ids } = await read.ask(api, project.id, { brands: [project.name], signal }, value);
    const { reading = {} as Reading<unknown> } = last;
    const examined = examine(method, reading, redactIn(answer, redact), redact);
    if (examined.names?.found.length === 0) {
      const came = describeBody(last.body, clean);
      const known = { ...(came && { came }), mayProfileHelp: came !== undefined };
      return failure('has none of the fields that Sightline knows.', 'visibility_contract', known);
    }
    return { report: { ...about, ...timed(), outcome: 'ok', ...examined }, ids };
  } catch (error) {
    // The message begins with the operation, which the report already names.
    if (error instanceof VisibilityError) {
      const said = error instanceof UnauthorisedError ? error.said : undefined;
      const came = mayProfileHelp(error) ? describeBody(last.body, clean) : undefined;
      return failure(error.message.slice(error.operation.length + 1), error.code, {
        ...(said && { said }),
        ...(came && { came }),
        mayProfileHelp: mayProfileHelp(error),
      });
    }
    if (!(error instanceof DOMException)) throw error;
    return failure(`got no complete answer within ${WITHIN_MS / 1000} s.`, 'visibility_unavailable');
  }
}

function describeRead({ method }: Read) {
  const { method: verb, path, known } = OPERATIONS[method];
  return { method, operation: `${verb} ${path}`, known: known.answer, unknown: [] };
}

function skipRead(read: Read, why: string): ReadReport {
  return { ...describeRead(read), outcome: 'skipped', why };
}

type Details = Pick<
  ReadReport,
  'rows' | 'names' | 'stood' | 'empty' | 'unknown' | 'scores' | 'rates' | 'places'
>;

/**
 * `answer` as the client read it; `came` is how it was read, from the first page. `redact` takes secrets out of the
 * API's names before any is shortened, since half a key wouldn't be recognised.
 */
export function examine(
  method: Method,
  came: Reading<unknown>,
  answer: unknown,
  redact: (text: string) => string = (text) => text,
): Details {
  const reading = { ...came, ...(came.plan && { plan: redactPlan(came.plan, redact) }) };
  const { shape, schema } = OPERATIONS[method].answer;
  const rows = reading.rowList && Array.isArray(answer) ? answer.length : undefined;
  const scores = rangeOf(findNumbers(answer, /score$/i));
  const rates = rangeOf(findNumbers(answer, /rate$|^share$/i));
  return {
    ...(rows !== undefined && { rows }),
    // An empty list proves no guess right or wrong, and documented names aren't guesses.
    ...(!schema &&
      rows !== 0 && { names: compareNames(method, shape, matchedNames(shape, reading), answer) }),
    stood: locateFields(method, reading, answer),
    empty: [...emptyFields(reading), ...(NOT_EXPECTED[method] ?? [])],
    unknown: unknownFields(reading),
    ...(scores && { scores }),
    ...(rates && { rates }),
    ...(method === 'communityLeads' && { places: findPlaces(answer as Lead[]) }),
  };
}

function findPlaces(leads: readonly Lead[]): Located[] {
  const byPlace = new Map(leads.map(({ place, url }) => [place, { place, url }]));
  return [...byPlace.values()];
}

function redactPlan({ fields, unknown }: Plan, redact: (text: string) => string): Plan {
  return {
    fields: fields.map(({ inner, path, ...field }) => ({
      ...field,
      path: path.map(redact),
      ...(inner && { inner: redactPlan(inner, redact) }),
    })),
    unknown: unknown.map((path) => path.map(redact)),
  };
}

/**
 * Not missed where they don't come: figures by region come only when asked for, which the doctor doesn't do, and few
 * APIs say which prompt a lead touches, or count citations by page.
 */
const NOT_EXPECTED: Readonly<Partial<Record<Method, readonly string[]>>> = {
  dailyScores: ['regionId', 'region'],
  promptTimeseries: ['regionId', 'region'],
  communityLeads: ['promptId', 'prompt'],
  citations: ['count', 'engines'],
};

/** If a whole list is missing, its fields aren't reported; nor is one that rows beside or inside the first list have. */
function compareNames(
  method: Method,
  shape: Shape,
  matched: Readonly<Record<string, string | undefined>>,
  answer: unknown,
): Names {
  const found: NameFound[] = [];
  const missing: string[] = [];
  for (const [field, came] of Object.entries(matched)) {
    if (came !== undefined) found.push({ field, came, guessed: findFirstGuess(shape, field.split('.')) });
    else if (NOT_EXPECTED[method]?.includes(field) || findExample([answer].flat(), field.split('.')))
      continue;
    else if (!missing.some((outer) => field.startsWith(`${outer}.`))) missing.push(field);
  }
  return { found, missing };
}

function findFirstGuess(shape: Shape, [field = '', ...inner]: readonly string[]): string {
  const { names, inner: within } = shape[field] ?? {};
  return within && inner.length > 0 ? findFirstGuess(within, inner) : (names?.[0] ?? field);
}

/** All numbers under such a name, at any depth. */
function findNumbers(value: unknown, name: RegExp): number[] {
  if (Array.isArray(value)) return value.flatMap((each) => findNumbers(each, name));
  if (!isRaw(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'number' && name.test(key) ? [inner] : findNumbers(inner, name),
  );
}

function rangeOf(numbers: readonly number[]): Range | undefined {
  if (numbers.length === 0) return undefined;
  const scale = scaleIn(numbers);
  const from = numbers.reduce((a, b) => Math.min(a, b));
  const to = numbers.reduce((a, b) => Math.max(a, b));
  return { ...(scale && { scale }), from, to };
}

const LONGEST_EXAMPLE = 40;

function locateFields(method: Method, reading: Reading<unknown>, answer: unknown): Stood[] {
  const rows: unknown[] = Array.isArray(answer) ? answer : [answer];
  return placesIn(OPERATIONS[method].answer.shape, reading).map(({ what, there }) => {
    const example = what === 'list' ? `${rows.length} rows` : findExample(rows, what.split('.'));
    return { what, there, ...(example !== undefined && { example }) };
  });
}

/** The first value, shortened. Times are ISO. */
function findExample(values: readonly unknown[], [step, ...rest]: readonly string[]): string | undefined {
  if (step !== undefined) {
    const inner = values.flatMap((value) => (isRaw(value) ? [value[step]].flat() : []));
    return findExample(inner, rest);
  }
  const value = values.find((each) => each !== undefined && each !== null);
  if (value === undefined || isRaw(value) || (Array.isArray(value) && value.some(isRaw))) return undefined;
  const isTime = typeof value === 'number' && value > 1e12;
  const text = isTime ? new Date(value).toISOString() : String(value);
  return text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE - 1)}…` : text;
}

/** Whether a line is about the answer, not the request. */
export function isInAnswer(what: string): boolean {
  return !/^(?:path$|query\.|body\.|send\.|span\.|pages\.)/.test(what);
}

/** What an answer taught, as lines of the profile. An empty list teaches nothing. */
export function listAnsweredLines({ method, stood = [], rows }: ReadReport): Line[] {
  if (rows === 0) return [];
  return stood.map(({ what, there }) => ({ operation: method, what, there, known: 'answered' }));
}
