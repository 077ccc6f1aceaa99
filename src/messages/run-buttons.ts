/** The buttons that lead from a row to the prompt run behind it, and from a run to the group that it was part of. */
import type { Button } from '@slack/types';
import type { ProjectRef } from '../decision.ts';
import { ACTIONS } from '../slack/blocks.ts';
import { button } from './layout.ts';
import { brief } from './lengths.ts';
import { type Button as PageButton, button as pageButton } from './page.ts';

/** The API's ids of runs are UUIDs; with anything else it could not be asked. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What tells one button from the next for those who listen. */
type About = { engine?: string | undefined; prompt?: string | undefined; names?: string | undefined };

/** To the answer of a prompt run; none without an id. */
export function readAnswer({ id }: ProjectRef, runId: string | undefined, about: About): Button | undefined {
  return to(ACTIONS.runOpen, 'Read answer', spoken('Read answer', about), id, runId);
}

/** The same on a page. */
export function readAnswerButton(
  { id: project }: ProjectRef,
  id: string | undefined,
  about: About,
): PageButton | undefined {
  if (id === undefined || !UUID.test(id)) return undefined;
  const carried = JSON.stringify({ project, id });
  return pageButton(ACTIONS.runOpen, 'Read answer', spoken('Read answer', about), carried);
}

/** To a prompt run, which may have no answer. */
export function openRun({ id }: ProjectRef, runId: string | undefined, about: About): Button | undefined {
  return to(ACTIONS.runOpen, 'Open', spoken('Open run', about), id, runId);
}

/** To all runs that were started together. */
export function wholeRun({ id }: ProjectRef, groupId: string | undefined): Button | undefined {
  return to(ACTIONS.groupOpen, 'Whole run', 'Whole run, with all prompts and engines', id, groupId);
}

function spoken(label: string, { engine = '', prompt = '', names = '' }: About): string {
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
function to(
  action: string,
  label: string,
  about: string,
  project: string,
  id: string | undefined,
): Button | undefined {
  if (id === undefined || !UUID.test(id)) return undefined;
  return button(label, about, action, JSON.stringify({ project, id }));
}
