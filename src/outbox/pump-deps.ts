/** What the pump and its ledger need, and their timings. */
import type { Clock } from '../clock.ts';
import type { Decision, Standing } from '../decision.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Log, SparingLog } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { SLACK_TIMES } from '../slack/blocks.ts';
import type { Installations } from '../slack/installations.ts';
import type { Posted } from '../slack/poster.ts';
import type { Db, DeliveryRow } from '../store/schema.ts';
import { LEASE_MS } from '../store/statements.ts';
import type { Spans } from '../trace.ts';

export type PumpDeps = {
  db: Db;
  clock: Clock;
  installations: Installations;
  /** The current state of what a decision is about, for the readers of a channel. */
  standingOf: (team: string, decision: Decision, channel: string) => Promise<Standing>;
  /** Ids of those who are told when a feed is paused. */
  recipients: (team: string) => readonly string[];
  /** What to do with a post if Slack doesn't let us see whether it arrived. */
  onUnclear: () => 'hold' | 'resend';
  /** Slack's own clock, epoch ms; undefined until Slack has answered. */
  slackNow: () => number | undefined;
  timing: Timing;
  /** Called when a post went out without its newer blocks. Nothing waits for it. */
  onPlain: (delivery: DeliveryRow, posted: Posted) => void;
  /** Called when work failed for a reason of our own, such as a lost store. */
  onFault: (error: unknown) => void;
  metrics: Metrics;
  /** Missing without a collector. */
  spans?: Spans | undefined;
  log: Log;
  /** For Slack's troubles. */
  sparing: SparingLog;
};

/** Real milliseconds, at Slack's pace. Only benches and tests change them. */
export type Timing = {
  /** After this time another worker may take a claim. */
  leaseMs: number;
  /** A post whose answer was lost may still arrive for this long; it is looked up after that. */
  settleMs: number;
  /** The tables are looked at this often at least. */
  idleMs: number;
  /** A channel gets a post this often at most. */
  postIntervalMs: number;
  /** How long a stop waits for answers that people wait for. */
  answersMs: number;
  /** The projects file is looked at this often; missing, as usual. */
  rereadMs?: number | undefined;
};

export const TIMING: Timing = {
  leaseMs: LEASE_MS,
  settleMs: MINUTE_MS,
  idleMs: 1_000,
  postIntervalMs: SLACK_TIMES.postIntervalMs,
  answersMs: 10_000,
};
