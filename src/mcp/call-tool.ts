/**
 * Runs one tool call and draws its answer as the result for clients: one text, and the same facts as structured content.
 * A page may hold strangers’ words, so it stands between marks that it can’t contain.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type EmptyCause, Plan } from '../ask/plan.ts';
import { readCarried } from '../carried.ts';
import { parseJson } from '../json.ts';
import { ACTIONS } from '../messages/actions.ts';
import { httpUrl, tidy } from '../messages/lengths.ts';
import {
  type Cell,
  type Control,
  type Page,
  type Part,
  type Row,
  type Table,
  wordsIn,
} from '../messages/page.ts';
import { isEmpty, type Span, type Text } from '../messages/text.ts';
import { findGivenColumns } from '../slack/draw-parts.ts';
import type { NamesOfIds } from '../slack/text.ts';
import { findOfferedQuestions } from '../surface/ask/answer-locally.ts';
import { Refused } from '../surface/refused.ts';
import { explainFault } from '../surface/reply.ts';
import { readNames } from '../surface/workspace.ts';
import type { Caller, Result, Tool, ToolAnswer } from './tool.ts';

/** `given`: the tool's input, or the cursor of an earlier result, which carries that input. */
export async function callTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<CallToolResult> {
  const { cursor, ...input } = given;
  const start: Cursor = { tool: tool.name, given: input, page: 0, from: 0 };
  try {
    const at = typeof cursor === 'string' ? readCursor(cursor, tool.name) : start;
    // A client can make up a cursor, input included.
    const checked = tool.input.safeParse(at.given);
    if (!checked.success) throw foreignCursor();
    const answer = await tool.run(checked.data, caller, { page: at.page, plan: at.plan });
    return await drawAnswer(answer, at, tool, caller);
  } catch (error) {
    return drawAnswer(refusalFor(error, caller), start, tool, caller);
  }
}

function foreignCursor(): Refused {
  return new Refused('This cursor isn’t from this tool. Call it again without a cursor.');
}

function refusalFor(error: unknown, { person, bot }: Caller): ToolAnswer {
  return {
    page: explainFault(error, { person, log: bot.log }),
    isRefusal: true,
    ...(error instanceof Refused && error.because && { emptyBecause: error.because }),
  };
}

async function drawAnswer(
  answer: ToolAnswer,
  at: Cursor,
  { next }: Tool,
  caller: Caller,
): Promise<CallToolResult> {
  const { plan = at.plan } = answer;
  const cursorAt = (page: number, from: number) =>
    writeCursor({ tool: at.tool, given: at.given, page, from, ...(plan && { plan }) });
  const names = await readNames(answer.page, caller.workspace);
  return drawResult(answer, { names, page: at.page, from: at.from, cursorAt, next });
}

/**
 * Where a long answer goes on, opaque to clients: the tool and its input, the page (from 0) and the first piece of that
 * page, and how the question was read. All of it is checked again on the next call, and so is what the caller may see.
 */
const Cursor = z.strictObject({
  tool: z.string(),
  given: z.record(z.string(), z.unknown()),
  page: z.int().min(0).max(100_000),
  from: z.int().min(0).max(1_000_000),
  plan: Plan.optional(),
});
export type Cursor = z.infer<typeof Cursor>;

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws Refused if it isn't this tool's */
export function readCursor(text: string, tool: string): Cursor {
  const read = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (read.success && read.data.tool === tool) return read.data;
  throw foreignCursor();
}

export const FENCE = { begin: '⟦data⟧', end: '⟦/data⟧' } as const;

/** At most 25,000 tokens of three characters each, with some room for what stands around the pieces. */
const MAX_CHARS = 70_000;

/** Room kept for the next piece: the most that one takes in the text and in the result together. */
const MAX_PIECE_CHARS = 15_000;

/** An engine's answer may be longer; it's then split. */
const MAX_TEXT_CHARS = 6_000;

