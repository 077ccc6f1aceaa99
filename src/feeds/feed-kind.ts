/** What defines a kind of feed: how it is polled, what decides, and its settings. Each has a file in feeds/. */
import type { Decision, Extra, Silence } from '../decision.ts';
import type { Log } from '../log.ts';
import type { FeedWords, Setting } from '../messages/feeds/feed-form.ts';
import type { Verdict } from '../outbox/commit.ts';
import type { Feed, FeedOf, Project } from '../projects/projects.ts';
import type { Db, SlotRow } from '../store/tables.ts';
import type { VisibilityClient } from '../visibility/client.ts';

export type LeadsFeed = FeedOf<'leads'>;
export type ScoresFeed = FeedOf<'scores'>;

export type VisibilityOf = (project: Project) => VisibilityClient;

/** Undefined if the read fails, takes too long, or is out of calls. `signal` ends several reads at once. */
export type ExtraRead = <Answer>(
  extra: Extra,
  read: (signal: AbortSignal) => Promise<Answer>,
  signal?: AbortSignal,
) => Promise<Answer | undefined>;

/** What a poll reads from; it doesn't write to the store. `extra` reads what the post can do without. */
export type Polling = {
  db: Db;
  team: string;
  api: VisibilityClient;
  extra: ExtraRead;
  now: number;
  log: Log;
};

/** What decides is told of the slot; a preview has none. */
export type SlotTold = Pick<SlotRow, 'team' | 'subscription' | 'channel' | 'due_at'>;

export type Question<AFeed extends Feed = Feed, Snapshot = unknown> = {
  slot: SlotTold;
  feed: AFeed;
  snapshot: Snapshot;
  /** What was polled counts as known, as on a first run. */
  relearn: boolean;
  /** Ids of the owners, who are mentioned in a held digest. */
  owners: readonly string[];
  now: number;
  /** Previewed before the feed is due: a recap then covers the time since the last one. */
  soFar?: boolean;
};

/** A verdict, and the reason if it is silent. */
export type Decided = Verdict & { silence?: string };

type ProjectRead = {
  [Name in keyof VisibilityClient]: VisibilityClient[Name] extends (project: string) => Promise<unknown>
    ? Name
    : never;
}[keyof Omit<VisibilityClient, 'unlisted'>];

type CommonSetting = 'channel' | 'schedule' | 'timezone' | 'quiet';

export type FeedKindRow<AFeed extends Feed, Snapshot> = Omit<FeedWords, 'settings'> & {
  settings: { readonly [Name in Exclude<keyof AFeed['settings'], CommonSetting>]: Setting };
  /** The operation that its posts need; all other reads are extras. Undefined if the store is enough. */
  livesFrom: ProjectRead | undefined;
  /** @throws VisibilityError: then the slot is retried */
  poll(feed: AFeed, polling: Polling): Promise<Snapshot>;
  /** Reads what the channel knows, then lets a pure rule decide. */
  decide(db: Db, question: Question<AFeed, Snapshot>): Promise<Decided>;
};

export function toVerdict(decided: Decision | readonly Decision[] | Silence): Decided {
  if (!('kind' in decided)) return { decisions: decided };
  return decided.kind === 'silence' ? { decisions: [], silence: decided.reason } : { decisions: [decided] };
}
