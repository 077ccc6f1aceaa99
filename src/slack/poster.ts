/** The last step of the flow: a rendered message goes to Slack; what came of it is said in one of four ways. */
import type { WebClient } from '@slack/web-api';
import { DELIVERY_EVENT, type Message, type MessageBlock } from './blocks.ts';
import { type SlackFailure, slackFailure } from './failures.ts';

/** By which a post is found again in the channel's history. */
export type DeliveryMetadata = {
  delivery_id: string;
  kind: string;
  project_id: string;
  subscription_id: string;
  slot: number;
};

/** No message of ours shows what its links lead to. */
export const UNFURLING_NOTHING = { unfurl_links: false, unfurl_media: false } as const;

/** `channel` is where it stands: for a person's id, the direct message with them. `plain`: newer blocks were refused. */
export type Posted = { kind: 'posted'; ts: string; channel: string; plain?: true };

/**
 * Posts once, into a thread where one is named, and with `broadcast` in its channel too. A message whose newer blocks are refused
 * goes out in its plain form.
 */
export async function postMessage(
  client: WebClient,
  channel: string,
  message: Message,
  metadata: DeliveryMetadata,
  thread: { ts?: string | undefined; broadcast?: boolean | undefined } = {},
): Promise<Posted | SlackFailure> {
  const { ts: thread_ts } = thread;
  const reply =
    thread_ts !== undefined &&
    (thread.broadcast ? { thread_ts, reply_broadcast: true as const } : { thread_ts });
  return inRichOrPlainForm(message, async (blocks) => {
    const answer = await client.chat.postMessage({
      channel,
      ...reply,
      text: message.text,
      blocks,
      metadata: { event_type: DELIVERY_EVENT, event_payload: metadata },
      ...UNFURLING_NOTHING,
    });
    return { kind: 'posted', ts: answer.ts ?? '', channel: answer.channel ?? channel };
  });
}

/** Posts once, into a message's thread where one is named, without metadata: nobody looks for it again. */
export async function postReply(
  client: WebClient,
  channel: string,
  threadTs: string | undefined,
  message: Message,
): Promise<Posted | SlackFailure> {
  return inRichOrPlainForm(message, async (blocks) => {
    const answer = await client.chat.postMessage({
      channel,
      ...(threadTs !== undefined && { thread_ts: threadTs }),
      text: message.text,
      blocks,
      ...UNFURLING_NOTHING,
    });
    return { kind: 'posted', ts: answer.ts ?? '', channel };
  });
}

/** Brings a posted message to a later state. */
export async function updateMessage(
  client: WebClient,
  channel: string,
  ts: string,
  message: Message,
): Promise<Posted | SlackFailure> {
  return inRichOrPlainForm(message, async (blocks) => {
    await client.chat.update({ channel, ts, text: message.text, blocks });
    return { kind: 'posted', ts, channel };
  });
}

async function inRichOrPlainForm(
  message: Message,
  send: (blocks: MessageBlock[]) => Promise<Posted>,
): Promise<Posted | SlackFailure> {
  try {
    return await send(message.blocks);
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.reason !== 'invalid_blocks' || !message.plainBlocks) return failure;
  }
  try {
    return { ...(await send(message.plainBlocks)), plain: true };
  } catch (error) {
    return slackFailure(error);
  }
}
