/** Reads off one good answer what it tells of the guesses about the API. Pure. */
import type { Reading } from '../../visibility/answer.ts';
import { linesOf, matchedNames, scaleIn, unknownFields } from '../../visibility/findings.ts';
import { OPERATIONS } from '../../visibility/operations.ts';
import type { Line } from '../../visibility/profile.ts';
import type { Plan } from '../../visibility/read.ts';
import type { Shape } from '../../visibility/shape.ts';
import { isRaw } from '../../visibility/values.ts';
import type { Method } from './reads.ts';
import type { NameFound, Names, Range, ReadReport, Stood } from './report.ts';

type Examined = Pick<ReadReport, 'rows' | 'names' | 'stood' | 'unknown' | 'scores' | 'rates'>;

/**
 * `answer` as the client read it, with where it stood; of several pages the first. `strike` takes secrets out of the API's
 * names before any of them is cut short: half of a key would not be known for one.
 */
export function examined(
  method: Method,
  came: Reading<unknown>,
  answer: unknown,
  strike: (text: string) => string = (text) => text,
): Examined {
  const reading = { ...came, ...(came.plan && { plan: struckPlan(came.plan, strike) }) };
  const { shape, schema } = OPERATIONS[method].answer;
  const rows = reading.rowList && Array.isArray(answer) ? answer.length : undefined;
  const scores = rangeOf(numbersIn(answer, /score$/i));
  const rates = rangeOf(numbersIn(answer, /rate$|^share$/i));
  return {
    ...(rows !== undefined && { rows }),
    // An empty list tells of no name, neither for a guess nor against it; documented names are no guess.
    ...(!schema && rows !== 0 && { names: namesIn(shape, matchedNames(shape, reading)) }),
    stood: stoodIn(method, reading, answer),
    unknown: unknownFields(reading),
    ...(scores && { scores }),
    ...(rates && { rates }),
  };
}

function struckPlan({ fields, unknown }: Plan, strike: (text: string) => string): Plan {
  return {
    fields: fields.map(({ inner, path, ...field }) => ({
      ...field,
      path: path.map(strike),
      ...(inner && { inner: struckPlan(inner, strike) }),
    })),
    unknown: unknown.map((path) => path.map(strike)),
  };
}

/** Of a list that is missing altogether its fields are not said to be missing too. */
function namesIn(shape: Shape, matched: Readonly<Record<string, string | undefined>>): Names {
  const found: NameFound[] = [];
  const missing: string[] = [];
  for (const [field, came] of Object.entries(matched)) {
    if (came !== undefined) found.push({ field, came, guessed: guessedFirst(shape, field.split('.')) });
    else if (!missing.some((outer) => field.startsWith(`${outer}.`))) missing.push(field);
  }
  return { found, missing };
}

function guessedFirst(shape: Shape, [field = '', ...inner]: readonly string[]): string {
  const { names, inner: within } = shape[field] ?? {};
  return within && inner.length > 0 ? guessedFirst(within, inner) : (names?.[0] ?? field);
}

/** Every number under such a name, however deep. */
function numbersIn(value: unknown, name: RegExp): number[] {
  if (Array.isArray(value)) return value.flatMap((each) => numbersIn(each, name));
  if (!isRaw(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'number' && name.test(key) ? [inner] : numbersIn(inner, name),
  );
}

function rangeOf(numbers: readonly number[]): Range | undefined {
  if (numbers.length === 0) return undefined;
  const scale = scaleIn(numbers);
  const [from, to] = [numbers, numbers].map((all, i) =>
    all.reduce((a, b) => (i === 0 ? Math.min(a, b) : Math.max(a, b))),
  );
  return { ...(scale && { scale }), from: from ?? 0, to: to ?? 0 };
}

const LONGEST_EXAMPLE = 40;

function stoodIn(method: Method, reading: Reading<unknown>, answer: unknown): Stood[] {
  const rows: unknown[] = Array.isArray(answer) ? answer : [answer];
  return linesOf(method, OPERATIONS[method].answer.shape, reading).map(({ what, there }) => {
    const example = what === 'list' ? `${rows.length} rows` : exampleIn(rows, what.split('.'));
    return { what, there: there ?? '$', ...(example !== undefined && { example }) };
  });
}

/** The first value that there is, short. Times are as people read them. */
function exampleIn(values: readonly unknown[], [step, ...rest]: readonly string[]): string | undefined {
  if (step !== undefined) {
    const inner = values.flatMap((value) => (isRaw(value) ? [value[step]].flat() : []));
    return exampleIn(inner, rest);
  }
  const value = values.find((each) => each !== undefined && each !== null);
  if (value === undefined || isRaw(value) || (Array.isArray(value) && value.some(isRaw))) return undefined;
  const isTime = typeof value === 'number' && value > 1e12;
  const said = isTime ? new Date(value).toISOString() : String(value);
  return said.length > LONGEST_EXAMPLE ? `${said.slice(0, LONGEST_EXAMPLE - 1)}…` : said;
}

/** What an answer with rows showed, as lines of the profile; of an empty one nothing is known. */
export function answeredIn({ method, stood = [], rows }: ReadReport): Line[] {
  if (rows === 0) return [];
  return stood.map(({ what, there }) => ({ operation: method, what, there, known: 'answered' }));
}
