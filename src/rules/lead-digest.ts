/** Decides the digest of one feed: which leads of a poll are new in its channel, and which of them are shown. */
import type { DigestHeld, DigestLead, LeadDigest, ProjectRef, Silence } from '../decision.ts';
import type { Lead, LeadMetrics } from '../visibility/assumed.ts';
import { filterLeads, type LeadFilters } from './lead-filter.ts';
import { leadKey } from './lead-key.ts';
import { projectRef } from './project-ref.ts';
import { silence } from './silence.ts';

/** What one poll brought. `metrics` is missing where they could not be read. */
export type LeadSnapshot = { leads: readonly Lead[]; metrics?: LeadMetrics | undefined };

/**
 * What the channel knows. `first`: it knows no lead of this project yet. `lastAt`: when its list was last looked at,
 * epoch ms; undefined if never.
 */
export type LeadMemory = { announced: ReadonlySet<string>; first: boolean; lastAt: number | undefined };

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

/** Shorter lists change by half within a day. */
const HELD_FROM = 10;

/** Within so short a time a list does not renew itself, whatever the API says of its leads. */
const NO_TIME_MS = 2 * 86_400_000;

/**
 * `seen` are the keys that the channel knows from now on: all that passed the filters, shown or only counted. Leads
 * below the limit are counted once and never come back, so that a digest stays a digest. A lead that was left out by
 * a filter stays unknown: its score may rise.
 */
export function decideLeadDigest(
  snapshot: LeadSnapshot,
  memory: LeadMemory,
  feed: LeadFeed,
  dueAt: number,
  now: number,
): { decision: LeadDigest | DigestHeld | Silence; seen: string[] } {
  const fresh = newLeads(snapshot.leads, memory.announced);
  const { kept, leftOut } = filterLeads(fresh, feed.filters, now);
  const wanted = filterLeads(snapshot.leads, feed.filters, now).kept.length;
  const reissued = kept.filter((lead) => wasThere(lead, memory.lastAt, now)).length;
  if (!memory.first && wanted >= HELD_FROM && reissued > wanted / 2) {
    return { decision: held(reissued, wanted, feed, now), seen: [] };
  }
  if (kept.length === 0 && !feed.postEmpty) {
    return { decision: silence(fresh.length > 0 ? 'all_left_out' : 'no_new_leads'), seen: [] };
  }
  const leads = kept.map(digestLead);
  const decision: LeadDigest = {
    kind: 'lead_digest',
    v: 1,
    project: projectRef(feed.project),
    at: dueAt,
    timezone: feed.timezone,
    schedule: feed.schedule,
    first: memory.first,
    leads: leads.slice(0, feed.limit),
    unshown: Math.max(0, leads.length - feed.limit),
    leftOut,
    minScore: feed.filters.minScore,
    known: snapshot.metrics?.total,
    averageScore: snapshot.metrics?.averageScore,
  };
  return { decision, seen: leads.map((lead) => lead.key) };
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

/** A lead of the API as decisions and messages speak of it. */
export function digestLead(lead: Lead): DigestLead {
  const { title, url, place, score, reason, postedAt } = lead;
  return { key: leadKey(lead), title, url, place, score, reason, postedAt };
}

/** Those the channel does not know, each once, in the API's order. */
function newLeads(leads: readonly Lead[], announced: ReadonlySet<string>): Lead[] {
  const met = new Set(announced);
  return leads.filter((lead) => {
    const key = leadKey(lead);
    return !met.has(key) && met.add(key);
  });
}
