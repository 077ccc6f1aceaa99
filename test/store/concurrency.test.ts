import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { moveLead } from '../../src/outbox/move-lead.ts';
import { announce } from '../../src/store/announced.ts';
import { giveHandles, readHandles } from '../../src/store/handles.ts';
import { claimLane } from '../../src/store/lanes.ts';
import { recordLeads } from '../../src/store/leads.ts';
import { claimSlot } from '../../src/store/slots.ts';
import { readSubscriptions } from '../../src/store/subscriptions.ts';
import { readSuggestionState, settleSuggestion } from '../../src/store/suggestions.ts';
import type { Db } from '../../src/store/tables.ts';
import { closeTroubles, noteTrouble } from '../../src/store/troubles.ts';
import { ENGINES, type OpenedStore } from '../support/store-engines.ts';
import { CHANNEL, dueSlot, feedSeen, NINE, queued, TEAM } from '../support/store-opened.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Two processes on one store, each with four workers: what all of them do at once. */
async function atOnce<Result>(
  { db, another }: OpenedStore,
  work: (db: Db, worker: string, index: number) => Promise<Result>,
): Promise<Result[]> {
  const processes = [db, await another()];
  const workers = upTo(4).flatMap((index) =>
    processes.map((process, which) => ({ process, name: `${which}-${index}`, index: index * 2 + which })),
  );
  // Each has its connection before any begins; else the first would be done before the others are there.
  await Promise.all(workers.map(({ process }) => sql`select 1`.execute(process)));
  return Promise.all(workers.map(({ process, name, index }) => work(process, name, index)));
}

/** Everything that `claim` finds until it finds nothing more. */
async function allClaimed<Claim>(claim: () => Promise<Claim | undefined>): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (let found = await claim(); found !== undefined; found = await claim()) claims.push(found);
  return claims;
}

describe.each(ENGINES)('two processes that reach for the same work ($name)', ({ openedStore }) => {
  it('claim each of 80 lanes once', async () => {
    const store = await openedStore();
    const lanes = upTo(80).map((number) => ({ team: `T${number % 7}`, channel: `C${number}` }));
    for (const lane of lanes) await queued(store.db, lane.channel, lane);
    const claims = await atOnce(store, (db, worker) =>
      allClaimed(async () => claimLane(db, worker, NINE, { team: 'T3' })),
    );
    const claimed = claims.flat().map(({ channel }) => channel);
    expect(claimed.sort()).toEqual(lanes.map(({ channel }) => channel).sort());
  });

  it('claim each of 80 slots once', async () => {
    const store = await openedStore();
    const slots = upTo(80).map((number) => ({ subscription: `leads:${number}`, channel: `C${number}` }));
    for (const slot of slots) await dueSlot(store.db, slot);
    const claims = await atOnce(store, (db, worker) => allClaimed(() => claimSlot(db, TEAM, worker, NINE)));
    const claimed = claims.flat().map(({ subscription }) => subscription);
    expect(claimed.sort()).toEqual(slots.map(({ subscription }) => subscription).sort());
    expect(claims.flat().every(({ attempts }) => attempts === 1)).toBe(true);
  });

  it('work on one slot of a channel at a time', async () => {
    const store = await openedStore();
    for (const rank of upTo(20)) await dueSlot(store.db, { subscription: `leads:${rank}`, rank });
    const claims = await atOnce(store, (db, worker) => claimSlot(db, TEAM, worker, NINE));
    expect(claims.filter(Boolean)).toEqual([expect.objectContaining({ subscription: 'leads:1' })]);
  });
});

describe.each(ENGINES)('two processes that queue posts ($name)', ({ openedStore }) => {
  it('give each a place of its own in its channel, without a gap', async () => {
    const store = await openedStore();
    await atOnce(store, async (db, worker) => {
      for (const number of upTo(10)) {
        await queued(db, `${worker}-${number}`, { channel: number % 2 === 0 ? CHANNEL : 'C0OTHER' });
      }
    });
    const rows = await store.db.selectFrom('delivery').select(['channel', 'seq']).orderBy('seq').execute();
    for (const channel of [CHANNEL, 'C0OTHER']) {
      expect(rows.filter((row) => row.channel === channel).map(({ seq }) => seq)).toEqual(upTo(40));
    }
  });

  it('put one post after another that is still being written', async () => {
    const { db, another } = await openedStore();
    const other = await another();
    const [late] = await db.transaction().execute(async (trx) => {
      await queued(trx, 'first');
      // In a list: a promise that is returned as it is would be waited for, before the transaction ends.
      const waiting = [queued(other, 'third')];
      await queued(trx, 'second');
      return waiting;
    });
    expect(await late).toBe(true);
    const rows = await db.selectFrom('delivery').select('id').orderBy('seq').execute();
    expect(rows.map(({ id }) => id)).toEqual(['first', 'second', 'third']);
  });

  it('under one key queue it once', async () => {
    const store = await openedStore();
    const queuedAs = await atOnce(store, (db, worker) => queued(db, worker, { dedupe_key: 'leads@nine' }));
    expect(queuedAs.filter(Boolean)).toHaveLength(1);
  });
});

