/** A post whose answer was lost: looked up in the channel before anything else goes there. */
import { MINUTE_MS } from '../durations.ts';
import { findPost } from '../slack/history.ts';
import type { Installation } from '../slack/installations.ts';
import type { LaneHead } from '../store/deliveries.ts';

/** What to do with it: it stands there, it may be sent again, it is given up, or it is looked up later. */
export type Settled =
  | { kind: 'adopt'; ts: string; channel: string }
  | { kind: 'resend' }
  | { kind: 'give_up'; reason: string }
  | { kind: 'wait'; ms: number; reason: string };

/** Clocks of two machines differ: what was sent at ten may stand there at five to. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

const LOOK_AGAIN_MS = 5_000;

/**
 * `onUnclear` decides where Slack does not let us look: hold (a post may be missing) or resend (a post may be doubled).
 * `goesOn` is asked before each page of the search: whoever lost the lane meanwhile may not judge any more.
 */
export async function settle(
  head: LaneHead,
  { client }: Installation,
  onUnclear: 'hold' | 'resend',
  goesOn: () => Promise<boolean>,
): Promise<Settled> {
  // Slack may take a post in seconds after the connection is gone: looking sooner would find nothing and double it.
  if (head.settle_in_ms > 0) return { kind: 'wait', ms: head.settle_in_ms, reason: 'it may still arrive' };
  const seen = await findPost(
    client,
    head.placed_in ?? head.channel,
    head.id,
    (head.attempted_at ?? head.created_at) - CLOCK_SKEW_MS,
    goesOn,
    head.thread_ts ?? undefined,
  );
  switch (seen.kind) {
    case 'found':
      return { kind: 'adopt', ts: seen.ts, channel: seen.channel };
    case 'absent':
      return { kind: 'resend' };
    case 'later':
      return { kind: 'wait', ms: seen.afterMs ?? LOOK_AGAIN_MS, reason: seen.reason };
    case 'unreadable':
      return onUnclear === 'resend'
        ? { kind: 'resend' }
        : { kind: 'give_up', reason: `unclear: history cannot be read (${seen.reason})` };
  }
}
