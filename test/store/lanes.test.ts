import { describe, expect, it } from 'vitest';
import { updateDelivery, wantEdit } from '../../src/store/deliveries.ts';
import { backlog, claimLane, holdsLane, releaseLane, untilNextLane } from '../../src/store/lanes.ts';
import { CHANNEL, dueSlot, NINE, openedStore, queued, SECOND, TEAM } from '../support/store-opened.ts';

const LANE = { team: TEAM, channel: CHANNEL };
const key = (id: string) => ({ team: TEAM, id });

/** A store with one lane that has one post to send. */
async function withPost() {
  const store = await openedStore();
  await queued(store.db, 'a');
  return store;
}

describe('a lane', () => {
  it('with a post to send is claimed by one of two workers who reach for it at once', async () => {
    const { db } = await withPost();
    const claims = await Promise.all([claimLane(db, 'me', NINE), claimLane(db, 'you', NINE)]);
    expect(claims.filter(Boolean)).toEqual([LANE]);
  });

  it('with nothing to send is not claimed', async () => {
    const { db } = await withPost();
    await updateDelivery(db, key('a'), ['queued'], { state: 'sent', shown_rev: 1 });
    expect(await claimLane(db, 'me', NINE)).toBeUndefined();
  });

  it('with an edit to make is claimed', async () => {
    const { db } = await withPost();
    await updateDelivery(db, key('a'), ['queued'], { state: 'sent', shown_rev: 1 });
    await wantEdit(db, TEAM, 'subject of a');
    expect(await claimLane(db, 'me', NINE)).toEqual(LANE);
  });

  it('whose post comes later is not claimed before', async () => {
    const { db } = await openedStore();
    await queued(db, 'a', { created_at: NINE + SECOND });
    expect(await claimLane(db, 'me', NINE)).toBeUndefined();
    expect(await claimLane(db, 'me', NINE + SECOND)).toEqual(LANE);
  });

  it('that waited longest comes first', async () => {
    const { db, time } = await withPost();
    await queued(db, 'b', { channel: 'C0OTHER' });
    await releaseLane(db, (await claimLane(db, 'me', NINE)) ?? LANE, 'me', 5 * SECOND);
    const second = (await claimLane(db, 'me', NINE)) ?? LANE;
    await releaseLane(db, second, 'me', 2 * SECOND);
    time.now += 5 * SECOND;
    expect(await claimLane(db, 'me', NINE)).toEqual(second);
  });
});

describe('a lane that was given back', () => {
  it('has its next turn after the pause, by the clock of the database', async () => {
    const { db, time } = await withPost();
    await claimLane(db, 'me', NINE);
    await releaseLane(db, LANE, 'me', 7 * SECOND);
    time.now += 7 * SECOND - 1;
    expect(await claimLane(db, 'you', NINE)).toBeUndefined();
    time.now += 1;
    expect(await claimLane(db, 'you', NINE)).toEqual(LANE);
  });

  it('by somebody who no longer holds it, is not given back', async () => {
    const { db, time } = await withPost();
    await claimLane(db, 'me', NINE);
    time.now += 60 * SECOND;
    await claimLane(db, 'you', NINE);
    await releaseLane(db, LANE, 'me', 0);
    expect(await holdsLane(db, LANE, 'you')).toBe(true);
    expect(await claimLane(db, 'me', NINE)).toBeUndefined();
  });
});

describe('a worker', () => {
  it('holds a lane from its claim until it gives it back', async () => {
    const { db } = await withPost();
    expect(await holdsLane(db, LANE, 'me')).toBe(false);
    await claimLane(db, 'me', NINE);
    expect([await holdsLane(db, LANE, 'me'), await holdsLane(db, LANE, 'you')]).toEqual([true, false]);
    await releaseLane(db, LANE, 'me', 0);
    expect(await holdsLane(db, LANE, 'me')).toBe(false);
  });

  it('that vanishes loses its lane after a minute', async () => {
    const { db, time } = await withPost();
    await claimLane(db, 'me', NINE);
    time.now += 60 * SECOND - 1;
    expect([await holdsLane(db, LANE, 'me'), await claimLane(db, 'you', NINE)]).toEqual([true, undefined]);
    time.now += 1;
    expect([await holdsLane(db, LANE, 'me'), await claimLane(db, 'you', NINE)]).toEqual([false, LANE]);
  });
});

describe('the time until the next lane', () => {
  it('is unknown where nothing is to be sent', async () => {
    const { db } = await openedStore();
    expect(await untilNextLane(db, NINE)).toBeUndefined();
  });

  it('is the rest of its pause, and nothing when that is over', async () => {
    const { db, time } = await withPost();
    expect(await untilNextLane(db, NINE)).toBe(0);
    await claimLane(db, 'me', NINE);
    await releaseLane(db, LANE, 'me', 7 * SECOND);
    expect(await untilNextLane(db, NINE)).toBe(7 * SECOND);
    time.now += 8 * SECOND;
    expect(await untilNextLane(db, NINE)).toBe(0);
  });

  it('is that of the earliest', async () => {
    const { db } = await withPost();
    await claimLane(db, 'me', NINE);
    await releaseLane(db, LANE, 'me', 7 * SECOND);
    await queued(db, 'b', { channel: 'C0OTHER' });
    expect(await untilNextLane(db, NINE)).toBe(0);
  });

  it('is the rest of the lease while somebody may still hold it, so that nobody asks in vain', async () => {
    const { db, time } = await withPost();
    await claimLane(db, 'a worker that vanished', NINE);
    time.now += 20 * SECOND;
    expect(await untilNextLane(db, NINE)).toBe(40 * SECOND);
  });
});

describe('what is still to be done', () => {
  it('counts due slots, and posts and edits that Slack has not confirmed, with the age of the oldest', async () => {
    const { db } = await openedStore();
    expect(await backlog(db, NINE)).toEqual({ slotsDue: 0, outboxPending: 0, oldestSeconds: 0 });
    await dueSlot(db);
    await queued(db, 'sent');
    await updateDelivery(db, key('sent'), ['queued'], { state: 'sent', shown_rev: 1 });
    await queued(db, 'failed');
    await updateDelivery(db, key('failed'), ['queued'], { state: 'failed' });
    await queued(db, 'waiting', { created_at: NINE + 10 * SECOND });
    await queued(db, 'later', { created_at: NINE + 20 * SECOND });
    expect(await backlog(db, NINE + 12 * SECOND)).toEqual({
      slotsDue: 1,
      outboxPending: 2,
      oldestSeconds: 2,
    });
    await wantEdit(db, TEAM, 'subject of sent');
    expect((await backlog(db, NINE)).outboxPending).toBe(3);
  });
});
