/** Decides alerts from the answers of the last days: rivals that passed the brand, and negative mentions beyond chance. */
import {
  type AlertNews,
  isOpenNews,
  type MentionAlert,
  type NegativeRise,
  type ProjectRef,
  projectRef,
  type RivalFigures,
  type RivalPass,
  type ScoreAlert,
  type ToneFigures,
} from '../decision.ts';
import { foldName } from '../words/answers.ts';
import { daysBefore } from './calendar.ts';
import { firstsOf, type NamedDay } from './named-days.ts';
import { METRICS, settingsFor } from './score-series.ts';
import { computeUpperTail, MAD_TO_SPREAD, medianOf } from './score-window.ts';

/** Older turns aren't news, for example in a first look at weeks of answers. */
const NEWS_DAYS = 3;

/** Points are compared if both sides have them on each of the last days. */
const DAYS_OF_POINTS = 7;

/** `today` in UTC, since the API counts in UTC days. */
type MentionFeed = Measured & { project: ProjectRef; today: string };

/** `minChange` in points of a 0–100 score; `breaks`: days from which something else is measured. */
type Measured = { minChange: number; breaks: readonly string[] };

/** `opened`: new to the channel; `changed`: known to it. `told`: all that it knows. */
export function decideMentionAlerts(
  days: readonly NamedDay[],
  told: readonly MentionAlert[],
  feed: MentionFeed,
): { opened: MentionAlert[]; changed: MentionAlert[] } {
  const { project, today } = feed;
  const watched = [...watchRivals(days, told, feed), ...watchTone(days, told, feed)];
  const opened = watched.flatMap(({ open, turn, about }): MentionAlert[] => {
    const isNews = !open && turn?.kind === 'open' && turn.day >= daysBefore(today, NEWS_DAYS);
    if (!isNews || !about) return [];
    const key = nameAlert(project.id, about);
    if (told.some((one) => one.key === key)) return [];
    return [{ kind: 'mention_alert', v: 1, project: projectRef(project), key, status: turn.kind, about }];
  });
  const lead = ({ about }: MentionAlert) =>
    about.type === 'rival' ? about.figures.rival - about.figures.own : 0;
  return {
    opened: opened.sort((a, b) => lead(b) - lead(a)),
    changed: watched.flatMap(({ open, turn, latest }) =>
      open && latest ? updateAlert(open, turn, latest, today) : [],
    ),
  };
}

/** Folds alerts into an open score alert with the same cause, and several rivals of one day into one message. */
export function foldIntoScoreAlerts(opened: readonly MentionAlert[], open: readonly ScoreAlert[]) {
  const ofScores = (news: MentionAlert) => {
    const { about } = news;
    const head = open.find(({ explanation, alert }) =>
      about.type === 'rival'
        ? foldName(explanation?.gained?.name ?? '') === foldName(about.rival)
        : alert.metric === 'sentiment',
    );
    return head && (head.toldIn ?? head.key);
  };
  // If the message of the others went into a score alert, the next one leads.
  const [first] = opened.filter((news) => news.about.type === 'rival' && ofScores(news) === undefined);
  return opened.map((news) => {
    const beside = news.about.type === 'rival' && news !== first ? first?.key : undefined;
    return { ...news, toldIn: ofScores(news) ?? beside };
  });
}

/** Parts whose message's own alert is over get one of their own, together; those on their way back stay where they are. */
export function freeParts(all: readonly AlertNews[]): (ScoreAlert | MentionAlert)[] {
  const open = all.flatMap((one) => (one.kind !== 'score_notice' && isOpenNews(one) ? one : []));
  const keys = new Set(open.map(({ key }) => key));
  const left = open.filter((one) => one.toldIn !== undefined && !keys.has(one.toldIn) && !isOnWayBack(one));
  const rank = (one: (typeof left)[number]) =>
    'alert' in one ? METRICS.indexOf(one.alert.metric) : METRICS.length;
  left.sort((a, b) => rank(a) - rank(b));
  return left.map((one, i) => ({ ...one, toldIn: i === 0 ? undefined : left[0]?.key }));
}

/** Whether it was as usual on its latest day, though not yet for long enough to be over. */
function isOnWayBack(alert: ScoreAlert | MentionAlert): boolean {
  if (alert.kind === 'score_alert') return alert.alert.calmDays > 0;
  const { about } = alert;
  if (!about.now) return false;
  return about.type === 'rival' ? about.now.own > about.now.rival : isUsual(about.now, about.usual);
}

function nameAlert(projectId: string, about: MentionAlert['about']): string {
  return about.type === 'rival'
    ? `rival:${projectId}:${foldName(about.rival).slice(0, 80)}:${about.since}`
    : `negative:${projectId}:${about.figures.day}`;
}

