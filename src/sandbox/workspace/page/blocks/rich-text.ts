/** The rich_text block. Its formatting is structured, so strings are shown as they are. */
import type { RichTextBlock, RichTextBlockElement, RichTextElement } from '@slack/types';
import { slackDate } from '../dates.ts';
import { type Html, html } from '../markup.ts';
import { drawBroadcast, drawChannelMention, drawLink, drawUserMention } from '../mrkdwn.ts';
import type { Drawing } from '../reader.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
export function drawRichText(block: RichTextBlock, drawing: Drawing): Html {
  return html`<div class="rich">${block.elements.map((part) => drawPart(part, drawing))}</div>`;
}

function drawPart(part: RichTextBlockElement, drawing: Drawing): Html {
  switch (part.type) {
    case 'rich_text_section':
      return html`<p>${drawPieces(part.elements, drawing)}</p>`;
    case 'rich_text_quote':
      return html`<blockquote>${drawPieces(part.elements, drawing)}</blockquote>`;
    case 'rich_text_preformatted':
      return html`<pre>${drawPieces(part.elements, drawing)}</pre>`;
    case 'rich_text_list': {
      const items = part.elements.map((item) => html`<li>${drawPieces(item.elements, drawing)}</li>`);
      const indent = `indent-${Math.min(part.indent ?? 0, 4)}`;
      return part.style === 'ordered'
        ? html`<ol class="${indent}">${items}</ol>`
        : html`<ul class="${indent}">${items}</ul>`;
    }
  }
}

function drawPieces(elements: readonly RichTextElement[], drawing: Drawing): Html {
  return html`${elements.map((element) => applyStyle(drawPiece(element, drawing), element.style ?? {}))}`;
}

function drawPiece(element: RichTextElement, drawing: Drawing): Html {
  switch (element.type) {
    case 'text':
      return html`${element.text.split('\n').map((line, i) => html`${i > 0 && html`<br>`}${line}`)}`;
    case 'link':
      return drawLink(element.url, element.text ?? element.url, drawing);
    case 'user':
      return drawUserMention(element.user_id, drawing);
    case 'channel':
      return drawChannelMention(element.channel_id, drawing);
    case 'broadcast':
      return drawBroadcast(element.range);
    case 'usergroup':
      return drawBroadcast(element.usergroup_id);
    case 'team':
      return html`${element.team_id}`;
    case 'emoji':
      return html`${toEmoji(element.unicode) ?? `:${element.name}:`}`;
    case 'color':
      return html`<code>${element.value}</code>`;
    case 'date': {
      const text = slackDate(element.format, element.timestamp, drawing) ?? element.fallback ?? '';
      return element.url ? drawLink(element.url, text, drawing) : html`<time>${text}</time>`;
    }
  }
}

function applyStyle(content: Html, style: NonNullable<RichTextElement['style']>): Html {
  let styled = content;
  if (style.code) styled = html`<code>${styled}</code>`;
  if (style.strike) styled = html`<s>${styled}</s>`;
  if (style.italic) styled = html`<i>${styled}</i>`;
  if (style.bold) styled = html`<b>${styled}</b>`;
  return styled;
}

/** Slack writes an emoji as hexadecimal code points joined by "-". */
function toEmoji(unicode: string | undefined): string | undefined {
  if (!unicode || !/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(unicode)) return undefined;
  const points = unicode.split('-').map((hex) => Number.parseInt(hex, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}
