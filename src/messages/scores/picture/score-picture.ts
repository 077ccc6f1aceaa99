/** Draws a score as a picture, with bands, marks and gaps that Slack's chart can't show, and describes it in words. */
import { count } from '../../figures.ts';
import { brief, shorten } from '../../lengths.ts';
import { dayName } from '../../times.ts';
import { joinDays, joinNames } from '../score-chart.ts';
import { METRIC_WORDS } from '../score-words.ts';
import { type ChartedDay, computeLayout, isMeasured, type Layout, type ScoreCourse } from './layout.ts';
import { rasterise } from './rasterise.ts';
import { scoreSvg } from './score-svg.ts';

/** `altText`: at most 1,000 characters, the limit for a file. */
export type ScorePicture = { png: Buffer; title: string; altText: string; filename: string };

/** 810 by 600 pixels. Undefined if no day has a figure. */
export async function scorePicture(series: ScoreCourse): Promise<ScorePicture | undefined> {
  const layout = computeLayout(series);
  if (!layout) return undefined;
  return {
    png: await rasterise(scoreSvg(series, layout)),
    title: titleOf(series),
    altText: writeAltText(series, layout),
    filename: `score-${layout.days.at(-1)?.date ?? layout.latest.date}.png`,
  };
}

/**
 * The limit for an uploaded file; an image block's is 2,000.
 * https://docs.slack.dev/reference/methods/files.getUploadURLExternal#errors
 */
const ALT_TEXT_CHARS = 1_000;

export function writeAltText(series: ScoreCourse, layout: Layout): string {
  const { days } = layout;
  return shorten(
    [
      summary(series, layout),
      usual(layout),
      threshold(series, layout),
      alerts(series, days),
      gaps(days),
    ].join(' '),
    ALT_TEXT_CHARS,
  );
}

/** "Acme visibility score, Gemini" */
function titleOf({ project, metric, of }: ScoreCourse): string {
  const whose = `${brief(project, 'project')} ${METRIC_WORDS[metric].name}`;
  return of === undefined ? whose : `${whose}, ${brief(of, 'place')}`;
}

function summary(series: ScoreCourse, { days, latest, say }: Layout): string {
  const measured = days.filter(isMeasured).toSorted((a, b) => a.value - b.value);
  const most = measured.at(-1)?.value;
  const lowest = measured.at(0) ?? latest;
  const highest = measured.find(({ value }) => value === most) ?? latest;
  const figureOn = ({ value, date }: Layout['latest']) => `${say(value)} on ${dayName(date)}`;
  const span = `${count(days.length, 'day')} to ${dayName(days.at(-1)?.date ?? latest.date)}`;
  const range = `lowest ${figureOn(lowest)}, highest ${figureOn(highest)}`;
  const scale = METRIC_WORDS[series.metric].best === 'lowest' ? ' 1 is best.' : '';
  return `${titleOf(series)}: ${figureOn(latest)}; ${span}, ${range}.${scale}`;
}

function usual({ days, say }: Layout): string {
  const last = days.findLast((day) => day.usual);
  if (!last?.usual) return '';
  const { date, usual: known } = last;
  const outside = days.filter(
    ({ value, usual: range }) => value !== null && range && (value < range.low || value > range.high),
  ).length;
  const where = outside === 0 ? 'never outside it' : `outside it on ${count(outside, 'day')}`;
  return `Usual range ${say(known.low)} to ${say(known.high)} on ${dayName(date)}; ${where}.`;
}

function threshold({ threshold: levels }: ScoreCourse, { say }: Layout): string {
  return levels
    ? `Dashed lines: a day below ${say(levels.below)} or above ${say(levels.above)} was an alert when this one came.`
    : '';
}

function alerts({ alerts: all = [] }: ScoreCourse, days: readonly ChartedDay[]): string {
  const drawn = new Set(days.map(({ date }) => date));
  const shown = all.filter(({ date }) => drawn.has(date)).toSorted((a, b) => a.date.localeCompare(b.date));
  if (shown.length === 0) return '';
  const names = shown.map(
    ({ label, date, direction }) => `${brief(label, 'place')} on ${dayName(date)} (${direction})`,
  );
  return `Alerts: ${joinNames(names, 'alert')}.`;
}

function gaps(days: readonly ChartedDay[]): string {
  const missing = days.length - days.filter(isMeasured).length;
  return missing === 0
    ? ''
    : `No data on ${count(missing, 'day')}: ${joinDays(days, (day) => !isMeasured(day))}.`;
}
