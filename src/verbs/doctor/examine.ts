/** Compares one good answer with our guesses about the API. Pure. */
import type { Reading } from '../../visibility/answer.ts';
import { matchedNames, placesIn, scaleIn, unknownFields } from '../../visibility/findings.ts';
import { OPERATIONS } from '../../visibility/operations.ts';
import type { Line } from '../../visibility/profile.ts';
import type { Plan } from '../../visibility/read.ts';
import type { Shape } from '../../visibility/shape.ts';
import { isRaw } from '../../visibility/values.ts';
import type { Method } from './reads.ts';
import type { NameFound, Names, Range, ReadReport, Stood } from './report.ts';

type Details = Pick<ReadReport, 'rows' | 'names' | 'stood' | 'unknown' | 'scores' | 'rates'>;

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
    ...(!schema && rows !== 0 && { names: compareNames(method, shape, matchedNames(shape, reading)) }),
    stood: locateFields(method, reading, answer),
    unknown: unknownFields(reading),
    ...(scores && { scores }),
    ...(rates && { rates }),
  };
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

/** If a whole list is missing, its fields aren't reported. */
function compareNames(
  method: Method,
  shape: Shape,
  matched: Readonly<Record<string, string | undefined>>,
): Names {
  const found: NameFound[] = [];
  const missing: string[] = [];
  for (const [field, came] of Object.entries(matched)) {
    if (came !== undefined) found.push({ field, came, guessed: findFirstGuess(shape, field.split('.')) });
    else if (NOT_EXPECTED[method]?.includes(field)) continue;
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

/** What an answer taught, as lines of the profile. An empty list teaches nothing. */
export function listAnsweredLines({ method, stood = [], rows }: ReadReport): Line[] {
  if (rows === 0) return [];
  return stood.map(({ what, there }) => ({ operation: method, what, there, known: 'answered' }));
}
