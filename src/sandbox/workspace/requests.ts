/** What Slack's requests to the bot contain: who acts, where, where to answer, and which events a message causes. */
import { randomUUID } from 'node:crypto';
import { mergeValues, readInitialValues } from './elements.ts';
import type { AnswerTarget } from './grants.ts';
import type { Change, Channel, OpenView, Person, PostedMessage, StateValues } from './model.ts';
import { toMessageObject, toViewObject } from './slack-objects.ts';
import type { State } from './state.ts';

/** Deprecated in favour of signatures, but Slack still sends it. */
export const VERIFICATION_TOKEN = 'local-verification-token';

export function issueResponseUrl(state: State, target: AnswerTarget): string {
  return `${state.addresses.ownUrl ?? ''}/hooks/${state.responseUrls.issue(target)}`;
}

/** The fields that all interaction payloads share. */
export function interactionBase({ team, bot }: State, person: Person) {
  return {
    user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
    team: { id: team.id, domain: team.domain },
    api_app_id: bot.appId,
    token: VERIFICATION_TOKEN,
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** The modal as sent to the bot, with what the person typed. */
export function buildSubmittedView(state: State, open: OpenView, typed: StateValues) {
  const values = mergeValues(readInitialValues(open.view.blocks, open.channel), typed);
  const placed = state.views.find(open.id);
  return toViewObject(state, {
    ...open,
    rootId: placed?.rootId ?? open.id,
    previousId: placed?.previousId,
    values,
  });
}

/** Slack doesn't reveal the names of private channels here. */
export function channelName(channel: Channel): string {
  if (channel.directWith !== undefined) return 'directmessage';
  return channel.private ? 'privategroup' : channel.name;
}

export function wrapEvent({ team, bot, realNow }: State, event: Record<string, unknown>) {
  return {
    token: VERIFICATION_TOKEN,
    team_id: team.id,
    api_app_id: bot.appId,
    type: 'event_callback',
    event_id: `Ev${randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()}`,
    event_time: Math.floor(realNow() / 1_000),
    event,
    is_ext_shared_channel: false,
    authorizations: [
      {
        enterprise_id: null,
        team_id: team.id,
        user_id: bot.userId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
  };
}

type MessageChange = Extract<Change, { kind: 'message' }>;

/** `name` as in the app's manifest. Slack sends the event only to apps with `scope`. */
type MessageEvent = {
  name: 'app_mention' | 'message.im';
  scope: 'app_mentions:read' | 'im:history';
  event: Record<string, unknown> & { type: string };
};

/**
 * Undefined if the change causes no event, as with private answers.
 * https://docs.slack.dev/reference/events/app_mention, https://docs.slack.dev/reference/events/message.im
 */
export function toMessageEvent(state: State, { message, event }: MessageChange): MessageEvent | undefined {
  const channel = state.directory.channel(message.channel);
  if (!channel || message.onlyFor !== undefined) return undefined;
  if (channel.directWith !== undefined)
    return { name: 'message.im', scope: 'im:history', event: toDirectEvent(state, message, event) };
  const isMention =
    event === 'posted' &&
    message.subtype === undefined &&
    message.author !== state.bot.userId &&
    channel.members.has(state.bot.userId) &&
    message.text.includes(`<@${state.bot.userId}`);
  if (!isMention) return undefined;
  const mention = { ...toPostedEvent(state, message), type: 'app_mention' };
  return { name: 'app_mention', scope: 'app_mentions:read', event: mention };
}

function toDirectEvent(state: State, message: PostedMessage, event: MessageChange['event']) {
  const { channel, ts } = message;
  if (event === 'posted') return { ...toPostedEvent(state, message), channel_type: 'im' };
  const event_ts = state.messages.nextTs(channel);
  const base = { type: 'message', channel, channel_type: 'im', hidden: true, ts: event_ts, event_ts };
  const object = toMessageObject(state, message, { metadata: false });
  return event === 'edited'
    ? { ...base, subtype: 'message_changed', message: object }
    : { ...base, subtype: 'message_deleted', deleted_ts: ts, previous_message: object };
}

/** In events, Slack mentions people by id, without a name. */
function toPostedEvent(state: State, message: PostedMessage) {
  const object = toMessageObject(state, message, { metadata: false });
  const text = message.text.replace(/<@(\w+)\|[^<>]*>/g, '<@$1>');
  return { ...object, text, channel: message.channel, event_ts: message.ts };
}
