/** What every kind of feed is: how it is polled, what decides, and where it stands among others. One file of feeds/ for each. */
import type { Decision, Silence } from '../decision.ts';
import type { Log } from '../log.ts';
import type { Setting } from '../messages/feeds/feed-form.ts';
import type { Verdict } from '../outbox/commit.ts';
import type { Feed, Project } from '../projects/projects.ts';
import type { Oddity } from '../rules/lead-key.ts';
import type { OddScores } from '../rules/score-rows.ts';
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

/** A read of the API that wants nothing but a project. */
type ProjectRead = {
  [Name in keyof VisibilityClient]: VisibilityClient[Name] extends (project: string) => Promise<unknown>
    ? Name
    : never;
}[keyof Omit<VisibilityClient, 'unlisted'>];

/** What every feed can be told; the rest are its kind's own settings. */
type CommonSetting = 'channel' | 'schedule' | 'timezone' | 'quiet';

export type FeedKindRow<AFeed extends Feed, Snapshot> = {
  /** Posts due in one channel at one time go in this order. */
  rank: number;
  /** As the form names it. */
  label: string;
  /** Its schedule where nobody says another. */
  usual: string;
  /** Examples of other schedules, where the common ones don't suit it. */
  examples?: string;
  /** How the form asks for each of its own settings, in order. */
  settings: { readonly [Name in Exclude<keyof AFeed['settings'], CommonSetting>]: Setting };
  /** The operation that its posts live from; all else that it reads is an extra. Undefined where they live from what is known here. */
  livesFrom: ProjectRead | undefined;
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