/** `from`: the first piece of the page to draw. `cursorAt`: the cursor for a page and piece. `next`: what to call next. */
export type Drawing = {
  names: NamesOfIds;
  from: number;
  page: number;
  cursorAt: (page: number, from: number) => string;
  next?: string | undefined;
};

export function drawResult(
  answer: ToolAnswer,
  { names, from, page, cursorAt, next }: Drawing,
): CallToolResult {
  const { project, reading, verdict, emptyBecause, pages = 1, isRefusal = false } = answer;
  const result: Result = {
    project: project && { id: project.id, name: project.name },
    reading: reading || undefined,
    verdict,
    figures: [],
    tables: [],
    lines: [],
    sources: [],
    emptyBecause,
  };
  const { text, end } = fillResult(splitAnswer(answer, names), from, result);
  const cursor =
    end !== undefined ? cursorAt(page, end) : page + 1 < pages ? cursorAt(page + 1, 0) : undefined;
  if (cursor !== undefined) result.nextCursor = cursor;
  const blocks = [
    FENCE.begin,
    text.replace(/[⟦⟧]/g, (mark) => (mark === '⟦' ? '[' : ']')),
    FENCE.end,
    emptyBecause && EMPTY_BECAUSE[emptyBecause],
    cursor !== undefined && `There is more: call this tool again with cursor ${cursor}`,
    !isRefusal && next,
  ];
  return {
    content: [{ type: 'text', text: blocks.filter(Boolean).join('\n') }],
    structuredContent: result,
    ...(isRefusal && { isError: true }),
  };
}

const EMPTY_BECAUSE: Readonly<Record<EmptyCause, string>> = {
  not_understood: 'The question wasn’t understood. Ask one of those above, or call a more specific tool.',
  ambiguous: 'The question can be read in several ways. Ask one of those above.',
  not_known: 'This project has nothing by that name.',
  own_brand: 'Call get_scores for the brand’s own figures, or compare with a rival’s name.',
  nothing_tracked: 'The project doesn’t track any prompts yet, so engines haven’t been asked anything.',
  none_of_those_days: 'There’s nothing for those days. There may be for others.',
  none_listed: 'There’s nothing of this kind right now.',
  filtered_out: 'There is something, but nothing that matches all of what you asked for. Ask for less.',
  api_lacks_it: 'The API doesn’t have these figures.',
  not_in_store: 'Only the running bot keeps this, and it can’t be reached from here.',
  no_project: 'You aren’t in any Slack channel that shows a project.',
};

/** For these the page offers other questions. */
const ASKED_BACK: ReadonlySet<EmptyCause> = new Set(['not_understood', 'ambiguous', 'not_known']);

/** A few lines of Markdown, never cut, and what they add to the result. A `head` comes before the first that shares it. */
type Piece = { text: string; head?: Head; add?: (to: Result) => void };
type Head = { text: string; begin?: (to: Result) => void };

function splitAnswer(answer: ToolAnswer, names: NamesOfIds): Piece[] {
  const { page, figures = [], sources = [], emptyBecause, isRefusal } = answer;
  const offered =
    isRefusal || (emptyBecause && ASKED_BACK.has(emptyBecause)) ? findOfferedQuestions(page) : [];
  const head = { text: 'You could call ask with:' };
  return [
    ...splitPage(page, names),
    ...offered.map((label) => ({
      text: `- ${escapeMarkdown(label)}`,
      head,
      add: ({ lines }: Result) => void lines.push(label),
    })),
    ...figures.map((figure) => ({ text: '', add: (to: Result) => void to.figures.push(figure) })),
    ...sources.map((link) => ({ text: '', add: (to: Result) => void to.sources.push(link) })),
  ];
}

/** Adds as many pieces as fit, at least one. `end`: the first that doesn’t. */
function fillResult(pieces: readonly Piece[], from: number, result: Result): { text: string; end?: number } {
  const lines: string[] = [];
  let before: Piece['head'];
  let room = MAX_CHARS;
  let end = from;
  for (const { text, head, add } of pieces.slice(from)) {
    if (room < MAX_PIECE_CHARS) break;
    end += 1;
    const begun = head === before ? undefined : head;
    begun?.begin?.(result);
    add?.(result);
    room -= text.length + measure(begun, add);
    if (text === '') continue;
    // Without an empty line before it, this would belong to the table or list above.
    if (head !== before) lines.push('');
    if (begun?.text) lines.push(begun.text);
    lines.push(text);
    before = head;
  }
  return { text: lines.join('\n').trim(), ...(end < pieces.length && { end }) };
}

