/**
 * The chat.* methods: the bot posts, edits, deletes and answers privately. The files.* methods: it gets an address for the
 * bytes, then completes the file in a channel or thread.
 */
import { z } from 'zod';
import type { MessageBlock } from '../../../slack/blocks.ts';
import { Refusal } from '../grants.ts';
import { checkMessage } from '../limits-check.ts';
import type { PostedMessage } from '../model.ts';
import { toFileObject, toMessageObject } from '../slack-objects.ts';
import type { State, StoredFile } from '../state.ts';
import {
  count,
  flag,
  fromJson,
  type Method,
  method,
  requireChannel,
  requireJoinedChannel,
  requirePublicMessage,
  requireThread,
  requireWritableChannel,
} from './method.ts';

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

/** Unlike a post's. https://docs.slack.dev/reference/methods/chat.update#errors */
const EDITED_TEXT = 4_000;

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
        ...parseContent(args),
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
    if (args.text !== undefined && args.text.length > EDITED_TEXT) throw new Refusal('msg_too_long');
    // Text alone removes the blocks, blocks alone keep the text, and metadata alone keeps both.
    const hasContent = args.text !== undefined || args.blocks !== undefined;
    const updated = {
      ...message,
      ...(hasContent && parseContent({ ...args, text: args.text ?? message.text })),
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
        ...parseContent(args),
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
function parseContent(args: Content): { text: string; blocks: MessageBlock[] } {
  const blocks = fromJson(args.blocks, 'invalid_blocks_format');
  const checked = checkMessage({ text: args.text, blocks });
  if (!checked.ok) throw new Refusal(checked.error, checked.messages);
  return checked.value;
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

const uploads = z.array(z.looseObject({ id: z.string().min(1), title: z.string().optional() })).min(1);

export const filesMethods: Readonly<Record<string, Method>> = {
  'files.getUploadURLExternal': method(
    z.looseObject({
      filename: z.string().min(1),
      length: count,
      // The documentation says alt_txt, but the official client sends alt_text.
      alt_txt: z.string().max(1_000).optional(),
      alt_text: z.string().max(1_000).optional(),
    }),
    ({ filename, length, alt_txt, alt_text }, state) => {
      const { id, token } = state.files.reserve({
        name: filename,
        length,
        altText: alt_txt ?? alt_text ?? '',
      });
      return { upload_url: `${state.addresses.ownUrl ?? ''}/upload/${token}`, file_id: id };
    },
  ),

  'files.completeUploadExternal': method(
    z.looseObject({
      files: z.unknown(),
      channel_id: z.string().optional(),
      thread_ts: z.string().optional(),
      initial_comment: z.string().optional(),
      blocks: z.unknown().optional(),
    }),
    (args, state) => {
      const list = uploads.safeParse(fromJson(args.files, 'invalid_arguments'));
      if (!list.success) throw new Refusal('invalid_arguments');
      const channel = args.channel_id ? requireWritableChannel(state, args.channel_id) : undefined;
      const thread = channel && args.thread_ts ? requireThread(state, channel, args.thread_ts).ts : undefined;
      const files = list.data.map(({ id, title }) => state.files.complete(id, title));
      if (channel) share(state, files, { channel: channel.id, thread, ...args });
      return { files: files.map(({ id }) => toFileObject(state, requireFile(state, id))) };
    },
  ),
};

/** Posts all files that were completed together in one message. */
function share(
  state: State,
  files: readonly StoredFile[],
  place: {
    channel: string;
    thread: string | undefined;
    initial_comment?: string | undefined;
    blocks?: unknown;
  },
): void {
  const hasContent = place.initial_comment !== undefined || place.blocks !== undefined;
  const content = hasContent
    ? parseContent({ text: place.initial_comment, blocks: place.blocks })
    : { text: '', blocks: [] };
  const { ts } = state.messages.post({
    channel: place.channel,
    author: state.bot.userId,
    ...content,
    files: files.map(({ id, name, title, altText, mimetype, bytes }) => ({
      id,
      name,
      title,
      altText,
      mimetype,
      size: bytes.length,
    })),
    ...(place.thread && { threadTs: place.thread }),
  });
  for (const { id } of files) {
    state.files.share(id, { channel: place.channel, ts, ...(place.thread && { threadTs: place.thread }) });
  }
}

function requireFile(state: State, id: string): StoredFile {
  const file = state.files.find(id);
  if (!file) throw new Refusal('file_not_found');
  return file;
}
