/** The chat.* methods: the bot posts, edits, deletes and answers privately. */
import { z } from 'zod';
import type { MessageBlock } from '../../../slack/blocks.ts';
import { withBlockIds } from '../block-ids.ts';
import { isRecord } from '../json.ts';
import { checkMessage } from '../limits-check.ts';
import type { PostedMessage } from '../model.ts';
import { Refusal } from '../refusal.ts';
import { toMessageObject } from '../slack-objects.ts';
import type { State } from '../state.ts';
import { flag, fromJson, type Method, method } from './method.ts';
import {
  requireChannel,
  requireJoinedChannel,
  requirePublicMessage,
  requireThread,
  requireWritableChannel,
} from './reach.ts';

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
      const channel = requireWritableChannel(state, args.channel);
      const message = state.messages.post({
        channel: channel.id,
        author: state.bot.userId,
        ...parseContent(state, args),
        ...parseMetadata(args.metadata),
        ...(args.thread_ts && { threadTs: requireThread(state, channel, args.thread_ts).ts }),
        ...(args.thread_ts && args.reply_broadcast && { broadcast: true }),
      });
      return describePosted(state, message);
    },
  ),

  'chat.update': method(z.looseObject({ ...place, ...content }), (args, state) => {
    const channel = requireChannel(state, args.channel);
    const message = requirePublicMessage(state, channel, args.ts);
    if (message.author !== state.bot.userId) throw new Refusal('cant_update_message');
    if (channel.archived) throw new Refusal('is_inactive');
    // Text alone removes the blocks, blocks alone keep the text, and metadata alone keeps both.
    const hasContent = args.text !== undefined || args.blocks !== undefined;
    const updated = {
      ...message,
      ...(hasContent && parseContent(state, { ...args, text: args.text ?? message.text })),
      ...parseMetadata(args.metadata),
      // With blocks, Slack shows no "edited" mark: https://docs.slack.dev/reference/methods/chat.update
      ...(args.blocks === undefined && { edited: state.messages.nextTs(channel.id) }),
    };
    state.messages.replace(updated);
    return { ...describePosted(state, updated), text: updated.text };
  }),

  'chat.delete': method(z.looseObject(place), (args, state) => {
    const channel = requireChannel(state, args.channel);
    const message = requirePublicMessage(state, channel, args.ts);
    if (message.author !== state.bot.userId) throw new Refusal('cant_delete_message');
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
      const channel = requireWritableChannel(state, args.channel);
      if (!channel.members.has(args.user)) throw new Refusal('user_not_in_channel');
      const message = state.messages.post({
        channel: channel.id,
        author: state.bot.userId,
        onlyFor: args.user,
        ...parseContent(state, args),
        ...(args.thread_ts && { threadTs: requireThread(state, channel, args.thread_ts).ts }),
      });
      return { message_ts: message.ts };
    },
  ),

  'chat.getPermalink': method(
    z.looseObject({ channel: z.string().min(1), message_ts: z.string().min(1) }),
    (args, state) => {
      const message = requirePublicMessage(state, requireJoinedChannel(state, args.channel), args.message_ts);
      return { channel: message.channel, permalink: buildPermalink(state, message) };
    },
  ),
};

type Content = { text?: string | undefined; blocks?: unknown };

/** Checks a message's text and blocks as Slack does. @throws Refusal */
export function parseContent(state: State, args: Content): { text: string; blocks: MessageBlock[] } {
  const blocks = fromJson(args.blocks, 'invalid_blocks_format');
  const checked = checkMessage({ text: args.text, blocks });
  if (!checked.ok) throw new Refusal(checked.error, checked.messages);
  const unusable = findSlackFiles(checked.value.blocks).filter((id) => !isUsable(state, id));
  if (unusable.length > 0) {
    throw new Refusal(
      'invalid_blocks',
      unusable.map(() => '[ERROR] invalid slack file'),
    );
  }
  return { text: checked.value.text, blocks: withBlockIds(checked.value.blocks) };
}

/** The ids of slack_file images, at any depth. */
function findSlackFiles(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(findSlackFiles);
  if (!isRecord(value)) return [];
  const { slack_file: file } = value;
  const own = isRecord(file) && typeof file.id === 'string' ? [file.id] : [];
  return [...own, ...Object.values(value).flatMap(findSlackFiles)];
}

function isUsable({ files }: State, id: string): boolean {
  const file = files.find(id);
  return file !== undefined && files.isScanned(file) && file.mimetype.startsWith('image/');
}

/** Without a value, an update keeps the old metadata. */
function parseMetadata(value: unknown): Pick<PostedMessage, 'metadata'> {
  const metadata = fromJson(value, 'invalid_metadata_format');
  if (metadata === undefined) return {};
  const parsed = metadataShape.safeParse(metadata);
  if (!parsed.success) throw new Refusal('invalid_metadata_format');
  return { metadata: parsed.data };
}

function describePosted(state: State, message: PostedMessage) {
  return {
    channel: message.channel,
    ts: message.ts,
    message: toMessageObject(state, message, { metadata: true }),
  };
}

function buildPermalink({ addresses }: State, message: PostedMessage): string {
  const address = `${addresses.ownUrl ?? ''}/archives/${message.channel}/p${message.ts.replace('.', '')}`;
  return message.threadTs ? `${address}?thread_ts=${message.threadTs}&cid=${message.channel}` : address;
}
