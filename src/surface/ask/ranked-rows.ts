/** Reads the figures of the engines, regions, topics or prompts that a ranking compares. */
import type { Plan } from '../../ask/plan.ts';
import type { Metric, Scope } from '../../decision.ts';
import { levelWords } from '../../messages/ask/course-figures.ts';
import type { RankedKind, RankedRow, Ranking } from '../../messages/ask/ranking.ts';
import { asNameList, type Field, type Unheeded } from '../../messages/ask/reading.ts';
import { SPAN_UNKNOWN } from '../../messages/figures.ts';
import { METRIC_WORDS, meanLine } from '../../messages/scores/score-words.ts';
import type { PromptFigures } from '../../rules/alert-explanation.ts';
import type { Days } from '../../rules/calendar.ts';
import { countTools } from '../../rules/named-days.ts';
import { buildScoreCourse, type CourseSource, findScopes } from '../../rules/score-course.ts';
import { compareSpans } from '../../rules/span-averages.ts';
import type { PromptDetail } from '../../visibility/assumed.ts';
import { topicWithEngineNames, withEngineNames } from '../../visibility/breakdown.ts';
import { MENTIONS_ASKED } from '../lookups/compare.ts';
import { requireTopicLabel } from '../lookups/lookups.ts';
import { readRewordings } from '../prompts/own-writes.ts';
import { ifReadable } from '../refused.ts';
import {
  findPrompts,
  PROMPTS_READ,
  readCourseData,
  readPromptData,
  readPromptFigures,
  readRuns,
  requireOnePrompt,
  toCourseData,
} from './find-answers.ts';
import { findSeveral, hasDays, isSameName, isWanted, type PlanAsk, readTopic, toPart } from './plan-ask.ts';

/** One call each: as many as people wait for. */
const TOPICS_READ = 15;

export type Ranked = Pick<Ranking, 'rows' | 'of' | 'notes' | 'metric' | 'averaged' | 'measured'> & {
  unheeded?: readonly Unheeded[];
  instead?: string;
};
/** `averaged`: compares the average of these days with that of as many before, instead of the first and last day. */
export type AskedRanking = { plan: Plan; metric: Metric; ask: PlanAsk; averaged?: Ranking['averaged'] };

export const READ_RANKED: Readonly<Record<RankedKind, (asked: AskedRanking) => Promise<Ranked>>> = {
  engines: (asked) => rankParts('engine', asked),
  regions: (asked) => rankParts('region', asked),
  topics: rankTopics,
  prompts: rankPrompts,
};

async function rankParts(kind: 'engine' | 'region', asked: AskedRanking): Promise<Ranked> {
  const { plan, metric, ask, averaged } = asked;
  if (plan.topic !== undefined && kind === 'engine') return rankEnginesOnTopic(asked);
  const other = kind === 'engine' ? 'region' : 'engine';
  const [within] = asNameList(plan[other]);
  const wanted = asNameList(plan[kind]);
  const isAnyRegion = kind === 'region' && wanted.length === 0;
  const data =
    plan.prompt === undefined
      ? await readCourseData(
          ask,
          isAnyRegion ? ask.names.tracked.regions.map(({ name }) => name) : asNameList(plan.region),
        )
      : await readPromptData(await requireOnePrompt(plan.prompt, ask), ask);
  const span = { days: plan, averaged };
  const scopes = findScopes(metric, kind, { [other]: toPart(within) }, data).filter((scope) =>
    isWanted(scope[kind]?.name, wanted),
  );
  const readRows = (prompts?: readonly PromptFigures[]) =>
    scopes.map((scope) => readRow(scope[kind]?.name ?? '', metric, scope, span, data, prompts));
  const alike = readRows();
  const isUnlike =
    metric === 'score' && plan.prompt === undefined && alike.some(({ measured }) => measured?.length);
  const rows = isUnlike ? readRows(await readPromptFigures(ask)) : alike;
  if (rows.length === 0 && metric !== 'sentiment') return rankPartsByMentions(kind, asked);
  const mean = meanLine(data.series().filter((one) => one.metric === metric && scopes.includes(one.scope)));
  return {
    metric,
    averaged,
    rows: addMissing(rows, wanted),
    notes: mean === undefined ? [] : [mean],
    unheeded: ['topic', ...findSeveral(plan, other)],
  };
}

