import { describe, expect, it } from 'vitest';
import {
  endRelearning,
  pauseFeed,
  readSubscription,
  readSubscriptions,
  resumeFeed,
} from '../../src/store/subscriptions.ts';
import type { Db } from '../../src/store/tables.ts';
import { closeTroubles, findTrouble, noteTrouble } from '../../src/store/troubles.ts';
import { ENGINES } from '../support/store-engines.ts';
import { feedSeen, HOUR, NINE, TEAM } from '../support/store-opened.ts';

const FEED = 'leads:acme';

describe.each(ENGINES)('a feed ($name)', ({ openedStore }) => {
  const seen = async (db: Db, team: string, now: number) =>
    (await readSubscriptions(db, team, [feedSeen(FEED)], now)).get(FEED)?.since;

  it('counts from when it was first seen, in each workspace', async () => {
    const { db } = await openedStore();
    expect(await seen(db, TEAM, NINE)).toBe(NINE);
    expect(await seen(db, TEAM, NINE + HOUR)).toBe(NINE);
    expect(await seen(db, 'T0OTHER', NINE + HOUR)).toBe(NINE + HOUR);
  });

  it('that was never seen has no state, and of no feeds there are none', async () => {
    const { db } = await openedStore();
    expect(await readSubscription(db, TEAM, FEED)).toBeUndefined();
    expect(await readSubscriptions(db, TEAM, [], NINE)).toEqual(new Map());
  });

  it('begins going, with nothing to learn anew', async () => {
    const { db } = await openedStore();
    await seen(db, TEAM, NINE);
    expect(await readSubscription(db, TEAM, FEED)).toMatchObject({
      since: NINE,
      paused_at: null,
      pause_reason: null,
      paused_by: null,
      paused_until: null,
      resumed_at: null,
      relearn: 0,
    });
  });

  it('remembers who paused it, and until when, and forgets both when it goes on', async () => {
    const { db } = await openedStore();
    await seen(db, TEAM, NINE);
    await pauseFeed(db, TEAM, FEED, 'person', NINE, { id: 'U0ANA', until: NINE + HOUR });
    expect(await readSubscription(db, TEAM, FEED)).toMatchObject({
      paused_by: 'U0ANA',
      paused_until: NINE + HOUR,
    });
    await resumeFeed(db, TEAM, FEED, NINE + HOUR);
    expect(await readSubscription(db, TEAM, FEED)).toMatchObject({
      paused_at: null,
      paused_until: null,
    });
  });

  it('is paused once, of two who do it at once, and resumed once', async () => {
    const { db } = await openedStore();
    await seen(db, TEAM, NINE);
    const paused = await Promise.all(
      [1, 2].map((later) => pauseFeed(db, TEAM, FEED, 'by hand', NINE + later)),
    );
    expect(paused.filter(Boolean)).toHaveLength(1);
    const pausedAt = (await readSubscription(db, TEAM, FEED))?.paused_at;
    const resumed = await Promise.all([1, 2].map(() => resumeFeed(db, TEAM, FEED, NINE + HOUR)));
    expect(resumed.filter((stood) => stood !== undefined)).toEqual([{ pausedAt, reason: 'by hand' }]);
    expect(await readSubscription(db, TEAM, FEED)).toMatchObject({
      paused_at: null,
      resumed_at: NINE + HOUR,
      relearn: 0,
    });
  });

  it('that stood because its list was issued anew learns it anew, until it has', async () => {
    const { db } = await openedStore();
    const relearns = async () => (await readSubscription(db, TEAM, FEED))?.relearn === 1;
    await seen(db, TEAM, NINE);
    await pauseFeed(db, TEAM, FEED, 'reissued', NINE);
    await resumeFeed(db, TEAM, FEED, NINE + 1);
    expect(await relearns()).toBe(true);
    await pauseFeed(db, TEAM, FEED, 'by hand', NINE + 2);
    await resumeFeed(db, TEAM, FEED, NINE + 3);
    expect(await relearns()).toBe(true);
    await endRelearning(db, TEAM, FEED);
    expect(await relearns()).toBe(false);
  });

  it('that does not stand still is not resumed', async () => {
    const { db } = await openedStore();
    await seen(db, TEAM, NINE);
    expect(await resumeFeed(db, TEAM, FEED, NINE)).toBeUndefined();
  });
});

describe.each(ENGINES)('a trouble ($name)', ({ openedStore }) => {
  const DOWN = { cause: 'api:acme', reason: 'unreachable' } as const;

  it('begins with its first failure and goes on with the next ones', async () => {
    const { db } = await openedStore();
    expect(await noteTrouble(db, TEAM, DOWN, NINE)).toBe(NINE);
    expect(await noteTrouble(db, TEAM, DOWN, NINE + 5)).toBe(NINE);
    expect(await findTrouble(db, TEAM, DOWN.cause)).toMatchObject({
      since: NINE,
      last_at: NINE + 5,
      closed_at: null,
    });
  });

  it('is closed once, and begins anew with the next failure', async () => {
    const { db } = await openedStore();
    await noteTrouble(db, TEAM, DOWN, NINE);
    const causes = [DOWN.cause, 'another'];
    expect(await closeTroubles(db, TEAM, causes, NINE + 5)).toEqual([{ cause: DOWN.cause, since: NINE }]);
    expect(await closeTroubles(db, TEAM, causes, NINE + 6)).toEqual([]);
    expect((await findTrouble(db, TEAM, DOWN.cause))?.closed_at).toBe(NINE + 5);
    expect(await noteTrouble(db, TEAM, DOWN, NINE + 7)).toBe(NINE + 7);
  });

  it("is one workspace's own; of no causes none is closed", async () => {
    const { db } = await openedStore();
    await noteTrouble(db, TEAM, DOWN, NINE);
    expect(await closeTroubles(db, 'T0OTHER', [DOWN.cause], NINE)).toEqual([]);
    expect(await closeTroubles(db, TEAM, [], NINE)).toEqual([]);
    expect(await findTrouble(db, 'T0OTHER', DOWN.cause)).toBeUndefined();
  });
});
