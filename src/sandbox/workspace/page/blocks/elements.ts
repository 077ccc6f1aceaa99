/**
 * Interactive elements: buttons, overflow menus, and fields drawn as the browser's own controls. The data attributes of
 * the wrapper say what using the element posts. A confirm dialog waits in a template.
 * https://docs.slack.dev/reference/block-kit/block-elements
 */
import type {
  ActionsBlockElement,
  Button,
  Confirm,
  InputBlockElement,
  Option,
  Overflow,
  PlainTextElement,
  SectionBlockAccessory,
} from '@slack/types';
import { cannotDraw, type Html, html } from '../markup.ts';
import { decode, drawTextObject } from '../mrkdwn.ts';
import type { Drawing, KnownChannel } from '../reader.ts';

/** Every element that a person can use. */
type Interactive =
  | ActionsBlockElement
  | InputBlockElement
  | Exclude<SectionBlockAccessory, { type: 'image' }>;

/** What the surrounding block says about a field. */
type FieldOptions = {
  /** Whether using it sends an action right away. */
  acts: boolean;
  required: boolean;
  invalid: boolean;
  describedBy: string;
  labelled: boolean;
};

const OUTSIDE_INPUT: FieldOptions = {
  acts: true,
  required: false,
  invalid: false,
  describedBy: '',
  labelled: false,
};

const FIELDS = [
  ...['plain_text_input', 'datepicker', 'static_select', 'users_select', 'conversations_select'],
  ...['multi_static_select', 'multi_users_select', 'checkboxes', 'radio_buttons'],
] as const;

/** An element with a value and a control on the page. */
export type Field = Extract<Interactive, { type: (typeof FIELDS)[number] }>;

export function isField<Item extends { type: string }>(item: Item): item is Extract<Item, Field> {
  return FIELDS.some((type) => type === item.type);
}

/** Whether its value is a list. */
function isMultiple(item: { type: string }): boolean {
  return item.type === 'checkboxes' || item.type.startsWith('multi_');
}

/** Whether it's drawn as a group of boxes, with a legend instead of a label. */
export function isGroup(item: { type: string }): boolean {
  return isMultiple(item) || item.type === 'radio_buttons';
}

/** A field's name in its form and its element id. */
export function fieldName(scope: string, blockId: string, actionId: string): string {
  return `${scope}/${blockId}/${actionId}`.replace(/\s/g, '_');
}

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
  return html`<span class="element" data-block="${block}" data-action="${action}"${acts}${many}>${drawControl(item, name, drawing, options)}${confirm && drawConfirm(confirm, drawing)}</span>`;
}

