/** Which feeds are due, and when each may run: a pure function of their schedules, the last tick and the time. */
import { hash } from 'node:crypto';
import { Cron, CronDate } from 'croner';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Feed } from '../projects/projects.ts';
import { parseQuiet } from '../words/day-times.ts';
import { toPatterns } from '../words/schedule-words.ts';

/** A feed with its schedule, of which only runs after `since` (epoch ms) count. */
export type Scheduled = Pick<Feed, 'cron' | 'timezone' | 'channel' | 'kind' | 'quiet'> & { since: number };

type Timetable = { cron: string; timezone: string };

/** At every moment of [dueAt, next) the same `run` is the latest that is due; epoch ms. */
type Span = { run: number; dueAt: number; next: number };

export type Spans = Map<string, Span>;

/** At most one slot per feed: its latest run that became due since `lastTick`, after its quiet hours (not for scores). */
export function findDueSlots<F extends Scheduled>(
  feeds: readonly F[],
  lastTick: number | undefined,
  now: number,
  spans: Spans = new Map(),
): { feed: F; dueAt: number }[] {
  return feeds.flatMap((feed) => {
    const { run, dueAt } = findSpan(feed, now, spans);
    return run > feed.since && dueAt > (lastTick ?? -Infinity) ? [{ feed, dueAt }] : [];
  });
}

/** The end of the quiet hours ("22:00-07:00") that `at` lies in; undefined outside them. Epoch ms. */
export function findQuietEnd(quiet: string | undefined, timezone: string, at: number): number | undefined {
  return findQuietAround(quiet, timezone, at)?.end;
}

/** How many whole hours late something is; undefined below one hour, which isn't worth mentioning. */
export function countLateHours(dueAt: number, now: number): number | undefined {
  const hours = Math.floor((now - dueAt) / HOUR_MS);
  return hours >= 1 ? hours : undefined;
}

/** When a feed is next due after `now`, epoch ms, with quiet hours. Undefined if its schedule has no further run. */
export function findNextDue(feed: Omit<Scheduled, 'channel'>, now: number): number | undefined {
  const patterns = toCrons(feed);
  const quiet = findDelayingQuiet(feed);
  const next = findNext(patterns, now);
  if (quiet === undefined) return next;
  const endAfter = (run: number | undefined) =>
    run === undefined ? undefined : findQuietAround(quiet, feed.timezone, run)?.end;
  const latest = findLatest(patterns, now);
  const held = latest !== undefined && latest > feed.since ? endAfter(latest) : undefined;
  return held !== undefined && held > now ? held : (endAfter(next) ?? next);
}

/** The latest time of a schedule up to and including `now`, epoch ms. */
export function findLatestRun(timetable: Timetable, now: number): number | undefined {
  return findLatest(toCrons(timetable), now);
}

/** Until when a slot must wait, epoch ms, because it came into its feed's quiet hours, such as after an outage. */
export function findHeldUntil(
  feed: Pick<Scheduled, 'kind' | 'quiet' | 'timezone'>,
  now: number,
): number | undefined {
  return findQuietEnd(findDelayingQuiet(feed), feed.timezone, now);
}

function findDelayingQuiet({ kind, quiet }: Pick<Scheduled, 'kind' | 'quiet'>): string | undefined {
  return kind === 'scores' ? undefined : quiet;
}

function findSpan(feed: Scheduled, now: number, spans: Spans): Span {
  const { cron, timezone } = feed;
  const hours = findDelayingQuiet(feed);
  const key = `${cron}|${timezone}|${hours}`;
  const known = spans.get(key);
  if (known && known.dueAt <= now && now < known.next) return known;
  const span = computeSpan({ cron, timezone }, hours, now);
  spans.set(key, span);
  return span;
}

