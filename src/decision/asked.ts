/** What rules compute when somebody asks, for the messages of answers. Not stored. Part of decision.ts. */
import type {
  ChartDay,
  EngineChange,
  Explanation,
  MeasuredChange,
  Metric,
  MovedPrompt,
  PartsBy,
  Scope,
  SharedFigures,
  Sureness,
} from './alerts.ts';

/** A figure as the API gave it; `answers`: how many it is based on. */
export type FigureOfDay = { date: string; value: number; answers?: number | undefined };

export type Noise = 'normal' | Sureness;

/** How a metric moved over the days asked for. No `level` and `noise` with too few days or if `isThin`. */
export type Course = {
  metric: Metric;
  scope: Scope;
  now: FigureOfDay;
  /** The first day asked for that has a figure; for a single day, or if none were asked for, the last before `now`. */
  before?: FigureOfDay | undefined;
  /** Missing if `measured` changed in between. */
  change?: number | undefined;
  usual?: { low: number; high: number } | undefined;
  /** Whether `now` is within its usual range. */
  level?: Noise | undefined;
  /** The usual range is that from before an alert that was open on the day of `now`. */
  isOfAlert?: true | undefined;
  /** Whether the change is; missing if the two days can't be compared. */
  noise?: Noise | undefined;
  /** Based on so few answers that nothing would be unusual. */
  isThin?: boolean | undefined;
  /** The figures are our own mean of these parts, since the API gives none of the whole. */
  meanOf?: PartsBy | undefined;
  /** All rates the API gave: they show whether 1 or 100 is the whole. */
  rates: readonly number[];
  measured: readonly MeasuredChange[];
  days: readonly ChartDay[];
};

/** Where a figure is since its last move: `days` on the same side as `now`; `furthest`: the furthest of them. */
export type Recovery = {
  now: FigureOfDay;
  before: FigureOfDay;
  furthest: FigureOfDay;
  usual: { low: number; high: number };
  level: Noise;
  side?: 'above' | 'below' | undefined;
  since: string;
  days: number;
  /** What was added or removed since: `usual` is then what is usual by now. */
  measured: readonly MeasuredChange[];
};

/** The parts' share of a change: see ScoreAlert. */
export type CourseParts = {
  previousDay: string;
  day: string;
  engines: EngineChange[];
  by?: PartsBy | undefined;
  explanation?: Explanation | undefined;
  /** The prompts that moved most with the change, if any were read. */
  worst?: readonly MovedPrompt[] | undefined;
  /** Averages of two spans, which start and end on these days. */
  isAverage?: true | undefined;
};

/** The average of a span that starts on `from` (YYYY-MM-DD); `days` of a whole one's `of` have a figure. */
export type SpanAverage = { value: number; days: number; from: string; to?: string; of?: number };

/** The range of a figure over the days asked for; `days` have one. */
export type SpanSpread = { average: number; days: number; lowest: FigureOfDay; highest: FigureOfDay };

/** A span and the one before it; if `measured` changed in between, only `shared` can be compared. */
export type SpanAverages = {
  /** `days`: as many of them, of no calendar. */
  kind: 'week' | 'month' | 'quarter' | 'year' | 'days';
  now: SpanAverage;
  /** Undefined if the API gives no figure of the span before. */
  before?: SpanAverage | undefined;
  /** Instead of `before`, if too few of its days have a figure for a comparison. */
  few?: SpanAverage | undefined;
  measured: readonly MeasuredChange[];
  shared?: SharedFigures | undefined;
  /** No day of this week is over yet, so `now` is the week before it. */
  isWeekBefore?: boolean;
};

/** YYYY-MM-DD, UTC, inclusive. `answers`: how many the shares are based on. */
type SpanOfAnswers = { from: string; to: string; answers: number };

/** Shares from 0 to 1. `isBeyond`: moved more than chance explains. */
export type MovedTool = { name: string; isOwn: boolean; now: number; before: number; isBeyond: boolean };

/** `by`: counts answers that name each tool, or that name it first. The largest gain first. */
export type RivalsMoved = {
  by: 'named' | 'first';
  now: SpanOfAnswers;
  before: SpanOfAnswers;
  tools: MovedTool[];
  /** Only some of the days asked for, and of those before them, are known: these. */
  isPart?: true;
};

export type CitedPage = {
  url?: string | undefined;
  title?: string | undefined;
  domain?: string | undefined;
  citations?: number | undefined;
  /** The names of those that cite it; empty or missing if the API doesn’t say. */
  engines?: readonly string[] | undefined;
};

/** Domains or pages that answers cite only since a change (`gained`) or only before it, and how often. */
export type CitedAnew = Record<
  'gained' | 'lost',
  readonly { cited: string; title?: string | undefined; times: number }[]
>;

/** A figure of the latest day that has one, and its change since the day before. */
export type LatestFigure = Pick<
  Course,
  'metric' | 'scope' | 'now' | 'before' | 'change' | 'measured' | 'meanOf'
>;

/** The latest `score`, its last `days`, `earlier` changes of what it measures, and other `figures`, also by part. */
export type ScoreOverview = {
  score?: LatestFigure | undefined;
  days: readonly ChartDay[];
  earlier: readonly MeasuredChange[];
  figures: readonly LatestFigure[];
  rates: readonly number[];
};

/** In the API's own unit; missing if it gives none. */
type Figures = Partial<Record<Metric, number | undefined>>;

/** Figures of an engine or a topic. */
export type SidePart = Figures & { name?: string | undefined };

/** One of the two tools, overall and by engine and topic. */
export type Side = Figures & {
  mentions?: number | undefined;
  engines: readonly SidePart[];
  topics: readonly SidePart[];
};

/** Both figures for one engine or topic. */
export type GapRow = { name?: string | undefined; own?: number | undefined; rival?: number | undefined };

/** `engines` and `topics` compare by `metric`, the worst for the brand first. `ownDays` (YYYY-MM-DD): the days of the own averages, if apart. */
export type RivalComparison = {
  metric: Metric;
  rival: Side;
  own?: Side | undefined;
  ownDays?: { from: string; to: string } | undefined;
  /** The brand's overall figure is our own mean of these parts. */
  meanOf?: PartsBy | undefined;
  engines: readonly GapRow[];
  topics: readonly GapRow[];
};

/** The shares (0 to 1) of answers that name each first, by day or by week `from` (YYYY-MM-DD, UTC), oldest first. */
export type NamedFirst = { by: 'day' | 'week'; points: { from: string; own: number; rival: number }[] };
