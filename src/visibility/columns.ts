/**
 * Figures as a chart takes them: a column of days beside columns of figures, one for the whole or one for each engine.
 * Pure. They are turned into rows, and read like any others.
 */
import { KEY } from './shape.ts';
import { isRaw, type Raw, readDay } from './values.ts';

const DEEPEST = 3;
const MOST_DAYS = 2_000;
/** What a column is called that is named after no figure: what it is of, or that it holds some. */
const UNNAMED =
  /^(?:overall|total|all|average|whole|project|own|brand|values?|data|points?|series|y|counts?)$/i;

/** The body with each such thing replaced by its rows; the same body where there is none. */
export function columnsAsRows(body: unknown, depth = 0): unknown {
  if (!isRaw(body)) return body;
  const days = daysIn(body);
  if (days) return rowsOf(body, days);
  if (depth >= DEEPEST) return body;
  const entries = Object.entries(body).map(([name, each]) => [name, columnsAsRows(each, depth + 1)] as const);
  return entries.every(([name, each]) => each === body[name]) ? body : Object.fromEntries(entries);
}

type Days = { name: string; list: readonly unknown[] };

/** The only column of days, where something else is as long as it is. */
function daysIn(body: Raw): Days | undefined {
  const [days, ...more] = Object.entries(body).filter(([, list]) => isColumnOfDays(list));
  if (!days || more.length > 0) return undefined;
  const [name, list] = days as [string, readonly unknown[]];
  const others = Object.entries(body).filter(([each]) => each !== name);
  const isBeside = others.some(([, each]) => isColumn(each, list) || linesIn(each, list).length > 0);
  return isBeside ? { name, list } : undefined;
}

function isColumnOfDays(list: unknown): boolean {
  const isShort = Array.isArray(list) && list.length > 0 && list.length <= MOST_DAYS;
  return isShort && list.every((each) => typeof each === 'string' && readDay(each) !== undefined);
}

function isColumn(value: unknown, { length }: readonly unknown[]): value is unknown[] {
  return (
    Array.isArray(value) &&
    value.length === length &&
    !value.some((each) => typeof each === 'object' && each !== null)
  );
}

/** Lines of a chart: what says whose each is, and its columns. */
function linesIn(value: unknown, days: readonly unknown[]): Raw[] {
  const lines = Array.isArray(value)
    ? value
    : Object.entries(isRaw(value) ? value : {}).map(([key, each]) =>
        isRaw(each) ? { [KEY]: key, ...each } : { [KEY]: key, value: each },
      );
  const found = lines.filter(isRaw);
  const areAll = found.length === lines.length;
  const haveAll = found.every((line) => Object.values(line).some((each) => isColumn(each, days)));
  return areAll && haveAll ? found : [];
}

function rowsOf(body: Raw, { name, list: days }: Days): Raw[] {
  const { [name]: _, ...rest } = body;
  const own = Object.fromEntries(Object.entries(rest).filter(([, each]) => isColumn(each, days)));
  const lines = Object.values(rest).flatMap((each) => linesIn(each, days));
  const names = Object.keys(own);
  // The only figure of the whole is the one of its parts too.
  const figure = names.length === 1 && names[0] && !UNNAMED.test(names[0]) ? names[0] : 'value';
  const all = names.length > 0 ? [own, ...lines] : lines;
  return all.flatMap((line) => rowsOfLine(line, days, figure));
}

/** `figure`: what the only column of a line is called, where it is named after none. */
function rowsOfLine(line: Raw, days: readonly unknown[], figure: string): Raw[] {
  const entries = Object.entries(line);
  const fixed = Object.fromEntries(entries.filter(([, each]) => !Array.isArray(each)));
  const columns = entries.flatMap(([name, each]) => (isColumn(each, days) ? [{ name, list: each }] : []));
  const nameOf = (name: string) => (columns.length === 1 && UNNAMED.test(name) ? figure : name);
  return days.map((date, i) => ({
    ...fixed,
    date,
    ...Object.fromEntries(columns.map(({ name, list }) => [nameOf(name), list[i]])),
  }));
}
