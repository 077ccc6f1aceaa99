/** The last step of the flow: sends a rendered message to Slack and classifies the outcome. */
import type { WebClient } from '@slack/web-api';
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

/** `channel`: where it is; for a person's id, their direct message. `plain`: newer blocks were refused. */
export type Posted = { kind: 'posted'; ts: string; channel: string; plain?: true };

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
  const plain = await trySend(message.plainBlocks);
  return plain.kind === 'posted' ? { ...plain, plain: true } : plain;
}
