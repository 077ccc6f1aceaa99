/** What the doctor finds, as --json prints it and drawn.ts draws it: first what was asked and came, then what it means. */
import type { Feed } from '../../projects/projects.ts';
import type { Known } from '../../visibility/operation.ts';
import type { Method } from './reads.ts';

/** What became of one look. `skipped`: it could not be made, `said` is why. */
export type Outcome = 'ok' | 'failed' | 'skipped';

/** One look at something, in a sentence. */
export type Look = { what: string; outcome: Outcome; said: string };

/** A field of a guessed shape as it came, and as it was guessed first; `field` is how the bot calls it. */
export type NameFound = { field: string; came: string; guessed: string };
export type Names = { found: readonly NameFound[]; missing: readonly string[] };

/** Where something stood in an answer, in the profile's words (visibility/profile.ts), with an example of it. */
export type Stood = { what: string; there: string; example?: string };

/** Numbers of one kind in one answer. `scale` is missing where they do not tell. */
export type Range = { scale?: '0-1' | '0-100'; from: number; to: number };

/** What one operation answered. `method` is the client's; times in ms. */
export type ReadReport = {
  method: Method;
  operation: string;
  known: Known['answer'];
  outcome: Outcome;
  status?: number;
  ms?: number;
  /** Why it failed or was not tried. */
  why?: string;
  /** The literal code of the failure. */
  code?: string;
  /** How many rows, where it is a list. */
  rows?: number;
  /** Of a guessed shape that held a row. */
  names?: Names;
  /** Everything that was found, also of a documented shape. */
  stood?: readonly Stood[];
  /** Where fields stand that Sightline does not know ("$[].colour"): outside text. */
  unknown: readonly string[];
  scores?: Range;
  rates?: Range;
};

/** `keyName` says where the key is to be found, never the key. */
export type ProjectReport = {
  id: string;
  name: string;
  keyName: string;
  reads: readonly ReadReport[];
  /** What refusals taught, a sentence each. */
  learnt?: readonly string[];
};

/** `baseUrl` without what may be secret in it. */
export type ApiReport = { baseUrl: string; looks: readonly Look[]; projects: readonly ProjectReport[] };

/** One workspace. */
export type SlackReport = { team?: string; looks: readonly Look[] };

/** `next` is an ISO time; missing where the schedule never comes, or the feed stands still. */
export type FeedReport = {
  project: string;
  kind: Feed['kind'];
  channel: string;
  schedule: string;
  timezone: string;
  quiet?: string;
  next?: string;
  pausedSince?: string;
};

/**
 * What follows from all that. `fault`: the main job does not work; `loss`: something is left out, or will be in doubt;
 * `note`: good to know. `shown`: lines of a file that it is about. `mend` is what to do about it, where there is something.
 */
export type Finding = {
  level: 'fault' | 'loss' | 'note';
  subject: string;
  sentence: string;
  shown?: readonly string[];
  mend?: string;
};

/** A look, and what follows from it where something does. */
export type Noted = { look: Look; finding?: Finding };

export type Report = {
  /** ISO time, by which the feeds are reckoned. */
  at: string;
  /** Whether that is a sandbox's time, not the machine's. */
  simulated: boolean;
  /** Whether posts will go out as configured: no finding is a fault. */
  works: boolean;
  api?: ApiReport;
  slack: readonly SlackReport[];
  store: readonly Look[];
  feeds: readonly FeedReport[];
  findings: readonly Finding[];
};

export const ok = (what: string, said: string): Look => ({ what, outcome: 'ok', said });
export const failed = (what: string, said: string): Look => ({ what, outcome: 'failed', said });
export const skipped = (what: string, said: string): Look => ({ what, outcome: 'skipped', said });

/** A look that failed, with what follows from it. */
export function trouble(
  level: Finding['level'],
  subject: string,
  { what, sentence, mend }: { what: string; sentence: string; mend: string },
): Noted {
  return { look: failed(what, sentence), finding: { level, subject, sentence, mend } };
}
