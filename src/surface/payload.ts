/** What people clicked and typed, out of Slack's payloads. https://docs.slack.dev/reference/interaction-payloads */
import type { BlockElementAction, ViewOutput } from '@slack/bolt';

type Fields = ViewOutput['state']['values'];
type Field = Fields[string][string];

/** What the clicked element carries: a button's value, a chosen option's, or a picked day. */
export function clickedValue(action: BlockElementAction): string {
  if (action.type === 'button') return action.value ?? '';
  if (action.type === 'overflow' || action.type === 'static_select')
    return action.selected_option?.value ?? '';
  if (action.type === 'datepicker') return action.selected_date ?? '';
  return '';
}

/** What each field holds, by action_id: typed text, the chosen option, day, time, person or channel; empty ones are missing. */
export function typedValues(values: Fields): Record<string, string> {
  return Object.fromEntries(fieldsOf(values).flatMap(([id, field]) => only(id, single(field))));
}

/** What the fields of several choices hold, by action_id: nothing chosen is an empty list. */
export function chosenLists(values: Fields): Record<string, readonly string[]> {
  return Object.fromEntries(
    fieldsOf(values).flatMap(([id, field]) => {
      const several =
        field.selected_options?.map(({ value }) => value) ??
        field.selected_conversations ??
        field.selected_channels ??
        field.selected_users;
      return several ? [[id, several]] : [];
    }),
  );
}

function fieldsOf(values: Fields): [string, Field][] {
  return Object.values(values).flatMap((block) => Object.entries(block));
}

function single(field: Field): string | null | undefined {
  return (
    field.value ??
    field.selected_option?.value ??
    field.selected_date ??
    field.selected_time ??
    field.selected_conversation ??
    field.selected_channel ??
    field.selected_user
  );
}

function only(id: string, value: string | null | undefined): [string, string][] {
  return value ? [[id, value]] : [];
}
