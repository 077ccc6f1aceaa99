/**
 * Draws a page as Slack shows it: blocks, the plain form for a place that refuses the newer ones, and the text for those who
 * listen. Slack's limits and what fits into them are known here alone, and in the files that begin with `draw-`.
 */
import type { HomeView, KnownBlock, ModalView } from '@slack/types';
import { shorten } from '../messages/lengths.ts';
import type { Field, Form, Page, Part, Row, Rows, Table } from '../messages/page.ts';
import { say, type Text } from '../messages/text.ts';
import { LIMITS, type Message, type MessageBlock } from './blocks.ts';
import { drawField } from './draw-controls.ts';
import { heard, saidRows } from './draw-heard.ts';
import { blocksOf, isBare, rowBlocks } from './draw-parts.ts';
import { mrkdwn, plain } from './text.ts';

/** What a place takes: the blocks of one message, modal or tab, and the characters of all text in them, and of one paragraph. */
type Room = { blocks: number; chars: number; textChars: number; isPlain: boolean };

const RICH: Room = {
  ...{ blocks: LIMITS.messageBlocks, chars: LIMITS.messageChars, textChars: LIMITS.sectionText },
  isPlain: false,
};
const PLAIN: Room = { ...RICH, isPlain: true };

/** A view holds no charts; how much text it holds Slack doesn't say. */
const VIEW: Room = { ...PLAIN, blocks: LIMITS.viewBlocks, chars: 24_000 };

/** What paragraphs keep where not all has room: rows go only after that, and the shortest ones are for the worst of texts. */
const PARAGRAPHS = [1_000, 300, 100];

/** A page as a message. */
export function draw(page: Page): Message {
  const parts = partsOf(page.parts);
  const { shown, blocks } = fitted(parts, RICH);
  const isRich = shown.some(({ kind }) => kind === 'chart' || kind === 'table');
  return {
    text: heard(page.summary, shown),
    blocks,
    ...(isRich && { plainBlocks: fitted(parts, PLAIN).blocks }),
  };
}

/** A form, or a page that is only read, as a modal. `metadata` comes back with what is clicked on a page. */
export function drawView(view: Form | Page, metadata = ''): ModalView {
  return 'id' in view ? drawForm(view) : drawModal(view, metadata);
}

/** A page as a modal that is only read. */
function drawModal(page: Page, metadata = ''): ModalView {
  return {
    type: 'modal',
    title: plain('Sightline', LIMITS.viewTitle),
    close: plain('Close', LIMITS.viewTitle),
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
    title: plain(title, LIMITS.viewTitle),
    ...(submit !== undefined && { submit: plain(submit, LIMITS.viewTitle) }),
    close: plain(close ?? (submit === undefined ? 'Close' : 'Cancel'), LIMITS.viewTitle),
    blocks: viewBlocks(parts),
  };
}

export function drawHome(page: Page): HomeView {
  return { type: 'home', blocks: viewBlocks(page.parts) };
}

function viewBlocks(all: readonly (Part | Field | undefined | false)[]): KnownBlock[] {
  const groups = all.flatMap((part) => part || []);
  const drawnFields = new Map(
    groups.flatMap((part) => (part.kind === 'field' ? [[part, drawField(part)]] : [])),
  );
  const fields = [...drawnFields.values()].reduce((sum, { length }) => sum + length, 0);
  const room = { ...VIEW, blocks: VIEW.blocks - fields };
  const parts = groups.filter((part) => part.kind !== 'field');
  const shown = hasRoom(parts, blocksOf(parts, room), room) ? parts.map((part) => [part]) : cut(parts, room);
  return groups.flatMap((part) =>
    part.kind === 'field'
      ? (drawnFields.get(part) ?? [])
      : (blocksOf(shown[parts.indexOf(part)] ?? [], room) as KnownBlock[]),
  );
}

function partsOf(parts: Page['parts']): Part[] {
  return parts.flatMap((part) => part || []);
}

/** The parts as they have room, and their blocks. */
function fitted(parts: readonly Part[], room: Room): { shown: readonly Part[]; blocks: MessageBlock[] } {
  let [shown, blocks] = [parts, blocksOf(parts, room)];
  for (const textChars of PARAGRAPHS) {
    if (hasRoom(shown, blocks, room)) break;
    shown = cut(parts, { ...room, textChars }).flat();
    blocks = blocksOf(shown, { ...room, textChars });
  }
  return { shown, blocks };
}

