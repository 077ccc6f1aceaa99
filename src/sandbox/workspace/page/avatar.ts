/** Pictures of who writes, drawn here: initials for people, a mark for the app. */
import type { Workspace } from '../model.ts';
import { type Html, html } from './markup.ts';

const HUES = 6;

/** `id` is a person's, the bot's, or one nobody knows. */
export function avatar(id: string, workspace: Workspace): Html {
  if (id === workspace.bot.userId) return html`<span class="avatar app" aria-hidden="true">${mark()}</span>`;
  const index = workspace.people.findIndex((person) => person.id === id);
  const name = workspace.people[index]?.realName ?? '?';
  const words = name.split(/\s+/).filter(Boolean);
  const initials = [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.charAt(0) ?? '')
    .join('');
  return html`<span class="avatar hue-${Math.max(index, 0) % HUES}" aria-hidden="true">${initials.toUpperCase()}</span>`;
}

/** A line of sight: an eye's arc and what it looks at. */
export function mark(): Html {
  return html`<svg viewBox="0 0 36 36" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"><path d="M7 22C10 14.5 14 11 18 11s8 3.5 11 11"/><circle cx="18" cy="21" r="3.6" fill="currentColor" stroke="none"/><path d="M7 27.5h22" opacity=".55"/></svg>`;
}
