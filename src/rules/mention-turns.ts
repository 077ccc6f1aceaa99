/**
 * Finds when a rival overtakes the brand (it leads three days in a row, beyond chance, after the brand did), and when
 * negative mentions rise: more of a day's mentions than chance and the days before allow.
 */
import type { RivalFigures, ToneFigures } from '../decision.ts';
import { daysBefore } from './calendar.ts';
import { MAD_TO_SPREAD, medianOf } from './score-window.ts';

/** Days in a row that make a side the leader. */
const IN_A_ROW = 3;

/**
 * Standard errors of a lead. Five rivals as strong as the brand then pass it by chance in one of ten quarters (`bench
 * -- detect`).
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
 * Every turn, oldest first. Points must change by `least`; days across one of `breaks` aren't compared; a day without
 * answers is skipped, a missing one ends a row.
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

/** Days from which the usual share is learned, at most and at least. */
const USUAL_DAYS = 28;
const FEWEST_DAYS = 7;

/** Fewer negative mentions aren't news, whatever their share. */
const FEWEST = 5;

/** The chance of a day this bad: less than one in a hundred quarters of a project. */
const CHANCE = 1e-4;

/** Days vary by more than chance, so the share must also be this many of their own spreads away. */
const SPREADS = 5;

/** A rise is over after CALM_DAYS in a row that chance makes as bad in one of 20 days. */
const USUAL_CHANCE = 0.05;
const CALM_DAYS = 3;

/** `usual`: the negative share (0 to 1) before `since`, the day of the rise. */
export type ToneTurn = { kind: 'rose' | 'as_usual' | 'stays'; day: string; since: string; usual: number };

/** Every turn, oldest first. `breaks`: days from which something else is measured and the share learned anew. */
export function findToneTurns(
  days: readonly ToneFigures[],
  { breaks }: { breaks: readonly string[] },
): ToneTurn[] {
  const turns: ToneTurn[] = [];
  let before: ToneFigures[] = [];
  let rise: { turn: ToneTurn; calm: number } | undefined;
  let last = '';
  for (const figures of days) {
    const { day, negative, of } = figures;
    if (breaks.some((from) => from > last && from <= day)) before = [];
    last = day;
    if (of === 0) continue;
    if (!rise) {
      const turn = findRise(figures, before.slice(-USUAL_DAYS));
      if (turn) turns.push(turn);
      else before.push(figures);
      rise = turn && { turn, calm: 0 };
      continue;
    }
    const { turn } = rise;
    const isCalm = computeUpperTail(negative, of, turn.usual) >= USUAL_CHANCE;
    rise.calm = isCalm ? rise.calm + 1 : 0;
    if (isCalm) before.push(figures);
    if (rise.calm >= CALM_DAYS) {
      turns.push({ ...turn, kind: 'as_usual', day });
      rise = undefined;
    } else if (daysBefore(day, STAYS_DAYS) >= turn.since) {
      turns.push({ ...turn, kind: 'stays', day });
      [rise, before] = [undefined, []];
    }
  }
  return turns;
}

function findRise(figures: ToneFigures, usual: readonly ToneFigures[]): ToneTurn | undefined {
  if (usual.length < FEWEST_DAYS || !isBeyond(figures, usual)) return undefined;
  const { day } = figures;
  return { kind: 'rose', day, since: day, usual: shareOf(usual) };
}

function isBeyond({ negative, of }: ToneFigures, usual: readonly ToneFigures[]): boolean {
  if (negative < FEWEST || computeUpperTail(negative, of, shareOf(usual)) > CHANCE) return false;
  const shares = usual.map((day) => day.negative / day.of);
  const middle = medianOf(shares);
  const spread = MAD_TO_SPREAD * medianOf(shares.map((share) => Math.abs(share - middle)));
  return negative / of > middle + SPREADS * spread;
}

/** The negative share of all their mentions together; never 0, since a first negative mention is always possible. */
function shareOf(days: readonly ToneFigures[]): number {
  const [negative, of] = days.reduce(([n, all], day) => [n + day.negative, all + day.of], [0, 0]);
  return (negative + 0.5) / (of + 1);
}

/** The probability that `negative` or more of `of` are negative (binomial). */
export function computeUpperTail(negative: number, of: number, chance: number): number {
  let [tail, logOfTerm] = [0, of * Math.log1p(-chance)];
  for (let k = 0; k <= of; k += 1) {
    if (k >= negative) tail += Math.exp(logOfTerm);
    logOfTerm += Math.log(of - k) - Math.log(k + 1) + Math.log(chance) - Math.log1p(-chance);
  }
  return Math.min(1, tail);
}
