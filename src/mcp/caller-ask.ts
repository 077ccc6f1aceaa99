/** Turns the caller of a tool into the Ask that handlers take, as if in a direct message, and finds the project. */
import { z } from 'zod';
import type { Plan } from '../ask/plan.ts';
import { findVisibleProjects, type Project } from '../projects/projects.ts';
import { asOperator } from '../surface/ask/answer-locally.ts';
import type { Ask, ProjectAsk } from '../surface/ask.ts';
import { findProject, findProjectsNamed } from '../surface/command-line.ts';
import { Refused } from '../surface/refused.ts';
import { withProjectsSeen } from '../surface/seen-by.ts';
import { type Caller, type Position, ProjectName, type Tool, type ToolAnswer } from './tool.ts';

/** Stands in for a direct message. Nothing is ever posted there. */
const HERE = 'DMCP';

/** @throws Refused if the Slack account is deactivated */
export async function createAsk({ person, team, workspace, bot, callId }: Caller): Promise<Ask> {
  const ask = { ...bot, workspace, team, id: callId, person, channel: HERE, triggerId: '' };
  if (person === '') return { ...ask, workspace: asOperator(workspace, HERE, { has: () => true }) };
  const { isDeactivated } = await workspace.personOf(person);
  if (isDeactivated) throw new Refused('Your Slack account is deactivated.');
  return withProjectsSeen(ask);
}

/** The project that a tool was called for, and the ask to answer it with. */
export type About = { project: Project; ask: Ask };

/** A tool about one project, which its input may name. */
export function projectTool<Shape extends z.ZodRawShape>({
  input,
  run,
  ...words
}: Pick<Tool, 'name' | 'title' | 'description' | 'next'> & {
  input: Shape;
  run: (given: z.infer<z.ZodObject<Shape>>, about: About, position: Position) => Promise<ToolAnswer>;
}): Tool {
  const own = z.object(input);
  return {
    ...words,
    input: own.extend({ project: ProjectName }),
    async run(given, caller, position) {
      const ask = await createAsk(caller);
      const project = requireProject(z.object({ project: ProjectName }).parse(given).project, ask);
      return { project, ...(await run(own.parse(given), { project, ask }, position)) };
    },
  };
}

/** The projects that the caller sees, in the order of the projects file. */
export function listProjectsSeen({ workspace, channel }: Ask): Project[] {
  return findVisibleProjects(workspace.projects(), channel);
}

/**
 * The project by name or id; without one, the project that `text` names, or the only one.
 * @throws Refused if there is none or several, in the same words whether a project is hidden or doesn't exist
 */
export function requireProject(wanted: string | undefined, ask: Ask, text = ''): Project {
  const visible = listProjectsSeen(ask);
  const names = visible.map(({ name }) => name).join(', ');
  if (visible.length === 0) throw noProject(ask);
  if (wanted !== undefined) {
    const project = findProject(wanted.trim(), visible);
    if (project) return project;
    throw new Refused(`You see no project “${wanted}”. You see: ${names}.`);
  }
  const [project, second] = findProjectsNamed(text, visible) ?? visible;
  if (project && !second) return project;
  throw new Refused(`Say which project you mean. You see: ${names}.`);
}

/** @throws Refused for days in the wrong order */
export function requireOrder({ from, to }: Pick<Plan, 'from' | 'to'>): void {
  if (from !== undefined && to !== undefined && from > to)
    throw new Refused(`from (${from}) is after to (${to}). Swap them.`);
}

function noProject({ person }: Ask): Refused {
  if (person === '') return new Refused('No project is configured.');
  return new Refused(
    'You aren’t in any Slack channel that shows a project. Join one, or ask an admin which channels those are.',
  );
}

/** A question about a project as commands take it, with lists as tables. */
export function askAbout(project: Project, ask: Ask, page = 0): ProjectAsk {
  return { ...ask, project, line: '', words: '', channels: {}, options: {}, page, view: 'table' };
}
