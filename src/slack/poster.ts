/** The last step of the flow: sends a message, picture or private file to Slack and classifies the outcome. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FetchFunction, WebClient } from '@slack/web-api';
import { z } from 'zod';
import { messageOf } from '../errors.ts';
import { DELIVERY_EVENT, type Message, type MessageBlock } from './blocks.ts';
import { type SlackFailure, toSlackFailure } from './failures.ts';

/** Our messages never show previews of their links. */
export const UNFURLING_NOTHING = { unfurl_links: false, unfurl_media: false } as const;

/** `channel`: where it is; for a person's id, their direct message. `plain`: newer blocks were refused. */
export type Posted = { kind: 'posted'; ts: string; channel: string; plain?: true };

/** The thread to post into, if any; with `broadcast` in its channel, too. With `metadata` a post can be looked up later. */
type Posting = {
  ts?: string | undefined;
  broadcast?: boolean | undefined;
  metadata?: Record<string, string | number>;
};

/** Posts once; plainly if blocks are refused. */
export async function postMessage(
  client: WebClient,
  channel: string,
  message: Message,
  { ts: thread_ts, broadcast, metadata }: Posting = {},
): Promise<Posted | SlackFailure> {
  const reply =
    thread_ts !== undefined && (broadcast ? { thread_ts, reply_broadcast: true as const } : { thread_ts });
  return sendRichOrPlain(message, async (blocks) => {
    const answer = await client.chat.postMessage({
      channel,
      ...reply,
      text: message.text,
      blocks,
      ...(metadata && { metadata: { event_type: DELIVERY_EVENT, event_payload: metadata } }),
      ...UNFURLING_NOTHING,
    });
    // Without its ts nobody could edit it or answer below it; the channel's history has it.
    if (!answer.ts) return { kind: 'unclear', reason: 'no ts in Slack’s answer' };
    return { kind: 'posted', ts: answer.ts, channel: answer.channel ?? channel };
  });
}

/** Edits a posted message. */
export async function updateMessage(
  client: WebClient,
  channel: string,
  ts: string,
  message: Message,
): Promise<Posted | SlackFailure> {
  return sendRichOrPlain(message, async (blocks) => {
    await client.chat.update({ channel, ts, text: message.text, blocks });
    return { kind: 'posted', ts, channel };
  });
}

async function sendRichOrPlain(
  message: Message,
  send: (blocks: MessageBlock[]) => Promise<Posted | SlackFailure>,
): Promise<Posted | SlackFailure> {
  const trySend = (blocks: MessageBlock[]) => send(blocks).catch(toSlackFailure);
  const rich = await trySend(message.blocks);
  if (rich.kind === 'posted' || rich.reason !== 'invalid_blocks' || !message.plainBlocks) return rich;
  const plain = await trySend(message.plainBlocks);
  return plain.kind === 'posted' ? { ...plain, plain: true } : plain;
}

/** `altText`: at most 1,000 characters. `threadTs`: the thread's first message, never a reply. */
type Upload = {
  channel: string;
  threadTs: string;
  png: Uint8Array;
  title: string;
  altText: string;
  filename: string;
};

/** `isMute`: uploaded without its alternative text, which must then be posted as text. */
export type Uploaded = { kind: 'posted'; file: string; isMute?: true };

/** The part of a response to `fetch` that Slack's clients use. */
export type Answer = Awaited<ReturnType<FetchFunction>>;

/** A subset of `fetch`. */
export type Send = (
  url: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
) => Promise<Answer>;

const Place = z.object({ upload_url: z.url({ protocol: /^https?$/ }), file_id: z.string().min(1) });

/**
 * Errors that affect only the picture: text can still be posted. Without the scope files:write every upload ends in
 * `missing_scope`. https://docs.slack.dev/reference/methods/files.getUploadURLExternal#errors
 */
const NO_PICTURE = new Set([
  'missing_scope',
  'not_allowed_token_type',
  'invalid_arguments',
  'missing_argument',
  'alt_txt_too_large',
  'file_type_not_allowed',
  'file_upload_size_restricted',
  'file_uploads_disabled',
  'file_uploads_except_images_disabled',
]);

/** Slack shares a file a moment after its answer: waits between looking for it. */
const LOOKS_AFTER_MS = [1_000, 2_000, 4_000];

/**
 * Slack is reported to answer ok and yet drop files with alternative text (slackapi/python-slack-sdk 1818): a file that
 * isn't in its thread is deleted and shared again without.
 */
export async function uploadImage(
  client: WebClient,
  upload: Upload,
  send: Send,
  wait: (ms: number) => Promise<unknown> = delay,
): Promise<Uploaded | SlackFailure> {
  const shared = await share(client, upload, send, upload.altText);
  if (shared.kind !== 'shared') return shared;
  const { file } = shared;
  if (shared.stands || (await mayStand(client, upload, file, wait))) return { kind: 'posted', file };
  await client.files.delete({ file }).catch(() => undefined);
  const again = await share(client, upload, send);
  return again.kind === 'shared' ? { kind: 'posted', file: again.file, isMute: true } : again;
}

