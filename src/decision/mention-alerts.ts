/**
 * Alerts that are found in the answers themselves: a rival is named before the brand, or the brand is spoken ill of.
 * Days are YYYY-MM-DD in UTC. Part of decision.ts.
 */
import type { ProjectRef } from './project.ts';

/** Both sides on one day: answers that name each first, of `of`; without `of`, points of the API's own scale. */
export type RivalFigures = { day: string; own: number; rival: number; of?: number | undefined };

/** Mentions of the brand on one day that are negative, of those whose sentiment can be read. */
export type ToneFigures = { day: string; negative: number; of: number };

/** Ahead from `since` on, every day; the brand was last ahead on `until`. */
export type RivalPassed = {
  type: 'rival';
  rival: string;
  since: string;
  until: string;
  figures: RivalFigures;
  now?: RivalFigures | undefined;
};

/** `usual` is the share (0 to 1) of the days before; `quote` what the worst of the mentions says, where the API gives that. */
export type NegativeRise = {
  type: 'negative';
  usual: number;
  quote?: string | undefined;
  figures: ToneFigures;
  now?: ToneFigures | undefined;
};

/**
 * open; over: the brand is ahead again, or mentions are as usual; stays: four weeks later it still is so, and is no news.
 * `figures` are those of its headline, `now` those of the latest day since.
 */
export type MentionAlert = {
  kind: 'mention_alert';
  v: 1;
  project: ProjectRef;
  /** `rival:<project>:<rival>:<since>` or `negative:<project>:<day>` */
  key: string;
  status: 'open' | 'over' | 'stays';
  about: RivalPassed | NegativeRise;
  /** Key of the alert whose message tells this one too: of one cause. */
  toldIn?: string | undefined;
};