/** https://docs.slack.dev/reference/block-kit/composition-objects/dispatch-action-configuration-object */
function findTriggers(item: Interactive): string {
  if (item.type !== 'plain_text_input') return 'change';
  return (item.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed']).join(' ');
}

function drawControl(item: Interactive, name: string, drawing: Drawing, options: FieldOptions): Html {
  if (item.type === 'button') return drawButton(item, drawing);
  if (item.type === 'overflow') return drawOverflow(item, name);
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

/** An opening menu focuses its first entry. */
function drawOverflow(item: Overflow, name: string): Html {
  return html`<button type="button" class="button more" popovertarget="${name}" aria-label="More actions" aria-haspopup="menu">⋯</button><span class="menu" id="${name}" popover role="menu">${item.options.map(
    ({ text, value }, i) =>
      html`<button type="button" role="menuitem" value="${value ?? ''}" data-press${i === 0 && html` autofocus`}>${decode(text.text)}</button>`,
  )}</span>`;
}

function drawConfirm(confirm: Confirm, drawing: Drawing): Html {
  const classes = `button ${confirm.style === 'danger' ? 'danger' : 'primary'}`;
  return html`<template data-confirm><h2>${decode(confirm.title?.text ?? 'Are you sure?')}</h2>
    <p>${drawTextObject(confirm.text, drawing)}</p>
    <footer><button class="button" value="no">${decode(confirm.deny?.text ?? 'Cancel')}</button>
    <button class="${classes}" value="yes">${decode(confirm.confirm?.text ?? 'Yes')}</button></footer></template>`;
}

/** Only the control. An input block adds the label, hint and error. */
function drawField(item: Field, name: string, drawing: Drawing, options: FieldOptions): Html {
  if (isGroup(item)) return drawBoxes(item, name, drawing, options);
  const rest = drawAttributes(item, name, options);
  if (item.type === 'datepicker') return html`<input type="date" value="${item.initial_date ?? ''}"${rest}>`;
  if (item.type === 'plain_text_input') {
    const lengths = html`${attribute('minlength', item.min_length)}${attribute('maxlength', item.max_length)}`;
    return item.multiline
      ? html`<textarea rows="4"${rest}${lengths}>${item.initial_value ?? ''}</textarea>`
      : html`<input type="text" value="${item.initial_value ?? ''}"${rest}${lengths}>`;
  }
  return html`<span class="select"><select${rest}>${drawOptions(item, drawing)}</select></span>`;
}

export function listOptions(
  item: Field,
  { people, channels }: Pick<Drawing, 'people' | 'channels'>,
): Option[] {
  const toOption = ({ id, name }: { id: string; name: string }) => ({ text: plainText(name), value: id });
  if (item.type.endsWith('users_select')) return people.map(toOption);
  if (item.type === 'conversations_select') {
    return channels
      .filter((channel) => isOffered(channel, item.filter))
      .map(({ id, name, kind }) => toOption({ id, name: kind === 'im' ? name : `#${name}` }));
  }
  return ('options' in item && item.options) || [];
}

/** https://docs.slack.dev/reference/block-kit/composition-objects/conversation-filter-object */
function isOffered(
  { kind, shared }: KnownChannel,
  filter: Extract<Field, { type: 'conversations_select' }>['filter'] = {},
): boolean {
  return (filter.include?.includes(kind) ?? true) && !(filter.exclude_external_shared_channels && shared);
}

function listChosen(item: Field, current: string | undefined): (string | undefined)[] {
  switch (item.type) {
    case 'static_select':
    case 'radio_buttons':
      return item.initial_option ? [item.initial_option.value] : [];
    case 'multi_static_select':
    case 'checkboxes':
      return (item.initial_options ?? []).map(({ value }) => value);
    case 'users_select':
      return [item.initial_user];
    case 'multi_users_select':
      return item.initial_users ?? [];
    case 'conversations_select':
      return [item.initial_conversation ?? (item.default_to_current_conversation ? current : undefined)];
    default:
      return [];
  }
}

function drawOptions(item: Field, drawing: Drawing): Html {
  const chosen = listChosen(item, drawing.current);
  return html`<option value="">${hintOf(item) ?? 'Choose…'}</option>${listOptions(item, drawing).map(
    ({ text, value }) =>
      html`<option value="${value ?? ''}"${chosen.includes(value) && html` selected`}>${decode(text.text)}</option>`,
  )}`;
}

function drawBoxes(item: Field, name: string, drawing: Drawing, options: FieldOptions): Html {
  const chosen = listChosen(item, drawing.current);
  const type = item.type === 'radio_buttons' ? 'radio' : 'checkbox';
  const required = options.required && type === 'radio' && html` required`;
  const classes = item.type.startsWith('multi_') ? 'boxes list' : 'boxes';
  return html`<span class="${classes}">${listOptions(item, drawing).map(({ text, value, description }) => {
    const checked = chosen.includes(value) && html` checked`;
    return html`<label class="box"><input type="${type}" name="${name}" value="${value ?? ''}"${checked}${required}${drawAria(options)}>
      <span>${drawTextObject(text, drawing)}${description && html`<small>${decode(description.text)}</small>`}</span></label>`;
  })}</span>`;
}

function hintOf(item: Field): string | undefined {
  return 'placeholder' in item && item.placeholder ? decode(item.placeholder.text) : undefined;
}

function drawAttributes(item: Field, name: string, options: FieldOptions): Html {
  const hint = hintOf(item);
  return html` name="${name}" id="${name}"${attribute('placeholder', hint)}${drawAria(options)}${
    !options.labelled && attribute('aria-label', hint ?? 'Choose')
  }${options.required && html` required`}`;
}

function drawAria({ describedBy, invalid }: FieldOptions): Html {
  return html`${attribute('aria-describedby', describedBy || undefined)}${invalid && html` aria-invalid="true"`}`;
}

function attribute(name: string, value: string | number | undefined): Html {
  return value === undefined ? html`` : html` ${name}="${value}"`;
}

function plainText(text: string): PlainTextElement {
  return { type: 'plain_text', text };
}
