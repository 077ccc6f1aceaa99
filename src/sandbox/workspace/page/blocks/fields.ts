/** Elements that hold a value, drawn as the browser's own controls: text, numbers, dates, menus and choices. */
import type {
  ActionsBlockElement,
  InputBlockElement,
  Option,
  OptionGroup,
  PlainTextElement,
  SectionBlockAccessory,
} from '@slack/types';
import { wallTime } from '../dates.ts';
import { type Html, html } from '../markup.ts';
import { decode, drawTextObject } from '../mrkdwn.ts';
import type { Drawing, KnownChannel } from '../reader.ts';

/** Every element that a person can use. */
export type Interactive =
  | ActionsBlockElement
  | InputBlockElement
  | Exclude<SectionBlockAccessory, { type: 'image' }>;

/** What the surrounding block says about a field. */
export type FieldOptions = {
  /** Whether using it sends an action right away. */
  acts: boolean;
  required: boolean;
  invalid: boolean;
  describedBy: string;
  labelled: boolean;
};

const FIELDS = [
  ...['plain_text_input', 'email_text_input', 'url_text_input', 'number_input'],
  ...[
    'datepicker',
    'timepicker',
    'datetimepicker',
    'static_select',
    'external_select',
    'users_select',
    'channels_select',
    'conversations_select',
  ],
  ...['multi_static_select', 'multi_users_select', 'multi_channels_select', 'multi_conversations_select'],
  ...['checkboxes', 'radio_buttons'],
] as const;

/** An element with a value and a control on the page. */
export type Field = Extract<Interactive, { type: (typeof FIELDS)[number] }>;

export function isField<Item extends { type: string }>(item: Item): item is Extract<Item, Field> {
  return FIELDS.some((type) => type === item.type);
}

/** Whether its value is a list. */
export function isMultiple(item: { type: string }): boolean {
  return item.type === 'checkboxes' || item.type.startsWith('multi_');
}

/** Whether it's drawn as a group of boxes, with a legend instead of a label. */
export function isGroup(item: { type: string }): boolean {
  return isMultiple(item) || item.type === 'radio_buttons';
}

/** Only the control. An input block adds the label, hint and error. */
export function drawField(item: Field, name: string, drawing: Drawing, options: FieldOptions): Html {
  const rest = attributes(item, name, options);
  switch (item.type) {
    case 'plain_text_input':
      return item.multiline
        ? html`<textarea rows="4"${rest}${lengths(item)}>${item.initial_value ?? ''}</textarea>`
        : html`<input type="text" value="${item.initial_value ?? ''}"${rest}${lengths(item)}>`;
    case 'email_text_input':
      return html`<input type="email" value="${item.initial_value ?? ''}"${rest}>`;
    case 'url_text_input':
      return html`<input type="url" value="${item.initial_value ?? ''}"${rest}>`;
    case 'number_input':
      return html`<input type="number" step="${item.is_decimal_allowed ? 'any' : '1'}" value="${item.initial_value ?? ''}"${rest}${attribute('min', item.min_value)}${attribute('max', item.max_value)}>`;
    case 'datepicker':
      return html`<input type="date" value="${item.initial_date ?? ''}"${rest}>`;
    case 'datetimepicker': {
      const { initial_date_time: seconds } = item;
      const wall = seconds === undefined ? '' : wallTime(seconds * 1000, drawing.timezone);
      return html`<input type="datetime-local" value="${wall}"${rest}>`;
    }
    case 'external_select':
      return html`<input type="text" role="combobox" autocomplete="off" list="${name}-options" value="${item.initial_option ? decode(item.initial_option.text.text) : ''}"${rest}><datalist id="${name}-options"></datalist>`;
    case 'timepicker':
      return html`<input type="time" value="${item.initial_time ?? ''}"${rest}>`;
    case 'checkboxes':
    case 'radio_buttons':
    case 'multi_static_select':
    case 'multi_users_select':
    case 'multi_channels_select':
    case 'multi_conversations_select':
      return drawBoxes(item, name, drawing, options);
    default:
      return html`<span class="select"><select${rest}>${drawOptions(item, drawing)}</select></span>`;
  }
}

