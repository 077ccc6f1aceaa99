/** npm run replay: shows which alerts a series of daily scores would have raised. Rejects doubtful files. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { realNow } from '../clock.ts';
import type { Environment } from '../config.ts';
import { messageOf } from '../errors.ts';
import { parseJson } from '../json.ts';
import { count } from '../messages/figures.ts';
import { brief } from '../messages/lengths.ts';
import { sparkline } from '../messages/scores/score-words.ts';
import { isDay } from '../rules/calendar.ts';
import { type Detection, detectionsOf, FEWEST_DAYS, SHIFTS_FROM } from '../rules/score-detector.ts';
import { dayNumber } from '../rules/score-series.ts';
import { COMMAND_LINES, readFileName, type Verb, VerbError } from './command-line.ts';

/** In points, the default of a scores feed. */
const MIN_CHANGE = '5';

/** Longer series are drawn with the mean of several days per spark. */
const SPARKS_WIDTH = 72;

const LEGEND =
  'A jump is a day far from the usual scores; a shift is a new level that lasts. “Found on” is the day that revealed it (index in --json), “since” the estimated first day of the new level (changeAt).';
const COUNTED_DAYS = 'The file has no dates, so days are counted from 0.';

/**
 * Prints every detection, before they are merged into messages: a table or, with --json, one object
 * {"alerts":[{index, kind, direction, changeAt, delta}]}.
 * @throws VerbError
 */
export const replay: Verb<undefined> = async (env, print, args) => {
  const { file, minChange, json } = readArguments(args, env);
  if (!existsSync(file)) throw new VerbError(`There is no file ${file}.`);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new VerbError(`The file ${file} cannot be read: ${messageOf(error)}.`, { cause: error });
  });
  const series = readSeries(text, new Date(realNow()).toISOString().slice(0, 10));
  if ('fault' in series) throw new VerbError(series.fault);
  const { days } = series;
  const alerts = detectionsOf(days, { minChange });
  print(json ? JSON.stringify({ alerts: alerts.map(toJson) }) : formatReport(days, alerts, minChange));
};

function readArguments(args: readonly string[], env: Environment) {
  const { options, usage } = COMMAND_LINES.replay;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const { 'min-change': points = MIN_CHANGE, json = false } = values;
  const file = readFileName(positionals, usage, env);
  const minChange = z.coerce.number().nonnegative().safeParse(points);
  if (!minChange.success || points.trim() === '')
    throw new VerbError(`--min-change must be a number of points, 0 or more, not “${points}”.`);
  return { file, minChange: minChange.data, json };
}

function toJson({ index, kind, direction, changeAt, delta }: Detection) {
  return { index, kind, direction, changeAt, delta: Number(delta.toPrecision(6)) };
}

function formatReport(days: readonly ReplayDay[], alerts: readonly Detection[], minChange: number): string {
  const nameOf = (index: number) => days[index]?.name ?? String(index);
  const floor = minChange > 0 ? `changes of ${minChange} or more` : 'changes of any size';
  const head = [
    `${count(days.length, 'day')}, ${days.length > 1 ? `${nameOf(0)} to ${nameOf(days.length - 1)}` : nameOf(0)}; ${floor}`,
    drawSparks(days.map(({ value }) => value)),
  ];
  if (alerts.length === 0) {
    return [...head, days.length > FEWEST_DAYS ? withoutAlerts(minChange) : TOO_SHORT].join('\n');
  }
  const rows = alerts.map(({ index, kind, direction, changeAt, base, delta }) => [
    nameOf(index),
    `${kind} ${direction}`,
    nameOf(changeAt),
    `${round(base)} → ${round(base + delta)}`,
    `${delta > 0 ? '+' : ''}${round(delta)}`,
  ]);
  const hasDates = days.every(({ day, name }) => name !== String(day));
  return [
    ...head,
    hasDates ? LEGEND : `${LEGEND} ${COUNTED_DAYS}`,
    '',
    ...alignColumns([['found on', 'what', 'since', 'level', 'change'], ...rows]),
    '',
    formatTally(alerts),
  ].join('\n');
}

/** "3 detections: 2 jumps, 1 shift. …" */
function formatTally(alerts: readonly Detection[]): string {
  const kinds = [...Map.groupBy(alerts, ({ kind }) => kind)].map(([kind, alike]) =>
    count(alike.length, kind),
  );
  const tally = `${count(alerts.length, 'detection')}: ${kinds.join(', ')}.`;
  return alerts.length === 1
    ? tally
    : `${tally} In Slack you may see fewer messages: consecutive days share one, and so do a jump and the shift that it becomes.`;
}

