/** Decides a score feed's news: alerts are derived afresh from the figures, compared with those told, and share messages. */
import type {
  AlertNews,
  AlertStanding,
  AlertState,
  ChangeAlert,
  EndedAlert,
  FewDays,
  GraverAlert,
  Headline,
  MentionAlert,
  NoData,
  NotComparable,
  ProjectRef,
  ScoreAlert,
  ScoreNotice,
  SetChange,
  Silence,
} from '../decision.ts';
import { isOpenNews, projectRef, SURENESS, silence } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import {
  type AlertSource,
  findAlertFigures,
  findChangesSince,
  findStillAway,
  listAlertDays,
} from './alert-figures.ts';
import { buildAlertHistory } from './alert-history.ts';
import { openDay } from './calendar.ts';
import { findMeasuredChanges } from './measured-changes.ts';
import { FEWEST_DAYS } from './score-detector.ts';
import {
  buildScoreSeries,
  dateOf,
  dayNumber,
  isWhole,
  lastDayOf,
  METRICS,
  type ScoreSeries,
  seriesKey,
} from './score-series.ts';

/** Complete days without any figure before the feed says so. An older figure isn't news either. */
const DAYS_WITHOUT_DATA = 2;

/** `minChange` in points of a 0–100 score; `lookedAt`: the previous look at the figures, if any. */
type AlertFeed = {
  project: ProjectRef;
  minChange: number;
  timezone: string;
  lookedAt?: number | undefined;
};

/** `prompts`: days on which some came or went; `known`: states open or ended of late. Returns what is new, in the order to post it. */
export function decideAlerts(
  { rows, prompts }: { rows: readonly DailyScore[]; prompts?: readonly SetChange[] | undefined },
  feed: AlertFeed,
  known: readonly AlertState[],
  now: number,
): AlertState[] | Silence {
  const current = openDay(now, feed.timezone);
  const series = buildScoreSeries(rows, current);
  const lastDay = lastDayOf(series);
  if (!Number.isFinite(lastDay)) return silence(rows.length === 0 ? 'no_scores' : 'no_complete_day');
  const missing = dayNumber(current) - 1 - lastDay;
  const found = { projectId: feed.project.id, lastDay, series, known };
  const data = findDataNews(found, missing);
  if (missing >= DAYS_WITHOUT_DATA) return newsOrSilence(data, 'stale');

  const told = known.filter((state) => state.type === 'change');
  const ended = told.filter(({ status }) => status !== 'open');
  const history = buildAlertHistory(feed.project.id, series, feed.minChange, prompts, ended);
  const ofMetric = (alerts: readonly ChangeAlert[], metric: ChangeAlert['metric']) =>
    alerts.filter((alert) => alert.metric === metric);
  const lastSeen = findLastSeenDay(lastDay, feed, known);
  const news: AlertState[] = [
    ...data,
    ...METRICS.flatMap((metric) => compareAlerts(ofMetric(history.alerts, metric), ofMetric(told, metric))),
    ...history.notComparable.filter(
      ({ day, key }) => day > lastSeen && !known.some((one) => one.key === key),
    ),
  ];
  if (news.length === 0) news.push(...findFewDays(found));
  const isOpen = history.alerts.some(({ status }) => status === 'open');
  return newsOrSilence(news, isOpen ? 'nothing_new' : 'nothing_unusual');
}

function newsOrSilence(news: AlertState[], reason: string): AlertState[] | Silence {
  return news.length > 0 ? news : silence(reason);
}

type Found = {
  projectId: string;
  lastDay: number;
  series: readonly ScoreSeries[];
  known: readonly AlertState[];
};

function findDataNews({ projectId, lastDay, series, known }: Found, missing: number): NoData[] {
  const open = known.find((state): state is NoData => state.type === 'no_data' && state.status === 'open');
  if (missing >= DAYS_WITHOUT_DATA) {
    const day = dateOf(lastDay + missing);
    if (open) return open.day === day ? [] : [{ ...open, day }];
    const since = dateOf(lastDay + 1);
    return [{ type: 'no_data', key: `score:${projectId}:no_data:${since}`, status: 'open', since, day }];
  }
  if (!open) return [];
  const days = series.flatMap(({ points }) => points.map((point) => point.day));
  const returned = Math.min(...days.filter((day) => day >= dayNumber(open.since)));
  if (!Number.isFinite(returned)) return [];
  return [{ ...open, status: 'closed', day: dateOf(returned - 1), returnedOn: dateOf(returned) }];
}

