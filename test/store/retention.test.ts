import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import { moveLead } from '../../src/outbox/move-lead.ts';
import { KEPT } from '../../src/outbox/post-kinds.ts';
import { announce, readKnownLeads, recordPosts } from '../../src/store/announced.ts';
import { beginWrite } from '../../src/store/audit.ts';
import { recordVerdicts } from '../../src/store/lead-stories.ts';
import { findLead, type PolledLead, recordLeads } from '../../src/store/leads.ts';
import { createTidy, removeOld } from '../../src/store/retention.ts';
import type { Db } from '../../src/store/tables.ts';
import { closeTroubles, noteTrouble } from '../../src/store/troubles.ts';
import { ENGINES } from '../support/store-engines.ts';
import {
  CHANNEL,
  dueSlot,
  HOUR,
  MINUTE,
  NINE,
  openedStore,
  queued,
  slotsOf,
  TEAM,
} from '../support/store-opened.ts';

const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
/** A year after what is here called old. */
const NOW = NINE + YEAR;

/** Everything that ended more than half a year ago may go. */
async function tidied(db: Db, onBreath = () => true): Promise<void> {
  const before = NOW - YEAR / 2;
  const ages = {
    slots: before,
    deliveries: before,
    audit: before,
    announced: before,
    asked: before,
  };
  await removeOld(db, TEAM, ages, KEPT, async () => onBreath());
}

async function finished(db: Db, due_at: number, state: 'done' | 'expired', missed_as: string | null = null) {
  await dueSlot(db, { due_at });
  await db.updateTable('slot').set({ state, missed_as }).where('due_at', '=', due_at).execute();
}

/** The slots of an hourly feed. */
async function finishHours(db: Db, hours: number) {
  const slot = {
    team: TEAM,
    subscription: 'hourly',
    channel: CHANNEL,
    rank: 1,
    state: 'done',
    attempts: 1,
  } as const;
  const times = Array.from({ length: hours }, (_, i) => NINE + i * HOUR);
  await db
    .insertInto('slot')
    .values(
      times.map((at) => ({
        ...slot,
        due_at: at,
        opened_at: at,
        run_after: at,
        owner: null,
        lease_until: 0,
        missed_as: null,
      })),
    )
    .execute();
}

const dueTimes = async (db: Db) => (await slotsOf(db)).map(({ due_at }) => due_at);

async function sent(db: Db, id: string, given: Parameters<typeof queued>[2] = {}) {
  await queued(db, id, given);
  await db.updateTable('delivery').set({ state: 'sent', shown_rev: 1 }).where('id', '=', id).execute();
}

const posts = async (db: Db) =>
  (await db.selectFrom('delivery').select('id').orderBy('id').execute()).map(({ id }) => id);

const lead = (key: string, ...also: string[]): PolledLead => ({
  key,
  identities: [key, ...also],
  rank: 1,
  title: key,
});

/** A lead that was polled, and announced here, a year ago; its project's list was read today. */
async function oldLead(db: Db, ...names: [string, ...string[]]) {
  await recordLeads(db, TEAM, 'acme', [lead(...names)], NINE);
  const here = { team: TEAM, channel: CHANNEL, projectId: 'acme' };
  await announce(db, { ...here, deliveryId: null }, names);
  await recordVerdicts(db, { ...here, polledAt: NINE }, [{ key: names[0], rank: 1, verdict: 'posted' }]);
}
const readToday = (db: Db) => recordLeads(db, TEAM, 'acme', [lead('id:today')], NOW);
const known = async (db: Db, ...keys: string[]) => [
  ...(await readKnownLeads(db, { team: TEAM, channel: CHANNEL, projectId: 'acme' }, keys)),
];
const kept = (db: Db, key: string) => findLead(db, { team: TEAM, projectId: 'acme', key });

