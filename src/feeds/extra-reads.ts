/** The extra reads of a poll, which its post can do without: limited in time, mentioned once if they fail. */
import type { Decision, Extra, TroubleReason } from '../decision.ts';
import type { Log } from '../log.ts';
import { postKind } from '../outbox/post-kinds.ts';
import type { Feed } from '../projects/projects.ts';
import { extraCause, toTrouble } from '../rules/trouble.ts';
import { readLastPost } from '../store/deliveries.ts';
import type { Db } from '../store/tables.ts';
import { closeTroubles, noteTrouble, readOpenTroubles } from '../store/troubles.ts';
import { OutOfCallsError, UnavailableError, VisibilityError } from '../visibility/errors.ts';
import { operationName } from '../visibility/operations.ts';

const EXTRA_MS = 10_000;

/** For each extra of a poll, why it couldn't be read; undefined if all its calls were answered. */
export type ExtrasRead = ReadonlyMap<Extra, TroubleReason | undefined>;

export function createExtraReads({ id: feed, project }: Feed, log: Log) {
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
      const target = { subscription: feed, projectId: project.id, keyName: '' };
      outcomes.set(name, toTrouble(known, target).reason);
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
