/** Blocks around others, and what stands in the margin: cards, containers, alerts, and small actions under a message. */
import type {
  AlertBlock,
  CardBlock,
  CarouselBlock,
  ContainerBlock,
  ContextActionsBlock,
  FeedbackButtons,
} from '@slack/types';
import type { Drawing } from '../drawing.ts';
import { type Html, html } from '../markup.ts';
import { decode, textObject } from '../mrkdwn.ts';
import { element } from './elements.ts';
import { picture } from './image.ts';
import { richText } from './rich-text.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/card-block */
export function card(block: CardBlock, drawing: Drawing): Html {
  const { hero_image: hero, icon, title, subtitle, body, actions } = block;
  return html`<div class="card">
    ${hero && picture(hero, 'large')}
    ${(title || subtitle) && html`<div class="card-head">${icon && picture(icon, 'icon')}<div>${title && html`<b>${textObject(title, drawing)}</b>`}${subtitle && html`<small>${textObject(subtitle, drawing)}</small>`}</div></div>`}
    ${body && html`<div class="text">${textObject(body, drawing)}</div>`}
    ${actions && html`<div class="actions">${actions.map((button) => element(button, block.block_id, drawing))}</div>`}
  </div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/carousel-block */
export function carousel(block: CarouselBlock, drawing: Drawing): Html {
  return html`<div class="carousel" tabindex="0" role="group" aria-label="${block.elements.length} cards">${block.elements.map((one) => card(one, drawing))}</div>`;
}

/** `inside` are the child blocks, drawn. https://docs.slack.dev/reference/block-kit/blocks/container-block */
export function container(block: ContainerBlock, inside: Html, drawing: Drawing): Html {
  const { title, rich_text_title: rich, subtitle, icon, is_collapsible: folds } = block;
  const name = rich ? richText(rich, drawing) : html`${decode(title?.text ?? '')}`;
  const head = html`${icon && picture(icon, 'icon')}<b>${name}</b>${subtitle && html` <small>${textObject(subtitle, drawing)}</small>`}`;
  return folds
    ? html`<details class="container"${block.default_collapsed ? '' : html` open`}><summary>${head}</summary>${inside}</details>`
    : html`<div class="container"><div class="container-head">${head}</div>${inside}</div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/alert-block */
export function alert({ text, level = 'default' }: AlertBlock, drawing: Drawing): Html {
  const word = { default: '', info: 'Note', warning: 'Warning', error: 'Error', success: 'Done' }[level];
  return html`<p class="alert ${level}">${word && html`<b>${word}:</b> `}${textObject(text, drawing)}</p>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/context-actions-block */
export function contextActions(block: ContextActionsBlock, drawing: Drawing): Html {
  const shown = block.elements.filter(
    (item) =>
      item.type === 'feedback_buttons' || (item.visible_to_user_ids?.includes(drawing.person) ?? true),
  );
  return html`<div class="actions small">${shown.flatMap((item) =>
    item.type === 'feedback_buttons'
      ? feedback(item, block.block_id, drawing)
      : [
          element(
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

/** Two buttons of one action: what tells them apart is their value. */
function feedback(item: FeedbackButtons, block: string | undefined, drawing: Drawing): Html[] {
  const action = item.action_id && { action_id: item.action_id };
  return [item.positive_button, item.negative_button].map((button) =>
    element({ type: 'button', ...button, ...action }, block, drawing),
  );
}
