/** HTML as the page makes it: every interpolated string is escaped, and a piece of markup is complete at once. */
import { html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Markup that is safe to send. Made only by `html`. */
export type Html = HtmlEscapedString;

/** html`<p>${outside}</p>`: strings are escaped, other pieces and lists of them are put in, false and undefined vanish. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  const made = template(parts, ...values);
  if (made instanceof Promise) throw new TypeError('A piece of the page must not wait for anything');
  return made;
}

/** `what` is the type that is not known here. */
export function cannotDraw(what: string): Html {
  return html`<p class="cannot">This page cannot draw “${what}”.</p>`;
}