const Shares = z.object({
  files: z.array(z.looseObject({ shares: z.record(z.string(), z.record(z.string(), z.unknown())) })).min(1),
});

/**
 * Instead of web-api's filesUploadV2, which sends `alt_text` where Slack reads `alt_txt`, and doesn't say which step
 * failed. Only the last step can be unclear: before it, nobody sees the file. `stands`: the answer names the message
 * that shows the file, which Slack rarely does.
 */
async function share(
  client: WebClient,
  { channel, threadTs, png, title, filename }: Upload,
  send: Send,
  altText?: string,
): Promise<{ kind: 'shared'; file: string; stands: boolean } | SlackFailure> {
  const about = { filename, length: png.byteLength, ...(altText !== undefined && { alt_txt: altText }) };
  const reserved = await reserve(client, about);
  if (reserved.kind !== 'reserved') return reserved;
  const failure = await sendBytes(send, reserved.url, png);
  if (failure) return failure;
  try {
    const answer = await client.files.completeUploadExternal({
      files: [{ id: reserved.file, title }],
      channel_id: channel,
      thread_ts: threadTs,
    });
    const named = Shares.safeParse(answer);
    const stands = named.success && named.data.files.every(({ shares }) => isShownIn(shares, channel));
    return { kind: 'shared', file: reserved.file, stands };
  } catch (error) {
    return toPictureFailure(error);
  }
}

const isShownIn = (shares: Record<string, Record<string, unknown>>, channel: string) =>
  Object.values(shares).some((places) => Object.hasOwn(places, channel));

/** False only if the whole thread can be read and doesn't have the file. */
async function mayStand(
  client: WebClient,
  { channel, threadTs }: Upload,
  file: string,
  wait: (ms: number) => Promise<unknown>,
): Promise<boolean> {
  for (const ms of LOOKS_AFTER_MS) {
    await wait(ms);
    const thread = await client.conversations
      .replies({ channel, ts: threadTs, limit: 100 })
      .catch(() => undefined);
    const messages = thread?.messages ?? [];
    if (thread?.has_more || !messages.some(({ ts }) => ts === threadTs)) return true;
    if (messages.some(({ files = [] }) => files.some(({ id }) => id === file))) return true;
  }
  return false;
}

/** https://docs.slack.dev/reference/methods/files.getUploadURLExternal */
async function reserve(
  client: WebClient,
  file: { filename: string; length: number; alt_txt?: string },
): Promise<{ kind: 'reserved'; url: string; file: string } | SlackFailure> {
  try {
    const answer = Place.safeParse(await client.apiCall('files.getUploadURLExternal', file));
    return answer.success
      ? { kind: 'reserved', url: answer.data.upload_url, file: answer.data.file_id }
      : { kind: 'later', reason: 'no upload address' };
  } catch (error) {
    return toUnseen(toPictureFailure(error));
  }
}

/** Without the token: the URL itself grants access. */
async function sendBytes(send: Send, url: string, png: Uint8Array): Promise<SlackFailure | undefined> {
  try {
    const answer = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(png),
      redirect: 'error',
    });
    await answer.text();
    return answer.ok ? undefined : { kind: 'later', reason: `upload http_${answer.status}` };
  } catch (error) {
    return { kind: 'later', reason: `upload ${messageOf(error)}` };
  }
}

function toPictureFailure(error: unknown): SlackFailure {
  const failure = toSlackFailure(error);
  return NO_PICTURE.has(failure.reason)
    ? { kind: 'refused', reason: failure.reason, spoilt: 'message' }
    : failure;
}

/** Before sharing, nobody sees the file, so an unclear step can simply be repeated. */
function toUnseen(failure: SlackFailure): SlackFailure {
  return failure.kind === 'unclear' ? { kind: 'later', reason: failure.reason } : failure;
}

type PrivateFile = { name: string; title: string; content: string };

/**
 * Posting to the person opens the direct message without another scope; the upload needs files:write.
 * https://docs.slack.dev/reference/methods/files.completeUploadExternal
 */
export async function sendPrivateFile(
  client: WebClient,
  person: string,
  { text, blocks }: Message,
  { name, title, content }: PrivateFile,
): Promise<{ kind: 'sent' } | SlackFailure> {
  try {
    const posted = await client.chat.postMessage({ channel: person, text, blocks, ...UNFURLING_NOTHING });
    const [channel, ts] = [posted.channel ?? person, posted.ts ?? ''];
    const file = { filename: name, title, file: Buffer.from(content, 'utf8') };
    await client.filesUploadV2({ channel_id: channel, thread_ts: ts, ...file }).catch(async (error) => {
      // The message promises the file.
      await client.chat.delete({ channel, ts }).catch(() => undefined);
      throw error;
    });
    return { kind: 'sent' };
  } catch (error) {
    return toSlackFailure(error);
  }
}