/** Once, while no series is long enough to call a day unusual: otherwise nothing would explain the silence. */
function findFewDays({ projectId, lastDay, series, known }: Found): FewDays[] {
  const days = Math.max(...series.map(({ points }) => points.length));
  if (days > FEWEST_DAYS || known.length > 0) return [];
  const startsOn = dateOf(lastDay + FEWEST_DAYS + 1 - days);
  return [{ type: 'few_days', key: `score:${projectId}:few_days`, days, day: dateOf(lastDay), startsOn }];
}

/** `derived`: the alerts that the figures justify, oldest first. `told`: those the channel knows of the metric. */
function compareAlerts(derived: readonly ChangeAlert[], told: readonly ChangeAlert[]): ChangeAlert[] {
  const news: ChangeAlert[] = [];
  const open = told.find(({ status }) => status === 'open');
  const same = open && derived.findLast((alert) => isSameAlert(alert, open));
  if (open) {
    const now: ChangeAlert = same ? { ...same, ...keepTold(open, same) } : { ...open, status: 'corrected' };
    if (JSON.stringify(now) !== JSON.stringify(open)) news.push(now);
  }
  const latest = derived.at(-1);
  if (latest?.status === 'open' && !told.some((alert) => isSameAlert(latest, alert))) news.push(latest);
  return news;
}

/** Polls cover a fixed number of days, so tomorrow the usual range may look slightly different. What was told stays. */
function keepTold(open: ChangeAlert, same: ChangeAlert) {
  const { key, openedOn, metric, lead } = open;
  const isSameLead = seriesKey(metric, lead.scope) === seriesKey(metric, same.lead.scope);
  const { calmWithin, usual } = isSameLead ? open : same;
  const told = isSameLead ? [open.sureness, same.sureness] : [same.sureness];
  const surest = SURENESS.find(({ phrase }) => told.includes(phrase));
  return { key, openedOn, sureness: surest?.phrase, calmWithin, usual };
}

/** Whether two states are one alert seen at different times: their days overlap. */
export function isSameAlert(one: ChangeAlert, other: ChangeAlert): boolean {
  return one.openedOn <= other.day && other.openedOn <= one.day;
}

/** The latest day that is old news. Days that arrived late, after an outage or a gap, are news, however old. */
function findLastSeenDay(lastDay: number, { lookedAt, timezone }: AlertFeed, known: readonly AlertState[]) {
  const news = known.flatMap((state) =>
    state.type === 'no_data' && state.status === 'open' ? dayNumber(state.since) : [],
  );
  if (lookedAt !== undefined) news.push(dayNumber(openDay(lookedAt, timezone)));
  return dateOf(Math.min(lastDay - DAYS_WITHOUT_DATA, ...news.map((day) => day - 1)));
}

/** An alert as the channel was told; `muted` while somebody has muted it. */
export type ToldAlert = { news: AlertNews; muted?: { until?: number | undefined } | undefined };

type TellingFeed = { project: ProjectRef; mention: readonly string[] };

export function listStates(told: readonly Pick<ToldAlert, 'news'>[]): AlertState[] {
  return told.flatMap(({ news }) => {
    if (news.kind === 'mention_alert') return [];
    return news.kind === 'score_notice' ? news.about : news.alert;
  });
}

/** `states`: as decideAlerts returned them. `changed` edit messages; `graver` and `ended` go into threads: an edit notifies nobody. */
export function tellAlerts(
  states: readonly AlertState[],
  told: readonly ToldAlert[],
  from: AlertSource,
  feed: TellingFeed,
) {
  const before = mapByKey(told);
  const mutes = told.flatMap(({ news, muted }) => (muted === undefined ? [] : news));
  const known = told.map(({ news }) => news);
  const [posted, changed]: [AlertNews[], AlertNews[]] = [[], []];
  let head = findOpenHead(states, before);
  for (const state of states) {
    const isKnown = known.some(({ key }) => key === state.key);
    const within = state.type === 'change' ? (head ?? findRise(state, known)) : undefined;
    if (isKnown || within) changed.push(withTurn(tellState(state, before, within, from, feed), states));
    else if (mayPost(state, mutes)) {
      posted.push(withTurn(tellState(state, before, undefined, from, feed), states));
      if (state.type === 'change') head = state.key;
    }
  }
  const heard = changed.filter((news) => isAlert(news) && isHeard(news.alert, mutes));
  const graver = findGraverAlerts(known, heard, feed.mention);
  const isGrave = graver.length > 0 || posted.some(({ key }) => findGrave(key, [...posted, ...changed]));
  const mentioning = withMentions(posted, changed, feed.mention);
  return { posted: mentioning, changed, graver, ended: listEnded(changed.filter(isAlert)), isGrave };
}

