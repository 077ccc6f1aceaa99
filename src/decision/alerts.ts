/**
 * What a score alert is, from its first word to its last: the words between the rules that find one, the store that
 * keeps what was told, and the message that is edited meanwhile. All of it is JSON; days are YYYY-MM-DD, figures in
 * the metric's own unit, as the API gave them. Part of decision.ts, by which everybody knows it.
 */
import type { Extra } from './health.ts';
import type { MentionAlert } from './mention-alerts.ts';
import type { ProjectRef } from './project.ts';

/** The figures of a daily score that are watched. */
export type Metric = 'score' | 'mentionRate' | 'averageRank' | 'sentiment';

/** Whose figures: of all engines where `engine` is missing, of all regions where `region` is. Ids, and names to show. */
export type Scope = {
  engine?: { id: string; name: string } | undefined;
  region?: { id: string; name: string } | undefined;
};

/** How sure a score alert is: three fixed phrases. Missing beside a usual range, the score is within it. */
export type Sureness = 'well outside normal' | 'outside normal' | 'at the edge of normal';

/**
 * What the phrases mean, surest first: how many usual spreads the score is away from the middle of its usual range, and
 * how many of such alerts `holds`, as a share (`npm run bench -- detect`). What is told at the edge `lasted` for days, so more of it holds.
 */
export const SURENESS: readonly { phrase: Sureness; spreads: number; holds: number; lasted?: true }[] = [
  { phrase: 'well outside normal', spreads: 4, holds: 0.95 },
  { phrase: 'outside normal', spreads: 3, holds: 0.8 },
  { phrase: 'at the edge of normal', spreads: 2, holds: 0.88, lasted: true },
];

/** What the parts of a score are of, where they are listed: engines wherever the API gives figures by engine. */
export type PartsBy = 'engine' | 'engine and region' | 'region';

/**
 * One engine's part in a score change (or another part's, see PartsBy). `score` is missing where the engine has no figure for the day, `change` where
 * it has none for one of the two days. `normal` is false also while there are too few days to know.
 */
export type EngineChange = {
  engine: string;
  score?: number | undefined;
  change?: number | undefined;
  normal: boolean;
};

/**
 * From `day` on something else is measured than before: what came and what went, by name; of prompts also how many were
 * worded anew. Nothing came and nothing went where somebody set it anew and nobody knows what it was before.
 */
export type MeasuredChange = {
  day: string;
  of: 'prompts' | 'engines' | 'regions';
  came: string[];
  went: string[];
  reworded?: number | undefined;
  /** Each engine and region is still there, but not each engine in each region. */
  isPartly?: true | undefined;
};

/** One day of the chart; `score` is null where the API has none. */
export type ChartDay = { date: string; score: number | null };

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
 * open: the score is away from `base`. recovered: it was back near that for two days (`calmWithin`). new_normal: a
 * new level (`level`) held for a week. corrected: with the API's figures of its days, or the feed's smallest change, as they
 * are now, it never was.
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
  /** The first day of that level, where the score first moved on after the change. */
  levelSince?: string | undefined;
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

/** The API's history is too short for anything to be unusual yet; said once. */
export type FewDays = {
  type: 'few_days';
  /** `score:<project>:few_days` */
  key: string;
  /** Complete days with a figure, of the part that has most. */
  days: number;
  /** The last of them, and the day from which on enough are known. */
  day: string;
  startsOn: string;
};

export type AlertState = ChangeAlert | NotComparable | NoData | FewDays;

/** What a poll brought about; `state` is how the alert stands now. All but opened, not_comparable, few_days and no_data edit a message. */
export type AlertEvent =
  | { kind: 'opened' | 'updated' | 'recovered' | 'new_normal'; state: ChangeAlert }
  | { kind: 'not_comparable'; state: NotComparable }
  | { kind: 'few_days'; state: FewDays }
  | { kind: 'no_data' | 'data_back'; state: NoData };

/**
 * A part of a change of the score, in its points: what all of `of` is true of ("Gemini" and "alerting"). `prompts`: how many of
 * them, where it is a topic's.
 */
export type ExplainedPart = {
  of: { kind: 'prompt' | 'topic' | 'engine' | 'region'; name: string }[];
  points: number;
  prompts?: number | undefined;
};

/** So many answers of the day before and of the day name this competitor first. */
export type CompetitorGain = { name: string; before: number; after: number };

/** So many answers of the day before and of the day cite this domain. */
export type SourceLoss = { domain: string; before: number; after: number };

/** A prompt's score on the two days that a headline compares, on the engine that leads it where one does. */
export type MovedPrompt = { id: string; text: string; before: number; after: number };

/**
 * `change` = the sum of the parts' points + `rest`, exactly as they are rounded. Parts are disjoint, the largest first.
 * `gained` came forward meanwhile; missing where nobody did, or the API does not say.
 */
export type Explanation = {
  change: number;
  parts: ExplainedPart[];
  rest: number;
  gained?: CompetitorGain | undefined;
  /** A domain that answers cited and cite no more, or far less; missing where there is none, or the API does not say. */
  lost?: SourceLoss | undefined;
  /** So many prompts were not read: what of the change they make is in `rest`. */
  unread?: number | undefined;
};

