/** What the demo or a test can make Slack do to the bot: rate limits and slow answers. */
import { SLACK_TIMES } from '../../slack/blocks.ts';

/** `rate_limited`: every post gets a 429. `slow`: every answer is delayed. */
export type SlackFault = 'rate_limited' | 'slow';

export type SlackFaults = {
  set(fault: SlackFault, on: boolean): void;
  has(fault: SlackFault): boolean;
};

/** The 429's Retry-After in seconds, and the delay of a slow answer in real milliseconds. */
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
  /** Whether the post is allowed; if so, it counts. */
  admits(channel: string): boolean;
};

/** `realNow` in epoch ms. */
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
