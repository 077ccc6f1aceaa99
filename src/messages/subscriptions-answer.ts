/** Answers /visibility subscriptions: every feed of a project, when it posts next, and the button that stops it. */
import type { FeedStanding, ProjectRef } from '../decision.ts';
import { ACTIONS, type Message } from '../slack/blocks.ts';
import { channel, joined, mrkdwn } from '../slack/text.ts';
import { utcMoment } from './days.ts';
import { fallback } from './fallback.ts';
import { feedState } from './feed-state.ts';
import { count } from './figures.ts';
import { button, section } from './layout.ts';
import { brief } from './lengths.ts';

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
  return section(joined([joined([what, quiet], ' · '), feedState(standing)], '\n'), accessory);
}

function spoken({ feed, next, paused }: FeedStanding): string {
  const when = paused ? 'paused' : next === undefined ? 'no next time' : `next ${utcMoment(next)}`;
  return `${brief(feed.schedule, 'name')} ${feed.timezone}, ${when}`;
}
