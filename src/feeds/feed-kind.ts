/**
 * What defines a kind of feed: how it is polled, what decides, and its settings. Each has a file in feeds/. Also the
 * extra reads of a poll, which its post can do without: limited in time, mentioned once if they fail.
 */
import type { Decision, Extra, Silence, TroubleReason } from '../decision.ts';
import type { Log } from '../log.ts';
import type { Setting } from '../messages/feeds/feed-form.ts';
import type { Verdict } from '../outbox/commit.ts';
import { postKind } from '../outbox/post-kinds.ts';
import type { Feed, Project } from '../projects/projects.ts';
import type { Oddity } from '../rules/lead-key.ts';
import type { OddScores } from '../rules/score-series.ts';
import { extraCause, toExtraTrouble } from '../rules/trouble.ts';
import { readLastPost } from '../store/deliveries.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import { closeTroubles, noteTrouble, readOpenTroubles } from '../store/troubles.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import { OutOfCallsError, UnavailableError, VisibilityError } from '../visibility/errors.ts';
import { operationName } from '../visibility/operations.ts';

export type FeedOf<Kind extends Feed['kind']> = Extract<Feed, { kind: Kind }>;

/** The API client for a project: with its own key, or the common one. */
export type VisibilityOf = (project: Project) => VisibilityClient;

/** What a poll reads from; it doesn't write to the store. `extra` reads what the post can do without. */
export type Polling = {
  db: Db;
  team: string;
  api: VisibilityClient;
  extra: ExtraRead;
  now: number;
  log: Log;
};

/** What a decision for one slot is based on. */
export type Question<AFeed extends Feed = Feed, Snapshot = unknown> = {
  slot: SlotRow;
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

/** A verdict, the reason if it is silent, and oddities in the polled leads or scores for the log. */
export type Decided = Verdict & { silence?: string; odd?: readonly Oddity[]; oddScores?: OddScores };

/** An API read that needs nothing but a project. */
type ProjectRead = {
  [Name in keyof VisibilityClient]: VisibilityClient[Name] extends (project: string) => Promise<unknown>
    ? Name
    : never;
}[keyof Omit<VisibilityClient, 'unlisted'>];

/** Settings that every feed has; the rest are its kind's own. */
type CommonSetting = 'channel' | 'schedule' | 'timezone' | 'quiet';

export type FeedKindRow<AFeed extends Feed, Snapshot> = {
  label: string;
  usual: string;
  /** Examples of schedules, if the common ones don't suit it. */
  examples?: string;
  /** How the form asks for each of its own settings, in order. */
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

/** A post waits for its extras no longer than this. */
const EXTRA_MS = 10_000;

/** For each extra of a poll, why it couldn't be read; undefined if all its calls were answered. */
export type ExtrasRead = ReadonlyMap<Extra, TroubleReason | undefined>;

/** Undefined if the read fails, takes too long, or is out of calls. `signal` ends several reads at once. */
export type ExtraRead = <Answer>(
  extra: Extra,
  read: (signal: AbortSignal) => Promise<Answer>,
  signal?: AbortSignal,
) => Promise<Answer | undefined>;

export function createExtraReads(
  { id: feed, project }: Feed,
  log: Log,
): { extra: ExtraRead; outcomes: ExtrasRead } {
  const outcomes = new Map<Extra, TroubleReason | undefined>();
  async function extra<Answer>(
    name: Extra,
    read: (signal: AbortSignal) => Promise<Answer>,
    signal: AbortSignal = startTimeLimit(),
  ): Promise<Answer | undefined> {
    try {
      const answer = await read(signal);
      outcomes.set(name, outcomes.get(name));
      return answer;
    } catch (error) {
      if (error instanceof OutOfCallsError) return undefined;
      log.warn({ err: error, feed, extra: name }, 'An extra read failed; the post goes without it');
      const failure = signal.aborted ? new UnavailableError(operationName(name), 'TimeoutError', {}) : error;
      const known = failure instanceof VisibilityError ? failure : undefined;
      outcomes.set(name, toExtraTrouble(known, project.id, name).reason);
      return undefined;
    }
  }
  return { extra, outcomes };
}

/** The time limit of extras, starting now. */
export function startTimeLimit(): AbortSignal {
  return AbortSignal.timeout(EXTRA_MS);
}

/** Records the failed extras as troubles and ends those of the others. Nobody is notified right away. */
export async function noteExtras(db: Db, team: string, { project }: Feed, outcomes: ExtrasRead, now: number) {
  const over: string[] = [];
  for (const [extra, reason] of outcomes) {
    const cause = extraCause(project.id, extra);
    if (reason) await noteTrouble(db, team, { cause, reason }, now);
    else over.push(cause);
  }
  await closeTroubles(db, team, over, now);
}

/** Adds the unread extras to the first post since their trouble began, and to no later one. Edits keep them. */
export async function mentionUnread<Of extends Decision>(
  db: Db,
  team: string,
  { id: subscription, project }: Feed,
  outcomes: ExtrasRead,
  decisions: readonly Of[],
): Promise<Of[]> {
  const failed = [...outcomes].flatMap(([extra, reason]) => (reason ? [extra] : []));
  if (failed.length === 0) return [...decisions];
  const causes = failed.map((extra) => extraCause(project.id, extra));
  const open = await readOpenTroubles(db, team, causes);
  const since = new Map(open.map((trouble) => [trouble.cause, trouble.since]));
  return Promise.all(
    decisions.map(async (decision) => {
      const kind = postKind(decision);
      const missed = kind.lacks.filter((extra) => failed.includes(extra));
      // An alert whose reasons are still to come says with them what it lacks.
      if (missed.length === 0 || ('whyDue' in decision && decision.whyDue)) return decision;
      const feed = { team, projectId: project.id, subscription };
      const post = await readLastPost(db, feed, decision.kind, kind.subject(decision));
      const last = post?.created_at ?? Number.NEGATIVE_INFINITY;
      const unread = missed.filter((extra) => (since.get(extraCause(project.id, extra)) ?? Infinity) > last);
      return unread.length === 0 ? decision : { ...decision, unread };
    }),
  );
}
