/**
 * Says which competitor came forward while the brand fell back. The API's mentions name no engine, so it is told of all
 * answers, beside the parts that sum to the change and not among them.
 */
import type { CompetitorGain } from '../decision.ts';
import { ownAmong } from '../own-brand.ts';
import type { Mention } from '../visibility/contract.ts';

/** A gain is named if fewer than one in twenty of its size come by chance (normal distribution, one-sided) … */
const BEYOND_CHANCE = 1.645;

/** … and if it is so much of the answers at least. */
const LEAST_GAIN = 0.05;

type Day = { answers: number; firsts: ReadonlyMap<string, number> };

/**
 * Of two days (YYYY-MM-DD). Undefined where nobody gained, and where the list, newest first, does not reach back beyond
 * both days: half a day would be taken for a whole one.
 */
export function competitorGain(
  mentions: readonly Mention[],
  { previousDay, day, brand }: { previousDay: string; day: string; brand: string },
): CompetitorGain | undefined {
  if (!mentions.some(({ created_at }) => dayOf(created_at) < previousDay)) return undefined;
  const [before, after] = [namedFirst(mentions, previousDay), namedFirst(mentions, day)];
  if (before.answers === 0 || after.answers === 0) return undefined;
  const ours = mentions.filter(ownAmong(mentions, brand));
  const own = new Set(ours.map(({ entity_name }) => entity_name));
  const [largest] = [...after.firsts]
    .filter(([name]) => !own.has(name))
    .map(([name, firsts]) => {
      const gain = { name, before: before.firsts.get(name) ?? 0, after: firsts };
      return { gain, share: gain.after / after.answers - gain.before / before.answers };
    })
    .toSorted((a, b) => b.share - a.share);
  if (!largest || largest.share < Math.max(LEAST_GAIN, byChance(largest.gain, before, after)))
    return undefined;
  return largest.gain;
}

/** What the share of one that stayed as it is may gain between samples of these sizes. */
function byChance({ before, after }: CompetitorGain, one: Day, other: Day): number {
  const share = (before + after) / (one.answers + other.answers);
  return BEYOND_CHANCE * Math.sqrt(share * (1 - share) * (1 / one.answers + 1 / other.answers));
}

/** Of the answers of a day that name anybody, how many name whom first. */
function namedFirst(mentions: readonly Mention[], day: string): Day {
  const ofDay = mentions.filter(({ created_at }) => dayOf(created_at) === day);
  const firsts = new Map<string, number>();
  for (const { entity_name, rank_position } of ofDay) {
    if (rank_position === 1) firsts.set(entity_name, (firsts.get(entity_name) ?? 0) + 1);
  }
  return { answers: new Set(ofDay.map(({ response_id }) => response_id)).size, firsts };
}

/** The API counts in days of UTC, as far as anybody knows. */
function dayOf(instant: string): string {
  const time = Date.parse(instant);
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : '';
}
