/** How often answers name the brand first, and how often a rival, over the days that a list of mentions covers: for /visibility compare. */
import type { NamedFirst } from '../decision.ts';
import type { Mention } from '../visibility/contract.ts';
import { daysBefore } from './calendar.ts';

/** Fewer points are no course; more than a chart holds are not made. */
const FEWEST = 4;
const MOST = 20;
const WEEK = 7;

type OfDay = { all: Set<string>; own: Set<string>; rival: Set<string> };

/**
 * `today` in UTC, in whose days the API counts, as far as anybody knows. A list may begin or end in the middle of a day, so that
 * neither today nor its oldest day counts. By week where there are weeks enough, else by day; undefined where those are too few.
 */
export function namedFirst(
  mentions: readonly Mention[],
  { isOwn, isRival, today }: Record<'isOwn' | 'isRival', (mention: Mention) => boolean> & { today: string },
): NamedFirst | undefined {
  const dated = mentions.flatMap((mention) => {
    const time = Date.parse(mention.created_at);
    return Number.isFinite(time) ? { mention, day: new Date(time).toISOString().slice(0, 10) } : [];
  });
  const oldest = dated.reduce((first, { day }) => (day < first ? day : first), today);
  const days = new Map<string, OfDay>();
  for (const { mention, day } of dated) {
    if (mention.rank_position !== 1 || day <= oldest || day >= today) continue;
    const ofDay = days.get(day) ?? { all: new Set(), own: new Set(), rival: new Set() };
    days.set(day, ofDay);
    ofDay.all.add(mention.response_id);
    if (isOwn(mention)) ofDay.own.add(mention.response_id);
    if (isRival(mention)) ofDay.rival.add(mention.response_id);
  }
  const [last] = [...days.keys()].toSorted().reverse();
  if (last === undefined) return undefined;
  const course = (length: number) => pointsOf(days, { last, oldest, length });
  const [weeks, single] = [course(WEEK), course(1)];
  if (weeks.length >= FEWEST) return { by: 'week', points: weeks };
  return single.length >= FEWEST ? { by: 'day', points: single } : undefined;
}

/** Back from the last day, as many whole stretches of so many days as there are; oldest first. */
function pointsOf(
  days: ReadonlyMap<string, OfDay>,
  { last, oldest, length }: { last: string; oldest: string; length: number },
): NamedFirst['points'] {
  const stretches = Array.from({ length: MOST }, (_, back) => daysBefore(last, (back + 1) * length - 1));
  return stretches
    .filter((from) => from > oldest)
    .flatMap((from) => {
      const within = Array.from({ length }, (_, i) => days.get(daysBefore(from, -i)));
      const count = (of: keyof OfDay) => within.reduce((sum, day) => sum + (day?.[of].size ?? 0), 0);
      const all = count('all');
      return all > 0 ? [{ from, own: count('own') / all, rival: count('rival') / all }] : [];
    })
    .reverse();
}
