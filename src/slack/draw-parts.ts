/** Draws each part of a page: as Slack blocks, and as the lines of `text`, for notifications and screen readers. */
import type { ActionsBlock, DataTableBlock, MrkdwnElement, SectionBlock } from '@slack/types';
import { httpUrl, shorten } from '../messages/lengths.ts';
import {
  type Cell,
  type Chart,
  type Control,
  type Field,
  type Part,
  type Row,
  type Rows,
  type Table,
  wordsIn,
} from '../messages/page.ts';
import { beside, bold, code, isEmpty, join, link, say, type Text } from '../messages/text.ts';
import { type DataVisualizationBlock, LIMITS, type MessageBlock } from './blocks.ts';
import { drawElements, drawField } from './draw-controls.ts';
import { fallbackText, mrkdwn, rich } from './text.ts';

const TABLES = 1;

/** Rows per page of a sortable table; Slack's default is five. */
const SORTED_ROWS = 20;

/** `isPlain`: charts and tables become text; `isRead`: which is read out. `textChars`: the longest paragraph. */
export function drawBlocks(
  parts: readonly (Part | Field)[],
  { isPlain, isRead, textChars }: { isPlain: boolean; isRead: boolean; textChars: number },
): MessageBlock[] {
  const [tables, charts] = isPlain ? [0, 0] : [TABLES, LIMITS.chartsPerMessage];
  const room: PartRoom = { tables, charts, isRead, textChars };
  return withoutRepeatedIds(parts.flatMap((part) => drawPart(part, room)));
}

/** Slack refuses a message with two blocks of one id: what is listed twice has it where it comes first. */
function withoutRepeatedIds(blocks: readonly MessageBlock[]): MessageBlock[] {
  const seen = new Set<string>();
  return blocks.map((block) => {
    const { block_id: id = '', ...others } = block;
    const isRepeated = id !== '' && seen.has(id);
    seen.add(id);
    return isRepeated ? (others as MessageBlock) : block;
  });
}

type PartRoom = { tables: number; charts: number; isRead: boolean; textChars: number };

function drawPart(part: Part | Field, room: PartRoom) {
  switch (part.kind) {
    case 'headline':
    case 'text':
      return [drawSection(part.text, part.control, room.textChars)];
    case 'note':
      return [drawContext(part.text, room.textChars)];
    case 'quote':
      return drawQuote(part.text, Math.min(room.textChars, LIMITS.sectionText / 2));
    case 'copy':
      return part.text === '' ? [] : [copy(part.text)];
    case 'rows':
      return drawRows(part);
    case 'actions':
      return drawActions(part);
    case 'field':
      return drawField(part);
    case 'table':
      room.tables -= 1;
      return room.tables < 0 ? drawTableLines(part) : drawTable(part);
    case 'chart':
      room.charts -= 1;
      return room.charts < 0 ? drawChartWords(part, room) : drawChart(part);
  }
}

function drawSection(text: Text, control?: Control, max?: number): SectionBlock {
  const [accessory] = control ? drawElements([control]) : [];
  return { type: 'section', text: toMrkdwn(writeSectionText(text, max)), ...(accessory && { accessory }) };
}

function drawContext(text: Text, max?: number): MessageBlock {
  return { type: 'context', elements: [toMrkdwn(writeSectionText(text, max))] };
}

/** Slack refuses an empty one. */
function writeSectionText(text: Text, max: number = LIMITS.sectionText): string {
  return mrkdwn(text, max).trim() || '…';
}

/** `verbatim` keeps Slack from linking anything by itself. */
function toMrkdwn(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** Joins lines in as few sections as possible. */
function drawSections(lines: readonly Text[]): SectionBlock[] {
  const texts: string[] = [];
  for (const line of lines.map((line) => writeSectionText(line))) {
    const last = texts.at(-1);
    if (last === undefined || last.length + line.length + 1 > LIMITS.sectionText) texts.push(line);
    else texts[texts.length - 1] = `${last}\n${line}`;
  }
  return texts.map((text) => ({ type: 'section', text: toMrkdwn(text) }));
}

function copy(text: string): MessageBlock {
  const lines = text
    .split('\n')
    .map((line) => `${line.match(/^ */)}${rich(line)}`)
    .join('\n');
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: lines }] }],
  };
}

