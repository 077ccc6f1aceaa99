/**
 * Draws the blocks of a message, modal or Home tab: the plain ones here, other families in the files beside this one.
 */
import type { ActionsBlock, AnyBlock, ContextBlock, InputBlock, SectionBlock } from '@slack/types';
import type { MessageBlock } from '../../../../slack/blocks.ts';
import { cannotDraw, type Html, html } from '../markup.ts';
import { decode, drawTextObject } from '../mrkdwn.ts';
import type { Drawing } from '../reader.ts';
import { drawChart } from './chart.ts';
import { drawElement, fieldName } from './elements.ts';
import { isGroup } from './fields.ts';
import { drawAlert, drawCard, drawCarousel, drawContainer, drawContextActions } from './grouping.ts';
import { drawImageBlock, drawPicture } from './image.ts';
import { drawMarkdown } from './markdown.ts';
import { drawRichText } from './rich-text.ts';
import { drawDataTable, drawTable } from './table.ts';

/** `errors` by block_id are shown at a modal's inputs. */
export function drawBlocks(
  blocks: readonly (MessageBlock | AnyBlock)[],
  drawing: Drawing,
  errors: Record<string, string> = {},
): Html {
  return html`${blocks.map((block) => drawBlock(block, drawing, errors))}`;
}

function drawBlock(block: MessageBlock | AnyBlock, drawing: Drawing, errors: Record<string, string>): Html {
  try {
    return isDrawable(block) ? drawKnownBlock(block, drawing, errors) : cannotDraw(block.type);
  } catch {
    return cannotDraw(block.type);
  }
}

const TYPES = [
  ...['section', 'context', 'actions', 'divider', 'header', 'image'],
  ...['markdown', 'rich_text', 'table', 'data_table', 'data_visualization', 'input'],
  ...['alert', 'card', 'carousel', 'container', 'context_actions'],
] as const;

type Drawable = Extract<MessageBlock, { type: (typeof TYPES)[number] }>;

export function isDrawable(block: MessageBlock | AnyBlock): block is Drawable {
  return TYPES.some((type) => type === block.type);
}

function drawKnownBlock(block: Drawable, drawing: Drawing, errors: Record<string, string>): Html {
  switch (block.type) {
    case 'section':
      return drawSection(block, drawing);
    case 'context':
      return drawContext(block, drawing);
    case 'actions':
      return drawActions(block, drawing);
    case 'divider':
      return html`<hr>`;
    case 'header':
      return html`<h2 class="header">${decode(block.text.text)}</h2>`;
    case 'image':
      return drawImageBlock(block);
    case 'markdown':
      return drawMarkdown(block.text);
    case 'rich_text':
      return drawRichText(block, drawing);
    case 'table':
      return drawTable(block, drawing);
    case 'data_table':
      return drawDataTable(block, drawing);
    case 'card':
      return drawCard(block, drawing);
    case 'carousel':
      return drawCarousel(block, drawing);
    case 'container':
      return drawContainer(block, drawBlocks(block.child_blocks, drawing, errors), drawing);
    case 'alert':
      return drawAlert(block, drawing);
    case 'context_actions':
      return drawContextActions(block, drawing);
    case 'data_visualization':
      return drawChart(block);
    case 'input':
      return drawInput(block, drawing, errors[block.block_id ?? '']);
  }
}

/** https://docs.slack.dev/reference/block-kit/blocks/section-block */
function drawSection({ text, fields, accessory, block_id }: SectionBlock, drawing: Drawing): Html {
  return html`<div class="section">
    <div class="section-text">
      ${text && html`<div class="text">${drawTextObject(text, drawing)}</div>`}
      ${fields && html`<div class="fields">${fields.map((field) => html`<div class="text">${drawTextObject(field, drawing)}</div>`)}</div>`}
    </div>
    ${accessory && html`<div class="accessory">${accessory.type === 'image' ? drawPicture(accessory, 'thumb') : drawElement(accessory, block_id, drawing)}</div>`}
  </div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/context-block */
function drawContext(block: ContextBlock, drawing: Drawing): Html {
  return html`<div class="context">${block.elements.map((item) =>
    item.type === 'image' ? drawPicture(item, 'icon') : html`<span>${drawTextObject(item, drawing)}</span>`,
  )}</div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/actions-block */
function drawActions(block: ActionsBlock, drawing: Drawing): Html {
  return html`<div class="actions">${block.elements.map((item) => drawElement(item, block.block_id, drawing))}</div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/input-block */
function drawInput(block: InputBlock, drawing: Drawing, error: string | undefined): Html {
  const id = fieldName(drawing.scope, block.block_id ?? '', block.element.action_id ?? '');
  const control = drawElement(block.element, block.block_id, drawing, {
    acts: block.dispatch_action === true,
    required: block.optional !== true,
    invalid: error !== undefined,
    describedBy: [error && `${id}-error`, block.hint && `${id}-hint`].filter(Boolean).join(' '),
    labelled: true,
  });
  const label = html`${decode(block.label.text)}${block.optional && html` <small>(optional)</small>`}`;
  const notes = html`${error && html`<p class="error" id="${id}-error">${error}</p>`}${block.hint && html`<p class="hint" id="${id}-hint">${decode(block.hint.text)}</p>`}`;
  return isGroup(block.element)
    ? html`<fieldset class="input"><legend>${label}</legend>${control}${notes}</fieldset>`
    : html`<div class="input"><label for="${id}">${label}</label>${control}${notes}</div>`;
}
