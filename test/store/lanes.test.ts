import { describe, expect, it } from 'vitest';
import { countUnfinishedPosts, readBacklog } from '../../src/store/backlog.ts';
import { updateDelivery, wantEdit } from '../../src/store/deliveries.ts';
import { claimLane, type Lane, postponeEdit, readNextLaneMs, releaseLane } from '../../src/store/lanes.ts';
import type { Db } from '../../src/store/tables.ts';
import { ENGINES, type OpenedStore } from '../support/store-engines.ts';
import { CHANNEL, dueSlot, holdsLane, NINE, queued, SECOND, TEAM } from '../support/store-opened.ts';

const LANE = { team: TEAM, channel: CHANNEL };
const key = (id: string) => ({ team: TEAM, id });

/** A store with one lane that has one post to send. */
async function withPost(openedStore: () => Promise<OpenedStore>): Promise<OpenedStore> {
  const store = await openedStore();
  await queued(store.db, 'a');
  return store;
}

describe.each(ENGINES)('a lane ($name)', ({ openedStore }) => {
  it('with a post to send is claimed by one of two workers who reach for it at once', async () => {
    const { db } = await withPost(openedStore);
    const claims = await Promise.all([claimLane(db, 'me', NINE), claimLane(db, 'you', NINE)]);
    expect(claims.filter(Boolean)).toEqual([{ ...LANE, isLast: true }]);
  });

  it('with nothing to send is not claimed', async () => {
    const { db } = await withPost(openedStore);
    await updateDelivery(db, key('a'), ['queued'], { state: 'sent', shown_rev: 1 });
    expect(await claimLane(db, 'me', NINE)).toBeUndefined();
  });

  it('with an edit to make is claimed', async () => {
    const { db } = await withPost(openedStore);
    await updateDelivery(db, key('a'), ['queued'], { state: 'sent', shown_rev: 1 });
    await wantEdit(db, TEAM, 'subject of a');
    expect(await claimLane(db, 'me', NINE)).toMatchObject(LANE);
  });

  it('whose post comes later is not claimed before', async () => {
    const { db } = await openedStore();
    await queued(db, 'a', { not_before: NINE + SECOND });
    expect(await claimLane(db, 'me', NINE)).toBeUndefined();
    expect(await claimLane(db, 'me', NINE + SECOND)).toMatchObject(LANE);
  });

  it('that waited longest comes first', async () => {
    const { db, pass } = await withPost(openedStore);
    await queued(db, 'b', { channel: 'C0OTHER' });
    const first = (await claimLane(db, 'me', NINE)) ?? LANE;
    await releaseLane(db, first, 'me', 5 * SECOND);
    const second = (await claimLane(db, 'me', NINE)) ?? LANE;
    await releaseLane(db, second, 'me', 2 * SECOND);
    await pass(5 * SECOND);
    expect(await claimLane(db, 'me', NINE)).toEqual({ ...second, isLast: false });
    expect(await claimLane(db, 'me', NINE, { team: TEAM })).toEqual({ ...first, isLast: true });
  });

  it('is held for as long as its claim says', async () => {
    const { db, pass } = await withPost(openedStore);
    await claimLane(db, 'me', NINE, undefined, 5 * SECOND);
    await pass(5 * SECOND - 1);
    expect(await holdsLane(db, LANE, 'me')).toBe(true);
    await pass(1);
    expect(await claimLane(db, 'you', NINE)).toMatchObject(LANE);
  });
});

describe.each(ENGINES)('workspaces ($name)', ({ openedStore }) => {
  /** The lanes that one worker claims in a row, each after the one before. */
  async function inTurn(db: Db, after?: Lane): Promise<string[]> {
    const lane = await claimLane(db, 'me', NINE, after);
    return lane ? [`${lane.team} ${lane.channel}`, ...(await inTurn(db, lane))] : [];
  }

  it('take turns, and none waits for all the channels of another', async () => {
    const { db } = await openedStore();
    for (const [team, channel] of ['A1', 'A2', 'A3', 'B1', 'C1', 'C2']) {
      await queued(db, `${team}${channel}`, { team: `T${team}`, channel: `C${channel}` });
    }
    expect(await inTurn(db, { team: 'TA', channel: 'C9' })).toEqual([
      'TB C1',
      expect.stringMatching(/^TC/),
      expect.stringMatching(/^TA/),
      expect.stringMatching(/^TC/),
      expect.stringMatching(/^TA/),
      expect.stringMatching(/^TA/),
    ]);
  });

  it('that have nothing to say are passed over', async () => {
    const { db } = await openedStore();
    await queued(db, 'a', { team: 'TA' });
    await queued(db, 'c', { team: 'TC' });
    expect(await claimLane(db, 'me', NINE, { team: 'TB' })).toMatchObject({ team: 'TC' });
    expect(await claimLane(db, 'me', NINE, { team: 'TC' })).toMatchObject({ team: 'TA' });
  });
});

describe.each(ENGINES)('a lane that was given back ($name)', ({ openedStore }) => {
  it('has its next turn after the pause, by the clock of the database', async () => {
    const { db, pass } = await withPost(openedStore);
    await claimLane(db, 'me', NINE);
    await releaseLane(db, LANE, 'me', 7 * SECOND);
    await pass(7 * SECOND - 1);
    expect(await claimLane(db, 'you', NINE)).toBeUndefined();
    await pass(1);
    expect(await claimLane(db, 'you', NINE)).toMatchObject(LANE);
  });

  it('by somebody who no longer holds it, is not given back', async () => {
    const { db, pass } = await withPost(openedStore);
    await claimLane(db, 'me', NINE);
    await pass(60 * SECOND);
    await claimLane(db, 'you', NINE);
    await releaseLane(db, LANE, 'me', 0);
    expect(await holdsLane(db, LANE, 'you')).toBe(true);
    expect(await claimLane(db, 'me', NINE)).toBeUndefined();
  });
});

