/** Reads a drawn message as a person or a Slack server would: its words, its links, its limits. */
import type { ModalView } from '@slack/types';
import { expect } from 'vitest';
import type { Form, Page } from '../../src/messages/page.ts';
import { LIMITS, type Message, type MessageBlock } from '../../src/slack/blocks.ts';
import { draw, drawView } from '../../src/slack/draw.ts';

type Node = Record<string, unknown>;

/** Every object in blocks, depth first. */
function nodes(content: unknown): Node[] {
  if (typeof content !== 'object' || content === null) return [];
  const inner = Object.values(content).flatMap(nodes);
  return Array.isArray(content) ? inner : [content as Node, ...inner];
}

/** The words of each section and context, in order, as Slack is sent them. */
export function wordsOf(blocks: readonly unknown[]): string[] {
  return nodes(blocks).flatMap(({ type, text }) =>
    type === 'mrkdwn' && typeof text === 'string' ? text : [],
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
  return drawn(page).text.split('\n');
}

/** The labels of all buttons. */
export function buttonsOf(blocks: readonly unknown[]): string[] {
  return nodes(blocks).flatMap(({ type, text }) => (type === 'button' ? String((text as Node).text) : []));
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
  for (const blocks of [message.blocks, message.plainBlocks ?? message.blocks]) {
    expect(blocks.length, name).toBeLessThanOrEqual(LIMITS.messageBlocks);
    expect(textChars(blocks), name).toBeLessThanOrEqual(LIMITS.messageChars);
    expectBlocks(blocks, name);
  }
  expect(message.plainBlocks ?? []).not.toContainEqual(
    expect.objectContaining({ type: 'data_visualization' }),
  );
  expect(message.plainBlocks ?? []).not.toContainEqual(expect.objectContaining({ type: 'table' }));
  expect(message.text.length).toBeLessThanOrEqual(4_000);
  expect(message.text.split('\n')[0]?.length).toBeLessThanOrEqual(140);
  expect(message.text.trim()).not.toBe('');
}

export function expectViewWithinLimits(view: ModalView): void {
  expect(view.blocks.length).toBeLessThanOrEqual(LIMITS.viewBlocks);
  for (const part of [view.title, view.submit, view.close]) {
    expect(part?.text.length ?? 1).toBeLessThanOrEqual(LIMITS.viewTitle);
  }
  expectBlocks(view.blocks, view.title.text);
}

/** Text as Slack may count it: every string that is shown. */
function textChars(blocks: readonly MessageBlock[]): number {
  const shown = ['text', 'title', 'label', 'name', 'alt_text', 'accessibility_label'];
  return nodes(blocks)
    .flatMap((node) => shown.map((key) => node[key]))
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}

function expectBlocks(blocks: readonly unknown[], name: string): void {
  for (const node of nodes(blocks)) {
    const length = (value: unknown) => (value as { text: string }).text.length;
    if (node.type === 'section') {
      expect(length(node.text), name).toBeGreaterThan(0);
      expect(length(node.text), name).toBeLessThanOrEqual(LIMITS.sectionText);
    }
    if (node.type === 'actions')
      expect((node.elements as unknown[]).length).toBeLessThanOrEqual(LIMITS.actionsElements);
    if (node.type === 'button') {
      expect(length(node.text)).toBeLessThanOrEqual(LIMITS.buttonText);
      expect(String(node.accessibility_label).length).toBeLessThanOrEqual(LIMITS.accessibilityLabel);
      expect(String(node.value).length).toBeLessThanOrEqual(LIMITS.buttonValue);
      if (node.confirm) expect(length((node.confirm as Node).text)).toBeLessThanOrEqual(LIMITS.confirmText);
    }
    if (node.type === 'data_visualization') expectChart(node, name);
    if (node.type === 'table') {
      const rows = node.rows as unknown[][];
      expect(rows.length).toBeLessThanOrEqual(LIMITS.tableRows);
      expect(new Set(rows.map((row) => row.length)).size).toBe(1);
    }
    if (node.type === 'raw_text') expect(String(node.text)).not.toBe('');
  }
}

function expectChart(node: Node, name: string): void {
  type Series = { name: string; data: { label: string; value: number }[] };
  const { series, axis_config } = node.chart as { series: Series[]; axis_config: { categories: string[] } };
  const { categories } = axis_config;
  expect(String(node.title).length).toBeLessThanOrEqual(LIMITS.chartTitle);
  expect(categories.length).toBeGreaterThanOrEqual(1);
  expect(categories.length).toBeLessThanOrEqual(LIMITS.chartPoints);
  expect(new Set(categories).size, name).toBe(categories.length);
  for (const label of categories) expect(label.length).toBeLessThanOrEqual(LIMITS.chartLabel);
  for (const { data } of series) {
    expect(data.map(({ label }) => label)).toEqual(categories);
    expect(data.every(({ value }) => Number.isFinite(value))).toBe(true);
  }
}
