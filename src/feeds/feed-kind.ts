/** What every kind of feed is: how it is polled, what decides, and where it stands among others. One file of feeds/ for each. */
import type { Decision, Silence } from '../decision.ts';
import type { Log } from '../log.ts';
import type { Verdict } from '../outbox/commit.ts';
import type { Feed, Project } from '../projects/projects.ts';
import type { Oddity } from '../rules/odd-leads.ts';
import type { OddScores } from '../rules/odd-scores.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import type { ExtraRead } from './extra-reads.ts';

export type FeedOf<Kind extends Feed['kind']> = Extract<Feed, { kind: Kind }>;

/** The API's client for a project: with its own key, or the common one. */
export type VisibilityOf = (project: Project) => VisibilityClient;

/** What a poll reads from. `extra` reads what its post can do without; the store is read alone, nothing is kept. */
export type Polling = {
  db: Db;
  team: string;
  api: VisibilityClient;
  extra: ExtraRead;
  now: number;
  log: Log;
};

/** What is to be decided for one slot, of what a poll brought. */
export type Question<AFeed extends Feed = Feed, Snapshot = unknown> = {
  slot: SlotRow;
  feed: AFeed;
  snapshot: Snapshot;
  /** What was polled is to be taken for known, as on a first run. */
  relearn: boolean;
  /** Ids of the owners, who are told of a held digest. */
  owners: readonly string[];
  now: number;
  /** Asked before the feed is due: of a recap, what has come together since the last one. */
  soFar?: boolean;
};

/** A verdict, why it is silent where it is, and what was odd about the leads or the scores of the poll. */
export type Decided = Verdict & { silence?: string; odd?: readonly Oddity[]; oddScores?: OddScores };

export type FeedKindRow<AFeed extends Feed, Snapshot> = {
  /** Posts due in one channel at one time go in this order. */
  rank: number;
  /** The operation that its posts live from; all else that it reads is an extra. Undefined where they live from what is known here. */
  livesFrom: 'communityLeads' | 'dailyScores' | 'segmentSuggestions' | undefined;
  /** @throws VisibilityError: the slot is then tried again. */
  poll(feed: AFeed, polling: Polling): Promise<Snapshot>;
  /** What the channel remembers is read, then a pure rule decides. */
  decide(db: Db, question: Question<AFeed, Snapshot>): Promise<Decided>;
};

/** What a rule said, as a verdict. */
export function said(decided: Decision | readonly Decision[] | Silence): Decided {
  if (!('kind' in decided)) return { decisions: decided };
  return decided.kind === 'silence' ? { decisions: [], silence: decided.reason } : { decisions: [decided] };
}
