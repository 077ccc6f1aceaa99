/** Draws the owners' Monday line: whether polls and posts run, and beside it how many scores are away from normal. */
import type { OwnersLine } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { channel, fallbackText, joined, type Mrkdwn, mrkdwn, user } from '../../slack/text.ts';
import { dayAt, momentIn } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { troubleSentence } from '../trouble-words.ts';

/** Projects named in the line; the others are counted. */
const NAMED = 8;

export function ownersLineMessage(line: OwnersLine): Message {
  const { projects, paused, troubled, openAlerts = 0, next } = line;
  const ill = new Set([...paused, ...troubled].map(({ name }) => name));
  const parts = [
    `${figure(projects - ill.size)} healthy`,
    paused.length > 0 && `${figure(paused.length)} paused`,
    troubled.length > 0 && `${figure(troubled.length)} in trouble`,
    openAlerts > 0 && count(openAlerts, 'open score alert'),
  ].filter((part) => part !== false);
  const head = `${count(projects, 'project')}: ${parts.join(', ')}.`;
  const timezone = next?.timezone ?? 'UTC';
  const which = [
    ...paused.map(({ name, feeds, by, since }) =>
      joined(
        [
          mrkdwn`${brief(name, 'project')} ${joined(feeds.map(feedNamed), ', ')}: paused`,
          by && mrkdwn`by ${user(by)}`,
          mrkdwn`since ${dayAt(since, timezone)}`,
        ],
        ' ',
      ),
    ),
    ...troubled.map(
      ({ name, reason, since }) =>
        mrkdwn`${brief(name, 'project')}: ${troubleSentence(reason)} since ${dayAt(since, timezone)}`,
    ),
  ];
  const spoken = [
    ...paused.map(
      ({ name, feeds }) =>
        fallbackText`${brief(name, 'project')} ${joined(feeds.map(feedSpoken), ', ')}: paused`,
    ),
    ...troubled.map(({ name, reason }) => `${brief(name, 'project')}: ${troubleSentence(reason)}`),
  ];
  const post = next
    ? `Next post ${momentIn(next.at, next.timezone)} ${next.timezone}.`
    : 'No post is planned.';
  const shown: (Mrkdwn | string)[] = which.slice(0, NAMED).map((one) => mrkdwn`• ${one}`);
  const others = which.length - shown.length;
  if (others > 0) shown.push(`${figure(others)} more: /visibility status`);
  return {
    text: fallback(`${head} ${post}`, spoken),
    blocks: [section(joined([joined([mrkdwn`*${head}*`, post], ' '), ...shown], '\n'))],
  };
}

type PausedFeed = OwnersLine['paused'][number]['feeds'][number];

function feedNamed(feed: PausedFeed): Mrkdwn | string {
  return typeof feed === 'string' ? feed : mrkdwn`${feed.kind} in ${channel(feed.channel)}`;
}

function feedSpoken(feed: PausedFeed): Mrkdwn | string {
  return typeof feed === 'string' ? feed : fallbackText`${feed.kind} in ${channel(feed.channel)}`;
}
