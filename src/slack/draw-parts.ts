/** Draws each part of a page in Slack's blocks. */
import type { ActionsBlock, MrkdwnElement, SectionBlock } from '@slack/types';
import type { Chart, Control, Part, Row, Rows, Table } from '../messages/page.ts';
import { code, isEmpty, say, type Text } from '../messages/text.ts';
import { type DataVisualizationBlock, LIMITS, type MessageBlock } from './blocks.ts';
import { element } from './draw-controls.ts';
import { givenColumns, saidRows } from './draw-heard.ts';
import { asMrkdwn, rich, shorten } from './text.ts';

/** Slack takes one table in a message. */
const TABLES = 1;

/** `isPlain`: where charts and tables are refused, they are told in words. */
export function blocksOf(parts: readonly Part[], { isPlain }: { isPlain: boolean }): MessageBlock[] {
  const room = { tables: isPlain ? 0 : TABLES, charts: isPlain ? 0 : LIMITS.chartsPerMessage };
  return parts.flatMap((part) => partBlocks(part, room));
}

function partBlocks(part: Part, room: { tables: number; charts: number }): MessageBlock[] {
  switch (part.kind) {
    case 'headline':
    case 'text':
      return [section(part.text, part.control)];
    case 'note':
      return [context(part.text)];
    case 'quote':
      return quoted(part.text);
    case 'copy':
      return part.text === '' ? [] : [copy(part.text)];
    case 'rows':
      return rowsBlocks(part);
    case 'actions':
      return actionsBlocks(part);
    case 'table':
      room.tables -= 1;
      return room.tables < 0 ? tableLines(part) : tableBlocks(part);
    case 'chart':
      room.charts -= 1;
      return room.charts < 0 ? chartWords(part) : chartBlocks(part);
  }
}

function section(text: Text, control?: Control): SectionBlock {
  return {
    type: 'section',
    text: mrkdwn(mrkdwnWithin(text, LIMITS.sectionText)),
    ...(control && { accessory: element(control) }),
  };
}

function context(text: Text): MessageBlock {
  return { type: 'context', elements: [mrkdwn(mrkdwnWithin(text, LIMITS.sectionText))] };
}

/** What is too long, and all escapes, is cut at its end. */
function mrkdwnWithin(text: Text, max: number): string {
  let spans = text.spans;
  let drawn = asMrkdwn(text);
  while (drawn.length > max && spans.length > 0) {
    const last = spans.at(-1);
    const kept = typeof last === 'string' ? Math.floor((last.length * max) / drawn.length / 2) : 0;
    spans = [...spans.slice(0, -1), ...(typeof last === 'string' && kept > 1 ? [shorten(last, kept)] : [])];
    drawn = asMrkdwn({ spans: [...spans, '…'] });
  }
  return drawn.trim() || '…';
}

function mrkdwn(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** Lines one below the other, in as few sections as Slack allows. */
function sections(lines: readonly Text[]): SectionBlock[] {
  const texts: string[] = [];
  for (const line of lines.map((line) => mrkdwnWithin(line, LIMITS.sectionText))) {
    const last = texts.at(-1);
    if (last === undefined || last.length + line.length + 1 > LIMITS.sectionText) texts.push(line);
    else texts[texts.length - 1] = `${last}\n${line}`;
  }
  return texts.map((text) => ({ type: 'section', text: mrkdwn(text) }));
}

function copy(text: string): MessageBlock {
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
  };
}

function quoted(text: Text): MessageBlock[] {
  const drawn = mrkdwnWithin(text, LIMITS.sectionText / 2).replaceAll('\n', '\n> ');
  return [{ type: 'section', text: mrkdwn(`> ${drawn}`) }];
}

function rowsBlocks({ heading, rows }: Rows): MessageBlock[] {
  const head = heading ? [heading] : [];
  if (rows.every(isBare)) return sections([...head, ...rows.map(({ text }) => text)]);
  return [...sections(head), ...rows.flatMap((row) => rowBlocks(row))];
}

export function isBare({ note, control, controls = [], id }: Row): boolean {
  return !note && !control && controls.length === 0 && id === undefined;
}

