/** Answers what engines say: the text of the latest answers to a prompt or on a topic, and whom these name. */
import { asksFor, type Plan } from '../../ask/plan.ts';
import { asNameList, namingIn } from '../../messages/ask/reading.ts';
import {
  answerTextsFigures,
  answerTextsPage,
  isListed,
  MOST_QUOTED,
  type PromptCount,
  type QuotedText,
} from '../../messages/ask/what-engines-say.ts';
import { dayName } from '../../messages/times.ts';
import { dayOf, daysBefore } from '../../rules/calendar.ts';
import type { Listing } from '../../visibility/answer.ts';
import type { TopicAnswer } from '../../visibility/assumed.ts';
import { withEngineNames } from '../../visibility/breakdown.ts';
import type { Mention } from '../../visibility/contract.ts';
import { answersNaming, excerptOf, matchOwnBrand, namesAny } from '../../words/answers.ts';
import { MENTIONS_ASKED } from '../lookups/compare.ts';
import { requireTopicLabel } from '../lookups/lookups.ts';
import { ifReadable } from '../refused.ts';
import { slicePage } from '../run-command.ts';
import { readRuns } from './find-answers.ts';
import { describeWhere, findSeveral, hasDays, isWanted, type PlanAnswer, type PlanAsk } from './plan-ask.ts';

const SHOWN = 4;

type Found = Omit<QuotedText, 'excerpt'> & Partial<Pick<TopicAnswer, 'responseId' | 'text' | 'evidence'>>;

/** @throws Refused if there is no such prompt or topic */
export async function answerTexts(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, page } = ask;
  const api = ask.api(project);
  const [topic] = asNameList(plan.topic);
  const label = topic === undefined ? undefined : await requireTopicLabel(topic, 'topic', ask);
  const [{ answers, missing }, mentions = []] = await Promise.all([
    label === undefined ? readAnswers(plan, ask) : readTopicAnswers(label, ask),
    ifReadable(api.mentions(project.id, { limit: MENTIONS_ASKED }), ask),
  ]);
  const { from = '', to = '9999-12-31', entity, not } = plan;
  const isOfRivals = (entity ?? not) !== undefined;
  const naming = isOfRivals ? tellNaming(plan, answers, mentions, project.name) : { answers, notes: [] };
  const there = naming.answers.filter(
    ({ engine, region }) =>
      isWanted(engine, asNameList(plan.engine)) &&
      (label !== undefined || isWanted(region, asNameList(plan.region))),
  );
  const wanted = there.filter(({ day = '' }) => !hasDays(plan) || (day >= from && day <= to));
  const fitting = keepNaming(wanted, plan);
  const isList = isListed(plan);
  const { shown: chosen, pages } = isList
    ? slicePage(sortByDay(fitting, plan), page)
    : { shown: chooseAnswers(fitting, plan), pages: 1 };
  const own = listOwnNames(mentions, project.name);
  const shown = await Promise.all(
    chosen.map(async ({ text, evidence, responseId: _, ...answer }): Promise<QuotedText> => {
      const { runId } = answer;
      const read =
        text === undefined && runId !== undefined && !isList
          ? ifReadable(api.promptRun(runId), ask)
          : undefined;
      const said = text ?? (await read)?.response?.raw_text ?? '';
      const excerpt = excerptOf(said || (evidence ?? ''), own);
      const isNamed = answer.isNamed ?? (said ? namesAny(said, own) : undefined);
      return { ...answer, isNamed, excerpt: (isList && evidence) || excerpt };
    }),
  );
  const named = namingIn({ ...plan, order: undefined, metric: isOfRivals ? plan.metric : undefined });
  const byPrompt =
    isOfRivals && asksFor('by prompt', plan) && plan.prompt === undefined
      ? countByPrompt(wanted, fitting)
      : [];
  const texts = {
    project,
    own,
    where: `${describeWhere(label === undefined ? plan : { engine: plan.engine, topic: label })}${named && ` that ${named}`}`,
    plan,
    answers: shown,
    of: fitting.length,
    all: wanted.length,
    since: there.flatMap(({ day }) => day ?? []).sort()[0],
    byPrompt,
    notes: [...missing, ...naming.notes],
  };
  const none = hasDays(plan) ? ('none_of_those_days' as const) : ('none_listed' as const);
  return {
    page: answerTextsPage(texts),
    figures: answerTextsFigures(texts),
    names: byPrompt.map(({ prompt }) => prompt),
    emptyBecause: wanted.length === 0 ? none : fitting.length === 0 ? 'filtered_out' : undefined,
    unheeded: [
      ...(label === undefined ? [] : (['region', 'prompt'] as const)),
      ...findSeveral(plan, 'topic'),
    ],
    pages,
  };
}