describe.each(ENGINES)('a worker ($name)', ({ openedStore }) => {
  it('holds a lane from its claim until it gives it back', async () => {
    const { db } = await withPost(openedStore);
    expect(await holdsLane(db, LANE, 'me')).toBe(false);
    await claimLane(db, 'me', NINE);
    expect([await holdsLane(db, LANE, 'me'), await holdsLane(db, LANE, 'you')]).toEqual([true, false]);
    await releaseLane(db, LANE, 'me', 0);
    expect(await holdsLane(db, LANE, 'me')).toBe(false);
  });

  it('that vanishes loses its lane after a minute', async () => {
    const { db, pass } = await withPost(openedStore);
    await claimLane(db, 'me', NINE);
    await pass(60 * SECOND - 1);
    expect([await holdsLane(db, LANE, 'me'), await claimLane(db, 'you', NINE)]).toEqual([true, undefined]);
    await pass(1);
    expect([await holdsLane(db, LANE, 'me'), await claimLane(db, 'you', NINE)]).toMatchObject([false, LANE]);
  });
});

describe.each(ENGINES)('the time until the next lane ($name)', ({ openedStore }) => {
  it('is unknown where nothing is to be sent', async () => {
    const { db } = await openedStore();
    expect(await readNextLaneMs(db, NINE)).toBeUndefined();
  });

  it('is the rest of its pause, and nothing when that is over', async () => {
    const { db, pass } = await withPost(openedStore);
    expect(await readNextLaneMs(db, NINE)).toBe(0);
    await claimLane(db, 'me', NINE);
    await releaseLane(db, LANE, 'me', 7 * SECOND);
    expect(await readNextLaneMs(db, NINE)).toBe(7 * SECOND);
    await pass(8 * SECOND);
    expect(await readNextLaneMs(db, NINE)).toBe(0);
  });

  it('is that of the earliest', async () => {
    const { db } = await withPost(openedStore);
    await claimLane(db, 'me', NINE);
    await releaseLane(db, LANE, 'me', 7 * SECOND);
    await queued(db, 'b', { channel: 'C0OTHER' });
    expect(await readNextLaneMs(db, NINE)).toBe(0);
  });

  it('is the rest of the pause of an edit that failed, for which no lane is claimed before', async () => {
    const { db, pass } = await openedStore();
    await queued(db, 'a');
    await updateDelivery(db, key('a'), ['queued'], { state: 'sent', shown_rev: 0 });
    await claimLane(db, 'me', NINE);
    await postponeEdit(db, { ...key('a'), wanted_rev: 1 }, 'me', { refusals: 1, afterMs: 7 * SECOND });
    await releaseLane(db, LANE, 'me', 0);
    expect(await claimLane(db, 'me', NINE)).toBeUndefined();
    expect(await readNextLaneMs(db, NINE)).toBe(7 * SECOND);
    await pass(7 * SECOND);
    expect(await readNextLaneMs(db, NINE)).toBe(0);
    expect(await claimLane(db, 'me', NINE)).toMatchObject(LANE);
  });

  it('is the rest of the lease while somebody may still hold it, so that nobody asks in vain', async () => {
    const { db, pass } = await withPost(openedStore);
    await claimLane(db, 'a worker that vanished', NINE);
    await pass(20 * SECOND);
    expect(await readNextLaneMs(db, NINE)).toBe(40 * SECOND);
  });
});

describe.each(ENGINES)('what is still to be done ($name)', ({ openedStore }) => {
  it('counts due slots, and posts and edits that Slack has not confirmed, with the age of the oldest', async () => {
    const { db } = await openedStore();
    expect(await readBacklog(db, NINE)).toEqual({ slotsDue: 0, outboxPending: 0, oldestSeconds: 0 });
    await dueSlot(db);
    await queued(db, 'sent');
    await updateDelivery(db, key('sent'), ['queued'], { state: 'sent', shown_rev: 1 });
    await queued(db, 'failed');
    await updateDelivery(db, key('failed'), ['queued'], { state: 'failed' });
    await queued(db, 'waiting', { created_at: NINE + 10 * SECOND });
    await queued(db, 'later', { created_at: NINE + 20 * SECOND });
    expect(await readBacklog(db, NINE + 12 * SECOND)).toEqual({
      slotsDue: 1,
      outboxPending: 2,
      oldestSeconds: 2,
    });
    await wantEdit(db, TEAM, 'subject of sent');
    expect((await readBacklog(db, NINE)).outboxPending).toBe(3);
    await queued(db, 'held for quiet hours', { created_at: NINE, not_before: NINE + 60 * SECOND });
    expect(await readBacklog(db, NINE + 12 * SECOND)).toMatchObject({ outboxPending: 4, oldestSeconds: 2 });
    await updateDelivery(db, key('held for quiet hours'), ['queued'], { state: 'sent', shown_rev: 1 });
    await queued(db, 'of others', { team: 'T0OTHER' });
    expect((await readBacklog(db, NINE)).outboxPending).toBe(4);
    expect(await countUnfinishedPosts(db, TEAM)).toBe(3);
    expect(await countUnfinishedPosts(db, 'T0OTHER')).toBe(1);
  });
});
