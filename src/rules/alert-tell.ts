/**
 * Makes messages of an alert's events: few of them. Metrics that move together are told in one message, that of the most
 * telling one; a headline stands as it was told until something else leads; what is muted waits.
 */

import {
  type AlertEvent,
  type AlertNews,
  type AlertStanding,
  type AlertState,
  type ChangeAlert,
  type EndedAlert,
  type GraverAlert,
  type MeasuredChange,
  type NotComparable,
  type ProjectRef,
  projectRef,
  type ScoreAlert,
  type ScoreNotice,
  SURENESS,
} from '../decision.ts';
import { type AlertSource, alertDays, alertFigures } from './alert-figures.ts';
import { findMeasuredChanges } from './measured-changes.ts';
import { isWhole } from './score-rows.ts';
import { seriesKey } from './score-series.ts';

/** What the channel was told and how it stands; `muted` while somebody muted it. */
export type ToldAlert = { news: AlertNews; muted?: { until?: number | undefined } | undefined };

export type TellingFeed = { project: ProjectRef; mention: readonly string[] };

/**
 * `posted` are new messages; `changed` are known, and their messages are edited (or those they are told in); `graver` go
 * into the threads of messages that stand, since an edit calls nobody, and so do `ended` ones.
 */
export type Told = {
  posted: AlertNews[];
  changed: AlertNews[];
  graver: GraverAlert[];
  ended: EndedAlert[];
};

/** How alerts stand by what was told of them. What was told before alerts had a life is not known to the rules. */
export function statesOf(told: readonly Pick<ToldAlert, 'news'>[]): AlertState[] {
  return told.flatMap(({ news }) => {
    if (news.kind === 'mention_alert') return [];
    return news.kind === 'score_notice' ? news.about : (news.alert ?? []);
  });
}

/** `events` in their order, as decideAlerts gives them; `told` is all that it was given. */
export function tellAlerts(
  events: readonly AlertEvent[],
  told: readonly ToldAlert[],
  from: AlertSource,
  feed: TellingFeed,
): Told {
  const isMuted = told.some(({ muted }) => muted !== undefined);
  const before = new Map(told.flatMap(({ news }) => (isAlert(news) ? [[news.key, news] as const] : [])));
  let head = openHead(events, before);
  const result: Pick<Told, 'posted' | 'changed'> = { posted: [], changed: [] };
  for (const event of events) {
    switch (event.kind) {
      case 'opened': {
        const news = opened(event.state, from, feed, head);
        if (head) result.changed.push(news);
        else if (!isMuted && isWorthMessage(event.state)) {
          result.posted.push(news);
          head = news.key;
        }
        break;
      }
      case 'few_days':
      case 'not_comparable':
        if (!isMuted) result.posted.push(noticeOf(event.state, from, feed));
        break;
      case 'no_data':
      case 'data_back': {
        const news = noticeOf(event.state, from, feed);
        const isKnown = told.some(({ news: { key } }) => key === news.key);
        (isKnown ? result.changed : result.posted).push(news);
        break;
      }
      default: {
        const last = before.get(event.state.key);
        if (last) result.changed.push(goesOn(last, event.state, from));
      }
    }
  }
  const { posted } = result;
  const changed = asOfOneDay(result.changed, before, from);
  const all = told.map(({ news }) => news);
  return {
    posted: withMentions(posted, changed, feed.mention),
    changed,
    graver: isMuted ? [] : findGraverAlerts(all, changed, feed.mention),
    ended: endedNow(events, before),
  };
}

/** Whether a headline has to be made whose why is worth asking the API for. */
export function needsExplanation(events: readonly AlertEvent[], told: readonly ToldAlert[]): boolean {
  const before = new Map(told.flatMap(({ news }) => (isAlert(news) ? [[news.key, news] as const] : [])));
  return events.some(({ kind, state }) => {
    if (state.type !== 'change' || !hasWhy(state)) return false;
    const last = before.get(state.key)?.alert;
    return kind === 'opened' || (kind === 'updated' && last !== undefined && leadsAnew(last, state));
  });
}

/**
 * Of an engine's or a region's first days nobody knows what is normal: alone they are no news. Nor is sentiment that is not
 * well outside normal: the tone of answers swings more than what they say.
 */
