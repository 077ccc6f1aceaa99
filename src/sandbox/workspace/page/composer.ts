/** Where one writes: a field that grows, the app's shortcuts, and its slash commands as one types. */
import type { Channel, DeclaredCommand, Workspace } from '../model.ts';
import { appName } from './drawing.ts';
import { type Html, html } from './markup.ts';
import { isDirect, titleOf } from './place.ts';
import { shortcutMenu } from './shortcuts.ts';

/** Custom commands do not run inside threads, as in Slack, so a thread's composer offers none. */
export function composer(channel: Channel, workspace: Workspace, thread?: string): Html {
  if (workspace.directReadOnly && isDirect(channel)) return CLOSED;
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

/** In Slack's words. */
const CLOSED = html`<p class="composer closed">Sending messages to this app has been turned off.</p>`;

function commandList(workspace: Workspace): Html {
  const lines = workspace.commands.flatMap(linesOf);
  return html`<ul class="commands" id="commands" role="listbox" aria-label="Commands of ${appName(workspace)}" hidden>${lines.map(
    ({ line, usage, description, example, within }, i) =>
      html`<li id="command-${i}" role="option" aria-selected="false" data-line="${line}"${within && html` data-within="${within}"`}><b>${line}</b> <span class="usage">${usage}</span><small>${description}${example && html` <i>e.g. ${example}</i>`}</small></li>`,
  )}</ul>`;
}

/** What is offered: `line` is what taking it writes, `within` the command that has to stand there first. */
type Line = { line: string; usage: string; description: string; example?: string; within?: string };

function linesOf({ command, usageHint, description, subcommands = [] }: DeclaredCommand): Line[] {
  const usage = subcommands.length > 0 ? '<what> [words] [in <project>]' : usageHint;
  return [
    { line: command, usage, description },
    ...subcommands.map((each) => ({
      line: `${command} ${each.name}`,
      usage: each.usage.slice(each.name.length).trim(),
      description: each.description,
      example: `${command} ${each.example}`,
      within: command,
    })),
  ];
}
