/** The first thing that happens to a request: whether it is as Slack describes it, so that nothing after it has to ask. */
import { z } from 'zod';

const PersonId = z.string().regex(/^[UW][A-Z0-9]{2,}$/);
const Address = z.url({ protocol: /^https?$/ });
const Choice = z.looseObject({ value: z.string() });
const Text = z.string().nullish();
const Texts = z.array(z.string()).nullish();

/** What the clicked element, or a field, holds: only what is read of it. https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const Held = z.looseObject({
  value: Text,
  selected_option: Choice.nullish(),
  selected_options: z.array(Choice).nullish(),
  selected_date: Text,
  selected_time: Text,
  selected_conversation: Text,
  selected_channel: Text,
  selected_user: Text,
  selected_conversations: Texts,
  selected_channels: Texts,
  selected_users: Texts,
});

const View = z.looseObject({
  id: z.string(),
  private_metadata: Text,
  state: z.looseObject({ values: z.record(z.string(), z.record(z.string(), Held)).nullish() }).nullish(),
});

const asked = { trigger_id: z.string().min(1), user: z.looseObject({ id: PersonId }) };
const place = z.looseObject({ id: z.string() });
const message = z.looseObject({ ts: z.string() });

/** https://docs.slack.dev/reference/interaction-payloads */
const Interaction = z.discriminatedUnion('type', [
  z.looseObject({
    ...asked,
    type: z.literal('block_actions'),
    actions: z.array(Held.extend({ type: z.string(), action_id: z.string() })).min(1),
    container: z.looseObject({ is_ephemeral: z.boolean().nullish() }).nullish(),
    channel: place.nullish(),
    message: message.nullish(),
    view: View.nullish(),
    response_url: Address.nullish(),
  }),
  z.looseObject({
    ...asked,
    type: z.literal('view_submission'),
    view: View.extend({ callback_id: z.string() }),
  }),
  z.looseObject({ ...asked, type: z.literal('shortcut'), callback_id: z.string() }),
  z.looseObject({
    ...asked,
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
  trigger_id: asked.trigger_id,
  user_id: PersonId,
  channel_id: z.string(),
  response_url: Address,
});

/** Where it is not as Slack describes it; empty if it is. Events are read by those who hear them. */
export function faultsOf(body: object): string[] {
  if ('event' in body) return [];
  const read = ('command' in body ? Command : Interaction).safeParse(body);
  return read.success ? [] : read.error.issues.map(({ path }) => path.join('.'));
}

const Id = z.looseObject({ id: z.string() }).nullish().catch(undefined);
const Whose = z.looseObject({
  user: z.looseObject({ id: PersonId }).nullish().catch(undefined),
  user_id: PersonId.nullish().catch(undefined),
  channel: Id,
  channel_id: Text.catch(undefined),
  response_url: Address.nullish().catch(undefined),
});

/** Of a request that is otherwise not as described: who is to be told, and where, as far as it says. */
export function whose(body: object): { person: string; channel: string; address: string | undefined } {
  const { user, user_id, channel, channel_id, response_url } = Whose.parse(body);
  return {
    person: user?.id ?? user_id ?? '',
    channel: channel?.id ?? channel_id ?? '',
    address: response_url ?? undefined,
  };
}
