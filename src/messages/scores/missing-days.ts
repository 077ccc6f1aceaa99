/** The days without a figure, in words: below a chart that has no room for gaps, and in what is heard of a picture. */
import type { ChartDay } from '../../decision.ts';
import { count } from '../figures.ts';
import { dayName } from '../times.ts';
import { runsOf } from './picture/score-series.ts';

/**
 * "No data on 3 of 20 days, which the chart skips: Sun 1 Nov to Mon 2 Nov; Sat 7 Nov.", or undefined if every day has a figure.
 * Slack draws a chart's points equally far apart, whatever days lie between them.
 */
export function missingDays(days: readonly ChartDay[]): string | undefined {
  const missing = days.filter(({ score }) => score === null).length;
  if (missing === 0) return undefined;
  const which = daysNamed(days, ({ score }) => score === null);
  return `No data on ${missing} of ${count(days.length, 'day')}, which the chart skips: ${which}.`;
}

/** "Thu 1 Oct to Fri 2 Oct; Sun 11 Oct": the days of which `holds` is true. */
export function daysNamed<Day extends { date: string }>(
  days: readonly Day[],
  holds: (day: Day) => boolean,
): string {
  const name = (index: number) => dayName(days[index]?.date ?? '');
  return listed(
    runsOf(days, holds).map(({ first, last }) =>
      first === last ? name(first) : `${name(first)} to ${name(last)}`,
    ),
    'gap',
  );
}

/** Named one by one; the others are counted. */
const NAMED = 8;

/** `what` the others are, one of them. */
export function listed(all: readonly string[], what: string): string {
  const left = all.length - NAMED;
  return [...all.slice(0, NAMED), ...(left > 0 ? [count(left, `more ${what}`)] : [])].join('; ');
}