/** The characters that a piece adds to the result, and its head to the text. */
function measure(head: Piece['head'], add: Piece['add']): number {
  const alone: Result = { figures: [], tables: [{ columns: [], rows: [] }], lines: [], sources: [] };
  const before = JSON.stringify(alone).length;
  head?.begin?.(alone);
  add?.(alone);
  return JSON.stringify(alone).length - before + (head?.text.length ?? 0) + 2;
}

function splitPage({ parts }: Page, names: NamesOfIds): Piece[] {
  return parts.flatMap((part) => (part ? splitPart(part, names) : []));
}

function splitPart(part: Part, names: NamesOfIds): Piece[] {
  switch (part.kind) {
    case 'headline':
      return [{ text: `## ${toMarkdown(part.text, names).replaceAll('\n', ' ')}` }];
    case 'text':
      return splitText(toMarkdown(part.forPrograms ?? part.text, names)).map((text) => ({ text }));
    case 'note':
      return splitText(toMarkdown(part.text, names)).map((text) => ({ text }));
    case 'quote':
      return splitText(toMarkdown(part.text, names)).map((text) => ({ text: text.replace(/^/gm, '> ') }));
    case 'copy':
      return splitText(part.text).map((text) => ({ text: text.replace(/^/gm, '    ') }));
    case 'rows': {
      const head = { text: part.heading ? toMarkdown(part.heading, names) : '' };
      if (part.rows.length === 0) return [head];
      return part.rows.flatMap((row) => splitRow(row, names).map((piece) => ({ ...piece, head })));
    }
    case 'table':
      return splitTable(part, names);
    case 'chart':
      return [
        {
          text: isEmpty(part.words) ? '' : toMarkdown(part.words, names),
          add: ({ tables }) =>
            tables.push({
              heading: part.title,
              columns: ['', ...part.series.map(({ name }) => name)],
              rows: part.categories.map((category, i) => [
                category,
                ...part.series.map(({ values }) => values[i] ?? null),
              ]),
            }),
        },
      ];
    case 'actions':
      return [];
  }
}

function splitRow({ text, note, control, controls = [] }: Row, names: NamesOfIds): Piece[] {
  const id = [control, ...controls].flatMap((one) => (one && findRunId(one)) ?? [])[0];
  const also = id === undefined ? '' : ` · read_answer id ${id}`;
  const below = note && !isEmpty(note) ? ` · ${toMarkdown(note, names)}` : '';
  const plain = [toPlainText(text, names), note && toPlainText(note, names)].filter(Boolean).join(' · ');
  const line = `${toMarkdown(text, names).replace(/^• /, '')}${below}${also}`.replaceAll('\n', '\n  ');
  return splitText(line).map((piece, i) => ({
    text: i === 0 ? `- ${piece}` : `  ${piece}`,
    ...(i === 0 && { add: ({ lines }) => void lines.push(`${plain}${also}`.slice(0, MAX_TEXT_CHARS)) }),
  }));
}

/** The id of the run whose answer a row's button opens. */
function findRunId(control: Control): string | undefined {
  if (control.kind !== 'button' || control.id !== ACTIONS.runOpen) return undefined;
  return readCarried('run', control.value)?.id;
}

