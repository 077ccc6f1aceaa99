/** Finds the answers on a question's engine, region, prompt or topic, since a mention only has its answer's id. */
import type { Plan } from '../../ask/plan.ts';
import { asNameList, type Field } from '../../messages/ask/reading.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { ifReadable } from '../api-trouble.ts';
import { requireTopicLabel } from '../lookups/lookups.ts';
import { readTrackedPrompts } from '../prompts/prompts.ts';
import { requirePrompts } from './find-prompts.ts';
import { describeWhere, findSeveral, isWanted, type PlanAsk } from './plan-ask.ts';

/** One call each: as many as people wait for. */
const HISTORIES_READ = 30;

/**
 * `ids` are of responses; `runIds` has the prompt run of each, if the API says. `where`: " on Gemini about “pricing”".
 * `notes`: what couldn't be read.
 */
type FoundAnswers = {
  ids: ReadonlySet<string>;
  runIds: ReadonlyMap<string, string>;
  where: string;
  notes: string[];
  unheeded: Field[];
};

/** Undefined if the question is about all answers. */
export async function findAnswers(plan: Plan, ask: PlanAsk): Promise<FoundAnswers | undefined> {
  const [engines = [], regions = [], topics = []] = [plan.engine, plan.region, plan.topic].map(asNameList);
  const [topic] = topics;
  if (topic !== undefined) {
    const { project, api, names } = ask;
    const label = await requireTopicLabel(topic, 'topic', ask);
    const prompts = plan.prompt === undefined ? undefined : await requirePrompts(plan.prompt, ask);
    const answers = withEngineNames(await api(project).topicAnswers(project.id, label), names.engineNames);
    const wanted = answers.filter(
      ({ engine, promptId }) =>
        isWanted(engine, engines) && (!prompts || prompts.some(({ id }) => id === promptId)),
    );
    return {
      ids: listResponseIds(wanted),
      runIds: mapRunIds(wanted),
      where: `${describeWhere({ ...plan, region: undefined })} about “${label}”`,
      notes: ['Counted in the answers that the API lists for this topic.'],
      unheeded: ['region', ...findSeveral(plan, 'topic')],
    };
  }
  if (engines.length === 0 && regions.length === 0 && plan.prompt === undefined) return undefined;
  const { runs, missing } = await readRuns(plan, ask);
  return {
    runIds: mapRunIds(runs),
    ids: listResponseIds(
      runs.filter(({ engine, region }) => isWanted(engine, engines) && isWanted(region, regions)),
    ),
    where: describeWhere(plan),
    notes: missing,
    unheeded: [],
  };
}

type Answered = { responseId?: string | undefined; promptRunId?: string | undefined };
type Run = Answered & { engine: string | undefined; region: string | undefined };

/** The runs of the plan's prompts, with engines and regions by name. `missing` says what wasn't read. */
export async function readRuns(plan: Plan, ask: PlanAsk): Promise<{ runs: Run[]; missing: string[] }> {
  const { project, names } = ask;
  const api = ask.api(project);
  const all =
    plan.prompt === undefined
      ? await readTrackedPrompts(api, project)
      : await requirePrompts(plan.prompt, ask);
  const asked = all
    .slice(0, HISTORIES_READ)
    .map(({ id }) => ifReadable(api.promptHistory(project.id, id), ask));
  const read = (await Promise.all(asked)).flatMap((history) => history ?? []);
  const regions = new Map(names.regionList.map(({ id, name, code }) => [id, name ?? code]));
  const runs = withEngineNames(
    read.flatMap((history) => history.runs ?? []),
    names.engineNames,
  );
  const left = all.length - read.length;
  return {
    runs: runs.map(({ engine, regionId, responseId, promptRunId }) => ({
      engine,
      region: regionId === undefined ? undefined : regions.get(regionId),
      responseId,
      promptRunId,
    })),
    missing: left > 0 ? [`The answers to ${left} of ${all.length} prompts weren’t read.`] : [],
  };
}

function mapRunIds(answers: readonly Answered[]): ReadonlyMap<string, string> {
  return new Map(
    answers.flatMap(({ responseId, promptRunId }) =>
      responseId !== undefined && promptRunId !== undefined ? [[responseId, promptRunId] as const] : [],
    ),
  );
}

function listResponseIds(answers: readonly Answered[]): ReadonlySet<string> {
  return new Set(answers.flatMap(({ responseId }) => responseId ?? []));
}