export function isWorthMessage(alert: ChangeAlert): boolean {
  if (alert.metric === 'sentiment') return isSevere(alert);
  return alert.sureness !== undefined || isWhole(alert.lead.scope);
}

/** The alert whose message stands open, and stays so today. */
function openHead(events: readonly AlertEvent[], told: ReadonlyMap<string, ScoreAlert>): string | undefined {
  const ended = new Set(
    events.flatMap(({ state }) => (state.type === 'change' && state.status !== 'open' ? [state.key] : [])),
  );
  const open = [...told.values()].find(
    ({ key, alert, toldIn }) => alert?.status === 'open' && toldIn === undefined && !ended.has(key),
  );
  return open?.key;
}

function opened(
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
    ...headline(state, from),
    ...(toldIn !== undefined && { toldIn }),
  };
}

function headline(state: ChangeAlert, from: AlertSource) {
  const figures = alertFigures(state, from);
  const measured = measuredSince(figures, state, from);
  return {
    ...figures,
    measured,
    usual: state.usual,
    sureness: state.sureness,
    alert: state,
    foundAs: state.lead,
    ...WITHOUT_WHY,
    ...(hasWhy(state) && !figures.carriedOver && { whyDue: true as const }),
  };
}

/** Parts of what is measured otherwise on the two days share nothing out, and only a score is what prompts and engines add up to. */
function hasWhy({ metric, lead }: ChangeAlert): boolean {
  return metric === 'score' && lead.scope.region === undefined;
}

/** What was found of another headline says nothing of this one. */
const WITHOUT_WHY = { explanation: undefined, worst: undefined, unread: undefined };

/** Ended, it keeps the headline under which it was told. */
function goesOn(last: ScoreAlert, state: ChangeAlert, from: AlertSource): ScoreAlert {
  if (state.status === 'open' && last.alert && leadsAnew(last.alert, state)) {
    return { ...last, ...headline(state, from) };
  }
  const measured = measuredSince(last, state, from);
  return { ...last, measured, sureness: state.sureness, alert: state, series: alertDays(state, from) };
}

/** What came and went meanwhile of that which its figures are the mean of. What was told stays, however little is known today. */
function measuredSince(
  { previousDay, measured }: Pick<ScoreAlert, 'previousDay' | 'measured'>,
  { lead: { scope }, day }: ChangeAlert,
  { rows, moved = [] }: AlertSource,
): MeasuredChange[] | undefined {
  const found = findMeasuredChanges(rows, moved, previousDay, day).filter(
    ({ of }) => of === 'prompts' || (of === 'engines' ? !scope.engine : !scope.region),
  );
  const isOfPrompts = found.some(({ of }) => of === 'prompts');
  const known = isOfPrompts ? [] : (measured ?? []).filter(({ of }) => of === 'prompts');
  const all = [...known, ...found];
  return all.length > 0 ? all : undefined;
}

/** Where a message has got a new headline, what it tells too is told of the same days, as long as it lasts. */
function asOfOneDay(
  changed: readonly AlertNews[],
  before: ReadonlyMap<string, ScoreAlert>,
  from: AlertSource,
): AlertNews[] {
  const isAnew = ({ key, day }: ScoreAlert) => before.has(key) && before.get(key)?.day !== day;
  const anew = new Set(
    changed
      .filter(isAlert)
      .filter(isAnew)
      .map(({ key }) => key),
  );
  return changed.map((news) => {
    if (!isAlert(news) || news.alert?.status !== 'open' || !anew.has(news.toldIn ?? '')) return news;
    return { ...news, ...headline(news.alert, from) };
  });
}

function leadsAnew(last: ChangeAlert, { metric, lead }: ChangeAlert): boolean {
  return (
    seriesKey(metric, lead.scope) !== seriesKey(metric, last.lead.scope) || lead.delta * last.lead.delta < 0
  );
}

function noticeOf(about: ScoreNotice['about'], from: AlertSource, { project }: TellingFeed): ScoreNotice {
  return {
    kind: 'score_notice',
    v: 1,
    project: projectRef(project),
    key: about.key,
    about,
    ...(about.type === 'not_comparable' && comparedIn(about, from)),
  };
}

