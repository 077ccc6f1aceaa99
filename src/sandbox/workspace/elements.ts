/** The interactive elements inside blocks: where they are, what they hold at first, and what a choice sends. */

import { isRecord } from '../../json.ts';
import { offersConversation } from './block-kit.ts';
import type { StateValues } from './model.ts';

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
    const candidates = [block.accessory, block.element, ...toArray(block.elements)].filter(isRecord);
    return candidates.flatMap((element): Interactive[] => {
      const { action_id: actionId, type } = element;
      if (typeof actionId !== 'string' || typeof type !== 'string') return [];
      const address = { blockId: String(block.block_id), actionId, type, element };
      return [block.type === 'input' ? { ...address, input: block } : address];
    });
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
    const isOffered =
      element.default_to_current_conversation === true && offersConversation(element.filter, channel ?? '');
    const here = isOffered ? channel : undefined;
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

/** What the element sends for a choice, such as `{selected_option: {…}}`; undefined if it doesn't offer that choice. */
export function readChoice(
  { type, element }: Interactive,
  value: string | string[] | undefined,
): Record<string, unknown> | undefined {
  if (type === 'button') {
    // An edit may have given this button another value since the person saw it.
    if (value !== undefined && value !== (element.value ?? '')) return undefined;
    return { text: element.text, ...(element.value !== undefined && { value: element.value }) };
  }
  const carrier = type === 'overflow' ? OVERFLOW : CARRIERS[type];
  if (!carrier) return undefined;
  const picked = [value ?? []].flat();
  const choices = carrier.options ? picked.map((one) => findOption(element, one)) : picked;
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

type Carrier = {
  /** The key of the value, both in a click and in the state. */
  key: string;
  /** The element's key for its preset. */
  initial: string;
  many: boolean;
  /** Whether the value is one of the element's options. */
  options: boolean;
};

function carrier(key: string, initial: string, more: Partial<Carrier> = {}): Carrier {
  return { key, initial, many: false, options: false, ...more };
}

const OVERFLOW = carrier('selected_option', '', { options: true });
const TYPED = carrier('value', 'initial_value');
const MANY_OPTIONS = carrier('selected_options', 'initial_options', { many: true, options: true });
const ONE_OPTION = carrier('selected_option', 'initial_option', { options: true });

/** https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const CARRIERS: Readonly<Record<string, Carrier>> = {
  plain_text_input: TYPED,
  static_select: ONE_OPTION,
  radio_buttons: ONE_OPTION,
  multi_static_select: MANY_OPTIONS,
  checkboxes: MANY_OPTIONS,
  users_select: carrier('selected_user', 'initial_user'),
  multi_users_select: carrier('selected_users', 'initial_users', { many: true }),
  conversations_select: carrier('selected_conversation', 'initial_conversation'),
  datepicker: carrier('selected_date', 'initial_date'),
};

function findOption(element: Record<string, unknown>, value: string): unknown {
  return toArray(element.options)
    .filter(isRecord)
    .find((option) => option.value === value);
}
