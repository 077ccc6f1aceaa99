/** How long things may take at Slack's pace, real milliseconds. Only benches and tests in a hurry ask for other times. */
import { MINUTE_MS } from '../durations.ts';
import { SLACK_TIMES } from '../slack/blocks.ts';
import { LEASE_MS } from '../store/statements.ts';

export type Timing = {
  /** A claim not given back within this time is another worker's. */
  leaseMs: number;
  /** A post whose answer was lost may arrive so long after it was sent; only then is it looked up. */
  settleMs: number;
  /** The tables are looked at this often at least. */
  idleMs: number;
  /** A channel takes a post this often. */
  postIntervalMs: number;
  /** A stop waits so long for the answers that people wait for. */
  answersMs: number;
};

export const TIMING: Timing = {
  leaseMs: LEASE_MS,
  settleMs: MINUTE_MS,
  idleMs: 1_000,
  postIntervalMs: SLACK_TIMES.postIntervalMs,
  answersMs: 10_000,
};
