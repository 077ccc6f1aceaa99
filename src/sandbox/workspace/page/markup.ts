/** The page's HTML, in which every interpolated string is escaped, and its own pictures. */
import { raw, html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Workspace } from '../model.ts';

/** Markup that is safe to send. Made only by `html`. */
export type Html = HtmlEscapedString;

/** html`<p>${outside}</p>` escapes strings, inserts Html and lists, and omits false and undefined. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  const made = template(parts, ...values);
  if (made instanceof Promise) throw new TypeError('A page can’t contain promises');
  return made;
}

/** The head of a document; `more` stands at its end. */
export function drawHead(title: string, more?: Html): Html {
  return html`<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/assets/page.css">
  ${more}
</head>`;
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

const HUES = 4;

/** `id` may be anyone's, even of someone who is no longer known. */
export function drawAvatar(id: string, workspace: Workspace): Html {
  if (id === workspace.bot.userId) return html`<span class="avatar app" aria-hidden="true">${MARK}</span>`;
  const index = workspace.people.findIndex((person) => person.id === id);
  const words = (workspace.people[index]?.realName ?? '?').split(/\s+/).filter(Boolean);
  const initials = [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.charAt(0) ?? '')
    .join('');
  return html`<span class="avatar hue-${Math.max(index, 0) % HUES}" aria-hidden="true">${initials.toUpperCase()}</span>`;
}

const icon = (shape: Html) => html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${shape}</svg>`;

export const ARROW = icon(html`<path d="M2.5 8h9M7.5 3.5 12.5 8l-5 4.5"/>`);
export const BOLT = icon(html`<path d="M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z"/>`);
export const BUBBLE = icon(html`<path d="M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z"/>`);
export const CROSS = icon(html`<path d="M4 4l8 8M12 4l-8 8"/>`);
export const DOTS = icon(html`<path d="M3.5 8h.1M8 8h.1M12.4 8h.1" stroke-width="2.4"/>`);
export const EYE = icon(
  html`<path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z"/><circle cx="8" cy="8" r="2"/>`,
);
export const HASH = icon(html`<path d="M6 2.5 4.5 13.5M11.5 2.5 10 13.5M2.5 6h11.5M2 10h11.5"/>`);
export const HOUSE = icon(html`<path d="M2.5 7.5 8 2.5l5.5 5v6h-4v-4h-3v4h-4z"/>`);
export const INFO = icon(html`<circle cx="8" cy="8" r="5.5"/><path d="M8 7.5v3.2M8 5.2v.1"/>`);
export const LINES = icon(html`<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11"/>`);
export const LOCK = icon(html`<path d="M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5"/>`);
export const PLUG = icon(html`<path d="M5.5 2v3M10.5 2v3M3.5 5.5h9v2a4.5 4.5 0 0 1-9 0zM8 12v2.5"/>`);
export const TICK = icon(html`<path d="M3.5 8.5l3 3 6-7"/>`);

/** The app's logo: an eye above a line. */
export const MARK = html`<svg viewBox="0 0 36 36" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"><path d="M7 22C10 14.5 14 11 18 11s8 3.5 11 11"/><circle cx="18" cy="21" r="3.6" fill="currentColor" stroke="none"/><path d="M7 27.5h22" opacity=".55"/></svg>`;
