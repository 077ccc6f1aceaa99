/**
 * Draws a page as Slack shows it: blocks, the plain form for a place that refuses the newer ones, and the text for those who
 * listen. Slack's limits and what fits into them are known here alone, and in the files that begin with `draw-`.
 */
import type { HomeView, KnownBlock, ModalView } from '@slack/types';
import type { Field, Form, Page, Part, Row, Rows, Table } from '../messages/page.ts';
import { say, type Text } from '../messages/text.ts';
import { LIMITS, type Message, type MessageBlock } from './blocks.ts';
import { drawField } from './draw-controls.ts';
import { heard, saidRows } from './draw-heard.ts';
import { blocksOf, isBare, rowBlocks } from './draw-parts.ts';
import { asMrkdwn, plainText } from './text.ts';

/** What a place takes: the blocks of one message, modal or tab, and the characters of all text in them. */
type Room = { blocks: number; chars: number; isPlain: boolean };

const RICH: Room = { blocks: LIMITS.messageBlocks, chars: LIMITS.messageChars, isPlain: false };
const PLAIN: Room = { ...RICH, isPlain: true };

/** A view holds no charts; how much text it holds Slack doesn't say. */
const VIEW: Room = { blocks: LIMITS.viewBlocks, chars: 24_000, isPlain: true };

/** A page as a message. */
export function draw(page: Page): Message {
  const fitted = fitting(page, RICH);
  const isRich = fitted.some(({ kind }) => kind === 'chart' || kind === 'table');
  return {
    text: heard(page.summary, fitted),
    blocks: blocksOf(fitted, RICH),
    ...(isRich && { plainBlocks: blocksOf(fitting(page, PLAIN), PLAIN) }),
  };
}

/** A form, or a page that is only read, as a modal. `metadata` comes back with what is clicked on a page. */
export function drawView(view: Form | Page, metadata = ''): ModalView {
  return 'id' in view ? drawForm(view) : drawModal(view, metadata);
}

/** How many rows each list of a page shows, in the order of its lists. */
export function rowsShown(page: Page): number[] {
  return cut(partsOf(page.parts), RICH).flatMap(({ part, shown }) => (part.kind === 'rows' ? [shown] : []));
}

/** A page as a modal that is only read. */
function drawModal(page: Page, metadata = ''): ModalView {
  return {
    type: 'modal',
    title: plainText('Sightline', LIMITS.viewTitle),
    close: plainText('Close', LIMITS.viewTitle),
    private_metadata: metadata,
    blocks: viewBlocks(page.parts),
  };
}

export function drawForm(form: Form): ModalView {
  const { id, title, submit, close, carries, parts } = form;
  return {
    type: 'modal',
    callback_id: id,
    private_metadata: carries,
    title: plainText(title, LIMITS.viewTitle),
    ...(submit !== undefined && { submit: plainText(submit, LIMITS.viewTitle) }),
    close: plainText(close ?? (submit === undefined ? 'Close' : 'Cancel'), LIMITS.viewTitle),
    blocks: viewBlocks(parts),
  };
}

export function drawHome(page: Page): HomeView {
  return { type: 'home', blocks: viewBlocks(page.parts) };
}

function viewBlocks(parts: readonly (Part | Field | undefined | false)[]): KnownBlock[] {
  const groups = parts.flatMap((part) => part || []);
  const fields = groups.filter((part) => part.kind === 'field');
  const room = { ...VIEW, blocks: VIEW.blocks - 2 * fields.length };
  const fitted = cut(
    groups.filter((part) => part.kind !== 'field'),
    room,
  );
  const shown = new Map<Part, Part[]>(fitted.map((one) => [one.part, afterCut(one)]));
  return groups.flatMap((part) =>
    part.kind === 'field' ? drawField(part) : (blocksOf(shown.get(part) ?? [], room) as KnownBlock[]),
  );
}

type Shown = { part: Part; shown: number };

function partsOf(parts: Page['parts']): Part[] {
  return parts.flatMap((part) => part || []);
}

function fitting(page: Page, room: Room): Part[] {
  return cut(partsOf(page.parts), room).flatMap(afterCut);
}

