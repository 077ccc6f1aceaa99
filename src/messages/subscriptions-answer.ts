/** Answers /visibility subscriptions: every feed of a project, when it posts next, and the button that stops it. */
import type { FeedKind, ProjectRef } from '../decision.ts';
import { ACTIONS, type Message } from '../slack/blocks.ts';
import { channel, joined, type Mrkdwn, mrkdwn, time, user } from '../slack/text.ts';
import { utcTime } from './days.ts';
import { fallback } from './fallback.ts';
import { count } from './figures.ts';
import { button, section } from './layout.ts';
import { brief } from './lengths.ts';

/** A feed and whether it stands still; times epoch ms. */
export type FeedStanding = {
  feed: {
    id: string;
    kind: FeedKind;
    channel: string;
    schedule: string;
    timezone: string;
    quiet?: string | undefined;
  };
  next: number | undefined;
  paused?: { at: number; by: string | undefined; until: number | undefined; reason: string };
};

/** `note`: what was just done, said first. */
export function subscriptionsAnswer(
  project: ProjectRef,
  feeds: readonly FeedStanding[],
  note?: string,
): Message {
  const name = brief(project.name, 'project');
  const amount = feeds.length === 0 ? 'no feeds' : count(feeds.length, 'feed');
  const head = joined([note, mrkdwn`*${name} feeds* · ${amount}`], '\n');
  return {
    text: fallback(
      `${note ? `${note} ` : ''}${name}: ${amount}.`,
      feeds.map((standing) => `${standing.feed.kind}: ${spoken(standing)}`),
    ),
    blocks: [section(head), ...feeds.map((standing) => row(name, standing))],
  };
}

function row(name: string, standing: FeedStanding) {
  const { feed, paused } = standing;
  const { id, kind } = feed;
  const what = mrkdwn`*${kind}* in ${channel(feed.channel)} · ${brief(feed.schedule, 'name')} ${feed.timezone}`;
  const quiet = feed.quiet && `quiet ${brief(feed.quiet, 'name')}`;
  const accessory = paused
    ? button('Resume', `Resume ${name} ${kind}`, ACTIONS.feedResume, id)
    : button('Pause', `Pause ${name} ${kind}`, ACTIONS.feedPause, id);
  return section(joined([joined([what, quiet], ' · '), state(standing)], '\n'), accessory);
}

function state({ next, paused }: FeedStanding): Mrkdwn {
  if (!paused) return next === undefined ? mrkdwn`never again by its schedule` : mrkdwn`next ${moment(next)}`;
  const by = paused.by ? mrkdwn` by ${user(paused.by)}` : mrkdwn`, because Slack or the API stopped it`;
  const until = paused.until === undefined ? '' : mrkdwn`, until ${moment(paused.until)}`;
  return mrkdwn`*paused* since ${moment(paused.at)}${by}${until}`;
}

/** A day and a time that every reader sees in their own timezone. */
function moment(ms: number): Mrkdwn {
  return time(ms, '{date_short_pretty} {time}', `${new Date(ms).toISOString().slice(0, 10)} ${utcTime(ms)}`);
}

function spoken({ feed, next, paused }: FeedStanding): string {
  const when = paused
    ? 'paused'
    : next === undefined
      ? 'no next time'
      : `next ${new Date(next).toISOString().slice(0, 10)} ${utcTime(next)}`;
  return `${brief(feed.schedule, 'name')} ${feed.timezone}, ${when}`;
}
