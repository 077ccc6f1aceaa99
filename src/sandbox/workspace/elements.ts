/** The interactive elements inside blocks: which there are, what they hold at first, and what a choice sends. */
import { isRecord } from './json.ts';
import type { OfferedOption, StateValues } from './model.ts';

/** One element with its address; `input` is the block around it where it is a field of a form. */
export type Interactive = {
  blockId: string;
  actionId: string;
  type: string;
  element: Record<string, unknown>;
  input?: Record<string, unknown>;
};

/** Every element that a person can use, in reading order. */
export function interactives(blocks: readonly unknown[]): Interactive[] {
  return blocks.filter(isRecord).flatMap((block) => {
    const [inside, beneath] = [listed(block.elements), listed(block.child_blocks)];
    // The elements of a carousel are cards, which are blocks themselves.
    if (block.type === 'carousel') return interactives(inside);
    const found = [block.accessory, block.element, ...inside, ...listed(block.actions)].filter(isRecord);
    const own = found.flatMap((element): Interactive[] => {
      const { action_id: actionId, type } = element;
      if (typeof actionId !== 'string' || typeof type !== 'string') return [];
      const address = { blockId: String(block.block_id), actionId, type, element };
      return [block.type === 'input' ? { ...address, input: block } : address];
    });
    return [...own, ...interactives(beneath)];
  });
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The values of a form before anybody touched it, as Slack reports them: null, or what the blocks preset. `channel` is
 * where the person is, for a field that begins with the current conversation.
 */
export function initialValues(blocks: readonly unknown[], channel?: string): StateValues {
  const values: StateValues = {};
  for (const { blockId, actionId, type, element } of interactives(blocks)) {
    const carrier = CARRIERS[type];
    if (!carrier) continue;
    const current = element.default_to_current_conversation === true ? channel : undefined;
    const here = current && (carrier.many ? [current] : current);
    const preset = element[carrier.initial] ?? here ?? (carrier.many ? [] : null);
    values[blockId] = { ...values[blockId], [actionId]: { type, [carrier.key]: preset } };
  }
  return values;
}

/** Later values over earlier ones, element by element; a value without its type keeps the earlier one's. */
export function mergedValues(earlier: StateValues, later: StateValues): StateValues {
  const merged: StateValues = { ...earlier };
  for (const [blockId, actions] of Object.entries(later)) {
    const block = { ...merged[blockId] };
    for (const [actionId, value] of Object.entries(actions)) {
      block[actionId] = { ...block[actionId], ...value };
    }
    merged[blockId] = block;
  }
  return merged;
}

/**
 * What the element sends for a choice, e.g. `{selected_option: {…}}`; undefined if it does not offer that choice.
 * A button that is named with its value has to carry that one. `offered` are the options that the bot gave for what was typed.
 */
export function chosen(
  { type, element }: Interactive,
  value: string | string[] | undefined,
  offered: readonly OfferedOption[] = [],
): Record<string, unknown> | undefined {
  if (type === 'button' || type === 'icon_button') {
    // A button of these ids may have carried another value when it was drawn.
    if (value !== undefined && value !== (element.value ?? '')) return undefined;
    return { text: element.text, ...(element.value !== undefined && { value: element.value }) };
  }
  if (type === 'feedback_buttons') return feedback(element, value);
  if (type === 'external_select') {
    const option = offered.find((one) => one.value === value || one.text.text === value);
    return option || !value ? { selected_option: option ?? null } : undefined;
  }
  const carrier = type === 'overflow' ? OVERFLOW : CARRIERS[type];
  if (!carrier) return undefined;
  const picked = [value ?? []].flat();
  const carried = carrier.options ? picked.map((one) => optionOf(element, one)) : picked.map(carrier.read);
  if (carried.includes(undefined)) return undefined;
  return { [carrier.key]: carrier.many ? carried : (carried[0] ?? null) };
}

/** Ids of the blocks whose required field is empty. */
export function emptyFields(blocks: readonly unknown[], values: StateValues): string[] {
  return interactives(blocks).flatMap(({ blockId, actionId, type, input }) => {
    const carrier = CARRIERS[type];
    if (!input || input.optional === true || !carrier) return [];
    const value = values[blockId]?.[actionId]?.[carrier.key];
    const empty = value === undefined || value === null || value === '' || isEmptyList(value);
    return empty ? [blockId] : [];
  });
}

/** Of the two buttons the one that was pressed. */
function feedback(element: Record<string, unknown>, value: unknown): Record<string, unknown> | undefined {
  const pressed = [element.positive_button, element.negative_button].filter(isRecord);
  const button = pressed.find((one) => one.value === value);
  return button && { text: button.text, value: button.value };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

type Carrier = {
  /** The key that holds the value, in a click and in the state. */
  key: string;
  /** The element's key that presets it. */
  initial: string;
  many: boolean;
  /** True where the value is one of the element's options. */
  options: boolean;
  read(value: string): unknown;
};

function carrier(key: string, initial: string, more: Partial<Carrier> = {}): Carrier {
  return { key, initial, many: false, options: false, read: (value) => value, ...more };
}

const OVERFLOW = carrier('selected_option', '', { options: true });
const TYPED = carrier('value', 'initial_value');
const MANY_OPTIONS = carrier('selected_options', 'initial_options', { many: true, options: true });
const ONE_OPTION = carrier('selected_option', 'initial_option', { options: true });

/** https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const CARRIERS: Readonly<Record<string, Carrier>> = {
  plain_text_input: TYPED,
  number_input: TYPED,
  email_text_input: TYPED,
  url_text_input: TYPED,
  static_select: ONE_OPTION,
  radio_buttons: ONE_OPTION,
  external_select: ONE_OPTION,
  multi_static_select: MANY_OPTIONS,
  checkboxes: MANY_OPTIONS,
  users_select: carrier('selected_user', 'initial_user'),
  multi_users_select: carrier('selected_users', 'initial_users', { many: true }),
  channels_select: carrier('selected_channel', 'initial_channel'),
  multi_channels_select: carrier('selected_channels', 'initial_channels', { many: true }),
  conversations_select: carrier('selected_conversation', 'initial_conversation'),
  multi_conversations_select: carrier('selected_conversations', 'initial_conversations', { many: true }),
  datepicker: carrier('selected_date', 'initial_date'),
  timepicker: carrier('selected_time', 'initial_time'),
  datetimepicker: carrier('selected_date_time', 'initial_date_time', { read: Number }),
};

function optionOf(element: Record<string, unknown>, value: string): unknown {
  const groups = Array.isArray(element.option_groups) ? element.option_groups.filter(isRecord) : [element];
  return groups
    .flatMap((group) => (Array.isArray(group.options) ? group.options.filter(isRecord) : []))
    .find((option) => option.value === value);
}
