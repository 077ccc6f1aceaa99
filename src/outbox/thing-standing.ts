/** The one thing a post is about: its subject, by which a change edits every post about it, and its current state. */
import {
  type ApiTrouble,
  type DigestHeld,
  type EndedAlert,
  type FeedMissed,
  type FeedPaused,
  type LeadDigest,
  type MuteProposal,
  projectRef,
  type Recap,
  type Standing,
  type SuggestionNews,
} from '../decision.ts';
import { feedOf, type Projects } from '../projects/projects.ts';
import { placeKey } from '../rules/lead-place.ts';
import { readKeptAlert, readKeptAlerts, readToldWith } from '../store/alerts.ts';
import { MIN_SCORE_WRITES, readLastWrites } from '../store/audit.ts';
import { readLastPostIn } from '../store/deliveries.ts';
import { readHandles } from '../store/handles.ts';
import { readMuteState } from '../store/mutes.ts';
import { readMissedPosts } from '../store/slots.ts';
import { readSubscription } from '../store/subscriptions.ts';
import { readSuggestionState } from '../store/suggestions.ts';
import type { Db } from '../store/tables.ts';
import { readTroubleEnd } from '../store/troubles.ts';

export type Reading = { db: Db; team: string; projects: Projects; channel: string };

export type ThingStanding = Pick<
  Standing,
  'suggestion' | 'alert' | 'mute' | 'minScore' | 'overSince' | 'missed' | 'isOutdated'
> &
  Partial<Pick<Standing, 'handles'>>;

export async function readNothing(): Promise<ThingStanding> {
  return {};
}

export async function readDigestNow(digest: LeadDigest, { db, team, channel }: Reading) {
  const { kind, project } = digest;
  const last = await readLastPostIn(db, { team, channel, projectId: project.id }, kind);
  return { isOutdated: last !== undefined && last.subject !== digestSubject(digest) };
}

export function digestSubject({ project, at }: Pick<LeadDigest, 'project' | 'at'>): string {
  return `digest:${project.id}:${at}`;
}

export async function readAlertNow({ key }: { key: string }, { db, team, channel }: Reading) {
  const at = { team, channel, key };
  const kept = await readKeptAlert(db, at);
  const also = await readToldWith(db, at);
  const { news: latest, muted, taken, stalled } = kept ?? {};
  const alert = latest && { latest, muted, taken, stalled, also };
  const { next, follows } = latest?.kind === 'score_alert' ? latest : {};
  const named = [next, follows].filter((other) => other !== undefined);
  return named.length === 0 ? { alert } : { alert, handles: await readHandles(db, team, [key, ...named]) };
}

/** The alert, and the project's others that are still open in the channel and have a message of their own. */
export async function readEndNow({ key, project }: EndedAlert, reading: Reading): Promise<ThingStanding> {
  const { db, team, channel } = reading;
  const { alert } = await readAlertNow({ key }, reading);
  const open = await readKeptAlerts(db, { team, channel, projectId: project.id }, Number.MAX_SAFE_INTEGER);
  const others = open.flatMap(({ news }) =>
    news.kind === 'score_notice' || news.key === key || news.toldIn !== undefined ? [] : news,
  );
  const handles = await readHandles(db, team, [key, ...others.map((other) => other.key)]);
  return { alert: alert && { ...alert, others }, handles };
}

export async function readSuggestionNow({ project, suggestion }: SuggestionNews, { db, team }: Reading) {
  const key = { team, projectId: project.id, suggestionId: suggestion.id };
  return { suggestion: await readSuggestionState(db, key) };
}

export async function readMuteNow({ subscription, place, round }: MuteProposal, { db, team }: Reading) {
  return { mute: await readMuteState(db, { team, subscription, place_key: placeKey(place), round }) };
}

/** The minimum score of the feed in a recap's proposal; empty once the feed is gone. */
export async function readMinScoreNow({ minScore, project }: Recap, { db, team, projects }: Reading) {
  const feed = minScore && feedOf(projects, minScore.feed);
  if (feed?.kind !== 'leads') return {};
  const { settings, revision } = feed;
  const writes = await readLastWrites(db, team, { action: MIN_SCORE_WRITES[0], projectId: project.id });
  const by = writes.find(({ subject }) => subject === feed.id)?.person;
  return { minScore: { score: settings.min_score, by, made: revision !== undefined } };
}

/** When this trouble ended (a later one of the same cause doesn't count), and which posts `where` missed by then. */
export async function readTrouble(
  { cause, since }: ApiTrouble | FeedMissed,
  { db, team, projects }: Reading,
  where: { channel?: string },
): Promise<ThingStanding> {
  const posts = await readMissedPosts(db, team, { ...where, line: troubleSubject(cause, since) });
  const missed = posts.flatMap(({ subscription, first, times }) => {
    const feed = feedOf(projects, subscription);
    return feed ? [{ project: projectRef(feed.project), feed: feed.kind, first, times }] : [];
  });
  return { overSince: await readTroubleEnd(db, team, cause, since), missed };
}

/** When this pause ended; a later one of the same feed doesn't count. */
export async function readPauseNow({ subscription, at }: FeedPaused | DigestHeld, { db, team }: Reading) {
  const resumedAt = (await readSubscription(db, team, subscription))?.resumed_at ?? 0;
  return { overSince: resumedAt >= at ? resumedAt : undefined };
}

export function suggestionSubject(projectId: string, suggestionId: string): string {
  return `suggestion:${projectId}:${suggestionId}`;
}

/** All posts about one trouble, which are edited when it is over. */
export function troubleSubject(cause: string, since: number): string {
  return `trouble:${cause}@${since}`;
}

/** All posts about one pause, which are edited when the feed is resumed. */
export function pauseSubject(subscription: string, pausedAt: number): string {
  return `pause:${subscription}@${pausedAt}`;
}

/** A proposal to mute a place in a feed; each round is a subject of its own. */
export function muteSubject({
  subscription,
  place,
  round,
}: Pick<MuteProposal, 'subscription' | 'place' | 'round'>): string {
  return `mute:${subscription}:${placeKey(place)}@${round}`;
}
