/**
 * The rows of a channel or thread: its messages, with days in between and neighbours by one author grouped. In "text only",
 * a message is its text, and what a screen reader says for its charts, tables and buttons.
 */
import { isRecord } from '../../../json.ts';
import type { Channel, PostedMessage, SharedFile, Workspace } from '../model.ts';
import { drawBlocks, isTable, readTable } from './blocks/blocks.ts';
import { describeChart, isChart } from './blocks/chart.ts';
import { drawShortcutMenu } from './composer.ts';
import { dayLabel, isoDay, momentLabel, timeLabel } from './dates.ts';
import { BUBBLE, drawAvatar, EYE, type Html, html } from './markup.ts';
import { decode, drawMrkdwn, drawPlain } from './mrkdwn.ts';
import {
  appName,
  buildHref,
  type Drawing,
  isDirect,
  nameOf,
  type Place,
  type Reader,
  titleOf,
} from './reader.ts';

/** A message, a day, or the notice in an empty channel. */
export type Row = { id: string; html: Html };

type Context = { workspace: Workspace; reader: Reader; place: Place };

const GROUP_WITHIN_MS = 5 * 60_000;

/** Oldest first. */
export function drawChannelRows(channel: Channel, context: Context): Row[] {
  const { workspace, reader } = context;
  const messages = workspace
    .messages(channel.id, reader.person)
    .filter(({ threadTs, ts, broadcast }) => threadTs === undefined || threadTs === ts || broadcast);
  if (messages.length === 0) return [drawEmpty(channel, workspace)];
  return drawRows(messages, 'm', context, (message) => {
    if (message.onlyFor !== undefined) return NO_THREAD;
    const thread = buildHref({ ...context.place, thread: message.ts });
    return { thread, below: drawReplies(findReplies(message.ts, channel, context), thread, reader) };
  });
}

/** The parent, then its replies. Empty if this person can't see the parent. */
export function drawThreadRows(channel: Channel, thread: string, context: Context): Row[] {
  const { workspace, reader } = context;
  const parent = workspace.messages(channel.id, reader.person).find(({ ts }) => ts === thread);
  if (!parent) return [];
  const messages = [parent, ...findReplies(thread, channel, context)];
  return drawRows(messages, 't', context, () => NO_THREAD);
}

function findReplies(thread: string, channel: Channel, { workspace, reader }: Context): PostedMessage[] {
  return workspace.messages(channel.id, reader.person, thread).filter(({ ts }) => ts !== thread);
}

/** `thread`: where the row opens its thread, if it can; `below`: its replies in short. */
type Thread = { thread: string | undefined; below: Html | false };

const NO_THREAD: Thread = { thread: undefined, below: false };

/** `scope` keeps ids unique: an open thread's parent is on the page twice. */
function drawRows(
  messages: readonly PostedMessage[],
  scope: string,
  context: Context,
  threadOf: (message: PostedMessage) => Thread,
): Row[] {
  const { timezone } = context.reader;
  return messages.flatMap((message, i) => {
    const before = messages[i - 1];
    const at = parseTs(message.ts);
    const sameDay = before && isoDay(parseTs(before.ts), timezone) === isoDay(at, timezone);
    const grouped = sameDay === true && isGrouped(message, before);
    const row = drawOnce(message, { scope, grouped, ...threadOf(message) }, context);
    return sameDay ? [row] : [drawDay(at, scope, context.reader), row];
  });
}

type Placed = { scope: string; grouped: boolean } & Thread;

/** How long a row is kept, on the workspace's clock: it may say “5 minutes ago”. */
const KEPT_MS = 15_000;

const kept = new WeakMap<PostedMessage, Map<string, { as: string; row: Row }>>();

/** Each change draws the page anew, but few of its rows differ. An edited message is another object. */
function drawOnce(message: PostedMessage, placed: Placed, context: Context): Row {
  const { place, reader } = context;
  const { person, now, timezone, channels, current } = reader;
  const names = channels.map(({ name }) => name);
  const read = [place.textOnly, Math.floor(now / KEPT_MS), timezone, current, names];
  const as = JSON.stringify([placed, read]);
  const rows = kept.get(message) ?? new Map<string, { as: string; row: Row }>();
  const last = rows.get(`${placed.scope} ${person}`);
  if (last?.as === as) return last.row;
  const row = drawMessage(message, placed, context);
  rows.set(`${placed.scope} ${person}`, { as, row });
  kept.set(message, rows);
  return row;
}

