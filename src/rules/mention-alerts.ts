/**
 * Makes alerts of what the answers of the last days say: rivals that passed the brand, and negative mentions of it. Both are read
 * anew from the days that are kept; what was told is remembered; the difference is said.
 */

import {
  type MentionAlert,
  type NegativeRise,
  type ProjectRef,
  projectRef,
  type RivalFigures,
  type RivalPassed,
  type ScoreAlert,
} from '../decision.ts';
import { foldName } from '../words/own-brand.ts';
import { daysBefore } from './calendar.ts';
import type { NamedDay } from './named-days.ts';
import { type ToneTurn, toneTurns } from './negative-mentions.ts';
import { type RivalTurn, rivalTurns } from './rival-passes.ts';
import { settingsFor } from './score-series.ts';

/** What happened longer ago is no news: on a first look at a list of weeks, say. */
const NEWS_DAYS = 3;

/** Points are compared where both sides have them on all of the last days. */
const DAYS_OF_POINTS = 7;

/** `today` is that of UTC, in whose days the API counts; `minChange` in points of a score of 0 to 100. */
export type MentionFeed = { project: ProjectRef; minChange: number; today: string };

/** `opened` are not known to the channel yet; `changed` are. */
export type MentionNews = { opened: MentionAlert[]; changed: MentionAlert[] };

/** `told` is all that the channel knows; from each day of `breaks` on something else is measured. */
export function decideMentionAlerts(
  days: readonly NamedDay[],
  told: readonly MentionAlert[],
  feed: MentionFeed,
  breaks: readonly string[],
): MentionNews {
  const rivals = rivalNews(days, told, feed, breaks);
  const tone = toneNews(days, told, feed, breaks);
  // Who falls behind several rivals on one day reads one message.
  const [head, ...others] = rivals.opened;
  const behind = others.map((news) => ({ ...news, toldIn: head?.key }));
  return {
    opened: [...(head ? [head] : []), ...behind, ...tone.opened],
    changed: [...rivals.changed, ...tone.changed],
  };
}

/** `opened` of one cause with an open score alert are told in its message: that names this rival as who gained, or is of sentiment. */
export function foldIntoScoreAlerts(
  opened: readonly MentionAlert[],
  open: readonly ScoreAlert[],
): MentionAlert[] {
  const ofScores = (news: MentionAlert) => {
    const { about } = news;
    const head = open.find(({ explanation, alert }) =>
      about.type === 'rival'
        ? foldName(explanation?.gained?.name ?? '') === foldName(about.rival)
        : alert?.metric === 'sentiment',
    );
    return head && (head.toldIn ?? head.key);
  };
  // Whose head went into a score alert needs another one.
  const [first] = opened.filter((news) => news.about.type === 'rival' && ofScores(news) === undefined);
  return opened.map((news) => {
    const beside = news.about.type === 'rival' && news !== first ? first?.key : undefined;
    return { ...news, toldIn: ofScores(news) ?? beside };
  });
}

function rivalNews(
  days: readonly NamedDay[],
  told: readonly MentionAlert[],
  { project, minChange, today }: MentionFeed,
  breaks: readonly string[],
): MentionNews {
  const news: MentionNews = { opened: [], changed: [] };
  const ofRivals = told.filter(
    (one): one is MentionAlert & { about: RivalPassed } => one.about.type === 'rival',
  );
  for (const [name, rival] of rivalsIn(days)) {
    const open = ofRivals.find(({ status, about }) => status === 'open' && foldName(about.rival) === name);
    const byPoints = open ? open.about.figures.of === undefined : arePoints(days, name);
    const series = byPoints ? pointsOf(days, name) : firstsOf(days, name);
    const { minChange: least } = settingsFor(
      'score',
      series.flatMap((figures) => [figures.own, figures.rival]),
      minChange,
    );
    const turn = rivalTurns(series, { least, breaks }).at(-1);
    const latest = series.findLast(({ of }) => of !== 0);
    if (!latest) continue;
    if (open) news.changed.push(...goneOn(open, turn, latest));
    else if (turn?.kind === 'passed' && turn.day >= daysBefore(today, NEWS_DAYS)) {
      const { since, until } = turn;
      const key = `rival:${project.id}:${name.slice(0, 80)}:${since}`;
      const about: RivalPassed = { type: 'rival', rival, since, until, figures: latest };
      if (!told.some((one) => one.key === key)) news.opened.push(alertOf(project, key, about));
    }
  }
  const lead = ({ about }: MentionAlert) =>
    about.type === 'rival' ? about.figures.rival - about.figures.own : 0;
  return { ...news, opened: news.opened.sort((a, b) => lead(b) - lead(a)) };
}

