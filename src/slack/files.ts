/** A picture goes into a message's thread, in Slack's three steps: ask for an address, send the bytes, share the file. */
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { messageOf } from '../errors.ts';
import { type SlackFailure, slackFailure } from './failures.ts';

/** `altText` at most 1,000 characters; `threadTs` is the thread's first message, never a reply of it. */
export type Upload = {
  channel: string;
  threadTs: string;
  png: Uint8Array;
  title: string;
  altText: string;
  filename: string;
};

export type Uploaded = { kind: 'posted'; file: string };

/** Sends bytes to the address that Slack gave, outside the Web API; `fetch` is one. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 10_000;

const Place = z.object({ upload_url: z.url({ protocol: /^https?$/ }), file_id: z.string().min(1) });

/**
 * What spoils one picture and nothing else: text can still be posted. Without the scope files:write every upload ends
 * in `missing_scope`. https://docs.slack.dev/reference/methods/files.getUploadURLExternal#errors
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

/**
 * Not web-api's own filesUploadV2: it names the alternative text `alt_text`, where Slack reads `alt_txt`, and it does
 * not tell in which step it failed. Here only the last step can be unclear: nobody sees a file before that.
 * Slack shares the file a moment after its answer, which names no message.
 */
export async function uploadImage(
  client: WebClient,
  upload: Upload,
  send: Send,
): Promise<Uploaded | SlackFailure> {
  const { channel, threadTs, png, title, altText, filename } = upload;
  const reserved = await reserve(client, { filename, length: png.byteLength, alt_txt: altText });
  if (reserved.kind !== 'reserved') return reserved;
  const failure = await sendBytes(send, reserved.url, png);
  if (failure) return failure;
  try {
    await client.files.completeUploadExternal({
      files: [{ id: reserved.file, title }],
      channel_id: channel,
      thread_ts: threadTs,
    });
    return { kind: 'posted', file: reserved.file };
  } catch (error) {
    return pictureFailure(error);
  }
}

/** https://docs.slack.dev/reference/methods/files.getUploadURLExternal */
async function reserve(
  client: WebClient,
  file: { filename: string; length: number; alt_txt: string },
): Promise<{ kind: 'reserved'; url: string; file: string } | SlackFailure> {
  try {
    const answer = Place.safeParse(await client.apiCall('files.getUploadURLExternal', file));
    return answer.success
      ? { kind: 'reserved', url: answer.data.upload_url, file: answer.data.file_id }
      : { kind: 'later', reason: 'no upload address' };
  } catch (error) {
    return unseen(pictureFailure(error));
  }
}

/** Without the token: the address itself is the permission. */
async function sendBytes(send: Send, url: string, png: Uint8Array): Promise<SlackFailure | undefined> {
  try {
    const answer = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(png),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok ? undefined : { kind: 'later', reason: `upload http_${answer.status}` };
  } catch (error) {
    return { kind: 'later', reason: `upload ${messageOf(error)}` };
  }
}

function pictureFailure(error: unknown): SlackFailure {
  const failure = slackFailure(error);
  return NO_PICTURE.has(failure.reason)
    ? { kind: 'refused', reason: failure.reason, spoilt: 'message' }
    : failure;
}

/** What came before the sharing left nothing to be seen, so it can be done again. */
function unseen(failure: SlackFailure): SlackFailure {
  return failure.kind === 'unclear' ? { kind: 'later', reason: failure.reason } : failure;
}
