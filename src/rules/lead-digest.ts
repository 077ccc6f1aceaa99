/** Decides the digest of one feed: which leads of a poll are new in its channel, which are shown, which come back. */

import {
  type DigestHeld,
  type DigestLead,
  type LeadDigest,
  type LeadState,
  type LeftOut,
  type ProjectRef,
  projectRef,
  type Silence,
  silence,
} from '../decision.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import type { Lead, LeadMetrics, Listing } from '../visibility/assumed.ts';
import { type Filterable, type Filtered, filterLeads, type LeadFilters } from './lead-filter.ts';
import { type IdentifiedLead, identifyLeads, leadKey } from './lead-key.ts';
import { isFinished } from './lead-state.ts';

/** What one poll brought. `metrics` is missing where they could not be read. */
export type LeadSnapshot = {
  leads: readonly Lead[] & Pick<Listing<Lead>, 'rest'>;
  metrics?: LeadMetrics | undefined;
};

/**
 * What is known before the digest. `announced`: identities that the channel knows. `first`: it knows no lead of this
 * project yet, or is to learn its list `anew` since that was held. `lastAt`: when its list was last looked at, epoch ms;
 * undefined if never.
 */
export type LeadMemory = {
  announced: ReadonlySet<string>;
  first: boolean;
  anew?: boolean;
  lastAt: number | undefined;
  /** Keys of the project's leads by identity; what it knew of them by key, and how people left them in any channel. */
  keys?: ReadonlyMap<string, string>;
  kept?: ReadonlyMap<string, KnownLead>;
  /** Leads whose turn it is to come back, best first. */
  open?: readonly OpenLead[];
  /** All leads of the project that nobody took. */
  knownOpen?: readonly (Filterable & { key: string })[];
};

/** What is kept of a lead of the poll. */
type KnownLead = DigestLead & { state?: LeadState };

export type LeadFeed = {
  project: ProjectRef;
  /** Leads shown in one digest. */
  limit: number;
  filters: LeadFilters;
  schedule: string;
  timezone: string;
  /** Whether a digest without leads is posted too. */
  postEmpty: boolean;
  subscription: string;
  /** Ids of those who are told when a digest is held. */
  owners: readonly string[];
};

/** A lead by its key, with all that it is known by. */
export type SeenLead = { key: string; identities: readonly string[] };

/** What became of a lead of the poll: why it is in the digest, or why not. */
export type LeadFate = {
  key: string;
  rank: number;
  verdict: 'posted' | 'still_open' | 'not_shown' | 'known' | 'held' | LeftOut['reason'];
};

/**
 * `seen` are the leads that the channel knows from now on: all that passed the filters, shown or only counted. Leads
 * below the limit are counted once and never come back, so that a digest stays a digest. A lead that was left out by
 * a filter stays unknown, for its score may rise; so does one that is finished, for its snooze may end.
 */
export type LeadDecision = {
  decision: LeadDigest | DigestHeld | Silence;
  seen: SeenLead[];
  fates: LeadFate[];
};

/** Shorter lists change by half within a day. */
const HELD_FROM = 10;

/** Within so short a time a list does not renew itself, whatever the API says of its leads. */
const NO_TIME_MS = 2 * DAY_MS;

/** A slot is looked at so soon after it was due, unless the API was in trouble. */
const LOOK_TAKES_MS = 10 * MINUTE_MS;

export function decideLeadDigest(
  snapshot: LeadSnapshot,
  memory: LeadMemory,
  feed: LeadFeed,
  dueAt: number,
  now: number,
): LeadDecision {
  const polled = identifyLeads(snapshot.leads, memory.keys ?? new Map());
  const fresh = polled.filter(({ identities }) => !identities.some((one) => memory.announced.has(one)));
  const { kept, removed, leftOut } = filterFresh(fresh, memory.kept, feed.filters, now);
  const back = stillOpen(memory.open ?? [], feed.filters, snapshot.metrics?.averageScore, now);
  const fateOf = fatesOf(removed, kept.slice(0, feed.limit), kept, back);
  const fates = (verdict = fateOf) => polled.map(({ key, rank }) => ({ key, rank, verdict: verdict(key) }));

  const wanted = filterLeads(polled, feed.filters, now).kept.length;
  const reissued = kept.filter(
    (lead) => !hasItsName(memory.kept?.get(lead.key), memory.lastAt) && wasThere(lead, memory.lastAt, now),
  ).length;
  if (!memory.first && wanted >= HELD_FROM && reissued > wanted / 2) {
    return { decision: held(reissued, wanted, feed, now), seen: [], fates: fates(() => 'held') };
  }
  if (kept.length === 0 && back.length === 0 && !feed.postEmpty) {
    return { decision: silence(whyNothing(leftOut)), seen: [], fates: fates() };
  }
  const leads = kept.map((lead) => ({ ...digestLead(lead), ...moved(memory.kept?.get(lead.key)) }));
  const decision: LeadDigest = {
    kind: 'lead_digest',
    v: 1,
    project: projectRef(feed.project),
    at: dueAt,
    timezone: feed.timezone,
    schedule: feed.schedule,
    first: memory.first,
    anew: memory.anew,
    leads: leads.slice(0, feed.limit),
    stillOpen: back,
    open: openCount(memory.knownOpen ?? [], { fresh: kept, back }, feed.filters, now),
    maxAgeMs: feed.filters.maxAgeMs,
    ...(snapshot.leads.rest && { listed: snapshot.leads.length }),
    unshown: Math.max(0, leads.length - feed.limit),
    more: leads.slice(feed.limit),
    leftOut,
    minScore: feed.filters.minScore,
    known: snapshot.metrics?.total,
    averageScore: snapshot.metrics?.averageScore,
  };
  return { decision, seen: kept.map(({ key, identities }) => ({ key, identities })), fates: fates() };
}

