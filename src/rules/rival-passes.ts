/** When a rival overtakes the brand: it leads every day for three days in a row, by more than chance, after the brand did. */
import type { RivalFigures } from '../decision.ts';
import { daysBefore } from './calendar.ts';

/** Ahead on so many days in a row, a side leads. */
const IN_A_ROW = 3;

/**
 * In standard errors: by how much who leads is named first more often, over the days of the row together. Five rivals about as
 * strong as the brand then pass it by chance in one of ten quarters (`npm run bench -- detect`).
 */
const BEYOND_CHANCE = 3;

/** A rival that leads for so many days is nothing new. */
export const STAYS_DAYS = 28;

/** `since`: the first day of the row that the rival leads by; `until`: the last day on which the brand led before that. */
export type RivalTurn = {
  kind: 'passed' | 'ahead_again' | 'stays';
  day: string;
  since: string;
  until: string;
};

type Side = 'own' | 'rival';
/** Days on which one side is ahead, none of the other between them. */
type Row = { side: Side; days: RivalFigures[] };

/**
 * Every turn of the days, oldest first, figures all of one kind: answers that name each first (`of` all), or points, whose
 * distance must have changed by `least`. From each day of `breaks` on something else is measured: no day before is compared
 * with one since. A day without answers says nothing, a missing one ends a row. The brand is ahead again after three
 * days, whether or not by chance.
 */
export function rivalTurns(
  days: readonly RivalFigures[],
  { least, breaks }: { least: number; breaks: readonly string[] },
): RivalTurn[] {
  const turns: RivalTurn[] = [];
  let leads: Side | undefined;
  let row: Row | undefined;
  /** The last row by which the brand led. */
  let ours: Row | undefined;
  let passed: RivalTurn | undefined;
  let last: string | undefined;
  for (const figures of days) {
    const { day } = figures;
    const isBroken = last !== undefined && breaks.some((from) => from > (last ?? '') && from <= day);
    if (isBroken || (last !== undefined && daysBefore(day, 1) !== last)) row = undefined;
    if (isBroken && leads === 'own') leads = undefined;
    last = day;
    if (figures.of === 0) continue;
    row = continued(row, figures);
    if (passed && daysBefore(day, STAYS_DAYS) >= passed.day) {
      turns.push({ ...passed, kind: 'stays', day });
      passed = undefined;
    }
    if (!row || row.days.length < IN_A_ROW) continue;
    if (row.side === 'own') {
      if (passed) turns.push({ ...passed, kind: 'ahead_again', day });
      passed = undefined;
      if (leads === 'own' || isBeyondChance(row)) [leads, ours] = ['own', row];
      else leads = undefined;
    } else if (leads !== 'rival' && isBeyondChance(row)) {
      if (leads === 'own' && ours && !hasTurned(ours, row, least)) continue;
      if (leads === 'own' && ours) {
        const since = row.days[0]?.day ?? day;
        passed = { kind: 'passed', day, since, until: ours.days.at(-1)?.day ?? since };
        turns.push(passed);
      }
      leads = 'rival';
    }
  }
  return turns;
}

/** Undefined where neither is ahead. */
function continued(row: Row | undefined, figures: RivalFigures): Row | undefined {
  const { own, rival } = figures;
  if (own === rival) return undefined;
  const side = rival > own ? 'rival' : 'own';
  return { side, days: [...(row?.side === side ? row.days : []), figures] };
}

/** Of points nobody knows the chance. */
function isBeyondChance({ days }: Row): boolean {
  if (days.some(({ of }) => of === undefined)) return true;
  const [own, rival] = [sum(days, 'own'), sum(days, 'rival')];
  return Math.abs(own - rival) >= BEYOND_CHANCE * Math.sqrt(own + rival);
}

/** Points move by as much as the feed's smallest change: two that are as good as equal take turns. */
function hasTurned(before: Row, now: Row, least: number): boolean {
  if (now.days.some(({ of }) => of !== undefined)) return true;
  const distance = ({ days }: Row) => {
    const latest = days.slice(-IN_A_ROW);
    return (sum(latest, 'rival') - sum(latest, 'own')) / latest.length;
  };
  return distance(now) - distance(before) >= least;
}

function sum(days: readonly RivalFigures[], side: Side): number {
  return days.reduce((total, figures) => total + figures[side], 0);
}
