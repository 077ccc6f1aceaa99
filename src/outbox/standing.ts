/** How the things a decision speaks of stand now: read at sending time, so that a post is never born old. */
import type {
  AlertStanding,
  Decision,
  MissedFeed,
  MuteState,
  Standing,
  SuggestionState,
} from '../decision.ts';
import { feedsOf, type Projects, visibleIn } from '../projects/projects.ts';
import { placeKey } from '../rules/place-key.ts';
import { projectRef } from '../rules/project-ref.ts';
import { keptAlert, toldWith } from '../store/alerts.ts';
import { handlesOf } from '../store/handles.ts';
import { muteState } from '../store/mutes.ts';
import type { Db } from '../store/schema.ts';
import { missedFeeds, triedAgainPerFeed } from '../store/slots.ts';
import { subscriptionState } from '../store/subscriptions.ts';
import { suggestionState } from '../store/suggestions.ts';
import { troubleOver } from '../store/troubles.ts';
import { type Readers, readLeadStandings } from './lead-standing.ts';
import { handleKeys, leadsShown, subjectOf } from './subjects.ts';

/** Where a post stands: a channel, or a person whom the bot writes to. `isMember` looks into the channel. */
export type Place = { channel: string; isMember: (channel: string, person: string) => Promise<boolean> };

export async function standingOf(
  db: Db,
  team: string,
  decision: Decision,
  projects: Projects,
  place: Place,
): Promise<Standing> {
  return (await readStanding(db, team, decision, projects, place))();
}

/**
 * Reads the store; who is in the channel is asked of Slack only by what it returns, which reads nothing any more: a
 * transaction need not stay open until Slack answers.
 */
export async function readStanding(
  db: Db,
  team: string,
  decision: Decision,
  projects: Projects,
  place: Place,
): Promise<() => Promise<Standing>> {
  const keys = leadsShown(decision).map(({ key }) => key);
  const leads = await readLeadStandings(db, team, decision.project.id, keys, readersOf(projects, place));
  const standing = {
    handles: await handlesOf(db, team, handleKeys(decision)?.keys ?? []),
    suggestion: await suggestionOf(db, team, decision),
    alert: await alertOf(db, team, decision, place.channel),
    mute: await muteOf(db, team, decision),
    overSince: await overSince(db, team, decision),
    missed: await missedOf(db, team, decision, projects, place.channel),
    writes: writesOf(projects),
    dashboardUrl: dashboardOf(projects, decision.project.id),
  };
  return async () => ({ ...standing, leads: await leads() });
}

/** In a direct message its person alone reads. */
export function readersOf(projects: Projects, { channel, isMember }: Place): Readers {
  const direct = /^[UW]/.test(channel);
  return {
    projects: visibleIn(projects, channel),
    isOneOfThem: async (person) => (direct ? person === channel : isMember(channel, person)),
  };
}

/** Whether accepting and dismissing change the dashboard: no documented operation does, so paths are configured. */
export function writesOf({ unlisted }: Pick<Projects, 'unlisted'>): Standing['writes'] {
  return {
    accept: unlisted.accept_segment_suggestion !== undefined,
    dismiss: unlisted.dismiss_segment_suggestion !== undefined,
  };
}

/** Where people finish by hand what no operation of the API does; undefined where projects.yml does not say. */
export function dashboardOf(
  { dashboard_url }: Pick<Projects, 'dashboard_url'>,
  projectId: string,
): string | undefined {
  return dashboard_url?.replaceAll('{project_id}', projectId);
}

async function muteOf(db: Db, team: string, decision: Decision): Promise<MuteState | undefined> {
  if (decision.kind !== 'mute_proposal') return undefined;
  const { subscription, place, round } = decision;
  return muteState(db, { team, subscription, placeKey: placeKey(place), round });
}

async function alertOf(
  db: Db,
  team: string,
  decision: Decision,
  channel: string,
): Promise<AlertStanding | undefined> {
  if (decision.kind !== 'score_alert' && decision.kind !== 'score_notice') return undefined;
  const at = { team, channel, key: decision.key };
  const kept = await keptAlert(db, at);
  return kept && { latest: kept.news, muted: kept.muted, also: await toldWith(db, at) };
}

async function suggestionOf(db: Db, team: string, decision: Decision): Promise<SuggestionState | undefined> {
  if (decision.kind !== 'segment_suggestion') return undefined;
  return suggestionState(db, {
    team,
    projectId: decision.project.id,
    suggestionId: decision.suggestion.id,
  });
}

async function missedOf(
  db: Db,
  team: string,
  decision: Decision,
  projects: Projects,
  channel: string,
): Promise<MissedFeed[] | undefined> {
  if (decision.kind !== 'feed_missed') return undefined;
  const missed = await missedFeeds(db, team, channel, subjectOf(decision));
  const tried = await triedAgainPerFeed(db, team);
  const feeds = new Map(feedsOf(projects).map((feed) => [feed.id, feed]));
  return missed.flatMap(({ subscription, first, times }) => {
    const feed = feeds.get(subscription);
    const triedAgain = tried.get(subscription);
    return feed ? [{ project: projectRef(feed.project), feed: feed.kind, first, times, triedAgain }] : [];
  });
}

/** A later trouble of the same cause, or a later pause of the same feed, says nothing of this one. */
async function overSince(db: Db, team: string, decision: Decision): Promise<number | undefined> {
  switch (decision.kind) {
    case 'feed_missed':
    case 'api_trouble':
      return troubleOver(db, team, decision.cause, decision.since);
    case 'feed_paused':
    case 'digest_held': {
      const state = await subscriptionState(db, team, decision.subscription);
      return state?.resumedAt !== undefined && state.resumedAt >= decision.at ? state.resumedAt : undefined;
    }
    default:
      return undefined;
  }
}
