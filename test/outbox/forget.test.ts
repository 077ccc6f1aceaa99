import { describe, expect, it } from 'vitest';
import { forget } from '../../src/outbox/forget.ts';
import { moveLead } from '../../src/outbox/move-lead.ts';
import { recordPosts } from '../../src/store/announced.ts';
import type { Table } from '../../src/store/columns.ts';
import { findLead, recordLeads } from '../../src/store/leads.ts';
import { type AnyRow, type Db, TABLE_NAMES, TABLES, type TableName } from '../../src/store/tables.ts';
import { anyRow, columnsOf, ENGINES, insert, rowsOf } from '../support/store-engines.ts';
import { deliveryOf, NINE, queued, TEAM } from '../support/store-opened.ts';

const ANA = 'U0ANA';
const BEN = 'U0BEN';
const LEAD = { team: TEAM, projectId: 'acme', key: 'id:1' };

async function everyText(db: Db): Promise<string> {
  const tables = await Promise.all(TABLE_NAMES.map((name) => rowsOf(db, name)));
  return JSON.stringify(tables);
}

async function countsOf(db: Db): Promise<Record<string, number>> {
  const counted = TABLE_NAMES.map(async (name) => [name, (await rowsOf(db, name)).length] as const);
  return Object.fromEntries(await Promise.all(counted));
}

/** A row in each table, with `person` in every column that may hold one, beside somebody else. */
async function fillWith(db: Db, person: string, number: number): Promise<void> {
  const columns = await columnsOf(db);
  for (const name of TABLE_NAMES) {
    if (name === 'app_version') continue;
    const { person: people, decision, theirs }: Table = TABLES[name];
    const given: Record<string, string> = {};
    for (const column of people) given[column] = `of:${person}@${number}`;
    for (const column of decision) given[column] = JSON.stringify({ by: person, told: [BEN, person] });
    if (theirs !== undefined) given[theirs] = `C0${name.toUpperCase()}`;
    await insert(db, name, anyRow(columns.get(name) ?? [], number, { ...given, ...ALONE[name]?.(person) }));
  }
}

/** Columns that hold an id alone, where a text with one in it would be no row of ours. */
const ALONE: { [Name in TableName]?: (person: string) => AnyRow } = {
  lead: (person) => ({
    state: 'replied',
    by: person,
    assigned_by: person,
    reply_url: 'https://forum/1#reply',
  }),
  lead_event: (person) => ({ kind: 'assign', by: person, detail: person }),
  alert: (person) => ({ status: 'open', taken_by: person, muted_by: person }),
  installation: (person) => ({ installed_by: person }),
  made_feed: (person) => ({
    settings: JSON.stringify({ channel: 'C0ACME', mention: [BEN, person] }),
    changed_by: person,
  }),
};

