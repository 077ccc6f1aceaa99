/** Decides a feed's digest: which leads of a poll are new in its channel, which are shown, and which come back. */
import {
  type DigestHeld,
  type DigestLead,
  type LeadDigest,
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
import { type Filterable, filterLeads, isOpenAgain, type LeadFilters } from './lead-filter.ts';
import type { IdentifiedLead } from './lead-key.ts';

/** A lead of this poll with what is kept of it: its state in any channel, and when a poll first found it. */
export type PolledLead = IdentifiedLead & DigestLead & Pick<Filterable, 'state'>;

/** What one poll returned. `metrics` is missing if they couldn't be read. */
type LeadPoll = {
  leads: readonly PolledLead[];
  rest?: Listing<Lead>['rest'] | undefined;
  metrics?: LeadMetrics | undefined;
};

/** `first`: the channel knows no lead yet, or learns the list `anew` after a held one. */
export type LeadMemory = {
  announced: ReadonlySet<string>;
  first: boolean;
  anew?: boolean;
  lastAt: number | undefined;
  /** Leads due to come back, best first. */
  open?: readonly OpenLead[];
  /** All open leads of the project. */
  knownOpen?: readonly OpenLead[];
};

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
  { leads: polled, rest, metrics }: LeadPoll,
  memory: LeadMemory,
  feed: LeadFeed,
  dueAt: number,
  now: number,
): DigestDecision {
  const fresh = polled.filter(({ identities }) => !identities.some((one) => memory.announced.has(one)));
  const { kept: passed, removed, leftOut } = filterLeads(fresh, feed.filters, now);
  // What people elsewhere have opened again isn't news, except to a channel that learns the whole list.
  const { back: reopened = [], fresh: kept = [] } = Object.groupBy(passed, (lead) =>
    !memory.first && isOpenAgain(lead) ? 'back' : 'fresh',
  );
  const open = [...(memory.open ?? []), ...reopened];
  const back = listStillOpen(open, feed.filters, metrics?.averageScore, now);
  const shown = kept.slice(0, feed.limit);
  const again = new Set(open.filter(isOpenAgain).map(({ key }) => key));
  const verdicts = new Map<string, LeadFate['verdict']>([
    ...removed.map(({ lead, reason }) => [lead.key, reason] as const),
    ...kept.map(({ key }) => [key, 'not_shown'] as const),
    ...shown.map(({ key }) => [key, 'posted'] as const),
    ...back.map(({ key }) => [key, again.has(key) ? 'open_again' : 'still_open'] as const),
  ]);
  const fates = polled.map(({ key, rank }) => ({ key, rank, verdict: verdicts.get(key) ?? 'known' }));

  // Those that people took are part of the list, too.
  const asListed = polled.map((lead) => ({ ...lead, state: undefined }));
  const wanted = filterLeads(asListed, feed.filters, now).kept.length;
  const reissued = kept.filter((lead) => isReissued(lead, memory.lastAt, now)).length;
  const project = projectRef(feed.project);
  // Over half of a list that the channel knew comes back as new, so people decide.
  if (!memory.first && wanted >= HELD_FROM && reissued > wanted / 2) {
    const of = { subscription: feed.id, at: now, fresh: reissued, polled: wanted, told: feed.owners };
    const held = fates.map((fate) => ({ ...fate, verdict: 'held' as const }));
    return { decision: { kind: 'digest_held', v: 1, project, ...of }, seen: [], fates: held };
  }
  if (kept.length === 0 && back.length === 0 && !feed.postEmpty) {
    const areTaken = leftOut.every(({ reason }) => reason === 'taken');
    const why = leftOut.length === 0 ? 'no_new_leads' : areTaken ? 'all_taken' : 'all_left_out';
    return { decision: silence(why), seen: [], fates };
  }
  const isFirstHere = new Set(reopened.map(({ key }) => key));
  const decision: LeadDigest = {
    kind: 'lead_digest',
    v: 1,
    project,
    at: dueAt,
    timezone: feed.timezone,
    schedule: feed.schedule,
    first: memory.first,
    anew: memory.anew,
    leads: shown.map(leadFacts),
    stillOpen: back.map((lead) => (isFirstHere.has(lead.key) ? { ...lead, isFirstHere: true } : lead)),
    open: countOpen(memory.knownOpen ?? [], { fresh: kept, back }, feed.filters, now),
    maxAgeMs: feed.filters.maxAgeMs,
    ...(rest && { listed: polled.length }),
    unshown: kept.length - shown.length,
    leftOut,
    minScore: feed.filters.minScore,
    known: metrics?.total ?? rest?.total,
  };
  return { decision, seen: passed, fates };
}

/** Whether it was listed at the previous look but isn't known from it: then only its id is new. */
function isReissued(
  { foundAt, firstSeenAt = Number.POSITIVE_INFINITY, state }: PolledLead,
  lastAt: number | undefined,
  now: number,
): boolean {
  // People acted on it, or an earlier poll had it.
  if (lastAt === undefined || state?.since !== undefined || firstSeenAt <= lastAt + LOOK_TAKES_MS)
    return false;
  return foundAt === undefined ? now - lastAt <= NO_TIME_MS : foundAt < lastAt;
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
  return [...again, ...strong].slice(0, Math.max(MOST, again.length)).map((lead) => ({
    ...leadFacts(lead),
    firstSeenAt: lead.firstSeenAt,
  }));
}

/** The number of open leads besides the `fresh` ones: known ones that pass the filters, and those that come `back`. */
export function countOpen(
  known: readonly OpenLead[],
  { fresh, back }: Readonly<Record<'fresh' | 'back', readonly { key: string }[]>>,
  filters: LeadFilters,
  now: number,
): number {
  const { kept } = filterLeads(known, filters, now);
  const isFresh = new Set(fresh.map(({ key }) => key));
  return new Set([...kept, ...back].flatMap(({ key }) => (isFresh.has(key) ? [] : key))).size;
}
