/** A message without its looks: its text line by line, and what a screen reader says of its pictures, charts and buttons. */
import { isRecord } from '../json.ts';
import type { PostedMessage } from '../model.ts';
import { described, isChart } from './blocks/chart.ts';
import { isTable, readOut } from './blocks/table.ts';
import type { Reader } from './drawing.ts';
import { type Html, html } from './markup.ts';
import { decode, mrkdwn } from './mrkdwn.ts';

type Spoken = { what: 'picture' | 'chart' | 'table' | 'button' | 'menu' | 'file'; words: string[] };

export function spoken(message: PostedMessage, reader: Reader): Html {
  const files = (message.files ?? []).map(
    ({ mimetype, altText, name }): Spoken =>
      mimetype.startsWith('image/') ? one('picture', altText) : one('file', name),
  );
  const rest = [...wordsIn(message.blocks), ...files];
  return html`${text(message, reader)}${
    rest.length > 0 &&
    html`<dl class="spoken">${gathered(rest).map(
      ({ what, words }) =>
        html`<div><dt>${what}</dt>${words.map((line) => html`<dd>${line || 'without words'}</dd>`)}</div>`,
    )}</dl>`
  }`;
}

/** Beside blocks the text is what a notification says: its first line first, and each of the others for itself. */
function text({ text, blocks }: PostedMessage, reader: Reader): Html {
  if (blocks.length === 0) return html`<div class="text">${mrkdwn(text, reader)}</div>`;
  const lines = text.split('\n').filter(Boolean);
  return html`<div class="text lines">${lines.map((line) => html`<p>${mrkdwn(line, reader)}</p>`)}</div>`;
}

/** Neighbours of one kind are named once; each chart and table stands for itself. */
function gathered(list: readonly Spoken[]): Spoken[] {
  const groups: Spoken[] = [];
  for (const { what, words } of list) {
    const last = groups.at(-1);
    if (last?.what === what && what !== 'chart' && what !== 'table') last.words.push(...words);
    else groups.push({ what, words: [...words] });
  }
  return groups;
}

function wordsIn(value: unknown): Spoken[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (!isRecord(value)) return [];
  if (isChart(value)) return [{ what: 'chart', words: described(value) }];
  if (isTable(value)) return [{ what: 'table', words: readOut(value) }];
  const own = spokenElement(value);
  return own ? [own] : Object.values(value).flatMap(wordsIn);
}

function spokenElement(item: Record<string, unknown>): Spoken | undefined {
  const label = words(item.accessibility_label);
  if (item.type === 'image') return one('picture', words(item.alt_text));
  if (item.type === 'button' || item.type === 'icon_button') {
    return one('button', label || words(isRecord(item.text) && item.text.text));
  }
  return item.type === 'overflow' ? one('menu', label || 'More actions') : undefined;
}

function one(what: Spoken['what'], line: string): Spoken {
  return { what, words: [line] };
}

function words(value: unknown): string {
  return typeof value === 'string' ? decode(value) : '';
}
