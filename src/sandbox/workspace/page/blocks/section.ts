/** Blocks of text: section with its accessory, context, header and divider. */
import type { ContextBlock, HeaderBlock, SectionBlock } from '@slack/types';
import type { Drawing } from '../drawing.ts';
import { type Html, html } from '../markup.ts';
import { decoded, textObject } from '../mrkdwn.ts';
import { element } from './elements.ts';
import { picture } from './image.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/section-block */
export function section(block: SectionBlock, drawing: Drawing): Html {
  const { text, fields, accessory } = block;
  return html`<div class="section">
    <div class="section-text">
      ${text && html`<div class="text">${textObject(text, drawing)}</div>`}
      ${fields && html`<div class="fields">${fields.map((field) => html`<div class="text">${textObject(field, drawing)}</div>`)}</div>`}
    </div>
    ${accessory && html`<div class="accessory">${accessory.type === 'image' ? picture(accessory, 'thumb') : element(accessory, block.block_id, drawing)}</div>`}
  </div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/context-block */
export function context(block: ContextBlock, drawing: Drawing): Html {
  return html`<div class="context">${block.elements.map((item) =>
    item.type === 'image' ? picture(item, 'icon') : html`<span>${textObject(item, drawing)}</span>`,
  )}</div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/header-block */
export function header(block: HeaderBlock): Html {
  return html`<h2 class="header">${decoded(block.text.text)}</h2>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/divider-block */
export function divider(): Html {
  return html`<hr>`;
}
