/** What people clicked and typed, out of Slack's payloads. https://docs.slack.dev/reference/interaction-payloads */
import type { BlockElementAction, ViewOutput } from '@slack/bolt';

/** What the clicked element carries: a button's value or a chosen option's. */
export function clickedValue(action: BlockElementAction): string {
  if (action.type === 'button') return action.value ?? '';
  if (action.type === 'overflow' || action.type === 'static_select')
    return action.selected_option?.value ?? '';
  return '';
}

/** Typed text by action_id; fields left empty are missing. */
export function typedValues(values: ViewOutput['state']['values']): Record<string, string> {
  const fields = Object.values(values).flatMap((block) => Object.entries(block));
  return Object.fromEntries(fields.flatMap(([id, { value }]) => (value ? [[id, value]] : [])));
}
