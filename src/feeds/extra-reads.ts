/** Reads beside a poll, which its post does not wait for: bounded in time, said once where they are missed, noted for status. */
import type { Decision, Extra, TroubleReason } from '../decision.ts';
import type { Log } from '../log.ts';
import { postKind } from '../outbox/post-kinds.ts';
import type { Feed } from '../projects/projects.ts';
import { extraCause, extraTrouble } from '../rules/trouble.ts';
import { lastPost } from '../store/deliveries.ts';
import type { Db } from '../store/schema.ts';
import { closeTroubles, noteTrouble, openTroubles } from '../store/troubles.ts';
import { OutOfCallsError, UnavailableError, VisibilityError } from '../visibility/errors.ts';
import { operationName } from '../visibility/operations.ts';

/** What a post does not wait for longer than that. */
const EXTRA_MS = 10_000;

/** How the extras of one poll fared: why each could not be read, undefined where every call of it was answered. */
export type ExtrasRead = ReadonlyMap<Extra, TroubleReason | undefined>;

/** Undefined where it fails, takes too long, or may not be asked any more; `signal` ends several reads at one time. */
export type ExtraRead = <Answer>(
  extra: Extra,
  read: (signal: AbortSignal) => Promise<Answer>,
  signal?: AbortSignal,
) => Promise<Answer | undefined>;

export function extraReads({ id: feed, project }: Feed, log: Log): { extra: ExtraRead; fared: ExtrasRead } {
  const fared = new Map<Extra, TroubleReason | undefined>();
  async function extra<Answer>(
    name: Extra,
    read: (signal: AbortSignal) => Promise<Answer>,
    signal: AbortSignal = soon(),
  ): Promise<Answer | undefined> {
    try {
      const answer = await read(signal);
      fared.set(name, fared.get(name));
      return answer;
    } catch (error) {
      if (error instanceof OutOfCallsError) return undefined;
      log.warn({ err: error, feed, extra: name }, 'An extra read failed; the post goes without it');
      const failure = signal.aborted ? new UnavailableError(operationName(name), 'TimeoutError', {}) : error;
      const known = failure instanceof VisibilityError ? failure : undefined;
      fared.set(name, extraTrouble(known, project.id, name).reason);
      return undefined;
    }
  }
  return { extra, fared };
}

/** Begins now. */
export function soon(): AbortSignal {
  return AbortSignal.timeout(EXTRA_MS);
}

/** What failed goes on being a trouble, or becomes one; what was answered is none any more. Nobody is told at once. */
export async function noteExtras(
  db: Db,
  team: string,
  { project }: Feed,
  fared: ExtrasRead,
  now: number,
): Promise<void> {
  const over: string[] = [];
  for (const [extra, reason] of fared) {
    const cause = extraCause(project.id, extra);
    if (reason) await noteTrouble(db, team, { cause, reason }, now);
    else over.push(cause);
  }
  await closeTroubles(db, team, over, now);
}

/** Of a lasting trouble the first post since it began speaks, and none after that; a post may be told of again as it stands now. */
export async function sayingUnread<Of extends Decision>(
  db: Db,
  team: string,
  { id: subscription, project }: Feed,
  fared: ExtrasRead,
  decisions: readonly Of[],
): Promise<Of[]> {
  const failed = [...fared].flatMap(([extra, reason]) => (reason ? [extra] : []));
  if (failed.length === 0) return [...decisions];
  const open = await openTroubles(db, team);
  const since = new Map(open.map((trouble) => [trouble.cause, trouble.since]));
  return Promise.all(
    decisions.map(async (decision) => {
      const kind = postKind(decision);
      const missed = kind.lacks.filter((extra) => failed.includes(extra));
      // An alert whose why is still to come says what it lacks with that.
      if (missed.length === 0 || ('whyDue' in decision && decision.whyDue)) return decision;
      const post = await lastPost(db, team, subscription, decision.kind, kind.subject(decision));
      const last = post?.created_at ?? Number.NEGATIVE_INFINITY;
      const unread = missed.filter((extra) => (since.get(extraCause(project.id, extra)) ?? Infinity) > last);
      return unread.length === 0 ? decision : { ...decision, unread };
    }),
  );
}
