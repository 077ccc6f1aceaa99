/** Answers which engine, region, topic or prompt is best or worst, or moved most. */
import { asksFor, type Move, type Plan, RANKED } from '../../ask/plan.ts';
import { isOpenNews } from '../../decision.ts';
import {
  type RankedKind,
  type RankedRow,
  type Ranking,
  rankingFigures,
  rankingPage,
  singularOf,
  sortRows,
} from '../../messages/ask/ranking.ts';
import { asNameList, fieldsIn, metricOfPlan, withoutUnheeded } from '../../messages/ask/reading.ts';
import { paragraph, withBelowHeadline } from '../../messages/page.ts';
import { isWorse } from '../../messages/scores/score-words.ts';
import { daysInWords } from '../../messages/times.ts';
import { countDaysBetween, type Days, daysBefore, withDayBefore } from '../../rules/calendar.ts';
import { isWhole } from '../../rules/score-series.ts';
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';
import {
  describeWhere,
  hasDays,
  isBeyond,
  isSameName,
  type PlanAnswer,
  type PlanAsk,
  readOnce,
  whyNoFigures,
} from './plan-ask.ts';
import { type AskedRanking, type Ranked, READ_RANKED } from './ranked-rows.ts';

export async function answerRanking(asked: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const kind = RANKED.find((one) => one === asked.entity) ?? 'engines';
  const part = kind === 'prompts' ? undefined : KINDS[kind];
  // “Is Gemini our worst engine?” is about all of them.
  const supposed = part && asksFor('whether', asked) && asked.order ? asNameList(asked[part]) : [];
  const plan = part && supposed.length === 1 ? { ...asked, [part]: undefined } : asked;
  const metric = metricOfPlan(plan.metric);
  const moved = readMove(plan);
  const {
    unheeded = [],
    instead,
    ...ranked
  } = await rankRows(kind, moved, { plan, metric, ask: readOnce(ask) });
  const among = part ? asNameList(plan[part]) : [];
  const isOfThese = among.length > 1 && plan.order === undefined && moved === undefined;
  const ranking: Ranking = {
    project: ask.project,
    kind,
    order: (plan.order ?? orderOfBound(plan)) === 'worst' || moved === 'worse' ? 'worst' : 'best',
    moved,
    among,
    isList: isOfThese || fieldsIn(plan).every((field) => field === 'entity'),
    where: describeWhere({ ...withoutUnheeded(plan, unheeded), [singularOf(kind)]: undefined }),
    limit: plan.limit,
    place: plan.place,
    all: plan.limit === undefined ? undefined : { ...plan, limit: undefined },
    ...ranked,
  };
  const told = cutOff(ranking, plan);
  const figures = rankingFigures(told);
  const sorted = sortRows(told);
  return {
    page: instead ? withBelowHeadline(rankingPage(told), paragraph(instead)) : rankingPage(told),
    figures,
    names: sorted.map(({ name }) => name),
    isSo: plan.bound
      ? isAnyBeyond(plan, ranking)
      : supposed.length > 2
        ? undefined
        : isFirst(supposed[0], { ...ranking, limit: undefined }),
    emptyBecause: figures.length === 0 && !told.bounded ? whyNoFigures(ask, plan) : undefined,
    unheeded,
  };
}

/** What is below a figure is listed from the lowest on. */
function orderOfBound({ bound }: Plan): Plan['order'] {
  return bound?.is === 'below' || bound?.is === 'at most' ? 'worst' : undefined;
}

/** Only what is beyond the figure that the question names, if it asks for those; of ranks that isn’t clear. */
function cutOff(ranking: Ranking, plan: Plan): Ranking {
  const { bound, metric } = plan;
  if (!bound || metric === 'rank' || ranking.moved !== undefined || asksFor('whether', plan)) return ranking;
  const all = { ...ranking, limit: undefined, rows: ranking.rows };
  const given = sortRows(all);
  const beyond = rankingFigures(all).map(({ value }) => isBeyond(value, plan));
  const words = `${bound.is} ${bound.value}${metric === 'mention_rate' ? '%' : ''}`;
  if (beyond.includes(undefined)) {
    const untold = `Which of them are ${words} can’t be told on this scale, so these are all.`;
    return { ...ranking, notes: [...(ranking.notes ?? []), untold] };
  }
  const rows = given.filter((_, at) => beyond[at]);
  const bounded = { words, of: given.length, nearest: given[0] };
  const isPart = (ranking.of ?? 0) > ranking.rows.length;
  return { ...ranking, rows, bounded, of: isPart ? ranking.of : undefined };
}

/** Whether a figure of any of them is beyond the one asked about; of several that are named, all may be meant. */
function isAnyBeyond(plan: Plan, ranking: Ranking): boolean | undefined {
  const { rows, of = rows.length, among = [], averaged } = ranking;
  if (among.length > 0 || averaged) return undefined;
  const each = rankingFigures({ ...ranking, limit: undefined }).map(({ value }) => isBeyond(value, plan));
  if (each.includes(true)) return true;
  const isWhole = each.length === rows.length && of <= rows.length && !each.includes(undefined);
  return isWhole ? false : undefined;
}

