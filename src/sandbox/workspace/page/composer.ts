/** Where one writes: a field that grows, the app's shortcuts, and its slash commands as one types. */
import type { Channel, Workspace } from '../model.ts';
import { appName } from './drawing.ts';
import { type Html, html } from './markup.ts';
import { isDirect, titleOf } from './place.ts';
import { shortcutMenu } from './shortcuts.ts';

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
