/** The answer to a question as everybody in a channel reads it. */
import { ACTIONS } from '../actions.ts';
import { actions, type Button, type Control, keepControls, type Page, withBelow } from '../page.ts';

/** They answer whoever clicks, alone. */
const FOR_ANYBODY: ReadonlySet<string> = new Set([ACTIONS.lineOpen, ACTIONS.askCorrect]);

/** Only what answers whoever clicks is left to click, and `whole`, which opens all of it, where anything was taken away. */
export function publicPage(page: Page, whole: Button | undefined): Page {
  let isWhole = true;
  const shown = keepControls(page, ({ id }: Control) => {
    const stays = FOR_ANYBODY.has(id);
    if (!stays) isWhole = false;
    return stays;
  });
  return isWhole ? shown : withBelow(shown, actions([whole]));
}
