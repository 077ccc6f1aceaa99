import { describe, expect, it } from 'vitest';
import { claimSlot, closeSlot, retrySlot } from '../../src/store/slots.ts';
import type { Db, SlotRow } from '../../src/store/tables.ts';
import { ENGINES } from '../support/store-engines.ts';
import { CHANNEL, dueSlot, HOUR, MINUTE, NINE, SECOND, slotsOf, TEAM } from '../support/store-opened.ts';

/** The claim, which must succeed. */
async function claimed(db: Db, owner: string, now = NINE): Promise<SlotRow> {
  return (await claimSlot(db, TEAM, owner, now)) ?? expect.fail('no slot could be claimed');
}

/** The subscriptions that one owner can claim in a row, each done before the next. */
async function inOrder(db: Db, now = NINE): Promise<string[]> {
  const slot = await claimSlot(db, TEAM, 'me', now);
  if (!slot) return [];
  await closeSlot(db, slot, 'me', 'done');
  return [slot.subscription, ...(await inOrder(db, now))];
}

describe.each(ENGINES)('a slot ($name)', ({ openedStore }) => {
  it('that is opened twice is there once, as it was', async () => {
    const { db } = await openedStore();
    await dueSlot(db);
    const slot = await claimed(db, 'me');
    await closeSlot(db, slot, 'me', 'done');
    await dueSlot(db);
    expect((await slotsOf(db)).map(({ state }) => state)).toEqual(['done']);
  });

  it('is claimed by one of two owners who reach for it at once', async () => {
    const { db } = await openedStore();
    await dueSlot(db);
    const claims = await Promise.all([
      claimSlot(db, TEAM, 'me', NINE),
      claimSlot(db, TEAM, 'you', NINE),
      claimSlot(db, TEAM, 'her', NINE),
    ]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect((await slotsOf(db))[0]).toMatchObject({ owner: claims.find(Boolean)?.owner, attempts: 1 });
  });

  it('that gave way to the next one of its feed without a turn hands its turn on', async () => {
    const { db } = await openedStore();
    const feeds = ['leads:a', 'leads:b', 'leads:c'].map((subscription) => ({
      subscription,
      channel: subscription,
    }));
    for (const feed of feeds) await dueSlot(db, feed);
    const first = await claimed(db, 'me');
    await closeSlot(db, first, 'me', 'done');
    for (const feed of feeds)
      await dueSlot(db, { ...feed, due_at: NINE + MINUTE, run_after: NINE + 2 * MINUTE });
    const waiting = feeds.map(({ subscription }) => subscription).filter((id) => id !== first.subscription);
    expect((await inOrder(db, NINE + MINUTE)).toSorted()).toEqual(waiting);
    expect(await inOrder(db, NINE + 2 * MINUTE)).toEqual([first.subscription]);
  });

  it('of those that could run is the one that waits longest, whichever feed it is of', async () => {
    const { db } = await openedStore();
    const due = ['leads:a', 'leads:b', 'leads:c'].map((id, i) => ({
      subscription: id,
      channel: id,
      opened_at: NINE + 3 - i,
    }));
    for (const slot of due) await dueSlot(db, slot);
    expect(await inOrder(db)).toEqual(['leads:c', 'leads:b', 'leads:a']);
  });

  it('of another workspace is not claimed', async () => {
    const { db } = await openedStore();
    await dueSlot(db, { team: 'T0OTHER' });
    expect(await claimSlot(db, TEAM, 'me', NINE)).toBeUndefined();
  });

  it('is not claimed before it is due', async () => {
    const { db } = await openedStore();
    await dueSlot(db);
    expect(await claimSlot(db, TEAM, 'me', NINE - 1)).toBeUndefined();
  });

  it('handed back is claimed again when its time has come, and counts its attempts', async () => {
    const { db } = await openedStore();
    await dueSlot(db);
    await retrySlot(db, await claimed(db, 'me'), 'me', NINE + MINUTE);
    expect(await claimSlot(db, TEAM, 'you', NINE + MINUTE - 1)).toBeUndefined();
    expect(await claimed(db, 'you', NINE + MINUTE)).toMatchObject({ owner: 'you', attempts: 2 });
  });

  it.each(['done', 'expired'] as const)('that is %s is never claimed again', async (state) => {
    const { db, pass } = await openedStore();
    await dueSlot(db);
    expect(await closeSlot(db, await claimed(db, 'me'), 'me', state)).toBe(true);
    await pass(HOUR);
    expect(await claimSlot(db, TEAM, 'you', NINE + HOUR)).toBeUndefined();
  });
});

describe.each(ENGINES)('what is due in one channel ($name)', ({ openedStore }) => {
  it('goes by due time, then by rank, one after the other', async () => {
    const { db } = await openedStore();
    await dueSlot(db, { subscription: 'suggestions', rank: 2 });
    await dueSlot(db, { subscription: 'leads', rank: 1 });
    await dueSlot(db, { subscription: 'yesterday', rank: 2, due_at: NINE - 24 * HOUR });
    await dueSlot(db, { subscription: 'scores', rank: 0 });
    expect(await inOrder(db)).toEqual(['yesterday', 'scores', 'leads', 'suggestions']);
  });

  it('waits while what comes first is being worked on', async () => {
    const { db } = await openedStore();
    await dueSlot(db, { subscription: 'scores', rank: 0 });
    await dueSlot(db, { subscription: 'leads', rank: 1 });
    await claimed(db, 'me');
    expect(await claimSlot(db, TEAM, 'you', NINE)).toBeUndefined();
  });

  it('does not wait for what failed and is tried later', async () => {
    const { db } = await openedStore();
    await dueSlot(db, { subscription: 'scores', rank: 0 });
    await dueSlot(db, { subscription: 'leads', rank: 1 });
    await retrySlot(db, await claimed(db, 'me'), 'me', NINE + MINUTE);
    expect(await claimed(db, 'me')).toMatchObject({ subscription: 'leads' });
  });

  it('does not hold up other channels', async () => {
    const { db } = await openedStore();
    await dueSlot(db, { subscription: 'scores', rank: 0 });
    await dueSlot(db, { subscription: 'elsewhere', rank: 2, channel: 'C0OTHER' });
    await claimed(db, 'me');
    expect(await claimed(db, 'you')).toMatchObject({ subscription: 'elsewhere', channel: 'C0OTHER' });
  });
});

describe.each(ENGINES)('a worker that vanishes ($name)', ({ openedStore }) => {
  it('holds its slot for a minute of the database, then another takes over', async () => {
    const { db, pass } = await openedStore();
    await dueSlot(db);
    await claimed(db, 'me');
    await pass(60 * SECOND - 1);
    expect(await claimSlot(db, TEAM, 'you', NINE)).toBeUndefined();
    await pass(1);
    expect(await claimed(db, 'you')).toMatchObject({ owner: 'you', attempts: 2, channel: CHANNEL });
  });

  it('and comes back, may neither close the slot nor hand it back', async () => {
    const { db, pass } = await openedStore();
    await dueSlot(db);
    const mine = await claimed(db, 'me');
    await pass(60 * SECOND);
    await claimed(db, 'you');
    expect(await closeSlot(db, mine, 'me', 'done')).toBe(false);
    await retrySlot(db, mine, 'me', NINE + HOUR);
    expect((await slotsOf(db))[0]).toMatchObject({ state: 'due', owner: 'you', run_after: NINE });
  });
});
