/** npm run replay -- FILE: which alerts a series of daily scores would have brought, told day by day. What is doubtful in the file is refused. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { realNow } from '../clock.ts';
import { AppError, messageOf } from '../errors.ts';
import { jsonIn } from '../json.ts';
import { count } from '../messages/figures.ts';
import { isDay } from '../rules/calendar.ts';
import {
  type Detection,
  detectionsOf,
  FEWEST_DAYS,
  type Point,
  SHIFTS_FROM,
} from '../rules/score-detector.ts';
import { dayNumber } from '../rules/score-series.ts';
import { COMMAND_LINES } from './command-line.ts';

/** As a feed has it that says nothing else, in points. */
const MIN_CHANGE = '5';

const SPARKS = '▁▂▃▄▅▆▇█';

/** The longest line of sparks; longer series are shown in stretches, by their means. */
const SPARKS_WIDTH = 72;

/** What the rows of a report are; in the words of --json, `told on` is index and `since` is changeAt. */
const LEGEND =
  'A jump is a day far from what was usual, a shift a new level that lasts. “Told on” is the day that gave it away (index), “since” the estimated first day of the new level (changeAt).';
const COUNTED_DAYS = 'The file has no dates: days are counted from 0.';

/** What replay was given cannot be replayed. One sentence; exit code 1. */
export class ReplayError extends AppError {
  readonly code = 'replay';
}

/**
 * Prints one JSON object {"alerts":[{index, kind, direction, changeAt, delta}]} with --json, else a table for people.
 * Every detection, before they are merged into messages.
 * @throws ReplayError with a sentence on what is wrong with the arguments or the file.
 */
export async function replay(
  _env: unknown,
  print: (text: string) => void,
  args: readonly string[],
): Promise<undefined> {
  const { file, minChange, json } = argumentsOf(args);
  const days = seriesOf(await textOf(file));
  const points: Point[] = days.map(({ day, value }) => ({ day, value }));
  const alerts = detectionsOf(points, { minChange });
  print(json ? JSON.stringify({ alerts: alerts.map(asJson) }) : report(days, alerts, minChange));
}

