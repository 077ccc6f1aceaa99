import { describe, expect, it } from 'vitest';
import type { LeadDigest } from '../../src/decision.ts';
import { decide } from '../../src/feeds/feeds.ts';
import { commitVerdict } from '../../src/outbox/commit.ts';
import { moveLead } from '../../src/outbox/move-lead.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { readStanding } from '../../src/outbox/standing.ts';
import { feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { claimSlot } from '../../src/store/slots.ts';
import type { Db, DeliveryRow } from '../../src/store/tables.ts';
import type { Lead } from '../../src/visibility/assumed.ts';
import { lead } from '../rules/cast.ts';
import { mrkdwnOf } from '../support/posts.ts';
import { CHANNEL, dueSlot, HOUR, NINE, openedStore, TEAM } from '../support/store-opened.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const TIDEWATER = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';
const LEADS = `leads: { channel: ${CHANNEL}, schedule: hourly }`;
const PROJECTS = parseProjects(
  `projects: [{ id: ${ACME}, name: Acme, ${LEADS} }, { id: ${TIDEWATER}, name: Tidewater, ${LEADS} }]`,
  'projects.yml',
);

const THREAD = { title: 'Best CRM?', url: 'https://www.reddit.com/r/crm/comments/1abc/best_crm/' };
const OLD_LINK = {
  title: 'Best CRM?',
  url: 'https://old.reddit.com/r/crm/comments/1abc/best_crm/?utm_source=x',
};

/** What a poll of this project, so many hours after nine, comes to in the channel. */
async function polled(db: Db, projectId: string, hour: number, ...leads: Partial<Lead>[]): Promise<void> {
  const feed = feedsOf(PROJECTS).find(({ project }) => project.id === projectId) ?? expect.fail('no feed');
  const now = NINE + hour * HOUR;
  await dueSlot(db, { subscription: feed.id, due_at: now });
  const slot = (await claimSlot(db, TEAM, 'me', now)) ?? expect.fail('no slot');
  const snapshot = { leads: leads.map(lead), cited: {}, extras: new Map() };
  const verdict = await decide(db, { slot, feed, snapshot, relearn: false, owners: [], now });
  await commitVerdict(db, { slot, feed, verdict, owner: 'me', recipients: [], now });
}

async function digests(db: Db): Promise<(DeliveryRow & { digest: LeadDigest })[]> {
  const rows = await db.selectFrom('delivery').selectAll().orderBy('seq').execute();
  return rows.map((row) => ({ ...row, digest: JSON.parse(row.decision) }));
}

/** What the channel reads in a digest now. */
async function words(db: Db, { digest }: { digest: LeadDigest }): Promise<string> {
  const place = { channel: CHANNEL, isMember: async () => true };
  return mrkdwnOf({
    blocks: render(digest, await readStanding(db, TEAM, digest, PROJECTS, place)).blocks.map((block) => ({
      ...block,
    })),
  });
}

describe('a thread', () => {
  it('that is a lead of two projects stands once in a channel, with both names', async () => {
    const { db } = await openedStore();
    await polled(db, ACME, 1, { id: 'a1', ...THREAD });
    await polled(db, TIDEWATER, 2, { id: 't7', ...OLD_LINK });
    const [only, ...others] = await digests(db);
    expect(others).toEqual([]);
    expect(only?.wanted_rev).toBe(2);
    expect(only && (await words(db, only))).toContain('also for Tidewater');
  });

  it('comes again under another id, and is the same lead with the state that people left it in', async () => {
    const { db } = await openedStore();
    await polled(db, ACME, 1, { id: 'a1', ...THREAD });
    const at = { team: TEAM, projectId: ACME, key: 'id:a1' };
    await moveLead(db, at, { kind: 'claim' }, { by: 'U0ANA', now: NINE });
    await polled(db, ACME, 2, { id: 'b2', ...OLD_LINK, score: 70 }, { id: 'a3', title: 'Another' });
    const [first, second] = await digests(db);
    expect(second?.digest.leads.map(({ key }) => key)).toEqual(['id:a3']);
    expect(first && (await words(db, first))).toContain('Claimed by <@U0ANA>');
  });
});

it('what became of every lead of the last poll is kept for whoever asks', async () => {
  const { db } = await openedStore();
  await polled(db, ACME, 1, { id: 'a1', title: 'One' }, { id: 'a2', title: 'Two' });
  await polled(
    db,
    ACME,
    26,
    { id: 'a3', title: 'Three' },
    { id: 'a1', title: 'One' },
    { id: 'a2', title: 'Two' },
  );
  const rows = await db.selectFrom('lead_verdict').selectAll().orderBy('rank').execute();
  expect(rows).toMatchObject([
    { lead_key: 'id:a3', rank: 1, verdict: 'posted' },
    { lead_key: 'id:a1', rank: 2, verdict: 'still_open' },
    { lead_key: 'id:a2', rank: 3, verdict: 'still_open' },
  ]);
});