/** What the names that came or went are names of, and what else came and went meanwhile. */
function comparedIn(about: NotComparable, from: AlertSource): Pick<ScoreNotice, 'of' | 'too'> {
  const of = partsNamed(about, from);
  const found = findMeasuredChanges(from.rows, from.moved ?? [], about.previousDay, about.day);
  const too = found.filter((one) => one.of !== of);
  return { of, ...(too.length > 0 && { too }) };
}

function partsNamed({ added, removed }: NotComparable, { series }: AlertSource): ScoreNotice['of'] {
  const isOne = (part: 'engine' | 'region') =>
    series.some(({ scope }) => [...added, ...removed].some((name) => name === scope[part]?.name));
  if (isOne('engine')) return 'engines';
  return isOne('region') ? 'regions' : 'prompts';
}

function isAlert(news: AlertNews): news is ScoreAlert {
  return news.kind === 'score_alert';
}

/** Whether it goes on. */
export function isOpenNews(news: AlertNews): boolean {
  if (news.kind === 'mention_alert') return news.status === 'open';
  return news.kind === 'score_alert' && news.alert?.status === 'open';
}

/** The mute as it is at `now` (epoch ms); undefined once it is over, whether or not that was noted yet. */
export function activeMute(
  news: AlertNews,
  muted: AlertStanding['muted'],
  now: number,
): AlertStanding['muted'] {
  if (!muted) return undefined;
  return (muted.until === undefined ? isOpenNews(news) : muted.until > now) ? muted : undefined;
}

/** The highest severity. */
function isSevere({ sureness }: Pick<ChangeAlert, 'sureness'>): boolean {
  return sureness === SURENESS[0]?.phrase;
}

/** Whether a new message tells something grave: its own alert, or one of `changed` that it tells too. */
export function tellsGrave(posted: AlertNews, changed: readonly AlertNews[]): boolean {
  return [posted, ...changed].some((news) => headOf(news) === posted.key && isGraveNow(news));
}

/** `posted` with the people whom each calls. */
export function withMentions(
  posted: readonly AlertNews[],
  changed: readonly AlertNews[],
  mention: readonly string[],
): AlertNews[] {
  return posted.map((news) => {
    if (news.kind !== 'score_alert') return news;
    return { ...news, mention: tellsGrave(news, changed) ? mention : [] };
  });
}

/** One for each message that stands and tells something grave only now. `before` is all that the channel was told. */
export function findGraverAlerts(
  before: readonly AlertNews[],
  changed: readonly AlertNews[],
  mention: readonly string[],
): GraverAlert[] {
  const heads = new Set(before.flatMap((news) => headOf(news) ?? []));
  for (const news of before)
    if (news.kind === 'score_alert' && isSevere(news)) heads.delete(headOf(news) ?? '');
  return [...heads].flatMap((key): GraverAlert[] => {
    const grave = changed.find((news): news is ScoreAlert => headOf(news) === key && isGraveNow(news));
    if (!grave?.alert) return [];
    return [{ kind: 'graver_alert', v: 1, project: grave.project, key, alert: grave.alert, mention }];
  });
}

/** Alerts with a message of their own that a poll found to be over. */
function endedNow(events: readonly AlertEvent[], before: ReadonlyMap<string, ScoreAlert>): EndedAlert[] {
  return events.flatMap(({ kind, state }): EndedAlert[] => {
    const last = before.get(state.key);
    const isOver = kind === 'recovered' || kind === 'new_normal';
    if (!isOver || !last || last.toldIn !== undefined || last.alert?.status !== 'open') return [];
    const grave = isSevere(state) || undefined;
    return [{ kind: 'ended_alert', v: 1, project: last.project, key: last.key, alert: state, grave }];
  });
}

function isGraveNow(news: AlertNews): boolean {
  return news.kind === 'score_alert' && news.alert?.status === 'open' && isSevere(news.alert);
}

/** Key of the alert whose message tells it. */
function headOf(news: AlertNews): string | undefined {
  return news.kind === 'score_alert' ? (news.toldIn ?? news.key) : undefined;
}