function argumentsOf(args: readonly string[]): { file: string; minChange: number; json: boolean } {
  const { options, usage } = COMMAND_LINES.replay;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const { 'min-change': points = MIN_CHANGE, json = false } = values;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new ReplayError(`Name one file. Usage: ${usage}`);
  const minChange = z.coerce.number().nonnegative().safeParse(points);
  if (!minChange.success || points.trim() === '')
    throw new ReplayError(`--min-change wants a number of points from 0 on, not “${points}”.`);
  return { file, minChange: minChange.data, json };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new ReplayError(`The file ${file} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}

function seriesOf(text: string): ReplayDay[] {
  const series = readSeries(text, new Date(realNow()).toISOString().slice(0, 10));
  if ('fault' in series) throw new ReplayError(series.fault);
  return series.days;
}

function asJson({ index, kind, direction, changeAt, delta }: Detection) {
  return { index, kind, direction, changeAt, delta: Number(delta.toPrecision(6)) };
}

function report(days: readonly ReplayDay[], alerts: readonly Detection[], minChange: number): string {
  const nameOf = (index: number) => days[index]?.name ?? String(index);
  const floor = minChange > 0 ? `changes of ${minChange} and more` : 'changes of any size';
  const head = [
    `${count(days.length, 'day')}, ${days.length > 1 ? `${nameOf(0)} to ${nameOf(days.length - 1)}` : nameOf(0)}; ${floor}`,
    sparks(days.map(({ value }) => value)),
  ];
  if (alerts.length === 0) {
    return [...head, days.length > FEWEST_DAYS ? nothing(minChange) : TOO_FEW].join('\n');
  }
  const rows = alerts.map(({ index, kind, direction, changeAt, base, delta }) => [
    nameOf(index),
    `${kind} ${direction}`,
    nameOf(changeAt),
    `${brief(base)} → ${brief(base + delta)}`,
    `${delta > 0 ? '+' : ''}${brief(delta)}`,
  ]);
  const hasDates = days.every(({ day, name }) => name !== String(day));
  return [
    ...head,
    hasDates ? LEGEND : `${LEGEND} ${COUNTED_DAYS}`,
    '',
    ...columns([['told on', 'what', 'since', 'level', 'change'], ...rows]),
    '',
    tally(alerts),
  ].join('\n');
}

/** "3 detections: 2 jumps, 1 shift. …" */
function tally(alerts: readonly Detection[]): string {
  const kinds = (['jump', 'shift'] as const).flatMap((kind) => {
    const many = alerts.filter((alert) => alert.kind === kind).length;
    return many === 0 ? [] : [count(many, kind)];
  });
  const tallied = `${count(alerts.length, 'detection')}: ${kinds.join(', ')}.`;
  return alerts.length === 1
    ? tallied
    : `${tallied} In Slack they may be fewer messages: days in a row, and a jump that becomes a shift, edit one.`;
}

/** Silence about so few days is no all-clear: nobody knows yet what is usual. */
const TOO_FEW = `Too short to judge: what is usual is known after ${FEWEST_DAYS} days, so at least ${FEWEST_DAYS + 1} are needed, and ${SHIFTS_FROM + 1} for a shift.`;

function nothing(minChange: number): string {
  if (minChange === 0) return 'Nothing stood out from the usual ups and downs: no alert would have come.';
  return `Nothing of ${minChange} and more stood out from the usual ups and downs: no alert would have come. --min-change N tries another threshold, 0 none.`;
}

function sparks(values: readonly number[]): string {
  const each = Math.max(1, Math.ceil(values.length / SPARKS_WIDTH));
  const means = Array.from({ length: Math.ceil(values.length / each) }, (_, i) => {
    const stretch = values.slice(i * each, (i + 1) * each);
    return stretch.reduce((sum, value) => sum + value, 0) / stretch.length;
  });
  const [lowest, highest] = [Math.min(...means), Math.max(...means)];
  const height = (mean: number) => (highest > lowest ? (mean - lowest) / (highest - lowest) : 0.5);
  const line = means.map((mean) => SPARKS.charAt(Math.round(height(mean) * (SPARKS.length - 1)))).join('');
  const range = highest > lowest ? `${brief(lowest)} to ${brief(highest)}` : brief(lowest);
  return `${line}  ${range}${each > 1 ? `, means of ${each} days` : ''}`;
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function brief(figure: number): string {
  return String(Number(figure.toPrecision(4)));
}

/** `day` counts days; `name` is the date, or the index where the file has no dates. */
type ReplayDay = { day: number; value: number; name: string };

const Values = z.looseObject({ values: z.array(z.unknown()) });
const LINE = /^([^,;\t]*)[,;\t](.*)$/;
const FIGURE = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** `today` as YYYY-MM-DD: a day after it cannot have been measured. Values without dates are taken for days in a row. */
export function readSeries(text: string, today: string): { days: ReplayDay[] } | { fault: string } {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { fault: 'The file is empty.' };
  return trimmed.startsWith('{') || trimmed.startsWith('[') ? fromJson(trimmed) : fromLines(trimmed, today);
}

function fromJson(text: string): { days: ReplayDay[] } | { fault: string } {
  const json = jsonIn(text);
  if (json === undefined) return { fault: 'The file begins like JSON, but is none.' };
  const series = Values.safeParse(json);
  if (!series.success) return { fault: 'The JSON has no list “values”: {"values":[61.4,53.2]} is wanted.' };
  const { values } = series.data;
  if (values.length === 0) return { fault: 'The list “values” is empty.' };
  const days: ReplayDay[] = [];
  for (const [day, value] of values.entries()) {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      const what = typeof value === 'string' ? `the text “${value}”` : JSON.stringify(value);
      return {
        fault: `Value ${day} (the first is 0) is ${what}, not a number. For days without a score use lines of date,score and leave them out.`,
      };
    }
    days.push({ day, value, name: String(day) });
  }
  return { days };
}

function fromLines(text: string, today: string): { days: ReplayDay[] } | { fault: string } {
  const days: ReplayDay[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [, date = line.trim(), figure = ''] = LINE.exec(line)?.map((part) => part.trim()) ?? [];
    if (date === '' && figure === '') continue;
    // A heading says date,score or the like.
    if (i === 0 && !/\d/.test(line)) continue;
    const where = `Line ${i + 1}`;
    if (!isDay(date)) return { fault: `${where}: “${date}” is no date (YYYY-MM-DD,score is wanted).` };
    if (!FIGURE.test(figure)) {
      const what = figure === '' ? 'no score' : `no number as its score, but “${figure}”`;
      return { fault: `${where}: ${date} has ${what}. Leave out the days without one.` };
    }
    const last = days.at(-1);
    if (last?.name === date) return { fault: `${where}: ${date} is there twice.` };
    if (last && date < last.name)
      return { fault: `${where}: ${date} comes after ${last.name}. The oldest day is first.` };
    if (date > today) return { fault: `${where}: ${date} is still to come.` };
    days.push({ day: dayNumber(date), value: Number(figure), name: date });
  }
  return days.length > 0 ? { days } : { fault: 'The file has a heading, but no scores.' };
}
