/** A person's own digest in the outbox: leads of two projects in one post, each edited with its own. */
import { expect, it } from 'vitest';
import type { OwnDigest } from '../../src/decision.ts';
import { moveLead } from '../../src/outbox/move-lead.ts';
import { queueDecision } from '../../src/outbox/queue.ts';
import { readersOf, readStanding } from '../../src/outbox/standing.ts';
import { parseProjects } from '../../src/projects/projects.ts';
import { recordLeads } from '../../src/store/leads.ts';
import { NINE, openedStore, TEAM } from '../support/store-opened.ts';

const ACME = { id: '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90', name: 'Acme' };
const GLOBEX = { id: '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b91', name: 'Globex' };
const PROJECTS = parseProjects(
  `{ owners: [U0OWNER], projects: [{ id: ${ACME.id}, name: Acme }, { id: ${GLOBEX.id}, name: Globex }] }`,
  'projects.yml',
);

const DIGEST: OwnDigest = {
  kind: 'own_digest',
  v: 1,
  project: ACME,
  person: 'U0ANA',
  at: NINE,
  timezone: 'Europe/Berlin',
  schedule: 'every day at 9:00',
  rows: [
    { project: ACME, lead: { key: 'id:1' } },
    { project: GLOBEX, lead: { key: 'id:2' } },
  ],
  order: { by: 'api' },
};

it('shows how the leads of each project stand, and is edited whichever of them is taken', async () => {
  const { db } = await openedStore();
  for (const { project, lead } of DIGEST.rows)
    await recordLeads(db, TEAM, project.id, [{ ...lead, identities: [lead.key], rank: 1 }], NINE);
  const to = { team: TEAM, channel: 'U0ANA', subscription: 'own:U0ANA', slotAt: NINE, key: 'own:U0ANA@9' };
  expect(await queueDecision(db, DIGEST, to, NINE)).toBe(true);
  expect(await queueDecision(db, DIGEST, to, NINE)).toBe(false);
  const wanted = async () =>
    (await db.selectFrom('delivery').select('wanted_rev').executeTakeFirstOrThrow()).wanted_rev;
  const before = await wanted();
  const globex = { team: TEAM, projectId: GLOBEX.id, key: 'id:2' };
  await moveLead(db, globex, { kind: 'claim' }, { by: 'U0ANA', now: NINE });
  expect(await wanted()).toBe(before + 1);
  const place = { channel: 'U0ANA', isMember: async () => false };
  const { leads, handles } = await readStanding(db, TEAM, DIGEST, PROJECTS, place);
  expect(leads).toMatchObject({ 'id:1': { state: 'new' }, 'id:2': { state: 'claimed', by: 'U0ANA' } });
  expect(Object.keys(handles)).toEqual(['id:1', 'id:2']);
});

it.each([
  ['the reader', 'U0ANA', true],
  ['who is in the project’s channel with them', 'U0BEN', true],
  ['who shares another project’s channel', 'U0CLEO', false],
])('in a direct message names %s', async (_, person, isNamed) => {
  const projects = parseProjects(
    `projects:
      - { id: ${ACME.id}, name: Acme, visible_in: [C0ACME] }
      - { id: ${GLOBEX.id}, name: Globex, visible_in: [C0GLOBEX] }`,
    'projects.yml',
  );
  const members: Record<string, string[]> = {
    C0ACME: ['U0ANA', 'U0BEN'],
    C0GLOBEX: ['U0ANA', 'U0CLEO'],
  };
  const isMember = async (place: string, who: string) => members[place]?.includes(who) ?? false;
  expect(await readersOf(projects, { channel: 'U0ANA', isMember }).isNamed(person, ACME.id)).toBe(isNamed);
  const asked = readersOf(projects, { channel: 'D0ANA', isMember }, 'U0ANA');
  expect(await asked.isNamed(person, ACME.id)).toBe(isNamed);
});
