/** Reads a drawn message as a person or a Slack server would: its words, its links, its limits. */
import type { ModalView } from '@slack/types';
import { expect } from 'vitest';
import type { Form, Page } from '../../src/messages/page.ts';
import { checkMessage, checkView } from '../../src/sandbox/workspace/limits-check.ts';
import { LIMITS, type Message, type MessageBlock } from '../../src/slack/blocks.ts';
import { draw, drawView } from '../../src/slack/draw.ts';

/** Names for titles, and texts that ping, fill, forge or vanish where nothing keeps them from it. */
export const HOSTILE = Object.entries({
  'a ping, a link and marks': '<!channel> <https://evil.example|Acme> *_~`',
  ampersands: '&'.repeat(3_000),
  'families of emoji': '👨‍👩‍👧‍👦'.repeat(270),
  'marks and ampersands': '*&'.repeat(900),
  nothing: '',
});

type Node = Record<string, unknown>;

/** Every object in blocks, depth first. */
function nodes(content: unknown): Node[] {
  const found: Node[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) found.push(value as Node);
    Object.values(value).forEach(walk);
  };
  walk(content);
  return found;
}

/** The words of each section and context, in order, as Slack is sent them; what keeps a line together reads as a space. */
export function wordsOf(blocks: readonly unknown[]): string[] {
  return nodes(blocks).flatMap(({ type, text }) =>
    type === 'mrkdwn' && typeof text === 'string' ? text.replaceAll('\u00A0', ' ') : [],
  );
}

/** A page, or a message that is drawn already. */
export type Drawable = Message | Page;

export function drawn(message: Drawable): Message {
  return 'parts' in message ? draw(message) : message;
}

/** The same of a form, or of a page in a modal. */
export function drawnView(view: ModalView | Form | Page): ModalView {
  return 'parts' in view ? drawView(view) : view;
}

/** The words of a page, as its reader sees them. */
export function shownOf(page: Drawable): string[] {
  return wordsOf(drawn(page).blocks);
}

/** What a listener hears of it, line by line. */
export function heardOf(page: Drawable): string[] {
  return clocksRead(drawn(page).text).split('\n');
}

/** The labels of all buttons. */
export function buttonsOf(blocks: readonly unknown[]): string[] {
  return nodes(blocks).flatMap(({ type, text }) => (type === 'button' ? String((text as Node).text) : []));
}

/** What the button with this label carries. */
export function carriedBy({ blocks }: Pick<Message, 'blocks'>, label: string): string {
  const all: { text?: { text?: string }; value?: string }[] = [];
  JSON.stringify(blocks, (_, node) => {
    if (node?.type === 'button') all.push(node);
    return node;
  });
  return all.find(({ text }) => text?.text === label)?.value ?? expect.fail(`there is no ${label}`);
}

