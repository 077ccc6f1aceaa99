/** Which rival gained when a score fell, and which source is no longer cited: shares of two days, beyond chance. */
import type { CompetitorGain, SourceLoss } from '../decision.ts';
import type { Citation } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';
import { matchOwnBrand } from '../words/own-brand.ts';
import { dayOf, daysBefore } from './calendar.ts';
import { countFirstsByDay } from './named-days.ts';

/** The chance that a named move happens at random (`npm run bench -- why`). */
const BY_CHANCE = 0.05;

/** The share of the answers that must have moved. */
const LEAST_GAIN = 0.05;

/** Days before the change to compare with, as far as the list covers them whole. */
const DAYS_COMPARED = 7;

/** A source still cited more often than this, relative to before, isn't lost. */
const STILL_CITED = 0.5;

type Days = { previousDay: string; day: string };

/** The answers of a day, and in how many of them each name appears. */
type Day = { answers: number; times: ReadonlyMap<string, number> };

/** How far a name's share moved, also in spreads of chance, and its counts on the day before and on the day. */
type Move = { name: string; share: number; spreads: number; before: number; after: number };

/**
 * Days are YYYY-MM-DD. Undefined if nobody gained, or if the list (newest first) doesn't reach back beyond both days:
 * part of a day would be taken for a whole one.
 */
export function findCompetitorGain(
  mentions: readonly Mention[],
  { previousDay, day, brand }: Days & { brand: string },
): CompetitorGain | undefined {
  const days = countFirstsByDay(mentions);
  const [oldest = day] = days.keys();
  if (oldest >= previousDay) return undefined;
  const own = new Set(mentions.filter(matchOwnBrand(mentions, brand)).map(({ entity_name }) => entity_name));
  const first = (date: string): Day => {
    const { answers, byName } = days.get(date) ?? { answers: new Set(), byName: new Map() };
    return { answers: answers.size, times: new Map([...byName].map(([name, ids]) => [name, ids.size])) };
  };
  const all = measureMoves(first, day, listWholeDays(previousDay, oldest));
  const moves = all.filter(({ name }) => !own.has(name));
  const [largest] = moves.toSorted((a, b) => b.share - a.share);
  if (!largest || largest.share < LEAST_GAIN || largest.spreads < beyondChance(1)) return undefined;
  const { name, before, after } = largest;
  return { name, before, after };
}

/**
 * The domain that lost the largest share of the answers that cite anything, on `engine` if one leads. Undefined if none
 * is lost beyond chance, or if the list (newest first) doesn't reach back beyond both days.
 */
export function findSourceLoss(
  citations: readonly Citation[],
  { previousDay, day, engine }: Days & { engine?: { id: string; name: string } | undefined },
): SourceLoss | undefined {
  const from = Date.parse(previousDay);
  if (!citations.some(({ createdAt }) => createdAt !== undefined && createdAt < from)) return undefined;
  const isOfEngine = (citation: Citation) =>
    engine === undefined || citation.engineId === engine.id || citation.engine === engine.name;
  const citing = (date: string): Day => {
    const ofDay = citations.filter(
      (one) => isOfEngine(one) && one.createdAt !== undefined && dayOf(one.createdAt) === date,
    );
    // Without answer ids the number of answers is unknown.
    const byAnswer = Map.groupBy(ofDay, ({ responseId, promptRunId }) => responseId ?? promptRunId);
    if (byAnswer.has(undefined)) return { answers: 0, times: new Map() };
    const domains = [...byAnswer.values()].flatMap((of) => [
      ...new Set(of.flatMap(({ domain }) => domain ?? [])),
    ]);
    return { answers: byAnswer.size, times: countNames(domains) };
  };
  const oldest = findOldestDay(citations.flatMap(({ createdAt }) => createdAt ?? []));
  const moves = measureMoves(citing, day, listWholeDays(previousDay, oldest));
  const [largest] = moves.toSorted((a, b) => a.share - b.share);
  if (!largest || -largest.share < LEAST_GAIN || -largest.spreads < beyondChance(moves.length))
    return undefined;
  const { name: domain, before, after } = largest;
  return after > STILL_CITED * before ? undefined : { domain, before, after };
}

/** `last` and the days before it, latest first, without the list's oldest day, which may be incomplete. */
function listWholeDays(last: string, oldest: string): string[] {
  const earlier = Array.from({ length: DAYS_COMPARED - 1 }, (_, i) => daysBefore(last, i + 1));
  return [last, ...earlier.filter((date) => date > oldest)];
}

/** Compares each name's share of the day's answers with its share on all days before; empty if a day has no answers. */
function measureMoves(read: (date: string) => Day, day: string, earlier: readonly string[]): Move[] {
  const [today, before] = [read(day), earlier.map(read)];
  const [yesterday] = before;
  const all = before.reduce((sum, { answers }) => sum + answers, 0);
  if (!yesterday?.answers || today.answers === 0) return [];
  const names = new Set([...before, today].flatMap(({ times }) => [...times.keys()]));
  return [...names].map((name) => {
    const then = before.reduce((sum, { times }) => sum + (times.get(name) ?? 0), 0);
    const now = today.times.get(name) ?? 0;
    const usual = (then + now) / (all + today.answers);
    const spread = Math.sqrt(usual * (1 - usual) * (1 / all + 1 / today.answers));
    const share = now / today.answers - then / all;
    return {
      name,
      share,
      spreads: spread > 0 ? share / spread : 0,
      before: yesterday.times.get(name) ?? 0,
      after: now,
    };
  });
}

/** Spreads that the largest of `many` moves exceeds by chance, BY_CHANCE (Abramowitz and Stegun 26.2.23). */
function beyondChance(many: number): number {
  const t = Math.sqrt(-2 * Math.log(BY_CHANCE / Math.max(1, many)));
  return (
    t -
    (2.515517 + 0.802853 * t + 0.010328 * t ** 2) / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3)
  );
}

/** '' if there are no instants. */
function findOldestDay(instants: readonly (string | number)[]): string {
  return instants.map(dayOf).filter(Boolean).toSorted()[0] ?? '';
}

function countNames(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
