import { describe, expect, it } from 'vitest';
import { moveLead } from '../../src/outbox/move-lead.ts';
import { feedsOf, parseProjects } from '../../src/projects/projects.ts';
import type { LeadAct } from '../../src/rules/lead-state.ts';
import { findLead, recordLeads } from '../../src/store/leads.ts';
import type { Db } from '../../src/store/tables.ts';
import { attendLeads } from '../../src/watch/attend.ts';
import { CHANNEL, HOUR, NINE, openedStore, TEAM } from '../support/store-opened.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const TIDEWATER = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';
const LEADS = `leads: { channel: ${CHANNEL}, schedule: hourly, timezone: Europe/Berlin, quiet: "22:00-07:00" }`;
const FEEDS = feedsOf(
  parseProjects(
    `projects: [{ id: ${ACME}, name: Acme, ${LEADS} }, { id: ${TIDEWATER}, name: Tidewater, ${LEADS} }]`,
    'projects.yml',
  ),
);

/** NINE is a Friday: a working day later is Monday. */
const MONDAY = NINE + 72 * HOUR;
const THREAD = { identities: ['url:https://a.example/1'], url: 'https://a.example/1', rank: 1 };

const at = (projectId: string) => ({ team: TEAM, projectId, key: `id:${projectId}` });

async function withLead(projectId: string, db: Db, act: LeadAct, now = NINE) {
  await recordLeads(db, TEAM, projectId, [{ key: at(projectId).key, ...THREAD }], NINE);
  await moveLead(db, at(projectId), act, { by: 'U0ANA', now });
}

const everybody = async () => true;
const attend = (db: Db, now: number, feeds = FEEDS, isMember: Membership = everybody) =>
  attendLeads(db, TEAM, feeds, now, isMember);
type Membership = (channel: string, person: string) => Promise<boolean>;

const remindersIn = (db: Db) =>
  db.selectFrom('delivery').select(['channel', 'kind', 'project_id', 'not_before']).orderBy('seq').execute();

describe('who claimed and did not reply', () => {
  it('is reminded in private a working day later, once', async () => {
    const { db } = await openedStore();
    await withLead(ACME, db, { kind: 'claim' });
    expect(await attend(db, MONDAY - 1)).toBe(false);
    expect(await attend(db, MONDAY)).toBe(true);
    expect(await attend(db, MONDAY + HOUR)).toBe(false);
    expect(await remindersIn(db)).toEqual([
      { channel: 'U0ANA', kind: 'lead_reminder', project_id: ACME, not_before: MONDAY },
    ]);
  });

  it('is reminded once of a thread that is a lead of two projects', async () => {
    const { db } = await openedStore();
    for (const project of [ACME, TIDEWATER]) await withLead(project, db, { kind: 'claim' });
    await attend(db, MONDAY);
    expect(await remindersIn(db)).toHaveLength(1);
    expect(await attend(db, MONDAY)).toBe(false);
  });

  it('is reminded in one message of all that are due by then', async () => {
    const { db } = await openedStore();
    for (const [i, key] of ['id:1', 'id:2', 'id:3', 'id:4'].entries()) {
      await recordLeads(db, TEAM, ACME, [{ key, identities: [key], rank: i }], NINE);
      const lead = { team: TEAM, projectId: ACME, key };
      const now = NINE + (i === 3 ? 5 * HOUR : i * 60_000);
      await moveLead(db, lead, { kind: 'claim' }, { by: 'U0ANA', now });
    }
    expect(await attend(db, MONDAY)).toBe(true);
    expect(await attend(db, MONDAY + HOUR)).toBe(false);
    const sent = await db.selectFrom('delivery').select('decision').execute();
    expect(sent.map(({ decision }) => JSON.parse(decision))).toMatchObject([
      { lead: { key: 'id:1' }, also: [{ lead: { key: 'id:2' } }, { lead: { key: 'id:3' } }] },
    ]);
    const shown = await db.selectFrom('lead_post').select(['lead_key', 'part']).orderBy('lead_key').execute();
    expect(shown.map(({ lead_key, part }) => [lead_key, part])).toEqual(
      ['id:1', 'id:2', 'id:3'].map((key) => [key, 'reminder']),
    );
  });

  it('is left alone in quiet hours', async () => {
    const { db } = await openedStore();
    const six = MONDAY - 3 * HOUR;
    await withLead(ACME, db, { kind: 'claim' }, NINE - 3 * HOUR);
    await attend(db, six);
    expect(await remindersIn(db)).toMatchObject([{ not_before: six + HOUR }]);
  });

  it('is reminded of a second claim as of the first', async () => {
    const { db } = await openedStore();
    await withLead(ACME, db, { kind: 'claim' });
    await attend(db, MONDAY);
    for (const kind of ['release', 'claim'] as const) {
      await moveLead(db, at(ACME), { kind }, { by: 'U0BEN', now: MONDAY + HOUR });
    }
    await attend(db, MONDAY + 25 * HOUR);
    expect((await remindersIn(db)).map(({ channel }) => channel)).toEqual(['U0ANA', 'U0BEN']);
  });

  it('is told nothing after they left all channels of the project; the lead stays theirs', async () => {
    const { db } = await openedStore();
    await withLead(ACME, db, { kind: 'claim' });
    expect(await attend(db, MONDAY, FEEDS, async () => false)).toBe(false);
    expect(await remindersIn(db)).toEqual([]);
    expect((await findLead(db, at(ACME)))?.state).toMatchObject({ state: 'claimed', by: 'U0ANA' });
  });

  it('is reminded when they are back, and by any channel that shows the project', async () => {
    const { db } = await openedStore();
    const feeds = feedsOf(
      parseProjects(
        `projects: [{ id: ${ACME}, name: Acme, visible_in: [C0SALES], ${LEADS} }, { id: ${TIDEWATER}, name: Tidewater, leads: { channel: C0TIDE, schedule: hourly } }]`,
        'projects.yml',
      ),
    );
    await withLead(ACME, db, { kind: 'claim' });
    const onlyIn = (place: string) => async (channel: string, person: string) =>
      channel === place && person === 'U0ANA';
    expect(await attend(db, MONDAY, feeds, onlyIn('C0TIDE'))).toBe(false);
    expect(await attend(db, MONDAY + HOUR, feeds, onlyIn('C0SALES'))).toBe(true);
    expect((await remindersIn(db)).map(({ channel }) => channel)).toEqual(['U0ANA']);
  });

  it('is left alone once there is a reply', async () => {
    const { db } = await openedStore();
    await withLead(ACME, db, { kind: 'claim' });
    await moveLead(db, at(ACME), { kind: 'reply' }, { by: 'U0ANA', now: NINE });
    expect(await attend(db, MONDAY)).toBe(false);
  });
});

describe('a snoozed lead', () => {
  it('is open again on its day, whether its project still posts or not', async () => {
    const { db } = await openedStore();
    await withLead(ACME, db, { kind: 'snooze', until: MONDAY });
    expect(await attend(db, MONDAY - 1, [])).toBe(false);
    expect(await attend(db, MONDAY, [])).toBe(true);
    expect((await findLead(db, at(ACME)))?.state).toEqual({ state: 'new', by: undefined, since: MONDAY });
  });
});
