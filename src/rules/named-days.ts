/**
 * Condenses mentions into a few numbers per day about the brand and its rivals. They are stored day by day
 * (store/daily-scores.ts), since the API's list covers only a few days; rival-passes.ts and negative-mentions.ts decide
 * by them.
 */

import type { Mention } from '../visibility/contract.ts';
import { foldName, matchOwnBrand } from '../words/own-brand.ts';
import { dayOf, daysBefore } from './calendar.ts';
import { countFirstsByDay, countFirstsOf } from './named-first.ts';
import { createToneReader } from './negative-mentions.ts';

/**
 * A UTC day. `ranked`: answers that name somebody first, `own` of them the brand; `rivals` by how often they come
 * first. `tone`: mentions of the brand with readable sentiment. `points`: scores of both sides from one operation.
 */
export type NamedDay = {
  day: string;
  ranked: number;
  own: number;
  rivals: { name: string; first: number }[];
  tone?: { of: number; negative: number; worst?: string } | undefined;
  points?: { own: number; rivals: { name: string; score: number }[] } | undefined;
};

/** As the API lists them; `rest`: there are more. */
export type MentionsListed = readonly Mention[] & { rest?: object };

/** Further rivals are hardly ever named. */
const MOST_RIVALS = 30;

/** No list of mentions covers more days. */
const MOST_DAYS = 90;

/**
 * Oldest first, including days without answers, without today and the list's oldest day, which may be incomplete. Empty
 * if the list may be cut off (`asked`: the number requested) and isn't in order of time, so that any day may be
 * incomplete, or if it doesn't mention the brand.
 */
export function readNamedDays(
  mentions: MentionsListed,
  { brand, today, asked }: { brand: string; today: string; asked: number },
): NamedDay[] {
  const mayBeCut = mentions.rest !== undefined || mentions.length >= asked;
  if (mayBeCut && !isInOrder(mentions)) return [];
  const isOwn = matchOwnBrand(mentions, brand);
  const own = mentions.filter(isOwn);
  if (own.length === 0) return [];
  const ownNames = new Set(own.map(({ entity_name }) => entity_name));
  const byDay = countFirstsByDay(mentions);
  const ownByDay = Map.groupBy(own, ({ created_at }) => dayOf(created_at));
  const toneOf = createToneReader(own.map(({ sentiment }) => sentiment));
  const [oldest = today] = byDay.keys();
  return listDaysBetween(oldest, today).map((day): NamedDay => {
    const firsts = byDay.get(day);
    if (!firsts) return { day, ranked: 0, own: 0, rivals: [] };
    const others = Map.groupBy(
      [...firsts.byName.keys()].filter((name) => !ownNames.has(name)),
      foldName,
    );
    const rivals = [...others.values()].map(([name = '', ...more]) => ({
      name,
      first: countFirstsOf(firsts, (one) => one === name || more.includes(one)),
    }));
    return {
      day,
      ranked: firsts.ranked.size,
      own: countFirstsOf(firsts, (name) => ownNames.has(name)),
      rivals: rivals.toSorted((a, b) => b.first - a.first).slice(0, MOST_RIVALS),
      tone: toneOfDay(ownByDay.get(day) ?? [], toneOf),
    };
  });
}

/** Merges stored and fresh days, oldest first. Answers may arrive late: the reading with more of them wins. */
export function mergeDays(kept: readonly NamedDay[], fresh: readonly NamedDay[]): NamedDay[] {
  const days = new Map(kept.map((one) => [one.day, one]));
  for (const one of fresh) {
    const known = days.get(one.day);
    const fuller = known && known.ranked >= one.ranked ? known : one;
    days.set(one.day, { ...fuller, points: one.points ?? known?.points });
  }
  return [...days.values()].toSorted((a, b) => a.day.localeCompare(b.day));
}

function isInOrder(mentions: readonly Mention[]): boolean {
  const times = mentions.map(({ created_at }) => Date.parse(created_at));
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  return steps.every((step) => step <= 0) || steps.every((step) => step >= 0);
}

/** Both ends excluded. */
function listDaysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = daysBefore(to, 1); day > from && days.length < MOST_DAYS; day = daysBefore(day, 1))
    days.unshift(day);
  return days;
}

/** Undefined if no sentiment can be read. Descriptions that mentions in another tone share aren't quoted. */
function toneOfDay(own: readonly Mention[], toneOf: ReturnType<typeof createToneReader>): NamedDay['tone'] {
  const read = own.flatMap((mention) => {
    const tone = toneOf(mention.sentiment);
    return tone ? { mention, tone } : [];
  });
  if (read.length === 0) return undefined;
  const negative = read.filter(({ tone }) => tone.negative);
  const inOtherTone = new Set(
    read.flatMap(({ mention: { description }, tone }) => (tone.negative ? [] : (description ?? []))),
  );
  const [worst] = negative
    .filter(({ mention: { description } }) => description?.trim() && !inOtherTone.has(description))
    .toSorted(
      (a, b) => b.tone.depth - a.tone.depth || (b.mention.confidence ?? 0) - (a.mention.confidence ?? 0),
    );
  const quote = worst?.mention.description;
  return { of: read.length, negative: negative.length, ...(quote && { worst: quote }) };
}
