/** Answers with what engines said: the text of the latest answers to a prompt or on a topic, around the brand's name. */
import type { Plan } from '../../ask/plan.ts';
import { asNameList } from '../../messages/ask/reading.ts';
import {
  answerTextsFigures,
  answerTextsPage,
  MOST_QUOTED,
  type QuotedText,
} from '../../messages/ask/what-engines-say.ts';
import { andList } from '../../messages/figures.ts';
import { dayOf } from '../../rules/calendar.ts';
import type { Mention } from '../../visibility/contract.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { excerptOf, matchOwnBrand, splitAtNames } from '../../words/answers.ts';
import { ifReadable } from '../api-trouble.ts';
import { MENTIONS_ASKED } from '../lookups/compare.ts';
import { requireTopicLabel } from '../lookups/lookups.ts';
import { readRuns } from './find-answers.ts';
import { describeWhere, findSeveral, hasDays, isWanted, type PlanAnswer, type PlanAsk } from './plan-ask.ts';

/** At most, one for each engine or region. */
const SHOWN = 4;

/** An answer without its text. `day` is YYYY-MM-DD, UTC. */
type Found = Omit<QuotedText, 'excerpt'> & { responseId?: string | undefined; text?: string | undefined };

/** @throws Refused if there is no such prompt or topic */
export async function answerTexts(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project } = ask;
  const api = ask.api(project);
  const [topic] = asNameList(plan.topic);
  const label = topic === undefined ? undefined : await requireTopicLabel(topic, 'topic', ask);
  const [{ answers, missing }, mentions = []] = await Promise.all([
    label === undefined ? readAnswers(plan, ask) : readTopicAnswers(label, ask),
    ifReadable(api.mentions(project.id, { limit: MENTIONS_ASKED }), ask),
  ]);
  const { from = '', to = '9999-12-31' } = plan;
  const rivals = asNameList(plan.entity);
  const naming = rivals.length > 0 ? listAnswersNaming(rivals, mentions) : undefined;
  const there = answers.filter(
    ({ engine, region, responseId = '' }) =>
      (naming?.has(responseId) ?? true) &&
      isWanted(engine, asNameList(plan.engine)) &&
      (label !== undefined || isWanted(region, asNameList(plan.region))),
  );
  const wanted = there.filter(({ day = '' }) => !hasDays(plan) || (day >= from && day <= to));
  const fitting = keepNaming(wanted, plan);
  const chosen = chooseAnswers(fitting, plan);
  const own = listOwnNames(mentions, project.name);
  const shown = await Promise.all(
    chosen.map(async ({ text, responseId: _, ...answer }): Promise<QuotedText> => {
      const { runId } = answer;
      const read =
        text === undefined && runId !== undefined ? ifReadable(api.promptRun(runId), ask) : undefined;
      const said = text ?? (await read)?.response?.raw_text ?? '';
      const excerpt = excerptOf(said, own);
      const isNamed = answer.isNamed ?? (said ? splitAtNames(excerpt, own).length > 1 : undefined);
      return { ...answer, isNamed, excerpt };
    }),
  );
  const named = naming ? ` that name ${andList(rivals)}` : '';
  const texts = {
    project,
    own,
    where: `${describeWhere(label === undefined ? plan : { engine: plan.engine, topic: label })}${named}`,
    plan,
    answers: shown,
    of: fitting.length,
    all: wanted.length,
    since: there.flatMap(({ day }) => day ?? []).sort()[0],
    notes: missing,
  };
  const none = hasDays(plan) ? ('none_of_those_days' as const) : ('none_listed' as const);
  return {
    page: answerTextsPage(texts),
    figures: answerTextsFigures(texts),
    emptyBecause: wanted.length === 0 ? none : fitting.length === 0 ? 'filtered_out' : undefined,
    unheeded: [
      ...(label === undefined ? [] : (['region', 'prompt'] as const)),
      ...findSeveral(plan, 'topic'),
    ],
  };
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

async function readTopicAnswers(label: string, { project, api, names }: PlanAsk) {
  const listed = withEngineNames(await api(project).topicAnswers(project.id, label), names.engineNames);
  const answers = listed.map(
    ({ promptRunId: runId, createdAt, responseId, text, engine, prompt }): Found => ({
      runId,
      responseId,
      day: createdAt === undefined ? undefined : dayOf(createdAt),
      text,
      engine,
      prompt,
    }),
  );
  return { answers, missing: [] };
}

/** Only the latest mentions can be read, so these are some of the latest answers. */
function listAnswersNaming(rivals: readonly string[], mentions: readonly Mention[]): ReadonlySet<string> {
  return new Set(
    mentions.flatMap(({ entity_name, response_id }) => (isWanted(entity_name, rivals) ? response_id : [])),
  );
}

/** Of answers asked for by whether they name the brand: those that do, or those that don't. */
function keepNaming(found: readonly Found[], { order }: Plan): readonly Found[] {
  if (order === undefined || found.some(({ isNamed }) => isNamed === undefined)) return found;
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

/** The brand as answers spell it. */
function listOwnNames(mentions: readonly Mention[], brand: string): string[] {
  const own = mentions.filter(matchOwnBrand(mentions, brand));
  const names = [brand, ...own.flatMap(({ entity_name, matched_term }) => [entity_name, matched_term ?? ''])];
  return [...new Set(names.filter(Boolean))].toSorted((a, b) => b.length - a.length);
}
