import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { DigestLead, LeadDigest } from '../../src/decision.ts';
import { commitVerdict, LeaseLost, type Verdict } from '../../src/outbox/commit.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { readStanding } from '../../src/outbox/standing.ts';
import { type Feed, feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { announce, readKnownLeads } from '../../src/store/announced.ts';
import { readHandles } from '../../src/store/handles.ts';
import { claimSlot } from '../../src/store/slots.ts';
import type { Db, SlotRow } from '../../src/store/tables.ts';
import { ALERT, DIGEST, NEWS } from '../messages/cast.ts';
import { buttonsOf } from '../messages/reading.ts';
import { CHANNEL, dueSlot, HOUR, MINUTE, NINE, openedStore, slotsOf, TEAM } from '../support/store-opened.ts';

const FEED = feedNamed('leads');

const PROJECTS = parseProjects(fileOf(), 'projects.yml');

function fileOf() {
  const feed = `{ channel: ${CHANNEL}, schedule: hourly }`;
  return `projects: [{ id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: Acme, leads: ${feed}, scores: ${feed} }]`;
}

function feedNamed(kind: Feed['kind']): Feed {
  const feeds = feedsOf(parseProjects(fileOf(), 'projects.yml'));
  return feeds.find((one) => one.kind === kind) ?? expect.fail(`there is no feed of ${kind}`);
}

const lead = (key: string): DigestLead => ({ key, title: `Lead ${key}` });
const digestOf = (...keys: string[]): LeadDigest => ({ ...DIGEST, leads: keys.map(lead) });
const verdict = (digest: LeadDigest, seen = digest.leads.map(({ key }) => key)): Verdict => ({
  decisions: [digest],
  seen: seen.map((key) => ({ key, identities: [key] })),
});

const commit = (db: Db, slot: SlotRow, feed: Feed, said: Verdict, owner: string, now: number) =>
  commitVerdict(db, { slot, feed, verdict: said, owner, now, recipients: [] });

/** A store with one slot, claimed by "me". */
async function withSlot(given: { due_at?: number } = {}) {
  const store = await openedStore();
  await dueSlot(store.db, given);
  return { ...store, slot: await claimedBy('me', store.db) };
}

async function claimedBy(owner: string, db: Db): Promise<SlotRow> {
  return (await claimSlot(db, TEAM, owner, NINE)) ?? expect.fail('there is no slot');
}

/** What is queued: kinds with the keys of their leads. */
async function queuedIn(db: Db) {
  const rows = await db.selectFrom('delivery').selectAll().orderBy('seq').execute();
  return rows.map((row) => ({ ...row, decision: JSON.parse(row.decision) }));
}
const leadsIn = async (db: Db) =>
  (await queuedIn(db)).map(({ decision }) => decision.leads.map(({ key }: DigestLead) => key));

describe('what was decided', () => {
  it('is queued, its leads are known to the channel, and the slot is done', async () => {
    const { db, slot } = await withSlot();
    expect(await commit(db, slot, FEED, verdict(digestOf('a', 'b')), 'me', NINE + MINUTE)).toBe(1);
    expect(await queuedIn(db)).toMatchObject([
      {
        team: TEAM,
        channel: CHANNEL,
        state: 'queued',
        kind: 'lead_digest',
        subscription: slot.subscription,
        slot_at: NINE,
        project_id: DIGEST.project.id,
        created_at: NINE + MINUTE,
        expires_at: NINE + MINUTE + 4 * HOUR,
        decision: digestOf('a', 'b'),
      },
    ]);
    expect(
      await readKnownLeads(db, { team: TEAM, channel: CHANNEL, projectId: FEED.project.id }, ['a', 'b', 'c']),
    ).toEqual(new Set(['a', 'b']));
    expect(await slotsOf(db)).toMatchObject([{ state: 'done', owner: null }]);
  });

  it('gives every lead its handle, best first', async () => {
    const { db, slot } = await withSlot();
    await commit(db, slot, FEED, verdict(digestOf('b', 'a')), 'me', NINE);
    expect(await readHandles(db, TEAM, ['a', 'b'])).toEqual({ b: 'L1', a: 'L2' });
  });

  it('remembers leads that were counted and not shown', async () => {
    const { db, slot } = await withSlot();
    await commit(db, slot, FEED, verdict(digestOf('a'), ['a', 'below the limit']), 'me', NINE);
    const rows = await db.selectFrom('announced').select('delivery_id').orderBy('name').execute();
    expect(rows).toEqual([{ delivery_id: (await queuedIn(db))[0]?.id }, { delivery_id: null }]);
  });

  it('leaves the count of open leads to the latest digest of a channel alone', async () => {
    const { db, slot } = await withSlot();
    const { id, name } = FEED.project;
    const digest = (at: number, key: string) => ({ ...digestOf(key), project: { id, name }, at, open: 7 });
    const [first, second] = [digest(NINE, 'a'), digest(NINE + HOUR, 'b')];
    await commit(db, slot, FEED, verdict(first), 'me', NINE);
    const drawnNow = async (decision: LeadDigest) => {
      const place = { channel: CHANNEL, isMember: async () => true };
      const now = await readStanding(db, TEAM, decision, PROJECTS, place);
      return buttonsOf(render(decision, now).blocks)[0];
    };
    expect(await drawnNow(first)).toBe('8 open');
    await db.updateTable('delivery').set({ state: 'sent', ts: '1.1', shown_rev: 1, wanted_rev: 1 }).execute();
    await dueSlot(db, { due_at: NINE - HOUR });
    await commit(db, await claimedBy('me', db), FEED, verdict(second), 'me', NINE + HOUR);
    expect(await queuedIn(db)).toMatchObject([{ wanted_rev: 2 }, { state: 'queued' }]);
    expect([await drawnNow(first), await drawnNow(second)]).toEqual(['All open leads', '8 open']);
  });

  it('may be nothing: then only the slot is closed', async () => {
    const { db, slot } = await withSlot();
    expect(await commit(db, slot, FEED, { decisions: [], seen: [] }, 'me', NINE)).toBe(0);
    expect(await queuedIn(db)).toEqual([]);
    expect(await slotsOf(db)).toMatchObject([{ state: 'done' }]);
  });

  it('may be a digest without leads, for a feed that posts those too', async () => {
    const { db, slot } = await withSlot();
    expect(await commit(db, slot, FEED, verdict(digestOf()), 'me', NINE)).toBe(1);
    expect(await leadsIn(db)).toEqual([[]]);
  });

  it('of an alert or a suggestion is queued once in a channel, whichever slot says it', async () => {
    const { db, slot } = await withSlot();
    const decided = { decisions: [ALERT, NEWS], seen: [] };
    expect(await commit(db, slot, feedNamed('scores'), decided, 'me', NINE)).toBe(2);
    await dueSlot(db, { due_at: NINE - HOUR });
    expect(await commit(db, await claimedBy('me', db), feedNamed('scores'), decided, 'me', NINE)).toBe(0);
    await dueSlot(db, { channel: 'C0OTHER', subscription: 'scores elsewhere' });
    expect(await commit(db, await claimedBy('me', db), feedNamed('scores'), decided, 'me', NINE)).toBe(2);
  });
});

describe('leads that another feed announced meanwhile', () => {
  const meanwhile = (db: Db, keys: string[]) =>
    announce(db, { team: TEAM, channel: CHANNEL, projectId: FEED.project.id, deliveryId: 'other' }, keys);

  it('are taken out, the others stay in their order', async () => {
    const { db, slot } = await withSlot();
    await meanwhile(db, ['b']);
    expect(await commit(db, slot, FEED, verdict(digestOf('c', 'b', 'a')), 'me', NINE)).toBe(1);
    expect(await leadsIn(db)).toEqual([['c', 'a']]);
  });

  it('if they are all there is, leave nothing to post; the slot is done all the same', async () => {
    const { db, slot } = await withSlot();
    await meanwhile(db, ['a', 'b']);
    expect(await commit(db, slot, FEED, verdict(digestOf('a', 'b')), 'me', NINE)).toBe(0);
    expect(await queuedIn(db)).toEqual([]);
    expect(await slotsOf(db)).toMatchObject([{ state: 'done' }]);
  });

  it('in another channel are new here', async () => {
    const { db, slot } = await withSlot();
    await announce(db, { team: TEAM, channel: 'C0OTHER', projectId: FEED.project.id, deliveryId: 'other' }, [
      'a',
    ]);
    await commit(db, slot, FEED, verdict(digestOf('a')), 'me', NINE);
    expect(await leadsIn(db)).toEqual([['a']]);
  });
});

describe('nothing is written', () => {
  const nothingIn = async (db: Db) => {
    expect(await db.selectFrom('announced').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('handle').selectAll().execute()).toEqual([]);
  };

  it('by a worker that lost its slot to another one', async () => {
    const { db, time, slot } = await withSlot();
    time.now += MINUTE;
    await claimedBy('you', db);
    await expect(commit(db, slot, FEED, verdict(digestOf('a')), 'me', NINE)).rejects.toThrow(LeaseLost);
    await nothingIn(db);
    expect(await queuedIn(db)).toEqual([]);
    expect(await slotsOf(db)).toMatchObject([{ state: 'due', owner: 'you' }]);
  });

  it('a second time for a slot that is done', async () => {
    const { db, slot } = await withSlot();
    await commit(db, slot, FEED, { decisions: [], seen: [] }, 'me', NINE);
    await expect(commit(db, slot, FEED, verdict(digestOf('a')), 'me', NINE)).rejects.toThrow(LeaseLost);
    await nothingIn(db);
  });

  it('if any part of it fails; the slot stays due', async () => {
    const { db, slot } = await withSlot();
    await sql`drop table delivery`.execute(db);
    await expect(commit(db, slot, FEED, verdict(digestOf('a')), 'me', NINE)).rejects.toThrow(/no such table/);
    await nothingIn(db);
    expect(await slotsOf(db)).toMatchObject([{ state: 'due', owner: 'me' }]);
  });
});