describe.each(ENGINES)('a person is forgotten, on $name', ({ openedStore }) => {
  it('wherever they stand, in every column that can hold them, and what is counted stays', async () => {
    const { db } = await openedStore();
    await fillWith(db, ANA, 1);
    await fillWith(db, BEN, 2);
    const before = await countsOf(db);
    const { before: found, after } = await forget(db, { user: ANA, yes: true }, NINE);
    // Where the only column says whose row it is, this one is nobody's.
    const holding = TABLE_NAMES.filter((name) => {
      const { person, decision, theirs }: Table = TABLES[name];
      return person.filter((column) => column !== theirs).length + decision.length > 0;
    });
    expect(Object.keys(found.rows).sort()).toEqual(holding.toSorted());
    expect(after).toEqual({ rows: {}, authored: 0, addresses: 0 });
    expect(await everyText(db)).not.toContain(ANA);
    expect(await everyText(db)).toContain(`of:${BEN}@2`);
    expect(await countsOf(db)).toEqual(before);
  });

  it('with what was theirs alone: their own digest, its times, and what was sent to them', async () => {
    const { db } = await openedStore();
    const columns = await columnsOf(db);
    for (const name of TABLE_NAMES) {
      const { theirs }: Table = TABLES[name];
      if (theirs === undefined) continue;
      for (const [i, person] of [ANA, BEN].entries())
        await insert(db, name, anyRow(columns.get(name) ?? [], i, { [theirs]: person, state: 'sent' }));
    }
    const { after } = await forget(db, { user: ANA, yes: true }, NINE);
    expect(after?.rows).toEqual({});
    for (const name of TABLE_NAMES) {
      const { theirs }: Table = TABLES[name];
      if (theirs !== undefined) expect((await rowsOf(db, name)).map((row) => row[theirs])).toEqual([BEN]);
    }
  });

  it('and so is their direct message, as far as posts to them tell which it is', async () => {
    const { db } = await openedStore();
    const columns = await columnsOf(db);
    await queued(db, 'to Ana', { channel: ANA });
    await db.updateTable('delivery').set({ state: 'sent', placed_in: 'D0ANA' }).execute();
    await insert(db, 'asked', anyRow(columns.get('asked') ?? [], 1, { channel: 'D0ANA' }));
    await insert(db, 'lead_event', anyRow(columns.get('lead_event') ?? [], 1, { channel: 'D0ANA' }));
    await forget(db, { user: ANA, yes: true }, NINE);
    expect(await rowsOf(db, 'asked')).toEqual([]);
    expect(await rowsOf(db, 'lead_event')).toHaveLength(1);
    expect(await everyText(db)).not.toContain('D0ANA');
  });

  it('what they had claimed is open again, for all to see, and what they wrote is gone', async () => {
    const { db } = await openedStore();
    const [open, answered] = [LEAD, { ...LEAD, key: 'id:2' }];
    const leads = [open, answered].map(({ key }, i) => ({ key, rank: i + 1, identities: [key] }));
    await recordLeads(db, TEAM, 'acme', leads, NINE);
    await queued(db, 'digest');
    const post = { team: TEAM, projectId: 'acme', deliveryId: 'digest', channel: 'C0ACME', at: NINE };
    await recordPosts(db, post, [{ key: open.key, part: 'new' }]);
    await moveLead(db, open, { kind: 'claim' }, { by: ANA, now: NINE });
    const assigned = { kind: 'assign', to: BEN, note: 'written by Ana' } as const;
    await moveLead(db, answered, assigned, { by: ANA, now: NINE });
    await moveLead(
      db,
      answered,
      { kind: 'reply', url: 'https://forum.example/by/ana' },
      { by: ANA, now: NINE },
    );
    const { wanted_rev } = await deliveryOf(db, 'digest');
    await forget(db, { user: ANA, yes: true }, NINE);
    expect((await findLead(db, open))?.state).toMatchObject({ state: 'new', by: undefined });
    expect((await deliveryOf(db, 'digest')).wanted_rev).toBe(wanted_rev + 1);
    expect((await findLead(db, answered))?.state).toMatchObject({
      state: 'replied',
      by: expect.stringMatching(/^someone/),
      replyUrl: undefined,
    });
    expect(await everyText(db)).not.toMatch(/forum\.example|written by Ana/);
    const kinds = (await rowsOf(db, 'lead_event')).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['assign', 'claim', 'release', 'reply']);
  });

  it('nobody is called or told in their place: not by a feed, nor by whoever looks after what they installed', async () => {
    const { db } = await openedStore();
    await fillWith(db, ANA, 1);
    await forget(db, { user: ANA, yes: true }, NINE);
    const [[feed], [installation], [alert], [lead]] = await Promise.all([
      rowsOf(db, 'made_feed'),
      rowsOf(db, 'installation'),
      rowsOf(db, 'alert'),
      rowsOf(db, 'lead'),
    ]);
    expect(JSON.parse(String(feed?.settings))).toEqual({ channel: 'C0ACME', mention: [BEN] });
    expect(installation?.installed_by).toBe('');
    expect(alert).toMatchObject({ taken_by: null, taken_at: null });
    expect(lead?.assigned_by).toBeNull();
  });

  it('in one workspace alone, where that is named', async () => {
    const { db } = await openedStore();
    await fillWith(db, ANA, 1);
    await fillWith(db, ANA, 2);
    await forget(db, { user: ANA, team: 'team 1', yes: true }, NINE);
    const left = (await rowsOf(db, 'audit')).filter(({ person }) => String(person).includes(ANA));
    expect(left.map(({ team }) => team)).toEqual(['team 2']);
  });

  it('only once somebody says so: before that it is counted, and nothing changes', async () => {
    const { db } = await openedStore();
    await fillWith(db, ANA, 1);
    const before = await everyText(db);
    const told = await forget(db, { user: ANA, yes: false }, NINE);
    expect(told.before.rows.audit).toBe(1);
    expect(told.after).toBeUndefined();
    expect(await everyText(db)).toBe(before);
  });

  it('and another whose id begins alike is not', async () => {
    const { db } = await openedStore();
    await fillWith(db, `${ANA}2`, 1);
    const { before } = await forget(db, { user: ANA, yes: true }, NINE);
    expect(before.rows).toEqual({});
  });

  it('a post that is with Slack now stays until that is over, and is said to be left', async () => {
    const { db } = await openedStore();
    await queued(db, 'to Ana', { channel: ANA });
    await db.updateTable('delivery').set({ state: 'sending' }).execute();
    expect((await forget(db, { user: ANA, yes: true }, NINE)).after?.rows).toEqual({ delivery: 1, lane: 1 });
    await db.updateTable('delivery').set({ state: 'sent' }).execute();
    expect((await forget(db, { user: ANA, yes: true }, NINE)).after?.rows).toEqual({});
  });
});

