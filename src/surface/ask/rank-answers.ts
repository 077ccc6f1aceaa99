/** Answers which engine, region, topic or prompt is best or worst, or moved most; rank-rows.ts reads their figures. */
import { type Move, type Plan, RANKED } from '../../ask/plan.ts';
import type { Metric } from '../../decision.ts';
import {
  type RankedKind,
  type RankedRow,
  type Ranking,
  rankingFigures,
  rankingPage,
  sortRows,
} from '../../messages/ask/ranking.ts';
import { asNameList, type Field, metricOfPlan } from '../../messages/ask/reading.ts';
import { paragraph, withBelowHeadline } from '../../messages/page.ts';
import { daysInWords } from '../../messages/times.ts';
import { countDaysBetween, daysBefore } from '../../rules/calendar.ts';
import { describeWhere, hasDays, type PlanAnswer, type PlanAsk, whyNoFigures } from './plan-ask.ts';
import { type Ranked, READ_RANKED } from './rank-rows.ts';

/** Best first, unless the question asks for the worst. */
export async function answerRanking(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const [typed = 'engines'] = asNameList(plan.entity);
  const kind = RANKED.find((one) => one === typed) ?? 'engines';
  const metric = metricOfPlan(plan.metric);
  const moved = readMove(plan);
  const { unheeded = [], instead, ...ranked } = await rankRows(kind, moved, plan, metric, readDaysOnce(ask));
  const isHeeded = (field: Field) => !unheeded.includes(field);
  const ranking: Ranking = {
    project: ask.project,
    kind,
    order: plan.order === 'worst' || moved === 'worse' ? 'worst' : 'best',
    moved,
    among: namesAmong(plan, kind),
    where: describePlace(plan, kind, isHeeded),
    limit: plan.limit,
    all: plan.limit === undefined ? undefined : { ...plan, limit: undefined },
    ...ranked,
  };
  const figures = rankingFigures(ranking);
  return {
    page: instead ? withBelowHeadline(rankingPage(ranking), paragraph(instead)) : rankingPage(ranking),
    figures,
    names: sortRows(ranking).map(({ name }) => name),
    emptyBecause: figures.length === 0 ? whyNoFigures(ask, plan) : undefined,
    unheeded: [...unheeded, ...(kind === typed ? [] : (['entity'] as const))],
  };
}

/** The names of the ranked kind that alone are asked about; empty if all are. */
function namesAmong({ engine, region, topic }: Plan, kind: RankedKind): readonly string[] {
  if (kind === 'prompts') return [];
  return asNameList({ engines: engine, regions: region, topics: topic }[kind]);
}

/** A move without dates is measured over this many days: from one day to the next, most change is chance. */
const MOVED_DAYS = 7;

/** Days asked for, and what moved, are averaged if there are enough days. Without figures, the latest are ranked. */
async function rankRows(
  kind: RankedKind,
  moved: Move | undefined,
  plan: Plan,
  metric: Metric,
  ask: PlanAsk,
): Promise<Ranked> {
  const hasMoved = ({ rows }: Ranked) => rows.some(({ before }) => before !== undefined);
  if (moved !== undefined && kind !== 'topics') {
    const averaged = hasDays(plan)
      ? daysToAverage(plan, ask.today, MOVED_DAYS)
      : { from: daysBefore(ask.today, MOVED_DAYS), to: daysBefore(ask.today, 1) };
    const ranked = averaged && (await READ_RANKED[kind]({ ...plan, ...averaged }, metric, ask, averaged));
    if (ranked && hasMoved(ranked)) return ranked;
    const recent = hasDays(plan) ? plan : { ...plan, from: daysBefore(ask.today, MOVED_DAYS + 1) };
    const ofEnds = overSameDays(await READ_RANKED[kind](recent, metric, ask));
    if (hasMoved(ofEnds)) return ofEnds;
  }
  const ranked = await READ_RANKED[kind](plan, metric, ask, daysToAverage(plan, ask.today, 3));
  if (hasDays(plan) && ranked.rows.every(({ value }) => value === undefined)) {
    const latest = await READ_RANKED[kind]({ ...plan, from: undefined, to: undefined }, metric, ask);
    return { ...latest, instead: `There are no figures for ${daysInWords(plan)}. These are the latest.` };
  }
  return plan.from === undefined ? ranked : overSameDays(ranked);
}

/** The days asked for that are over, if there are several: as many as `fewest`, of which one may be today. */
function daysToAverage(
  { from, to }: Plan,
  today: string,
  fewest: number,
): { from: string; to: string } | undefined {
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

/** " on Gemini in Germany", without what is ignored or ranked itself. Of several names, only the first is heeded. */
function describePlace(plan: Plan, kind: RankedKind, isHeeded: (field: Field) => boolean): string {
  const first = (field: 'engine' | 'region' | 'topic' | 'prompt') =>
    kind === `${field}s` || !isHeeded(field) ? undefined : asNameList(plan[field])[0];
  return describeWhere({
    engine: first('engine'),
    region: first('region'),
    topic: first('topic'),
    prompt: first('prompt'),
  });
}

/** An answer may compare several spans of each prompt's days. */
function readDaysOnce(ask: PlanAsk): PlanAsk {
  const client = ask.api(ask.project);
  const kept = new Map<string, ReturnType<typeof client.promptTimeseries>>();
  const promptTimeseries: typeof client.promptTimeseries = (projectId, id, ...call) => {
    const read = kept.get(id) ?? client.promptTimeseries(projectId, id, ...call);
    kept.set(id, read);
    return read;
  };
  return { ...ask, api: () => ({ ...client, promptTimeseries }) };
}