function drawQuote(text: Text, max: number): MessageBlock[] {
  const drawn = writeSectionText(text, max).replaceAll('\n', '\n> ');
  return [{ type: 'section', text: toMrkdwn(`> ${drawn}`) }];
}

function drawRows({ heading, rows }: Rows): MessageBlock[] {
  const head = heading ? [heading] : [];
  if (rows.every(isBare)) return drawSections([...head, ...rows.map(({ text }) => text)]);
  return [...drawSections(head), ...rows.flatMap((row) => drawRow(row))];
}

function isBare({ note, control, controls = [], id }: Row): boolean {
  return !note && !control && controls.length === 0 && id === undefined;
}

function drawRow({ text, note, control, controls = [], id }: Row): MessageBlock[] {
  return [
    { ...drawSection(text, control), ...(id !== undefined && { block_id: id }) },
    ...(note && !isEmpty(note) ? [drawContext(note)] : []),
    ...drawActions({ controls, ...(id !== undefined && { id: `${id} actions` }) }),
  ];
}

function drawActions({ controls, id }: { controls: readonly Control[]; id?: string }): ActionsBlock[] {
  const all = drawElements(controls).slice(0, LIMITS.actionsElements);
  return all.length === 0
    ? []
    : [{ type: 'actions', ...(id !== undefined && { block_id: id }), elements: all }];
}

function drawTable(table: Table): MessageBlock[] {
  const { heading, caption, columns, rows } = table;
  const given = findGivenColumns(table);
  const head = heading ? [drawSection(heading)] : [];
  const heads = given.map((i) => drawTextCell(columns[i]?.heading ?? ''));
  const drawCells = <Drawn>(draw: (cell: Cell) => Drawn) =>
    rows.map((row) => given.map((i) => draw(row[i] ?? 'none given')));
  if (caption !== undefined) {
    const all = [heads, ...drawCells(drawDataCell)];
    return [...head, { type: 'data_table', caption: rich(caption), rows: all, page_size: SORTED_ROWS }];
  }
  return [
    ...head,
    {
      type: 'table',
      rows: [heads, ...drawCells((cell) => drawTextCell(wordsIn(cell)))],
      column_settings: given.map((i) => ({ align: columns[i]?.align ?? (i === 0 ? 'left' : 'right') })),
    },
  ];
}

function drawTextCell(text: string) {
  return { type: 'raw_text' as const, text: rich(text) || '–' };
}

function drawDataCell(cell: Cell): DataTableBlock['rows'][number][number] {
  if (typeof cell === 'string') return drawTextCell(cell);
  if ('figure' in cell) return { type: 'raw_number', value: cell.figure, text: rich(cell.text) || '–' };
  const url = httpUrl(cell.link);
  if (url === undefined) return drawTextCell(cell.label);
  const link = { type: 'link' as const, url, text: rich(cell.label) || '–' };
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [link] }] };
}

/** A sortable table has many rows, so its column names are written once, above them. */
function drawTableLines(table: Table): MessageBlock[] {
  const { heading, caption, columns, rows } = table;
  const head = heading ? [heading] : [];
  if (caption === undefined) return drawSections([...head, ...speakRows(table)]);
  const given = findGivenColumns(table);
  const names = bold(given.map((i) => columns[i]?.heading ?? '').join(' · '));
  return drawSections([...head, names, ...rows.map((row) => beside(...given.map((i) => writeCell(row[i]))))]);
}

function writeCell(cell: Cell = 'none given'): Text {
  return typeof cell === 'object' && 'link' in cell ? link(cell.link, cell.label) : say`${wordsIn(cell)}`;
}

function drawChart(chart: Chart): MessageBlock[] {
  const { title, type, categories, marks = [], series } = chart;
  const shown = categories.slice(0, LIMITS.chartPoints);
  const labels = makeLabelsDistinct(shown, marks);
  const names = makeLabelsDistinct(series.map(({ name }) => name));
  const block: DataVisualizationBlock = {
    type: 'data_visualization',
    title: shorten(title, LIMITS.chartTitle),
    chart: {
      type,
      series: series.slice(0, LIMITS.chartSeries).map(({ values }, at) => ({
        name: names[at] ?? '',
        data: labels.map((label, i) => ({ label, value: values[i] ?? 0 })),
      })),
      axis_config: { categories: labels },
    },
  };
  const of = `${shown.length} of ${categories.length}`;
  return shown.length === categories.length
    ? [block]
    : [block, drawContext(say`The chart shows the first ${of}.`)];
}

