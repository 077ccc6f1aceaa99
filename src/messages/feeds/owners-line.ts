/** The owners' Monday line: whether polls and posts run, and beside it how many scores are away from normal. */
import type { NamedFeed, OwnersLine } from '../../decision.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, paragraph, rows } from '../page.ts';
import { beside, bold, channel, joined, say, type Text, user } from '../text.ts';
import { moment } from '../times.ts';
import { troubleSentence } from '../trouble-words.ts';
import { becauseOf, isUnclear } from '../why-post.ts';

/** Rows of the line, and feeds named in one of them; the others are counted. */
const NAMED = 8;

export function ownersLineMessage(line: OwnersLine): Page {
  const { projects, healthy, paused, troubled, waiting = [], openAlerts = 0, next } = line;
  const states = [
    `${figure(healthy)} healthy`,
    paused.length > 0 && `${figure(paused.length)} paused`,
    troubled.length > 0 && `${figure(troubled.length)} in trouble`,
    waiting.length > 0 && `${figure(waiting.length)} with posts waiting`,
    openAlerts > 0 && count(openAlerts, 'open alert'),
  ].filter((state) => state !== false);
  const all = rowsOf(line);
  const others = all.length - NAMED;
  return {
    parts: [
      headline(bold(`${count(projects, 'project')}: ${states.join(', ')}.`)),
      rows(all.slice(0, NAMED).map((text) => ({ text: say`• ${text}` }))),
      others > 0 && paragraph(`${figure(others)} more: /visibility admin`),
      note(next ? say`Next post ${moment(next.at)}` : 'No post is planned.'),
    ],
  };
}

/** What is not as it should be, then what is over. */
function rowsOf({ paused, troubled, waiting = [], missed = [] }: OwnersLine): Text[] {
  const named = (name: string) => brief(name, 'project');
  return [
    ...paused.map(({ name, feeds, by, since }) => {
      const who = by !== undefined && say` by ${user(by)}`;
      return say`${named(name)} ${feedsNamed(feeds)}: paused${who} since ${moment(since)}`;
    }),
    ...troubled.map(
      ({ name, reason, since }) => say`${named(name)}: ${troubleSentence(reason)} since ${moment(since)}`,
    ),
    ...waiting.map(({ name, late, triedAgain }) => {
      const waits =
        late && say`posts of ${feedsNamed(late.feeds)} waiting since ${moment(late.since)}${becauseOf(late)}`;
      const tried = triedAgain.map(
        ({ feeds, at }) => say`${feedsNamed(feeds)} of ${moment(at)} not posted yet, retrying`,
      );
      return say`${named(name)}: ${beside(waits, ...tried)}`;
    }),
    ...missed.map(({ name, feeds, at, end }) => {
      const fate = isUnclear(end) ? 'may have missed' : 'missed';
      return say`${named(name)}: ${fate} ${feedsNamed(feeds)} on ${moment(at)}${becauseOf(end)}`;
    }),
  ];
}

function feedsNamed(feeds: readonly NamedFeed[]): Text {
  const names = feeds
    .slice(0, NAMED)
    .map((feed) => (typeof feed === 'string' ? feed : say`${feed.kind} in ${channel(feed.channel)}`));
  const others = feeds.length - names.length;
  return joined([...names, others > 0 && count(others, 'more feed')], ', ');
}
