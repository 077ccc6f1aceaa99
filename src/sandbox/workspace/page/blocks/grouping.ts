/** Blocks that group others or stand out: cards, carousels, containers, alerts, and small actions under a message. */
import type {
  AlertBlock,
  CardBlock,
  CarouselBlock,
  ContainerBlock,
  ContextActionsBlock,
  FeedbackButtons,
} from '@slack/types';
import { type Html, html } from '../markup.ts';
import { decode, drawTextObject } from '../mrkdwn.ts';
import type { Drawing } from '../reader.ts';
import { drawElement } from './elements.ts';
import { drawPicture } from './image.ts';
import { drawRichText } from './rich-text.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/card-block */
export function drawCard(block: CardBlock, drawing: Drawing): Html {
  const { hero_image: hero, icon, title, subtitle, body, actions } = block;
  return html`<div class="card">
    ${hero && drawPicture(hero, 'large')}
    ${(title || subtitle) && html`<div class="card-head">${icon && drawPicture(icon, 'icon')}<div>${title && html`<b>${drawTextObject(title, drawing)}</b>`}${subtitle && html`<small>${drawTextObject(subtitle, drawing)}</small>`}</div></div>`}
    ${body && html`<div class="text">${drawTextObject(body, drawing)}</div>`}
    ${actions && html`<div class="actions">${actions.map((button) => drawElement(button, block.block_id, drawing))}</div>`}
  </div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/carousel-block */
export function drawCarousel(block: CarouselBlock, drawing: Drawing): Html {
  return html`<div class="carousel" tabindex="0" role="group" aria-label="${block.elements.length} cards">${block.elements.map((card) => drawCard(card, drawing))}</div>`;
}

/** `inside` are the drawn child blocks. https://docs.slack.dev/reference/block-kit/blocks/container-block */
export function drawContainer(block: ContainerBlock, inside: Html, drawing: Drawing): Html {
  const { title, rich_text_title: rich, subtitle, icon, is_collapsible: folds } = block;
  const name = rich ? drawRichText(rich, drawing) : html`${decode(title?.text ?? '')}`;
  const head = html`${icon && drawPicture(icon, 'icon')}<b>${name}</b>${subtitle && html` <small>${drawTextObject(subtitle, drawing)}</small>`}`;
  return folds
    ? html`<details class="container"${!block.default_collapsed && html` open`}><summary>${head}</summary>${inside}</details>`
    : html`<div class="container"><div class="container-head">${head}</div>${inside}</div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/alert-block */
export function drawAlert({ text, level = 'default' }: AlertBlock, drawing: Drawing): Html {
  const word = { default: '', info: 'Note', warning: 'Warning', error: 'Error', success: 'Done' }[level];
  return html`<p class="alert ${level}">${word && html`<b>${word}:</b> `}${drawTextObject(text, drawing)}</p>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/context-actions-block */
export function drawContextActions(block: ContextActionsBlock, drawing: Drawing): Html {
  const visible = block.elements.filter(
    (item) =>
      item.type === 'feedback_buttons' || (item.visible_to_user_ids?.includes(drawing.person) ?? true),
  );
  return html`<div class="actions small">${visible.flatMap((item) =>
    item.type === 'feedback_buttons'
      ? drawFeedback(item, block.block_id, drawing)
      : [
          drawElement(
            {
              ...{ type: 'button', text: item.text, value: item.value ?? '' },
              ...(item.action_id && { action_id: item.action_id }),
              ...(item.accessibility_label && { accessibility_label: item.accessibility_label }),
              ...(item.confirm && { confirm: item.confirm }),
            },
            block.block_id,
            drawing,
          ),
        ],
  )}</div>`;
}

/** Both buttons have the same action, but different values. */
function drawFeedback(item: FeedbackButtons, block: string | undefined, drawing: Drawing): Html[] {
  const action = item.action_id && { action_id: item.action_id };
  return [item.positive_button, item.negative_button].map((button) =>
    drawElement({ type: 'button', ...button, ...action }, block, drawing),
  );
}
