/** An answer as posted for a whole channel. */
import { ACTIONS } from '../actions.ts';
import { actions, type Button, type Control, keepControls, type Page, withBelow } from '../page.ts';

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
