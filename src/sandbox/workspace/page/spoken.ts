/** A message without its looks: its text, and what a screen reader says of its pictures, charts and buttons. */
import { isRecord } from '../json.ts';
import type { PostedMessage } from '../model.ts';
import { described, isChart } from './blocks/chart.ts';
import type { Reader } from './drawing.ts';
import { type Html, html } from './markup.ts';
import { decoded, mrkdwn } from './mrkdwn.ts';

type Spoken = { what: 'picture' | 'chart' | 'button' | 'menu' | 'file'; words: string };

export function spoken(message: PostedMessage, reader: Reader): Html {
  const files = (message.files ?? []).map(
    ({ mimetype, altText, name }): Spoken =>
      mimetype.startsWith('image/') ? { what: 'picture', words: altText } : { what: 'file', words: name },
  );
  const rest = [...wordsIn(message.blocks), ...files];
  return html`<div class="text">${mrkdwn(message.text, reader)}</div>${
    rest.length > 0 &&
    html`<ul class="spoken" aria-label="Read out as well">${rest.map(({ what, words }) => html`<li><small>${what}</small> ${words || 'without words'}</li>`)}</ul>`
  }`;
}

function wordsIn(value: unknown): Spoken[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (!isRecord(value)) return [];
  if (isChart(value)) return [{ what: 'chart', words: described(value) }];
  const own = spokenElement(value);
  return own ? [own] : Object.values(value).flatMap(wordsIn);
}

function spokenElement(item: Record<string, unknown>): Spoken | undefined {
  const label = text(item.accessibility_label);
  if (item.type === 'image') return { what: 'picture', words: text(item.alt_text) };
  if (item.type === 'button' || item.type === 'icon_button') {
    return { what: 'button', words: label || text(isRecord(item.text) && item.text.text) };
  }
  return item.type === 'overflow' ? { what: 'menu', words: label || 'More actions' } : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? decoded(value) : '';
}
