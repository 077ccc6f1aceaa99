/** Finds out when each feed runs next, as the bot will compute it, and whether it is paused. */
import { realNow, remoteClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { FEED_KINDS } from '../../decision.ts';
import { messageOf } from '../../errors.ts';
import { findNextDue } from '../../feeds/schedule.ts';
import { type Feed, feedsOf } from '../../projects/projects.ts';
import { askClock } from '../../serve.ts';
import type { Db } from '../../store/schema.ts';
import { readSubscriptionState, type SubscriptionState } from '../../store/subscriptions.ts';
import type { FeedReport, Finding } from './report.ts';
import type { Workspace } from './slack.ts';

/** `now` in epoch ms. */
type Time = { now: number; simulated: boolean; findings: readonly Finding[] };

/** `now` is from readTime. Without `db` it isn't known whether a feed is paused. */
export async function lookAtSchedule(
  all: readonly Workspace[],
  db: Db | undefined,
  now: number,
): Promise<{ feeds: FeedReport[]; findings: Finding[] }> {
  const feeds: FeedReport[] = [];
  for (const { team, projects } of all) {
    for (const feed of feedsOf(projects)) {
      const state = db && team ? await readSubscriptionState(db, team, feed.id) : undefined;
      feeds.push(reportFeed(feed, now, state));
    }
  }
  return { feeds, findings: feeds.length === 0 ? [NO_FEED] : feeds.flatMap(findFeedFaults) };
}

/** The bot's time: with CLOCK_URL, the sandbox's. */
export async function readTime({ clockUrl }: Config): Promise<Time> {
  if (clockUrl === undefined) return { now: realNow(), simulated: false, findings: [] };
  try {
    return { now: await remoteClock(askClock(clockUrl)).refresh(), simulated: true, findings: [] };
  } catch (error) {
    const finding: Finding = {
      level: 'fault',
      subject: 'Schedule',
      sentence: `The clock at CLOCK_URL doesn’t answer (${messageOf(error)}), and without it nothing is posted. The times in this report are from this machine’s clock.`,
      mend: 'Start its sandbox, or remove CLOCK_URL.',
    };
    return { now: realNow(), simulated: false, findings: [finding] };
  }
}

function reportFeed(feed: Feed, now: number, state: SubscriptionState | undefined): FeedReport {
  const { project, kind, channel, schedule, timezone, quiet } = feed;
  const { since = now, pausedAt } = state ?? {};
  const next = pausedAt === undefined ? findNextDue({ ...feed, since }, now) : undefined;
  return {
    project: project.name,
    kind,
    channel,
    schedule,
    timezone,
    ...(quiet !== undefined && { quiet }),
    ...(next !== undefined && { next: new Date(next).toISOString() }),
    ...(pausedAt !== undefined && { pausedSince: new Date(pausedAt).toISOString() }),
  };
}

const NO_FEED: Finding = {
  level: 'loss',
  subject: 'Schedule',
  sentence: 'No feed is configured. Sightline answers commands, but posts nothing by itself.',
  mend: `Add ${new Intl.ListFormat('en', { type: 'disjunction' }).format(FEED_KINDS)} to a project, as in projects.example.yml.`,
};

function findFeedFaults({ project, kind, next, pausedSince, schedule, channel }: FeedReport): Finding[] {
  if (pausedSince !== undefined) {
    const sentence = `The ${kind} feed has been paused since ${pausedSince.slice(0, 16).replace('T', ' ')} UTC.`;
    const mend = `In the channel ${channel}: /visibility resume ${kind}`;
    return [{ level: 'loss', subject: project, sentence, mend }];
  }
  if (next !== undefined) return [];
  const sentence = `The schedule “${schedule}” of the ${kind} feed never comes due.`;
  return [{ level: 'fault', subject: project, sentence, mend: 'Change it in projects.yml.' }];
}
