/** When each feed runs next, as the bot will reckon it, and whether it stands still. */
import { realNow, remoteClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { FEED_KINDS } from '../../decision.ts';
import { messageOf } from '../../errors.ts';
import { nextDue } from '../../feeds/schedule.ts';
import { type Feed, feedsOf } from '../../projects/projects.ts';
import { askClock } from '../../serve.ts';
import type { Db } from '../../store/schema.ts';
import { type SubscriptionState, subscriptionState } from '../../store/subscriptions.ts';
import type { FeedReport, Finding } from './report.ts';
import type { Workspace } from './slack.ts';

/** `now` in epoch ms. */
type Time = { now: number; simulated: boolean; findings: readonly Finding[] };

/** `now` is what timeOf says. Without `db` nobody can tell whether a feed is paused. */
export async function lookAtSchedule(
  all: readonly Workspace[],
  db: Db | undefined,
  now: number,
): Promise<{ feeds: FeedReport[]; findings: Finding[] }> {
  const feeds: FeedReport[] = [];
  for (const { team, projects } of all) {
    for (const feed of feedsOf(projects)) {
      const state = db && team ? await subscriptionState(db, team, feed.id) : undefined;
      feeds.push(feedReport(feed, now, state));
    }
  }
  return { feeds, findings: feeds.length === 0 ? [NO_FEED] : feeds.flatMap(feedFindings) };
}

/** The bot's time: the sandbox's where it is to live in one. A clock that does not answer stops every tick. */
export async function timeOf({ clockUrl }: Config): Promise<Time> {
  if (clockUrl === undefined) return { now: realNow(), simulated: false, findings: [] };
  try {
    return { now: await remoteClock(askClock(clockUrl)).refresh(), simulated: true, findings: [] };
  } catch (error) {
    const finding: Finding = {
      level: 'fault',
      subject: 'Schedule',
      sentence: `The clock at CLOCK_URL does not answer (${messageOf(error)}), and nothing is posted without it. The times here are this machine’s.`,
      mend: 'Start the sandbox that it is of, or leave CLOCK_URL out.',
    };
    return { now: realNow(), simulated: false, findings: [finding] };
  }
}

function feedReport(feed: Feed, now: number, state: SubscriptionState | undefined): FeedReport {
  const { project, kind, channel, schedule, timezone, quiet } = feed;
  const { since = now, pausedAt } = state ?? {};
  const next = pausedAt === undefined ? nextDue({ ...feed, since }, now) : undefined;
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
  sentence: 'No feed is configured: commands are answered, and nothing is posted by itself.',
  mend: `Add ${new Intl.ListFormat('en', { type: 'disjunction' }).format(FEED_KINDS)} to a project, as in projects.example.yml.`,
};

function feedFindings({ project, kind, next, pausedSince, schedule, channel }: FeedReport): Finding[] {
  if (pausedSince !== undefined) {
    const sentence = `The ${kind} feed is paused since ${pausedSince.slice(0, 16).replace('T', ' ')} UTC.`;
    const mend = `In its channel ${channel}: /visibility resume ${kind}`;
    return [{ level: 'loss', subject: project, sentence, mend }];
  }
  if (next !== undefined) return [];
  const sentence = `The schedule “${schedule}” of the ${kind} feed never comes.`;
  return [{ level: 'fault', subject: project, sentence, mend: 'Give it one that does, in projects.yml.' }];
}
