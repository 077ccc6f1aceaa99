/** /visibility runs <id>: a run group with its prompt runs, or one prompt run with the answer that it got. */
import { z } from 'zod';
import { promptRunAnswer, type RunNames, runGroupAnswer } from '../../messages/answers/run-answer.ts';
import type { Project } from '../../projects/projects.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { NotFoundError } from '../../visibility/errors.ts';
import { unquoted } from '../command-line.ts';
import { pageOf } from '../pages.ts';
import { Refused } from '../refused.ts';
import type { Command } from '../request.ts';

export const runs: Command = {
  name: 'runs',
  usage: 'runs <id>',
  example: 'runs 91c10690-f5d2-4536-b2f2-9139a13d0eaa',
  summary: 'One run group or prompt run by its id, with the answer; prompt-history names ids',
  scope: 'project',
  words: 'fixed',
  async run({ project, words, page }, { visibilityOf }) {
    const id = unquoted(words);
    if (!z.guid().safeParse(id).success) {
      throw new Refused({
        sentence: `${id ? `“${id}” is no id of a run.` : 'Say which run, by its id.'} /visibility prompt-history names the ids of a prompt’s runs.`,
        example: `/visibility ${runs.example}`,
      });
    }
    const api = visibilityOf(project);
    const run = await orNothing(api.promptRun(id));
    // A run of another project does not exist here.
    if (run && run.prompt_run.project_id === project.id)
      return { message: promptRunAnswer(project, run, await namesOf(api, project)), share: true };
    const group = await orNothing(api.runGroup(id));
    if (group?.run_group.project_id !== project.id) {
      throw new Refused({
        sentence: `${project.name} has no run with this id.`,
        example: '/visibility prompt-history k8s cost alerts',
      });
    }
    const { shown, pages } = pageOf(group.prompt_runs, page);
    return {
      message: runGroupAnswer(project, group, shown, await namesOf(api, project)),
      pages,
      share: true,
    };
  },
};

async function namesOf(api: VisibilityClient, project: Project): Promise<RunNames> {
  const [prompts, engines] = await Promise.all([api.prompts(project.id), api.engines()]);
  return new Map([
    ...prompts.flatMap(({ id, text }): [string, string][] => (id && text ? [[id, text]] : [])),
    ...engines.map(({ id, display_name }): [string, string] => [id, display_name]),
  ]);
}

async function orNothing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
