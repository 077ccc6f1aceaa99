/** What is found of a project's figures and answers when somebody asks: the words between the rules and the answers in messages. */
import type {
  ChartDay,
  EngineChange,
  Explanation,
  MeasuredChange,
  Metric,
  PartsBy,
  Scope,
  Sureness,
} from './alerts.ts';

/** A figure of a day, as the API gave it. */
export type FigureOfDay = { date: string; value: number; answers?: number | undefined };

export type Noise = 'normal' | Sureness;

/**
 * `before`: the first day with a figure of the days asked for; of a single day, and where no days are asked for, the day with a
 * figure before `now`. `measured` is what came and went between both: then there is no `change`. `usual` is what was expected
 * of `now`, and `level` whether it is so; `noise` is whether the change is, missing where the two days can't be compared. Both
 * are missing while too few days are known, and where the day `isThin`: made from so few answers that nothing would be unusual.
 * `rates`: every such figure that the API gave, of which the scale of a share is told.
 */
export type Course = {
  metric: Metric;
  scope: Scope;
  now: FigureOfDay;
  before?: FigureOfDay | undefined;
  change?: number | undefined;
  usual?: { low: number; high: number } | undefined;
  level?: Noise | undefined;
  noise?: Noise | undefined;
  isThin?: boolean | undefined;
  /** Our own mean of such parts, where the API gives none of the whole. */
  meanOf?: PartsBy | undefined;
  rates: readonly number[];
  measured: readonly MeasuredChange[];
  days: readonly ChartDay[];
};

/** What of a change the parts of its scope have: see ScoreAlert. */
export type CourseParts = {
  previousDay: string;
  day: string;
  engines: EngineChange[];
  by?: PartsBy | undefined;
  explanation?: Explanation | undefined;
};

/** Of so many days with a figure, in a span that begins `from` (YYYY-MM-DD). */
export type SpanAverage = { value: number; days: number; from: string };

/** How far a figure went in days that were asked for. `days` that have one. */
export type SpanSpread = { average: number; days: number; lowest: FigureOfDay; highest: FigureOfDay };

/** `isLike`: the same is measured at both ends. `kind` names the span. */
export type SpanAverages = {
  kind: 'month' | 'week';
  now: SpanAverage;
  before: SpanAverage;
  isLike: boolean;
};

/** YYYY-MM-DD, UTC, inclusive; `answers` of which shares are. */
export type SpanOfAnswers = { from: string; to: string; answers: number };

/** Shares (0 to 1); `isBeyond` what chance makes between so many answers. */
export type MovedTool = { name: string; isOwn: boolean; now: number; before: number; isBeyond: boolean };

/** `by` what they are counted: answers that name each, or that name each first. `tools` that gained most first. */
export type RivalsMoved = {
  by: 'named' | 'first';
  now: SpanOfAnswers;
  before: SpanOfAnswers;
  tools: MovedTool[];
};

/** A page that answers cite, and how often, where that is known. */
export type CitedPage = {
  url?: string | undefined;
  title?: string | undefined;
  domain?: string | undefined;
  citations?: number | undefined;
};

/** A page of ours; `times` on the days on which it was cited. */
export type OwnPage = { url: string; title?: string | undefined; times: number };
