/**
 * What a score alert is, from its first word to its last: the words between the rules that find one, the store that
 * keeps what was told, and the message that is edited meanwhile. All of it is JSON; days are YYYY-MM-DD, figures in
 * the metric's own unit, as the API gave them.
 */
import type { Sureness } from '../decision.ts';
import type { Metric, Scope } from './score-series.ts';

/** One series that moved. `changedOn` is the first day of its new level, `delta` how far it is from `base` on the alert's day. */
export type Moved = {
  scope: Scope;
  kind: 'jump' | 'shift';
  changedOn: string;
  base: number;
  value: number;
  delta: number;
};

/**
 * open: the score is away from `base`. recovered: it was back within half the threshold for two days. new_normal: the
 * new level (`level`) lasted a week. corrected: the API's figures of the past were changed, and with them it never was.
 */
export type AlertStatus = 'open' | 'recovered' | 'new_normal' | 'corrected';

/** One alert of one metric of one project; there is at most one open. Its message is edited as long as it lives. */
export type ChangeAlert = {
  type: 'change';
  /** Identity within the workspace: `score:<project>:<metric>:<day opened>`. A message is found and edited by it. */
  key: string;
  metric: Metric;
  status: AlertStatus;
  openedOn: string;
  /** The last day it speaks of; the day it ended, once it is not open. */
  day: string;
  /** Whose figures lead: the whole project's where they moved, else those of the engine or region that moved most. */
  lead: Moved;
  /** Lead's delta in percent of its base; missing where the base is below 10, of which percents say nothing. */
  percent?: number | undefined;
  /** The usual range on the day of opening; missing while too few days are known. */
  usual?: { low: number; high: number } | undefined;
  /** How sure it was on its surest day; missing within the first eight days of a series. */
  sureness?: Sureness | undefined;
  /** Nearer than this to its base, the lead is calm; days it has been so. */
  calmWithin: number;
  calmDays: number;
  /** Other series that moved with it, the farthest first: folded into this alert, never alerts of their own. */
  moved: Moved[];
  /** The new level, of a new_normal. */
  level?: number | undefined;
};

/**
 * Stands instead of an alarm: the figure moved because engines, regions or prompts came or went. `shared` is the mean
 * of what was measured on both days; missing where nothing was, or nobody knows.
 */
export type NotComparable = {
  type: 'not_comparable';
  /** `score:<project>:not_comparable:<day>` */
  key: string;
  metric: Metric;
  day: string;
  previousDay: string;
  value: number;
  previousValue: number;
  added: string[];
  removed: string[];
  shared?: { before: number; after: number; parts: number } | undefined;
};

/** No figure at all for two complete days. */
export type NoData = {
  type: 'no_data';
  /** `score:<project>:no_data:<since>` */
  key: string;
  status: 'open' | 'closed';
  /** First day without data. */
  since: string;
  /** Last day without data so far, or the day before data came back. */
  day: string;
  /** The day of the first new data, once closed. */
  returnedOn?: string | undefined;
};

export type AlertState = ChangeAlert | NotComparable | NoData;

/** What a poll brought about; `state` is how the alert stands now. All but opened, not_comparable and no_data edit a message. */
export type AlertEvent =
  | { kind: 'opened' | 'updated' | 'recovered' | 'new_normal'; state: ChangeAlert }
  | { kind: 'not_comparable'; state: NotComparable }
  | { kind: 'no_data' | 'data_back'; state: NoData };
