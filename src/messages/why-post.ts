/** Says whether a post arrived, or why not, from its delivery in the outbox. */
import type { FeedKind, FeedPlace, MissedPosts, PostEnd, PostFailure, ProjectRef } from '../decision.ts';
import { count, firstOf } from './figures.ts';
import { brief } from './lengths.ts';
import { headline, note, type Page, page } from './page.ts';
import { beside, bold, channel, join, say, type Text } from './text.ts';
import { moment, momentBeside } from './times.ts';
import { placeWords } from './trouble-words.ts';

/** A delivery of the outbox; times in epoch ms. */
export type WhyPost = {
  at: number;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'expired';
  notBefore: number;
  reason?: string | undefined;
};

/** `what` names the post and its channel; `posted` is the text if it was sent. */
export function postLine(what: Text, posted: Text, post: WhyPost, now: number): Text {
  if (post.state === 'sent') return say`${what}: ${posted}.`;
  if (isHeld(post, now)) return say`${what}: held until ${moment(post.notBefore)}.`;
  return say`${what}: ${describeMissing(post)}.`;
}

/** "In #acme-visibility: posted after the check of Nov 20 at 09:00" */
export function describeDecidedPost(post: WhyPost & { channel: string }, now: number): Text {
  const posted = say`posted after the check of ${moment(post.at)}`;
  return postLine(say`In ${channel(post.channel)}`, posted, post, now);
}

/** Held by the quiet hours of its feed. */
function isHeld({ state, notBefore }: WhyPost, now: number): boolean {
  return (state === 'queued' || state === 'sending') && notBefore > now;
}

function describeMissing(post: WhyPost): string {
  const { state } = post;
  const why = reasonClause(post);
  if (state === 'queued' || state === 'sending') return `waiting for Slack${why}`;
  return `${isUnclear(post) ? 'may not have arrived' : 'never arrived'}${why}`;
}

/** A delivery that waits or failed. */
type Unposted = {
  reason?: PostFailure | undefined;
  state?: PostEnd['state'] | 'queued' | 'sending' | 'sent';
};

/** ", because Slack has asked us to slow down"; empty without a reason. */
export function reasonClause({ reason, state }: Unposted = {}): string {
  return reason === undefined ? '' : `, because ${sentenceOf(reason, state)}`;
}

/** Slack's answer was lost, so the post may have arrived. */
export function isUnclear({ reason }: Unposted = {}): boolean {
  return reason === 'unclear';
}

/** "missed leads on Thu 19 Nov, 09:00", or "missed 3 posts, Thu 19 Nov, 09:00 to Sat 21 Nov, 09:00 (leads)". */
export function describeMissedPosts({ first, at, times, end }: MissedPosts, feeds: Text): Text {
  // If only Slack’s answer was lost, the post may be there after all.
  const fate = isUnclear(end) ? 'may have missed' : 'missed';
  const what =
    first === at
      ? say`${feeds} on ${moment(at)}`
      : say`${count(times, 'post')}, ${moment(first)} to ${momentBeside(at, first)} (${feeds})`;
  return say`${fate} ${what}${reasonClause(end)}`;
}

/** "scores, leads in #acme-leads and #acme-visibility"; of each kind at most so many channels. */
export function listFeedNames(feeds: readonly (FeedKind | FeedPlace)[], most: number): Text {
  const byKind = Map.groupBy(feeds, (feed) => (typeof feed === 'string' ? feed : feed.kind));
  const names = [...byKind].map(([kind, those]) => {
    const places = those.flatMap((feed) => (typeof feed === 'string' ? [] : channel(feed.channel)));
    const named = firstOf(places, most, (place) => place, 'channel');
    return places.length === 0 ? say`${kind}` : say`${kind} in ${join(named, ' and ')}`;
  });
  return join(names, ', ');
}

function sentenceOf(reason: PostFailure, state: Unposted['state']): string {
  if (state === 'expired' && reason === 'no_turn') return 'its turn came too late';
  if (state === 'expired')
    return `Slack accepted nothing until it was too late: ${sentenceOf(reason, 'queued')}`;
  if (reason === 'unclear') return 'Slack’s answer was lost';
  if (reason === 'undrawn') return 'Sightline can’t draw it; its log says why';
  if (state === 'failed')
    return placeWords(reason)?.why ?? `Slack refuses this message (${brief(reason, 'place')})`;
  switch (reason) {
    case 'ratelimited':
      return 'Slack has asked us to slow down';
    case 'unreachable':
      return 'Slack hasn’t answered';
    case 'no_turn':
      return 'other posts came first';
    default:
      return `Slack’s answer was ${brief(reason, 'place')}`;
  }
}

/** `explained` as in post-kinds.ts. `feed` made the decision, if it still exists; `at` in epoch ms. */
export function whyPostAnswer(
  project: ProjectRef,
  explained: string,
  { feed, at }: { feed: { kind: string; schedule: string; timezone: string } | undefined; at: number },
): Page {
  const name = brief(project.name, 'project');
  const by = feed && `its ${feed.kind} feed runs ${brief(feed.schedule, 'name')} ${feed.timezone}`;
  return page(
    headline(say`${bold(name)}: this is ${explained}.`),
    note(beside(say`Decided ${moment(at)}`, by, by && '/visibility feeds')),
  );
}
