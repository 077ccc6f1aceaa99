/** Health of projects: in one line, as a row each, and as the answer to /visibility admin. */
import type {
  FeedPlace,
  FeedStanding,
  LatePosts,
  ProjectHealth,
  ProjectRef,
  RefusedFile,
} from '../../decision.ts';
import { isOnPurpose, isSkewed, isWell, nextPost } from '../../decision.ts';
import { MINUTE_MS } from '../../durations.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, type Part, page, paragraph, rows } from '../page.ts';
import { beside, bold, channel, join, say, type Text } from '../text.ts';
import { moment } from '../times.ts';
import {
  CLOCK_FIX,
  clockOffset,
  describeMissedPosts,
  isUnclear,
  reasonClause,
  troubleSentence,
  unreadExtra,
} from '../trouble-words.ts';
import { feedTrouble } from './feed-list.ts';

const NAMED = 4;

export function findLate({ feeds }: ProjectHealth): LatePosts | undefined {
  const [oldest] = feeds.flatMap(({ late }) => late ?? []).toSorted((a, b) => a.since - b.since);
  return oldest;
}

/** "2 projects, all well, 1 feed paused", "3 posts missed", "2 of 40 projects need attention". */
function healthInWords(health: readonly ProjectHealth[]): string {
  const all = health.length;
  if (all === 0) return 'no feeds here';
  const ill = health.filter((project) => !isWell(project)).length;
  const paused = health.flatMap(({ feeds }) =>
    feeds.filter((feed) => feed.paused && isOnPurpose(feed.paused)),
  );
  const missed = health
    .flatMap((project) => project.missed ?? [])
    .reduce((sum, { times, end }) => sum + (isUnclear(end) ? 0 : times), 0);
  const some = all === 1 ? '' : `${figure(ill)} of ${count(all, 'project')} `;
  const unhurt = missed > 0 ? `${count(missed, 'post')} missed` : `${count(all, 'project')}, all well`;
  const state = ill > 0 ? `${some}${ill === 1 ? 'needs' : 'need'} attention` : unhurt;
  return paused.length > 0 ? `${state}, ${count(paused.length, 'feed')} paused` : state;
}

/** One project: its trouble, the feeds that don’t just post on time, what it missed, its last poll and next post. */
export function healthRow({
  project,
  feeds,
  trouble,
  missed = [],
  unread = [],
  lastAt,
}: ProjectHealth): Text {
  const told = feeds.filter(({ paused, late, triedAgain }) => paused || late || triedAgain !== undefined);
  // Those that need someone to act come first.
  const isLeft = ({ paused }: FeedStanding) => paused !== undefined && isOnPurpose(paused);
  const sorted = told.toSorted((a, b) => Number(isLeft(a)) - Number(isLeft(b)));
  // One click pauses several feeds within milliseconds.
  const toMinutes = (_: string, value: unknown) =>
    typeof value === 'number' ? Math.floor(value / MINUTE_MS) : value;
  const troubleOf = ({ paused, triedAgain, late, muted }: FeedStanding) =>
    JSON.stringify({ paused, triedAgain, late, muted }, toMinutes);
  const alike = [...Map.groupBy(sorted, troubleOf).values()];
  const left = alike.slice(NAMED).flat().length;
  const next = nextPost(feeds);
  return beside(
    bold(brief(project.name, 'project')),
    trouble && say`${troubleSentence(trouble.reason)} since ${moment(trouble.since)}`,
    ...alike
      .slice(0, NAMED)
      .map((those) => say`${placesOf(those.map(({ feed }) => feed))}: ${those[0] && feedTrouble(those[0])}`),
    left > 0 && count(left, 'more feed'),
    ...missed.map((miss) => describeMissedPosts(miss, placesOf(miss.feeds))),
    ...unread.map(
      ({ extra, reason, since }) => say`without ${unreadExtra(extra, reason)} since ${moment(since)}`,
    ),
    lastAt === undefined ? 'not polled yet' : say`last polled ${moment(lastAt)}`,
    next === undefined ? 'no posts scheduled' : say`next post ${moment(next)}`,
  );
}

function placesOf(feeds: readonly FeedPlace[]): Text {
  return join(
    firstOf(feeds, NAMED, ({ kind, channel: where }) => say`${kind} in ${channel(where)}`, 'feed'),
    ', ',
  );
}

/** What isn’t of one project alone. `posts`: how many Slack doesn’t have yet. */
export type BotState = {
  posts: number;
  late?: LatePosts | undefined;
  /** How far our clock is ahead of Slack’s, if known. */
  clockAheadMs?: number | undefined;
  refusedFile?: RefusedFile | undefined;
};

/** Answers /visibility admin. `version` is Sightline’s. */
export function statusAnswer(
  health: readonly ProjectHealth[],
  { posts, late, clockAheadMs = 0, refusedFile }: BotState,
  version: string,
): Page {
  const clock = isSkewed(clockAheadMs) && `Sightline’s clock is ${clockOffset(clockAheadMs)}. ${CLOCK_FIX}`;
  const file =
    refusedFile &&
    say`The changed ${refusedFile.what} has been refused since ${moment(refusedFile.since)} for ${count(refusedFile.faults, 'fault')}; the one before it stays in force. The log names each fault.`;
  // Late posts may belong to a project not shown here, or go to the owners.
  const isIll = late || clock || file;
  const state = isIll && health.every(isWell) ? 'needs attention' : healthInWords(health);
  const why = late && !health.some(findLate) ? reasonClause(late) : '';
  const queue = posts === 0 ? 'No posts waiting' : `${count(posts, 'post')} on the way`;
  const oldest = late && say`, the oldest waiting since ${moment(late.since)}${why}`;
  return page(
    headline(beside(bold('Settings'), state)),
    note(beside(say`${queue}${oldest}`, `Sightline ${version}`)),
    rows(health.map((project) => ({ text: healthRow(project) }))),
    paragraph(clock),
    paragraph(file),
  );
}

/** Buttons to everything that can be set. With several projects, each button asks which one. */
export function settingsLinks(
  projects: readonly ProjectRef[],
  { mayConfigure, mayConnect }: { mayConfigure: boolean; mayConnect: boolean },
): Part | undefined {
  const [only, second] = projects;
  const shown = only !== undefined;
  const way = (label: string, line: string) => lineButton(label, line, second ? undefined : only?.id);
  return actions([
    shown && way('Feeds', 'feeds'),
    shown && way('Engines', 'engines'),
    shown && way('Regions', 'regions'),
    shown && way('Region usage', 'region-usage'),
    mayConnect && way('Connect an assistant…', 'mcp'),
    mayConfigure && way('Connect…', 'connect'),
    mayConfigure && shown && way('Disconnect…', 'disconnect'),
    mayConfigure && way('Audit', 'audit'),
    way('About', 'about'),
  ]);
}
