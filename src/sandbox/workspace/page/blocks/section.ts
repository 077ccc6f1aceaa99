/** Blocks of text (section with its accessory, context, header, divider) and of elements (actions, and the input of a modal). */
import type { ActionsBlock, ContextBlock, HeaderBlock, InputBlock, SectionBlock } from '@slack/types';
import type { Drawing } from '../drawing.ts';
import { type Html, html } from '../markup.ts';
import { decode, textObject } from '../mrkdwn.ts';
import { element, fieldName } from './elements.ts';
import { isGroup } from './fields.ts';
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
  return html`<h2 class="header">${decode(block.text.text)}</h2>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/divider-block */
export function divider(): Html {
  return html`<hr>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/actions-block */
export function actions(block: ActionsBlock, drawing: Drawing): Html {
  return html`<div class="actions">${block.elements.map((item) => element(item, block.block_id, drawing))}</div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/input-block */
export function input(block: InputBlock, drawing: Drawing, error: string | undefined): Html {
  const id = fieldName(drawing.scope, block.block_id ?? '', block.element.action_id ?? '');
  const drawn = element(block.element, block.block_id, drawing, {
    acts: block.dispatch_action === true,
    required: block.optional !== true,
    invalid: error !== undefined,
    describedBy: [error && `${id}-error`, block.hint && `${id}-hint`].filter(Boolean).join(' '),
    labelled: true,
  });
  const label = html`${decode(block.label.text)}${block.optional ? html` <small>(optional)</small>` : ''}`;
  const notes = html`${error && html`<p class="error" id="${id}-error">${error}</p>`}${block.hint && html`<p class="hint" id="${id}-hint">${decode(block.hint.text)}</p>`}`;
  return isGroup(block.element)
    ? html`<fieldset class="input"><legend>${label}</legend>${drawn}${notes}</fieldset>`
    : html`<div class="input"><label for="${id}">${label}</label>${drawn}${notes}</div>`;
}
