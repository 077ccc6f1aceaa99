/** Times on the page, all in one timezone: Slack's date tokens, and the labels of messages and days. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../durations.ts';
import { oncePerText } from '../../../once-per.ts';

type Zone = { now: number; timezone: string };

/**
 * Fills Slack's date tokens in `format`, in English with 24 hours. Undefined if `seconds` (epoch) isn't a valid time.
 * https://docs.slack.dev/reference/block-kit/block-elements/date-element
 */
export function slackDate(format: string, seconds: number, zone: Zone): string | undefined {
  const ms = seconds * 1000;
  if (Number.isNaN(new Date(ms).getTime())) return undefined;
  return format.replace(/\{(\w+)\}/g, (token, name: string, offset: number) => {
    const text = TOKENS[name]?.(ms, zone);
    if (text === undefined) return token;
    return offset === 0 ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  });
}

/** "09:00" */
export function timeLabel(ms: number, timezone: string): string {
  const { hour, minute } = partsOf(ms, timezone);
  return `${hour}:${minute}`;
}

/** "Thu 20 Nov, 09:00" */
export function momentLabel(ms: number, timezone: string): string {
  const { weekday, day, month } = partsOf(ms, timezone);
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}, ${timeLabel(ms, timezone)}`;
}

/** "Today", "Yesterday" or "Thursday 20 November" */
export function dayLabel(ms: number, { now, timezone }: Zone): string {
  const { weekday, day, month } = partsOf(ms, timezone);
  const near = nearDay(ms, { now, timezone });
  return near ? near.charAt(0).toUpperCase() + near.slice(1) : `${weekday} ${day} ${month}`;
}

/** "2026-11-20T09:00", the format of a browser's field. */
export function wallTime(ms: number, timezone: string): string {
  return `${isoDay(ms, timezone)}T${timeLabel(ms, timezone)}`;
}

/** The epoch seconds of a wallTime. An hour that the clocks skip becomes one that exists. */
export function secondsOf(wall: string, timezone: string): number {
  const asUtc = Date.parse(`${wall}Z`);
  const offset = (ms: number) => Date.parse(`${wallTime(ms, timezone)}Z`) - ms;
  const near = asUtc - offset(asUtc);
  return Math.floor((asUtc - offset(near)) / 1000);
}

/** "2026-11-20" */
export function isoDay(ms: number, timezone: string): string {
  const { year, month, day } = partsOf(ms, timezone);
  return `${year}-${two(MONTHS.indexOf(month) + 1)}-${two(Number(day))}`;
}

const TOKENS: Record<string, (ms: number, zone: Zone) => string> = {
  date_num: (ms, { timezone }) => isoDay(ms, timezone),
  date_slash: (ms, { timezone }) => isoDay(ms, timezone).split('-').reverse().join('/'),
  date: longDate,
  date_long_full: longDate,
  date_short: shortDate,
  date_long: (ms, zone) => `${partsOf(ms, zone.timezone).weekday}, ${longDate(ms, zone, true)}`,
  date_pretty: (ms, zone) => nearDay(ms, zone) ?? longDate(ms, zone),
  date_short_pretty: (ms, zone) => nearDay(ms, zone) ?? shortDate(ms, zone),
  date_long_pretty: (ms, zone) =>
    nearDay(ms, zone) ?? `${partsOf(ms, zone.timezone).weekday}, ${longDate(ms, zone, true)}`,
  day_divider_pretty: (ms, zone) =>
    nearDay(ms, zone) ?? `${partsOf(ms, zone.timezone).weekday}, ${longDate(ms, zone)}`,
  time: (ms, { timezone }) => timeLabel(ms, timezone),
  time_secs: (ms, { timezone }) => `${timeLabel(ms, timezone)}:${partsOf(ms, timezone).second}`,
  ago: (ms, { now }) => ago(ms - now),
};

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

// Creating a format costs far more than using it.
const formatIn = oncePerText(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
);

// A page shows the same few times again and again.
const partsOf = oncePerText((ms: number, timeZone: string) => {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const { weekday = '', year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  return { weekday, year, month, day, hour, minute, second };
});

/** Within six months of now, Slack omits the year. */
function longDate(ms: number, { now, timezone }: Zone, withYear = Math.abs(ms - now) > 183 * DAY_MS): string {
  const { year, month, day } = partsOf(ms, timezone);
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(Number(day));
  const suffix = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }[rule];
  return `${month} ${day}${suffix}${withYear ? `, ${year}` : ''}`;
}

function shortDate(ms: number, { now, timezone }: Zone): string {
  const { year, month, day } = partsOf(ms, timezone);
  return `${month.slice(0, 3)} ${day}${Math.abs(ms - now) > 183 * DAY_MS ? `, ${year}` : ''}`;
}

function nearDay(ms: number, { now, timezone }: Zone): string | undefined {
  const apart = (Date.parse(isoDay(ms, timezone)) - Date.parse(isoDay(now, timezone))) / DAY_MS;
  return { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[String(apart)];
}

function ago(difference: number): string {
  const format = new Intl.RelativeTimeFormat('en');
  const size = Math.abs(difference);
  if (size < MINUTE_MS) return format.format(Math.trunc(difference / 1000), 'second');
  if (size < HOUR_MS) return format.format(Math.trunc(difference / MINUTE_MS), 'minute');
  if (size < DAY_MS) return format.format(Math.trunc(difference / HOUR_MS), 'hour');
  return format.format(Math.trunc(difference / DAY_MS), 'day');
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