/** In groups. Ungrouped options share a group without a label. */
export function listOptions(
  item: Field,
  { people, channels }: Pick<Drawing, 'people' | 'channels'>,
): Partial<OptionGroup>[] {
  const toGroup = (list: readonly { id: string; name: string }[]) => [
    { options: list.map(({ id, name }) => ({ text: plainText(name), value: id })) },
  ];
  if (item.type.endsWith('users_select')) return toGroup(people);
  if (/(channels|conversations)_select$/.test(item.type)) {
    const offered = channels.filter((channel) => isOffered(channel, item));
    return toGroup(offered.map(({ id, name, kind }) => ({ id, name: kind === 'im' ? name : `#${name}` })));
  }
  if ('option_groups' in item && item.option_groups) return item.option_groups;
  return [{ options: ('options' in item && item.options) || [] }];
}

/** https://docs.slack.dev/reference/block-kit/composition-objects/conversation-filter-object */
function isOffered({ kind, shared }: KnownChannel, item: Field): boolean {
  if (item.type.endsWith('channels_select')) return kind === 'public';
  const filter = ('filter' in item && item.filter) || {};
  return (filter.include?.includes(kind) ?? true) && !(filter.exclude_external_shared_channels && shared);
}

function initialChoice(item: Field, current: string | undefined): (string | undefined)[] {
  const here = 'default_to_current_conversation' in item && item.default_to_current_conversation && current;
  switch (item.type) {
    case 'static_select':
    case 'radio_buttons':
      return item.initial_option ? [item.initial_option.value] : [];
    case 'multi_static_select':
    case 'checkboxes':
      return (item.initial_options ?? []).map(({ value }) => value);
    case 'users_select':
      return [item.initial_user];
    case 'channels_select':
      return [item.initial_channel];
    case 'conversations_select':
      return [item.initial_conversation ?? (here || undefined)];
    case 'multi_users_select':
      return item.initial_users ?? [];
    case 'multi_channels_select':
      return item.initial_channels ?? [];
    case 'multi_conversations_select':
      return item.initial_conversations ?? (here ? [here] : []);
    default:
      return [];
  }
}

function drawOptions(item: Field, drawing: Drawing): Html {
  const chosen = initialChoice(item, drawing.current);
  const options = (list: readonly Option[] = []) =>
    list.map(
      ({ text, value }) =>
        html`<option value="${value ?? ''}"${chosen.includes(value) && html` selected`}>${decode(text.text)}</option>`,
    );
  const hint = 'placeholder' in item && item.placeholder ? decode(item.placeholder.text) : 'Choose…';
  return html`<option value="">${hint}</option>${listOptions(item, drawing).map((group) =>
    group.label
      ? html`<optgroup label="${decode(group.label.text)}">${options(group.options)}</optgroup>`
      : options(group.options),
  )}`;
}

function drawBoxes(item: Field, name: string, drawing: Drawing, options: FieldOptions): Html {
  const chosen = initialChoice(item, drawing.current);
  const type = item.type === 'radio_buttons' ? 'radio' : 'checkbox';
  const drawBox = (option: Option) => {
    const checked = chosen.includes(option.value) && html` checked`;
    const required = options.required && type === 'radio' && html` required`;
    return html`<label class="box"><input type="${type}" name="${name}" value="${option.value ?? ''}"${checked}${required}${ariaAttributes(options)}>
      <span>${drawTextObject(option.text, drawing)}${option.description && html`<small>${decode(option.description.text)}</small>`}</span></label>`;
  };
  const classes = item.type.startsWith('multi_') ? 'boxes list' : 'boxes';
  return html`<span class="${classes}">${listOptions(item, drawing).map(
    (group) =>
      html`${group.label && html`<b>${decode(group.label.text)}</b>`}${(group.options ?? []).map(drawBox)}`,
  )}</span>`;
}

function attributes(item: Field, name: string, options: FieldOptions): Html {
  const hint = 'placeholder' in item && item.placeholder ? decode(item.placeholder.text) : undefined;
  return html` name="${name}" id="${name}"${attribute('placeholder', hint)}${ariaAttributes(options)}${
    !options.labelled && attribute('aria-label', hint ?? 'Choose')
  }${options.required && html` required`}${'focus_on_load' in item && item.focus_on_load && html` autofocus`}`;
}

function ariaAttributes({ describedBy, invalid }: FieldOptions): Html {
  return html`${attribute('aria-describedby', describedBy || undefined)}${invalid && html` aria-invalid="true"`}`;
}

function lengths(item: { min_length?: number; max_length?: number }): Html {
  return html`${attribute('minlength', item.min_length)}${attribute('maxlength', item.max_length)}`;
}

function attribute(name: string, value: string | number | undefined): Html {
  return value === undefined ? html`` : html` ${name}="${value}"`;
}

function plainText(text: string): PlainTextElement {
  return { type: 'plain_text', text };
}
