/** Draws the owners' Monday line: whether polls and posts run, and beside it how many scores are away from normal. */
import type { NamedFeed, OwnersLine } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { channel, fallbackText, joined, type Mrkdwn, mrkdwn, user } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { dayAt, momentIn, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { becauseOf, isUnclear } from '../slack-words.ts';
import { troubleSentence } from '../trouble-words.ts';

/** Rows of the line, and feeds named in one of them; the others are counted. */
const NAMED = 8;

export function ownersLineMessage(line: OwnersLine): Message {
  const { projects, paused, troubled, waiting = [], openAlerts = 0, next } = line;
  const ill = new Set([...paused, ...troubled].map(({ name }) => name));
  const { healthy = projects - ill.size } = line;
  const parts = [
    `${figure(healthy)} healthy`,
    paused.length > 0 && `${figure(paused.length)} paused`,
    troubled.length > 0 && `${figure(troubled.length)} in trouble`,
    waiting.length > 0 && `${figure(waiting.length)} with posts that wait`,
    openAlerts > 0 && count(openAlerts, 'open score alert'),
  ].filter((part) => part !== false);
  const head = `${count(projects, 'project')}: ${parts.join(', ')}.`;
  const post = next
    ? `Next post ${momentIn(next.at, next.timezone)} ${next.timezone}.`
    : 'No post is planned.';
  const rows = rowsOf(line, mrkdwn);
  const shown = rows.slice(0, NAMED).map((row) => mrkdwn`• ${row}`);
  const others = rows.length - shown.length;
  if (others > 0) shown.push(mrkdwn`${figure(others)} more: /visibility status`);
  return {
    text: fallback(`${head} ${post}`, rowsOf(line, fallbackText)),
    blocks: list(joined([mrkdwn`*${head}*`, post], ' '), shown),
  };
}

/** What is not as it should be, then what is over; in the words of `say`, for the eye or for the ear. */
function rowsOf(
  { paused, troubled, waiting = [], missed = [], next }: OwnersLine,
  say: typeof mrkdwn,
): Mrkdwn[] {
  const timezone = next?.timezone ?? 'UTC';
  // The head names the timezone, where there is a next post.
  const at = (ms: number) => (next ? momentIn(ms, timezone) : utcMoment(ms));
  const named = (name: string) => brief(name, 'project');
  return [
    ...paused.map(({ name, feeds, by, since }) => {
      const who = by === undefined ? '' : say` by ${user(by)}`;
      return say`${named(name)} ${feedsNamed(feeds)}: paused${who} since ${dayAt(since, timezone)}`;
    }),
    ...troubled.map(
      ({ name, reason, since }) =>
        say`${named(name)}: ${troubleSentence(reason)} since ${dayAt(since, timezone)}`,
    ),
    ...waiting.map(({ name, late, triedAgain }) => {
      const waits =
        late && say`posts of ${feedsNamed(late.feeds)} wait since ${at(late.since)}${becauseOf(late)}`;
      const tried = triedAgain.map(
        (one) => say`${feedsNamed(one.feeds)} not posted yet on ${at(one.at)}, will be tried again`,
      );
      return say`${named(name)}: ${joined([waits, ...tried], ' · ')}`;
    }),
    ...missed.map(({ name, feeds, at: due, end }) => {
      const which = feedsNamed(feeds);
      const fate = isUnclear(end ?? {}) ? say`${which} may be missing` : say`missed ${which}`;
      return say`${named(name)}: ${fate}, ${at(due)}${becauseOf(end ?? {})}`;
    }),
  ];
}

function feedsNamed(feeds: readonly NamedFeed[]): Mrkdwn {
  const names = feeds
    .slice(0, NAMED)
    .map((feed) => (typeof feed === 'string' ? feed : mrkdwn`${feed.kind} in ${channel(feed.channel)}`));
  const others = feeds.length - names.length;
  return joined([...names, others > 0 && count(others, 'more feed')], ', ');
}
