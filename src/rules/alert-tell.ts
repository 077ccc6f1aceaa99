/**
 * Turns alert events into as few messages as possible. Metrics that move together share the message of the most telling
 * one; a headline stays as told until something else takes the lead; muted alerts wait.
 */
import {
  type AlertEvent,
  type AlertNews,
  type AlertStanding,
  type AlertState,
  type ChangeAlert,
  type EndedAlert,
  type GraverAlert,
  isOpenNews,
  type MeasuredChange,
  type NotComparable,
  type ProjectRef,
  projectRef,
  type ScoreAlert,
  type ScoreNotice,
  SURENESS,
} from '../decision.ts';
import { type AlertSource, findAlertFigures, listAlertDays } from './alert-figures.ts';
import { affects, findMeasuredChanges } from './measured-changes.ts';
import { isWhole, seriesKey } from './score-series.ts';

/** An alert as the channel was told; `muted` while somebody has muted it. */
export type ToldAlert = { news: AlertNews; muted?: { until?: number | undefined } | undefined };

export type TellingFeed = { project: ProjectRef; mention: readonly string[] };

/** `changed` edit the message that tells them; `graver` and `ended` go into threads, since an edit notifies nobody. */
export type AlertPosts = {
  posted: AlertNews[];
  changed: AlertNews[];
  graver: GraverAlert[];
  ended: EndedAlert[];
};

export function listStates(told: readonly Pick<ToldAlert, 'news'>[]): AlertState[] {
  return told.flatMap(({ news }) => {
    if (news.kind === 'mention_alert') return [];
    return news.kind === 'score_notice' ? news.about : news.alert;
  });
}

/** `events` in the order decideAlerts returned them; `told`: all alerts it was given. */
export function tellAlerts(
  events: readonly AlertEvent[],
  told: readonly ToldAlert[],
  from: AlertSource,
  feed: TellingFeed,
): AlertPosts {
  const before = mapByKey(told);
  const { posted, changed } = sortNews(events, told, from, feed);
  const all = told.map(({ news }) => news);
  return {
    posted: withMentions(posted, changed, feed.mention),
    changed,
    graver: isMuted(told) ? [] : findGraverAlerts(all, changed, feed.mention),
    ended: findEnded(events, before, from),
  };
}

/** What becomes a message and what edits one, in the order of the events. */
function sortNews(
  events: readonly AlertEvent[],
  told: readonly ToldAlert[],
  from: AlertSource,
  feed: TellingFeed,
): Pick<AlertPosts, 'posted' | 'changed'> {
  const before = mapByKey(told);
  const sorted: Pick<AlertPosts, 'posted' | 'changed'> = { posted: [], changed: [] };
  let head = openHead(events, before);
  for (const { kind, state } of events) {
    if (state.type !== 'change') {
      const as = placeNotice(state, told);
      if (as) sorted[as].push(makeNotice(state, from, feed));
    } else if (kind !== 'opened') {
      const last = before.get(state.key);
      if (last) sorted.changed.push(updateAlert(last, state, from));
    } else if (head) {
      sorted.changed.push(makeAlert(state, from, feed, head));
    } else if (!isMuted(told) && isWorthMessage(state)) {
      sorted.posted.push(makeAlert(state, from, feed, undefined));
      head = state.key;
    }
  }
  return sorted;
}

/** Missing data is told even while alerts are muted, and in one message until it is back. */
function placeNotice({ type, key }: ScoreNotice['about'], told: readonly ToldAlert[]) {
  if (type !== 'no_data') return isMuted(told) ? undefined : 'posted';
  return told.some(({ news }) => news.key === key) ? 'changed' : 'posted';
}

function isMuted(told: readonly ToldAlert[]): boolean {
  return told.some(({ muted }) => muted !== undefined);
}

function mapByKey(told: readonly ToldAlert[]): ReadonlyMap<string, ScoreAlert> {
  return new Map(told.flatMap(({ news }) => (isAlert(news) ? [[news.key, news]] : [])));
}