/** If the API has no daily figures by engine or region: how often the latest answers of each name the brand. */
async function rankPartsByMentions(
  kind: 'engine' | 'region',
  { plan, metric, ask }: AskedRanking,
): Promise<Ranked> {
  const { project, api } = ask;
  const [{ runs, missing }, mentions = []] = await Promise.all([
    readRuns(plan, ask),
    ifReadable(api(project).mentions(project.id, { limit: MENTIONS_ASKED }), ask),
  ]);
  const other = kind === 'engine' ? 'region' : 'engine';
  const within = asNameList(plan[other]);
  const wanted = asNameList(plan[kind]);
  const isRank = metric === 'averageRank';
  const given = isRank ? metric : 'mentionRate';
  const byPart = Map.groupBy(
    runs.filter((run) => isWanted(run[other], within)),
    (run) => run[kind],
  );
  const found = [...byPart].flatMap(([name, runsOfPart]): RankedRow[] => {
    const ids = new Set(runsOfPart.flatMap(({ responseId }) => responseId ?? []));
    const { tools, answers } = countTools(mentions, project.name, plan, ids);
    if (name === undefined || !isWanted(name, wanted) || answers === 0) return [];
    const own = tools.find(({ isOwn }) => isOwn);
    return [{ name, value: isRank ? own?.rank : (own?.answers ?? 0) / answers, answers }];
  });
  const counted = `The API gives no ${METRIC_WORDS[metric].name} by ${kind}. This counts the latest answers that name any tool, and ${isRank ? 'in which place' : 'how many of them'} they name you.`;
  return {
    metric: given,
    rows: addMissing(found, wanted),
    notes: [...(found.length > 0 ? [counted] : []), ...missing],
    unheeded: given === metric ? ['topic'] : ['topic', 'metric'],
  };
}

/** Adds a row for each wanted name without a figure, so that the page can say so. */
function addMissing(rows: readonly RankedRow[], wanted: readonly string[]): RankedRow[] {
  const missing = wanted.filter((name) => !rows.some((row) => isSameName(name, row.name)));
  return [...rows, ...missing.map((name) => ({ name }))];
}

function readRow(
  name: string,
  metric: Metric,
  scope: Scope,
  { days, averaged }: { days: Days; averaged: Ranking['averaged'] },
  data: CourseSource,
  prompts?: readonly PromptFigures[],
): RankedRow {
  if (averaged) return { name, ...compareSpans(metric, scope, averaged, data, prompts) };
  const course = buildScoreCourse(metric, scope, days, data);
  if (!course) return { name };
  const { now, before, change, level } = course;
  return {
    name,
    value: now.value,
    date: now.date,
    before: change === undefined ? undefined : before?.value,
    since: change === undefined ? undefined : before?.date,
    answers: now.answers,
    level,
    verdict: levelWords(course),
  };
}

const TOPIC_FIELDS = {
  score: 'own_score',
  sentiment: 'own_score',
  mentionRate: 'own_mention_rate',
  averageRank: 'own_average_rank',
} as const;

async function rankEnginesOnTopic({ plan, metric, ask }: AskedRanking): Promise<Ranked> {
  const detail = await readTopic(asNameList(plan.topic)[0] ?? '', ask);
  const rows = (detail.answer_count === 0 ? [] : detail.by_model)
    .filter(({ engine }) => isWanted(engine, asNameList(plan.engine)))
    .map((row) => ({ name: row.engine, value: row[TOPIC_FIELDS[metric]] ?? undefined }));
  return { ...topicRanking(metric === 'sentiment' ? 'score' : metric, metric), rows };
}

/** What rankings of topics have in common. `given`: the figure that the API has. */
function topicRanking(given: Metric, asked: Metric): Omit<Ranked, 'rows'> & { unheeded: Field[] } {
  const unheeded: Field[] = ['region', 'prompt', 'days'];
  const ignored: Field[] = given === asked ? unheeded : [...unheeded, 'metric'];
  return { metric: given, unheeded: ignored, notes: [SPAN_UNKNOWN] };
}

