/** How the brand stands against one rival, as an answer shows it: no decision, nothing kept. Part of decision.ts. */
import type { Metric, PartsBy } from './alerts.ts';

/** The figures by which two tools are compared, in the API's own unit; missing where it gives none. */
export type TwoSided = Extract<Metric, 'score' | 'mentionRate'>;
type Figures = Partial<Record<TwoSided, number | undefined>>;

/** Figures of an engine or a topic. */
export type SidePart = Figures & { name?: string | undefined };

/** What is known of one of the two, over all and by engine and topic. */
export type Side = Figures & {
  averageRank?: number | undefined;
  sentiment?: number | undefined;
  mentions?: number | undefined;
  engines: readonly SidePart[];
  topics: readonly SidePart[];
};

/** The figures of both for one engine or topic; a gap is known only where both are. */
export type GapRow = { name?: string | undefined; own?: number | undefined; rival?: number | undefined };

/**
 * `engines` and `topics` have the figures of `metric`, the worst for the brand first. `ownDay` (YYYY-MM-DD): own figures are of
 * that day, and the rival's of days that nobody knows; without it both are of the same days, for one operation gave both.
 */
export type RivalComparison = {
  metric: TwoSided;
  rival: Side;
  own?: Side | undefined;
  ownDay?: string | undefined;
  /** The own figure of the whole is our own mean of such parts. */
  meanOf?: PartsBy | undefined;
  engines: readonly GapRow[];
  topics: readonly GapRow[];
};

/**
 * Of the answers that name a tool first, the share (0 to 1) that name the brand and the rival first. Points are days, or weeks
 * of seven days from `from` (YYYY-MM-DD, UTC) on, oldest first; one without such answers is left out.
 */
export type NamedFirst = { by: 'day' | 'week'; points: { from: string; own: number; rival: number }[] };