/** Whether a new headline comes up that deserves an explanation from the API. */
export function needsExplanation(events: readonly AlertEvent[], told: readonly ToldAlert[]): boolean {
  const before = mapByKey(told);
  return events.some(({ kind, state }) => {
    if (state.type !== 'change' || !hasWhy(state)) return false;
    const last = before.get(state.key)?.alert;
    return kind === 'opened' || (kind === 'updated' && last !== undefined && leadsAnew(last, state));
  });
}

/** What is normal isn't known in a part's first days. Sentiment swings more, so it must be well outside normal. */
export function isWorthMessage(alert: ChangeAlert): boolean {
  if (alert.metric === 'sentiment') return isSevere(alert);
  return alert.sureness !== undefined || isWhole(alert.lead.scope);
}

/** Key of the alert whose message is open and stays open today. */
function openHead(events: readonly AlertEvent[], told: ReadonlyMap<string, ScoreAlert>): string | undefined {
  const ended = new Set(
    events.flatMap(({ state }) => (state.type === 'change' && state.status !== 'open' ? [state.key] : [])),
  );
  const open = [...told.values()].find(
    ({ key, alert, toldIn }) => alert.status === 'open' && toldIn === undefined && !ended.has(key),
  );
  return open?.key;
}

function makeAlert(
  state: ChangeAlert,
  from: AlertSource,
  { project }: TellingFeed,
  toldIn: string | undefined,
): ScoreAlert {
  return {
    kind: 'score_alert',
    v: 1,
    project: projectRef(project),
    key: state.key,
    ...makeHeadline(state, from),
    ...(toldIn !== undefined && { toldIn }),
  };
}

function makeHeadline(state: ChangeAlert, from: AlertSource) {
  const figures = findAlertFigures(state, from);
  const measured = findMeasuredSince(figures, state, from);
  return {
    ...figures,
    measured,
    usual: state.usual,
    alert: state,
    foundAs: state.lead,
    ...WITHOUT_WHY,
    ...(hasWhy(state) && !figures.carriedOver && { whyDue: true as const }),
  };
}

/** Prompts and engines add up to nothing but the score. */
function hasWhy({ metric, lead }: ChangeAlert): boolean {
  return metric === 'score' && lead.scope.region === undefined;
}

/** Findings about another headline don't apply to a new one. */
const WITHOUT_WHY = { explanation: undefined, worst: undefined, unread: undefined };

/** An ended alert keeps its headline. */
function updateAlert(last: ScoreAlert, state: ChangeAlert, from: AlertSource): ScoreAlert {
  if (state.status === 'open' && leadsAnew(last.alert, state)) {
    return { ...last, ...makeHeadline(state, from) };
  }
  const measured = findMeasuredSince(last, state, from);
  return { ...last, measured, alert: state, series: listAlertDays(state, from) };
}

/** Changes since then of what the figures are a mean of. Told changes of prompts stay, even if less is known today. */
function findMeasuredSince(
  { previousDay, measured }: Pick<ScoreAlert, 'previousDay' | 'measured'>,
  { lead: { scope }, day }: ChangeAlert,
  { rows, moved = [] }: AlertSource,
): MeasuredChange[] | undefined {
  const found = findMeasuredChanges(rows, moved, previousDay, day).filter((one) => affects(one, scope));
  const isOfPrompts = found.some(({ of }) => of === 'prompts');
  const known = isOfPrompts ? [] : (measured ?? []).filter(({ of }) => of === 'prompts');
  const all = [...known, ...found];
  return all.length > 0 ? all : undefined;
}

function leadsAnew(last: ChangeAlert, { metric, lead }: ChangeAlert): boolean {
  return (
    seriesKey(metric, lead.scope) !== seriesKey(metric, last.lead.scope) || lead.delta * last.lead.delta < 0
  );
}

