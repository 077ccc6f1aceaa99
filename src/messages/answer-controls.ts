/** The buttons of an answer: to its other pages, to what is asked next, to a run behind a row, and to show it to everybody. */
import { carry, carryIfFits } from '../carried.ts';
import type { ProjectRef } from '../decision.ts';
import { ACTIONS } from './actions.ts';
import { brief } from './lengths.ts';
import {
  actions,
  type Button,
  button,
  type Control,
  note,
  type Option,
  type Page,
  type Part,
  withBelow,
  withoutControls,
} from './page.ts';
import { say, user } from './text.ts';
import { clock } from './times.ts';

/** `page` counts from 0; the others are what the buttons carry. */
export type Controls = {
  page: number;
  pages: number;
  previous: string;
  next: string;
  share: string | undefined;
  again: string | undefined;
  /** The list as a table that can be sorted, and back. */
  asTable: string | undefined;
  asList: string | undefined;
};

export function withControls(message: Page, controls: Controls): Page {
  const { page, pages, previous, next, share, again, asTable, asList } = controls;
  const parts = message.parts.filter((part) => part !== undefined && part !== false);
  const last = parts.at(-1);
  // What the answer leads on to is one row with them.
  const onward = last?.kind === 'actions' ? last : undefined;
  const buttons = actions([
    ...(onward?.controls ?? []),
    page > 0 && button(ACTIONS.pagePrevious, 'Previous', `Page ${page} of ${pages}`, previous),
    page + 1 < pages && button(ACTIONS.pageNext, 'Next', `Page ${page + 2} of ${pages}`, next),
    asTable !== undefined &&
      button(ACTIONS.pageAsTable, 'Sort as table', 'Sort this list as a table', asTable),
    asList !== undefined && button(ACTIONS.pageAsList, 'Back to the list', 'Back to the list', asList),
    share !== undefined && button(ACTIONS.shareHere, 'Share here', 'Show this answer to the channel', share),
    again !== undefined && button(ACTIONS.askAgain, 'Try again', 'Try the same again', again),
  ]);
  if (!buttons) return message;
  const above = onward ? { ...message, parts: parts.slice(0, -1) } : message;
  return withBelow(above, buttons, note(pages > 1 && `Page ${page + 1} of ${pages}`));
}

/** As everybody sees it: who showed it, and when it was so. `at` in epoch ms. */
export function asShared(message: Page, person: string, at: number): Page {
  const by = note(say`Shared by ${user(person)}, as of ${clock(at)}`);
  return withBelow(withoutControls(message), by);
}

/** What stands behind /visibility for whoever types instead; `project` is the id of the one that it is about. */
type Line = { label: string; line: string; hint?: string };

/** A button that asks what a line typed behind /visibility would ask; undefined where the line is too long to be carried. */
export function lineButton({ label, line, hint }: Line, project?: string): Button | undefined {
  const value = carryIfFits('line', { text: line, project });
  return value === undefined ? undefined : button(ACTIONS.lineOpen, label, hint ?? line, value);
}

/** The same as choices of a menu or a list. */
export function lineOptions(lines: readonly Line[], project?: string): Option[] {
  return lines.flatMap(({ label, line, hint }) => {
    const value = carryIfFits('line_choice', { text: line, project });
    return value === undefined ? [] : { value, label, hint };
  });
}

/** ⋯ beside a row; undefined where none of its lines can be carried. */
export function lineMenu(lines: readonly Line[], project?: string): Control | undefined {
  const options = lineOptions(lines, project);
  return options.length === 0 ? undefined : { kind: 'menu', id: ACTIONS.lineOpen, options };
}

/** Answers that take each other’s place, `current` among them. */
export function tabs(lines: readonly Line[], current: string, { id }: ProjectRef): Part | undefined {
  return actions(
    lines.map((tab) => {
      const open = tab.line === current ? undefined : lineButton(tab, id);
      return open && { ...open, id: ACTIONS.lineTab };
    }),
  );
}

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
  return runButton(ACTIONS.runOpen, 'Read answer', hintOf('Read answer', about), project, runId);
}

/** To a prompt run, which may have no answer. */
export function openRunButton(
  project: ProjectRef,
  runId: string | undefined,
  about: About,
): Button | undefined {
  return runButton(ACTIONS.runOpen, 'Open', hintOf('Open run', about), project, runId);
}

/** To all runs that were started together. */
export function wholeRunButton(project: ProjectRef, groupId: string | undefined): Button | undefined {
  return runButton(
    ACTIONS.groupOpen,
    'Whole run',
    'Whole run, with all prompts and engines',
    project,
    groupId,
  );
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
function runButton(
  action: string,
  label: string,
  hint: string,
  { id: project }: ProjectRef,
  id: string | undefined,
): Button | undefined {
  if (id === undefined || !UUID.test(id)) return undefined;
  return button(action, label, hint, carry('run', { project, id }));
}
