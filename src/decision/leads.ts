/** Decisions about leads, and the states people put leads in. Part of decision.ts. */
import type { CitedPage } from './asked.ts';
import type { DecisionBase, Extra, ProjectRef } from './project.ts';

/** A lead as it was when decided. `key` identifies it in a channel. Scores as the API gives them; times epoch ms. */
export type DigestLead = {
  key: string;
  title?: string | undefined;
  url?: string | undefined;
  place?: string | undefined;
  score?: number | undefined;
  reason?: string | undefined;
  postedAt?: number | undefined;
  /** Its score until `scoreSince`; missing if it never changed. */
  previousScore?: number | undefined;
  scoreSince?: number | undefined;
  /** When a poll first found it; shown if it comes back. */
  firstSeenAt?: number | undefined;
  /** Names of engines that already cite its thread. */
  citedBy?: readonly string[] | undefined;
};

/** The part of a lead that a decision keeps: not when it was found, which only one that comes back says. */
export function leadFacts(lead: DigestLead): DigestLead {
  const { key, title, url, place, score, reason, postedAt, previousScore, scoreSince, citedBy } = lead;
  return { key, title, url, place, score, reason, postedAt, previousScore, scoreSince, citedBy };
}

/**
 * Leads of a poll left out, each counted once. taken: people had seen to them, settled: in the API's dashboard; else the
 * first filter that removes them.
 */
export type LeftOut = {
  reason: 'below_min_score' | 'too_old' | 'place' | 'word' | 'muted' | 'settled' | 'taken';
  count: number;
  /** The best score below the feed's minimum. */
  best?: number | undefined;
};

/** A thread that AI engines cite and that isn't among a digest's leads. `isLead`: one all the same, so people can take it. */
export type WarmThread = DigestLead & { isLead?: boolean | undefined };

/** New leads, best first, for one channel. */
export type LeadDigest = DecisionBase<'lead_digest'> & {
  /** When it was due, epoch ms. */
  at: number;
  timezone: string;
  schedule: string;
  /** The first digest here or, with `anew`, the first after a held one: `unshown` leads are never posted then. */
  first: boolean;
  anew?: boolean | undefined;
  leads: DigestLead[];
  /** Still open, in a block of their own: those known here come back once; others were opened again before they came. */
  stillOpen?: (DigestLead & { isFirstHere?: boolean })[] | undefined;
  /** How many other leads of the project were open then and pass the filters, including `stillOpen`. */
  open?: number | undefined;
  /** The feed leaves out older leads; its first digest says so. */
  maxAgeMs?: number | undefined;
  /** How many leads the API listed, if it has more. */
  listed?: number | undefined;
  unshown: number;
  /** How many hours late it is, after an outage of ours or of the API; missing if it's on time. */
  lateHours?: number | undefined;
  leftOut: LeftOut[];
  minScore?: number | undefined;
  /** From the API's own metrics, if it gave them. */
  known?: number | undefined;
  /** Missing unless the feed asks for them. */
  warm?: WarmThread[] | undefined;
  /** What couldn't be read, unless an earlier post already said so. */
  unread?: readonly Extra[] | undefined;
};

/** `assignedBy`: who gave the lead to its holder, unless they claimed it themselves. */
export type UnansweredClaim = {
  project: ProjectRef;
  lead: DigestLead;
  claimedAt: number;
  assignedBy?: string | undefined;
};

/** To a person who claimed a lead and hasn't replied within a working day, once per claim. `also`: others due by then. */
export type LeadReminder = DecisionBase<'lead_reminder'> &
  UnansweredClaim & { person: string; also?: readonly UnansweredClaim[] | undefined };

/** Something looked up in the API: found, not there, or unreadable at the time. */
type Sought<Thing> = Thing | 'none' | 'unreadable';

/** What engines say on a topic: quotes, and how visible the project and its best rival are, overall and on each engine. */
export type LeadTopic = {
  label: string;
  /** Neither the thread nor the API's reason says the topic: it shares words with them. */
  isGuess?: boolean | undefined;
  quotes: { text: string; engine?: string | undefined }[];
  visibility?: number | undefined;
  rival?: { name: string; visibility: number } | undefined;
  engines: { engine: string; visibility?: number | undefined; rival?: string | undefined }[];
};

