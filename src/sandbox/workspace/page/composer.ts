/** Where one writes: a field that grows, the app's shortcuts, and its slash commands as one types. */
import type { Channel, Workspace } from '../model.ts';
import { appName } from './drawing.ts';
import { type Html, html } from './markup.ts';
import { isDirect, titleOf } from './place.ts';

/** Custom commands do not run inside threads, as in Slack, so a thread's composer offers none. */
export function composer(channel: Channel, workspace: Workspace, thread?: string): Html {
  if (!takesMessages(channel, workspace)) return CLOSED;
  const name = thread ? 'reply' : 'message';
  const title = titleOf(channel, workspace);
  const hint = thread ? 'Reply…' : `Message ${title}, or type /`;
  const offers = thread ? html`` : html` aria-autocomplete="list" aria-controls="commands"`;
  const shortcuts = thread
    ? undefined
    : shortcutMenu(workspace, 'global', 'shortcuts', { channel: channel.id });
  return html`<form class="composer" data-post="/say">
    <input type="hidden" name="channel" value="${channel.id}">
    ${thread && html`<input type="hidden" name="thread" value="${thread}">`}
    ${!thread && commandList(workspace)}
    <div class="writing">
      ${shortcuts?.button}
      <textarea id="${name}" name="text" rows="1" placeholder="${hint}" aria-label="${thread ? 'Reply in thread' : `Message ${title}`}"${offers}></textarea>
      <button class="send" aria-label="Send"><svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M2.5 8h9M7.5 3.5 12.5 8l-5 4.5"/></svg></button>
    </div>
  </form>${shortcuts?.menu}`;
}

/** Whether anything can be written there. */
export function takesMessages(channel: Channel, { directReadOnly }: Workspace): boolean {
  return !(directReadOnly && isDirect(channel));
}

/** In Slack's words. */
const CLOSED = html`<p class="composer closed">Sending messages to this app has been turned off.</p>`;

/** Names only, as in Slack: what may follow one is its usage hint. */
function commandList({ commands, ...workspace }: Workspace): Html {
  return html`<ul class="commands" id="commands" role="listbox" aria-label="Commands of ${appName(workspace)}" hidden>${commands.map(
    ({ command, usageHint, description }, i) =>
      html`<li id="command-${i}" role="option" aria-selected="false" data-line="${command}"><b>${command}</b> <span class="usage">${usageHint}</span><small>${description}</small></li>`,
  )}</ul>`;
}

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