const TOO_SHORT = `Too short to judge. Finding a jump takes at least ${FEWEST_DAYS + 1} days, finding a shift ${SHIFTS_FROM + 1}.`;

function withoutAlerts(minChange: number): string {
  if (minChange === 0) return 'No alerts: nothing stood out from the usual ups and downs.';
  return `No alerts: no change of ${minChange} or more stood out from the usual ups and downs. Try another threshold with --min-change N (0 for none).`;
}

function drawSparks(values: readonly number[]): string {
  const each = Math.max(1, Math.ceil(values.length / SPARKS_WIDTH));
  const means = Array.from({ length: Math.ceil(values.length / each) }, (_, i) => {
    const stretch = values.slice(i * each, (i + 1) * each);
    return stretch.reduce((sum, value) => sum + value, 0) / stretch.length;
  });
  const [lowest, highest] = [Math.min(...means), Math.max(...means)];
  const days = means.map((score) => ({ date: '', score }));
  const line = sparkline(days, highest - lowest);
  const range = highest > lowest ? `${round(lowest)} to ${round(highest)}` : round(lowest);
  return `${line}  ${range}${each > 1 ? `, means of ${each} days` : ''}`;
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function round(figure: number): string {
  return String(Number(figure.toPrecision(4)));
}

/** `day` counts days; `name` is the date, or the index where the file has no dates. */
type ReplayDay = { day: number; value: number; name: string };

const Values = z.looseObject({ values: z.array(z.unknown()) });
const LINE = /^([^,;\t]*)[,;\t](.*)$/;
const FIGURE = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** `today` is YYYY-MM-DD: later days are a fault. Values without dates count as consecutive days. */
export function readSeries(text: string, today: string): { days: ReplayDay[] } | { fault: string } {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { fault: 'The file is empty.' };
  return trimmed.startsWith('{') || trimmed.startsWith('[')
    ? parseJsonDays(trimmed)
    : parseLineDays(trimmed, today);
}

function parseJsonDays(text: string): { days: ReplayDay[] } | { fault: string } {
  const json = parseJson(text);
  if (json === undefined) return { fault: 'The file begins like JSON, but it isn’t valid JSON.' };
  const series = Values.safeParse(json);
  if (!series.success)
    return { fault: 'The JSON has no list “values”. It should be like {"values":[61.4,53.2]}.' };
  const { values } = series.data;
  if (values.length === 0) return { fault: 'The list “values” is empty.' };
  const days: ReplayDay[] = [];
  for (const [day, value] of values.entries()) {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      const what = typeof value === 'string' ? `the text “${brief(value, 'place')}”` : JSON.stringify(value);
      return {
        fault: `Value ${day} (the first is 0) is ${what}, not a number. To leave out days without a score, use lines of date,score.`,
      };
    }
    days.push({ day, value, name: String(day) });
  }
  return { days };
}

function parseLineDays(text: string, today: string): { days: ReplayDay[] } | { fault: string } {
  const days: ReplayDay[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [, date = line.trim(), figure = ''] = LINE.exec(line)?.map((part) => part.trim()) ?? [];
    const isHeading = i === 0 && !/\d/.test(line);
    if (isHeading || (date === '' && figure === '')) continue;
    const fault = findFault(date, figure, days.at(-1)?.name, today);
    if (fault !== undefined) return { fault: `Line ${i + 1}: ${fault}` };
    days.push({ day: dayNumber(date), value: Number(figure), name: date });
  }
  return days.length > 0 ? { days } : { fault: 'The file has a heading but no scores.' };
}

/** What is wrong with a line after that of `last`, if anything. */
function findFault(
  date: string,
  figure: string,
  last: string | undefined,
  today: string,
): string | undefined {
  if (!isDay(date)) return `“${brief(date, 'place')}” isn’t a date. Lines should be like 2026-11-19,61.4.`;
  if (!FIGURE.test(figure)) {
    const what =
      figure === '' ? 'has no score' : `has the score “${brief(figure, 'place')}”, which isn’t a number`;
    return `${date} ${what}. Leave out days without a score.`;
  }
  if (last === date) return `${date} appears twice.`;
  if (last !== undefined && date < last) return `${date} comes after ${last}. Put the oldest day first.`;
  return date > today ? `${date} is in the future.` : undefined;
}
