/** A page in pieces, none of which is cut: each a few lines of Markdown, and what of the result for programs it adds. */
import { readCarried } from '../carried.ts';
import { ACTIONS } from '../messages/actions.ts';
import {
  type Cell,
  type Control,
  type Page,
  type Part,
  type Row,
  type Table,
  wordsIn,
} from '../messages/page.ts';
import { isEmpty } from '../messages/text.ts';
import { givenColumns } from '../slack/draw-heard.ts';
import { escaped, linked, markdown, type NamesOfIds, wordsOf, wordsOfLink } from './markdown.ts';
import type { Result } from './tool.ts';

/** `head` is said before the first of the pieces that share it, and again where a result begins among them. */
export type Piece = { text: string; head?: Head; add?: (to: Result) => void };
type Head = { text: string; begin?: (to: Result) => void };

/** Of an answer of an engine that goes on and on. */
const LONGEST = 6_000;

export function piecesOf({ parts }: Page, names: NamesOfIds): Piece[] {
  return parts.flatMap((part) => (part ? ofPart(part, names) : []));
}

function ofPart(part: Part, names: NamesOfIds): Piece[] {
  switch (part.kind) {
    case 'headline':
      return [{ text: `## ${markdown(part.text, names).replaceAll('\n', ' ')}` }];
    case 'text':
      return broken(markdown(part.forPrograms ?? part.text, names)).map((text) => ({ text }));
    case 'note':
      return broken(markdown(part.text, names)).map((text) => ({ text }));
    case 'quote':
      return broken(markdown(part.text, names)).map((text) => ({ text: text.replace(/^/gm, '> ') }));
    case 'copy':
      return broken(part.text).map((text) => ({ text: text.replace(/^/gm, '    ') }));
    case 'rows': {
      const head = { text: part.heading ? markdown(part.heading, names) : '' };
      if (part.rows.length === 0) return [head];
      return part.rows.flatMap((row) => ofRow(row, names).map((piece) => ({ ...piece, head })));
    }
    case 'table':
      return ofTable(part, names);
    case 'chart':
      return [
        {
          text: isEmpty(part.words) ? '' : markdown(part.words, names),
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

function ofRow({ text, note, control, controls = [] }: Row, names: NamesOfIds): Piece[] {
  const id = [control, ...controls].flatMap((one) => (one && runOf(one)) ?? [])[0];
  const also = id === undefined ? '' : ` · read_answer id ${id}`;
  const below = note && !isEmpty(note) ? ` · ${markdown(note, names)}` : '';
  const words = [wordsOf(text, names), note && wordsOf(note, names)].filter(Boolean).join(' · ');
  const said = `${markdown(text, names).replace(/^• /, '')}${below}${also}`.replaceAll('\n', '\n  ');
  return broken(said).map((piece, i) => ({
    text: i === 0 ? `- ${piece}` : `  ${piece}`,
    ...(i === 0 && { add: ({ lines }) => void lines.push(`${words}${also}`.slice(0, LONGEST)) }),
  }));
}

/** The run whose answer a row's button opens. */
function runOf(control: Control): string | undefined {
  if (control.kind !== 'button' || control.id !== ACTIONS.runOpen) return undefined;
  return readCarried('run', control.value)?.id;
}

function ofTable(table: Table, names: NamesOfIds): Piece[] {
  const given = givenColumns(table);
  const columns = given.map((i) => table.columns[i]?.heading ?? '');
  const heading = table.heading ? wordsOf(table.heading, names) : table.caption;
  const head: Head = {
    text: [
      heading === undefined ? '' : `**${escaped(heading)}**\n`,
      rowOf(columns.map(escaped)),
      rowOf(columns.map((_, i) => (i === 0 ? '---' : '--:'))),
    ]
      .filter(Boolean)
      .join('\n'),
    begin: ({ tables }) => tables.push({ ...(heading !== undefined && { heading }), columns, rows: [] }),
  };
  return table.rows.map((row) => ({
    head,
    text: rowOf(given.map((i) => cellOf(row[i]))),
    add: ({ tables }) => tables.at(-1)?.rows.push(given.map((i) => saidIn(row[i]))),
  }));
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cellOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return typeof cell === 'object' && 'link' in cell ? linked(cell.link, cell.label) : escaped(wordsIn(cell));
}

/** As it is shown, with its unit: a bare number of a table would not say its scale. */
function saidIn(cell: Cell | undefined): string | null {
  if (cell === undefined) return null;
  return typeof cell === 'object' && 'link' in cell ? wordsOfLink(cell) : wordsIn(cell);
}

/** A long text at its line ends, or where else nothing is left. */
function broken(text: string): string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.length <= LONGEST ? rest.length : rest.lastIndexOf('\n', LONGEST);
    const length = end > 0 ? end : LONGEST;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length).replace(/^\n/, '');
  }
  return pieces;
}
