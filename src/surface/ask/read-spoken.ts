/** Reads a Slack event that speaks to the bot: a mention in a channel or a direct message. Pure. */
import { z } from 'zod';
import { decodeCommandText } from '../../slack/text.ts';

/** `thread`: the ts of the thread's first message, if it's in one. */
export type Spoken = {
  person: string;
  channel: string;
  isDirect: boolean;
  ts: string;
  thread: string | undefined;
  text: string;
};

const Text = z.string().nullish();

/** https://docs.slack.dev/reference/events/app_mention, https://docs.slack.dev/reference/events/message.im */
const Event = z.looseObject({
  type: z.enum(['app_mention', 'message']),
  channel_type: Text,
  subtype: Text,
  hidden: z.boolean().nullish(),
  bot_id: Text,
  edited: z.unknown().optional(),
  user: z.string(),
  channel: z.string(),
  ts: z.string(),
  thread_ts: Text,
  text: z.string(),
});

/** Subtypes that people write: with a file, or in a thread and its channel at once. */
const ALSO_WRITTEN: ReadonlySet<string> = new Set(['file_share', 'thread_broadcast']);

const SLACKBOT = 'USLACKBOT';

/** Undefined for anything else: posts of bots (itself included), edits, deletions, joins, and messages to others. */
export function readSpoken(event: unknown, botUserId: string): Spoken | undefined {
  const read = Event.safeParse(event);
  if (!read.success) return undefined;
  const { type, channel_type, subtype, hidden, bot_id, edited, user, channel, ts, thread_ts, text } =
    read.data;
  const isDirect = type === 'message';
  if (isDirect && channel_type !== 'im') return undefined;
  if (hidden || bot_id || edited || user === botUserId || user === SLACKBOT) return undefined;
  if (subtype && !ALSO_WRITTEN.has(subtype)) return undefined;
  const mention = new RegExp(`<@${botUserId}(?:\\|[^<>]*)?>`, 'g');
  const words = decodeCommandText(text.replace(mention, ' '))
    .replace(/^[\s,:;–—-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return { person: user, channel, isDirect, ts, thread: thread_ts ?? undefined, text: words };
}
