/** Draws a page as Markdown, and the same facts as plain text for programs, in pieces that are never cut. */
import { readCarried } from '../carried.ts';
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
import type { Result } from './tool.ts';

/** An engine's answer may be longer; it's then split. */
const MAX_TEXT_CHARS = 6_000;

/** A few lines of Markdown, never cut, and what they add to the result. A `head` comes before the first that shares it. */
export type Piece = { text: string; head?: Head; add?: (to: Result) => void };
type Head = { text: string; begin?: (to: Result) => void };

export function splitPage({ parts }: Page, names: NamesOfIds): Piece[] {
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
export function escapeMarkdown(text: string): string {
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
