/** Looks for a post in a channel's history or a thread, by the delivery id in its metadata. */
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { DELIVERY_EVENT } from './blocks.ts';
import { toSlackFailure } from './failures.ts';

/** Where to look: from `oldest` to `latest` (epoch ms, Slack's clock), on the page of `cursor`. */
export type Page = { oldest: number; latest?: number | undefined; cursor?: string | undefined };

/**
 * The result for one page. more: not on this page, but there is another one. unreadable: Slack doesn't let us read it.
 * later: try again; `isAnswer`: Slack itself said so, so it is within reach.
 */
export type LookUp =
  | { kind: 'found'; ts: string; channel: string }
  | { kind: 'absent' }
  | { kind: 'more'; channel: string; cursor: string }
  | { kind: 'unreadable'; reason: string }
  | { kind: 'later'; reason: string; afterMs?: number | undefined; isAnswer: boolean };

const OurMetadata = z.object({
  event_type: z.literal(DELIVERY_EVENT),
  event_payload: z.looseObject({ delivery_id: z.string() }),
});

/** Commercial apps outside the Marketplace get only 15, and one page a minute. */
const MESSAGES = 100;

/**
 * Reads one page. Slack returns metadata only when asked for it; a channel's history has no replies.
 * https://docs.slack.dev/reference/methods/conversations.history
 * https://docs.slack.dev/reference/methods/conversations.replies
 */
export async function findPost(
  client: WebClient,
  postedTo: string,
  deliveryId: string,
  { oldest, latest, cursor }: Page,
  threadTs?: string,
): Promise<LookUp> {
  try {
    const channel = await placeOf(client, postedTo);
    const span = {
      channel,
      oldest: (oldest / 1000).toFixed(6),
      ...(latest !== undefined && { latest: (latest / 1000).toFixed(6) }),
      include_all_metadata: true,
      limit: MESSAGES,
      ...(cursor && { cursor }),
    };
    const answer =
      threadTs === undefined
        ? await client.conversations.history(span)
        : await client.conversations.replies({ ...span, ts: threadTs });
    const post = answer.messages?.find((message) => deliveryIdOf(message.metadata) === deliveryId);
    if (post?.ts) return { kind: 'found', ts: post.ts, channel };
    const next = answer.response_metadata?.next_cursor;
    return answer.has_more && next ? { kind: 'more', channel, cursor: next } : { kind: 'absent' };
  } catch (error) {
    const failure = toSlackFailure(error);
    const { reason } = failure;
    if (failure.kind === 'refused') return { kind: 'unreadable', reason };
    if (failure.kind === 'unclear') return { kind: 'later', reason, isAnswer: false };
    const isAnswer = reason === 'ratelimited' || failure.isUnknown === true;
    return { kind: 'later', reason, afterMs: failure.afterMs, isAnswer };
  }
}

/** Posts to a person are in their direct message, and other calls need its channel id instead of the person's. */
async function placeOf(client: WebClient, postedTo: string): Promise<string> {
  if (!/^[UW]/.test(postedTo)) return postedTo;
  const { channel } = await client.conversations.open({ users: postedTo });
  return channel?.id ?? postedTo;
}

function deliveryIdOf(metadata: unknown): string | undefined {
  const parsed = OurMetadata.safeParse(metadata);
  return parsed.success ? parsed.data.event_payload.delivery_id : undefined;
}
