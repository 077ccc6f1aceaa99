/** Decides the digest of one feed: which leads of a poll are new in its channel, and which of them are shown. */
import type { DigestLead, LeadDigest, ProjectRef, Silence } from '../decision.ts';
import type { Lead, LeadMetrics } from '../visibility/assumed.ts';
import { filterLeads, type LeadFilters } from './lead-filter.ts';
import { leadKey } from './lead-key.ts';
import { projectRef } from './project-ref.ts';
import { silence } from './silence.ts';

/** What one poll brought. `metrics` is missing where they could not be read. */
export type LeadSnapshot = { leads: readonly Lead[]; metrics?: LeadMetrics | undefined };

/** What the channel knows. `first`: it knows no lead of this project yet. */
export type LeadMemory = { announced: ReadonlySet<string>; first: boolean };

export type LeadFeed = {
  project: ProjectRef;
  /** Leads shown in one digest. */
  limit: number;
  filters: LeadFilters;
  schedule: string;
  timezone: string;
  /** Whether a digest without leads is posted too. */
  postEmpty: boolean;
};

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
): { decision: LeadDigest | Silence; seen: string[] } {
  const fresh = newLeads(snapshot.leads, memory.announced);
  const { kept, leftOut } = filterLeads(fresh, feed.filters, now);
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
