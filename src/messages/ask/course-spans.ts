/** Says averages, and the highest and lowest, of the days a question is about. */
import type { Course, FigureOfDay, Metric, SpanAverage, SpanAverages, SpanSpread } from '../../decision.ts';
import { count, type Scale } from '../figures.ts';
import { describeMeasured, describeOffset, METRIC_WORDS } from '../scores/score-words.ts';
import { capitalize } from '../text.ts';
import { dayName, monthName } from '../times.ts';

/** `extreme`: the best or worst day of the spread is what was asked for. */
type SpreadOf = {
  courses: readonly Course[];
  spread?: SpanSpread | undefined;
  averages?: SpanAverages | undefined;
  extreme?: 'best' | 'worst' | undefined;
};

/**
 * "on average in October, down 1.9 points from 60.1 over 28 days of September", or "on average that week, not comparable
 * with 60.9 the week before: 1 prompt added"
 */
export function averageWords(
  { kind, now, before, measured, shared, isWeekBefore }: SpanAverages,
  metric: Metric,
  scale: Scale,
): string {
  const span = spanWords(kind, now);
  const ofNow = `on average ${isWeekBefore ? span.replace('that week', 'last week') : span}`;
  if (!before) return ofNow;
  if (measured.length > 0) {
    const changes = shared ? '' : `: ${measured.map(describeMeasured).join(', ')}`;
    return `${ofNow}, not comparable with ${scale.level(before.value)} ${spanWords(kind, before, 'before')}${changes}`;
  }
  if (scale.change(before.value, now.value) === 0)
    return `${ofNow}, the same as ${spanWords(kind, before, 'before')}`;
  const moved = describeOffset(metric, scale, before.value, now.value);
  return `${ofNow}, ${moved} from ${scale.level(before.value)} ${spanWords(kind, before, 'before')}`;
}

/** "in October", "over 20 days of October", "that week", "over 5 days of the week before" */
function spanWords(kind: SpanAverages['kind'], { days, from }: SpanAverage, which?: 'before'): string {
  const start = Date.parse(from);
  const isMonth = kind === 'month';
  const name = isMonth ? monthName(start, 'UTC') : which === 'before' ? 'the week before' : 'that week';
  if (days < (isMonth ? daysOfMonth(start) : 7)) return `over ${count(days, 'day')} of ${name}`;
  return isMonth ? `in ${name}` : name;
}

/** `ms`: any time of the month, in UTC. */
function daysOfMonth(ms: number): number {
  const date = new Date(ms);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** "On average 60.1 over 60 days, lowest 52.2 on Mon 23 Nov, highest 64.8 on Fri 6 Nov." */
export function spreadWords(
  { spread, averages, extreme, courses }: SpreadOf,
  scale: Scale,
): string | undefined {
  if (!spread) return undefined;
  const { average, days, lowest, highest } = spread;
  if (extreme) return `The ${extreme} of ${count(days, 'day')}, whose average is ${scale.level(average)}.`;
  const end = (name: string, { date, value }: FigureOfDay) =>
    `${name} ${scale.level(value)} on ${dayName(date)}`;
  const isHighBest = METRIC_WORDS[courses[0]?.metric ?? 'score'].best === 'highest';
  const ends = [
    end(isHighBest ? 'highest' : 'best', isHighBest ? highest : lowest),
    end(isHighBest ? 'lowest' : 'worst', isHighBest ? lowest : highest),
  ].join(', ');
  return averages
    ? capitalize(`${ends}.`)
    : `On average ${scale.level(average)} over ${count(days, 'day')}, ${ends}.`;
}
