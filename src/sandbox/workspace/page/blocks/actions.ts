/** The actions block: a row of elements that act at once. */
import type { ActionsBlock } from '@slack/types';
import type { Drawing } from '../drawing.ts';
import { type Html, html } from '../markup.ts';
import { element } from './elements.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/actions-block */
export function actions(block: ActionsBlock, drawing: Drawing): Html {
  return html`<div class="actions">${block.elements.map((item) => element(item, block.block_id, drawing))}</div>`;
}
