/** What the pump and its ledger work with. */
import type { Clock } from '../clock.ts';
import type { Decision, Standing } from '../decision.ts';
import type { Log, SparingLog } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Installations } from '../slack/installations.ts';
import type { Posted } from '../slack/poster.ts';
import type { Db, DeliveryRow } from '../store/schema.ts';
import type { Spans } from '../trace.ts';
import type { Timing } from './timing.ts';

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
