/**
 * Interactive elements: buttons and overflow menus here, fields in fields.ts. The data attributes of the wrapper say
 * what using the element posts. A confirm dialog waits in a template.
 */
import type { Button, Confirm, Overflow } from '@slack/types';
import { cannotDraw, type Html, html } from '../markup.ts';
import { decode, drawTextObject } from '../mrkdwn.ts';
import type { Drawing } from '../reader.ts';
import { drawField, type FieldOptions, type Interactive, isField, isMultiple } from './fields.ts';

const OUTSIDE_INPUT: FieldOptions = {
  acts: true,
  required: false,
  invalid: false,
  describedBy: '',
  labelled: false,
};

/** A field's name in its form and its element id. */
export function fieldName(scope: string, blockId: string, actionId: string): string {
  return `${scope}/${blockId}/${actionId}`.replace(/\s/g, '_');
}

/** https://docs.slack.dev/reference/block-kit/block-elements */
export function drawElement(
  item: Interactive,
  blockId: string | undefined,
  drawing: Drawing,
  options: FieldOptions = OUTSIDE_INPUT,
): Html {
  const block = blockId ?? '';
  const action = ('action_id' in item && item.action_id) || '';
  const name = fieldName(drawing.scope, block, action);
  const confirm = 'confirm' in item && item.confirm;
  const acts = options.acts && html` data-acts="${findTriggers(item)}"`;
  const many = isMultiple(item) && html` data-many`;
  const moment = item.type === 'datetimepicker' && html` data-moment`;
  const suggests = item.type === 'external_select' && html` data-suggests="${item.min_query_length ?? 3}"`;
  return html`<span class="element" data-block="${block}" data-action="${action}"${acts}${many}${moment}${suggests}>${drawControl(item, name, drawing, options)}${confirm && drawConfirm(confirm, drawing)}</span>`;
}

/** https://docs.slack.dev/reference/block-kit/composition-objects/dispatch-action-configuration-object */
function findTriggers(item: Interactive): string {
  if (!/_input$/.test(item.type)) return 'change';
  const triggers = 'dispatch_action_config' in item && item.dispatch_action_config?.trigger_actions_on;
  return (triggers || ['on_enter_pressed']).join(' ');
}

function drawControl(item: Interactive, name: string, drawing: Drawing, options: FieldOptions): Html {
  if (item.type === 'button') return drawButton(item, drawing);
  if (item.type === 'overflow') return drawOverflow(item, name, drawing);
  return isField(item) ? drawField(item, name, drawing, options) : cannotDraw(item.type);
}

function drawButton(item: Button, { copyOf }: Drawing): Html {
  const classes = `button ${item.style ?? ''}`.trim();
  const label = item.accessibility_label && html` aria-label="${decode(item.accessibility_label)}"`;
  const text = decode(item.text.text);
  if (item.url && /^https?:\/\//i.test(item.url)) {
    return html`<a class="${classes}" href="${copyOf(item.url) ?? item.url}" target="_blank" rel="noopener noreferrer" data-press data-value="${item.value ?? ''}"${label}>${text}</a>`;
  }
  return html`<button type="button" class="${classes}" value="${item.value ?? ''}" data-press${label}>${text}</button>`;
}

function drawOverflow(item: Overflow, name: string, { copyOf }: Drawing): Html {
  return html`<button type="button" class="button more" popovertarget="${name}" aria-label="More actions" aria-haspopup="menu">⋯</button><span class="menu" id="${name}" popover role="menu">${item.options.map(
    ({ text, value, url }, i) =>
      url && /^https?:\/\//i.test(url)
        ? html`<a role="menuitem" href="${copyOf(url) ?? url}" target="_blank" rel="noopener noreferrer" data-press data-value="${value ?? ''}"${first(i)}>${decode(text.text)}</a>`
        : html`<button type="button" role="menuitem" value="${value ?? ''}" data-press${first(i)}>${decode(text.text)}</button>`,
  )}</span>`;
}

/** An opening menu focuses its first entry. */
function first(index: number): Html {
  return index === 0 ? html` autofocus` : html``;
}

function drawConfirm(confirm: Confirm, drawing: Drawing): Html {
  const classes = `button ${confirm.style === 'danger' ? 'danger' : 'primary'}`;
  return html`<template data-confirm><h2>${decode(confirm.title?.text ?? 'Are you sure?')}</h2>
    <p>${drawTextObject(confirm.text, drawing)}</p>
    <footer><button class="button" value="no">${decode(confirm.deny?.text ?? 'Cancel')}</button>
    <button class="${classes}" value="yes">${decode(confirm.confirm?.text ?? 'Yes')}</button></footer></template>`;
}
