/** From whoever calls a tool to what every handler is given: an Ask as in a direct message, and the project that is meant. */
import { type Project, visibleIn } from '../projects/projects.ts';
import { asOperator } from '../surface/ask/answer-locally.ts';
import { named } from '../surface/ask/ask-command.ts';
import type { Ask, ProjectAsk } from '../surface/ask.ts';
import { findProject } from '../surface/command-line.ts';
import { Refused } from '../surface/refused.ts';
import { withProjectsSeen } from '../surface/seen-by.ts';
import type { Caller } from './tool.ts';

/** Stands for the direct message that there is none of: nothing is ever said there. */
const HERE = 'DMCP';

/** @throws Refused for an account that is closed in Slack. */
export async function askOf({ person, team, workspace, bot, callId }: Caller): Promise<Ask> {
  const ask = { ...bot, workspace, team, id: callId, person, channel: HERE, triggerId: '' };
  if (person === '') return { ...ask, workspace: asOperator(workspace, HERE, { has: () => true }) };
  const { isDeactivated } = await workspace.personOf(person);
  if (isDeactivated) throw new Refused('Your Slack account is deactivated.');
  return withProjectsSeen(ask);
}

/** Projects that whoever asks sees, in the order of the projects file. */
export function projectsSeen({ workspace, channel }: Ask): Project[] {
  return visibleIn(workspace.projects(), channel);
}

/**
 * By name or id; where none is said the one that `text` names, or the only one. @throws Refused where no project, no such
 * project, or none of several is meant; one that exists elsewhere is told as one that doesn't.
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
  const [project, second] = named(text, visible) ?? visible;
  if (project && !second) return project;
  throw new Refused(`Say which project you mean. You see: ${names}.`);
}

function noProject({ person }: Ask): Refused {
  if (person === '') return new Refused('No project is configured.');
  return new Refused(
    'You’re in no Slack channel that shows a project, so there’s nothing to read here. Join one, or ask an admin which there are.',
  );
}

/** A question about a project, as a command is asked; what can be told in columns and rows is. */
export function askAbout(project: Project, ask: Ask, page = 0): ProjectAsk {
  return { ...ask, project, line: '', words: '', channels: {}, options: {}, page, view: 'table' };
}
