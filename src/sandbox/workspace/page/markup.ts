/** The page's HTML: every interpolated string is escaped. */
import { raw, html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Markup that is safe to send. Made only by `html`. */
export type Html = HtmlEscapedString;

/** html`<p>${outside}</p>` escapes strings, inserts Html and lists, and omits false and undefined. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  const made = template(parts, ...values);
  if (made instanceof Promise) throw new TypeError('A page can’t contain promises');
  return made;
}

/** Its text, which stays escaped. */
export function withoutTags(made: Html): Html {
  return raw(
    made
      .toString()
      .replace(/<br>/g, ' ')
      .replace(/<[^>]*>/g, ''),
  );
}

export function cannotDraw(what: string): Html {
  return html`<p class="cannot">This page can’t show “${what}”.</p>`;
}
