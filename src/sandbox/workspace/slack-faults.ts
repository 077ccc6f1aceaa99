/** How this Slack treats the bot badly, while the demo or a test wants it to. */

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