/** What may have an alert: the open one, its last turn and latest figures, and what a new one would say. */
type Watched = {
  open: MentionAlert | undefined;
  turn: Turn | undefined;
  latest: RivalFigures | ToneFigures | undefined;
  about: MentionAlert['about'] | undefined;
};

function watchRivals(
  days: readonly NamedDay[],
  told: readonly MentionAlert[],
  measured: MentionFeed,
): Watched[] {
  return [...listRivals(days)].map(([name, rival]) => {
    const open = told.find(
      ({ status, about }) => status === 'open' && about.type === 'rival' && foldName(about.rival) === name,
    );
    const byPoints = open ? open.about.figures.of === undefined : arePoints(days, name);
    const { turn, latest, began = latest } = findLastTurn(days, name, byPoints, measured);
    if (!turn || !latest || !began) return { open, turn, latest, about: undefined };
    const { since, until } = turn;
    return { open, turn, latest, about: { type: 'rival', rival, since, until, ...asTold(began, latest) } };
  });
}

function watchTone(
  days: readonly NamedDay[],
  told: readonly MentionAlert[],
  { breaks }: MentionFeed,
): Watched[] {
  const series = days.map(({ day, tone }) => ({ day, negative: tone?.negative ?? 0, of: tone?.of ?? 0 }));
  const open = told.find(({ status, about }) => status === 'open' && about.type === 'negative');
  const latest = series.findLast(({ of }) => of > 0);
  const turn = findToneTurns(series, { breaks }).at(-1);
  const figures = series.find(({ day }) => day === turn?.day);
  const quote = days.find(({ day }) => day === turn?.day)?.tone?.worst;
  if (!turn || !latest || !figures) return [{ open, turn, latest, about: undefined }];
  const about: NegativeRise = { type: 'negative', usual: turn.usual, quote, ...asTold(figures, latest) };
  return [{ open, turn, latest, about }];
}

function findLastTurn(
  days: readonly NamedDay[],
  name: string,
  byPoints: boolean,
  { minChange, breaks }: Measured,
) {
  const rivalOn = firstsOf(name);
  const series: RivalFigures[] = byPoints
    ? listPoints(days, name)
    : days.map((one) => ({ day: one.day, own: one.own, rival: rivalOn(one), of: one.ranked }));
  const both = series.flatMap((figures) => [figures.own, figures.rival]);
  const { minChange: least } = settingsFor('score', both, minChange);
  const turn = findRivalTurns(series, { least, breaks }).at(-1);
  const began = series.find(({ day }) => day === turn?.day);
  return { turn, latest: series.findLast(({ of }) => of !== 0), began };
}

/** A channel that hears of it later is told the same headline as those that heard of it at once. */
function asTold<Figures extends { day: string }>(began: Figures, latest: Figures) {
  return { figures: began, ...(latest.day > began.day && { now: latest }) };
}

/** Every rival that passed the brand in these days, and whether it's still ahead. */
export function findPasses(days: readonly NamedDay[], measured: Measured): RivalPass[] {
  return [...listRivals(days)].flatMap(([name, rival]) => {
    const { turn, latest } = findLastTurn(days, name, arePoints(days, name), measured);
    if (!turn || !latest) return [];
    const { since, until } = turn;
    return { status: turn.kind, about: { type: 'rival', rival, since, until, figures: latest } };
  });
}

type Turn = RivalTurn | ToneTurn;

/** The alert after the latest day; empty if that day is known already, unless it is too long ago for another one. */
function updateAlert(
  open: MentionAlert,
  turn: Turn | undefined,
  latest: RivalFigures | ToneFigures,
  today: string,
): MentionAlert[] {
  const { about } = open;
  const known = (about.now ?? about.figures).day;
  if (latest.day <= known) return known > daysBefore(today, STAYS_DAYS) ? [] : [{ ...open, status: 'stays' }];
  const status = turn && turn.day > about.figures.day ? turn.kind : 'open';
  return [{ ...open, status, about: { ...about, now: latest } as MentionAlert['about'] }];
}

function listRivals(days: readonly NamedDay[]): Map<string, string> {
  const names = days.flatMap(({ rivals, points }) => [...rivals, ...(points?.rivals ?? [])]);
  return new Map(names.map(({ name }) => [foldName(name), name]));
}

function arePoints(days: readonly NamedDay[], name: string): boolean {
  return listPoints(days.slice(-DAYS_OF_POINTS), name).length === DAYS_OF_POINTS;
}

function listPoints(days: readonly NamedDay[], name: string): RivalFigures[] {
  return days.flatMap(({ day, points }) => {
    const rival = points?.rivals.find((one) => foldName(one.name) === name)?.score;
    return points && rival !== undefined ? { day, own: points.own, rival } : [];
  });
}

const IN_A_ROW = 3;

/** Standard errors of a lead: five equal rivals pass the brand by chance in one of ten quarters (`bench -- detect`). */
const BEYOND_CHANCE = 3;

