/** Where in Slack's history a lost post is looked for, on Slack's own clock: fixed when it is sent, kept until it is settled. */
import { z } from 'zod';
import { MINUTE_MS } from '../durations.ts';
import type { DeliveryRow } from '../store/schema.ts';

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
export function searchOf({ search }: Pick<DeliveryRow, 'search'>): Search {
  return Search.parse(JSON.parse(search ?? 'null'));
}