/** Shortens names to a chart's limit and keeps them distinct; a mark behind a name is never cut. */
export function makeLabelsDistinct(names: readonly string[], marks: readonly string[] = []): string[] {
  const taken = new Set<string>();
  return names.map((name, i) => {
    const mark = marks[i] ?? '';
    const shortenBefore = (end: string) => `${shorten(name, LIMITS.chartLabel - end.length) || '–'}${end}`;
    let own = shortenBefore(mark);
    for (let n = 2; taken.has(own); n += 1) own = shortenBefore(`${mark} ${n}`);
    taken.add(own);
    return own;
  });
}

function drawChartWords({ words, sparkline }: Chart, { isRead }: PartRoom): MessageBlock[] {
  const line = isRead || sparkline === undefined ? undefined : code(sparkline);
  const text = join([line, words], ' ');
  return isEmpty(text) ? [] : drawSections([text]);
}

/** About what a notification shows. */
const SUMMARY_CHARS = 140;
const LINE_CHARS = 300;

/** Slack takes no more in an edit. https://docs.slack.dev/reference/methods/chat.update#errors */
const TEXT_CHARS = 4_000;

/** A summary of at most `summaryChars`, then lines while there is room, and how many more. A last note stays. */
export function drawSpoken(
  summary: Text | undefined,
  parts: readonly (Part | Field)[],
  { write = fallbackText, summaryChars = SUMMARY_CHARS } = {},
): string {
  const headline = parts.find((part) => part.kind === 'headline');
  const first = write(
    summary && !isEmpty(summary) ? summary : (headline?.text ?? say`Sightline`),
    summaryChars,
  ).replaceAll('\n', ' ');
  const others = parts.filter((part) => part !== headline);
  const last = others.at(-1)?.kind === 'note' ? others.pop() : undefined;
  const end = last ? speakPart(last).map((line) => write(line, LINE_CHARS)) : [];
  const said = others.flatMap(speakPart);
  const text = [first];
  let room = TEXT_CHARS - LINE_CHARS - [first, ...end].join('\n').length;
  for (const [i, line] of said.entries()) {
    const spoken = write(line, LINE_CHARS);
    room -= spoken.length + 1;
    if (room < 0) return [...text, `${said.length - i} more are not listed here.`, ...end].join('\n');
    text.push(spoken);
  }
  return [...text, ...end].join('\n');
}

/** The lines of a part; buttons have their own accessible names. */
function speakPart(part: Part | Field): Text[] {
  switch (part.kind) {
    case 'headline':
    case 'text':
    case 'note':
    case 'quote':
      return splitLines(part.text);
    case 'rows':
      return [...(part.heading ? [part.heading] : []), ...part.rows.map(speakRow)];
    case 'table':
      return [...(part.heading ? [part.heading] : []), ...speakRows(part)];
    case 'chart':
      return isEmpty(part.words) ? [] : [part.words];
    case 'copy':
    case 'actions':
    case 'field':
      return [];
  }
}

function speakRow({ text, note }: Row): Text {
  return beside(...splitLines(text), ...(note ? splitLines(note) : []));
}

function splitLines(text: Text): Text[] {
  const all: { spans: Text['spans'][number][] }[] = [{ spans: [] }];
  for (const span of text.spans) {
    const [begin = '', ...others] = typeof span === 'string' ? span.split('\n') : [span];
    all.at(-1)?.spans.push(begin);
    for (const other of others) all.push({ spans: [other] });
  }
  return all.filter((line) => fallbackText(line).trim() !== '');
}

/** Columns with at least one figure. */
export function findGivenColumns({ columns, rows }: Table): number[] {
  return columns.flatMap((_, i) => (i === 0 || rows.some((row) => row[i] !== undefined) ? [i] : []));
}

/** "Globex: score 70.0, mention rate 60%, average rank not given": a missing figure must not sound like zero. */
function speakRows(table: Table): Text[] {
  const given = findGivenColumns(table).slice(1);
  return table.rows.map((row) => {
    const facts = given.map((i) => {
      const { heading = '', isName = false } = table.columns[i] ?? {};
      const what = isName ? heading : heading.replace(/^./, (first) => first.toLowerCase());
      return `${what} ${wordsIn(row[i] ?? 'not given')}`;
    });
    return say`${[wordsIn(row[0] ?? ''), facts.join(', ')].filter(Boolean).join(': ')}`;
  });
}
