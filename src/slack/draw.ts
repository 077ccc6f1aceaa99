/** Draws a page for Slack. Only this file and those named `draw-*` know how to fit one into Slack's limits. */
import type { HomeView, KnownBlock, ModalView } from '@slack/types';
import { shorten } from '../messages/lengths.ts';
import type { Field, Form, Page, Part, Row, Table } from '../messages/page.ts';
import { findLargest, sumTexts } from '../messages/room.ts';
import { say, type Text } from '../messages/text.ts';
import { LIMITS, type Message, type MessageBlock } from './blocks.ts';
import { drawBlocks, drawSpoken } from './draw-parts.ts';
import { plain, type textFor } from './text.ts';

/** The limits of a message, modal or tab: blocks, and characters of all their text. */
type Room = { blocks: number; chars: number; isPlain: boolean; isRead: boolean };

const RICH: Room = {
  blocks: LIMITS.messageBlocks,
  chars: LIMITS.messageChars,
  isPlain: false,
  // A screen reader reads a message's `text`.
  isRead: false,
};
const PLAIN: Room = { ...RICH, isPlain: true };

/** A view can't have charts, nor a text of its own; Slack doesn't document how long its blocks' can be. */
const VIEW: Room = { blocks: LIMITS.viewBlocks, chars: 24_000, isPlain: true, isRead: true };

export function draw(page: Page): Message {
  const parts = page.parts.flatMap((part) => part || []);
  const { shown, blocks } = drawFitting(parts, RICH);
  const isRich = shown.some(({ kind }) => kind === 'chart' || kind === 'table');
  return {
    text: drawSpoken(page.summary, shown),
    blocks,
    ...(isRich && { plainBlocks: drawFitting(parts, PLAIN).blocks }),
  };
}

/** A page as a screen reader would read it, in a terminal, where no notification cuts the first line. */
export function drawText(page: Page, write: ReturnType<typeof textFor>): string {
  const parts = page.parts.flatMap((part) => part || []);
  const { shown } = drawFitting(parts, RICH);
  return drawSpoken(page.summary, shown, { write, summaryChars: Number.POSITIVE_INFINITY });
}

/** A form or a page as a modal. `metadata` comes back with clicks on a page. */
export function drawView(view: Form | Page, metadata = ''): ModalView {
  const { id, submit, close, carries = metadata }: Partial<Form> = 'id' in view ? view : {};
  return {
    type: 'modal',
    ...(id !== undefined && { callback_id: id }),
    private_metadata: carries,
    title: plain(view.title ?? 'Sightline', LIMITS.viewTitle),
    ...(submit !== undefined && { submit: plain(submit, LIMITS.viewTitle) }),
    close: plain(close ?? (submit === undefined ? 'Close' : 'Cancel'), LIMITS.viewTitle),
    blocks: drawViewBlocks(view.parts),
  };
}

export function drawHome(page: Page): HomeView {
  return { type: 'home', blocks: drawViewBlocks(page.parts) };
}

function drawViewBlocks(parts: Form['parts']): KnownBlock[] {
  return drawFitting(
    parts.flatMap((part) => part || []),
    VIEW,
  ).blocks as KnownBlock[];
}

/** How much is shown: rows per list, how many of them in full, and characters per paragraph. */
type Extent = { rows: number; whole: number; textChars: number };

/** Lengths of paragraphs to try where not everything fits; the shorter ones are for extreme texts. */
const PARAGRAPHS = [1_000, 300, 100];

/**
 * The parts that fit, and their blocks. The least important is cut first: the ends of long paragraphs, then of quotes
 * and reasons in rows, then rows; always from the last row on, and from the longest list.
 */
function drawFitting(
  parts: readonly (Part | Field)[],
  room: Room,
): { shown: (Part | Field)[]; blocks: MessageBlock[] } {
  const drawTo = (extent: Extent) => {
    const shown = parts.flatMap((part) => limitTo(part, extent));
    return { shown, blocks: drawBlocks(shown, { ...room, textChars: extent.textChars }) };
  };
  const fits = (extent: Extent) => hasRoom(drawTo(extent), room);
  const all = Math.max(0, ...parts.map((part) => ('rows' in part ? part.rows.length : 0)));
  const whole = drawTo({ rows: all, whole: all, textChars: LIMITS.sectionText });
  if (hasRoom(whole, room)) return whole;
  for (const textChars of PARAGRAPHS) {
    const brief = { rows: all, whole: 0, textChars };
    if (fits(brief))
      return drawTo({ ...brief, whole: findLargest(all, (whole) => fits({ ...brief, whole })) });
    const rows = findLargest(all, (rows) => fits({ ...brief, rows }));
    if (rows > 0 || fits({ ...brief, rows })) return drawTo({ ...brief, rows });
  }
  return drawTo({ rows: 0, whole: 0, textChars: 0 });
}

function hasRoom({ shown, blocks }: ReturnType<typeof drawFitting>, room: Room): boolean {
  const isLong = shown.some((part) => part.kind === 'table' && part.rows.length >= countRowsTaken(part));
  return !isLong && blocks.length <= room.blocks && countChars(blocks) <= room.chars;
}

function countRowsTaken({ caption }: Table): number {
  return caption === undefined ? LIMITS.tableRows : LIMITS.dataTableRows;
}

/** The shown extent of a part; below a shortened list, how many rows are left out. */
function limitTo(part: Part | Field, { rows, whole }: Extent): (Part | Field)[] {
  if (part.kind !== 'rows' && part.kind !== 'table') return [part];
  const left = part.rows.length - rows;
  const note = { kind: 'note', text: say`${left} more are not shown here.` } as const;
  const below = left > 0 ? (part.kind === 'rows' && part.rest ? part.rest(left) : note) : undefined;
  const shown: Part =
    part.kind === 'table'
      ? { ...part, rows: part.rows.slice(0, rows) }
      : { ...part, rows: part.rows.slice(0, rows).map((row, i) => (i < whole ? row : shortenRow(row))) };
  return below ? [shown, below] : [shown];
}

/** Characters of a quote or reason in a shortened row. */
const FEW_CHARS = 40;

function shortenRow(row: Row): Row {
  return { ...row, text: shortenText(row.text), note: row.note && shortenText(row.note) };
}

function shortenText({ spans }: Text): Text {
  return {
    spans: spans.map((span) => {
      if (typeof span !== 'object') return span;
      if ('bold' in span) return { bold: shortenText(span.bold) };
      return 'flexible' in span ? { flexible: shorten(span.flexible, FEW_CHARS) } : span;
    }),
  };
}

/** Keys whose strings nobody sees. */
const HIDDEN = new Set(['type', 'action_id', 'block_id', 'value', 'style']);

/** Characters of all text in blocks, as Slack counts them against its limit, or slightly more. */
export function countChars(content: unknown): number {
  return sumTexts(content, HIDDEN, (text) => text.length);
}
