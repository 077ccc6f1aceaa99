/**
 * Interactive elements, wherever they stand: buttons and menus here, fields in fields.ts. Each is wrapped in an
 * element that says by data attributes what a use of it posts; the question to ask before waits in a template.
 */
import type { Button, Confirm, Overflow } from '@slack/types';
import type { Drawing } from '../drawing.ts';
import { cannotDraw, type Html, html } from '../markup.ts';
import { decode, textObject } from '../mrkdwn.ts';
import { field, type Interactive, isField, isMultiple, type Standing } from './fields.ts';

const ALONE: Standing = { acts: true, required: false, invalid: false, describedBy: '', labelled: false };

/** The name a field has in its form, and the id it has in the document. */
export function fieldName(scope: string, blockId: string, actionId: string): string {
  return `${scope}/${blockId}/${actionId}`.replace(/\s/g, '_');
}

/** https://docs.slack.dev/reference/block-kit/block-elements */
export function element(
  item: Interactive,
  blockId: string | undefined,
  drawing: Drawing,
  standing: Standing = ALONE,
): Html {
  const block = blockId ?? '';
  const action = ('action_id' in item && item.action_id) || '';
  const name = fieldName(drawing.scope, block, action);
  const confirm = 'confirm' in item && item.confirm;
  const acts = standing.acts ? html` data-acts="${actsOn(item)}"` : '';
  const many = isMultiple(item) ? html` data-many` : '';
  const moment = item.type === 'datetimepicker' ? html` data-moment` : '';
  const suggests =
    item.type === 'external_select' ? html` data-suggests="${item.min_query_length ?? 3}"` : '';
  return html`<span class="element" data-block="${block}" data-action="${action}"${acts}${many}${moment}${suggests}>${drawn(item, name, drawing, standing)}${confirm && question(confirm, drawing)}</span>`;
}

/** What of typing acts; everything else acts when it is changed. https://docs.slack.dev/reference/block-kit/composition-objects/dispatch-action-configuration-object */
function actsOn(item: Interactive): string {
  if (!/_input$/.test(item.type)) return 'change';
  const asked = 'dispatch_action_config' in item && item.dispatch_action_config?.trigger_actions_on;
  return (asked || ['on_enter_pressed']).join(' ');
}

function drawn(item: Interactive, name: string, drawing: Drawing, standing: Standing): Html {
  if (item.type === 'button') return button(item, drawing);
  if (item.type === 'overflow') return overflow(item, name, drawing);
  return isField(item) ? field(item, name, drawing, standing) : cannotDraw(item.type);
}

function button(item: Button, { copyOf }: Drawing): Html {
  const looks = `button ${item.style ?? ''}`.trim();
  const label = item.accessibility_label ? html` aria-label="${decode(item.accessibility_label)}"` : '';
  const text = decode(item.text.text);
  if (item.url && /^https?:\/\//i.test(item.url)) {
    return html`<a class="${looks}" href="${copyOf(item.url) ?? item.url}" target="_blank" rel="noopener noreferrer" data-press data-value="${item.value ?? ''}"${label}>${text}</a>`;
  }
  return html`<button type="button" class="${looks}" value="${item.value ?? ''}" data-press${label}>${text}</button>`;
}

function overflow(item: Overflow, name: string, { copyOf }: Drawing): Html {
  return html`<button type="button" class="button more" popovertarget="${name}" aria-label="More actions" aria-haspopup="menu">⋯</button><span class="menu" id="${name}" popover role="menu">${item.options.map(
    ({ text, value, url }, i) =>
      url && /^https?:\/\//i.test(url)
        ? html`<a role="menuitem" href="${copyOf(url) ?? url}" target="_blank" rel="noopener noreferrer" data-press data-value="${value ?? ''}"${first(i)}>${decode(text.text)}</a>`
        : html`<button type="button" role="menuitem" value="${value ?? ''}" data-press${first(i)}>${decode(text.text)}</button>`,
  )}</span>`;
}

/** An opening menu gives its first entry the focus. */
function first(index: number): Html {
  return index === 0 ? html` autofocus` : html``;
}

function question(confirm: Confirm, drawing: Drawing): Html {
  const looks = `button ${confirm.style === 'danger' ? 'danger' : 'primary'}`;
  return html`<template data-confirm><h2>${decode(confirm.title?.text ?? 'Are you sure?')}</h2>
    <p>${textObject(confirm.text, drawing)}</p>
    <footer><button class="button" value="no">${decode(confirm.deny?.text ?? 'Cancel')}</button>
    <button class="${looks}" value="yes">${decode(confirm.confirm?.text ?? 'Yes')}</button></footer></template>`;
}
