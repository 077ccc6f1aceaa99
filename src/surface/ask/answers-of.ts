/** Which answers a question is about, where it names an engine, a region, a prompt or a topic: a mention names its answer alone. */
import type { Plan } from '../../ask/plan.ts';
import { whereOf } from '../../messages/ask/course.ts';
import { asNameList, type Field } from '../../messages/ask/reading.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { ifReadable } from '../api-trouble.ts';
import { topicLabel } from '../lookups/topic.ts';
import { trackedPrompts } from '../prompts/prompts.ts';
import type { PlanAsk } from './plan-ask.ts';
import { promptsMeant } from './prompts-meant.ts';

/** Days or weeks of a project's mentions. The API's maximum is not documented. */
export const MENTIONS_ASKED = 2_000;

/** A call for each: no more than people wait for. */
const HISTORIES_READ = 30;

/** Ids of responses, and of their prompt runs by these, as far as the API says. `where` in words: " on Gemini about “pricing”". `notes`: what could not be read. */
type AnswersOf = {
  ids: ReadonlySet<string>;
  runIds: ReadonlyMap<string, string>;
  where: string;
  notes: string[];
  unheeded: Field[];
};

/** Undefined where all answers are meant. */
export async function answersOf(plan: Plan, ask: PlanAsk): Promise<AnswersOf | undefined> {
  const [engines = [], regions = [], topics = []] = [plan.engine, plan.region, plan.topic].map(asNameList);
  const isOf = (name: string | undefined, wanted: readonly string[]) =>
    wanted.length === 0 || wanted.some((one) => one.toLowerCase() === name?.toLowerCase());
  const part = (some: readonly string[]) => {
    const name = some.join(' or ');
    return name === '' ? undefined : { id: name, name };
  };
  const [topic] = topics;
  if (topic !== undefined) {
    const { project, api, names } = ask;
    const label = await topicLabel(topic, 'topic', ask);
    const prompts = plan.prompt === undefined ? undefined : await promptsMeant(plan.prompt, ask);
    const answers = withEngineNames(await api(project).topicAnswers(project.id, label), names.engineNames);
    const wanted = answers.filter(
      ({ engine, promptId }) =>
        isOf(engine, engines) && (!prompts || prompts.some(({ id }) => id === promptId)),
    );
    return {
      ids: idsOf(wanted),
      runIds: runIdsOf(wanted),
      where: `${whereOf({ engine: part(engines) }, plan.prompt)} about “${label}”`,
      notes: ['Counted in the answers that the API lists for this topic.'],
      unheeded: topics.length > 1 ? ['region', 'topic'] : ['region'],
    };
  }
  if (engines.length === 0 && regions.length === 0 && plan.prompt === undefined) return undefined;
  const { runs, missing } = await runsRead(plan, ask);
  return {
    runIds: runIdsOf(runs),
    ids: idsOf(runs.filter(({ engine, region }) => isOf(engine, engines) && isOf(region, regions))),
    where: whereOf({ engine: part(engines), region: part(regions) }, plan.prompt),
    notes: missing,
    unheeded: [],
  };
}

type Answered = { responseId?: string | undefined; promptRunId?: string | undefined };
type Run = Answered & { engine: string | undefined; region: string | undefined };

/** The runs of the prompts that are meant, with the names of their engines and regions; `missing` says in words what was not read. */
export async function runsRead(plan: Plan, ask: PlanAsk): Promise<{ runs: Run[]; missing: string[] }> {
  const { project, names } = ask;
  const api = ask.api(project);
  const all =
    plan.prompt === undefined ? await trackedPrompts(api, project) : await promptsMeant(plan.prompt, ask);
  const asked = all
    .slice(0, HISTORIES_READ)
    .map(({ id }) => ifReadable(api.promptHistory(project.id, id), ask));
  const read = (await Promise.all(asked)).flatMap((history) => history ?? []);
  const regionOf = (id: string | undefined) => {
    const region = id === undefined ? undefined : names.regionList.find((one) => one.id === id);
    return region?.name ?? region?.code;
  };
  const runs = withEngineNames(
    read.flatMap((history) => history.runs ?? []),
    names.engineNames,
  );
  const left = all.length - read.length;
  return {
    runs: runs.map(({ engine, regionId, responseId, promptRunId }) => ({
      engine,
      region: regionOf(regionId),
      responseId,
      promptRunId,
    })),
    missing: left > 0 ? [`The answers to ${left} of ${all.length} prompts weren’t read.`] : [],
  };
}

function runIdsOf(answers: readonly Answered[]): ReadonlyMap<string, string> {
  return new Map(
    answers.flatMap(({ responseId, promptRunId }) =>
      responseId !== undefined && promptRunId !== undefined ? [[responseId, promptRunId] as const] : [],
    ),
  );
}

function idsOf(answers: readonly Answered[]): ReadonlySet<string> {
  return new Set(answers.flatMap(({ responseId }) => responseId ?? []));
}