function isGrouped(message: PostedMessage, before: PostedMessage): boolean {
  return (
    parseTs(message.ts) - parseTs(before.ts) < GROUP_WITHIN_MS &&
    message.author === before.author &&
    message.onlyFor === before.onlyFor &&
    message.subtype === before.subtype
  );
}

/** Epoch ms. */
function parseTs(ts: string): number {
  return Math.floor(Number(ts) * 1000);
}

function drawDay(ms: number, scope: string, reader: Reader): Row {
  const id = `${scope}-day-${isoDay(ms, reader.timezone)}`;
  return { id, html: html`<li class="day" id="${id}"><span>${dayLabel(ms, reader)}</span></li>` };
}

/** Until the first message in any channel, the app is probably still starting. */
function drawEmpty(channel: Channel, workspace: Workspace): Row {
  const app = appName(workspace);
  const started = workspace.channels.some(({ id, members }) =>
    [...members].some((person) => workspace.messages(id, person).length > 0),
  );
  const where = isDirect(channel) ? `between you and ${app}` : `in ${titleOf(channel, workspace)}`;
  const words = started
    ? html`<b>No messages ${where} yet</b>`
    : html`<span class="starting" aria-hidden="true"><i></i><i></i><i></i></span><b>Waiting for ${app}’s first message…</b><span>In the demo, it arrives within seconds. A bot you start yourself posts when its feeds are due.</span>`;
  return { id: 'nothing-yet', html: html`<li class="empty" id="nothing-yet">${words}</li>` };
}

/** A grouped row has no name or avatar. */
function drawMessage(
  message: PostedMessage,
  { scope, grouped, thread, below }: Placed,
  { workspace, reader, place }: Context,
): Row {
  const { person, textOnly } = place;
  const id = `${scope}-${message.ts}`;
  const at = parseTs(message.ts);
  const author = nameOf(reader.people, message.author) ?? message.author;
  const classes = ['row', grouped && 'grouped', message.onlyFor && 'private', message.subtype && 'system'];
  const time = html`<time title="${momentLabel(at, reader.timezone)}">${timeLabel(at, reader.timezone)}</time>`;
  const name =
    message.author === workspace.bot.userId
      ? html`<a class="author" href="${buildHref({ person, textOnly, spot: { kind: 'about' } })}" data-go>${author}</a> <span class="badge">APP</span>`
      : html`<span class="author">${author}</span>`;
  const edited = message.edited && html`<span class="edited">edited</span>`;
  return {
    id,
    html: html`<li class="${classes.filter(Boolean).join(' ')}" id="${id}" data-ts="${message.ts}" data-say="${author}: ${drawPlain(message.text, reader)}">
      <div class="gutter">${grouped ? html`${time}${edited}` : drawAvatar(message.author, workspace)}</div>
      <article aria-label="${author}, ${timeLabel(at, reader.timezone)}">
        ${!grouped && html`<p class="byline">${name} ${time} ${edited}</p>`}
        ${message.onlyFor && html`<p class="only">${EYE}Only visible to you</p>`}
        <div class="content">${drawContent(message, textOnly, { ...reader, scope: id })}</div>
        ${below}
      </article>
      ${drawTools(message, id, thread, workspace)}
    </li>`,
  };
}

/** A private answer has neither a thread nor shortcuts. */
function drawTools(
  message: PostedMessage,
  id: string,
  thread: string | undefined,
  workspace: Workspace,
): Html | false {
  const place = { channel: message.channel, ts: message.ts };
  const menu = message.onlyFor ? undefined : drawShortcutMenu(workspace, 'message', `${id}-more`, place);
  if (!thread && !menu) return false;
  return html`<div class="tools">
    ${thread && html`<a class="tool reply" href="${thread}" data-go aria-label="Reply in thread" title="Reply in thread">${BUBBLE}</a>`}
    ${menu?.button}${menu?.menu}
  </div>`;
}

function drawContent(message: PostedMessage, textOnly: boolean, drawing: Drawing): Html {
  if (textOnly) return drawTextOnly(message, drawing);
  const content =
    message.blocks.length > 0
      ? drawBlocks(message.blocks, drawing)
      : message.text && html`<div class="text">${drawMrkdwn(message.text, drawing)}</div>`;
  return html`${content}${drawFiles(message.files ?? [])}`;
}

