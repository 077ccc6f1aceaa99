/** Which leads a feed does not want. Filters only remove: what passes keeps the API's order, best first. */
import type { LeftOut } from '../decision.ts';
import type { Lead } from '../visibility/assumed.ts';

/** As the feed is configured. `minScore` on the API's own scale; age in ms; places and words in any case. */
export type LeadFilters = {
  minScore?: number | undefined;
  maxAgeMs?: number | undefined;
  places?: { never: readonly string[] } | undefined;
  words?: { never: readonly string[] } | undefined;
};

/** A lead without a score, a date, a place or a title passes the filter that would ask for it. */
export function filterLeads(
  leads: readonly Lead[],
  filters: LeadFilters,
  now: number,
): { kept: Lead[]; leftOut: LeftOut[] } {
  const reasonFor = reasonsOf(filters, now);
  const kept: Lead[] = [];
  const removed = new Map<LeftOut['reason'], Lead[]>();
  for (const lead of leads) {
    const reason = reasonFor(lead);
    if (reason === undefined) kept.push(lead);
    else removed.set(reason, [...(removed.get(reason) ?? []), lead]);
  }
  const leftOut = [...removed].map(([reason, gone]) => ({
    reason,
    count: gone.length,
    ...(reason === 'below_min_score' && { best: Math.max(...gone.flatMap(({ score }) => score ?? [])) }),
  }));
  return { kept, leftOut };
}

function reasonsOf(filters: LeadFilters, now: number): (lead: Lead) => LeftOut['reason'] | undefined {
  const { minScore = Number.NEGATIVE_INFINITY, maxAgeMs = Number.POSITIVE_INFINITY } = filters;
  const places = new Set(filters.places?.never.map(placeName));
  const phrases = (filters.words?.never ?? []).map(spaced).filter((phrase) => phrase.trim() !== '');
  return ({ score, postedAt, place, title }) => {
    if (score !== undefined && score < minScore) return 'below_min_score';
    if (postedAt !== undefined && now - postedAt > maxAgeMs) return 'too_old';
    if (place !== undefined && places.has(placeName(place))) return 'place';
    if (title !== undefined && phrases.some((phrase) => spaced(title).includes(phrase))) return 'word';
    return undefined;
  };
}

/** "r/Memes", "/r/memes" and "memes" are one place. */
function placeName(place: string): string {
  return place
    .trim()
    .toLowerCase()
    .replace(/^\/?(r\/)?/, '');
}

/** " we are hiring ": whole words can be found in it, so that "hiring" does not remove "rehirings". */
function spaced(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
}
