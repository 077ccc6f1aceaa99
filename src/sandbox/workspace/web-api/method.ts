/**
 * Defines a Web API method: its arguments, what it does to the workspace, paging for long lists, and what the bot can
 * reach: each lookup returns the thing or throws a Refusal with Slack's code.
 */
import { z } from 'zod';
import { parseJson } from '../../../json.ts';
import { Refusal } from '../grants.ts';
import { shapeFaults } from '../limits-check.ts';
import type { Channel, Person, PostedMessage } from '../model.ts';
import type { State } from '../state.ts';

/** Takes the arguments as sent (form fields are strings) and returns the answer without `ok`. @throws Refusal */
export type Method = (args: Record<string, unknown>, state: State) => Record<string, unknown>;

export function method<Schema extends z.ZodType>(
  schema: Schema,
  run: (args: z.infer<Schema>, state: State) => Record<string, unknown>,
): Method {
  return (args, state) => {
    const parsed = schema.safeParse(args);
    if (!parsed.success) throw new Refusal('invalid_arguments', shapeFaults(schema, args, ''));
    return run(parsed.data, state);
  };
}

/** A form sends flags as "true" or "1". */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', '1', 'false', '0', '']).transform((text) => text === 'true' || text === '1'),
]);

export const count = z.coerce.number().int().min(1);

/** A form sends structures as JSON text. `onFault` is the error code if it isn't JSON. */
export function fromJson(value: unknown, onFault: string): unknown {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  if (parsed === undefined) throw new Refusal(onFault);
  return parsed;
}

export const paging = { limit: count.optional(), cursor: z.string().optional() };

const MAX_PAGE = 999;

/** The cursor names the next page's first item, so items added meanwhile don't shift the pages. */
export function page<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  { limit = 100, cursor }: { limit?: number | undefined; cursor?: string | undefined },
) {
  if (limit > MAX_PAGE) throw new Refusal('invalid_limit');
  const start = cursor ? items.findIndex((item) => encodeCursor(keyOf(item)) === cursor) : 0;
  if (start < 0) throw new Refusal('invalid_cursor');
  const end = start + limit;
  const next = items[end];
  return {
    items: items.slice(start, end),
    more: next !== undefined,
    metadata: { next_cursor: next === undefined ? '' : encodeCursor(keyOf(next)) },
  };
}

function encodeCursor(key: string): string {
  return btoa(`next:${key}`);
}

/** To the bot, a private channel that it isn't in doesn't exist. */
export function requireChannel(state: State, id: string): Channel {
  const channel = state.directory.channel(id);
  if (!channel || (channel.private && !channel.members.has(state.bot.userId))) {
    throw new Refusal('channel_not_found');
  }
  return channel;
}

export function requireJoinedChannel(state: State, id: string): Channel {
  const channel = requireChannel(state, id);
  if (!channel.members.has(state.bot.userId)) throw new Refusal('not_in_channel');
  return channel;
}

/** A person's id means the direct message with them. */
export function requireWritableChannel(state: State, id: string): Channel {
  const direct = state.directory.person(id);
  const channel = direct ? state.directory.direct(direct.id) : requireJoinedChannel(state, id);
  if (channel.archived) throw new Refusal('is_archived');
  return channel;
}

export function requirePerson(state: State, id: string): Person {
  const person = state.directory.person(id);
  if (!person) throw new Refusal('user_not_found');
  return person;
}

/** A private answer can't be reached by its ts. */
export function requirePublicMessage(state: State, channel: Channel, ts: string): PostedMessage {
  const message = state.messages.find(channel.id, ts);
  if (!message || message.onlyFor !== undefined) throw new Refusal('message_not_found');
  return message;
}

/** `ts` is the thread's first message. */
export function requireThread(state: State, channel: Channel, ts: string): PostedMessage {
  const parent = state.messages.find(channel.id, ts);
  if (!parent || parent.onlyFor !== undefined) throw new Refusal('thread_not_found');
  if (parent.threadTs !== undefined) throw new Refusal('cannot_reply_to_message');
  return parent;
}
