/** What the pump and its ledger work with, and how long things may take them. */
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
  /** How the things a decision names stand now, for the readers of a channel. */
  standingOf: (team: string, decision: Decision, channel: string) => Promise<Standing>;
  /** Ids of those who are told when a feed has to stop. */
  recipients: (team: string) => readonly string[];
  /** What becomes of a post whose fate Slack does not let us see. */
  onUnclear: () => 'hold' | 'resend';
  /** Slack's own clock, epoch ms; undefined before it was heard. */
  slackNow: () => number | undefined;
  timing: Timing;
  /** A post went out without its newer blocks. Nothing waits for what follows from that. */
  onPlain: (delivery: DeliveryRow, posted: Posted) => void;
  /** Work that could not be done for a reason of our own, such as a store that is gone. */
  onFault: (error: unknown) => void;
  metrics: Metrics;
  /** Missing where no collector is named. */
  spans?: Spans | undefined;
  log: Log;
  /** For Slack's troubles. */
  sparing: SparingLog;
};

/** At Slack’s pace, real milliseconds. Only benches and tests in a hurry ask for other times. */
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
