/**
 * Whom answers name first, day by day, as a list of mentions tells it: the course of /visibility compare, the rival that an alert
 * names, and what is kept of each day (named-days.ts) count alike.
 */
import type { NamedFirst } from '../decision.ts';
import type { Mention } from '../visibility/contract.ts';
import { dayOf, daysBefore } from './calendar.ts';

/** Fewer points are no course; more than a chart holds are not made. */
const FEWEST = 4;
const MOST = 20;
const WEEK = 7;

/** Ids of answers: all that name anybody, those that name somebody first, and these by each name. */
export type FirstsOfDay = {
  answers: ReadonlySet<string>;
  ranked: ReadonlySet<string>;
  byName: ReadonlyMap<string, ReadonlySet<string>>;
};

/**
 * By day of UTC, in which the API counts, as far as anybody knows. Days without a mention are missing. Nobody is first where
 * some ranks are 0: whether that is the first place or none, the API's document does not say.
 */
export function firstsByDay(mentions: readonly Mention[]): Map<string, FirstsOfDay> {
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

/** In how many answers of the day any of these names comes first. */
export function firstsOf({ byName }: FirstsOfDay, isMeant: (name: string) => boolean): number {
  return new Set([...byName].flatMap(([name, ids]) => (isMeant(name) ? [...ids] : []))).size;
}

/**
 * `today` in UTC. A list may begin or end in the middle of a day, so that neither today nor its oldest day counts. By week where
 * there are weeks enough, else by day; undefined where those are too few.
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
  const all = firstsByDay(mentions);
  const [oldest = today] = all.keys();
  const days = new Map(
    [...all].filter(([day, { ranked }]) => day > oldest && day < today && ranked.size > 0),
  );
  const last = [...days.keys()].at(-1);
  if (last === undefined) return undefined;
  const course = (length: number): NamedFirst['points'] =>
    stretches(last, oldest, length).flatMap(({ from, dates }) => {
      const within = dates.flatMap((date) => days.get(date) ?? []);
      const sum = (count: (day: FirstsOfDay) => number) =>
        within.reduce((total, day) => total + count(day), 0);
      const of = sum(({ ranked }) => ranked.size);
      if (of === 0) return [];
      const share = (isMeant: (name: string) => boolean) => sum((day) => firstsOf(day, isMeant)) / of;
      return [{ from, own: share(own), rival: share(rival) }];
    });
  const [weeks, single] = [course(WEEK), course(1)];
  if (weeks.length >= FEWEST) return { by: 'week', points: weeks };
  return single.length >= FEWEST ? { by: 'day', points: single } : undefined;
}

/** Back from the last day, as many whole stretches of so many days as there are; oldest first. */
function stretches(last: string, oldest: string, length: number): { from: string; dates: string[] }[] {
  return Array.from({ length: MOST }, (_, back) => daysBefore(last, (back + 1) * length - 1))
    .filter((from) => from > oldest)
    .map((from) => ({ from, dates: Array.from({ length }, (_, i) => daysBefore(from, -i)) }))
    .reverse();
}
