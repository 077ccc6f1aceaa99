/** The files.* methods: the bot gets an address for the bytes, then completes the file in a channel or thread. */
import { z } from 'zod';
import type { StoredFile } from '../files.ts';
import { Refusal } from '../refusal.ts';
import { toFileObject } from '../slack-objects.ts';
import type { State } from '../state.ts';
import { parseContent } from './chat.ts';
import { count, fromJson, type Method, method } from './method.ts';
import { requireThread, requireWritableChannel } from './reach.ts';

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

  'files.info': method(z.looseObject({ file: z.string().min(1) }), ({ file }, state) => ({
    file: toFileObject(state, requireFile(state, file)),
  })),
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
    ? parseContent(state, { text: place.initial_comment, blocks: place.blocks })
    : { text: '', blocks: [] };
  const { ts } = state.messages.post({
    channel: place.channel,
    author: state.bot.userId,
    ...content,
    files: files.map(({ id, name, title, altText, mimetype, bytes }) => ({
      ...{ id, name, title, altText, mimetype },
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
