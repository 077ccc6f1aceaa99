/** Buttons on an answer: paging, follow-up questions, opening a run, sharing, and which stay when a channel sees it. */
import { type Carried, carry, carryIfFits } from '../carried.ts';
import type { ProjectRef } from '../decision.ts';
import { ACTIONS } from './actions.ts';
import { brief } from './lengths.ts';
import type { Button, Control, Option, Page, Part } from './page.ts';
import { actions, button, keepControls, note, withBelow, withoutControls } from './page.ts';
import { say, user } from './text.ts';
import { moment } from './times.ts';

type Offered = { pages?: number; share?: boolean; again?: boolean; sortable?: boolean };

/** Adds buttons that ask the question again; none to one too long to be carried. */
export function withControls(message: Page, question: Carried<'question'>, offered: Offered): Page {
  const { pages = 1, share, again, sortable } = offered;
  const longest = { ...question, page: Math.max(question.page, pages), view: 'table' as const };
  if (carryIfFits('question', longest) === undefined) return message;
  const asking = (change: Partial<typeof question>) => carry('question', { ...question, ...change });
  // A list that has become shorter shows its last page.
  const page = Math.max(0, Math.min(question.page, pages - 1));
  const parts = message.parts.filter((part) => part !== undefined && part !== false);
  const last = parts.at(-1);
  // Follow-up buttons share a row with these.
  const onward = last?.kind === 'actions' ? last : undefined;
  const tableOrList = question.view
    ? button(ACTIONS.pageAsList, 'Back to the list', 'Back to the list', asking({ page: 0, view: undefined }))
    : button(
        ACTIONS.pageAsTable,
        'Sort as table',
        'Sort this list as a table',
        asking({ page: 0, view: 'table' }),
      );
  const buttons = actions([
    ...(onward?.controls ?? []),
    page > 0 &&
      button(ACTIONS.pagePrevious, 'Previous', `Page ${page} of ${pages}`, asking({ page: page - 1 })),
    page + 1 < pages &&
      button(ACTIONS.pageNext, 'Next', `Page ${page + 2} of ${pages}`, asking({ page: page + 1 })),
    sortable && tableOrList,
    share && button(ACTIONS.shareHere, 'Share here', 'Show this answer to the channel', asking({ page })),
    again && button(ACTIONS.askAgain, 'Try again', 'Try the same again', asking({})),
  ]);
  if (!buttons) return message;
  const above = onward ? { ...message, parts: parts.slice(0, -1) } : message;
  return withBelow(above, buttons, note(pages > 1 && `Page ${page + 1} of ${pages}`));
}

/** The copy a channel sees, saying who shared it and as of when (`at`, epoch ms). */
export function toShared(message: Page, person: string, at: number): Page {
  const by = note(say`Shared by ${user(person)}, as of ${moment(at)}`);
  return withBelow(withoutControls(message), by);
}

type Line = { label: string; line: string };

/** A button that runs a /visibility line; undefined if the line is too long for a button. */
export function lineButton(label: string, line: string, project?: string, hint = line): Button | undefined {
  const value = carryIfFits('line', { text: line, project });
  return value === undefined ? undefined : button(ACTIONS.lineOpen, label, hint, value);
}

/** The same lines as options of a menu or list. */
export function lineOptions(lines: readonly Line[], project?: string): Option[] {
  return lines.flatMap(({ label, line }) => {
    const value = carryIfFits('line_choice', { text: line, project });
    return value === undefined ? [] : { value, label };
  });
}

/** The ⋯ menu of a row; undefined if none of the lines fit. */
export function lineMenu(lines: readonly Line[], project: string): Control | undefined {
  const options = lineOptions(lines, project);
  return options.length === 0 ? undefined : { kind: 'menu', id: ACTIONS.lineOpen, options };
}

/** Buttons that replace this answer with another one; `current` gets none. */
export function tabs(lines: readonly Line[], current: string, { id }: ProjectRef): Part | undefined {
  return actions(
    lines.map((tab) => {
      return tab.line === current ? undefined : lineTab(tab.label, tab.line, id);
    }),
  );
}

/** A button whose answer replaces the message that it stands on. */
export function lineTab(label: string, line: string, project?: string): Button | undefined {
  const open = lineButton(label, line, project);
  return open && { ...open, id: ACTIONS.lineTab };
}

/** Run ids are UUIDs; the API rejects anything else. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Tells buttons apart in a screen reader. */
type About = { engine?: string | undefined; prompt?: string | undefined; names?: string | undefined };

/** Opens the answer of a prompt run; undefined without an id. */
export function readAnswerButton(project: ProjectRef, runId: string | undefined, about: About) {
  return runButton(ACTIONS.runOpen, 'Read answer', hintOf('Read answer', about), project, runId);
}

/** Opens a prompt run, which may have no answer. */
export function openRunButton(project: ProjectRef, runId: string | undefined, about: About) {
  return runButton(ACTIONS.runOpen, 'Open', hintOf('Open run', about), project, runId);
}

/** Opens all runs that were started together. */
export function wholeRunButton(project: ProjectRef, groupId: string | undefined) {
  const hint = 'Whole run, with all prompts and engines';
  return runButton(ACTIONS.groupOpen, 'Whole run', hint, project, groupId);
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

/** Carries the project as well, because the click checks that it is visible there. */
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

/** Their answers only go to the person who clicks. */
const FOR_ANYBODY: ReadonlySet<string> = new Set([ACTIONS.lineOpen, ACTIONS.askCorrect]);

/** Removes controls that aren't safe for everyone; if there were any, adds `whole`, which opens the full answer. */
export function publicPage(page: Page, whole: Button | undefined): Page {
  let isWhole = true;
  const shown = keepControls(page, ({ id }: Control) => {
    const stays = FOR_ANYBODY.has(id);
    if (!stays) isWhole = false;
    return stays;
  });
  return isWhole ? shown : withBelow(shown, actions([whole]));
}
