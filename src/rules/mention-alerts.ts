/**
 * Decides alerts from the answers of the last days: rivals that passed the brand, and a rise of negative mentions. Both
 * are derived afresh from the stored days and compared with what was told.
 */

import {
  type MentionAlert,
  type NegativeRise,
  type ProjectRef,
  projectRef,
  type RivalFigures,
  type RivalPass,
  type RivalPassed,
  type ScoreAlert,
} from '../decision.ts';
import { foldName } from '../words/answers.ts';
import { daysBefore } from './calendar.ts';
import { findRivalTurns, findToneTurns, type RivalTurn, STAYS_DAYS, type ToneTurn } from './mention-turns.ts';
import type { NamedDay } from './named-days.ts';
import { settingsFor } from './score-series.ts';

/** Older turns aren't news, for example in a first look at weeks of answers. */
const NEWS_DAYS = 3;

/** Points are compared if both sides have them on each of the last days. */
const DAYS_OF_POINTS = 7;

/** `today` in UTC, since the API counts in UTC days; `minChange` in points of a 0–100 score. */
export type MentionFeed = { project: ProjectRef; minChange: number; today: string };

/** `opened`: new to the channel; `changed`: known to it. */
export type MentionNews = { opened: MentionAlert[]; changed: MentionAlert[] };

/** `told`: all alerts that the channel knows; `breaks`: days from which something else is measured. */
export function decideMentionAlerts(
  days: readonly NamedDay[],
  told: readonly MentionAlert[],
  feed: MentionFeed,
  breaks: readonly string[],
): MentionNews {
  const rivals = tellRivals(days, told, feed, breaks);
  const tone = tellTone(days, told, feed, breaks);
  return {
    opened: [...rivals.opened, ...tone.opened],
    changed: [...rivals.changed, ...tone.changed],
  };
}

/** Folds alerts into an open score alert with the same cause, and several rivals of one day into one message. */
export function foldIntoScoreAlerts(
  opened: readonly MentionAlert[],
  open: readonly ScoreAlert[],
): MentionAlert[] {
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

function tellRivals(
  days: readonly NamedDay[],
  told: readonly MentionAlert[],
  { project, minChange, today }: MentionFeed,
  breaks: readonly string[],
): MentionNews {
  const news: MentionNews = { opened: [], changed: [] };
  const ofRivals = told.filter(
    (one): one is MentionAlert & { about: RivalPassed } => one.about.type === 'rival',
  );
  for (const [name, rival] of listRivals(days)) {
    const open = ofRivals.find(({ status, about }) => status === 'open' && foldName(about.rival) === name);
    const byPoints = open ? open.about.figures.of === undefined : arePoints(days, name);
    const { turn, latest } = findLastTurn(days, name, byPoints, minChange, breaks);
    if (!latest) continue;
    if (open) news.changed.push(...updateAlert(open, turn, latest, today));
    else if (turn?.kind === 'passed' && turn.day >= daysBefore(today, NEWS_DAYS)) {
      const { since, until } = turn;
      const key = `rival:${project.id}:${name.slice(0, 80)}:${since}`;
      const about: RivalPassed = { type: 'rival', rival, since, until, figures: latest };
      if (!told.some((one) => one.key === key)) news.opened.push(makeAlert(project, key, about));
    }
  }
  const lead = ({ about }: MentionAlert) =>
    about.type === 'rival' ? about.figures.rival - about.figures.own : 0;
  return { ...news, opened: news.opened.sort((a, b) => lead(b) - lead(a)) };
}

function findLastTurn(
  days: readonly NamedDay[],
  name: string,
  byPoints: boolean,
  minChange: number,
  breaks: readonly string[],
) {
  const series = byPoints ? listPoints(days, name) : listFirsts(days, name);
  const both = series.flatMap((figures) => [figures.own, figures.rival]);
  const { minChange: least } = settingsFor('score', both, minChange);
  const turn = findRivalTurns(series, { least, breaks }).at(-1);
  return { turn, latest: series.findLast(({ of }) => of !== 0) };
}

/** Every rival that passed the brand in these days, and whether it's still ahead. */
export function findPasses(
  days: readonly NamedDay[],
  minChange: number,
  breaks: readonly string[],
): RivalPass[] {
  return [...listRivals(days)].flatMap(([name, rival]) => {
    const { turn, latest } = findLastTurn(days, name, arePoints(days, name), minChange, breaks);
    if (!turn || !latest) return [];
    const { since, until } = turn;
    return {
      status: ENDS[turn.kind] ?? 'open',
      about: { type: 'rival', rival, since, until, figures: latest },
    };
  });
}

function tellTone(
  days: readonly NamedDay[],
  told: readonly MentionAlert[],
  { project, today }: MentionFeed,
  breaks: readonly string[],
): MentionNews {
  const series = days.map(({ day, tone }) => ({ day, negative: tone?.negative ?? 0, of: tone?.of ?? 0 }));
  const latest = series.findLast(({ of }) => of > 0);
  if (!latest) return { opened: [], changed: [] };
  const turn = findToneTurns(series, { breaks }).at(-1);
  const open = told.find(({ status, about }) => status === 'open' && about.type === 'negative');
  if (open) return { opened: [], changed: updateAlert(open, turn, latest, today) };
  const key = `negative:${project.id}:${turn?.since}`;
  const isNews = turn?.kind === 'rose' && turn.day >= daysBefore(today, NEWS_DAYS);
  if (!isNews || told.some((one) => one.key === key)) return { opened: [], changed: [] };
  const figures = series.find(({ day }) => day === turn.day) ?? latest;
  const quote = days.find(({ day }) => day === turn.day)?.tone?.worst;
  const about: NegativeRise = { type: 'negative', usual: turn.usual, quote, figures };
  return { opened: [makeAlert(project, key, about)], changed: [] };
}

function makeAlert(project: ProjectRef, key: string, about: MentionAlert['about']): MentionAlert {
  return { kind: 'mention_alert', v: 1, project: projectRef(project), key, status: 'open', about };
}

type Turn = RivalTurn | ToneTurn;
const ENDS: Readonly<Partial<Record<Turn['kind'], MentionAlert['status']>>> = {
  ahead_again: 'over',
  as_usual: 'over',
  stays: 'stays',
};

/** The alert after the latest day; empty if that day is known already, unless it is too long ago for another one. */
function updateAlert(
  open: MentionAlert,
  turn: Turn | undefined,
  latest: RivalFigures | NegativeRise['figures'],
  today: string,
): MentionAlert[] {
  const { about } = open;
  const known = (about.now ?? about.figures).day;
  if (latest.day <= known) return known > daysBefore(today, STAYS_DAYS) ? [] : [{ ...open, status: 'stays' }];
  const end = turn && turn.day > about.figures.day ? ENDS[turn.kind] : undefined;
  const now = { ...about, now: latest } as MentionAlert['about'];
  return [{ ...open, status: end ?? 'open', about: now }];
}

/** Names as the latest day writes them, by folded name. */
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

function listFirsts(days: readonly NamedDay[], name: string): RivalFigures[] {
  return days.map(({ day, ranked, own, rivals }) => ({
    day,
    own,
    rival: rivals.find((one) => foldName(one.name) === name)?.first ?? 0,
    of: ranked,
  }));
}