describe.each(ENGINES)('what is over and old ($name)', ({ openedStore }) => {
  it('leaves the slots, however many there are, a few at a time', async () => {
    const { db } = await openedStore();
    await finishHours(db, 700);
    let pieces = 0;
    await tidied(db, () => {
      pieces += 1;
      return true;
    });
    expect(await dueTimes(db)).toEqual([NINE + 699 * HOUR]);
    expect(pieces).toBeGreaterThan(3);
  });

  it('ends between two pieces when the bot stops', async () => {
    const { db } = await openedStore();
    await finishHours(db, 700);
    let pieces = 0;
    await tidied(db, () => {
      pieces += 1;
      return pieces < 2;
    });
    expect((await dueTimes(db)).length).toBeGreaterThan(1);
  });

  it('is not what a feed had last, nor the last that was done, nor what is due or young', async () => {
    const { db } = await openedStore();
    await finished(db, NINE - 2 * DAY, 'expired');
    await finished(db, NINE - DAY, 'done');
    await finished(db, NINE, 'expired');
    await tidied(db);
    expect(await dueTimes(db)).toEqual([NINE - DAY, NINE]);
    await finished(db, NOW - DAY, 'done');
    await dueSlot(db, { due_at: NOW });
    await tidied(db);
    expect(await dueTimes(db)).toEqual([NOW - DAY, NOW]);
  });

  it('is not a slot that a line in the channel still speaks of', async () => {
    const { db } = await openedStore();
    await finished(db, NINE, 'expired', 'subject of line');
    await finished(db, NINE + DAY, 'done');
    await sent(db, 'line', { created_at: NOW });
    await tidied(db);
    expect(await dueTimes(db)).toEqual([NINE, NINE + DAY]);
    await db.deleteFrom('delivery').execute();
    await tidied(db);
    expect(await dueTimes(db)).toEqual([NINE + DAY]);
  });

  it('leaves the posts, but what waits, what is to be edited, and by what a channel knows what it was told', async () => {
    const { db } = await openedStore();
    await sent(db, 'old');
    await sent(db, 'young', { created_at: NOW });
    await queued(db, 'waiting');
    await sent(db, 'stale');
    await db.updateTable('delivery').set({ wanted_rev: 2 }).where('id', '=', 'stale').execute();
    await sent(db, 'suggested', { kind: 'segment_suggestion' });
    await tidied(db);
    expect(await posts(db)).toEqual(['stale', 'suggested', 'waiting', 'young']);
  });

  it('is not the post of an open alert', async () => {
    const { db } = await openedStore();
    await sent(db, 'alert', { kind: 'score_alert', subject: 'A1' });
    await db
      .insertInto('alert')
      .values({
        team: TEAM,
        channel: CHANNEL,
        key: 'A1',
        project_id: 'acme',
        kind: 'score_alert',
        v: 1,
        status: 'open',
        told_in: null,
        decision: '{}',
        opened_at: NINE,
        changed_at: NINE,
        muted_by: null,
        muted_until: null,
        detailed_on: null,
      })
      .execute();
    await tidied(db);
    expect(await posts(db)).toEqual(['alert']);
    await db.updateTable('alert').set({ status: 'closed' }).execute();
    await tidied(db);
    expect(await posts(db)).toEqual([]);
  });

  it('is not what was told of a trouble that goes on: nobody is told of it again', async () => {
    const { db } = await openedStore();
    await noteTrouble(db, TEAM, { cause: 'down', reason: 'unreachable' }, NINE - DAY);
    await sent(db, 'told', { kind: 'api_trouble' });
    await tidied(db);
    expect(await posts(db)).toEqual(['told']);
    await closeTroubles(db, TEAM, ['down'], NINE);
    await tidied(db);
    expect(await posts(db)).toEqual([]);
  });

  it('is not a claimed lead, nor the post that shows it', async () => {
    const { db } = await openedStore();
    await oldLead(db, 'id:1');
    await readToday(db);
    await sent(db, 'digest');
    const shows = { team: TEAM, projectId: 'acme', deliveryId: 'digest', channel: CHANNEL, at: NINE };
    await recordPosts(db, shows, [{ key: 'id:1', part: 'new' }]);
    const at = { team: TEAM, projectId: 'acme', key: 'id:1' };
    await moveLead(db, at, { kind: 'claim' }, { by: 'U0ANA', now: NINE });
    await tidied(db);
    expect(await posts(db)).toEqual(['digest']);
    expect(await known(db, 'id:1')).toEqual(['id:1']);
    await moveLead(db, at, { kind: 'release' }, { by: 'U0ANA', now: NINE });
    await db.updateTable('delivery').set({ wanted_rev: 1, shown_rev: 1 }).execute();
    await tidied(db);
    expect(await posts(db)).toEqual([]);
    expect(await kept(db, 'id:1')).toBeUndefined();
  });

  it('is a lead that the API lists no more, with every name of it; one that it lists stays', async () => {
    const { db } = await openedStore();
    await oldLead(db, 'id:1', 'url:1');
    await oldLead(db, 'id:2', 'url:2');
    await recordLeads(db, TEAM, 'acme', [lead('id:2', 'url:2')], NOW);
    await tidied(db);
    expect(await kept(db, 'id:1')).toBeUndefined();
    expect(await kept(db, 'id:2')).toBeDefined();
    expect((await known(db, 'id:1', 'url:1', 'id:2', 'url:2')).sort()).toEqual(['id:2', 'url:2']);
  });

  it('is a lead of the last of many projects, too', async () => {
    const { db } = await openedStore();
    const projects = Array.from({ length: 260 }, (_, i) => `project-${i}`);
    for (const project of projects) await recordLeads(db, TEAM, project, [lead('id:today')], NOW);
    for (const project of projects) await recordLeads(db, TEAM, project, [lead('id:1')], NINE);
    await tidied(db);
    const left = await db.selectFrom('lead').select('lead_key').distinct().execute();
    expect(left).toEqual([{ lead_key: 'id:today' }]);
  });

  it('is no lead of a project whose list was not read since', async () => {
    const { db } = await openedStore();
    await oldLead(db, 'id:1');
    await tidied(db);
    expect(await known(db, 'id:1')).toEqual(['id:1']);
  });

  it('stays announced where another project of the channel lists the same thread', async () => {
    const { db } = await openedStore();
    await oldLead(db, 'id:1', 'url:1');
    await readToday(db);
    await recordLeads(db, TEAM, 'tidewater', [lead('id:7', 'url:1')], NOW);
    await tidied(db);
    expect(await known(db, 'id:1', 'url:1')).toEqual(['url:1']);
  });

  it('leaves the audit, and nothing of another workspace', async () => {
    const { db } = await openedStore();
    const write = { person: 'U0ANA', action: 'prompt.track', projectId: 'acme', subject: 'Best CRM?' };
    await beginWrite(db, TEAM, { ...write, request: 'old', at: NINE });
    await beginWrite(db, TEAM, { ...write, request: 'young', at: NOW });
    await beginWrite(db, 'T0OTHER', { ...write, request: 'theirs', at: NINE });
    await tidied(db);
    const rows = await db.selectFrom('audit').select('request').orderBy('request').execute();
    expect(rows.map(({ request }) => request)).toEqual(['theirs', 'young']);
  });
});

