/** Decides a feed's digest: which leads of a poll are new in its channel, which are shown, and which come back. */
import {
  type DigestHeld,
  type DigestLead,
  type LeadDigest,
  type LeadState,
  type LeftOut,
  leadFacts,
  type ProjectRef,
  projectRef,
  type Silence,
  silence,
} from '../decision.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import type { Feed } from '../projects/projects.ts';
import type { Lead, LeadMetrics, Listing } from '../visibility/assumed.ts';
import { startOf, today } from './calendar.ts';
import { type Filterable, type Filtered, filterLeads, isOpenAgain, type LeadFilters } from './lead-filter.ts';
import { type IdentifiedLead, identifyLeads } from './lead-key.ts';
import { isTaken } from './lead-state.ts';

/** What one poll returned. `metrics` is missing if they couldn't be read. */
export type LeadSnapshot = {
  leads: readonly Lead[] & Pick<Listing<Lead>, 'rest'>;
  metrics?: LeadMetrics | undefined;
};

/** `first`: the channel knows no lead yet, or learns the list `anew` after a held one. */
export type LeadMemory = {
  announced: ReadonlySet<string>;
  first: boolean;
  anew?: boolean;
  lastAt: number | undefined;
  /** Keys of the project's leads by identity, and the stored leads by key with their state in any channel. */
  keys?: ReadonlyMap<string, string>;
  kept?: ReadonlyMap<string, KnownLead>;
  /** Leads due to come back, best first. */
  open?: readonly OpenLead[];
  /** All open leads of the project. */
  knownOpen?: readonly (Filterable & { key: string })[];
};

type KnownLead = DigestLead & { state?: LeadState };

/** `limit`: leads shown in one digest; `postEmpty`: whether one without leads is posted too; `owners`: told if one is held. */
export type LeadFeed = Pick<Feed, 'id' | 'schedule' | 'timezone'> & {
  project: ProjectRef;
  limit: number;
  filters: LeadFilters;
  postEmpty: boolean;
  owners: readonly string[];
};

export type SeenLead = { key: string; identities: readonly string[] };

export type LeadFate = {
  key: string;
  rank: number;
  verdict: 'posted' | 'still_open' | 'open_again' | 'not_shown' | 'known' | 'held' | LeftOut['reason'];
};

/** `seen`: all that passed the filters, known from now on. Others stay unknown: a score may rise, a claim may end. */
type DigestDecision = {
  decision: LeadDigest | DigestHeld | Silence;
  seen: SeenLead[];
  fates: LeadFate[];
};

/** Shorter lists change by half within a day. */
const HELD_FROM = 10;

/** A list doesn't renew itself in so short a time. */
const NO_TIME_MS = 2 * DAY_MS;

/** A slot is worked on within this time, unless the API is in trouble. */
const LOOK_TAKES_MS = 10 * MINUTE_MS;

export function decideLeadDigest(
  snapshot: LeadSnapshot,
  memory: LeadMemory,
  feed: LeadFeed,
  dueAt: number,
  now: number,
): DigestDecision {
  const polled = identifyLeads(snapshot.leads, memory.keys ?? new Map());
  const fresh = polled.filter(({ identities }) => !identities.some((one) => memory.announced.has(one)));
  const { kept: passed, removed, leftOut } = filterFresh(fresh, memory.kept, feed.filters, now);
  // What people elsewhere have opened again isn't news, except to a channel that learns the whole list.
  const { back: again = [], fresh: kept = [] } = Object.groupBy(passed, (lead) =>
    !memory.first && isOpenAgain(lead) ? 'back' : 'fresh',
  );
  const reopened = again.flatMap(({ key }) => memory.kept?.get(key) ?? []);
  const open = [...(memory.open ?? []), ...reopened];
  const back = listStillOpen(open, feed.filters, snapshot.metrics?.averageScore, now);
  const fateOf = listFates(removed, kept.slice(0, feed.limit), kept, { back, open });
  const fates = (verdict = fateOf) => polled.map(({ key, rank }) => ({ key, rank, verdict: verdict(key) }));

  const wanted = filterLeads(polled, feed.filters, now).kept.length;
  const { lastAt } = memory;
  // Already listed at the previous look: then only its id is new.
  const wasThere = ({ foundAt }: Lead) =>
    lastAt !== undefined && (foundAt === undefined ? now - lastAt <= NO_TIME_MS : foundAt < lastAt);
  const reissued = kept.filter(
    (lead) => !isKnown(memory.kept?.get(lead.key), lastAt) && wasThere(lead),
  ).length;
  const project = projectRef(feed.project);
  // Over half of a list that the channel knew comes back as new, so people decide.
  if (!memory.first && wanted >= HELD_FROM && reissued > wanted / 2) {
    const of = { subscription: feed.id, at: now, fresh: reissued, polled: wanted, told: feed.owners };
    return { decision: { kind: 'digest_held', v: 1, project, ...of }, seen: [], fates: fates(() => 'held') };
  }
  if (kept.length === 0 && back.length === 0 && !feed.postEmpty) {
    const areTaken = leftOut.every(({ reason }) => reason === 'taken');
    const why = leftOut.length === 0 ? 'no_new_leads' : areTaken ? 'all_taken' : 'all_left_out';
    return { decision: silence(why), seen: [], fates: fates() };
  }
  const leads = kept.map((lead) => {
    const { previousScore, scoreSince } = memory.kept?.get(lead.key) ?? {};
    return { ...leadFacts(lead), previousScore, scoreSince };
  });
  const decision: LeadDigest = {
    kind: 'lead_digest',
    v: 1,
    project,
    at: dueAt,
    timezone: feed.timezone,
    schedule: feed.schedule,
    first: memory.first,
    anew: memory.anew,
    leads: leads.slice(0, feed.limit),
    stillOpen: back.map((lead) =>
      reopened.some(({ key }) => key === lead.key) ? { ...lead, isFirstHere: true } : lead,
    ),
    open: countOpen(memory.knownOpen ?? [], { fresh: kept, back }, feed.filters, now),
    maxAgeMs: feed.filters.maxAgeMs,
    ...(snapshot.leads.rest && { listed: snapshot.leads.length }),
    unshown: Math.max(0, leads.length - feed.limit),
    leftOut,
    minScore: feed.filters.minScore,
    known: snapshot.metrics?.total ?? snapshot.leads.rest?.total,
  };
  return { decision, seen: passed.map(({ key, identities }) => ({ key, identities })), fates: fates() };
}

