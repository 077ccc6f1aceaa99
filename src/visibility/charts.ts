/**
 * Figures as a charting library takes them: a column of days beside columns of figures,
 * one for the whole or one for each engine. Pure.
 */
import { KEY } from './shape.ts';
import { isRaw, type Raw, readDay } from './values.ts';

const MOST_DAYS = 2_000;
/** Column names that say nothing about the figure in them. */
const NO_FIGURE =
  /^(?:overall|total|all|average|whole|project|own|brand|values?|data|points?|series|y|counts?)$/i;

/** The chart as rows of days; undefined where this is no chart. */
export function chartAsRows(chart: Raw): Raw[] | undefined {
  const [days, ...more] = Object.entries(chart).filter(([, list]) => isColumnOfDays(list));
  if (!days || more.length > 0) return undefined;
  const [dayName, dates] = days as [string, readonly unknown[]];
  const { [dayName]: _, ...rest } = chart;
  const whole = Object.fromEntries(Object.entries(rest).filter(([, each]) => isColumn(each, dates)));
  const lines = Object.values(rest).flatMap((each) => linesIn(each, dates));
  const [figure = '', ...others] = Object.keys(whole);
  // If the whole has one figure, its parts have the same one.
  const name = others.length === 0 && figure !== '' && !NO_FIGURE.test(figure) ? figure : 'value';
  const all = figure === '' ? lines : [whole, ...lines];
  return all.length === 0 ? undefined : all.flatMap((line) => rowsOfLine(line, dates, name));
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

/** The lines of a chart, each with its columns and with what says whose line it is. */
function linesIn(value: unknown, days: readonly unknown[]): Raw[] {
  const lines = Array.isArray(value)
    ? value
    : Object.entries(isRaw(value) ? value : {}).map(([key, each]) =>
        isRaw(each) ? { [KEY]: key, ...each } : { [KEY]: key, value: each },
      );
  const areLines = lines.every(
    (line) => isRaw(line) && Object.values(line).some((each) => isColumn(each, days)),
  );
  return areLines ? lines : [];
}

/** `figure`: what the line's only column is called where its own name says nothing. */
function rowsOfLine(line: Raw, days: readonly unknown[], figure: string): Raw[] {
  const entries = Object.entries(line);
  const fixed = Object.fromEntries(entries.filter(([, each]) => !Array.isArray(each)));
  const columns = entries.flatMap(([name, each]) => (isColumn(each, days) ? [{ name, list: each }] : []));
  const nameOf = (name: string) => (columns.length === 1 && NO_FIGURE.test(name) ? figure : name);
  return days.map((date, i) => ({
    ...fixed,
    date,
    ...Object.fromEntries(columns.map(({ name, list }) => [nameOf(name), list[i]])),
  }));
}
