/** Finds out when each feed runs next, as the bot will compute it, and whether it is paused. */
import { realNow, remoteClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { FEED_KINDS } from '../../decision.ts';
import { messageOf } from '../../errors.ts';
import { type FeedReport, reportFeeds } from '../../feeds/feed-standing.ts';
import { askClock } from '../../serve.ts';
import type { Db } from '../../store/schema.ts';
import type { Finding } from './report.ts';
import type { Workspace } from './slack.ts';

/** `now` in epoch ms. */
type Time = { now: number; simulated: boolean; findings: readonly Finding[] };

/** `running`: what the bot that has the store says of its feeds. `now` is from readTime. */
export async function lookAtSchedule(
  all: readonly Workspace[],
  { db, running }: { db: Db | undefined; running: readonly FeedReport[] | undefined },
  now: number,
): Promise<{ feeds: readonly FeedReport[]; findings: Finding[] }> {
  const readOwn = () =>
    Promise.all(all.map(({ team, projects }) => reportFeeds(projects, { db, team }, now)));
  const feeds = running ?? (await readOwn()).flat();
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
