/** The menus of the app's shortcuts: global ones beside the composer, those of a message at its row. */
import type { Workspace } from '../model.ts';
import { appName } from './drawing.ts';
import { type Html, html } from './markup.ts';

type Place = { channel: string; ts?: string };

/** The button and its menu, where the manifest declares shortcuts of this type. `id` is the menu's in the document. */
export function shortcutMenu(
  workspace: Workspace,
  type: 'global' | 'message',
  id: string,
  place: Place,
): { button: Html; menu: Html } | undefined {
  const declared = workspace.shortcuts.filter((shortcut) => shortcut.type === type);
  if (declared.length === 0) return undefined;
  const label = type === 'global' ? `Shortcuts of ${appName(workspace)}` : 'Shortcuts for this message';
  const sign = type === 'global' ? BOLT : DOTS;
  return {
    button: html`<button type="button" class="tool" popovertarget="${id}" aria-haspopup="menu" aria-label="${label}" title="${label}">${sign}</button>`,
    menu: html`<form class="menu" id="${id}" popover data-post="/shortcut">
      <input type="hidden" name="channel" value="${place.channel}">${place.ts && html`<input type="hidden" name="ts" value="${place.ts}">`}
      <div role="menu" aria-label="${label}">${declared.map(
        ({ name, description, callbackId }, i) =>
          html`<button role="menuitem" name="shortcut" value="${callbackId}"${i === 0 ? html` autofocus` : ''}><span><b>${name}</b><small>${description}</small></span></button>`,
      )}</div></form>`,
  };
}

const BOLT = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z"/></svg>`;
const DOTS = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 8h.1M8 8h.1M12.4 8h.1" stroke-width="2.4"/></svg>`;