function hasRoom(parts: readonly Part[], blocks: readonly MessageBlock[], room: Room): boolean {
  const isLong = parts.some((part) => part.kind === 'table' && part.rows.length >= LIMITS.tableRows);
  return !isLong && blocks.length <= room.blocks && charsOf(blocks) <= room.chars;
}

/** A list as much of which has room, and below it what became of the others. */
function afterCut({ part, rows, sizes }: Fitting): Part[] {
  if (part.kind !== 'rows' && part.kind !== 'table') return [part];
  const left = part.rows.length - sizes.length;
  const shown = { ...part, rows: rows.slice(0, sizes.length) } as Part;
  if (left === 0) return [shown];
  const note = { kind: 'note', text: say`${left} more are not shown here.` } as const;
  const below = part.kind === 'rows' && part.rest ? part.rest(left) : note;
  return [shown, ...(below ? [below] : [])];
}

/** A part with those of its rows that are still shown, and what each of them takes. */
type Fitting = { part: Part; rows: (Row | Table['rows'][number])[]; sizes: Size[] };

/**
 * Makes room with what people lose least: what is flexible in rows becomes a few words, from the last row on; then rows go,
 * from the end of the list that is longest. Each part as it has room, with what is said below it.
 */
function cut(parts: readonly Part[], room: Room): Part[][] {
  // Slack takes one table in a message: the others are lines.
  const table = parts.find(({ kind }) => kind === 'table');
  const isLines = (part: Part) => room.isPlain || (part.kind === 'table' && part !== table);
  const total = { blocks: 0, chars: 0 };
  const add = ({ blocks, chars }: Size, sign: 1 | -1) => {
    total.blocks += sign * blocks;
    total.chars += sign * chars;
  };
  const lists = parts.map((part): Fitting => {
    const { around, rows: sizes } = sizesOf(part, { ...room, isPlain: isLines(part) });
    for (const size of [around, ...sizes]) add(size, 1);
    return { part, rows: 'rows' in part ? [...part.rows] : [], sizes: [...sizes] };
  });
  for (const { part, rows, sizes } of lists.toReversed()) {
    if (part.kind !== 'rows') continue;
    const isList = part.rows.every(isBare);
    for (let i = rows.length - 1; i >= 0 && total.chars > room.chars; i -= 1) {
      const row = briefRow(part.rows[i] as Row);
      add(sizes[i] as Size, -1);
      rows[i] = row;
      sizes[i] = rowSize(row, isList);
      add(sizes[i] as Size, 1);
    }
  }
  while (total.blocks > room.blocks || total.chars > room.chars) {
    const longest = lists.reduce((one, other) => (other.sizes.length >= one.sizes.length ? other : one));
    const size = longest.sizes.pop();
    if (!size) break;
    add(size, -1);
  }
  return lists.map(afterCut);
}

/** Of a quote or a reason in a row that has little room. */
const FEW_CHARS = 40;

function briefRow(row: Row): Row {
  return { ...row, text: briefText(row.text), note: row.note && briefText(row.note) };
}

function briefText({ spans }: Text): Text {
  return {
    spans: spans.map((span) => {
      if (typeof span !== 'object') return span;
      if ('bold' in span) return { bold: briefText(span.bold) };
      return 'flexible' in span ? { flexible: shorten(span.flexible, FEW_CHARS) } : span;
    }),
  };
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
  return { blocks: heading ? 2 : 1, chars: (heading ? mrkdwn(heading).length : 0) + REST_CHARS };
}

const REST_CHARS = 120;

/** Lines share sections: the part of one that a line takes, with what is lost at its end. */
function lineBlocks(chars: number): number {
  return Math.max(1 / 8, (2 * chars) / LIMITS.sectionText);
}

function lineSize(line: Text): Size {
  const { length } = mrkdwn(line);
  return { blocks: lineBlocks(length), chars: length + 1 };
}

function cellsSize(row: Table['rows'][number]): Size {
  return { blocks: 0, chars: row.reduce((sum, cell = 'none given') => sum + Math.max(cell.length, 1), 0) };
}

function rowSize(row: Row, isList: boolean): Size {
  const { blocks, chars } = sizeOf(rowBlocks(row));
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
