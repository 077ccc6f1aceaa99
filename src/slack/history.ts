/** Looks a post up where it may stand: in the channel's history or a thread, by the delivery id in its metadata. */
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { DELIVERY_EVENT } from './blocks.ts';
import { slackFailure } from './failures.ts';

/** found: it stands in this channel. absent: it does not. unreadable: Slack does not let us look. later: ask again. */
export type LookUp =
  | { kind: 'found'; ts: string; channel: string }
  | { kind: 'absent' }
  | { kind: 'unreadable'; reason: string }
  | { kind: 'later'; reason: string; afterMs?: number };

const OurMetadata = z.object({
  event_type: z.literal(DELIVERY_EVENT),
  event_payload: z.looseObject({ delivery_id: z.string() }),
});

/** Slack gives a commercial app outside the marketplace 15 messages a page; more pages than this are not worth it. */
const PAGE = 100;
const PAGES = 20;

/**
 * Searches from `oldest` (epoch ms) on, page by page as long as `goesOn`. Slack returns metadata only when asked for it, and
 * pages; a channel's history has no replies. https://docs.slack.dev/reference/methods/conversations.history
 * https://docs.slack.dev/reference/methods/conversations.replies
 */
export async function findPost(
  client: WebClient,
  postedTo: string,
  deliveryId: string,
  oldest: number,
  goesOn: () => Promise<boolean>,
  threadTs?: string,
): Promise<LookUp> {
  let cursor: string | undefined;
  try {
    const channel = await placeOf(client, postedTo);
    for (let page = 0; page < PAGES; page += 1) {
      if (!(await goesOn())) return { kind: 'later', reason: 'the lane was lost' };
      const span = {
        channel,
        oldest: (oldest / 1000).toFixed(6),
        include_all_metadata: true,
        limit: PAGE,
        ...(cursor && { cursor }),
      };
      const answer =
        threadTs === undefined
          ? await client.conversations.history(span)
          : await client.conversations.replies({ ...span, ts: threadTs });
      const post = answer.messages?.find((message) => deliveryIdOf(message.metadata) === deliveryId);
      if (post?.ts) return { kind: 'found', ts: post.ts, channel };
      cursor = answer.response_metadata?.next_cursor;
      if (!answer.has_more || !cursor) return { kind: 'absent' };
    }
    return { kind: 'unreadable', reason: 'too_many_messages' };
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind === 'refused') return { kind: 'unreadable', reason: failure.reason };
    return { ...failure, kind: 'later' };
  }
}

/** What is posted to a person stands in their direct message, whose id no other call takes for the person's. */
async function placeOf(client: WebClient, postedTo: string): Promise<string> {
  if (!/^[UW]/.test(postedTo)) return postedTo;
  const { channel } = await client.conversations.open({ users: postedTo });
  return channel?.id ?? postedTo;
}

function deliveryIdOf(metadata: unknown): string | undefined {
  const parsed = OurMetadata.safeParse(metadata);
  return parsed.success ? parsed.data.event_payload.delivery_id : undefined;
}
