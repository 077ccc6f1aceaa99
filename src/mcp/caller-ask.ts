/** From the caller of a tool to what handlers are given: an Ask as in a direct message, and the project. */
import { type Project, visibleIn } from '../projects/projects.ts';
import { asOperator } from '../surface/ask/answer-locally.ts';
import { projectsNamed } from '../surface/ask/ask-command.ts';
import type { Ask, ProjectAsk } from '../surface/ask.ts';
import { findProject } from '../surface/command-line.ts';
import { Refused } from '../surface/refused.ts';
import { withProjectsSeen } from '../surface/seen-by.ts';
import type { Caller } from './tool.ts';

/** Stands for a direct message, as there is none; nothing is ever posted there. */
const HERE = 'DMCP';

/** @throws Refused if the Slack account is deactivated */
export async function askOf({ person, team, workspace, bot, callId }: Caller): Promise<Ask> {
  const ask = { ...bot, workspace, team, id: callId, person, channel: HERE, triggerId: '' };
  if (person === '') return { ...ask, workspace: asOperator(workspace, HERE, { has: () => true }) };
  const { isDeactivated } = await workspace.personOf(person);
  if (isDeactivated) throw new Refused('Your Slack account is deactivated.');
  return withProjectsSeen(ask);
}

/** Projects that the caller sees, in the order of the projects file. */
export function projectsSeen({ workspace, channel }: Ask): Project[] {
  return visibleIn(workspace.projects(), channel);
}

/**
 * By name or id; without one, the project that `text` names, or the only one. @throws Refused if there is none or several; a
 * project that the caller doesn't see is refused like one that doesn't exist.
 */
export function projectMeant(wanted: string | undefined, ask: Ask, text = ''): Project {
  const visible = projectsSeen(ask);
  const names = visible.map(({ name }) => name).join(', ');
  if (visible.length === 0) throw noProject(ask);
  if (wanted !== undefined) {
    const project = findProject(wanted.trim(), visible);
    if (project) return project;
    throw new Refused(`You see no project “${wanted}”. You see: ${names}.`);
  }
  const [project, second] = projectsNamed(text, visible) ?? visible;
  if (project && !second) return project;
  throw new Refused(`Say which project you mean. You see: ${names}.`);
}

function noProject({ person }: Ask): Refused {
  if (person === '') return new Refused('No project is configured.');
  return new Refused(
    'You’re in no Slack channel that shows a project, so there’s nothing to read here. Join one, or ask an admin which there are.',
  );
}

/** A question about a project, as a command is given it; lists come as tables. */
export function askAbout(project: Project, ask: Ask, page = 0): ProjectAsk {
  return { ...ask, project, line: '', words: '', channels: {}, options: {}, page, view: 'table' };
}
