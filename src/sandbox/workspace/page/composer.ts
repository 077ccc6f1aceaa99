/** The composer: a growing text field, the app's shortcuts, and its slash commands as you type. */
import type { Channel, Workspace } from '../model.ts';
import { ARROW, BOLT, DOTS, type Html, html } from './markup.ts';
import { appName, isDirect, titleOf } from './reader.ts';

/** A thread's composer offers no commands: Slack doesn't run them there. */
export function drawComposer(channel: Channel, workspace: Workspace, thread?: string): Html {
  if (!acceptsMessages(channel, workspace)) return CLOSED;
  const name = thread ? 'reply' : 'message';
  const title = titleOf(channel, workspace);
  const hint = thread ? 'Reply…' : `Message ${title}, or type /`;
  const offers = thread ? html`` : html` aria-autocomplete="list" aria-controls="commands"`;
  const shortcuts = thread
    ? undefined
    : drawShortcutMenu(workspace, 'global', 'shortcuts', { channel: channel.id });
  return html`<form class="composer" data-post="/say">
    <input type="hidden" name="channel" value="${channel.id}">
    ${thread && html`<input type="hidden" name="thread" value="${thread}">`}
    ${!thread && drawCommands(workspace)}
    <div class="writing">
      ${shortcuts?.button}
      <textarea id="${name}" name="text" rows="1" placeholder="${hint}" aria-label="${thread ? 'Reply in thread' : `Message ${title}`}"${offers}></textarea>
      <button class="send" aria-label="Send">${ARROW}</button>
    </div>
  </form>${shortcuts?.menu}`;
}

export function acceptsMessages(channel: Channel, { directReadOnly }: Workspace): boolean {
  return !(directReadOnly && isDirect(channel));
}

/** Slack's words. */
const CLOSED = html`<p class="composer closed">Sending messages to this app has been turned off.</p>`;

/** Like Slack, it completes names only; the usage hint says what can follow. */
function drawCommands({ commands, ...workspace }: Workspace): Html {
  return html`<ul class="commands" id="commands" role="listbox" aria-label="${appName(workspace)} commands" hidden>${commands.map(
    ({ command, usageHint, description }, i) =>
      html`<li id="command-${i}" role="option" aria-selected="false" data-line="${command}"><b>${command}</b> <span class="usage">${usageHint}</span><small>${description}</small></li>`,
  )}</ul>`;
}

type Place = { channel: string; ts?: string };

/** Undefined if the manifest declares no shortcuts of this type. `id` is the menu's element id. */
export function drawShortcutMenu(
  workspace: Workspace,
  type: 'global' | 'message',
  id: string,
  place: Place,
): { button: Html; menu: Html } | undefined {
  const declared = workspace.shortcuts.filter((shortcut) => shortcut.type === type);
  if (declared.length === 0) return undefined;
  const label = type === 'global' ? `${appName(workspace)} shortcuts` : 'Shortcuts for this message';
  const icon = type === 'global' ? BOLT : DOTS;
  return {
    button: html`<button type="button" class="tool" popovertarget="${id}" aria-haspopup="menu" aria-label="${label}" title="${label}">${icon}</button>`,
    menu: html`<form class="menu" id="${id}" popover data-post="/shortcut">
      <input type="hidden" name="channel" value="${place.channel}">${place.ts && html`<input type="hidden" name="ts" value="${place.ts}">`}
      <div role="menu" aria-label="${label}">${declared.map(
        ({ name, description, callbackId }, i) =>
          html`<button role="menuitem" name="shortcut" value="${callbackId}"${i === 0 ? html` autofocus` : ''}><span><b>${name}</b><small>${description}</small></span></button>`,
      )}</div></form>`,
  };
}
