/** The doctor's report, as --json prints it and doctor.ts draws it: what was checked, then what that means. */
import type { FeedReport } from '../../feeds/feed-standing.ts';
import { andList, firstOf } from '../../messages/figures.ts';
import type { Located } from '../../rules/lead-place.ts';
import type { Known } from '../../visibility/operation.ts';
import type { Came } from '../../visibility/profile-file.ts';
import type { Method } from './reads.ts';

/** `partly`: it's no fault, but something is amiss. `skipped`: it couldn't be checked. */
export type Outcome = 'ok' | 'failed' | 'partly' | 'skipped';

/** One thing that was checked, with the result in a sentence. */
export type Look = {
  what: string;
  outcome: Outcome;
  said: string;
  /** Of a channel: what is true of all such channels, before their list. */
  alike?: string;
};

/** A field of a guessed shape: the bot's name for it, the API's, and the first guess. */
export type NameFound = { field: string; came: string; guessed: string };
export type Names = { found: readonly NameFound[]; missing: readonly string[] };

/** Where something was in an answer, in the profile's words (visibility/profile.ts), with an example. */
export type Stood = { what: string; there: string; example?: string };

/** The numbers of one kind in an answer. `scale` is missing if they fit both. */
export type Range = { scale?: '0-1' | '0-100'; from: number; to: number };

/** How one operation answered. `method` is the client's; times are in ms. */
export type ReadReport = {
  method: Method;
  operation: string;
  known: Known['answer'];
  outcome: Exclude<Outcome, 'partly'>;
  status?: number;
  ms?: number;
  /** Why it failed or wasn't tried. */
  why?: string;
  /** The API's own reason for refusing the key, where it gives another than that the key is wrong. */
  said?: string;
  /** The code of the VisibilityError. */
  code?: string;
  /** Of an answer that couldn't be read: what it has, and whether an API profile can help. */
  came?: Came;
  mayProfileHelp?: boolean;
  /** How many rows, if it is a list. */
  rows?: number;
  /** Only for a guessed shape with at least one row. */
  names?: Names;
  /** Every field that was found, also in a documented shape. */
  stood?: readonly Stood[];
  /** Fields that came with nothing in them, or come only when asked for: no line about them, or inside, can be judged. */
  empty?: readonly string[];
  /** Paths of fields that Sightline doesn't know ("$[].colour"), which are text from outside. */
  unknown: readonly string[];
  scores?: Range;
  rates?: Range;
  /** Every place that leads are from, with one of its threads. */
  places?: readonly Located[];
};

/** `keyName` says where the key comes from, and is never the key. */
export type ProjectReport = {
  id: string;
  name: string;
  keyName: string;
  reads: readonly ReadReport[];
  /** What the API's refusals taught, one text each. */
  learnt?: readonly string[] | undefined;
};

/** `baseUrl` is without secrets. */
export type ApiReport = { baseUrl: string; looks: readonly Look[]; projects: readonly ProjectReport[] };

/** One workspace. */
type SlackReport = { team?: string; looks: readonly Look[] };

/**
 * What the checks mean. `fault`: the main job doesn't work; `loss`: something is left out or may go wrong; `note`: good
 * to know. `shown`: the lines of a file that it is about. `mend`: how to fix it.
 */
export type Finding = {
  level: 'fault' | 'loss' | 'note';
  subject: string;
  sentence: string;
  shown?: readonly string[];
  mend?: string;
};

/** A check and what it means, if anything. */
export type LookResult = { look: Look; finding?: Finding };

export type Report = {
  /** ISO time, from which the feeds' next times are computed. */
  at: string;
  /** Whether that is a sandbox's time, not the machine's. */
  simulated: boolean;
  /** Whether posts go out as configured: no finding is a fault. */
  works: boolean;
  api?: ApiReport;
  slack: readonly SlackReport[];
  store: readonly Look[];
  /** Whether `feeds` are as the running bot has them, instead of as they will be at the next start. */
  running?: true;
  feeds: readonly FeedReport[];
  findings: readonly Finding[];
};

export const MOST_LISTED = 6;

/** "Acme, Globex and 38 more" */
export function listSome(names: readonly string[]): string {
  return andList(firstOf(names, MOST_LISTED, (name) => name));
}

export const ok = (what: string, said: string): Look => ({ what, outcome: 'ok', said });
export const skipped = (what: string, said: string): Look => ({ what, outcome: 'skipped', said });

/** A failed check, with the same sentence as its finding. */
export function trouble(
  level: Finding['level'],
  subject: string,
  { what, sentence, mend }: { what: string; sentence: string; mend?: string },
): LookResult {
  const finding = { level, subject, sentence, ...(mend !== undefined && { mend }) };
  return { look: { what, outcome: level === 'fault' ? 'failed' : 'partly', said: sentence }, finding };
}