function makeNotice(about: ScoreNotice['about'], from: AlertSource, { project }: TellingFeed): ScoreNotice {
  return {
    kind: 'score_notice',
    v: 1,
    project: projectRef(project),
    key: about.key,
    about,
    ...(about.type === 'not_comparable' && { measured: listChanges(about, from) }),
  };
}

/** The change of a notice, without names that others explain, and these others. */
function listChanges(about: NotComparable, from: AlertSource): MeasuredChange[] {
  const { day, previousDay, added, removed } = about;
  const isOne = (part: 'engine' | 'region') =>
    from.series.some(({ scope }) => [...added, ...removed].some((name) => name === scope[part]?.name));
  const of = isOne('engine') ? 'engines' : isOne('region') ? 'regions' : 'prompts';
  const found = findMeasuredChanges(from.rows, from.moved ?? [], previousDay, day);
  const others = found.filter((one) => one.of !== of);
  const known = new Set(others.flatMap(({ came, went }) => [...came, ...went]));
  const own = (names: readonly string[]) => names.filter((name) => !known.has(name));
  return [{ day, of, came: own(added), went: own(removed) }, ...others];
}

function isAlert(news: AlertNews): news is ScoreAlert {
  return news.kind === 'score_alert';
}

/** The mute in force at `now` (epoch ms); undefined once it is over, even if the store doesn't say so yet. */
export function findActiveMute(news: AlertNews, muted: AlertStanding['muted'], now: number) {
  if (!muted) return undefined;
  return (muted.until === undefined ? isOpenNews(news) : muted.until > now) ? muted : undefined;
}

function isSevere({ sureness }: ChangeAlert): boolean {
  return sureness === SURENESS[0]?.phrase;
}

/** Whether a new message tells a grave alert: its own, or one of `changed` that shares it. */
export function tellsGrave(posted: AlertNews, changed: readonly AlertNews[]): boolean {
  return [posted, ...changed].some((news) => findHead(news) === posted.key && isGraveNow(news));
}

/** `posted` with the people that each message mentions. */
export function withMentions(
  posted: readonly AlertNews[],
  changed: readonly AlertNews[],
  mention: readonly string[],
): AlertNews[] {
  return posted.map((news) => {
    if (!isAlert(news)) return news;
    return { ...news, mention: tellsGrave(news, changed) ? mention : [] };
  });
}

/** One for each existing message that has become grave only now. `before`: everything the channel was told. */
export function findGraverAlerts(
  before: readonly AlertNews[],
  changed: readonly AlertNews[],
  mention: readonly string[],
): GraverAlert[] {
  const heads = new Set(before.flatMap((news) => findHead(news) ?? []));
  for (const news of before) if (isAlert(news) && isSevere(news.alert)) heads.delete(findHead(news) ?? '');
  return [...heads].flatMap((key): GraverAlert[] => {
    const grave = changed.find((news): news is ScoreAlert => findHead(news) === key && isGraveNow(news));
    if (!grave) return [];
    return [{ kind: 'graver_alert', v: 1, project: grave.project, key, alert: grave.alert, mention }];
  });
}

/** Alerts with a message of their own that this poll found to be over. */
function findEnded(
  events: readonly AlertEvent[],
  before: ReadonlyMap<string, ScoreAlert>,
  from: AlertSource,
): EndedAlert[] {
  return events.flatMap(({ kind, state }): EndedAlert[] => {
    const last = before.get(state.key);
    const isOver = kind === 'recovered' || kind === 'new_normal';
    if (!isOver || !last || last.toldIn !== undefined || last.alert.status !== 'open') return [];
    const grave = isSevere(state) || undefined;
    const measured = findMeasuredSince(last, state, from);
    const { project, key } = last;
    return [{ kind: 'ended_alert', v: 1, project, key, alert: state, measured, grave }];
  });
}

function isGraveNow(news: AlertNews): boolean {
  return isAlert(news) && news.alert.status === 'open' && isSevere(news.alert);
}

/** Key of the alert whose message tells this one. */
function findHead(news: AlertNews): string | undefined {
  return isAlert(news) ? (news.toldIn ?? news.key) : undefined;
}
