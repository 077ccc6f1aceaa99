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
  const view = question.view ? undefined : 'table';
  const label = view ? 'Sort as table' : 'Back to the list';
  const action = view ? ACTIONS.pageAsTable : ACTIONS.pageAsList;
  const buttons = actions([
    ...(onward?.controls ?? []),
    page > 0 &&
      button(ACTIONS.pagePrevious, 'Previous', `Page ${page} of ${pages}`, asking({ page: page - 1 })),
    page + 1 < pages &&
      button(ACTIONS.pageNext, 'Next', `Page ${page + 2} of ${pages}`, asking({ page: page + 1 })),
    sortable && button(action, label, label, asking({ page: 0, view })),
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

/** A button that runs a /visibility line; undefined if the line is too long for one. `hint`: for one of several alike. */
export function lineButton(label: string, line: string, project?: string, hint = label): Button | undefined {
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

const RUN_BUTTONS = {
  answer: { action: ACTIONS.runOpen, label: 'Read answer' },
  run: { action: ACTIONS.runOpen, label: 'Open' },
  group: { action: ACTIONS.groupOpen, label: 'Whole run' },
};

/** Opens a prompt run, which may have no answer, or all runs that were started together; undefined without an id. */
export function runButton(
  which: keyof typeof RUN_BUTTONS,
  { id: project }: ProjectRef,
  id: string | undefined,
  { engine = '', prompt = '', names = '' }: About = {},
): Button | undefined {
  if (id === undefined || !UUID.test(id)) return undefined;
  const { action, label } = RUN_BUTTONS[which];
  const about = [brief(engine, 'place'), brief(prompt, 'prompt'), brief(names, 'name')];
  const hint = [label, ...about].filter(Boolean).join(', ');
  // The click checks that the project is visible there.
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
