/** Slack's requests to the bot: what they have in common (who acts, where, where an answer may go), and what is told of messages. */
import { randomUUID } from 'node:crypto';
import { initialValues, mergedValues } from './elements.ts';
import type { Asked } from './grants.ts';
import type { Change, Channel, OpenView, Person, PostedMessage, StateValues } from './model.ts';
import { messageObject, viewObject } from './slack-objects.ts';
import type { State } from './state.ts';

/** Slack still sends the token of old times; nothing should rely on it. */
export const OLD_TOKEN = 'local-verification-token';

export function responseUrl(state: State, asked: Asked): string {
  return `${state.addresses.ownUrl ?? ''}/hooks/${state.responseUrls.issue(asked)}`;
}

/** The part that block_actions, view_submission and view_closed share. */
export function interactionBase({ team, bot }: State, person: Person) {
  return {
    user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
    team: { id: team.id, domain: team.domain },
    api_app_id: bot.appId,
    token: OLD_TOKEN,
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** The modal as the bot gets it back, with what is typed in it. */
export function submittedView(state: State, open: OpenView, typed: StateValues) {
  const values = mergedValues(initialValues(open.view.blocks, open.channel), typed);
  const placed = state.views.find(open.id);
  return viewObject(state, {
    ...open,
    rootId: placed?.rootId ?? open.id,
    previousId: placed?.previousId,
    values,
  });
}

/** The name that a command carries: Slack keeps the names of private places to itself. */
export function channelName(channel: Channel): string {
  if (channel.directWith !== undefined) return 'directmessage';
  return channel.private ? 'privategroup' : channel.name;
}

export function eventEnvelope({ team, bot, realNow }: State, event: Record<string, unknown>) {
  return {
    token: OLD_TOKEN,
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

/** `name` as the app's manifest asks for it; Slack wants `scope` for it. */
type MessageEvent = {
  name: 'app_mention' | 'message.im';
  scope: 'app_mentions:read' | 'im:history';
  event: Record<string, unknown> & { type: string };
};

/**
 * The event of which a change is, or none: private answers are told to nobody.
 * https://docs.slack.dev/reference/events/app_mention, https://docs.slack.dev/reference/events/message.im
 */
export function messageEvent(state: State, { message, event }: MessageChange): MessageEvent | undefined {
  const channel = state.directory.channel(message.channel);
  if (!channel || message.onlyFor !== undefined) return undefined;
  if (channel.directWith !== undefined)
    return { name: 'message.im', scope: 'im:history', event: directEvent(state, message, event) };
  const isMention =
    event === 'posted' &&
    message.subtype === undefined &&
    message.author !== state.bot.userId &&
    channel.members.has(state.bot.userId) &&
    message.text.includes(`<@${state.bot.userId}`);
  if (!isMention) return undefined;
  const told = { ...spoken(state, message), type: 'app_mention' };
  return { name: 'app_mention', scope: 'app_mentions:read', event: told };
}

function directEvent(state: State, message: PostedMessage, event: MessageChange['event']) {
  const { channel, ts } = message;
  if (event === 'posted') return { ...spoken(state, message), channel_type: 'im' };
  const event_ts = state.messages.nextTs(channel);
  const about = { type: 'message', channel, channel_type: 'im', hidden: true, ts: event_ts, event_ts };
  const told = messageObject(state, message, { metadata: false });
  return event === 'edited'
    ? { ...about, subtype: 'message_changed', message: told }
    : { ...about, subtype: 'message_deleted', deleted_ts: ts, previous_message: told };
}

/** In messages Slack names people by their ids alone. */
function spoken(state: State, message: PostedMessage) {
  const told = messageObject(state, message, { metadata: false });
  const text = message.text.replace(/<@(\w+)\|[^<>]*>/g, '<@$1>');
  return { ...told, text, channel: message.channel, event_ts: message.ts };
}
