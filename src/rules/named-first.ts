/** Counts by day whom answers name first: for /visibility compare, alerts on rivals, and stored days. */
import type { NamedFirst } from '../decision.ts';
import type { Mention } from '../visibility/contract.ts';
import { dayOf, daysBefore } from './calendar.ts';

/** Points that a chart needs, and the most that it holds. */
const FEWEST = 4;
const MOST = 20;
const WEEK = 7;

/** Ids of the answers that name anybody, of those that name somebody first, and of the latter by name. */
export type FirstsOfDay = {
  answers: ReadonlySet<string>;
  ranked: ReadonlySet<string>;
  byName: ReadonlyMap<string, ReadonlySet<string>>;
};

/**
 * By UTC day, in which the API seems to count; days without mentions are missing. Nobody is first if some ranks are 0,
 * since the API's document doesn't say whether 0 is the first place or none.
 */
export function countFirstsByDay(mentions: readonly Mention[]): Map<string, FirstsOfDay> {
  const isFromOne = mentions.every(({ rank_position }) => rank_position !== 0);
  const dated = Map.groupBy(mentions, ({ created_at }) => dayOf(created_at));
  dated.delete('');
  const firsts = [...dated].map(([day, all]): [string, FirstsOfDay] => {
    const first = all.filter(({ rank_position }) => isFromOne && rank_position === 1);
    const ids = (some: readonly Mention[]) => new Set(some.map(({ response_id }) => response_id));
    const named = Map.groupBy(first, ({ entity_name }) => entity_name);
    const byName = new Map([...named].map(([name, some]) => [name, ids(some)]));
    return [day, { answers: ids(all), ranked: ids(first), byName }];
  });
  return new Map(firsts.sort(([a], [b]) => a.localeCompare(b)));
}

/** The number of answers on the day that name any of these first. */
export function countFirstsOf({ byName }: FirstsOfDay, isMeant: (name: string) => boolean): number {
  return new Set([...byName].flatMap(([name, ids]) => (isMeant(name) ? [...ids] : []))).size;
}

/**
 * By week if there are enough weeks, else by day; undefined if there are too few days. Neither today (UTC) nor the
 * list's oldest day counts, since both may be incomplete.
 */
export function chartNamedFirst(
  mentions: readonly Mention[],
  { isOwn, isRival, today }: Record<'isOwn' | 'isRival', (mention: Mention) => boolean> & { today: string },
): NamedFirst | undefined {
  const names = (isMeant: (mention: Mention) => boolean) => {
    const meant = new Set(mentions.filter(isMeant).map(({ entity_name }) => entity_name));
    return (name: string) => meant.has(name);
  };
  const [own, rival] = [names(isOwn), names(isRival)];
  const all = countFirstsByDay(mentions);
  const [oldest = today] = all.keys();
  const days = new Map(
    [...all].filter(([day, { ranked }]) => day > oldest && day < today && ranked.size > 0),
  );
  const last = [...days.keys()].at(-1);
  if (last === undefined) return undefined;
  const course = (length: number): NamedFirst['points'] =>
    divideDays(last, oldest, length).flatMap(({ from, dates }) => {
      const within = dates.flatMap((date) => days.get(date) ?? []);
      const sum = (count: (day: FirstsOfDay) => number) =>
        within.reduce((total, day) => total + count(day), 0);
      const of = sum(({ ranked }) => ranked.size);
      if (of === 0) return [];
      const share = (isMeant: (name: string) => boolean) => sum((day) => countFirstsOf(day, isMeant)) / of;
      return [{ from, own: share(own), rival: share(rival) }];
    });
  const [weeks, single] = [course(WEEK), course(1)];
  if (weeks.length >= FEWEST) return { by: 'week', points: weeks };
  return single.length >= FEWEST ? { by: 'day', points: single } : undefined;
}

/** Splits the days up to `last` into whole stretches of `length` days, oldest first. */
function divideDays(last: string, oldest: string, length: number): { from: string; dates: string[] }[] {
  return Array.from({ length: MOST }, (_, back) => daysBefore(last, (back + 1) * length - 1))
    .filter((from) => from > oldest)
    .map((from) => ({ from, dates: Array.from({ length }, (_, i) => daysBefore(from, -i)) }))
    .reverse();
}
