/** Which leads of earlier digests come back in the next one, because nobody took them, and how many there are. */
import type { DigestLead } from '../decision.ts';
import { type Filterable, filterLeads, type LeadFilters } from './lead-filter.ts';

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
 * How many are open: all of `shown` that nobody took, whether they come `back` now or not. What a feed leaves out by its
 * age, place or words is over; one whose score fell still stands in its digest, and is waited for.
 */
export function openCount(
  shown: readonly (Filterable & { key: string })[],
  back: readonly { key: string }[],
  filters: LeadFilters,
  now: number,
): number {
  const { kept } = filterLeads(shown, { ...filters, minScore: undefined }, now);
  return new Set([...kept, ...back].map(({ key }) => key)).size;
}

/** What a digest says of it, whatever else is kept of it. */
function cameBack(lead: DigestLead): DigestLead {
  const { key, title, url, place, score, reason, postedAt, previousScore, scoreSince, firstSeenAt } = lead;
  return { key, title, url, place, score, reason, postedAt, previousScore, scoreSince, firstSeenAt };
}