/** After this many days a leading rival is old news. */
const STAYS_DAYS = 28;

/** `since`: the first day of the rival's current lead; `until`: the last day the brand led. */
type RivalTurn = { kind: MentionAlert['status']; day: string; since: string; until: string };

type Side = 'own' | 'rival';
type Row = { side: Side; days: RivalFigures[] };

/** Oldest first. Points must change by `least`; days across `breaks` aren't compared; one without answers is skipped. */
export function findRivalTurns(
  days: readonly RivalFigures[],
  { least, breaks }: { least: number; breaks: readonly string[] },
): RivalTurn[] {
  const turns: RivalTurn[] = [];
  let [row, leader]: (Row | undefined)[] = [];
  let pass: RivalTurn | undefined;
  for (const [i, figures] of days.entries()) {
    const { day } = figures;
    const last = days[i - 1]?.day;
    const isAnew = isBroken(breaks, last, day);
    if (isAnew || last !== daysBefore(day, 1)) row = undefined;
    if (isAnew && leader?.side === 'own') leader = undefined;
    if (figures.of === 0) continue;
    row = extendRow(row, figures);
    const before = leader;
    leader = findLeader(before, row, least);
    const end = findPassEnd(pass, row, day);
    if (end) {
      turns.push(end);
      pass = undefined;
    }
    if (before?.side === 'own' && leader?.side === 'rival') {
      pass = beginPass(day, before, leader);
      turns.push(pass);
    }
  }
  return turns;
}

/** Whether something else is measured since `last`, the day before in the series. */
function isBroken(breaks: readonly string[], last: string | undefined, day: string): boolean {
  return breaks.some((from) => from <= day && (last === undefined || from > last));
}

function beginPass(day: string, own: Row, rival: Row): RivalTurn {
  const since = rival.days[0]?.day ?? day;
  return { kind: 'open', day, since, until: own.days.at(-1)?.day ?? since };
}

function findPassEnd(pass: RivalTurn | undefined, row: Row | undefined, day: string): RivalTurn | undefined {
  if (!pass) return undefined;
  if (daysBefore(day, STAYS_DAYS) >= pass.day) return { ...pass, kind: 'stays', day };
  const isAhead = row?.side === 'own' && row.days.length >= IN_A_ROW;
  return isAhead ? { ...pass, kind: 'over', day } : undefined;
}

/** The latest row of the side that leads after a day; undefined if nobody does. */
function findLeader(before: Row | undefined, row: Row | undefined, least: number): Row | undefined {
  if (!row || row.days.length < IN_A_ROW) return before;
  if (row.side === before?.side) return row;
  // Chance is enough to end a rival's lead, but not for a lead.
  if (row.side === 'own') return isBeyondChance(row) ? row : undefined;
  return isBeyondChance(row) && (!before || hasTurned(before, row, least)) ? row : before;
}

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
type ToneTurn = { kind: MentionAlert['status']; day: string; since: string; usual: number };

/** Every turn, oldest first. `breaks`: days from which something else is measured and the share learned anew. */
export function findToneTurns(days: readonly ToneFigures[], { breaks }: { breaks: readonly string[] }) {
  const turns: ToneTurn[] = [];
  let before: ToneFigures[] = [];
  let rise: { turn: ToneTurn; calm: number } | undefined;
  for (const [i, figures] of days.entries()) {
    const { day, of } = figures;
    if (isBroken(breaks, days[i - 1]?.day, day)) before = [];
    if (of === 0) continue;
    if (!rise) {
      const usual = before.slice(-USUAL_DAYS);
      if (isRise(figures, usual)) {
        rise = { turn: { kind: 'open', day, since: day, usual: shareOf(usual) }, calm: 0 };
        turns.push(rise.turn);
      } else before.push(figures);
      continue;
    }
    const { turn } = rise;
    rise.calm = isUsual(figures, turn.usual) ? rise.calm + 1 : 0;
    if (rise.calm > 0) before.push(figures);
    if (rise.calm >= CALM_DAYS) {
      turns.push({ ...turn, kind: 'over', day });
      rise = undefined;
    } else if (daysBefore(day, STAYS_DAYS) >= turn.since) {
      turns.push({ ...turn, kind: 'stays', day });
      [rise, before] = [undefined, []];
    }
  }
  return turns;
}

function isUsual({ negative, of }: ToneFigures, usual: number): boolean {
  return computeUpperTail(negative, of, usual) >= USUAL_CHANCE;
}

/** Whether a day is worse than chance and the `usual` days explain. */
function isRise({ negative, of }: ToneFigures, usual: readonly ToneFigures[]): boolean {
  if (usual.length < FEWEST_DAYS || negative < FEWEST) return false;
  if (computeUpperTail(negative, of, shareOf(usual)) > CHANCE) return false;
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