/** A falling sentiment while negative mentions are known to rise is the same news: their message tells it. */
function findRise({ metric, lead }: ChangeAlert, known: readonly AlertNews[]): string | undefined {
  if (metric !== 'sentiment' || lead.delta > 0) return undefined;
  const [rise] = known.flatMap((one) =>
    one.kind === 'mention_alert' && one.about.type === 'negative' && isOpenNews(one) ? one : [],
  );
  return rise && (rise.toldIn ?? rise.key);
}

/** Who muted a fall hasn’t heard of the rise after it. */
function isHeard({ metric, lead }: ChangeAlert, mutes: readonly AlertNews[]): boolean {
  const isOtherWay = (muted: AlertNews) =>
    isAlert(muted) && muted.alert.metric === metric && lead.delta * muted.foundAs.delta < 0;
  return mutes.every(isOtherWay);
}

/** Missing data is told even while alerts are muted, and in one message until it is back. */
function mayPost(state: AlertState, mutes: readonly AlertNews[]): boolean {
  if (state.type === 'change') return isHeard(state, mutes) && isWorthMessage(state);
  return mutes.length === 0 || state.type === 'no_data';
}

function tellState(
  state: AlertState,
  before: ReadonlyMap<string, ScoreAlert>,
  head: string | undefined,
  from: AlertSource,
  feed: TellingFeed,
): AlertNews {
  if (state.type !== 'change') return makeNotice(state, from, feed);
  const last = before.get(state.key);
  if (last) return updateAlert(last, state, from);
  const about = { kind: 'score_alert', v: 1, project: projectRef(feed.project), key: state.key } as const;
  return { ...about, ...makeHeadline(state, from), ...(head !== undefined && { toldIn: head }) };
}

/** An alert that went the other way and the one that it became know of each other. */
function withTurn(news: AlertNews, states: readonly AlertState[]): AlertNews {
  if (!isAlert(news)) return news;
  const { metric, status } = news.alert;
  const other = states.find((one) => one.type === 'change' && one.metric === metric && one.key !== news.key);
  if (other?.type !== 'change') return news;
  if (status === 'reversed') return { ...news, next: other.key };
  return other.status === 'reversed' ? { ...news, follows: other.key } : news;
}

function mapByKey(told: readonly ToldAlert[]): ReadonlyMap<string, ScoreAlert> {
  return new Map(told.flatMap(({ news }) => (isAlert(news) ? [[news.key, news]] : [])));
}

/** Whether a new headline comes up that deserves an explanation from the API. */
export function needsExplanation(states: readonly AlertState[], told: readonly ToldAlert[]): boolean {
  const before = mapByKey(told);
  return states.some(
    (state) => state.type === 'change' && hasWhy(state) && leadsAnew(before.get(state.key), state),
  );
}

/** What is normal isn't known in a part's first days. Sentiment swings more, so it must be well outside normal. */
export function isWorthMessage(alert: ChangeAlert): boolean {
  if (alert.metric === 'sentiment') return isSevere(alert);
  return alert.sureness !== undefined || isWhole(alert.lead.scope);
}

function findOpenHead(states: readonly AlertState[], told: ReadonlyMap<string, ScoreAlert>) {
  const ended = states.filter((state) => state.type === 'change' && state.status !== 'open');
  const isOpen = ({ key, alert, toldIn }: ScoreAlert) =>
    alert.status === 'open' && toldIn === undefined && !ended.some((state) => state.key === key);
  return [...told.values()].find(isOpen)?.key;
}

/** As on the day it began, so that a channel that hears of it later is told the same; once it has turned, as of now. */
function makeHeadline(state: ChangeAlert, from: AlertSource) {
  const { lead, calmDays, openedOn, ledFrom = openedOn } = state;
  const began = findAlertFigures({ ...state, day: ledFrom }, from);
  const delta = began.score - began.previousScore;
  const hasTurned = calmDays === 0 && delta * lead.delta < 0;
  const figures = hasTurned ? findAlertFigures(state, from) : began;
  const { carriedOver, ...told } = figures;
  return {
    ...told,
    ...findChangesSince(figures, state, from),
    usual: state.usual,
    alert: state,
    foundAs: figures === began ? { ...lead, value: began.score, delta } : lead,
    // Findings about another headline don't apply to a new one.
    explanation: undefined,
    worst: undefined,
    unread: undefined,
    ...(hasWhy(state) && !carriedOver && { whyDue: true as const }),
  };
}

