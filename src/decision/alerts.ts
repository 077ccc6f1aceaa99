/** Alerts as rules decide them, the store keeps them and messages show them. JSON; figures as the API gave them. */
import type { DecisionBase, Extra } from './project.ts';

export type Metric = 'score' | 'mentionRate' | 'averageRank' | 'sentiment';

/** Whose figures: all engines without `engine`, all regions without `region`. */
export type Scope = {
  engine?: { id: string; name: string } | undefined;
  region?: { id: string; name: string } | undefined;
};

/** "Gemini", "Germany", "Gemini, Germany"; empty for the whole. */
export function namePart({ engine, region }: Scope): string {
  return [engine, region].flatMap((part) => part?.name ?? []).join(', ');
}

/** How sure a score alert is. If it is missing but the usual range isn't, the score is within that range. */
export type Sureness = 'well outside normal' | 'outside normal' | 'just outside normal';

/** Surest first: from how many usual `spreads` on, the share that `holds` (`bench -- detect`), and days `lasted`. */
export const SURENESS: readonly { phrase: Sureness; spreads: number; holds: number; lasted?: true }[] = [
  { phrase: 'well outside normal', spreads: 4, holds: 0.95 },
  { phrase: 'outside normal', spreads: 3, holds: 0.8 },
  { phrase: 'just outside normal', spreads: 2, holds: 0.88, lasted: true },
];

/** The kind of parts listed for a score: engines if the API gives figures by engine. */
export type PartsBy = 'engine' | 'engine and region' | 'region';

/** A part's share of a score change. `score` and `change` are missing without figures; `sureness`: how unusual it is. */
export type EngineChange = {
  engine: string;
  score?: number | undefined;
  change?: number | undefined;
  normal: boolean;
  sureness?: Sureness | undefined;
};

/** From `day` on other things are measured; both lists empty: nobody knows which. `reworded`: by the words they have now. */
export type MeasuredChange = {
  day: string;
  of: 'prompts' | 'engines' | 'regions';
  came: string[];
  went: string[];
  reworded?: string[] | undefined;
};

/** The mean of what was measured before and after. `steps`: how far each series went on it, in the API's own unit. */
export type SharedFigures = {
  of: MeasuredChange['of'];
  parts: number;
  before: number;
  after: number;
  steps?: Readonly<Record<string, number>> | undefined;
};

/** What came or went on a day. `shared`: of what has a figure on the day before, too; missing if nobody knows. */
export type SetChange = MeasuredChange & { shared?: SharedFigures | undefined };

/** A usual range, both ends in the API's own unit. `spread`: the standard deviation behind one cut at its scale's end. */
export type Range = { low: number; high: number; spread?: number | undefined };

/** `score`: null if the API has none. `usual`: its own range, if it isn't the chart's; of averaged days their lowest and highest. */
export type ChartDay = { date: string; score: number | null; usual?: Range | undefined };

/** A series that moved. `changedOn`: the first day of its new level; `delta`: from `base`, on the alert's day. */
export type Moved = {
  scope: Scope;
  kind: 'jump' | 'shift';
  changedOn: string;
  base: number;
  value: number;
  delta: number;
};

/** recovered: back for two days. new_normal: a `level` held for a week. reversed: went the other way. corrected: never was. */
export type AlertStatus = 'open' | 'recovered' | 'new_normal' | 'reversed' | 'corrected';

/** An alert of one metric of a project; at most one is open. Its message is edited until it ends. */
export type ChangeAlert = {
  type: 'change';
  /** Unique in the workspace: `score:<project>:<metric>:<day opened>`. Finds the message to edit. */
  key: string;
  metric: Metric;
  status: AlertStatus;
  openedOn: string;
  /** The latest day covered; the day it ended, once it isn't open. */
  day: string;
  /** What leads: the whole project if it moved, else the engine or region that moved most. */
  lead: Moved;
  /** The day on which the whole project took the lead from an engine or a region; missing if it never did. */
  ledFrom?: string | undefined;
  /** The usual range on the day of opening; missing while too few days are known. */
  usual?: Range | undefined;
  /** The same in the latest day's figures, if other things are measured by then. */
  usualNow?: Range | undefined;
  /** How sure it was on its surest day; missing within the first eight days of a series. */
  sureness?: Sureness | undefined;
  /** Within this distance of its base the lead is calm; for how many days it has been. */
  calmWithin: number;
  calmDays: number;
  /** Other series that moved with it; they never get alerts of their own. */
  moved: { scope: Scope }[];
  /** The new level of a new_normal. */
  level?: number | undefined;
};