/** For each prompt, most first, how many of its answers fit, and of how many. */
function countByPrompt(
  all: readonly Pick<QuotedText, 'prompt'>[],
  fitting: readonly Pick<QuotedText, 'prompt'>[],
): PromptCount[] {
  const of = Map.groupBy(all, ({ prompt }) => prompt);
  return [...Map.groupBy(fitting, ({ prompt }) => prompt)]
    .flatMap(([prompt, { length: answers }]) =>
      prompt === undefined ? [] : { prompt, answers, of: of.get(prompt)?.length ?? answers },
    )
    .toSorted((a, b) => b.answers / b.of - a.answers / a.of || b.answers - a.answers);
}

function sortByDay(found: readonly Found[], { order, limit }: Plan): Found[] {
  const sign = order === 'oldest' ? 1 : -1;
  return found.toSorted((a, b) => sign * (a.day ?? '').localeCompare(b.day ?? '')).slice(0, limit);
}

async function readAnswers(plan: Plan, ask: PlanAsk): Promise<{ answers: Found[]; missing: string[] }> {
  const { runs, missing } = await readRuns(plan, ask);
  const answers = runs.flatMap(
    ({ promptRunId: runId, completedAt, mentioned: isNamed, rank: place, ...run }) =>
      runId === undefined
        ? []
        : { ...run, runId, isNamed, place, day: completedAt === undefined ? undefined : dayOf(completedAt) },
  );
  const isNoneNamed = answers.length === 0 && runs.length > 0;
  const none = 'The API gives answers without ids, so none can be read.';
  return { answers, missing: isNoneNamed ? [...missing, none] : missing };
}

/** Far more than a list is by default, so that questions on past days find some. */
const TOPIC_ANSWERS_ASKED = 300;

async function readTopicAnswers(label: string, { project, api, names }: PlanAsk) {
  const listed = withEngineNames(
    await api(project).topicAnswers(project.id, label, { limit: TOPIC_ANSWERS_ASKED }),
    names.engineNames,
  );
  const answers = listed.map(
    ({ promptRunId: runId, createdAt, ...answer }): Found => ({
      ...answer,
      runId,
      day: createdAt === undefined ? undefined : dayOf(createdAt),
    }),
  );
  return { answers, missing: [] };
}

/** The answers that name the plan's rivals, or don't: of those older than the mentions read that isn't known. */
function tellNaming(
  { entity, not, metric }: Plan,
  all: readonly Found[],
  mentions: Listing<Mention>,
  brand: string,
) {
  const isCut = mentions.length >= MENTIONS_ASKED || mentions.rest !== undefined;
  const [oldest = ''] = isCut ? mentions.map(({ created_at }) => dayOf(created_at)).sort() : [];
  const ids = new Set(mentions.map(({ response_id }) => response_id));
  const areTied = all.some(({ responseId = '' }) => ids.has(responseId));
  // Of the oldest day some mentions may be missing.
  const since = not === undefined || oldest === '' ? oldest : daysBefore(oldest, -1);
  const known = all.filter(({ day = '' }) => areTied && day >= since);
  const asked = { named: asNameList(entity), unnamed: asNameList(not), isFirst: metric === 'rank', brand };
  const notes = [
    !areTied && all.length > 0 && 'Whom these answers name couldn’t be read.',
    areTied && known.length < all.length && `Whom answers before ${dayName(since)} name isn’t known.`,
  ];
  return { answers: answersNaming(known, mentions, asked), notes: notes.filter((one) => one !== false) };
}

/** Of answers asked for by whether they name the brand: those that do, or name it first, or those that don't. */
function keepNaming(found: readonly Found[], { order, metric, entity }: Plan): readonly Found[] {
  if (metric === 'rank' && entity === undefined) return found.filter(({ place }) => place === 1);
  if ((order !== 'best' && order !== 'worst') || found.some(({ isNamed }) => isNamed === undefined))
    return found;
  return found.filter(({ isNamed }) => isNamed === (order === 'best'));
}

/** The newest, one for each engine, or each region of one engine, before any other. */
function chooseAnswers(found: readonly Found[], { engine, order, limit }: Plan): Found[] {
  const place = ({ place: rank = 50 }: Found) => (order === 'best' ? rank : 0);
  const sorted = found.toSorted((a, b) => place(a) - place(b) || (b.day ?? '').localeCompare(a.day ?? ''));
  const groups = Map.groupBy(sorted, (one) => (asNameList(engine).length === 1 ? one.region : one.engine));
  const firsts = [...groups.values()].flatMap(([first]) => first ?? []);
  return [...firsts, ...sorted.filter((one) => !firsts.includes(one))].slice(
    0,
    Math.min(limit ?? groups.size, limit === undefined ? SHOWN : MOST_QUOTED),
  );
}

function listOwnNames(mentions: readonly Mention[], brand: string): string[] {
  const own = mentions.filter(matchOwnBrand(mentions, brand));
  const names = [brand, ...own.flatMap(({ entity_name, matched_term }) => [entity_name, matched_term ?? ''])];
  return [...new Set(names.filter(Boolean))].toSorted((a, b) => b.length - a.length);
}
