/** Which feeds are due: a pure function of their schedules and the time, with no memory of its own. */
import { Cron } from 'croner';

/** What has a schedule: a cron pattern in a timezone, counted from `since` (epoch ms), when it was first seen. */
export type Scheduled = { cron: string; timezone: string; since: number };

/**
 * The latest time of each schedule in (`since`, `now`], if there is one: after an outage only that is made up for.
 * A slot that was opened before is opened again without effect, so nothing need be remembered here.
 */
export function dueSlots<Feed extends Scheduled>(
  feeds: readonly Feed[],
  now: number,
): { feed: Feed; dueAt: number }[] {
  return feeds.flatMap((feed) => {
    const dueAt = latestRun(feed, now);
    return dueAt !== undefined && dueAt > feed.since ? [{ feed, dueAt }] : [];
  });
}

/** The next time of a schedule after `now`, epoch ms. */
export function nextRun(schedule: { cron: string; timezone: string }, now: number): number | undefined {
  return cronOf(schedule).nextRun(new Date(now))?.getTime();
}

/** The latest time of a schedule up to and including `now`, epoch ms. */
export function latestRun(schedule: { cron: string; timezone: string }, now: number): number | undefined {
  // previousRuns is exclusive of its reference, and cron counts in whole seconds.
  return cronOf(schedule)
    .previousRuns(1, new Date(now + 1_000))[0]
    ?.getTime();
}

function cronOf({ cron, timezone }: { cron: string; timezone: string }): Cron {
  return new Cron(cron, { timezone, paused: true });
}
