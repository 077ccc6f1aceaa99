/** The interactive elements inside blocks: where they are, what they hold at first, and what a choice sends. */
import { isRecord } from './json.ts';
import type { OfferedOption, StateValues } from './model.ts';

/** An element and where to find it. `input` is the block around a form's field. */
export type Interactive = {
  blockId: string;
  actionId: string;
  type: string;
  element: Record<string, unknown>;
  input?: Record<string, unknown>;
};

/** All elements that a person can use, in reading order. */
export function findElements(blocks: readonly unknown[]): Interactive[] {
  return blocks.filter(isRecord).flatMap((block) => {
    const inside = toArray(block.elements);
    // A carousel's elements are cards, which are blocks themselves.
    if (block.type === 'carousel') return findElements(inside);
    const candidates = [block.accessory, block.element, ...inside, ...toArray(block.actions)].filter(
      isRecord,
    );
    const own = candidates.flatMap((element): Interactive[] => {
      const { action_id: actionId, type } = element;
      if (typeof actionId !== 'string' || typeof type !== 'string') return [];
      const address = { blockId: String(block.block_id), actionId, type, element };
      return [block.type === 'input' ? { ...address, input: block } : address];
    });
    return [...own, ...findElements(toArray(block.child_blocks))];
  });
}

function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * A form's values before anyone touches it, as Slack reports them: the preset, or null or []. `channel` is where the
 * person is, for fields that default to the current conversation.
 */
export function readInitialValues(blocks: readonly unknown[], channel?: string): StateValues {
  const values: StateValues = {};
  for (const { blockId, actionId, type, element } of findElements(blocks)) {
    const carrier = CARRIERS[type];
    if (!carrier) continue;
    const current = element.default_to_current_conversation === true ? channel : undefined;
    const here = current && (carrier.many ? [current] : current);
    const preset = element[carrier.initial] ?? here ?? (carrier.many ? [] : null);
    values[blockId] = { ...values[blockId], [actionId]: { type, [carrier.key]: preset } };
  }
  return values;
}

/** Later values override earlier ones, key by key, so a value without `type` keeps the earlier one's. */
export function mergeValues(earlier: StateValues, later: StateValues): StateValues {
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
 * What the element sends for a choice, such as `{selected_option: {…}}`; undefined if it doesn't offer that choice.
 * `offered` are the options that the bot suggested in an external_select.
 */
export function readChoice(
  { type, element }: Interactive,
  value: string | string[] | undefined,
  offered: readonly OfferedOption[] = [],
): Record<string, unknown> | undefined {
  if (type === 'button' || type === 'icon_button') {
    // An edit may have given this button another value since the person saw it.
    if (value !== undefined && value !== (element.value ?? '')) return undefined;
    return { text: element.text, ...(element.value !== undefined && { value: element.value }) };
  }
  if (type === 'feedback_buttons') return readFeedback(element, value);
  if (type === 'external_select') {
    const option = offered.find((one) => one.value === value || one.text.text === value);
    return option || !value ? { selected_option: option ?? null } : undefined;
  }
  const carrier = type === 'overflow' ? OVERFLOW : CARRIERS[type];
  if (!carrier) return undefined;
  const picked = [value ?? []].flat();
  const choices = carrier.options ? picked.map((one) => findOption(element, one)) : picked.map(carrier.read);
  if (choices.includes(undefined)) return undefined;
  return { [carrier.key]: carrier.many ? choices : (choices[0] ?? null) };
}

/** The ids of blocks whose required field is empty. */
export function findEmptyFields(blocks: readonly unknown[], values: StateValues): string[] {
  return findElements(blocks).flatMap(({ blockId, actionId, type, input }) => {
    const carrier = CARRIERS[type];
    if (!input || input.optional === true || !carrier) return [];
    const value = values[blockId]?.[actionId]?.[carrier.key];
    const isEmpty = (value ?? '') === '' || (Array.isArray(value) && value.length === 0);
    return isEmpty ? [blockId] : [];
  });
}

function readFeedback(element: Record<string, unknown>, value: unknown): Record<string, unknown> | undefined {
  const buttons = [element.positive_button, element.negative_button].filter(isRecord);
  const pressed = buttons.find((button) => button.value === value);
  return pressed && { text: pressed.text, value: pressed.value };
}

type Carrier = {
  /** The key of the value, both in a click and in the state. */
  key: string;
  /** The element's key for its preset. */
  initial: string;
  many: boolean;
  /** Whether the value is one of the element's options. */
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

function findOption(element: Record<string, unknown>, value: string): unknown {
  const groups = element.option_groups ? toArray(element.option_groups).filter(isRecord) : [element];
  return groups
    .flatMap((group) => toArray(group.options).filter(isRecord))
    .find((option) => option.value === value);
}
