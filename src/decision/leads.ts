/** What is decided of leads, and how people leave them. Part of decision.ts, by which everybody knows it. */
import type { Extra } from './health.ts';
import type { ProjectRef } from './project.ts';

/** A lead as it was when decided. `key` is its identity in a channel; scores are on the API's own scale; times epoch ms. */
export type DigestLead = {
  key: string;
  title?: string | undefined;
  url?: string | undefined;
  place?: string | undefined;
  score?: number | undefined;
  reason?: string | undefined;
  postedAt?: number | undefined;
  /** The score that it had until `scoreSince`; missing where it has always had the same. */
  previousScore?: number | undefined;
  scoreSince?: number | undefined;
  /** When a poll first brought it; said of one that comes back. */
  firstSeenAt?: number | undefined;
  /** The engines that cite its thread already, by the names that people know. */
  citedBy?: readonly string[] | undefined;
};

/**
 * Why leads of a poll are not in the digest, in the words of the filter that removed them; `finished`: people had replied to
 * them, dismissed or snoozed them before this channel was told.
 */
export type LeftOut = {
  reason: 'below_min_score' | 'too_old' | 'place' | 'word' | 'muted' | 'finished';
  count: number;
  /** The best score that lies below the feed's. */
  best?: number | undefined;
  /** The places muted by people in the channel that these leads are from. */
  places?: readonly string[] | undefined;
};

/** New leads, best first, for one channel. */
export type LeadDigest = {
  kind: 'lead_digest';
  v: 1;
  project: ProjectRef;
  /** When it was due, epoch ms, and the feed's schedule as the file says it. */
  at: number;
  timezone: string;
  schedule: string;
  /**
   * True where the whole list is learnt: `unshown` leads are marked seen and never posted. That is the first digest that
   * a channel gets of a project or, with `anew`, the one after a digest was held.
   */
  first: boolean;
  anew?: boolean | undefined;
  leads: DigestLead[];
  /** Known here already, and still open: they come back once, in a block of their own. */
  stillOpen?: DigestLead[] | undefined;
  /** How many that the channel was shown before were open then, those in `stillOpen` among them. */
  open?: number | undefined;
  /** What is older the feed leaves out; said in its first digest. */
  maxAgeMs?: number | undefined;
  /** How many the API listed, where it has more than that. */
  listed?: number | undefined;
  unshown: number;
  /** Those `unshown`, for whoever asks for more. */
  more?: DigestLead[] | undefined;
  /** Hours that it comes late, after an outage of ours or of the API; missing when it is on time. */
  lateHours?: number | undefined;
  leftOut: LeftOut[];
  minScore?: number | undefined;
  /** Counts of the API's own metrics, where it gave them. */
  known?: number | undefined;
  averageScore?: number | undefined;
  /** Threads that AI engines cite and that are no lead of this digest; missing unless the feed asks for them. */
  warm?: DigestLead[] | undefined;
  /** What it goes without because it could not be read, where no earlier post said so. */
  unread?: readonly Extra[] | undefined;
};

/** To whoever claimed a lead and has not replied within a working day: once for each claim. */
export type LeadReminder = {
  kind: 'lead_reminder';
  v: 1;
  project: ProjectRef;
  lead: DigestLead;
  person: string;
  claimedAt: number;
  timezone: string;
};

/** What was looked for in the API: found, not there, or not readable then. */
export type Sought<Thing> = Thing | 'none' | 'unreadable';

/** What engines say on a topic: how visible the project is on each, and who is named most there. */
export type LeadTopic = {
  label: string;
  engines: { engine: string; visibility?: number | undefined; rival?: string | undefined }[];
};

/** What to know before replying: the topic and the tracked prompt that share the thread's words. */
export type LeadBriefing = { topic: Sought<LeadTopic>; prompt: Sought<{ text: string }> };

/** To whoever a colleague gave a lead, once: who gave it, and when (epoch ms). */
export type LeadAssigned = {
  kind: 'lead_assigned';
  v: 1;
  project: ProjectRef;
  lead: DigestLead;
  person: string;
  by: string;
  at: number;
  timezone: string;
  briefing?: LeadBriefing | undefined;
};

/**
 * To whoever claimed a lead, when a colleague released it or told of a reply; to whoever gave it away, when it was declined.
 * `at` epoch ms.
 */
export type ClaimEnded = {
  kind: 'claim_ended';
  v: 1;
  project: ProjectRef;
  lead: Pick<DigestLead, 'key' | 'title' | 'url'>;
  by: string;
  how: 'release' | 'reply' | 'decline';
  at: number;
};

/**
 * Why a lead stands where it does in a team's own order. `word`: as it is written in the lead. `untried`: the team has hardly
 * decided on that place. `rest`: nothing speaks for it, and the others have less.
 */
export type WhyRanked =
  | { kind: 'place' | 'untried'; place: string }
  | { kind: 'word'; word: string }
  | { kind: 'cited' | 'fresh' | 'score' | 'rest' };

/** A row of somebody's own digest; `why` is missing where its project's leads are in the API's order. */
export type OwnRow = { project: ProjectRef; lead: DigestLead; why?: WhyRanked | undefined };

/**
 * Whose order the rows have, and on how many leads the team decided: of the projects in the team's order together, else of the
 * one with most. off: the person chose the API's; too_few: `needed` are; one_sided: nearly all
 * were answered, or nearly none, which says nothing of what the team likes.
 */
export type OwnOrder =
  | { by: 'team'; decisions: number }
  | { by: 'api'; why: 'off' | 'too_few' | 'one_sided'; decisions: number; needed: number };

/** To one person, at the time they chose: a few open leads of the projects that they see. `at`, epoch ms, is when it was due. */
export type OwnDigest = {
  kind: 'own_digest';
  v: 1;
  /** Of its first row. */
  project: ProjectRef;
  person: string;
  at: number;
  timezone: string;
  schedule: string;
  rows: OwnRow[];
  order: OwnOrder;
};

/** What came of a reply. */
export type LeadOutcome = 'helpful' | 'removed';

/**
 * How a lead stands, as people left it: `by` whom, `since` when; a snooze ends at `until`. Times epoch ms. `by` is
 * missing where nobody did anything, and where a reader may not know who did.
 */
export type LeadState = {
  state: 'new' | 'claimed' | 'replied' | 'dismissed' | 'snoozed';
  by?: string | undefined;
  since?: number | undefined;
  /** Who gave it to them, where they did not claim it themselves. */
  assignedBy?: string | undefined;
  until?: number | undefined;
  dismissReason?: string | undefined;
  replyUrl?: string | undefined;
  outcome?: LeadOutcome | undefined;
};

/** A lead as it stands for the readers of one channel: `alsoOf` are other projects there with the same thread. */
export type LeadStanding = LeadState & { alsoOf?: readonly string[] | undefined };

/** Why an act on a lead is refused. `taken`: somebody else has claimed it; `unclaimed`: it is snoozed, so there is no claim to release. */
export type LeadRefusal =
  | 'taken'
  | 'yours'
  | 'claimed'
  | 'unclaimed'
  | 'open'
  | 'has_reply'
  | 'no_reply'
  | 'dismissed'
  | 'dismissed_already'
  | 'past_day'
  | 'still_snoozed';