/**
 * An alert as it is told: the headline's figures are of `day`, and stay so while `alert` goes on with the days. What has
 * no `alert` was decided before alerts had a life.
 */
export type ScoreAlert = {
  kind: 'score_alert';
  v: 1;
  project: ProjectRef;
  /** Identity of the alert within the workspace, from which its handle is made. */
  key: string;
  day: string;
  /** The last day before the change. */
  previousDay: string;
  score: number;
  previousScore: number;
  /** True where `previousScore` is the level that was usual, since no single day before stands for it. */
  againstLevel?: boolean | undefined;
  /** The level and the usual range are those of before, as what is measured since would have had them. */
  carriedOver?: boolean | undefined;
  /** Missing while there are too few days to know what is usual. */
  usual?: { low: number; high: number } | undefined;
  sureness?: Sureness | undefined;
  engines: EngineChange[];
  /** What `engines` names; engines where it is missing. */
  by?: PartsBy | undefined;
  /** True where the API gave no such figure of the whole project for `day`: an alert of the whole is of our own mean then. */
  noWhole?: boolean | undefined;
  /** Up to 20 days, oldest first, ending with the latest. */
  series: ChartDay[];
  /** What moved it, where the API's figures of both days say so. */
  explanation?: Explanation | undefined;
  /** What moved it is still to be found: its message says nothing of it yet. */
  whyDue?: true | undefined;
  /** The prompts that moved most the way it did, where their figures were read. */
  worst?: readonly MovedPrompt[] | undefined;
  /** What came and went since the day before the change, up to the day that `alert` speaks of. */
  measured?: MeasuredChange[] | undefined;
  /** How it stands now. */
  alert?: ChangeAlert | undefined;
  /**
   * What led it when its headline was made, by the figures of that day: read again later, among other days, the same past
   * may look a little different. Missing in what was told before this was kept.
   */
  foundAs?: Moved | undefined;
  /** Key of another metric's alert whose message tells this one too; missing where it has a message of its own. */
  toldIn?: string | undefined;
  /** Ids of the people whom its first post calls. */
  mention?: readonly string[] | undefined;
  /** What it goes without because it could not be read, where no earlier post said so. */
  unread?: readonly Extra[] | undefined;
};

/** To whoever looked into an alert, when a colleague released it: once. Where it stands, by whom, and when (epoch ms). */
export type AlertReleased = {
  kind: 'alert_released';
  v: 1;
  project: ProjectRef;
  key: string;
  channel: string;
  by: string;
  at: number;
};

/** In the thread of an alert's message, once: it has become grave since it was posted, and an edit calls nobody. */
export type GraverAlert = {
  kind: 'graver_alert';
  v: 1;
  project: ProjectRef;
  /** Of the alert whose message it stands under. */
  key: string;
  /** What became grave: that alert, or one that its message tells too. */
  alert: ChangeAlert;
  mention: readonly string[];
};

/** In the thread of an alert's message, once: it is over. Its message says so too, but an edit is seen by nobody who read it. */
export type EndedAlert = {
  kind: 'ended_alert';
  v: 1;
  project: ProjectRef;
  /** Of the alert whose message it stands under. */
  key: string;
  /** As it ended. */
  alert: ChangeAlert;
  /** A grave one: shown in the channel too, not in the thread alone. */
  grave?: true | undefined;
};

/**
 * In place of an alert: days that cannot be compared, or that have no figures. `of` names what came or went, `too` what
 * else is measured otherwise since the day before.
 */
export type ScoreNotice = {
  kind: 'score_notice';
  v: 1;
  project: ProjectRef;
  key: string;
  about: NotComparable | NoData | FewDays;
  /** What the `added` and `removed` of days that cannot be compared are. */
  of?: 'engines' | 'regions' | 'prompts' | undefined;
  too?: MeasuredChange[] | undefined;
};

/** What the messages of alerts are made of, as it is kept. */
export type AlertNews = ScoreAlert | ScoreNotice | MentionAlert;

/** What an alert said on a day: the figure beside the level that it left, as the lead of `alert` has them. */
export type PastHeadline = { alert: ChangeAlert; day: string; value: number; base: number };

/** An alert of the past as it opened; `became`: where something else led it later. `handle`: where channels know it. */
export type PastAlert = PastHeadline & {
  became?: PastHeadline | undefined;
  handle?: string | undefined;
};

/**
 * A better threshold: none of the `notUseful` alerts among the last `of` would have come with it, and `others` would,
 * between two days for which the API has figures.
 */
export type ThresholdProposal = {
  minChange: number;
  notUseful: number;
  of: number;
  others: number;
  from: string;
  to: string;
};

/** How an alert stands when its message is drawn. `also` are alerts of other metrics that its message tells too, `mentions` those of the answers. */
export type AlertStanding = {
  latest: AlertNews;
  also: readonly ScoreAlert[];
  mentions?: readonly MentionAlert[] | undefined;
  /** Until it has recovered, where `until` is missing; epoch ms. */
  muted?: { by: string; until?: number | undefined } | undefined;
  /** Who looks into it, since when (epoch ms). */
  taken?: { by: string; since: number } | undefined;
};

/** People whom one alert may name: who calls everybody calls nobody, and Slack refuses a message that is too long. */
export const MOST_NAMED = 20;
