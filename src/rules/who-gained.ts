/** Who came forward in the answers when a score fell, and which source they no longer cite: shares of two days, beyond chance. */
import type { CompetitorGain, SourceLoss } from '../decision.ts';
import { ownAmong } from '../own-brand.ts';
import type { Citation } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';

/** A gain is named if fewer than one in twenty of its size come by chance (normal distribution, one-sided) … */
const BEYOND_CHANCE = 1.645;

/** … of a source fewer than one in a thousand, for there are many … */
const BEYOND_MANY = 3.09;

/** … and if it is so much of the answers at least. */
const LEAST_GAIN = 0.05;

/** A source that is still cited more than half as often is not lost. */
const STILL_CITED = 0.5;

type Days = { previousDay: string; day: string };

/** How many answers there were of a day, and in how many of them each name stands. */
type Day = { answers: number; times: ReadonlyMap<string, number> };

/** In how many answers of the day before, and of the day. */
type Move = { name: string; before: number; after: number };

/**
 * Of two days (YYYY-MM-DD). Undefined where nobody gained, and where the list, newest first, does not reach back beyond
 * both days: half a day would be taken for a whole one.
 */
export function competitorGain(
  mentions: readonly Mention[],
  { previousDay, day, brand }: Days & { brand: string },
): CompetitorGain | undefined {
  if (!mentions.some(({ created_at }) => dayOf(created_at) < previousDay)) return undefined;
  const own = new Set(mentions.filter(ownAmong(mentions, brand)).map(({ entity_name }) => entity_name));
  const first = (date: string): Day => {
    const ofDay = mentions.filter(({ created_at }) => dayOf(created_at) === date);
    const firsts = ofDay.filter(({ rank_position }) => rank_position === 1);
    return {
      answers: new Set(ofDay.map(({ response_id }) => response_id)).size,
      times: countsOf(firsts.map(({ entity_name }) => entity_name)),
    };
  };
  const [before, after] = [first(previousDay), first(day)];
  const [largest] = movesBetween(before, after)
    .filter(({ name }) => !own.has(name))
    .toSorted((a, b) => b.share - a.share);
  if (!largest || largest.share < Math.max(LEAST_GAIN, BEYOND_CHANCE * largest.spread)) return undefined;
  const { name, before: then, after: now } = largest;
  return { name, before: then, after: now };
}

/**
 * The domain that most answers less cite, counted in answers that cite anything; of one engine's where one leads. Undefined
 * where none is lost beyond chance, and where the list, newest first, does not reach back beyond both days.
 */
export function sourceLoss(
  citations: readonly Citation[],
  { previousDay, day, engine }: Days & { engine?: { id: string; name: string } | undefined },
): SourceLoss | undefined {
  const from = Date.parse(previousDay);
  if (!citations.some(({ createdAt }) => createdAt !== undefined && createdAt < from)) return undefined;
  const isIts = (citation: Citation) =>
    engine === undefined || citation.engineId === engine.id || citation.engine === engine.name;
  const citing = (date: string): Day => {
    const ofDay = citations.filter(
      (one) => isIts(one) && one.createdAt !== undefined && dayOf(one.createdAt) === date,
    );
    // Without the answer's own id nobody knows how many answers they are of.
    const byAnswer = Map.groupBy(ofDay, ({ responseId, promptRunId }) => responseId ?? promptRunId);
    if (byAnswer.has(undefined)) return { answers: 0, times: new Map() };
    const domains = [...byAnswer.values()].flatMap((of) => [
      ...new Set(of.flatMap(({ domain }) => domain ?? [])),
    ]);
    return { answers: byAnswer.size, times: countsOf(domains) };
  };
  const [before, after] = [citing(previousDay), citing(day)];
  const [largest] = movesBetween(before, after).toSorted((a, b) => a.share - b.share);
  if (!largest || -largest.share < Math.max(LEAST_GAIN, BEYOND_MANY * largest.spread)) return undefined;
  const { name: domain, before: then, after: now } = largest;
  return now / after.answers > (STILL_CITED * then) / before.answers
    ? undefined
    : { domain, before: then, after: now };
}

/** How far each name's share of the answers moved, and how far it would by chance. Of a day without answers nothing is known. */
function movesBetween(before: Day, after: Day): (Move & { share: number; spread: number })[] {
  if (before.answers === 0 || after.answers === 0) return [];
  return [...new Set([...before.times.keys(), ...after.times.keys()])].map((name) => {
    const [then, now] = [before.times.get(name) ?? 0, after.times.get(name) ?? 0];
    const usual = (then + now) / (before.answers + after.answers);
    const spread = Math.sqrt(usual * (1 - usual) * (1 / before.answers + 1 / after.answers));
    return {
      name,
      before: then,
      after: now,
      share: now / after.answers - then / before.answers,
      spread,
    };
  });
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The API counts in days of UTC, as far as anybody knows. */
function dayOf(instant: string | number): string {
  const time = new Date(instant).getTime();
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : '';
}
