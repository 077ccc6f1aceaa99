/** Validates Slack's payloads, and reads what people clicked and typed. */
import type { BlockElementAction, ViewOutput } from '@slack/bolt';
import { z } from 'zod';
import { carry, readCarried } from '../carried.ts';
import { API_KEY_FIELD } from '../messages/projects/connect.ts';

const PersonId = z.string().regex(/^[UW][A-Z0-9]{2,}$/);
const Address = z.url({ protocol: /^https?$/ });
const Choice = z.looseObject({ value: z.string() });
const Text = z.string().nullish();
const Texts = z.array(z.string()).nullish();

/** A clicked element or a field. https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const Held = z.looseObject({
  value: Text,
  selected_option: Choice.nullish(),
  selected_options: z.array(Choice).nullish(),
  selected_date: Text,
  selected_conversation: Text,
  selected_user: Text,
  selected_users: Texts,
});

const View = z.looseObject({
  id: z.string(),
  private_metadata: Text,
  state: z.looseObject({ values: z.record(z.string(), z.record(z.string(), Held)).nullish() }).nullish(),
});

const request = { trigger_id: z.string().min(1), user: z.looseObject({ id: PersonId }) };
const place = z.looseObject({ id: z.string() });
const message = z.looseObject({ ts: z.string() });

/** https://docs.slack.dev/reference/interaction-payloads */
const Interaction = z.discriminatedUnion('type', [
  z.looseObject({
    ...request,
    type: z.literal('block_actions'),
    actions: z.array(Held.extend({ type: z.string(), action_id: z.string() })).min(1),
    container: z.looseObject({ is_ephemeral: z.boolean().nullish() }).nullish(),
    channel: place.nullish(),
    message: message.nullish(),
    view: View.nullish(),
    response_url: Address.nullish(),
  }),
  z.looseObject({
    ...request,
    type: z.literal('view_submission'),
    view: View.extend({ callback_id: z.string() }),
  }),
  z.looseObject({ ...request, type: z.literal('shortcut'), callback_id: z.string() }),
  z.looseObject({
    ...request,
    type: z.literal('message_action'),
    callback_id: z.string(),
    channel: place,
    message: message.extend({ text: Text }),
    response_url: Address,
  }),
]);

/** https://docs.slack.dev/interactivity/implementing-slash-commands */
const Command = z.looseObject({
  command: z.string(),
  text: Text,
  trigger_id: request.trigger_id,
  user_id: PersonId,
  channel_id: z.string(),
  response_url: Address,
});

/** Paths at which the body is malformed; empty if it is valid. Events are validated by their handlers. */
export function findFaults(body: object): string[] {
  if ('event' in body) return [];
  const read = ('command' in body ? Command : Interaction).safeParse(body);
  return read.success ? [] : read.error.issues.map(({ path }) => path.join('.'));
}

const InThread = z.looseObject({ ts: Text.catch(undefined), thread_ts: Text.catch(undefined) }).nullish();
const Threaded = z.looseObject({ message: InThread.catch(undefined), container: InThread.catch(undefined) });

/** The ts of the thread that the clicked message replies in; undefined for a message in the channel itself. */
export function readThread(body: object): string | undefined {
  const { message, container } = Threaded.parse(body);
  const thread = message?.thread_ts ?? container?.thread_ts ?? undefined;
  return thread === message?.ts ? undefined : thread;
}

type Fields = ViewOutput['state']['values'];
type Field = Fields[string][string];

/** What a clicked button carries, or what was chosen or typed; otherwise empty. */
export function readClickedValue(action: BlockElementAction): string {
  return readValue(Held.parse(action));
}

/** The value of each single-valued field, by action_id; empty fields are left out. */
export function readTypedValues(values: Fields): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(values).flatMap(([id, field]) => {
      const value = readValue(field);
      return value ? [[id, value]] : [];
    }),
  );
}

function readValue(held: Field | z.infer<typeof Held>): string {
  const chosen = held.value ?? held.selected_option?.value ?? held.selected_date;
  return chosen ?? held.selected_conversation ?? held.selected_user ?? '';
}

/** The texts of a form's text fields, from the first on, but for a key. */
export function readTypedTexts(values: Fields): string[] {
  return fieldsOf(values).flatMap(([id, { value }]) => (id === API_KEY_FIELD ? [] : value?.trim() || []));
}

/** The choices of each multi-select field, by action_id; an empty list if nothing is chosen. */
export function readChosenLists(values: Fields): Record<string, readonly string[]> {
  return Object.fromEntries(
    fieldsOf(values).flatMap(([id, field]) => {
      const several = field.selected_options?.map(({ value }) => value) ?? field.selected_users;
      return several ? [[id, several]] : [];
    }),
  );
}

function fieldsOf(values: Fields): [string, Field][] {
  return Object.values(values).flatMap((block) => Object.entries(block));
}

/** The metadata of a modal that only shows a page: Slack gives modals no channel, so its buttons act for this one. */
export function placeMetadata(channel: string): string {
  return carry('place', { channel });
}

/** The channel in a modal's metadata, or empty. It says where the person was: check that they still are. */
export function readPlace(metadata: string): string {
  return readCarried('place', metadata)?.channel ?? '';
}
