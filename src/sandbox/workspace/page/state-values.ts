/** What a submitted form holds, in the shape Slack gives an app: `state.values` by block_id and action_id. */
import type { AnyBlock, ModalView } from '@slack/types';
import type { OfferedOption, StateValues } from '../model.ts';
import { isDrawable } from './blocks/blocks.ts';
import { fieldName } from './blocks/elements.ts';
import { type Field, isField, optionsOf } from './blocks/fields.ts';
import { secondsOf } from './dates.ts';
import type { Reader } from './drawing.ts';
import { decode } from './mrkdwn.ts';

/** What the choices of a form are known by. */
type Known = Pick<Reader, 'people' | 'channels' | 'offered' | 'timezone'>;

/** Every field of the view, filled or not. `all(name)` gives the values the form holds under that name. */
export function stateValues(
  view: ModalView,
  scope: string,
  reader: Known,
  all: (name: string) => string[],
): StateValues {
  const values: StateValues = {};
  for (const block of view.blocks) {
    for (const item of elementsOf(block)) {
      const blockId = block.block_id ?? '';
      const actionId = item.action_id ?? '';
      const given = all(fieldName(scope, blockId, actionId)).filter((value) => value !== '');
      values[blockId] = {
        ...values[blockId],
        [actionId]: { type: item.type, ...filled(item, given, reader, reader.offered(blockId, actionId)) },
      };
    }
  }
  return values;
}

function elementsOf(block: AnyBlock): Field[] {
  if (!isDrawable(block)) return [];
  if (block.type === 'input') return [block.element].filter(isField);
  if (block.type === 'actions') return block.elements.filter(isField);
  return block.type === 'section' && block.accessory ? [block.accessory].filter(isField) : [];
}

function filled(
  item: Field,
  given: string[],
  reader: Known,
  offered: readonly OfferedOption[],
): Record<string, unknown> {
  const first = given[0] ?? null;
  const chosen = () =>
    optionsOf(item, reader)
      .flatMap((group) => group.options ?? [])
      .filter((option) => given.includes(option.value ?? ''));
  switch (item.type) {
    case 'static_select':
    case 'radio_buttons':
      return { selected_option: chosen()[0] ?? null };
    case 'external_select': {
      const known = [...offered, ...(item.initial_option ? [item.initial_option] : [])];
      return { selected_option: known.find(({ text }) => decode(text.text) === first) ?? null };
    }
    case 'multi_static_select':
    case 'checkboxes':
      return { selected_options: chosen() };
    case 'datetimepicker':
      return { selected_date_time: first && secondsOf(first, reader.timezone) };
    case 'datepicker':
      return { selected_date: first };
    case 'timepicker':
      return { selected_time: first };
    case 'users_select':
      return { selected_user: first };
    case 'channels_select':
      return { selected_channel: first };
    case 'conversations_select':
      return { selected_conversation: first };
    case 'multi_users_select':
      return { selected_users: given };
    case 'multi_channels_select':
      return { selected_channels: given };
    case 'multi_conversations_select':
      return { selected_conversations: given };
    default:
      return { value: first };
  }
}
