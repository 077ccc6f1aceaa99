/** Finds when a rival overtakes the brand: it leads three days in a row, beyond chance, after the brand did. */
import type { RivalFigures } from '../decision.ts';
import { daysBefore } from './calendar.ts';

/** Days in a row that make a side the leader. */
const IN_A_ROW = 3;

/**
 * Standard errors by which the leader must be named first more often over the days of the row. Five rivals about as
 * strong as the brand then pass it by chance in one of ten quarters (`npm run bench -- detect`).
 */
const BEYOND_CHANCE = 3;

/** After this many days a leading rival is old news. */
export const STAYS_DAYS = 28;

/** `since`: the first day of the rival's current lead; `until`: the last day the brand led. */
export type RivalTurn = {
  kind: 'passed' | 'ahead_again' | 'stays';
  day: string;
  since: string;
  until: string;
};

type Side = 'own' | 'rival';
/** Consecutive days on which one side is ahead. */
type Row = { side: Side; days: RivalFigures[] };
/** The row that a day continues or begins. `isBroken`: something else is measured since the last day with answers. */
type RowOnDay = { day: string; row: Row | undefined; isBroken: boolean };

/**
 * Every turn, oldest first. All figures are either answers that name each side first, or points, whose distance must
 * change by `least`. Days before and after a day of `breaks` aren't compared. A day without answers is skipped, a
 * missing one ends a row. The brand is ahead again after three days, by chance or not.
 */
export function findRivalTurns(
  days: readonly RivalFigures[],
  { least, breaks }: { least: number; breaks: readonly string[] },
): RivalTurn[] {
  const rows = listRows(days, breaks);
  return findPasses(rows, least).flatMap((pass) => {
    const end = findEnd(pass, rows);
    return end ? [pass, end] : [pass];
  });
}

function findPasses(rows: readonly RowOnDay[], least: number): RivalTurn[] {
  const passes: RivalTurn[] = [];
  let leader: Row | undefined;
  for (const { day, row, isBroken } of rows) {
    const before = isBroken && leader?.side === 'own' ? undefined : leader;
    leader = findLeader(before, row, least);
    if (before?.side === 'own' && leader?.side === 'rival') passes.push(makePass(before, leader, day));
  }
  return passes;
}

/** The latest row of the side that leads after a day; undefined if nobody does. */
function findLeader(before: Row | undefined, row: Row | undefined, least: number): Row | undefined {
  if (!row || row.days.length < IN_A_ROW) return before;
  if (row.side === before?.side) return row;
  // Chance is enough to end a rival's lead, but not for a lead.
  if (row.side === 'own') return isBeyondChance(row) ? row : undefined;
  return isBeyondChance(row) && (!before || hasTurned(before, row, least)) ? row : before;
}

function makePass(before: Row, now: Row, day: string): RivalTurn {
  const since = now.days[0]?.day ?? day;
  return { kind: 'passed', day, since, until: before.days.at(-1)?.day ?? since };
}

/** When the brand was ahead again, or the pass old news. */
function findEnd(pass: RivalTurn, rows: readonly RowOnDay[]): RivalTurn | undefined {
  for (const { day, row } of rows.filter((one) => one.day > pass.day)) {
    if (daysBefore(day, STAYS_DAYS) >= pass.day) return { ...pass, kind: 'stays', day };
    if (row?.side === 'own' && row.days.length >= IN_A_ROW) return { ...pass, kind: 'ahead_again', day };
  }
  return undefined;
}

/** For each day with answers. */
function listRows(days: readonly RivalFigures[], breaks: readonly string[]): RowOnDay[] {
  let row: Row | undefined;
  let isBroken = false;
  return days.flatMap((figures, i) => {
    const { day, of } = figures;
    const yesterday = daysBefore(day, 1);
    const last = days[i - 1]?.day ?? yesterday;
    const isAnew = breaks.some((from) => from > last && from <= day);
    if (isAnew || last !== yesterday) row = undefined;
    isBroken ||= isAnew;
    if (of === 0) return [];
    row = extendRow(row, figures);
    const found = { day, row, isBroken };
    isBroken = false;
    return [found];
  });
}

/** Undefined if neither side is ahead. */
function extendRow(row: Row | undefined, figures: RivalFigures): Row | undefined {
  const { own, rival } = figures;
  if (own === rival) return undefined;
  const side = rival > own ? 'rival' : 'own';
  return { side, days: [...(row?.side === side ? row.days : []), figures] };
}

/** Always true for points, whose chance variation is unknown. */
function isBeyondChance({ days }: Row): boolean {
  if (days.some(({ of }) => of === undefined)) return true;
  const [own, rival] = [sum(days, 'own'), sum(days, 'rival')];
  return Math.abs(own - rival) >= BEYOND_CHANCE * Math.sqrt(own + rival);
}

/** Points must move by the feed's threshold, or two nearly equal sides would keep taking turns. */
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