describe.each(ENGINES)('two processes that name and announce things ($name)', ({ openedStore }) => {
  it('give every thing one number, and use every number', async () => {
    const store = await openedStore();
    const common = upTo(10).map((number) => `id:${number}`);
    const named = await atOnce(store, async (db, worker) => {
      const keys = [...upTo(4).map((number) => `id:${worker}:${number}`), ...common];
      await db.transaction().execute((trx) => giveHandles(trx, TEAM, 'L', keys));
      return keys;
    });
    const handles = Object.values(await readHandles(store.db, TEAM, named.flat()));
    const numbers = handles.map((handle) => Number(handle.slice(1)));
    expect(numbers.sort((a, b) => a - b)).toEqual(upTo(8 * 4 + 10));
  });

  it('announce every lead once, in whatever order they come to it', async () => {
    const store = await openedStore();
    const keys = upTo(40).map((number) => `id:${number}`);
    const place = { team: TEAM, channel: CHANNEL, projectId: 'acme', deliveryId: null };
    const fresh = await atOnce(store, (db, _, index) =>
      db.transaction().execute(async (trx) => {
        const mine = index % 2 === 0 ? keys : keys.toReversed();
        const firstHalf = await announce(trx, place, mine.slice(0, 20));
        return [...firstHalf, ...(await announce(trx, place, mine.slice(20)))];
      }),
    );
    expect(fresh.flat().sort()).toEqual(keys.toSorted());
  });
});

describe.each(ENGINES)('people who act on one thread in two projects at once ($name)', ({ openedStore }) => {
  it('have it claimed in both by one of them, and neither click fails', async () => {
    const { db, another } = await openedStore();
    const [here, there] = ['acme', 'globex'].map((projectId) => ({ team: TEAM, projectId, key: 'id:1' }));
    if (!here || !there) return expect.fail('no leads');
    for (const { projectId, key } of [here, there])
      await recordLeads(db, TEAM, projectId, [{ key, identities: [key, 'url:x'], rank: 1 }], NINE);
    // Each has changed one of the two leads and goes on to the other when both are there.
    const other = await another();
    const claims = await Promise.all([
      moveLead(db, here, { kind: 'claim' }, { by: 'U0ANA', now: NINE }, [there]),
      moveLead(other, there, { kind: 'claim' }, { by: 'U0BEN', now: NINE }, [here]),
    ]);
    expect(claims.filter((before) => before !== undefined)).toHaveLength(1);
    const holders = await db.selectFrom('lead').select(['state', 'by']).distinct().execute();
    expect(holders).toEqual([{ state: 'claimed', by: expect.any(String) }]);
  });
});

describe.each(ENGINES)('two processes that learn the same thing ($name)', ({ openedStore }) => {
  it('take a suggestion for the first of many people', async () => {
    const store = await openedStore();
    const key = { team: TEAM, projectId: 'acme', suggestionId: 's9' };
    const change = { status: 'accepted', at: NINE, written: 'waiting' } as const;
    const people = await atOnce(store, async (db, by) =>
      (await settleSuggestion(db, key, { ...change, by })) ? [by] : [],
    );
    const winners = people.flat();
    expect(winners).toHaveLength(1);
    expect((await readSuggestionState(store.db, key))?.by).toBe(winners[0]);
  });

  it('begin one trouble, and after it was closed one more', async () => {
    const store = await openedStore();
    const note = (db: Db, now: number) => noteTrouble(db, TEAM, { cause: 'api', reason: 'unreachable' }, now);
    const first = await atOnce(store, (db, _, index) => note(db, NINE + index));
    const [since] = first;
    expect(new Set(first).size).toBe(1);
    const closed = await atOnce(store, (db) => closeTroubles(db, TEAM, ['api', 'key'], NINE + 50));
    expect(closed.flat()).toEqual([{ cause: 'api', since }]);
    const second = await atOnce(store, (db, _, index) => note(db, NINE + 100 + index));
    expect(new Set(second).size).toBe(1);
    expect(second[0]).toBeGreaterThanOrEqual(NINE + 100);
  });

  it('count a feed from the same moment', async () => {
    const store = await openedStore();
    const states = await atOnce(store, (db, _, index) =>
      readSubscriptions(db, TEAM, ['leads:acme', 'scores:acme'].map(feedSeen), NINE + index),
    );
    for (const id of ['leads:acme', 'scores:acme']) {
      const times = states.map((feeds) => feeds.get(id)?.since);
      expect(times).toHaveLength(8);
      expect(new Set(times).size).toBe(1);
    }
  });
});
