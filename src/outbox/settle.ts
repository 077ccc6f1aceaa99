/** Looks in the channel's history for a post whose answer was lost, before anything else goes there. */
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { DELIVERY_EVENT } from '../slack/blocks.ts';
import { toSlackFailure } from '../slack/failures.ts';
import type { Installation } from '../slack/installations.ts';
import type { LaneHead } from '../store/lanes.ts';

/** adopt: it is there. resend: it isn't. wait: look it up later, from `search` if given, else from the same place. */
type PostFate =
  | { kind: 'adopt'; ts: string; channel: string }
  | { kind: 'resend' }
  | { kind: 'give_up'; reason: string }
  | { kind: 'wait'; ms: number; reason: string; search?: Search };

const LOOK_AGAIN_MS = 5_000;

/** Slack lets an internal app read some fifty pages a minute. */
const NEXT_PAGE_MS = 1_200;

/** A lookup that Slack answers but that doesn't end within this time is given up, since the lane must go on. */
const LOOK_FOR_MS = HOUR_MS;

/** `onUnclear` applies if Slack doesn't let us look: hold (a post may be missing) or resend (it may be doubled). */
export async function settle(
  head: LaneHead,
  { client }: Installation,
  onUnclear: 'hold' | 'resend',
): Promise<PostFate> {
  // Slack may accept a post seconds after the connection is lost: looking sooner would find nothing and duplicate it.
  if (head.settle_in_ms > 0) return { kind: 'wait', ms: head.settle_in_ms, reason: 'it may still arrive' };
  const search = Search.parse(JSON.parse(head.search ?? 'null'));
  const now = (head.settle_after ?? 0) - head.settle_in_ms;
  const since = search.since ?? now;
  const place = search.channel ?? head.placed_in ?? head.channel;
  const seen = await findPost(client, place, head.id, search, head.thread_ts ?? undefined);

  function giveUpOrResend(reason: string): PostFate {
    if (onUnclear === 'resend') return { kind: 'resend' };
    return { kind: 'give_up', reason: `history can’t be read (${reason})` };
  }

  function continueSearch(reason: string, ms: number, from: Search): PostFate {
    if (now - since >= LOOK_FOR_MS) return giveUpOrResend(`no end within an hour, last: ${reason}`);
    return { kind: 'wait', ms, reason, search: { ...from, since } };
  }

  switch (seen.kind) {
    case 'found':
      return { kind: 'adopt', ts: seen.ts, channel: seen.channel };
    case 'absent':
      return { kind: 'resend' };
    case 'unreadable':
      return giveUpOrResend(seen.reason);
    case 'more':
      return continueSearch('more pages', NEXT_PAGE_MS, {
        ...search,
        channel: seen.channel,
        cursor: seen.cursor,
      });
    case 'later': {
      const { reason, afterMs = LOOK_AGAIN_MS, isAnswer } = seen;
      if (!isAnswer) return { kind: 'wait', ms: afterMs, reason };
      // Slack has forgotten the cursor: start from the first page again.
      return continueSearch(
        reason,
        afterMs,
        reason === 'invalid_cursor' ? { ...search, cursor: undefined } : search,
      );
    }
  }
}

const Search = z.object({
  /** If it is there, it is between these (epoch ms on Slack's clock); `latest` is missing if that clock is unknown. */
  oldest: z.number(),
  latest: z.number().optional(),
  /** Where the lookup continues: the direct message, for a person, and Slack's cursor. */
  channel: z.string().optional(),
  cursor: z.string().optional(),
  /** When Slack first answered without an end, on the database's clock. */
  since: z.number().optional(),
});

export type Search = z.infer<typeof Search>;

/** How far our clock may be off if Slack's is unknown. */
const OUR_CLOCK_MS = 5 * MINUTE_MS;

/** Slack's clock is known from its answers, to a second plus the time they took. */
const SLACKS_CLOCK_MS = MINUTE_MS;

/** A machine that sleeps or is short of time may let a request go long after it was decided on. */
const LEAVES_WITHIN_MS = HOUR_MS;

/** Where to look for a post sent now. Times epoch ms; `late`: the ts of our last message in the channel, which it follows. */
export function searchFor(
  { ours, slacks, late }: { ours: number; slacks?: number | undefined; late?: string | undefined },
  settleMs: number,
): Search {
  const stands = Number(late) > 0 ? Math.floor(Number(late) * 1000) : undefined;
  const byOurs = ours - OUR_CLOCK_MS;
  if (slacks === undefined) return { oldest: Math.min(byOurs, stands ?? byOurs) };
  // With a simulated clock, Slack may date messages by either clock.
  const oldest = Math.min(byOurs, slacks - SLACKS_CLOCK_MS);
  const latest = Math.max(ours + OUR_CLOCK_MS, slacks + SLACKS_CLOCK_MS) + LEAVES_WITHIN_MS + settleMs;
  const isBetween = stands !== undefined && stands > oldest && stands < latest;
  return { oldest: isBetween ? stands : oldest, latest };
}

/** One page. more: there is another one. unreadable: Slack forbids it. later: try again; `isAnswer`: Slack itself said so. */
type LookUp =
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
  { oldest, latest, cursor }: Search,
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
    const post = answer.messages?.find(
      ({ metadata }) => OurMetadata.safeParse(metadata).data?.event_payload.delivery_id === deliveryId,
    );
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
