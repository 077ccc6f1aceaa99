/** What the page cannot draw is said where it would stand: a hole in a message would look like a fault of the bot. */
import { type Html, html } from '../markup.ts';

/** `what` is the type that is not known here. */
export function cannotDraw(what: string): Html {
  return html`<p class="cannot">This page cannot draw “${what}”.</p>`;
}