describe.each(ENGINES)('the author of a thread is forgotten, on $name', ({ openedStore }) => {
  const lead = (author: string, title: string, url = 'https://forum.example/t/1') => ({
    author,
    title,
    url,
    reason: `u/${author} asks for advice`,
  });

  async function keptLead(db: Db, given: AnyRow) {
    const columns = await columnsOf(db);
    await insert(db, 'lead', anyRow(columns.get('lead') ?? [], 1, given));
    const decision = JSON.stringify({ kind: 'lead_digest', v: 1, leads: [{ key: 'id:1', ...given }] });
    await queued(db, 'digest', { decision });
  }

  it('however the name is written, in what was said of the thread too, and its place is kept', async () => {
    const { db } = await openedStore();
    await keptLead(db, lead('u/Jane_D', 'Jane_D’s question, not that of jane_dory'));
    // A word of a text is no author.
    const before = await everyText(db);
    const nobody = await forget(db, { author: 'question', yes: true }, NINE);
    expect(nobody.before).toMatchObject({ rows: { lead: 1, delivery: 1 }, authored: 0 });
    expect(nobody.after).toBeUndefined();
    expect(await everyText(db)).toBe(before);
    const { before: found, after } = await forget(db, { author: '@jane_d', yes: true }, NINE);
    expect(found.authored).toBe(2);
    expect(after).toEqual({ rows: {}, authored: 0, addresses: 0 });
    const [row] = await rowsOf(db, 'lead');
    expect(row).toMatchObject({
      author: null,
      title: 'someone’s question, not that of jane_dory',
      reason: expect.stringMatching(/someone asks for advice$/),
    });
    const { leads } = JSON.parse((await deliveryOf(db, 'digest')).decision);
    expect(leads).toEqual([
      expect.objectContaining({ key: 'id:1', title: 'someone’s question, not that of jane_dory' }),
    ]);
    expect(leads[0]).not.toHaveProperty('author');
    expect(JSON.stringify(leads)).not.toMatch(/jane_d\b/i);
  });

  it('also where the lead is gone and only the post about it is kept', async () => {
    const { db } = await openedStore();
    await keptLead(db, lead('jane', 'A question'));
    await db.deleteFrom('lead').execute();
    expect((await forget(db, { author: 'jane', yes: true }, NINE)).after?.rows).toEqual({});
    expect(await everyText(db)).not.toContain('jane');
  });

  it('in what people noted about the thread, too', async () => {
    const { db } = await openedStore();
    await keptLead(db, lead('u/jane', 'A question'));
    const at = { team: TEAM, projectId: 'acme', key: 'id:2' };
    await recordLeads(db, TEAM, 'acme', [{ key: at.key, identities: [at.key], rank: 1 }], NINE);
    await moveLead(db, at, { kind: 'assign', to: BEN, note: 'Jane is a customer' }, { by: ANA, now: NINE });
    await moveLead(db, at, { kind: 'dismiss', reason: 'other: u/jane knows us' }, { by: ANA, now: NINE });
    const assigned = JSON.stringify({ kind: 'lead_assigned', v: 1, note: 'Answer jane, please' });
    await queued(db, 'assigned', { decision: assigned });
    expect((await forget(db, { author: 'jane', yes: true }, NINE)).after?.rows).toEqual({});
    expect(await everyText(db)).not.toMatch(/jane/i);
    expect(await everyText(db)).toContain('someone is a customer');
  });

  it('an address with the name in it is counted and stays: the thread is known by it', async () => {
    const { db } = await openedStore();
    await keptLead(db, lead('jane.d', 'A question', 'https://forum.example/jane.d/1'));
    const { before, after } = await forget(db, { author: 'jane.d', yes: true }, NINE);
    expect(before).toMatchObject({ rows: { lead: 1, delivery: 1 }, addresses: 1 });
    expect(after).toEqual({ rows: {}, authored: 0, addresses: 1 });
  });

  it('a name of any signs is taken as it is', async () => {
    const { db } = await openedStore();
    await keptLead(db, lead('a+b(c)', 'By "a+b(c)" and aab(c)'));
    await forget(db, { author: 'a+b(c)', yes: true }, NINE);
    expect((await rowsOf(db, 'lead'))[0]?.title).toBe('By "someone" and aab(c)');
  });
});
