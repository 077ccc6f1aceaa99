/** A post whose answer was lost: looked up in the channel, a page at a turn, before anything else goes there. */
import { HOUR_MS } from '../durations.ts';
import { findPost } from '../slack/history.ts';
import type { Installation } from '../slack/installations.ts';
import type { LaneHead } from '../store/deliveries.ts';
import { type Search, searchOf } from './search.ts';

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