/** Which leads nobody has taken and the filters let through, in the API's order. Every other one has one reason. */
function filterFresh(
  fresh: readonly IdentifiedLead[],
  known: LeadMemory['kept'],
  filters: LeadFilters,
  now: number,
): Filtered<IdentifiedLead> {
  const isFree = ({ key }: IdentifiedLead) => !isTaken(known?.get(key)?.state ?? { state: 'new' }, now);
  const open = fresh.filter(isFree).map((lead) => ({ ...lead, state: known?.get(lead.key)?.state }));
  const { kept, removed, leftOut } = filterLeads(open, filters, now);
  const taken = fresh.filter((lead) => !isFree(lead)).map((lead) => ({ lead, reason: 'taken' as const }));
  return {
    kept,
    removed: [...removed, ...taken],
    leftOut: taken.length === 0 ? leftOut : [...leftOut, { reason: 'taken', count: taken.length }],
  };
}

/** Whether people acted on the lead or an earlier poll had it: then it isn't part of an old list under new ids. */
function isKnown(lead: KnownLead | undefined, lastAt: number | undefined): boolean {
  if (lead?.state?.since !== undefined) return true;
  const { firstSeenAt = Number.POSITIVE_INFINITY } = lead ?? {};
  return lastAt !== undefined && firstSeenAt <= lastAt + LOOK_TAKES_MS;
}

function listFates(
  removed: Filtered<IdentifiedLead>['removed'],
  shown: readonly IdentifiedLead[],
  kept: readonly IdentifiedLead[],
  { back, open }: { back: readonly DigestLead[]; open: readonly OpenLead[] },
): (key: string) => LeadFate['verdict'] {
  const again = new Set(open.filter(isOpenAgain).map(({ key }) => key));
  const fates = new Map<string, LeadFate['verdict']>([
    ...removed.map(({ lead, reason }) => [lead.key, reason] as const),
    ...kept.map(({ key }) => [key, 'not_shown'] as const),
    ...shown.map(({ key }) => [key, 'posted'] as const),
    ...back.map(({ key }) => [key, again.has(key) ? 'open_again' : 'still_open'] as const),
  ]);
  return (key) => fates.get(key) ?? 'known';
}

export type OpenLead = DigestLead & Filterable;

/** Leads shown since the last day that had any may come back, once a day: undefined if that day is today. */
export function findComingBackSince(lastShownAt: number, timezone: string, now: number): number | undefined {
  const day = today(lastShownAt, timezone);
  return day === today(now, timezone) ? undefined : startOf(day, timezone);
}

/** With more of them a digest would be yesterday's news; only what people asked to see again is never cut. */
const MOST = 5;

/** Open leads that pass the filters: first those people want back, then those not below the average. Each by score. */
export function listStillOpen(
  open: readonly OpenLead[],
  filters: LeadFilters,
  averageScore: number | undefined,
  now: number,
): DigestLead[] {
  const { kept } = filterLeads(open, filters, now);
  const byScore = kept.toSorted((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity) || 0);
  const again = byScore.filter(isOpenAgain);
  const strong = byScore.filter(
    (lead) => !isOpenAgain(lead) && (averageScore === undefined || (lead.score ?? -Infinity) >= averageScore),
  );
  return [...again, ...strong].slice(0, Math.max(MOST, again.length)).map((lead) => {
    const { previousScore, scoreSince, firstSeenAt } = lead;
    return { ...leadFacts(lead), previousScore, scoreSince, firstSeenAt };
  });
}

/** The number of open leads besides the `fresh` ones: known ones that pass the filters, and those that come `back`. */
export function countOpen(
  known: readonly (Filterable & { key: string })[],
  { fresh, back }: Readonly<Record<'fresh' | 'back', readonly { key: string }[]>>,
  filters: LeadFilters,
  now: number,
): number {
  const { kept } = filterLeads(known, filters, now);
  const isFresh = new Set(fresh.map(({ key }) => key));
  return new Set([...kept, ...back].flatMap(({ key }) => (isFresh.has(key) ? [] : key))).size;
}
