/** The buttons that lead from a row to the prompt run behind it, and from a run to the group that it was part of. */
import { carry } from '../carried.ts';
import type { ProjectRef } from '../decision.ts';
import { ACTIONS } from './actions.ts';
import { brief } from './lengths.ts';
import { type Button, button } from './page.ts';

/** The API's ids of runs are UUIDs; with anything else it could not be asked. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What tells one button from the next for those who listen. */
type About = { engine?: string | undefined; prompt?: string | undefined; names?: string | undefined };

/** To the answer of a prompt run; none without an id. */
export function readAnswerButton(
  project: ProjectRef,
  runId: string | undefined,
  about: About,
): Button | undefined {
  return leading(ACTIONS.runOpen, 'Read answer', hintOf('Read answer', about), project, runId);
}

/** To a prompt run, which may have no answer. */
export function openRunButton(
  project: ProjectRef,
  runId: string | undefined,
  about: About,
): Button | undefined {
  return leading(ACTIONS.runOpen, 'Open', hintOf('Open run', about), project, runId);
}

/** To all runs that were started together. */
export function wholeRunButton(project: ProjectRef, groupId: string | undefined): Button | undefined {
  return leading(ACTIONS.groupOpen, 'Whole run', 'Whole run, with all prompts and engines', project, groupId);
}

function hintOf(label: string, { engine = '', prompt = '', names = '' }: About): string {
  return [
    label,
    engine && `of ${brief(engine, 'place')}`,
    prompt && `to “${brief(prompt, 'prompt')}”`,
    names && `that names ${brief(names, 'name')}`,
  ]
    .filter((part) => part)
    .join(' ');
}

/** `project` too, for whoever clicks must see it where they click. */
function leading(
  action: string,
  label: string,
  hint: string,
  { id: project }: ProjectRef,
  id: string | undefined,
): Button | undefined {
  if (id === undefined || !UUID.test(id)) return undefined;
  return button(action, label, hint, carry('run', { project, id }));
}