export function rowBlocks({ text, note, control, controls = [], id }: Row): MessageBlock[] {
  return [
    { ...section(text, control), ...(id !== undefined && { block_id: id }) },
    ...(note && !isEmpty(note) ? [context(note)] : []),
    ...actionsBlocks({ controls, ...(id !== undefined && { id: `${id} actions` }) }),
  ];
}

function actionsBlocks({ controls, id }: { controls: readonly Control[]; id?: string }): ActionsBlock[] {
  if (controls.length === 0) return [];
  const elements = controls.slice(0, LIMITS.actionsElements).map(element);
  return [{ type: 'actions', ...(id !== undefined && { block_id: id }), elements }];
}

function tableBlocks(table: Table): MessageBlock[] {
  const { heading, columns, rows } = table;
  const given = givenColumns(table);
  const cell = (text: string) => ({ type: 'raw_text' as const, text: rich(text) || '–' });
  const shown = rows.slice(0, LIMITS.tableRows - 1);
  return [
    ...(heading ? [section(heading)] : []),
    {
      type: 'table',
      rows: [
        given.map((i) => cell(columns[i]?.heading ?? '')),
        ...shown.map((row) => given.map((i) => cell(row[i] ?? 'none given'))),
      ],
      column_settings: given.map((i) => ({ align: columns[i]?.align ?? (i === 0 ? 'left' : 'right') })),
    },
  ];
}

function tableLines(table: Table): MessageBlock[] {
  return sections([...(table.heading ? [table.heading] : []), ...saidRows(table)]);
}

function chartBlocks(chart: Chart): MessageBlock[] {
  const { title, type, categories, marks = [], series } = chart;
  const shown = pointsShown(chart);
  const labels = distinctLabels(
    shown.map((i) => categories[i] ?? ''),
    shown.map((i) => marks[i] ?? ''),
  );
  const block: DataVisualizationBlock = {
    type: 'data_visualization',
    title: shorten(title, LIMITS.chartTitle),
    chart: {
      type,
      series: series.slice(0, LIMITS.chartSeries).map(({ name, values }) => ({
        name,
        data: shown.map((i, at) => ({ label: labels[at] ?? '', value: values[i] ?? 0 })),
      })),
      axis_config: { categories: labels },
    },
  };
  const all = categories.length;
  if (shown.length === all) return [block];
  return [
    block,
    context(say`The chart shows ${shown.length} of ${all}, the lowest and the highest among them.`),
  ];
}

/** Of more than a chart holds: the last two, the lowest and the highest, and others as evenly as may be; bars from the first. */
function pointsShown({ type, categories, series: [first] }: Chart): number[] {
  const all = categories.map((_, i) => i);
  const end = all.length - 1;
  if (end < LIMITS.chartPoints || !first) return all;
  if (type === 'bar') return all.slice(0, LIMITS.chartPoints);
  const extreme = (of: (...values: number[]) => number) => first.values.lastIndexOf(of(...first.values));
  const told = [extreme(Math.min), extreme(Math.max), end - 1, end];
  for (let even = LIMITS.chartPoints; ; even -= 1) {
    const steps = Array.from({ length: even }, (_, i) => Math.round((i * end) / (even - 1)));
    const shown = new Set([...steps, ...told]);
    if (shown.size <= LIMITS.chartPoints) return all.filter((i) => shown.has(i));
  }
}

/** Names on a chart must be short, and each another one; a mark behind a name stays whole. */
export function distinctLabels(names: readonly string[], marks: readonly string[] = []): string[] {
  const taken = new Set<string>();
  return names.map((name, i) => {
    const mark = marks[i] ?? '';
    const within = (end: string) => `${shorten(name, LIMITS.chartLabel - end.length) || '–'}${end}`;
    let own = within(mark);
    for (let n = 2; taken.has(own); n += 1) own = within(`${mark} ${n}`);
    taken.add(own);
    return own;
  });
}

function chartWords({ words, sparkline }: Chart): MessageBlock[] {
  if (isEmpty(words) && sparkline === undefined) return [];
  return sections([say`${sparkline !== undefined && code(sparkline)} ${words}`]);
}
