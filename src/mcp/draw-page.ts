/** Draws a page as Markdown, and the same facts as plain text for programs, in pieces that are never cut. */
import { readCarried } from '../carried.ts';
import { ACTIONS } from '../messages/actions.ts';
import { httpUrl, tidy } from '../messages/lengths.ts';
import {
  type Cell,
  type Chart,
  type Control,
  type Page,
  type Part,
  type Row,
  type Table,
  wordsIn,
} from '../messages/page.ts';
import { isEmpty, type Text } from '../messages/text.ts';
import { findGivenColumns } from '../slack/draw-parts.ts';
import { type Reader, textFor } from '../slack/text.ts';
import type { Result } from './tool.ts';

/** An engine's answer may be longer; it's then split. */
const MAX_TEXT_CHARS = 6_000;

/** A few lines of Markdown, never cut, and what they add to the result. A `head` comes before the first that shares it. */
export type Piece = { text: string; head?: Head; add?: (to: Result) => void };
type Head = { text: string; begin?: (to: Result) => void };

export function splitPage({ parts }: Page, reader: Reader): Piece[] {
  const write = writersFor(reader);
  return parts.flatMap((part) => (part ? splitPart(part, write) : []));
}

function splitPart(part: Part, write: Writers): Piece[] {
  switch (part.kind) {
    case 'headline':
      return [{ text: `## ${write.markdown(part.text).replaceAll('\n', ' ')}` }];
    case 'text':
      return splitText(write.markdown(part.forPrograms ?? part.text) + idIn(part.control)).map((text) => ({
        text,
      }));
    case 'note':
      return splitText(write.markdown(part.text)).map((text) => ({ text }));
    case 'quote':
      return splitText(write.markdown(part.text)).map((text) => ({ text: text.replace(/^/gm, '> ') }));
    case 'copy':
      return splitText(part.text).map((text) => ({ text: text.replace(/^/gm, '    ') }));
    case 'rows': {
      const head = { text: part.heading ? write.markdown(part.heading) : '' };
      if (part.rows.length === 0) return [head];
      return part.rows.flatMap((row) => splitRow(row, write).map((piece) => ({ ...piece, head })));
    }
    case 'table':
      return splitTable(part, write);
    case 'chart':
      return [
        {
          text: [isEmpty(part.words) ? '' : write.markdown(part.words), ...pointsIn(part)]
            .filter(Boolean)
            .join('\n'),
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

/** "Score: 19 Nov 61.2, 20 Nov 52.2" for each line; not for one that is the same everywhere, such as the usual range. */
function pointsIn({ type, categories, series }: Chart): string[] {
  const lines = series.filter(({ values }, i) => type === 'line' && (i === 0 || new Set(values).size > 1));
  return lines.map(({ name, values }) =>
    escapeMarkdown(`${name}: ${categories.map((category, i) => `${category} ${values[i]}`).join(', ')}`),
  );
}

function splitRow({ text, note, control, controls = [] }: Row, write: Writers): Piece[] {
  const also = [control, ...controls].map(idIn).find(Boolean) ?? '';
  const below = note && !isEmpty(note) ? ` · ${write.markdown(note)}` : '';
  const plain = [write.plain(text), note && write.plain(note)].filter(Boolean).join(' · ');
  const line = `${write.markdown(text).replace(/^• /, '')}${below}${also}`.replaceAll('\n', '\n  ');
  return splitText(line).map((piece, i) => ({
    text: i === 0 ? `- ${piece}` : `  ${piece}`,
    ...(i === 0 && { add: ({ lines }) => void lines.push(`${plain}${also}`.slice(0, MAX_TEXT_CHARS)) }),
  }));
}

/** What a program calls instead of clicking on the button that opens an answer; empty for other controls. */
function idIn(control: Control | undefined): string {
  const opens = control?.kind === 'button' && control.id === ACTIONS.runOpen;
  const run = opens ? readCarried('run', control.value) : undefined;
  return run ? ` · read_answer id ${run.id}` : '';
}

function splitTable(table: Table, write: Writers): Piece[] {
  const given = findGivenColumns(table);
  const columns = given.map((i) => table.columns[i]?.heading ?? '');
  const heading = table.heading ? write.plain(table.heading) : table.caption;
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

type Writers = Record<'markdown' | 'plain', (text: Text) => string>;

function writersFor(reader: Reader): Writers {
  const mention = (id: string, sigil: string) =>
    tidy(reader.names.get(id) ?? (sigil === '@' ? 'somebody' : 'a Slack channel'));
  const plain = textFor(reader, { mention, link: (link, label) => linkInWords({ link, label }) });
  const marked = textFor(reader, {
    mention: (id, sigil) => escapeMarks(mention(id, sigil)),
    escape: escapeMarks,
    bold: (inner) => (inner.trim() === '' ? inner : `**${inner.trim()}**`),
    code: (text) => `\`${text.replaceAll('`', '’')}\``,
    link: linkTo,
  });
  // So that no line becomes a heading or a list item.
  return { plain, markdown: (text) => marked(text).replace(/^(\s*)([#+~=-])/gm, '$1\\$2') };
}

/** "label (address)", or the label alone if the address isn't http(s). */
function linkInWords({ link, label }: { link: string | undefined; label: string }): string {
  const href = httpUrl(link);
  return href === undefined || href === label ? label : `${label} (${href})`;
}

function linkTo(url: string | undefined, label: string): string {
  const href = httpUrl(url);
  return href === undefined
    ? escapeMarkdown(label)
    : `[${escapeMarkdown(label)}](<${href.replace(/[<>]/g, encodeURIComponent)}>)`;
}

/** Puts outside text on one line and escapes everything that formats. */
export function escapeMarkdown(text: string): string {
  return escapeMarks(tidy(text));
}

function escapeMarks(text: string): string {
  return text.replace(/[\\`*[\]<>|]/g, '\\$&');
}
