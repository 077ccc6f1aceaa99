/** /visibility runs <id>, and the buttons that open one: a run group with its prompt runs, or a prompt run with its answer. */
import { z } from 'zod';
import { ACTIONS } from '../../messages/actions.ts';
import { promptRunAnswer, type RunNames, runGroupAnswer } from '../../messages/prompts/runs.ts';
import type { Project } from '../../projects/projects.ts';
import { runFigures } from '../../rules/run-figures.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { NotFoundError, ValidationError } from '../../visibility/errors.ts';
import { carried } from '../carried.ts';
import { unquoted } from '../command-line.ts';
import { ifReadable } from '../if-readable.ts';
import { pageOf } from '../pages.ts';
import { Refused } from '../refused.ts';
import type { Action, Answer, Command, SurfaceDeps } from '../request.ts';
import { type CommandRoute, controlled, questionOf, runAgain } from '../run-command.ts';
import { namesOfEngines } from './names-of-engines.ts';

export const runs: Command = {
  name: 'runs',
  usage: 'runs <id>',
  example: 'runs 91c10690-f5d2-4536-b2f2-9139a13d0eaa',
  summary: 'One run group or prompt run by its id, with the answer; prompt-history has buttons to them',
  scope: 'project',
  words: 'fixed',
  async run({ project, words, page }, deps) {
    const { kind, id } = asked(words);
    const run = kind === 'group' ? undefined : await promptRunOf(id, project, deps);
    const answer = run ?? (kind === 'run' ? undefined : await runGroupOf(id, page, project, deps));
    if (answer) return answer;
    throw new Refused({
      sentence: `${project.name} has no run with this ID.`,
      example: '/visibility prompt-history k8s cost alerts',
    });
  },
};

const Value = z.object({ project: z.string(), id: z.guid() });

const IDS = { run: ACTIONS.runOpen, group: ACTIONS.groupOpen } as const;

/**
 * It asks what /visibility runs would be asked, so that the answer has pages and can be shared. A run does not change
 * any more: the button works as long as the message is there. `commands` is asked when somebody clicks.
 */
export function runOpen(kind: keyof typeof IDS, commands: () => readonly CommandRoute[]): Action {
  return {
    id: IDS[kind],
    async run(request, deps) {
      const { project, id } = carried(Value, request.value);
      const asked = questionOf('runs', `${kind} ${id}`, project, deps.clock.now());
      const { answer, question } = await runAgain(commands(), asked, request, deps);
      return controlled(answer, question);
    },
  };
}

/** @throws Refused for what is no id. */
function asked(words: string): { kind: string | undefined; id: string } {
  const [, kind, typed = ''] = words.trim().match(/^(?:(run|group)\s+)?(.*)$/is) ?? [];
  const id = unquoted(typed);
  if (z.guid().safeParse(id).success) return { kind: kind?.toLowerCase(), id };
  throw new Refused({
    sentence: `${id ? `“${id}” isn’t a run ID.` : 'Say which run, by its ID.'} /visibility prompt-history has a button to each of a prompt’s runs.`,
    example: `/visibility ${runs.example}`,
  });
}

/** Undefined where there is none. A run of another project does not exist here. */
async function promptRunOf(id: string, project: Project, deps: SurfaceDeps): Promise<Answer> {
  const api = deps.visibilityOf(project);
  const run = await orNothing(api.promptRun(id));
  if (run?.prompt_run.project_id !== project.id) return undefined;
  return { message: promptRunAnswer(project, run, await namesOf(api, project, deps)), share: true };
}

async function runGroupOf(id: string, page: number, project: Project, deps: SurfaceDeps): Promise<Answer> {
  const api = deps.visibilityOf(project);
  const group = await orNothing(api.runGroup(id));
  if (group?.run_group.project_id !== project.id) return undefined;
  const { shown, pages } = pageOf(group.prompt_runs, page);
  const listed = { shown, figures: runFigures(group.prompt_runs) };
  return {
    message: runGroupAnswer(project, group.run_group, listed, await namesOf(api, project, deps)),
    pages,
    share: true,
  };
}

/** As far as they can be read: a run is shown all the same. */
async function namesOf(
  api: VisibilityClient,
  { id: projectId }: Project,
  deps: Pick<SurfaceDeps, 'log'>,
): Promise<RunNames> {
  const [prompts, engines] = await Promise.all([
    ifReadable(api.prompts(projectId), deps.log),
    namesOfEngines(api, deps),
  ]);
  const texts = prompts?.flatMap(({ id, text }): [string, string][] => (id && text ? [[id, text]] : []));
  return { prompts: texts && new Map(texts), engines };
}

/** Nothing, too, where the API refuses an id as none of this kind: it may tell runs and groups apart by their ids. */
async function orNothing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ValidationError) return undefined;
    throw error;
  }
}
