/**
 * Alerts found in the answers themselves: a rival is named before the brand, or mentions of the brand turn negative.
 * Days are YYYY-MM-DD in UTC. Part of decision.ts.
 */
import type { ProjectRef } from './project.ts';

/** Both sides on one day: how many of `of` answers name each first; without `of`, points on the API's own scale. */
export type RivalFigures = { day: string; own: number; rival: number; of?: number | undefined };

/** How many of a day's mentions are negative, of those whose sentiment can be read. */
export type ToneFigures = { day: string; negative: number; of: number };

/** The rival has been ahead every day from `since`; the brand was last ahead on `until`. */
export type RivalPassed = {
  type: 'rival';
  rival: string;
  since: string;
  until: string;
  figures: RivalFigures;
  now?: RivalFigures | undefined;
};

/** `usual`: the share (0 to 1) on the days before. `quote`: from the worst mention, if the API gives its text. */
export type NegativeRise = {
  type: 'negative';
  usual: number;
  quote?: string | undefined;
  figures: ToneFigures;
  now?: ToneFigures | undefined;
};

/**
 * over: the brand is ahead again, or mentions are back to usual. stays: unchanged for four weeks, so no longer news.
 * `figures` are the headline's, `now` the latest day's.
 */
export type MentionAlert = {
  kind: 'mention_alert';
  v: 1;
  project: ProjectRef;
  /** `rival:<project>:<rival>:<since>` or `negative:<project>:<day>` */
  key: string;
  status: 'open' | 'over' | 'stays';
  about: RivalPassed | NegativeRise;
  /** Key of the alert with the same cause whose message tells this one too. */
  toldIn?: string | undefined;
};