/** Like Slack, it doesn't count private answers; a thread with nothing else can still be opened. */
function drawReplies(replies: readonly PostedMessage[], thread: string, reader: Reader): Html | false {
  if (replies.length === 0) return false;
  const counted = replies.filter(({ onlyFor }) => onlyFor === undefined);
  const last = counted.at(-1);
  if (!last) return html`<a class="replies" href="${thread}" data-go>View thread</a>`;
  const count = counted.length === 1 ? '1 reply' : `${counted.length} replies`;
  const file = last.files?.[0];
  return html`<a class="replies" href="${thread}" data-go>${count} <span>Last reply ${momentLabel(parseTs(last.ts), reader.timezone)}${file && `: ${isPicture(file) ? 'a picture' : file.name}`}</span></a>`;
}

type Spoken = { what: 'picture' | 'chart' | 'table' | 'button' | 'menu' | 'file'; words: string[] };

function drawTextOnly(message: PostedMessage, reader: Reader): Html {
  const files = (message.files ?? []).map(
    ({ mimetype, altText, name }): Spoken =>
      mimetype.startsWith('image/') ? one('picture', altText) : one('file', name),
  );
  const parts = [...findSpoken(message.blocks), ...files];
  return html`${drawText(message, reader)}${
    parts.length > 0 &&
    html`<dl class="spoken">${joinNeighbours(parts).map(
      ({ what, words }) =>
        html`<div><dt>${what}</dt>${words.map((line) => html`<dd>${line || 'no description'}</dd>`)}</div>`,
    )}</dl>`
  }`;
}

/** With blocks, the text is the notification, one paragraph per line. */
function drawText({ text, blocks }: PostedMessage, reader: Reader): Html {
  if (blocks.length === 0) return html`<div class="text">${drawMrkdwn(text, reader)}</div>`;
  const lines = text.split('\n').filter(Boolean);
  return html`<div class="text lines">${lines.map((line) => html`<p>${drawMrkdwn(line, reader)}</p>`)}</div>`;
}

/** Neighbours of one kind share a label, except charts and tables. */
function joinNeighbours(list: readonly Spoken[]): Spoken[] {
  const groups: Spoken[] = [];
  for (const { what, words } of list) {
    const last = groups.at(-1);
    if (last?.what === what && what !== 'chart' && what !== 'table') last.words.push(...words);
    else groups.push({ what, words: [...words] });
  }
  return groups;
}

function findSpoken(value: unknown): Spoken[] {
  if (Array.isArray(value)) return value.flatMap(findSpoken);
  if (!isRecord(value)) return [];
  if (isChart(value)) return [{ what: 'chart', words: describeChart(value) }];
  if (isTable(value)) return [{ what: 'table', words: readTable(value) }];
  const own = describeElement(value);
  return own ? [own] : Object.values(value).flatMap(findSpoken);
}

function describeElement(item: Record<string, unknown>): Spoken | undefined {
  const label = toText(item.accessibility_label);
  if (item.type === 'image') return one('picture', toText(item.alt_text));
  if (item.type === 'button' || item.type === 'icon_button') {
    return one('button', label || toText(isRecord(item.text) && item.text.text));
  }
  return item.type === 'overflow' ? one('menu', label || 'More actions') : undefined;
}

function one(what: Spoken['what'], line: string): Spoken {
  return { what, words: [line] };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? decode(value) : '';
}

/** A message's files: pictures are shown, others can be downloaded. */
function drawFiles(files: readonly SharedFile[]): Html {
  return html`${files.map((file) =>
    isPicture(file)
      ? html`<figure class="image"><figcaption>${file.title}</figcaption><a href="${buildFileHref(file.id)}" target="_blank" aria-label="Open ${file.title}"><img class="large" src="${buildFileHref(file.id)}" alt="${file.altText}"></a></figure>`
      : html`<p class="file"><a href="${buildFileHref(file.id)}" download="${file.name}">${file.title}</a> <small>${sizeLabel(file.size)}</small></p>`,
  )}`;
}

/** Whether a browser may show it: a type that can't run anything. */
export function isPicture({ mimetype }: { mimetype: string }): boolean {
  return ['image/png', 'image/jpeg', 'image/gif'].includes(mimetype);
}

function buildFileHref(id: string): string {
  return `/files/${encodeURIComponent(id)}`;
}

function sizeLabel(bytes: number): string {
  return bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
}
