/** The rich_text block: structure instead of marks, so its strings are shown as they are. */
import type { RichTextBlock, RichTextBlockElement, RichTextElement } from '@slack/types';
import { slackDate } from '../dates.ts';
import type { Drawing } from '../drawing.ts';
import { type Html, html } from '../markup.ts';
import { broadcast, channelMention, link, userMention } from '../mrkdwn.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
export function richText(block: RichTextBlock, drawing: Drawing): Html {
  return html`<div class="rich">${block.elements.map((part) => paragraph(part, drawing))}</div>`;
}

function paragraph(part: RichTextBlockElement, drawing: Drawing): Html {
  switch (part.type) {
    case 'rich_text_section':
      return html`<p>${words(part.elements, drawing)}</p>`;
    case 'rich_text_quote':
      return html`<blockquote>${words(part.elements, drawing)}</blockquote>`;
    case 'rich_text_preformatted':
      return html`<pre>${words(part.elements, drawing)}</pre>`;
    case 'rich_text_list': {
      const items = part.elements.map((item) => html`<li>${words(item.elements, drawing)}</li>`);
      const indent = `indent-${Math.min(part.indent ?? 0, 4)}`;
      return part.style === 'ordered'
        ? html`<ol class="${indent}">${items}</ol>`
        : html`<ul class="${indent}">${items}</ul>`;
    }
  }
}

function words(elements: readonly RichTextElement[], drawing: Drawing): Html {
  return html`${elements.map((element) => styled(word(element, drawing), element.style ?? {}))}`;
}

function word(element: RichTextElement, drawing: Drawing): Html {
  switch (element.type) {
    case 'text':
      return html`${element.text.split('\n').map((line, i) => html`${i > 0 ? html`<br>` : ''}${line}`)}`;
    case 'link':
      return link(element.url, element.text ?? element.url, drawing);
    case 'user':
      return userMention(element.user_id, drawing);
    case 'channel':
      return channelMention(element.channel_id, drawing);
    case 'broadcast':
      return broadcast(element.range);
    case 'usergroup':
      return broadcast(element.usergroup_id);
    case 'team':
      return html`${element.team_id}`;
    case 'emoji':
      return html`${glyph(element.unicode) ?? `:${element.name}:`}`;
    case 'color':
      return html`<code>${element.value}</code>`;
    case 'date': {
      const text = slackDate(element.format, element.timestamp, drawing) ?? element.fallback ?? '';
      return element.url ? link(element.url, text, drawing) : html`<time>${text}</time>`;
    }
  }
}

function styled(content: Html, style: NonNullable<RichTextElement['style']>): Html {
  let drawn = content;
  if (style.code) drawn = html`<code>${drawn}</code>`;
  if (style.strike) drawn = html`<s>${drawn}</s>`;
  if (style.italic) drawn = html`<i>${drawn}</i>`;
  if (style.bold) drawn = html`<b>${drawn}</b>`;
  return drawn;
}

/** Slack writes an emoji as hexadecimal code points joined by "-". */
function glyph(unicode: string | undefined): string | undefined {
  if (!unicode || !/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(unicode)) return undefined;
  const points = unicode.split('-').map((hex) => Number.parseInt(hex, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}
