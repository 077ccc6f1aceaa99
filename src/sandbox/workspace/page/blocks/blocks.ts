/** Draws the blocks of a message, a modal or the Home tab: one family of blocks per file beside this one. */
import type { AnyBlock } from '@slack/types';
import type { MessageBlock } from '../../../../slack/blocks.ts';
import type { Drawing } from '../drawing.ts';
import { cannotDraw, type Html, html } from '../markup.ts';
import { chart } from './chart.ts';
import { alert, card, carousel, container, contextActions } from './grouping.ts';
import { image } from './image.ts';
import { markdown } from './markdown.ts';
import { richText } from './rich-text.ts';
import { actions, context, divider, header, input, section } from './section.ts';
import { dataTable, table } from './table.ts';

/** All blocks in their order. `errors` by block_id are shown at the inputs of a modal. */
export function drawBlocks(
  blocks: readonly (MessageBlock | AnyBlock)[],
  drawing: Drawing,
  errors: Record<string, string> = {},
): Html {
  return html`${blocks.map((block) => drawBlock(block, drawing, errors))}`;
}

function drawBlock(block: MessageBlock | AnyBlock, drawing: Drawing, errors: Record<string, string>): Html {
  try {
    return isDrawable(block) ? draw(block, drawing, errors) : cannotDraw(block.type);
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

/** Whether the page draws this type of block. */
export function isDrawable(block: MessageBlock | AnyBlock): block is Drawable {
  return TYPES.some((type) => type === block.type);
}

function draw(block: Drawable, drawing: Drawing, errors: Record<string, string>): Html {
  switch (block.type) {
    case 'section':
      return section(block, drawing);
    case 'context':
      return context(block, drawing);
    case 'actions':
      return actions(block, drawing);
    case 'divider':
      return divider();
    case 'header':
      return header(block);
    case 'image':
      return image(block);
    case 'markdown':
      return markdown(block.text);
    case 'rich_text':
      return richText(block, drawing);
    case 'table':
      return table(block, drawing);
    case 'data_table':
      return dataTable(block, drawing);
    case 'card':
      return card(block, drawing);
    case 'carousel':
      return carousel(block, drawing);
    case 'container':
      return container(block, drawBlocks(block.child_blocks, drawing, errors), drawing);
    case 'alert':
      return alert(block, drawing);
    case 'context_actions':
      return contextActions(block, drawing);
    case 'data_visualization':
      return chart(block);
    case 'input':
      return input(block, drawing, errors[block.block_id ?? '']);
  }
}
