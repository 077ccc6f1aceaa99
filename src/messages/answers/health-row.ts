/** How a project fares, in one row, and how all of them do, in one word: the same wherever it is said. */
import { type FeedPlace, isOnPurpose, isWell, type LatePosts, type ProjectHealth } from '../../decision.ts';
import { channel, fallbackText, joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { moment, utcMoment } from '../days.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { pausedInWords } from '../pause-words.ts';
import { mutedInWords } from '../scores/alert-words.ts';
import { becauseOf, isUnclear } from '../slack-words.ts';
import { troubleSentence, unreadExtra } from '../trouble-words.ts';

/** Pauses, mutes and feeds of one time named in a row; the others are counted. */
const NAMED = 4;

/** A part of a row, as it is shown, and as it is said where nothing can be shown. */
type Said = { shown: Mrkdwn; spoken: string | Mrkdwn };

/** Of the posts that Slack has not taken those that wait the longest. */
export function lateIn({ feeds }: ProjectHealth): LatePosts | undefined {
  const [oldest] = feeds.flatMap(({ late }) => late ?? []).toSorted((a, b) => a.since - b.since);
  return oldest;
}

/** "all well", "all 40 projects well, 1 feed paused", "2 of 40 projects not well". */
export function stateInWords(health: readonly ProjectHealth[]): string {
  const all = health.length;
  if (all === 0) return 'no feed here';
  const ill = health.filter((project) => !isWell(project)).length;
  const paused = health.flatMap(({ feeds }) =>
    feeds.filter((feed) => feed.paused && isOnPurpose(feed.paused)),
  );
  const well = all === 1 ? 'all well' : `all ${figure(all)} projects well`;
  const state = ill > 0 ? `${figure(ill)} of ${count(all, 'project')} not well` : well;
  return paused.length > 0 ? `${state}, ${count(paused.length, 'feed')} paused` : state;
}

/** One project: what stands in its way, what was stopped by whom, what it missed, its last poll and its next post. */
export function healthRow(health: ProjectHealth): Mrkdwn {
  const name = mrkdwn`• *${brief(health.project.name, 'project')}*`;
  return joined([name, ...parts(health).map(({ shown }) => shown)], ' · ');
}

/** The same for clients that show a message's text alone. */
export function healthSpoken(health: ProjectHealth): Mrkdwn {
  const said = [...(isWell(health) ? ['well'] : []), ...parts(health).map(({ spoken }) => spoken)];
  return fallbackText`${brief(health.project.name, 'project')}: ${heard(said, ' · ')}`;
}

/** Parts for those who listen, where no mark is to be heard. */
function heard(parts: readonly (string | Mrkdwn)[], separator: string): Mrkdwn {
  return joined(
    parts.map((part) => fallbackText`${part}`),
    separator,
  );
}

/** When the first of these feeds posts. */
export function nextPost(feeds: ProjectHealth['feeds']): number | undefined {
  const times = feeds.flatMap(({ next, paused }) => (paused || next === undefined ? [] : [next]));
  return times.length > 0 ? Math.min(...times) : undefined;
}

function parts(health: ProjectHealth): Said[] {
  const { feeds, trouble, missed = [], unread = [], lastAt } = health;
  const late = lateIn(health);
  const next = nextPost(feeds);
  return [
    ...(trouble ? [timed(`${troubleSentence(trouble.reason)} since`, trouble.since)] : []),
    ...(late ? [timed('posts wait since', late.since, becauseOf(late))] : []),
    ...pauseParts(feeds),
    ...muteParts(feeds),
    ...triedAgainParts(feeds),
    ...missed.map((one) => missedPart(one, feeds)),
    ...unread.map(({ extra, reason, since }) =>
      timed(`not readable now: ${unreadExtra(extra, reason)} since`, since),
    ),
    lastAt === undefined ? only('not polled yet') : timed('done up to', lastAt),
    next === undefined ? only('no post planned') : timed('next', next),
  ];
}

/** Where Slack's answer was lost, the post may stand in its channel after all. */
function missedPart(
  { feeds: without, at, end }: NonNullable<ProjectHealth['missed']>[number],
  feeds: ProjectHealth['feeds'],
): Said {
  const fate = isUnclear(end ?? {}) ? 'may be missing' : 'missed';
  return feedsAt(fate, without, feeds, at, becauseOf(end ?? {}));
}

/** "missed: leads, scores, Fri 20 Nov, 09:00": which feeds something happened to, and when. */
function feedsAt(
  fate: string,
  which: readonly FeedPlace[],
  feeds: ProjectHealth['feeds'],
  at: number,
  more: string,
): Said {
  const names = which.slice(0, NAMED).map((feed) => feedNamed(feed, feeds));
  const others = which.length - names.length;
  const all = [...names, ...(others > 0 ? [only(count(others, 'more feed'))] : [])];
  return {
    shown: mrkdwn`${fate}: ${joined(
      all.map(({ shown }) => shown),
      ', ',
    )}, ${moment(at)}${more}`,
    spoken: fallbackText`${fate}: ${heard(
      all.map(({ spoken }) => spoken),
      ', ',
    )}, ${utcMoment(at)}${more}`,
  };
}

/** "leads", or "leads in #acme-leads" where the project has several feeds of this kind. */
function feedNamed({ kind, channel: place }: FeedPlace, feeds: ProjectHealth['feeds']): Said {
  const isOfMany = feeds.filter(({ feed }) => feed.kind === kind).length > 1;
  if (!isOfMany) return only(kind);
  return { shown: mrkdwn`${kind} in ${channel(place)}`, spoken: fallbackText`${kind} in ${channel(place)}` };
}

/** What is late because of a trouble, by the time at which it was due. */
function triedAgainParts(feeds: ProjectHealth['feeds']): Said[] {
  const tried = feeds.flatMap(({ feed, paused, triedAgain }) =>
    paused || triedAgain === undefined ? [] : [{ feed, at: triedAgain }],
  );
  return [...Map.groupBy(tried, ({ at }) => at)].map(([at, those]) => {
    const waiting = those.map(({ feed }) => feed);
    return feedsAt('not posted yet', waiting, feeds, at, ', will be tried again');
  });
}

/** Those that need somebody come first. */
function pauseParts(feeds: ProjectHealth['feeds']): Said[] {
  const stopped = feeds.flatMap(({ feed, paused }) => (paused ? [{ feed, paused }] : []));
  const said = stopped
    .toSorted((a, b) => Number(isOnPurpose(a.paused)) - Number(isOnPurpose(b.paused)))
    .slice(0, NAMED)
    .map(({ feed, paused }) => {
      const which = feedNamed(feed, feeds);
      const { shown, spoken } = pausedInWords(paused);
      return {
        shown: mrkdwn`${which.shown} paused ${shown}`,
        spoken: fallbackText`${which.spoken} paused ${spoken}`,
      };
    });
  const others = stopped.length - said.length;
  return others > 0 ? [...said, only(`${count(others, 'more feed')} paused`)] : said;
}

function muteParts(feeds: ProjectHealth['feeds']): Said[] {
  const muted = feeds.flatMap((feed) => feed.muted ?? []);
  const isOfMany = feeds.filter(({ feed }) => feed.kind === 'scores').length > 1;
  const said = muted.slice(0, NAMED).map(({ channel: place, handle = 'the alert', ...mute }) => {
    const { shown, spoken } = mutedInWords(mute, handle);
    const where = isOfMany ? mrkdwn` in ${channel(place)}` : '';
    const whereSpoken = isOfMany ? fallbackText` in ${channel(place)}` : '';
    return {
      shown: mrkdwn`score alerts muted${where} ${shown}`,
      spoken: fallbackText`score alerts muted${whereSpoken} ${spoken}`,
    };
  });
  const others = muted.length - said.length;
  return others > 0 ? [...said, only(`muted in ${count(others, 'more channel')}`)] : said;
}

function timed(words: string, at: number, more = ''): Said {
  return { shown: mrkdwn`${words} ${moment(at)}${more}`, spoken: `${words} ${utcMoment(at)}${more}` };
}

function only(words: string): Said {
  return { shown: mrkdwn`${words}`, spoken: words };
}
