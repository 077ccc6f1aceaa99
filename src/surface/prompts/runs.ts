/** /visibility runs <id> and its buttons: a run group with its prompt runs, or a prompt run with its answer. */
import { ACTIONS } from '../../messages/actions.ts';
import { promptRunAnswer, type RunNames, runGroupAnswer } from '../../messages/prompts/runs.ts';
import { medianOf } from '../../rules/score-window.ts';
import type { PromptRun } from '../../visibility/contract.ts';
import { NotFoundError, ValidationError } from '../../visibility/errors.ts';
import { isGuid } from '../../visibility/values.ts';
import { isFailed, type RunFigures, readRunStatus } from '../../words/run-status.ts';
import { ifReadable, readEngineNames } from '../api-trouble.ts';
import { type Action, type Answer, action, type Command, type ProjectAsk } from '../ask.ts';
import { unquote } from '../command-line.ts';
import type { CommandRoute } from '../interpret-line.ts';
import { Refused, requireCarried } from '../refused.ts';
import { addControls, makeQuestion, runAgain, slicePage } from '../run-command.ts';

export const runs: Command = {
  name: 'runs',
  usage: 'runs <id>',
  example: 'runs 91c10690-f5d2-4536-b2f2-9139a13d0eaa',
  summary: 'One run group or prompt run by its ID, with the answer; prompt-history has buttons for them',
  scope: 'project',
  words: 'fixed',
  async run(ask) {
    const { kind, id } = parseRun(ask.words);
    const run = kind === 'group' ? undefined : await answerRun(id, ask);
    const answer = run ?? (kind === 'run' ? undefined : await answerGroup(id, ask));
    if (answer) return answer;
    throw new Refused(`${ask.project.name} has no run with this ID.`, {
      example: '/visibility prompt-history k8s cost alerts',
    });
  },
};

const ACTION_IDS = { run: ACTIONS.runOpen, group: ACTIONS.groupOpen } as const;

/**
 * Runs /visibility runs, so that the answer has pages and can be shared. A run never changes, so the button never
 * expires. `commands` is called on click.
 */
export function runOpen(kind: keyof typeof ACTION_IDS, commands: () => readonly CommandRoute[]): Action {
  return action(ACTION_IDS[kind], async (ask) => {
    const { project, id } = requireCarried('run', ask.value);
    const question = makeQuestion('runs', `${kind} ${id}`, project, ask.now());
    return addControls(await runAgain(commands(), question, ask), question);
  });
}

/** @throws Refused if it isn't an id */
function parseRun(words: string): { kind: string | undefined; id: string } {
  const [, kind, typed = ''] = words.trim().match(/^(?:(run|group)\s+)?(.*)$/is) ?? [];
  const id = unquote(typed);
  if (isGuid(id)) return { kind: kind?.toLowerCase(), id };
  throw new Refused(
    `${id ? `“${id}” isn’t a run ID.` : 'Say which run, by its ID.'} /visibility prompt-history has a button for each run of a prompt.`,
    { example: `/visibility ${runs.example}` },
  );
}

/** Undefined if this project has no such run. */
async function answerRun(id: string, ask: ProjectAsk): Promise<Answer> {
  const { project } = ask;
  const api = ask.api(project);
  const run = await ifFound(api.promptRun(id));
  if (run?.prompt_run.project_id !== project.id) return undefined;
  return { message: promptRunAnswer(project, run, await readNames(ask)), share: true };
}

async function answerGroup(id: string, ask: ProjectAsk): Promise<Answer> {
  const { project, page } = ask;
  const api = ask.api(project);
  const group = await ifFound(api.runGroup(id));
  if (group?.run_group.project_id !== project.id) return undefined;
  const { shown, pages } = slicePage(group.prompt_runs, page);
  const listed = { shown, figures: runFigures(group.prompt_runs) };
  return {
    message: runGroupAnswer(project, group.run_group, listed, await readNames(ask)),
    pages,
    share: true,
  };
}

/** As far as they can be read: the run is shown anyway. */
async function readNames(ask: ProjectAsk): Promise<RunNames> {
  const api = ask.api(ask.project);
  const [prompts, engines] = await Promise.all([
    ifReadable(api.prompts(ask.project.id), ask),
    readEngineNames(api, ask),
  ]);
  const texts = prompts?.flatMap(({ id, text }): [string, string][] => (id && text ? [[id, text]] : []));
  return { prompts: texts && new Map(texts), engines };
}

/** Also undefined if the API refuses the id, since it may tell runs and groups apart by their ids. */
async function ifFound<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ValidationError) return undefined;
    throw error;
  }
}

export function runFigures(runs: readonly PromptRun[]): RunFigures {
  const costs = runs.flatMap(({ cost_usd }) => cost_usd ?? []);
  const latencies = runs.flatMap(({ latency_ms }) => latency_ms ?? []);
  return {
    listed: runs.length,
    completed: runs.filter(({ status }) => readRunStatus(status) === 'completed').length,
    failed: runs.filter(isFailed).length,
    cost: costs.reduce((sum, cost) => sum + cost, 0),
    costed: costs.length,
    latencyMs: latencies.length > 0 ? medianOf(latencies) : undefined,
  };
}
