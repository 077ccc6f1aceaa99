/** The days behind an alert, for its picture: every figure beside what was expected of its day, and the next alarm. */
import type { ChangeAlert } from '../decision.ts';
import { readSeries, scoreBand } from './alert-history.ts';
import { RANGE_SPREADS } from './alert-life.ts';
import { JUMP_SPREADS } from './score-detector.ts';
import { detectorSettings, type ScoreSeries, seriesKey } from './score-series.ts';

type Range = { low: number; high: number };

/** Figures as the API gave them, null where it gave none; `alarm` are the levels beyond which an alert would be told, `least` away. */
export type AlertBand = {
  days: { date: string; value: number | null; usual?: Range | undefined }[];
  alarm?: { below: number; above: number; least: number } | undefined;
};

/** At most the last `span` days of the series that leads the alert, from its first figure on. */
export function alertBand(
  { metric, lead }: Pick<ChangeAlert, 'metric' | 'lead'>,
  series: readonly ScoreSeries[],
  minChange: number,
  span: number,
): AlertBand {
  const key = seriesKey(metric, lead.scope);
  const read = readSeries(metric, series, minChange).find((one) => one.series.key === key);
  const all = (read ? scoreBand(read, span) : []).map(({ date, score, low, high }) => ({
    date,
    value: score,
    ...(low !== undefined && high !== undefined && { usual: { low, high } }),
  }));
  const days = all.slice(
    Math.max(
      0,
      all.findIndex(({ value }) => value !== null),
    ),
  );
  const usual = days.at(-1)?.usual;
  const least = detectorSettings(metric, series, minChange).minChange;
  return { days, alarm: usual && alarmOf(usual, least) };
}

function alarmOf({ low, high }: Range, minChange: number): AlertBand['alarm'] {
  const middle = (low + high) / 2;
  const away = Math.max(minChange, ((high - low) / 2 / RANGE_SPREADS) * JUMP_SPREADS);
  return { below: middle - away, above: middle + away, least: away };
}