/** Replaces an alert: what is `measured` changed. `shared`: the mean of what was measured on both days, if known. */
export type NotComparable = {
  type: 'not_comparable';
  /** `score:<project>:not_comparable:<day>` */
  key: string;
  metric: Metric;
  day: string;
  previousDay: string;
  value: number;
  previousValue: number;
  measured: MeasuredChange[];
  shared?: SharedFigures | undefined;
};

/** The first day of the change: the alert may have opened later, or been about something else at first. */
export function startDay({ openedOn, lead }: Pick<ChangeAlert, 'openedOn' | 'lead'>): string {
  return lead.changedOn < openedOn ? lead.changedOn : openedOn;
}

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

/** The API's history is still too short to tell what is unusual; reported once. */
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

/** Points of whatever matches all of `of`. `share` of the change (0 to 1, or more); `prompts`: how many in a topic's part. */
export type ExplainedPart = {
  of: { kind: 'prompt' | 'topic' | 'engine' | 'region'; name: string }[];
  points: number;
  share: number;
  prompts?: number | undefined;
};

/** The number of answers that name this competitor first, the day before and on the day. */
export type CompetitorGain = { name: string; before: number; after: number };

/** The number of answers that cite this domain, the day before and on the day. */
export type SourceLoss = { domain: string; before: number; after: number };

/** A prompt's score on the two days of a headline, on the engine that leads the alert if one does. */
export type MovedPrompt = { id: string; text: string; before: number; after: number };

/** Of a `change` with rounded figures; its parts are disjoint, largest first. `gained`: a rival. */
export type Explanation = {
  change: number;
  parts: ExplainedPart[];
  gained?: CompetitorGain | undefined;
  /** A domain that answers no longer cite, or far less, if any is known. */
  lost?: SourceLoss | undefined;
  /** The number of prompts not read. */
  unread?: number | undefined;
};

/** The headline's figures are those of `day` and stay, while `alert` is updated each day. */
export type ScoreAlert = DecisionBase<'score_alert'> & {
  /** Unique in the workspace; the handle is made from it. */
  key: string;
  day: string;
  /** The last day before the change. */
  previousDay: string;
  score: number;
  previousScore: number;
  /** `previousScore` is the usual level, since no single day before represents it. */
  againstLevel?: boolean | undefined;
  /** Missing while there are too few days to know what is usual. */
  usual?: Range | undefined;
  engines: EngineChange[];
  /** What `engines` lists; engines if missing. */
  by?: PartsBy | undefined;
  /** All of them together, between the same two days. */
  whole?: EngineChange | undefined;
  /** The API gives no figure of the whole project; an alert of the whole then uses our own mean. */
  noWhole?: boolean | undefined;
  /** Up to 20 days, oldest first. */
  series: ChartDay[];
  /** What moved the score, if the figures of both days tell. */
  explanation?: Explanation | undefined;
  /** The explanation is still to be found, so the message doesn't mention it yet. */
  whyDue?: true | undefined;
  /** The prompts that moved most in the alert's direction, if their figures were read. */
  worst?: readonly MovedPrompt[] | undefined;
  /** Changes of what is measured from the day before the change up to the day of `alert`. */
  measured?: MeasuredChange[] | undefined;
  /** Once it has recovered, the parts that are still away from what was usual before it. */
  still?: EngineChange[] | undefined;
  /** Changes of prompts since then by which its figures are judged. */
  promptChanges?: SetChange[] | undefined;
  /** The current state. */
  alert: ChangeAlert;
  /** The lead as the headline was made; figures read later may differ. */
  foundAs: Moved;
  /** Its first headline, if it goes on with another: an engine's move that became the whole project's. */
  began?: Headline | undefined;
  /** Once it is reversed: the key of the alert that goes the other way. That one's `follows` is its key. */
  next?: string | undefined;
  follows?: string | undefined;
  /** Key of the alert whose message tells this one too; missing if it has its own message. */
  toldIn?: string | undefined;
  /** Ids of the people mentioned in its first post. */
  mention?: readonly string[] | undefined;
  /** What couldn't be read, unless an earlier post already said so. */
  unread?: readonly Extra[] | undefined;
};

