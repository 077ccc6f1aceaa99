/** How this Slack treats the bot badly, while the demo or a test wants it to: faults, and the limit on posts. */
import { SLACK_TIMES } from '../../slack/blocks.ts';

/** Every post is refused with 429; or each answer takes a while. */
export type SlackFault = 'rate_limited' | 'slow';

export type SlackFaults = {
  set(fault: SlackFault, on: boolean): void;
  has(fault: SlackFault): boolean;
};

/** What a 429 says to wait, in seconds; and by what an answer is late, in real milliseconds. */
export const FAULT_RETRY_AFTER = 5;
export const FAULT_DELAY_MS = 2_000;

export function createSlackFaults(): SlackFaults {
  const on = new Set<SlackFault>();
  return {
    set: (fault, wanted) => void (wanted ? on.add(fault) : on.delete(fault)),
    has: (fault) => on.has(fault),
  };
}

export type RateLimit = {
  turn(on: boolean): void;
  /** Counts a post, unless it comes too early. */
  admits(channel: string): boolean;
};

/** @param realNow real time in epoch ms. */
export function createRateLimit(realNow: () => number): RateLimit {
  const lastPost = new Map<string, number>();
  let on = false;
  return {
    turn: (next) => {
      on = next;
    },
    admits: (channel) => {
      if (!on) return true;
      const last = lastPost.get(channel) ?? Number.NEGATIVE_INFINITY;
      if (realNow() - last < SLACK_TIMES.postIntervalMs) return false;
      lastPost.set(channel, realNow());
      return true;
    },
  };
}
