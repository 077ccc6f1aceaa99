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

/** The last days of a score, whole and by engine, as an answer shows them: no decision, nothing kept. */
export type ScoreOverview = {
  /** Every complete day of the span from the first with a figure on; empty where there is no figure for the whole. */
  series: ChartDay[];
  /** Where the API gives none for the whole: the series is our own mean of such parts. */
  meanOf?: PartsBy | undefined;
  /** The complete day before the last of them. */
  previous?: { date: string; score: number } | undefined;
  /** What came and went between these two: they are then not comparable. */
  sincePrevious?: MeasuredChange[] | undefined;
  /** Prompts and regions that came or went earlier within the series. */
  earlier?: MeasuredChange[] | undefined;
  /** Each engine's latest complete day, the whole's where that has one, and the change since its complete day before that. */
  engines: { engine: string; date: string; score: number; change?: number | undefined }[];
  /** What `engines` and `partly` name; engines where it is missing. */
  by?: PartsBy | undefined;
  /** Engines that were not there from the first day of the series (`from`) or to the last (`to`); the figure of their last day. */
  partly?: { engine: string; from?: string; to?: string; score: number }[] | undefined;
};

/** A figure of `date`; `change` since the day that all changes beside it are since. */
export type DayFigure = { value: number; date: string; change?: number | undefined };
export type DayFigures = Readonly<Partial<Record<Metric, DayFigure>>>;

/**
 * All figures of the latest complete day (`day`), or of the days before it where they are later to come, of the whole project
 * and of each engine and region; `since` is the day with figures before. `rates`: every mention rate that the API gave, of
 * which the scale is told.
 */
export type ScoreFigures = {
  day: string;
  since?: string | undefined;
  whole: DayFigures;
  /** Where the API gives none of the whole: score and mention rate are our own means of such parts. */
  meanOf?: PartsBy | undefined;
  parts: { of: 'engine' | 'region'; name: string; figures: DayFigures }[];
  rates: readonly number[];
};

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