/** Prompts and engines add up to nothing but the score. */
function hasWhy({ metric, lead }: ChangeAlert): boolean {
  return metric === 'score' && lead.scope.region === undefined;
}

function updateAlert(last: ScoreAlert, state: ChangeAlert, from: AlertSource): ScoreAlert {
  if (leadsAnew(last, state))
    return { ...last, ...makeHeadline(state, from), began: last.began ?? headlineOf(last) };
  const changes = findChangesSince(last, state, from);
  const still = changes.measured ? [] : findStillAway(state, last, from);
  const since = { ...changes, still: still.length > 0 ? still : undefined };
  return { ...last, ...since, alert: state, series: listAlertDays(state, from) };
}

function headlineOf({ alert, day, previousDay, score, previousScore, againstLevel }: ScoreAlert): Headline {
  return { alert, day, previousDay, score, previousScore, againstLevel };
}

/** Whether the headline is new. An alert that has ended, or is back where it began, keeps its own. */
function leadsAnew(last: ScoreAlert | undefined, { metric, lead, status, calmDays }: ChangeAlert): boolean {
  if (!last || status !== 'open') return status === 'open';
  const { scope, delta } = last.foundAs;
  return (
    seriesKey(metric, lead.scope) !== seriesKey(metric, scope) || (calmDays === 0 && lead.delta * delta < 0)
  );
}

function makeNotice(state: ScoreNotice['about'], from: AlertSource, { project }: TellingFeed): ScoreNotice {
  const about = state.type === 'not_comparable' ? withOtherChanges(state, from) : state;
  return { kind: 'score_notice', v: 1, project: projectRef(project), key: about.key, about };
}

function withOtherChanges(about: NotComparable, { rows, moved = [] }: AlertSource): NotComparable {
  const known = new Set(about.measured.map(({ of }) => of));
  const found = findMeasuredChanges(rows, moved, about.previousDay, about.day);
  return { ...about, measured: [...about.measured, ...found.filter(({ of }) => !known.has(of))] };
}

function isAlert(news: AlertNews): news is ScoreAlert {
  return news.kind === 'score_alert';
}

/** The mute in force at `now` (epoch ms), even if the store doesn't say yet that it is over. `isOpen`: the alert, by today's figures. */
export function findActiveMute(muted: AlertStanding['muted'], isOpen: boolean, now: number) {
  return muted && (muted.until === undefined ? isOpen : muted.until > now) ? muted : undefined;
}

function isSevere({ sureness }: ChangeAlert): boolean {
  return sureness === SURENESS[0]?.phrase;
}

/** The open grave alert that the message of the alert `head` tells, if any of these is. */
function findGrave(head: string, news: readonly AlertNews[]): ScoreAlert | undefined {
  return news
    .filter(isAlert)
    .find((one) => (one.toldIn ?? one.key) === head && isOpenNews(one) && isSevere(one.alert));
}

/** `posted` with the people that each message mentions. */
export function withMentions(
  posted: readonly AlertNews[],
  changed: readonly AlertNews[],
  mention: readonly string[],
): AlertNews[] {
  return posted.map((news) => {
    if (!isAlert(news)) return news;
    return { ...news, mention: findGrave(news.key, [news, ...changed]) ? mention : [] };
  });
}

/** One for each existing message that has become grave only now. `before`: everything the channel was told. */
export function findGraverAlerts(
  before: readonly AlertNews[],
  changed: readonly AlertNews[],
  mention: readonly string[],
): GraverAlert[] {
  const told = before.filter(isAlert);
  const byHead = Map.groupBy(told, ({ toldIn, key }) => toldIn ?? key);
  return [...byHead].flatMap(([key, all]): GraverAlert[] => {
    const grave = all.some(({ alert }) => isSevere(alert)) ? undefined : findGrave(key, changed);
    return grave
      ? [{ kind: 'graver_alert', v: 1, project: grave.project, key, alert: grave.alert, mention }]
      : [];
  });
}

/** The word that those of these alerts are over that have a message of their own. */
export function listEnded(changed: readonly (ScoreAlert | MentionAlert)[]): EndedAlert[] {
  const over = changed.filter((alert) => !isOpenNews(alert) && alert.toldIn === undefined);
  return over.map((alert) => {
    const { key, project } = alert;
    const grave = (isAlert(alert) && isSevere(alert.alert)) || undefined;
    return { kind: 'ended_alert', v: 2, project, key, alert, grave };
  });
}