function splitTable(table: Table, names: NamesOfIds): Piece[] {
  const given = findGivenColumns(table);
  const columns = given.map((i) => table.columns[i]?.heading ?? '');
  const heading = table.heading ? toPlainText(table.heading, names) : table.caption;
  const head: Head = {
    text: [
      heading === undefined ? '' : `**${escapeMarkdown(heading)}**\n`,
      tableLine(columns.map(escapeMarkdown)),
      tableLine(columns.map((_, i) => (i === 0 ? '---' : '--:'))),
    ]
      .filter(Boolean)
      .join('\n'),
    begin: ({ tables }) => tables.push({ ...(heading !== undefined && { heading }), columns, rows: [] }),
  };
  return table.rows.map((row) => ({
    head,
    text: tableLine(given.map((i) => cellToMarkdown(row[i]))),
    add: ({ tables }) => tables.at(-1)?.rows.push(given.map((i) => cellToPlainText(row[i]))),
  }));
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cellToMarkdown(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return typeof cell === 'object' && 'link' in cell
    ? linkTo(cell.link, cell.label)
    : escapeMarkdown(wordsIn(cell));
}

/** With its unit, as shown: a bare number wouldn't tell its scale. */
function cellToPlainText(cell: Cell | undefined): string | null {
  if (cell === undefined) return null;
  return typeof cell === 'object' && 'link' in cell ? linkInWords(cell) : wordsIn(cell);
}

/** Splits a long text at its line ends, or in mid-line if there are none. */
function splitText(text: string): string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.length <= MAX_TEXT_CHARS ? rest.length : rest.lastIndexOf('\n', MAX_TEXT_CHARS);
    const length = end > 0 ? end : MAX_TEXT_CHARS;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length).replace(/^\n/, '');
  }
  return pieces;
}

function toMarkdown(text: Text, names: NamesOfIds): string {
  return text.spans
    .map((span) => spanToMarkdown(span, names))
    .join('')
    .split('\n')
    .map(escapeLineStart)
    .join('\n');
}

function spanToMarkdown(span: Span, names: NamesOfIds): string {
  if (typeof span === 'string') return span.split('\n').map(escapeMarkdown).join('\n');
  if ('bold' in span) {
    const inner = span.bold.spans.map((one) => spanToMarkdown(one, names)).join('');
    return inner.trim() === '' ? inner : `**${inner.trim()}**`;
  }
  if ('code' in span) return `\`${tidy(span.code).replaceAll('`', '’')}\``;
  if ('link' in span) return linkTo(span.link, span.label);
  if ('flexible' in span) return escapeMarkdown(span.flexible);
  if ('at' in span) return escapeMarkdown(span.fallback);
  return escapeMarkdown(findName(span, names));
}

function toPlainText(text: Text, names: NamesOfIds): string {
  const words = text.spans.map((span): string => {
    if (typeof span === 'string') return span;
    if ('bold' in span) return toPlainText(span.bold, names);
    if ('code' in span) return span.code;
    if ('link' in span) return linkInWords(span);
    if ('flexible' in span) return span.flexible;
    return 'at' in span ? span.fallback : findName(span, names);
  });
  return words.join('');
}

/** "label (address)", or the label alone if the address isn't http(s). */
function linkInWords({ link, label }: { link: string | undefined; label: string }): string {
  const href = httpUrl(link);
  return href === undefined || href === label ? label : `${label} (${href})`;
}

/** A link, or its label alone if the address isn't http(s). */
function linkTo(url: string | undefined, label: string): string {
  const href = httpUrl(url);
  return href === undefined
    ? escapeMarkdown(label)
    : `[${escapeMarkdown(label)}](<${href.replace(/[<>]/g, encodeURIComponent)}>)`;
}

/** Puts outside text on one line and escapes everything that formats. */
function escapeMarkdown(text: string): string {
  const clean = tidy(text).replace(/[\\`*[\]<>|]/g, '\\$&');
  return `${/^\s/.test(text) ? ' ' : ''}${clean}${clean !== '' && /\s$/.test(text) ? ' ' : ''}`;
}

/** Keeps a line from becoming a heading or a list item. */
function escapeLineStart(line: string): string {
  return line.replace(/^(\s*)([#+~=-])/, '$1\\$2');
}

function findName(span: { user: string } | { channel: string }, names: NamesOfIds): string {
  if ('user' in span) return names.get(span.user) ?? 'somebody';
  return names.get(span.channel) ?? 'a Slack channel';
}