/** What a reader sees of mrkdwn: links by their label, entities resolved, nothing invisible. */
export function seen(mrkdwn: string): string {
  return mrkdwn
    .replace(/<https?:[^|>]*\|([^>]*)>/g, '$1')
    .replaceAll('\u200B', '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Times as a client reads them that cannot show them in the reader's own timezone. */
export function clocksRead(mrkdwn: string): string {
  return mrkdwn.replace(/<!date\^\d+\^[^|>]+\|([^>]*)>/g, '$1');
}

/** Nothing in it that Slack would take for a mention, a forged link or formatting that we did not write. */
export function expectHarmless(mrkdwn: string): void {
  const ours = /<https?:\/\/[^\s|<>]+\|[^<>]*>|<@[UW][A-Z0-9]+>|<#C[A-Z0-9]+>|<!date\^\d+\^[^|<>]+\|[^<>]*>/g;
  expect(mrkdwn.replace(ours, '')).not.toMatch(/[<>]/);
  expect(mrkdwn).not.toMatch(/&(?!(amp|lt|gt);)/);
}

/** `name`: of the message, for whoever reads a failure. */
export function expectWithinLimits(message: Message, name = 'message'): void {
  const { text, blocks, plainBlocks } = message;
  const [first = ''] = text.split('\n');
  const kept = [blocks, ...(plainBlocks ? [plainBlocks] : [])].flatMap((each) => [
    over('blocks', each.length, LIMITS.messageBlocks),
    over('characters', textChars(each), LIMITS.messageChars),
    ...blockFaults(each),
    ...refusals(checkMessage({ text, blocks: each })),
  ]);
  const drawnBySlack = ['data_visualization', 'table', 'data_table'];
  const isPlain = !plainBlocks?.some(({ type }) => drawnBySlack.includes(type));
  const faults = [
    ...kept,
    !isPlain && 'a chart or a table in plain blocks',
    over('text', text.length, 4_000),
    over('first line', clocksRead(first).length, 140),
    text.trim() === '' && 'no text',
  ];
  expect(faults.filter(Boolean), name).toEqual([]);
}

export function expectViewWithinLimits(view: ModalView): void {
  const faults = [
    over('blocks', view.blocks.length, LIMITS.viewBlocks),
    ...[view.title, view.submit, view.close].map((part) =>
      over('title or button', part?.text.length ?? 1, LIMITS.viewTitle),
    ),
    ...blockFaults(view.blocks),
    ...refusals(checkView(view)),
  ];
  expect(faults.filter(Boolean), view.title.text).toEqual([]);
}

/** Why the local Slack would refuse it. */
function refusals(checked: ReturnType<typeof checkMessage> | ReturnType<typeof checkView>): Fault[] {
  return checked.ok ? [] : [checked.error, ...checked.messages];
}

/** What Slack refuses a message for: two blocks, or two elements of a block, that have one id. */
function idsTwice(blocks: readonly Node[]): Fault[] {
  const twice = (name: string, among: readonly Node[]) => {
    const ids = among.flatMap((each) => each[name] ?? []);
    return ids.filter((id, i) => ids.indexOf(id) < i).map((id) => `${name} ${id} twice`);
  };
  const elementsOf = ({ elements }: Node) => (elements ?? []) as Node[];
  return [...twice('block_id', blocks), ...blocks.flatMap((each) => twice('action_id', elementsOf(each)))];
}

/** Text as Slack may count it: every string that is shown. */
function textChars(blocks: readonly MessageBlock[]): number {
  const shown = ['text', 'title', 'label', 'name', 'alt_text', 'accessibility_label'];
  let sum = 0;
  for (const node of nodes(blocks))
    for (const key of shown) {
      const value = node[key];
      if (typeof value === 'string') sum += value.length;
    }
  return sum;
}

/** What is wrong, in words; an expectation for each of a hundred thousand nodes would take a minute. */
type Fault = string | false;

function over(what: string, value: number, most: number): Fault {
  return !(value <= most) && `${what}: ${value} of ${most}`;
}

function blockFaults(blocks: readonly unknown[]): Fault[] {
  const ofNodes = nodes(blocks).flatMap((node) => FAULTS_OF[String(node.type)]?.(node) ?? []);
  return [...ofNodes, ...idsTwice(blocks as Node[])];
}

const lengthOf = (value: unknown) => (value as { text: string }).text.length;

const FAULTS_OF: Readonly<Record<string, (node: Node) => Fault[]>> = {
  section: ({ text }) => [
    !(lengthOf(text) > 0) && 'an empty section',
    over('section', lengthOf(text), LIMITS.sectionText),
  ],
  actions: ({ elements }) => [over('actions', (elements as unknown[]).length, LIMITS.actionsElements)],
  button: ({ text, accessibility_label, value, confirm }) => [
    over('button', lengthOf(text), LIMITS.buttonText),
    over('button’s label', String(accessibility_label).length, LIMITS.accessibilityLabel),
    over('button’s value', String(value).length, LIMITS.buttonValue),
    !!confirm && over('question', lengthOf((confirm as Node).text), LIMITS.confirmText),
  ],
  table({ rows }) {
    const lengths = (rows as unknown[][]).map((row) => row.length);
    return [
      over('rows', lengths.length, LIMITS.tableRows),
      new Set(lengths).size !== 1 && `rows of ${[...new Set(lengths)]} cells`,
    ];
  },
  data_table({ rows }) {
    const all = rows as { type: string; text?: string }[][];
    const lengths = all.map((row) => row.length);
    return [
      over('rows', lengths.length, LIMITS.dataTableRows),
      !(lengths.length > 1) && 'a table without a row',
      over('columns', Math.max(...lengths), LIMITS.tableCells),
      new Set(lengths).size !== 1 && `rows of ${[...new Set(lengths)]} cells`,
      !!all[0]?.some(({ type }) => type !== 'raw_text') && 'a heading that is no text',
    ];
  },
  raw_text: ({ text }) => [text === '' && 'an empty cell'],
  raw_number: ({ text, value }) => [
    text === '' && 'an empty cell',
    !Number.isFinite(value) && 'a cell without a figure',
  ],
  data_visualization: chartFaults,
};

function chartFaults(node: Node): Fault[] {
  type Series = { name: string; data: { label: string; value: number }[] };
  const { series, axis_config } = node.chart as { series: Series[]; axis_config: { categories: string[] } };
  const { categories } = axis_config;
  return [
    over('chart’s title', String(node.title).length, LIMITS.chartTitle),
    categories.length === 0 && 'a chart of nothing',
    over('points', categories.length, LIMITS.chartPoints),
    new Set(categories).size !== categories.length && 'two points of one name',
    ...categories.map((label) => over('point’s name', label.length, LIMITS.chartLabel)),
    ...series.flatMap(({ data }) => [
      data.map(({ label }) => label).join('\n') !== categories.join('\n') && 'a series of other points',
      !data.every(({ value }) => Number.isFinite(value)) && 'a point without a figure',
    ]),
  ];
}