const keep = { slots: 30 * DAY_MS, deliveries: 400 * DAY_MS, audit: 400 * DAY_MS, announced: 400 * DAY_MS };

async function tidying() {
  const { db } = await openedStore();
  const onFault = (error: unknown) => expect.fail(String(error));
  const { tidy, stop } = createTidy({ db, keep: () => keep, kept: KEPT, onFault });
  /** So many slots of a feed, one an hour, the last of them `ago` before nine. */
  const finish = async (count: number, ago: number) => {
    await sql`insert into slot (team, subscription, due_at, opened_at, channel, rank, state, run_after)
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${count - 1})
      select ${TEAM}, 'f', ${NINE - ago} - n * ${HOUR}, 0, ${CHANNEL}, 1, 'done', 0 from numbers`.execute(db);
  };
  const left = async () => (await slotsOf(db)).length;
  return { db, tidy, stop, finish, left };
}

describe('the store, hour by hour', () => {
  it('loses what is old at the start, and again an hour later', async () => {
    const { tidy, finish, left } = await tidying();
    await finish(700, 31 * DAY_MS);
    await tidy([TEAM], NINE);
    expect(await left()).toBe(1);
    await finish(5, 30 * DAY_MS + HOUR);
    await tidy([TEAM], NINE + 59 * MINUTE);
    expect(await left()).toBe(6);
    await tidy([TEAM], NINE + HOUR);
    expect(await left()).toBe(1);
  });

  it('keeps what is not old, by the bot’s clock', async () => {
    const { tidy, finish, left } = await tidying();
    await finish(5, 25 * DAY_MS);
    await tidy([TEAM], NINE);
    expect(await left()).toBe(5);
    await tidy([TEAM], NINE + 10 * DAY_MS);
    expect(await left()).toBe(1);
  });

  it('is left alone once the bot stops', async () => {
    const { tidy, stop, finish, left } = await tidying();
    await finish(5, 31 * DAY_MS);
    await stop();
    await tidy([TEAM], NINE);
    expect(await left()).toBe(5);
  });
});