/** What passes the filters and is not finished, in the API's order. */
function filterFresh(
  fresh: readonly IdentifiedLead[],
  known: LeadMemory['kept'],
  filters: LeadFilters,
  now: number,
): Filtered<IdentifiedLead> {
  const passed = filterLeads(fresh, filters, now);
  const finished = new Set(
    passed.kept.filter(({ key }) => isFinished(known?.get(key)?.state ?? { state: 'new' }, now)),
  );
  if (finished.size === 0) return passed;
  const reason = 'finished';
  return {
    kept: passed.kept.filter((lead) => !finished.has(lead)),
    removed: [...passed.removed, ...[...finished].map((lead) => ({ lead, reason }) as const)],
    leftOut: [...passed.leftOut, { reason, count: finished.size }],
  };
}

function whyNothing(leftOut: readonly LeftOut[]): string {
  if (leftOut.length === 0) return 'no_new_leads';
  return leftOut.every(({ reason }) => reason === 'finished') ? 'all_finished' : 'all_left_out';
}

/**
 * What somebody acted on, or an earlier look brought, is not the old list under new ids: it is open again, or filters let
 * it pass that left it out before.
 */
function hasItsName(lead: KnownLead | undefined, lastAt: number | undefined): boolean {
  if (lead?.state?.since !== undefined) return true;
  const { firstSeenAt = Number.POSITIVE_INFINITY } = lead ?? {};
  return lastAt !== undefined && firstSeenAt <= lastAt + LOOK_TAKES_MS;
}

function fatesOf(
  removed: Filtered<IdentifiedLead>['removed'],
  shown: readonly IdentifiedLead[],
  kept: readonly IdentifiedLead[],
  back: readonly DigestLead[],
): (key: string) => LeadFate['verdict'] {
  const fates = new Map<string, LeadFate['verdict']>([
    ...removed.map(({ lead, reason }) => [lead.key, reason] as const),
    ...kept.map(({ key }) => [key, 'not_shown'] as const),
    ...shown.map(({ key }) => [key, 'posted'] as const),
    ...back.map(({ key }) => [key, 'still_open'] as const),
  ]);
  return (key) => fates.get(key) ?? 'known';
}

/** Whether a lead that seems new was in the list when it was last looked at: then it has got another id. */
function wasThere({ foundAt }: Lead, lastAt: number | undefined, now: number): boolean {
  if (lastAt === undefined) return false;
  return foundAt === undefined ? now - lastAt <= NO_TIME_MS : foundAt < lastAt;
}

/** Over half of a list that the channel knew comes back as new. People decide. */
function held(fresh: number, polled: number, feed: LeadFeed, at: number): DigestHeld {
  const { subscription, owners: told } = feed;
  return {
    kind: 'digest_held',
    v: 1,
    project: projectRef(feed.project),
    subscription,
    at,
    fresh,
    polled,
    told,
  };
}

/** A lead of the API as decisions and messages speak of it; `key` where it is known under another than its own. */
export function digestLead(lead: Lead & { key?: string }): DigestLead {
  const { title, url, place, score, reason, postedAt } = lead;
  return { key: lead.key ?? leadKey(lead), title, url, place, score, reason, postedAt };
}

/** How its score moved, as far as earlier polls tell. */
function moved({ previousScore, scoreSince }: Pick<DigestLead, 'previousScore' | 'scoreSince'> = {}) {
  return { previousScore, scoreSince };
}

export type OpenLead = DigestLead & Filterable;

/** More would make yesterday's news of today's digest. */
const MOST = 5;

/**
 * The strong ones: what passes the feed's filters today and is not below the project's own average. Where nothing has a
 * score, all are as strong. `open` is best first, and stays so.
 */
export function stillOpen(
  open: readonly OpenLead[],
  filters: LeadFilters,
  averageScore: number | undefined,
  now: number,
): DigestLead[] {
  const strong = filterLeads(open, filters, now).kept.filter(
    ({ score }) => averageScore === undefined || (score !== undefined && score >= averageScore),
  );
  return strong.slice(0, MOST).map(cameBack);
}

/**
 * How many are open beside the `fresh` ones: all that are known and pass the feed's filters, as the list of open leads shows
 * them, and what comes `back`.
 */
export function openCount(
  known: readonly (Filterable & { key: string })[],
  { fresh, back }: Readonly<Record<'fresh' | 'back', readonly { key: string }[]>>,
  filters: LeadFilters,
  now: number,
): number {
  const { kept } = filterLeads(known, filters, now);
  const isFresh = new Set(fresh.map(({ key }) => key));
  return new Set([...kept, ...back].flatMap(({ key }) => (isFresh.has(key) ? [] : key))).size;
}

/** What a digest says of it, whatever else is kept of it. */
function cameBack(lead: DigestLead): DigestLead {
  const { key, title, url, place, score, reason, postedAt, previousScore, scoreSince, firstSeenAt } = lead;
  return { key, title, url, place, score, reason, postedAt, previousScore, scoreSince, firstSeenAt };
}