/** A list with the rows that it has room for, and below it what became of the others. */
function afterCut({ part, shown }: Shown): Part[] {
  if (part.kind !== 'rows' && part.kind !== 'table') return [part];
  const left = part.rows.length - shown;
  if (left === 0) return [part];
  const note = { kind: 'note', text: say`${left} more are not shown here.` } as const;
  const below = part.kind === 'rows' && part.rest ? part.rest(left) : note;
  return [{ ...part, rows: part.rows.slice(0, shown) } as Part, ...(below ? [below] : [])];
}

/** Takes rows off the longest list, from its end, until all has room. */
function cut(parts: readonly Part[], room: Room): Shown[] {
  // Slack takes one table in a message: the others are lines.
  const [table] = parts.filter(({ kind }) => kind === 'table');
  const isLines = (part: Part) => room.isPlain || (part.kind === 'table' && part !== table);
  const all = parts.map((part) => ({ part, ...sizesOf(part, { ...room, isPlain: isLines(part) }) }));
  const lists = all.map(({ part, rows }) => ({ part, rows, shown: rows.length }));
  const total = { blocks: 0, chars: 0 };
  const add = ({ blocks, chars }: Size, sign: 1 | -1) => {
    total.blocks += sign * blocks;
    total.chars += sign * chars;
  };
  for (const { around, rows } of all) for (const size of [around, ...rows]) add(size, 1);
  while (total.blocks > room.blocks || total.chars > room.chars) {
    const [longest] = lists.toSorted(
      (one, other) => other.shown - one.shown || lists.indexOf(other) - lists.indexOf(one),
    );
    const size = longest?.rows[longest.shown - 1];
    if (!longest || !size) break;
    add(size, -1);
    longest.shown -= 1;
  }
  return lists;
}

type Size = { blocks: number; chars: number };

/** What each row of a part takes, and what stands around them; what has no rows takes all of it in any case. */
function sizesOf(part: Part, room: Room): { around: Size; rows: readonly Size[] } {
  if (part.kind === 'rows') {
    const isList = part.rows.every(isBare);
    return { around: headingSize(part), rows: part.rows.map((row) => rowSize(row, isList)) };
  }
  if (part.kind === 'table') {
    const headings = part.columns.reduce((sum, { heading }) => sum + heading.length, 0);
    const { blocks, chars } = headingSize(part);
    const rows = room.isPlain ? saidRows(part).map(lineSize) : part.rows.map(cellsSize);
    const most = room.isPlain ? rows.length : LIMITS.tableRows - 1;
    return { around: { blocks, chars: chars + headings }, rows: rows.slice(0, most) };
  }
  return { around: sizeOf(blocksOf([part], room)), rows: [] };
}

/** Room for what is said of rows that did not fit, too. */
function headingSize({ heading }: Rows | Table): Size {
  return { blocks: heading ? 2 : 1, chars: (heading ? asMrkdwn(heading).length : 0) + REST_CHARS };
}

const REST_CHARS = 120;

/** Lines share sections: the part of one that a line takes, with what is lost at its end. */
function lineBlocks(chars: number): number {
  return Math.max(1 / 8, (2 * chars) / LIMITS.sectionText);
}

function lineSize(line: Text): Size {
  const { length } = asMrkdwn(line);
  return { blocks: lineBlocks(length), chars: length + 1 };
}

function cellsSize(row: Table['rows'][number]): Size {
  return { blocks: 0, chars: row.reduce((sum, cell = 'none given') => sum + Math.max(cell.length, 1), 0) };
}

function rowSize(row: Row, isList: boolean): Size {
  const { blocks, chars } = sizeOf(rowBlocks(row.widest ?? row));
  return { blocks: isList ? lineBlocks(chars) : blocks, chars: chars + 1 };
}

function sizeOf(blocks: readonly MessageBlock[]): Size {
  return { blocks: blocks.length, chars: charsOf(blocks) };
}

/** Keys whose strings are not shown to anybody. */
const HIDDEN = new Set(['type', 'action_id', 'block_id', 'value', 'style']);

/** Characters of all text in blocks, as Slack counts them against a message (a little more, never less). */
export function charsOf(content: unknown): number {
  if (typeof content === 'string') return content.length;
  if (typeof content !== 'object' || content === null) return 0;
  return Object.entries(content).reduce(
    (sum, [key, value]) => sum + (HIDDEN.has(key) ? 0 : charsOf(value)),
    0,
  );
}
