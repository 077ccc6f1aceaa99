/**
 * The last step of the flow: sends a rendered message to Slack, or a private file, and classifies the outcome.
 */

import type { FetchFunction, WebClient } from '@slack/web-api';
import { DELIVERY_EVENT, type Message, type MessageBlock } from './blocks.ts';
import { type SlackFailure, toSlackFailure } from './failures.ts';

/** Identifies a post in the channel's history. */
export type DeliveryMetadata = {
  delivery_id: string;
  kind: string;
  project_id: string;
  subscription_id: string;
  slot: number;
};

/** Our messages never show previews of their links. */
export const UNFURLING_NOTHING = { unfurl_links: false, unfurl_media: false } as const;

/** `channel`: where it is; for a person's id, their direct message. */
export type Posted = { kind: 'posted'; ts: string; channel: string };

/** The thread to post into, if any; with `broadcast` in its channel, too. With `metadata` a post can be looked up later. */
type Posting = { ts?: string | undefined; broadcast?: boolean | undefined; metadata?: DeliveryMetadata };

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
  return trySend(message.plainBlocks);
}

/** The part of a response to `fetch` that Slack's clients use. */
export type Answer = Awaited<ReturnType<FetchFunction>>;

/** A subset of `fetch`. */
export type Send = (
  url: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
) => Promise<Answer>;

export type PrivateFile = { name: string; title: string; content: string };

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
