/** Who came forward in the answers when a score fell, and which source they no longer cite: shares of two days, beyond chance. */
import type { CompetitorGain, SourceLoss } from '../decision.ts';
import type { Citation } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';
import { matchOwnBrand } from '../words/own-brand.ts';
import { dayOf, daysBefore } from './calendar.ts';
import { firstsByDay } from './named-first.ts';

/** By chance a rival gains as much less often than this, and among all sources the most lost one less often (`npm run bench -- why`) … */
const BY_CHANCE = 0.05;

/** … and it is so much of the answers at least. */
const LEAST_GAIN = 0.05;

/** A day is compared with up to so many before the change, as far as the list covers them whole. */
const DAYS_COMPARED = 7;

/** A source that is still cited more than half as often is not lost. */
const STILL_CITED = 0.5;

type Days = { previousDay: string; day: string };

/** How many answers there were of a day, and in how many of them each name stands. */
type Day = { answers: number; times: ReadonlyMap<string, number> };

/** Of a name in answers: how far its share moved, and in how many spreads of chance; `times` of the day before, and of the day. */
type Move = { name: string; share: number; spreads: number; before: number; after: number };

/**
 * Of two days (YYYY-MM-DD). Undefined where nobody gained, and where the list, newest first, does not reach back beyond
 * both days: half a day would be taken for a whole one.
 */
export function competitorGain(
  mentions: readonly Mention[],
  { previousDay, day, brand }: Days & { brand: string },
): CompetitorGain | undefined {
  const days = firstsByDay(mentions);
  const [oldest = day] = days.keys();
  if (oldest >= previousDay) return undefined;
  const own = new Set(mentions.filter(matchOwnBrand(mentions, brand)).map(({ entity_name }) => entity_name));
  const first = (date: string): Day => {
    const { answers, byName } = days.get(date) ?? { answers: new Set(), byName: new Map() };
    return { answers: answers.size, times: new Map([...byName].map(([name, ids]) => [name, ids.size])) };
  };
  const all = movesBetween(first, day, wholeDays(previousDay, oldest));
  const moves = all.filter(({ name }) => !own.has(name));
  const [largest] = moves.toSorted((a, b) => b.share - a.share);
  if (!largest || largest.share < LEAST_GAIN || largest.spreads < beyondChance(1)) return undefined;
  const { name, before, after } = largest;
  return { name, before, after };
}

/**
 * The domain that most answers less cite, counted in answers that cite anything; of one engine where it leads. Undefined
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
  const oldest = oldestDay(citations.flatMap(({ createdAt }) => createdAt ?? []));
  const moves = movesBetween(citing, day, wholeDays(previousDay, oldest));
  const [largest] = moves.toSorted((a, b) => a.share - b.share);
  if (!largest || -largest.share < LEAST_GAIN || -largest.spreads < beyondChance(moves.length))
    return undefined;
  const { name: domain, before, after } = largest;
  return after > STILL_CITED * before ? undefined : { domain, before, after };
}

/** `last` and the days before it, latest first: the list may begin in the middle of its oldest day. */
function wholeDays(last: string, oldest: string): string[] {
  const earlier = Array.from({ length: DAYS_COMPARED - 1 }, (_, i) => daysBefore(last, i + 1));
  return [last, ...earlier.filter((date) => date > oldest)];
}

/** Each name's share of the day's answers beside that of all days before. Of a day without answers nothing is known. */
function movesBetween(read: (date: string) => Day, day: string, earlier: readonly string[]): Move[] {
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

/** So many spreads one of `many` moves by chance in fewer than BY_CHANCE of all cases: one-sided, the normal quantile of Abramowitz and Stegun, 26.2.23. */
function beyondChance(many: number): number {
  const t = Math.sqrt(-2 * Math.log(BY_CHANCE / Math.max(1, many)));
  return (
    t -
    (2.515517 + 0.802853 * t + 0.010328 * t ** 2) / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3)
  );
}

/** Of instants; '' of none. */
function oldestDay(instants: readonly (string | number)[]): string {
  return instants.map(dayOf).filter(Boolean).toSorted()[0] ?? '';
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