/** Whether that one alone stands first; undefined if there is no other. */
function isFirst(name: string | undefined, ranking: Ranking): boolean | undefined {
  const [first, second] = sortRows(ranking);
  if (name === undefined || !second) return undefined;
  return isSameName(name, first?.name) && first?.value !== second.value;
}

const KINDS = { engines: 'engine', regions: 'region', topics: 'topic' } as const;

/** A move without dates is measured over this many days: from one day to the next, most change is chance. */
const MOVED_DAYS = 7;

/** Days asked for, and what moved, are averaged if there are enough days. Without figures, the latest are ranked. */
async function rankRows(kind: RankedKind, moved: Move | undefined, asked: AskedRanking): Promise<Ranked> {
  const { plan, ask } = asked;
  const rank: Rank = (of, averaged) => READ_RANKED[kind]({ ...asked, plan: of, averaged });
  const ofMove = moved && kind !== 'topics' ? await rankMoves(moved, asked, rank) : undefined;
  if (ofMove) return ofMove;
  const ranked = await rank(plan, daysToAverage(plan, ask.today, 3));
  if (hasDays(plan) && ranked.rows.every(({ value }) => value === undefined)) {
    const latest = await rank({ ...plan, from: undefined, to: undefined });
    return { ...latest, instead: `There are no figures for ${daysInWords(plan)}. These are the latest.` };
  }
  return plan.from === undefined ? ranked : overSameDays(ranked);
}

type Rank = (plan: Plan, averaged?: Ranking['averaged']) => Promise<Ranked>;

/** Undefined if nothing is known of how they moved. */
async function rankMoves(moved: Move, asked: AskedRanking, rank: Rank): Promise<Ranked | undefined> {
  const { plan, ask } = asked;
  const hasMoved = ({ rows }: Ranked) => rows.some(({ before }) => before !== undefined);
  const ofAlert = hasDays(plan) ? undefined : await findAlertDays(moved, asked);
  const sinceThen = ofAlert && overSameDays(await rank({ ...plan, ...ofAlert }));
  if (sinceThen && hasMoved(sinceThen)) return sinceThen;
  const recent = hasDays(plan) ? withDayBefore(plan) : { from: daysBefore(ask.today, MOVED_DAYS + 1) };
  const ofEnds = async () => overSameDays(await rank({ ...plan, ...recent }));
  // “Since Monday” is from that day to the latest, as it is of one engine alone.
  const since = plan.from !== undefined && plan.to === undefined ? await ofEnds() : undefined;
  if (since && hasMoved(since)) return since;
  const averaged = hasDays(plan)
    ? daysToAverage(plan, ask.today, MOVED_DAYS)
    : { from: daysBefore(ask.today, MOVED_DAYS), to: daysBefore(ask.today, 1) };
  const ranked = averaged && (await rank({ ...plan, ...averaged }, averaged));
  if (ranked && hasMoved(ranked)) return ranked;
  // Until the day before something else was measured, the days can still be compared.
  const measured = ranked?.rows.find((row) => row.measured?.length)?.measured;
  const alike = averaged && measured?.[0] && { ...averaged, to: daysBefore(measured[0].day, 1) };
  const before = alike && alike.from <= alike.to ? await rank({ ...plan, ...alike }, alike) : undefined;
  if (before && hasMoved(before)) return { ...before, measured };
  const ends = since ?? (await ofEnds());
  return hasMoved(ends) ? ends : undefined;
}

/** While an alert on the whole is open, "which fell most?" is about its change: from the day before it on. */
async function findAlertDays(moved: Move, { metric, ask }: AskedRanking): Promise<Days | undefined> {
  const open = (await findAlertsSeen(ask, ask.now() - ALERT_MS)).flatMap(({ alert }) =>
    alert.kind === 'score_alert' && isOpenNews(alert) ? alert : [],
  );
  const its = open.find(
    ({ alert: { metric: of, lead } }) =>
      of === metric &&
      isWhole(lead.scope) &&
      (moved === 'either' || isWorse(metric, lead.delta) === (moved === 'worse')),
  );
  return its && { from: its.previousDay, to: its.alert.day };
}

/** The days asked for that are over, if there are several: as many as `fewest`, of which one may be today. */
function daysToAverage({ from, to }: Plan, today: string, fewest: number) {
  const yesterday = daysBefore(today, 1);
  const last = to !== undefined && to < yesterday ? to : yesterday;
  return from !== undefined && countDaysBetween(from, last) + 2 >= fewest ? { from, to: last } : undefined;
}

/** What was first measured in the middle of the days asked for has no change over them. */
function overSameDays(ranked: Ranked): Ranked {
  const [from] = ranked.rows.flatMap(({ since }) => since ?? []).toSorted();
  const sameDays = ({ before, since, ...row }: RankedRow): RankedRow =>
    since === from ? { ...row, before, since } : row;
  return { ...ranked, rows: ranked.rows.map(sameDays) };
}

/** The move that is asked about; undefined for questions about where each stands, like “which should improve?” */
function readMove({ order, premise }: Plan): Move | undefined {
  if (premise === 'either') return premise;
  const ofOrder = order === 'worst' ? 'worse' : 'better';
  return order === undefined || premise === ofOrder ? premise : undefined;
}
