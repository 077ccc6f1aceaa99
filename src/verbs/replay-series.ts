/** Reads the series that is to be replayed: {"values":[…]}, or lines of date,score. What is doubtful is refused, by a sentence. */

import { z } from 'zod';
import { jsonIn } from '../json.ts';
import { isDay } from '../rules/calendar.ts';
import { dayNumber } from '../rules/score-series.ts';

/** `day` counts days; `name` is the date, or the index where the file has no dates. */
export type ReplayDay = { day: number; value: number; name: string };

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
