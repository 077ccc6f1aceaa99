/** A message in words alone: its text, and what a screen reader says for its pictures, charts, tables and buttons. */
import { isRecord } from '../json.ts';
import type { PostedMessage } from '../model.ts';
import { describeChart, isChart } from './blocks/chart.ts';
import { isTable, readTable } from './blocks/table.ts';
import { type Html, html } from './markup.ts';
import { decode, drawMrkdwn } from './mrkdwn.ts';
import type { Reader } from './reader.ts';

type Spoken = { what: 'picture' | 'chart' | 'table' | 'button' | 'menu' | 'file'; words: string[] };

export function drawTextOnly(message: PostedMessage, reader: Reader): Html {
  const files = (message.files ?? []).map(
    ({ mimetype, altText, name }): Spoken =>
      mimetype.startsWith('image/') ? one('picture', altText) : one('file', name),
  );
  const parts = [...findSpoken(message.blocks), ...files];
  return html`${drawText(message, reader)}${
    parts.length > 0 &&
    html`<dl class="spoken">${joinNeighbours(parts).map(
      ({ what, words }) =>
        html`<div><dt>${what}</dt>${words.map((line) => html`<dd>${line || 'no description'}</dd>`)}</div>`,
    )}</dl>`
  }`;
}

/** With blocks, the text is the notification, one paragraph per line. */
function drawText({ text, blocks }: PostedMessage, reader: Reader): Html {
  if (blocks.length === 0) return html`<div class="text">${drawMrkdwn(text, reader)}</div>`;
  const lines = text.split('\n').filter(Boolean);
  return html`<div class="text lines">${lines.map((line) => html`<p>${drawMrkdwn(line, reader)}</p>`)}</div>`;
}

/** Neighbours of one kind share a label, except charts and tables. */
function joinNeighbours(list: readonly Spoken[]): Spoken[] {
  const groups: Spoken[] = [];
  for (const { what, words } of list) {
    const last = groups.at(-1);
    if (last?.what === what && what !== 'chart' && what !== 'table') last.words.push(...words);
    else groups.push({ what, words: [...words] });
  }
  return groups;
}

function findSpoken(value: unknown): Spoken[] {
  if (Array.isArray(value)) return value.flatMap(findSpoken);
  if (!isRecord(value)) return [];
  if (isChart(value)) return [{ what: 'chart', words: describeChart(value) }];
  if (isTable(value)) return [{ what: 'table', words: readTable(value) }];
  const own = describeElement(value);
  return own ? [own] : Object.values(value).flatMap(findSpoken);
}

function describeElement(item: Record<string, unknown>): Spoken | undefined {
  const label = toText(item.accessibility_label);
  if (item.type === 'image') return one('picture', toText(item.alt_text));
  if (item.type === 'button' || item.type === 'icon_button') {
    return one('button', label || toText(isRecord(item.text) && item.text.text));
  }
  return item.type === 'overflow' ? one('menu', label || 'More actions') : undefined;
}

function one(what: Spoken['what'], line: string): Spoken {
  return { what, words: [line] };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? decode(value) : '';
}
