/** The buttons under an answer: to its other pages, and to show it to everybody in the channel. */
import { ACTIONS } from './actions.ts';
import { actions, button, note, type Page, withBelow, withoutControls } from './page.ts';
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
  const buttons = actions([
    page > 0 && button(ACTIONS.pagePrevious, 'Previous', `Page ${page} of ${pages}`, previous),
    page + 1 < pages && button(ACTIONS.pageNext, 'Next', `Page ${page + 2} of ${pages}`, next),
    asTable !== undefined &&
      button(ACTIONS.pageAsTable, 'Sort as table', 'Sort this list as a table', asTable),
    asList !== undefined && button(ACTIONS.pageAsList, 'Back to the list', 'Back to the list', asList),
    share !== undefined && button(ACTIONS.shareHere, 'Share here', 'Show this answer to the channel', share),
    again !== undefined && button(ACTIONS.askAgain, 'Try again', 'Try the same again', again),
  ]);
  if (!buttons) return message;
  return withBelow(message, buttons, note(pages > 1 && `Page ${page + 1} of ${pages}`));
}

/** As everybody sees it: who showed it, and when it was so. `at` in epoch ms. */
export function shared(message: Page, person: string, at: number): Page {
  const by = note(say`Shared by ${user(person)}, as of ${clock(at)}`);
  return withBelow(withoutControls(message), by);
}
