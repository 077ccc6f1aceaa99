/** Decisions based on what people do with leads and alerts: the recap and proposals. Part of decision.ts. */
import type { ChartDay, Headline, MeasuredChange, PartsBy, SharedFigures } from './alerts.ts';
import type { DigestLead, LeadState, LeftOut } from './leads.ts';
import type { DecisionBase, Extra } from './project.ts';

/** Who held a lead since when (epoch ms); `given`: assigned by a colleague. */
export type LeadClaim = { by?: string | undefined; at: number; given?: boolean };

/** A lead that was shown and what became of it. Times epoch ms; `claims`: of everybody who ever held it, oldest first. */
export type LeadStory = DigestLead & {
  author?: string | undefined;
  state: LeadState;
  shownAt: number;
  claims?: readonly LeadClaim[];
  repliedAt?: number | undefined;
};

export type FilteredOut = DecisionBase<'filtered_out'> & {
  subscription: string;
  leftOut: LeftOut[];
  minScore?: number | undefined;
  /** The filters as text, to notice when they change. */
  filters: string;
};

/** To the channel: a place could be muted. `round`: when such a proposal was last answered (epoch ms, 0 for never). */
export type MuteProposal = DecisionBase<'mute_proposal'> & {
  subscription: string;
  at: number;
  place: string;
  round: number;
  /** `dismissed` of the last `of` leads from there had this reason. */
  reason: string;
  dismissed: number;
  of: number;
  /** What the mute would have removed of everything `shown` here in the last 30 days, newest first. */
  removes: { leads: DigestLead[]; repliedTo: number; shown: number };
};

/** Open until somebody answers. `at` epoch ms. */
export type MuteState = {
  state: 'open' | 'muted' | 'declined' | 'undone';
  by?: string | undefined;
  at?: number | undefined;
};

/** A higher minimum score. In the last `days` (30) it would have hidden `hides` of `of` leads that nobody used. */
export type MinScoreProposal = {
  feed: string;
  from?: number | undefined;
  score: number;
  hides: number;
  of: number;
  days?: number;
};

/** A feed's minimum score, and who set it through a proposal. `made`: in Slack, so it can be changed there. */
export type MinScoreState = { score?: number | undefined; by?: string | undefined; made: boolean };

/** Counts for one week. */
export type RecapRow = { name: string; shown: number; claimed: number; replied: number };
export type RecapPerson = Omit<RecapRow, 'name' | 'shown'> & {
  person: string;
  /** Missing without any reply. */
  medianReplyMs?: number | undefined;
};

/** The score at a span's end, or the average of its days. If `measured` changed, it isn't comparable with `before`. */
export type RecapScore = {
  day: string;
  score: number;
  isAverage?: true | undefined;
  /** Beside an average, the score of `day` itself. */
  last?: number | undefined;
  /** The figures are our own mean of these parts, since the API gives none of the whole. */
  meanOf?: PartsBy | undefined;
  before?: { day: string; score: number } | undefined;
  measured?: MeasuredChange[] | undefined;
  shared?: SharedFigures | undefined;
  /** Changes that the chart shows, but that lie before both days. */
  earlier?: MeasuredChange[] | undefined;
  series: ChartDay[];
};

/** The best rival by the API's undated figures. `before`: in the last recap; `standing`: the brand's own rank. */
export type RecapRival = {
  name: string;
  score: number;
  before?: number | undefined;
  /** The brand's score among the same figures, else the average of its own on these days. */
  own?: { score: number; days?: { from: string; to: string } | undefined } | undefined;
  standing?: { rank: number; of: number } | undefined;
};

/** `page`: a prompt whose answers cite this rival's pages (`cited` of the latest `of`) but hardly the brand's (`own`). */
export type RecapNext = {
  leads?: { many: number; atLeast: number } | undefined;
  page?: { prompt: string; rival: string; cited: number; own: number; of: number } | undefined;
};

/** What became of the leads shown in the span [from, to), epoch ms. */
export type Recap = DecisionBase<'recap'> & {
  subscription: string;
  from: number;
  to: number;
  timezone: string;
  schedule: string;
  /** How many hours late it is; missing if it's on time. */
  lateHours?: number | undefined;
  /** The alerts that opened or ended in the span, oldest first: `day` and `over` (YYYY-MM-DD) are when they did. */
  alerts?: { handle: string; day?: string | undefined; over?: string | undefined }[] | undefined;
  shown: number;
  claimed: number;
  replied: number;
  /** Claimed and not released, or replied to. Its share of `shown` is the precision. */
  acted: number;
  dismissed: number;
  /** Replies in the span to leads shown before it. */
  repliedEarlier: number;
  /** From showing to reply, over all replies in the span. */
  medianReplyMs?: number | undefined;
  /** How many shown leads have threads that AI engines cite. */
  cited: number;
  /** Most replies first; missing unless the feed asks for it. */
  byPerson?: RecapPerson[] | undefined;
  /** What couldn't be read, unless an earlier post already said so. */
  unread?: readonly Extra[] | undefined;
  minScore?: MinScoreProposal | undefined;
  outcomes: { helpful: number; removed: number };
  /** The first day (YYYY-MM-DD) of a monthly recap: its schedule leaves at least four weeks between runs. */
  month?: string | undefined;
  /** Leads shown in the span before, and how many of them got a reply; missing if none were shown. */
  before?: { shown: number; replied: number } | undefined;
  /** The lead with a reply that has the best score; `by` if the recap names people. */
  best?: { lead: DigestLead; by?: string | undefined } | undefined;
  score?: RecapScore | undefined;
  rival?: RecapRival | undefined;
  next?: RecapNext | undefined;
  /** Only once a month. */
  ledger?: AlertLedger | undefined;
  /** The last weeks up to the end of the span, oldest first; `name` is their first day (YYYY-MM-DD). */
  weeks: RecapRow[];
};

/** A past alert with the headline of its message. `handle`: if channels know it. */
export type PastAlert = Headline & { handle?: string | undefined };

/** A better threshold: without the `notUseful` of the last `of` alerts, and still with `others` between two days. */
export type ThresholdProposal = {
  minChange: number;
  notUseful: number;
  of: number;
  others: number;
  from: string;
  to: string;
};

/** Two weeks later. corrected: by the API's present figures no alert. unclear: too few days, or other things measured. */
export type Settled = 'held' | 'faded' | 'reverted' | 'corrected' | 'unclear';

/** What became of an alert: what people said of it, else what the figures show. */
export type AlertOutcome = 'held' | 'faded' | 'reverted' | 'false' | 'known_cause' | 'unclear';

/** A project's alerts settled in the last `days`, by outcome. `raised`: the first threshold that leaves some out. */
export type AlertLedger = {
  days: number;
  counts: OutcomeCounts;
  raised?: { minChange: number; without: OutcomeCounts } | undefined;
};

/** Outcomes without alerts are missing. */
export type OutcomeCounts = Readonly<Partial<Record<AlertOutcome, number>>>;