function toneNews(
  days: readonly NamedDay[],
  told: readonly MentionAlert[],
  { project, today }: MentionFeed,
  breaks: readonly string[],
): MentionNews {
  const series = days.map(({ day, tone }) => ({ day, negative: tone?.negative ?? 0, of: tone?.of ?? 0 }));
  const latest = series.findLast(({ of }) => of > 0);
  if (!latest) return { opened: [], changed: [] };
  const turn = toneTurns(series, { breaks }).at(-1);
  const open = told.find(({ status, about }) => status === 'open' && about.type === 'negative');
  if (open) return { opened: [], changed: goneOn(open, turn, latest) };
  const key = `negative:${project.id}:${turn?.since}`;
  const isNews = turn?.kind === 'rose' && turn.day >= daysBefore(today, NEWS_DAYS);
  if (!isNews || told.some((one) => one.key === key)) return { opened: [], changed: [] };
  const figures = series.find(({ day }) => day === turn.day) ?? latest;
  const quote = days.find(({ day }) => day === turn.day)?.tone?.worst;
  const about: NegativeRise = { type: 'negative', usual: turn.usual, quote, figures };
  return { opened: [alertOf(project, key, about)], changed: [] };
}

function alertOf(project: ProjectRef, key: string, about: MentionAlert['about']): MentionAlert {
  return { kind: 'mention_alert', v: 1, project: projectRef(project), key, status: 'open', about };
}

type Turn = RivalTurn | ToneTurn;
const ENDS: Readonly<Partial<Record<Turn['kind'], MentionAlert['status']>>> = {
  ahead_again: 'over',
  as_usual: 'over',
  stays: 'stays',
};

/** As it stands after the latest day; nothing where that says nothing new. */
function goneOn(
  open: MentionAlert,
  turn: Turn | undefined,
  latest: RivalFigures | NegativeRise['figures'],
): MentionAlert[] {
  const { about } = open;
  const end = turn && turn.day > about.figures.day ? ENDS[turn.kind] : undefined;
  if (latest.day <= (about.now ?? about.figures).day) return [];
  const now = { ...about, now: latest } as MentionAlert['about'];
  return [{ ...open, status: end ?? 'open', about: now }];
}

/** By folded name, as the latest day writes it. */
function rivalsIn(days: readonly NamedDay[]): Map<string, string> {
  const names = days.flatMap(({ rivals, points }) => [...rivals, ...(points?.rivals ?? [])]);
  return new Map(names.map(({ name }) => [foldName(name), name]));
}

function arePoints(days: readonly NamedDay[], name: string): boolean {
  return pointsOf(days.slice(-DAYS_OF_POINTS), name).length === DAYS_OF_POINTS;
}

function pointsOf(days: readonly NamedDay[], name: string): RivalFigures[] {
  return days.flatMap(({ day, points }) => {
    const rival = points?.rivals.find((one) => foldName(one.name) === name)?.score;
    return points && rival !== undefined ? { day, own: points.own, rival } : [];
  });
}

function firstsOf(days: readonly NamedDay[], name: string): RivalFigures[] {
  return days.map(({ day, ranked, own, rivals }) => ({
    day,
    own,
    rival: rivals.find((one) => foldName(one.name) === name)?.first ?? 0,
    of: ranked,
  }));
}
