/** The messages of a channel and of a thread, as rows: days between them, neighbours of one author grouped. */
import type { Channel, PostedMessage, Workspace } from '../model.ts';
import { dayLabel, isoDay } from './dates.ts';
import type { Reader } from './drawing.ts';
import { appName } from './drawing.ts';
import { type Html, html } from './markup.ts';
import { messageRow, momentOf } from './message-row.ts';
import { isDirect, type Place, titleOf } from './place.ts';

/** One entry of a list: a message, a day, or what stands in an empty channel. */
export type Row = { id: string; html: Html };

type Context = { workspace: Workspace; reader: Reader; place: Place };

const GROUPED_WITHIN = 5 * 60_000;

/** What stands in a channel, oldest first. */
export function channelRows(channel: Channel, context: Context): Row[] {
  const { workspace, reader } = context;
  const messages = workspace
    .messages(channel.id, reader.person)
    .filter(({ threadTs, ts, broadcast }) => threadTs === undefined || threadTs === ts || broadcast);
  if (messages.length === 0) return [nothingYet(channel, workspace)];
  return rows(messages, 'm', context, (message) => ({
    threaded: message.onlyFor === undefined,
    replies: repliesTo(message.ts, channel, context),
  }));
}

/** A thread: its parent, then the replies. Empty where the parent is not there for this person. */
export function threadRows(channel: Channel, thread: string, context: Context): Row[] {
  const { workspace, reader } = context;
  const parent = workspace.messages(channel.id, reader.person).find(({ ts }) => ts === thread);
  if (!parent) return [];
  const messages = [parent, ...repliesTo(thread, channel, context)];
  return rows(messages, 't', context, () => ({ threaded: false, replies: [] }));
}

function repliesTo(thread: string, channel: Channel, { workspace, reader }: Context): PostedMessage[] {
  return workspace.messages(channel.id, reader.person, thread).filter(({ ts }) => ts !== thread);
}

function rows(
  messages: readonly PostedMessage[],
  scope: string,
  context: Context,
  threadOf: (message: PostedMessage) => { threaded: boolean; replies: PostedMessage[] },
): Row[] {
  const { timezone } = context.reader;
  return messages.flatMap((message, i) => {
    const before = messages[i - 1];
    const at = momentOf(message.ts);
    const sameDay = before && isoDay(momentOf(before.ts), timezone) === isoDay(at, timezone);
    const grouped = sameDay === true && follows(message, before);
    const row = messageRow(message, { scope, grouped, ...threadOf(message) }, context);
    return sameDay ? [row] : [dayRow(at, scope, context.reader), row];
  });
}

function follows(message: PostedMessage, before: PostedMessage): boolean {
  const near = momentOf(message.ts) - momentOf(before.ts) < GROUPED_WITHIN;
  const alike = message.onlyFor === before.onlyFor && message.subtype === before.subtype;
  return near && alike && message.author === before.author;
}

function dayRow(ms: number, scope: string, reader: Reader): Row {
  const id = `${scope}-day-${isoDay(ms, reader.timezone)}`;
  return { id, html: html`<li class="day" id="${id}"><span>${dayLabel(ms, reader)}</span></li>` };
}

/** While nobody wrote anywhere, the app is still on its way. */
function nothingYet(channel: Channel, workspace: Workspace): Row {
  const app = appName(workspace);
  const started = workspace.channels.some(({ id, members }) =>
    [...members].some((person) => workspace.messages(id, person).length > 0),
  );
  const words = started
    ? html`<b>${titleOf(channel, workspace)} begins here</b><span>${isDirect(channel) ? `Nothing between you and ${app} yet.` : 'No messages yet.'}</span>`
    : html`<span class="starting" aria-hidden="true"><i></i><i></i><i></i></span><b>Waiting for ${app}’s first message…</b><span>In the demo it comes within seconds; a bot that you start yourself posts when its feeds are due.</span>`;
  return { id: 'nothing-yet', html: html`<li class="empty" id="nothing-yet">${words}</li>` };
}
