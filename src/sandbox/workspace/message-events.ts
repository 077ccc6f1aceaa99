/** What the bot is told of messages: those that name it in its channels, and all of its own conversation with somebody, its own too. */
import type { Change, PostedMessage } from './model.ts';
import { messageObject } from './slack-objects.ts';
import type { State } from './state.ts';

type MessageChange = Extract<Change, { kind: 'message' }>;

/** `name` as the app's manifest asks for it; Slack wants `scope` for it. */
export type MessageEvent = {
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