/** The topic and prompt that share words with the thread, and the pages that engines cite most (`about` one of them). */
export type LeadBriefing = {
  topic: Sought<LeadTopic>;
  prompt: Sought<{ text: string }>;
  cited?: Sought<{ about: string; pages: CitedPage[] }> | undefined;
};

/** To a person whom a colleague assigned a lead, once. `at` epoch ms. */
export type LeadAssigned = DecisionBase<'lead_assigned'> & {
  lead: DigestLead;
  person: string;
  by: string;
  /** From that colleague. */
  note?: string | undefined;
  at: number;
  briefing?: LeadBriefing | undefined;
};

/** To a claimer whose lead a colleague released or answered, or to an assigner when it was declined. `at` epoch ms. */
export type ClaimEnded = DecisionBase<'claim_ended'> & {
  lead: Pick<DigestLead, 'key' | 'title' | 'url'>;
  by: string;
  how: 'release' | 'reply' | 'decline';
  at: number;
};

/** Why a lead ranks where it does in a team's order. untried: hardly any decisions there. rest: nothing in its favour. */
export type WhyRanked =
  | { kind: 'place' | 'untried'; place: string }
  | { kind: 'word'; word: string }
  | { kind: 'cited' | 'fresh' | 'score' | 'rest' };

/** A row of a person's own digest; `why` is missing if its project's leads are in the API's order. */
export type OwnRow = {
  project: ProjectRef;
  lead: DigestLead;
  why?: WhyRanked | undefined;
  /** One of the person's earlier digests had it. */
  isAgain?: true;
};

/** Whose order the rows are in. `decisions`: on how many leads the team decided, in all projects in the team's order. */
export type OwnOrder = { by: 'team'; decisions: number } | { by: 'api' };

/** To one person: a few open leads of projects they can see. `project`: the first row's; `at`: when due, epoch ms. */
export type OwnDigest = DecisionBase<'own_digest'> & {
  person: string;
  at: number;
  timezone: string;
  schedule: string;
  rows: OwnRow[];
  order: OwnOrder;
  /** When its leads were last read, epoch ms, if the API couldn't be read then; of several projects, the oldest. */
  asOf?: number | undefined;
};

export type LeadOutcome = 'helpful' | 'removed';

export const LEAD_STATES = ['new', 'claimed', 'snoozed', 'replied', 'dismissed'] as const;

/** `by` is missing if nobody touched it or the reader may not know who. `until`: the end of a snooze. Epoch ms. */
export type LeadState = {
  state: (typeof LEAD_STATES)[number];
  by?: string | undefined;
  since?: number | undefined;
  /** Who assigned it, if `by` didn't claim it themselves. */
  assignedBy?: string | undefined;
  until?: number | undefined;
  dismissReason?: string | undefined;
  replyUrl?: string | undefined;
  outcome?: LeadOutcome | undefined;
  /** Of a dismissed or snoozed lead: what an undo brings back. */
  before?: LeadState | undefined;
};

const BEFORE_REMARK = ': ';

/** A dismissal's reason as it is kept: "off_topic", "off_topic: about phones", or a reason in someone's own words. */
export function withRemark(chosen: string, remark: string): string {
  return remark === '' ? chosen : `${chosen}${BEFORE_REMARK}${remark}`;
}

/** The chosen part of a kept reason, and the remark with its colon, if there is one. */
export function splitRemark(reason: string): { chosen: string; remark: string } {
  const [chosen = ''] = reason.split(BEFORE_REMARK, 1);
  return { chosen, remark: reason.slice(chosen.length) };
}

/** The state of a lead as one channel sees it. `alsoOf`: other projects there with the same thread. */
export type LeadStanding = LeadState & { alsoOf?: readonly string[] | undefined };

/** Acts on a claimed lead that only its holder can do. Anyone can release it or mark it as replied. */
export const HOLDERS_ACTS = ['assign', 'dismiss', 'snooze'] as const;