async function rankTopics({ plan, metric, ask }: AskedRanking): Promise<Ranked> {
  const { project, api, names } = ask;
  const [engine] = asNameList(plan.engine);
  const all = await api(project).topics(project.id);
  const topics = all.filter(({ label }) => isWanted(label, asNameList(plan.topic)));
  // The list has no ranks, the details do.
  const isListed = engine === undefined && metric !== 'averageRank';
  const given = metric === 'sentiment' ? 'score' : metric;
  const ranked = topicRanking(given, metric);
  if (isListed) {
    const rows = topics.map(({ label = '', score, mentionRate, answers, rank }) => ({
      name: label,
      // If no answer gives the topic as a reason, its figures mean nothing.
      value: answers === 0 ? undefined : given === 'mentionRate' ? mentionRate : score,
      answers,
      place: answers === 0 ? undefined : rank,
      line: `topic ${label}`,
    }));
    return { ...ranked, rows };
  }
  const read = topics.slice(0, TOPICS_READ).map(async ({ label = '', rank }): Promise<RankedRow> => {
    const detail = await ifReadable(api(project).topicDetail(project.id, label), ask);
    const named = detail && detail.answer_count > 0 && topicWithEngineNames(detail, names.engineNames);
    const rows = named ? named.by_model : [];
    const row = engine === undefined ? named : rows.find((one) => isSameName(engine, one.engine));
    return {
      name: label,
      value: (row || undefined)?.[TOPIC_FIELDS[given]] ?? undefined,
      place: engine === undefined && row ? rank : undefined,
      line: `topic ${label}`,
      isUnread: detail === undefined,
    };
  });
  return {
    ...ranked,
    rows: await Promise.all(read),
    of: topics.length,
    unheeded: [...ranked.unheeded, ...findSeveral(plan, 'engine')],
  };
}

/** From the details of each prompt; for days, a region or sentiment, from its daily scores. */
async function rankPrompts({ plan, metric, ask, averaged }: AskedRanking): Promise<Ranked> {
  const { project, api } = ask;
  const [topic] = asNameList(plan.topic);
  const all = await findPrompts(plan, ask);
  const about = topic === undefined ? undefined : await findPromptsAbout(topic, ask);
  const prompts = about ? all.filter(({ id }) => about.has(id)) : all;
  const [engine] = asNameList(plan.engine);
  const [region] = asNameList(plan.region);
  const isDaily = region !== undefined || hasDays(plan) || metric === 'sentiment';
  const scope = { engine: toPart(engine), region: toPart(region) };
  const rewordingsOf = await readRewordings(ask, ask.db, ask.now());
  const read = prompts.slice(0, PROMPTS_READ).map(async ({ id, text }): Promise<RankedRow> => {
    const line = `prompt-history ${id}`;
    if (isDaily) {
      const daily = await ifReadable(api(project).promptTimeseries(project.id, id), ask);
      const data = toCourseData(daily ?? [], ask, { moved: rewordingsOf(id) });
      const row = readRow(text, metric, scope, { days: plan, averaged }, data);
      return { ...row, line, isUnread: daily === undefined };
    }
    const detail = await ifReadable(api(project).promptDetail(project.id, id), ask);
    return {
      name: text,
      value: detail && pickPromptFigure(detail, metric, engine, ask),
      answers: engine === undefined ? detail?.answers : undefined,
      line,
      isUnread: detail === undefined,
    };
  });
  return {
    metric,
    averaged,
    rows: await Promise.all(read),
    of: prompts.length,
    notes: [
      ...(about ? ['A prompt counts as about a topic if an answer to it gave that as a reason.'] : []),
      ...(isDaily ? [] : [SPAN_UNKNOWN]),
    ],
    unheeded: findSeveral(plan, 'engine', 'region'),
  };
}

function pickPromptFigure(
  detail: PromptDetail,
  metric: Exclude<Metric, 'sentiment'>,
  engine: string | undefined,
  { names }: PlanAsk,
): number | undefined {
  if (engine === undefined) return detail[metric];
  const rows = withEngineNames(detail.byEngine ?? [], names.engineNames);
  return rows.find((row) => isSameName(engine, row.engine))?.[metric];
}

async function findPromptsAbout(topic: string, ask: PlanAsk): Promise<ReadonlySet<string>> {
  const label = await requireTopicLabel(topic, 'topic', ask);
  const answers = await ask.api(ask.project).topicAnswers(ask.project.id, label);
  return new Set(answers.flatMap(({ promptId }) => promptId ?? []));
}