function computeSpan(timetable: Timetable, quiet: string | undefined, now: number): Span {
  const patterns = toCrons(timetable);
  const quietAt = (run: number | undefined) =>
    run === undefined ? undefined : findQuietAround(quiet, timetable.timezone, run);
  const latest = findLatest(patterns, now);
  const around = quietAt(latest);
  const held = around !== undefined && around.end > now;
  const run = held ? findLatest(patterns, around.before) : latest;
  const next = held ? around.end : findNext(patterns, now);
  return { run: run ?? -Infinity, dueAt: quietAt(run)?.end ?? run ?? -Infinity, next: next ?? Infinity };
}

/** croner's previousRuns excludes the given moment. */
function findLatest(patterns: readonly Cron[], now: number): number | undefined {
  const runs = patterns.flatMap((cron) => cron.previousRuns(1, new Date(now + 1)));
  return runs.length === 0 ? undefined : Math.max(...runs.map(Number));
}

function findNext(patterns: readonly Cron[], now: number): number | undefined {
  const runs = patterns.flatMap((cron) => cron.nextRun(new Date(now)) ?? []);
  return runs.length === 0 ? undefined : Math.min(...runs.map(Number));
}

/** A fixed time runs right after a DST gap, and once in a repeated hour. Everything else follows the clock. */
function toCrons({ cron, timezone }: Timetable): Cron[] {
  return toPatterns(cron).map(
    (pattern) => new Cron(pattern, { timezone, paused: true, fixedTimeRule: 'no-wildcard' }),
  );
}

const DAY_MINUTES = 1_440;
/** Every timezone changes its clocks at a full quarter of an hour of UTC. */
const QUARTER = 15;

/** The quiet around a moment: the last full minute `before` it, and the first moment after it. Epoch ms. */
function findQuietAround(quiet: string | undefined, timezone: string, at: number) {
  const hours = quiet === undefined ? undefined : parseQuiet(quiet);
  if (!hours) return undefined;
  const { from, lasts } = hours;
  /** Minutes since the wall showed the beginning; it is quiet while they are fewer than `lasts`. */
  const countMinutesSince = (minute: number) => {
    const wall = new CronDate(new Date(minute * MINUTE_MS), timezone);
    return (wall.hour * 60 + wall.minute - from + DAY_MINUTES) % DAY_MINUTES;
  };
  const here = Math.floor(at / MINUTE_MS);
  if (countMinutesSince(here) >= lasts) return undefined;
  // Within a quarter of an hour the wall clock runs evenly, so no step goes beyond one.
  let [before, end] = [here, here];
  for (let since = countMinutesSince(before); since < lasts; since = countMinutesSince(before))
    before -= Math.min(since, before % QUARTER) + 1;
  for (let since = countMinutesSince(end); since < lasts; since = countMinutesSince(end))
    end += Math.min(lasts - since, QUARTER - (end % QUARTER));
  return { before: before * MINUTE_MS, end: end * MINUTE_MS };
}

const FEW_CHANNELS = 25;
const MS_PER_CHANNEL = 100;
const LONGEST_MS = 120_000;

/** Spreads many slots over a window by channel: what is due in one channel stays together and in order. */
export function spread<Slot extends { feed: { channel: string }; dueAt: number }>(slots: readonly Slot[]) {
  const dueThen = Map.groupBy(slots, ({ dueAt }) => dueAt);
  const channels = new Map(
    [...dueThen].map(([dueAt, all]) => [dueAt, new Set(all.map(({ feed }) => feed.channel)).size]),
  );
  return slots.map((slot) => {
    const many = channels.get(slot.dueAt) ?? 0;
    const window = many < FEW_CHANNELS ? 0 : Math.min(many * MS_PER_CHANNEL, LONGEST_MS);
    // From 0 up to 1, the same in every process and after every restart.
    const place = hash('sha256', slot.feed.channel, 'buffer').readUInt32BE() / 2 ** 32;
    return { ...slot, runAfter: slot.dueAt + Math.floor(window * place) };
  });
}
