/**
 * What is decided from how people treat leads: the recap, proposals, and a word about filters. Part of decision.ts, by
 * which everybody knows it.
 */
import type { ChangeAlert, ChartDay, MeasuredChange, PartsBy } from './alerts.ts';
import type { Extra } from './health.ts';
import type { DigestLead, LeadOutcome, LeadState, LeftOut } from './leads.ts';
import type { ProjectRef } from './project.ts';

/**
 * A lead that was shown, and what became of it: what the recap, a proposal and the export are made of. Times epoch ms;
 * `claimedAt` and `repliedAt` are of the first claim and the reply, `by` of who left it in its state.
 */
export type LeadStory = DigestLead & {
  author?: string | undefined;
  shownAt: number;
  state: LeadState['state'];
  by?: string | undefined;
  claimedAt?: number | undefined;
  repliedAt?: number | undefined;
  dismissedAs?: string | undefined;
  replyUrl?: string | undefined;
  outcome?: LeadOutcome | undefined;
};

/** To the channel, once for one set of filters: they remove everything that the API has. */
export type FilteredOut = {
  kind: 'filtered_out';
  v: 1;
  project: ProjectRef;
  subscription: string;
  at: number;
  leftOut: LeftOut[];
  minScore?: number | undefined;
  /** The filters as text: other filters are told of anew. */
  filters: string;
};

/**
 * To the channel: people dismiss what comes from a place, so it might be muted. Never done by itself. `round` is when
 * people last answered such a proposal (epoch ms; 0 for never): each round is asked once.
 */
export type MuteProposal = {
  kind: 'mute_proposal';
  v: 1;
  project: ProjectRef;
  subscription: string;
  at: number;
  place: string;
  round: number;
  /** `dismissed` of the last `of` leads from there were dismissed for this reason. */
  reason: string;
  dismissed: number;
  of: number;
  /** What the mute would have removed of all that was `shown` here in the last 30 days, newest first. */
  removes: { leads: DigestLead[]; repliedTo: number; shown: number };
};

/** How a proposal stands: open until somebody answers it. `at` epoch ms. */
export type MuteState = {
  state: 'open' | 'muted' | 'declined' | 'undone';
  by?: string | undefined;
  at?: number | undefined;
};

/**
 * A higher minimum score for a leads feed (by its id), whose minimum was `from`: in the last month it would have hidden `hides`
 * of the `of` leads that nobody used. Never applied by itself.
 */
export type MinScoreProposal = {
  feed: string;
  from?: number | undefined;
  score: number;
  hides: number;
  of: number;
};

/** How a feed's minimum score stands now: what it is, and who set it through a proposal. `made`: it can be changed in Slack. */
export type MinScoreState = { score?: number | undefined; by?: string | undefined; made: boolean };

/** Counts of one place, topic, person or week. Of leads without any reply there is no median. */
export type RecapRow = { name: string; shown: number; claimed: number; replied: number };
export type RecapPerson = {
  person: string;
  claimed: number;
  replied: number;
  medianReplyMs?: number | undefined;
};

/**
 * The score at the end of a recap's span, or the average of its days (`isAverage`), and the same of the span before it, each as of
 * its last day; `measured` came and went between the two, which are then not comparable. `series` is of every day, its last
 * weeks or those of its month.
 */
export type RecapScore = {
  day: string;
  score: number;
  isAverage?: true | undefined;
  /** Our own mean of such parts, where the API gives none of the whole. */
  meanOf?: PartsBy | undefined;
  before?: { day: string; score: number } | undefined;
  measured?: MeasuredChange[] | undefined;
  series: ChartDay[];
};

/**
 * The rival with the best score, by the API's own figures of rivals, whose days it doesn't say; `before` is what the last recap
 * gave. Where it gives the brand's beside them: its rank among `of` tools, the brand and those that answers name most.
 */
export type RecapRival = {
  name: string;
  score: number;
  before?: number | undefined;
  standing?: { rank: number; of: number } | undefined;
};

/**
 * What to do next. `page`: a prompt whose answers cite pages of this rival, of the latest `of` citations `cited`, and the brand's
 * hardly or never (`own`).
 */
export type RecapNext = {
  leads?: { many: number; atLeast: number } | undefined;
  page?: { prompt: string; rival: string; cited: number; own: number; of: number } | undefined;
};

/** What became of the leads shown in a span of time [from, to), epoch ms. */
export type Recap = {
  kind: 'recap';
  v: 1;
  project: ProjectRef;
  subscription: string;
  from: number;
  to: number;
  timezone: string;
  schedule: string;
  /** Hours that it comes late; missing when it is on time. */
  lateHours?: number | undefined;
  shown: number;
  claimed: number;
  replied: number;
  /** Claimed and not given back, or replied to: its share of `shown` is the precision. */
  acted: number;
  dismissed: number;
  /** Replies in the span to leads that were shown before it. */
  repliedEarlier: number;
  /** From showing to reply, of every reply in the span. */
  medianReplyMs?: number | undefined;
  /** Shown leads whose threads AI engines cite. */
  cited: number;
  /** Most shown first. `byTopic` is missing where the topics could not be read (`unread` says so where that is news), `byPerson` unless it was asked for. */
  byPlace: RecapRow[];
  byTopic?: RecapRow[] | undefined;
  byPerson?: RecapPerson[] | undefined;
  /** What it goes without because it could not be read, where no earlier post said so. */
  unread?: readonly Extra[] | undefined;
  minScore?: MinScoreProposal | undefined;
  outcomes: { helpful: number; removed: number };
  /** The day on which a month of it began (YYYY-MM-DD), where its schedule leaves four weeks or more between runs. */
  month?: string | undefined;
  /** Leads shown in the span before it, and how many of them are answered; missing where nothing was shown. */
  before?: { shown: number; replied: number } | undefined;
  /** The answered lead with the best score, and by whom where people are named. */
  best?: { lead: DigestLead; by?: string | undefined } | undefined;
  score?: RecapScore | undefined;
  rival?: RecapRival | undefined;
  next?: RecapNext | undefined;
  /** Once a month. */
  ledger?: AlertLedger | undefined;
  /** Weeks that end with the span, oldest first; `name` is the day they begin (YYYY-MM-DD). */
  weeks: RecapRow[];
};

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

/**
 * By the figures alone, kept once the two weeks are over. corrected: the API has since given another figure of the alert's
 * own day, with which it never was. The last two can't be told: too few days have a figure, or what is measured changed.
 */
export type Settled = 'held' | 'faded' | 'reverted' | 'corrected' | 'few_figures' | 'measured_otherwise';

/** What counts: people's word where they gave one, else the figures'. */
export type AlertOutcome = 'held' | 'faded' | 'reverted' | 'false' | 'known_cause' | 'unclear';

/**
 * The alerts of a project that were settled in the last `days`, by what became of them. `raised`: the first larger threshold
 * that would have left out any of them, and what became of those.
 */
export type AlertLedger = {
  days: number;
  counts: OutcomeCounts;
  raised?: { minChange: number; without: OutcomeCounts } | undefined;
};

/** An outcome that none had is missing. */
export type OutcomeCounts = Readonly<Partial<Record<AlertOutcome, number>>>;
