/** Checks whether the API answers again while nothing is due: no trouble should seem to last until the next post. */
import { MINUTE_MS } from '../durations.ts';
import type { VisibilityOf } from '../feeds/feed-kind.ts';
import { livesFrom, operationsOf } from '../feeds/feeds.ts';
import type { Feed } from '../projects/projects.ts';
import { findExtra } from '../rules/trouble.ts';
import type { Db } from '../store/schema.ts';
import { readOpenTroubles } from '../store/troubles.ts';
import { VisibilityError } from '../visibility/errors.ts';
import { operationName } from '../visibility/operations.ts';
import type { Troubles } from './troubles.ts';

/** A trouble that no poll has touched for this long is checked. */
const LEFT_ALONE_MS = 15 * MINUTE_MS;

export type LookDeps = { db: Db; troubles: Troubles; onFault: (error: unknown) => void };

export type LookAgain = ReturnType<typeof createLookAgain>;

export function createLookAgain({ db, troubles, onFault }: LookDeps) {
  const underway = new Map<string, Promise<void>>();

  /** Makes one read for this feed's project and records how it went, without notifying anybody. */
  async function look(team: string, feed: Feed, visibilityOf: VisibilityOf, now: number): Promise<void> {
    const read = livesFrom(feed.kind);
    if (!read) return;
    try {
      await visibilityOf(feed.project)[read](feed.project.id);
      await troubles.end(team, troubles.listAnsweredCauses(feed, operationName(read)), now);
    } catch (error) {
      if (!(error instanceof VisibilityError)) throw error;
      await troubles.note(team, feed, error, now);
    }
  }

  /** For somebody who asks for the status: one look for each API key of these feeds. */
  async function lookNow(
    team: string,
    feeds: readonly Feed[],
    visibilityOf: VisibilityOf,
    now: number,
  ): Promise<void> {
    const reading = feeds.filter(({ kind }) => livesFrom(kind));
    const byKey = new Map(reading.map((feed) => [troubles.keyNameOf(feed.project), feed]));
    await Promise.all([...byKey.values()].map((feed) => look(team, feed, visibilityOf, now)));
  }

  /** At each tick, which doesn't wait for it: one look for each trouble that no poll has touched lately. */
  function lookAgain(team: string, feeds: readonly Feed[], visibilityOf: VisibilityOf, now: number): void {
    if (underway.has(team)) return;
    const looking = findFeedsToAsk(team, feeds, now)
      .then((hit) => Promise.all(hit.map((feed) => look(team, feed, visibilityOf, now))))
      .then(() => undefined)
      .catch(onFault)
      .finally(() => underway.delete(team));
    underway.set(team, looking);
  }

  /** A feed for each such trouble, at most one per project. One pass, since there may be thousands of both. */
  async function findFeedsToAsk(team: string, feeds: readonly Feed[], now: number): Promise<Feed[]> {
    const open = await readOpenTroubles(db, team);
    const stopping = open.filter(({ cause, last_at }) => last_at + LEFT_ALONE_MS <= now && !findExtra(cause));
    const unasked = new Set(stopping.map(({ cause }) => cause));
    const hit = new Map<string, Feed>();
    for (const feed of unasked.size > 0 ? feeds : []) {
      const causes = troubles.listAnsweredCauses(feed, ...operationsOf(feed.kind));
      for (const cause of causes) if (unasked.delete(cause)) hit.set(feed.project.id, feed);
    }
    return [...hit.values()];
  }

  return { lookNow, lookAgain, stop: () => Promise.all(underway.values()) };
}
