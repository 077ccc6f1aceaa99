/** A post whose answer was lost: looked up in the channel, a page at a turn, before anything else goes there. */

import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { findPost } from '../slack/history.ts';
import type { Installation } from '../slack/installations.ts';
import type { LaneHead } from '../store/lanes.ts';
import type { DeliveryRow } from '../store/schema.ts';

/**
 * What to do with it: it stands there, it may be sent again, it is given up, or it is looked up later. `search`: from where
 * then; missing, from where it was looked up now.
 */
export type Settled =
  | { kind: 'adopt'; ts: string; channel: string }
  | { kind: 'resend' }
  | { kind: 'give_up'; reason: string }
  | { kind: 'wait'; ms: number; reason: string; search?: Search };

const LOOK_AGAIN_MS = 5_000;

/** Slack lets an internal app read some fifty pages a minute. */
const NEXT_PAGE_MS = 1_200;

/**
 * A look-up to which Slack answers and that finds no end in this time has none: the lane must go on. The poorest app reads
 * 900 messages meanwhile, of the few minutes in which the post stands.
 */
const LOOK_FOR_MS = HOUR_MS;

/** `onUnclear` decides where Slack does not let us see: hold (a post may be missing) or resend (a post may be doubled). */
export async function settle(
  head: LaneHead,
  { client }: Installation,
  onUnclear: 'hold' | 'resend',
): Promise<Settled> {
  // Slack may take a post in seconds after the connection is gone: looking sooner would find nothing and double it.
  if (head.settle_in_ms > 0) return { kind: 'wait', ms: head.settle_in_ms, reason: 'it may still arrive' };
  const search = searchOf(head);
  const now = (head.settle_after ?? 0) - head.settle_in_ms;
  const since = search.since ?? now;
  const place = search.channel ?? head.placed_in ?? head.channel;
  const seen = await findPost(client, place, head.id, search, head.thread_ts ?? undefined);

  function unseen(reason: string): Settled {
    if (onUnclear === 'resend') return { kind: 'resend' };
    return { kind: 'give_up', reason: `history cannot be read (${reason})` };
  }

  function goOn(reason: string, ms: number, from: Search): Settled {
    if (now - since >= LOOK_FOR_MS) return unseen(`no end of it within an hour, last: ${reason}`);
    return { kind: 'wait', ms, reason, search: { ...from, since } };
  }

  switch (seen.kind) {
    case 'found':
      return { kind: 'adopt', ts: seen.ts, channel: seen.channel };
    case 'absent':
      return { kind: 'resend' };
    case 'unreadable':
      return unseen(seen.reason);
    case 'more':
      return goOn('more pages', NEXT_PAGE_MS, { ...search, channel: seen.channel, cursor: seen.cursor });
    case 'later': {
      const { reason, afterMs = LOOK_AGAIN_MS, isAnswer } = seen;
      if (!isAnswer) return { kind: 'wait', ms: afterMs, reason };
      // A cursor that Slack has forgotten is of no use: from the first page again.
      return goOn(reason, afterMs, reason === 'invalid_cursor' ? { ...search, cursor: undefined } : search);
    }
  }
}

const Search = z.object({
  /** Between these (epoch ms by Slack's clock) it stands, if it does; `latest` is missing where that clock is not known. */
  oldest: z.number(),
  latest: z.number().optional(),
  /** Where the look-up goes on: for a person the direct message, and Slack's cursor. */
  channel: z.string().optional(),
  cursor: z.string().optional(),
  /** When Slack first answered it without an end, on the database's clock. */
  since: z.number().optional(),
});

export type Search = z.infer<typeof Search>;

/** Our clock may be off by this where it alone is known: what was sent at ten may stand there at five to. */
const OUR_CLOCK_MS = 5 * MINUTE_MS;

/** Slack's clock is read from its answers, to a second and the time that they took. */
const SLACKS_CLOCK_MS = MINUTE_MS;

/**
 * For a post sent now. `ours` and `slacks` are the bot's clock and Slack's, epoch ms; `late` is the ts of a message of ours
 * that stands in the channel by now: this one comes after it, whatever the clocks say. It arrives within `settleMs` or never.
 */
export function searchFor(
  { ours, slacks, late }: { ours: number; slacks?: number | undefined; late?: string | undefined },
  settleMs: number,
): Search {
  const stands = Number(late) > 0 ? Math.floor(Number(late) * 1000) : undefined;
  const byOurs = ours - OUR_CLOCK_MS;
  if (slacks === undefined) return { oldest: Math.min(byOurs, stands ?? byOurs) };
  // A bot whose time is simulated has a Slack that dates its messages by either.
  const oldest = Math.min(byOurs, slacks - SLACKS_CLOCK_MS);
  const latest = Math.max(ours + OUR_CLOCK_MS, slacks + SLACKS_CLOCK_MS) + settleMs;
  const isBetween = stands !== undefined && stands > oldest && stands < latest;
  return { oldest: isBetween ? stands : oldest, latest };
}

/** As it is kept of every post that is with Slack, or may be. */
function searchOf({ search }: Pick<DeliveryRow, 'search'>): Search {
  return Search.parse(JSON.parse(search ?? 'null'));
}
