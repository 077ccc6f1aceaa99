/** Slack's limit on chat.postMessage, one message a second in a channel; off until the demo or a test turns it on. */
import { SLACK_TIMES } from '../../slack/blocks.ts';

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
