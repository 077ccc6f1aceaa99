/** One message as a row: who, when, what, and the way into its thread. */
import type { PostedMessage, Workspace } from '../model.ts';
import { avatar } from './avatar.ts';
import { drawBlocks } from './blocks/blocks.ts';
import { shortcutMenu } from './composer.ts';
import { momentLabel, timeLabel } from './dates.ts';
import { type Drawing, nameOf, type Reader } from './drawing.ts';
import { drawFiles, isPicture } from './files.ts';
import { type Html, html } from './markup.ts';
import { decode, mrkdwn } from './mrkdwn.ts';
import { href, type Place } from './place.ts';
import { spoken } from './spoken.ts';

/** How a message stands among the others. */
type RowOptions = {
  /** Made unique by it: the parent of an open thread stands in the document twice. */
  scope: string;
  /** Follows a message of the same author, so it goes without name and picture. */
  grouped: boolean;
  replies: readonly PostedMessage[];
  /** Whether a thread can be opened from here. */
  threaded: boolean;
};

/** The row and its id in the document. */
export function messageRow(
  message: PostedMessage,
  options: RowOptions,
  { workspace, reader, place }: { workspace: Workspace; reader: Reader; place: Place },
): { id: string; html: Html } {
  const id = `${options.scope}-${message.ts}`;
  const at = momentOf(message.ts);
  const app = message.author === workspace.bot.userId;
  const author = nameOf(reader.people, message.author) ?? message.author;
  const classes = [
    'row',
    options.grouped && 'grouped',
    message.onlyFor && 'private',
    message.subtype && 'system',
  ]
    .filter(Boolean)
    .join(' ');
  const time = html`<time title="${momentLabel(at, reader.timezone)}">${timeLabel(at, reader.timezone)}</time>`;
  const name = app
    ? html`<a class="author" href="${href({ ...without(place), spot: { kind: 'about' } })}" data-go>${author}</a> <span class="badge">APP</span>`
    : html`<span class="author">${author}</span>`;
  const edited = message.edited && html`<span class="edited">edited</span>`;
  const thread = href({ ...place, thread: message.ts });
  return {
    id,
    html: html`<li class="${classes}" id="${id}" data-ts="${message.ts}" data-say="${author}: ${decode(message.text).slice(0, 140)}">
      <div class="gutter">${options.grouped ? html`${time}${edited}` : avatar(message.author, workspace)}</div>
      <article aria-label="${author}, ${timeLabel(at, reader.timezone)}">
        ${options.grouped ? '' : html`<p class="byline">${name} ${time} ${edited}</p>`}
        ${message.onlyFor && html`<p class="only"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z"/><circle cx="8" cy="8" r="2"/></svg>Only visible to you</p>`}
        <div class="content">${content(message, place, { ...reader, scope: id })}</div>
        ${options.threaded && repliesLink(options.replies, thread, reader)}
      </article>
      ${tools(message, id, options.threaded && thread, workspace)}
    </li>`,
  };
}

/** What can be done with a message as such; a private answer has no thread and takes no shortcut. */
function tools(
  message: PostedMessage,
  id: string,
  thread: string | false,
  workspace: Workspace,
): Html | false {
  const place = { channel: message.channel, ts: message.ts };
  const menu = message.onlyFor ? undefined : shortcutMenu(workspace, 'message', `${id}-more`, place);
  if (!thread && !menu) return false;
  return html`<div class="tools">
    ${thread && html`<a class="tool reply" href="${thread}" data-go aria-label="Reply in thread" title="Reply in thread"><svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z"/></svg></a>`}
    ${menu?.button}${menu?.menu}
  </div>`;
}

/** Epoch ms of Slack's ts. */
export function momentOf(ts: string): number {
  return Math.floor(Number(ts) * 1000);
}

function content(message: PostedMessage, place: Place, drawing: Drawing): Html {
  if (place.textOnly) return spoken(message, drawing);
  const said =
    message.blocks.length > 0
      ? drawBlocks(message.blocks, drawing)
      : message.text && html`<div class="text">${mrkdwn(message.text, drawing)}</div>`;
  return html`${said}${drawFiles(message.files ?? [])}`;
}

function repliesLink(replies: readonly PostedMessage[], thread: string, reader: Reader): Html | false {
  const last = replies.at(-1);
  if (!last) return false;
  const count = replies.length === 1 ? '1 reply' : `${replies.length} replies`;
  const what = last.files?.[0];
  return html`<a class="replies" href="${thread}" data-go>${count} <span>Last reply ${momentLabel(momentOf(last.ts), reader.timezone)}${what && `: ${isPicture(what) ? 'a picture' : what.name}`}</span></a>`;
}

function without({ person, spot, textOnly }: Place): Place {
  return { person, spot, textOnly };
}