/** What an alert found, between which days. */
export type Headline = Pick<
  ScoreAlert,
  'alert' | 'day' | 'previousDay' | 'score' | 'previousScore' | 'againstLevel'
>;

/** To the person who looked into an alert, when a colleague released it. `channel` is the alert's; `at` epoch ms. */
export type AlertReleased = DecisionBase<'alert_released'> & {
  key: string;
  channel: string;
  by: string;
  at: number;
};

/** Whether its figures can't be compared since: other things are measured, and no prompts asked on both days tell how they moved. */
export function isOfOthers({ alert, measured = [], promptChanges = [] }: ScoreAlert): boolean {
  return measured.some(({ of, day }) => {
    if (of !== 'prompts') return true;
    return alert.metric !== 'sentiment' && !promptChanges.some((link) => link.shared && link.day >= day);
  });
}

/** In the thread of an alert's message, once: it became grave after its post, and an edit notifies nobody. */
export type GraverAlert = DecisionBase<'graver_alert'> & {
  /** The alert whose thread it goes to. */
  key: string;
  /** What became grave: that alert, or one that shares its message. */
  alert: ChangeAlert;
  mention: readonly string[];
};

/** In the thread of an alert's message, once: it is over. The message is edited too, but nobody notices an edit. */
export type EndedAlert = DecisionBase<'ended_alert', 2> & {
  /** The alert whose thread it goes to. */
  key: string;
  /** As it ended. */
  alert: ScoreAlert | MentionAlert;
  /** A grave alert's end is also shown in the channel. */
  grave?: true | undefined;
};

/** Replaces an alert: days that can't be compared or have no figures. */
export type ScoreNotice = DecisionBase<'score_notice'> & {
  key: string;
  about: NotComparable | NoData | FewDays;
};

export type AlertNews = ScoreAlert | ScoreNotice | MentionAlert;

/** A notice of days that can't be compared is final; one of missing data stays open. */
export function isOpenNews(news: AlertNews): boolean {
  if (news.kind === 'mention_alert') return news.status === 'open';
  if (news.kind === 'score_alert') return news.alert.status === 'open';
  return news.about.type === 'no_data' && news.about.status === 'open';
}

/** An alert as its message is rendered. `also`: other alerts in the same message. */
export type AlertStanding = {
  latest: AlertNews;
  also: readonly (ScoreAlert | MentionAlert)[];
  /** `until` epoch ms; if missing, until the alert has recovered. */
  muted?: { by: string; until?: number | undefined } | undefined;
  /** Who is looking into it, and since when (epoch ms). */
  taken?: { by: string; since: number } | undefined;
  stalled?: Stalled | undefined;
  /** Beside the word that it is over: what else of the project is open in the channel. */
  others?: readonly (ScoreAlert | MentionAlert)[] | undefined;
};

/** What became of the feed that keeps an open alert up to date, if it doesn’t run. */
export type Stalled = 'paused' | 'ended';

/** The most people an alert may mention, since Slack refuses messages that are too long. */
export const MOST_NAMED = 20;

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

/** A rival that passed the brand, with the status that its alert would have. */
export type RivalPass = Pick<MentionAlert, 'status'> & { about: RivalPassed };

/** `usual`: the share (0 to 1) on the days before. `quote`: from the worst mention, if the API gives its text. */
export type NegativeRise = {
  type: 'negative';
  usual: number;
  quote?: string | undefined;
  figures: ToneFigures;
  now?: ToneFigures | undefined;
};

/** over: back to usual. stays: unchanged for four weeks. `figures` are the headline's, `now` the latest day's. */
export type MentionAlert = DecisionBase<'mention_alert'> & {
  /** `rival:<project>:<rival>:<since>` or `negative:<project>:<day>` */
  key: string;
  status: 'open' | 'over' | 'stays';
  about: RivalPassed | NegativeRise;
  /** Key of the alert with the same cause whose message tells this one too. */
  toldIn?: string | undefined;
};
