/** The chat.* methods: the bot posts, edits, deletes, and answers privately. */
import { z } from 'zod';
import type { MessageBlock } from '../../../slack/blocks.ts';
import { named } from '../block-ids.ts';
import { isRecord } from '../json.ts';
import { checkMessage } from '../limits-check.ts';
import type { PostedMessage } from '../model.ts';
import { joinedChannel, knownChannel, publicMessage, threadIn, writableChannel } from '../reach.ts';
import { Refused } from '../refused.ts';
import { messageObject } from '../slack-objects.ts';
import type { State } from '../state.ts';
import { flag, fromJson, type Method, method } from './method.ts';

const content = {
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  metadata: z.unknown().optional(),
};
const place = { channel: z.string().min(1), ts: z.string().min(1) };

const metadataShape = z.object({
  event_type: z.string().min(1),
  event_payload: z.record(z.string(), z.unknown()),
});

export const chatMethods: Readonly<Record<string, Method>> = {
  'chat.postMessage': method(
    z.looseObject({
      channel: z.string().min(1),
      thread_ts: z.string().optional(),
      reply_broadcast: flag.optional(),
      ...content,
    }),
    (args, state) => {
      const channel = writableChannel(state, args.channel);
      const message = state.messages.post({
        channel: channel.id,
        author: state.bot.userId,
        ...contentOf(state, args),
        ...metadataOf(args.metadata),
        ...(args.thread_ts && { threadTs: threadIn(state, channel, args.thread_ts).ts }),
        ...(args.thread_ts && args.reply_broadcast && { broadcast: true }),
      });
      return posted(state, message);
    },
  ),

  'chat.update': method(z.looseObject({ ...place, ...content }), (args, state) => {
    const channel = knownChannel(state, args.channel);
    const message = ownMessage(state, publicMessage(state, channel, args.ts), 'cant_update_message');
    if (channel.archived) throw new Refused('is_inactive');
    const updated = {
      ...message,
      ...updatedContent(state, args, message),
      ...metadataOf(args.metadata),
      // With blocks Slack shows no "edited" mark: https://docs.slack.dev/reference/methods/chat.update
      ...(args.blocks === undefined && { edited: state.messages.nextTs(channel.id) }),
    };
    state.messages.replace(updated);
    return { ...posted(state, updated), text: updated.text };
  }),

  'chat.delete': method(z.looseObject(place), (args, state) => {
    const channel = knownChannel(state, args.channel);
    const message = ownMessage(state, publicMessage(state, channel, args.ts), 'cant_delete_message');
    state.messages.remove(message);
    return { channel: channel.id, ts: message.ts };
  }),

  'chat.postEphemeral': method(
    z.looseObject({
      channel: z.string().min(1),
      user: z.string().min(1),
      thread_ts: z.string().optional(),
      ...content,
    }),
    (args, state) => {
      const channel = writableChannel(state, args.channel);
      if (!channel.members.has(args.user)) throw new Refused('user_not_in_channel');
      const message = state.messages.post({
        channel: channel.id,
        author: state.bot.userId,
        onlyFor: args.user,
        ...contentOf(state, args),
        ...(args.thread_ts && { threadTs: threadIn(state, channel, args.thread_ts).ts }),
      });
      return { message_ts: message.ts };
    },
  ),

  'chat.getPermalink': method(
    z.looseObject({ channel: z.string().min(1), message_ts: z.string().min(1) }),
    (args, state) => {
      const message = publicMessage(state, joinedChannel(state, args.channel), args.message_ts);
      return { channel: message.channel, permalink: permalink(state, message) };
    },
  ),
};

type Content = { text?: string | undefined; blocks?: unknown };

/** A message's text and blocks, checked as Slack checks them. @throws Refused */
export function contentOf(state: State, args: Content): { text: string; blocks: MessageBlock[] } {
  const blocks = fromJson(args.blocks, 'invalid_blocks_format');
  const checked = checkMessage({ text: args.text, blocks });
  if (!checked.ok) throw new Refused(checked.error, checked.messages);
  const unusable = slackFiles(checked.value.blocks).filter((id) => !isUsable(state, id));
  if (unusable.length > 0)
    throw new Refused(
      'invalid_blocks',
      unusable.map(() => '[ERROR] invalid slack file'),
    );
  return { text: checked.value.text, blocks: named(checked.value.blocks) };
}

/** Ids of the files that pictures in the blocks name, at any depth. */
function slackFiles(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(slackFiles);
  if (!isRecord(value)) return [];
  const { slack_file: file } = value;
  const own = isRecord(file) && typeof file.id === 'string' ? [file.id] : [];
  return [...own, ...Object.values(value).flatMap(slackFiles)];
}

function isUsable({ files }: State, id: string): boolean {
  const file = files.find(id);
  return file !== undefined && files.isScanned(file) && file.mimetype.startsWith('image/');
}

/** Text alone removes the blocks; blocks alone keep the text; metadata alone keeps both. */
function updatedContent(state: State, args: Content, before: PostedMessage) {
  if (args.text === undefined && args.blocks === undefined) return {};
  return contentOf(state, { ...args, text: args.text ?? before.text });
}

/** Absent keeps what was there. */
function metadataOf(value: unknown): Pick<PostedMessage, 'metadata'> {
  const metadata = fromJson(value, 'invalid_metadata_format');
  if (metadata === undefined) return {};
  const parsed = metadataShape.safeParse(metadata);
  if (!parsed.success) throw new Refused('invalid_metadata_format');
  return { metadata: parsed.data };
}

function ownMessage(state: State, message: PostedMessage, refusal: string): PostedMessage {
  if (message.author !== state.bot.userId) throw new Refused(refusal);
  return message;
}

function posted(state: State, message: PostedMessage) {
  return {
    channel: message.channel,
    ts: message.ts,
    message: messageObject(state, message, { metadata: true }),
  };
}

function permalink({ addresses }: State, message: PostedMessage): string {
  const address = `${addresses.ownUrl ?? ''}/archives/${message.channel}/p${message.ts.replace('.', '')}`;
  return message.threadTs ? `${address}?thread_ts=${message.threadTs}&cid=${message.channel}` : address;
}
