import { expect, test } from 'vitest';
import { moveLead } from '../../../src/outbox/move-lead.ts';
import type { Project } from '../../../src/projects/projects.ts';
import { recordLeads } from '../../../src/store/leads.ts';
import { leadsNow } from '../../../src/surface/leads/leads.ts';
import { drawn, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../../support/store-opened.ts';
import { surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const FILE = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;

const numbers = [1, 2, 3, 4, 5, 6];

/** Six leads, the best first: the first is replied to, the third claimed. */
async function sixLeads() {
  const listed = json(numbers.map((id) => ({ id, title: `Thread ${id}`, score: 90 - id })));
  const { db, ask, workspace } = await surfaceOver(FILE, listed, ok({ members: [] }));
  const polled = numbers.map((id) => ({ key: `id:${id}`, identities: [`id:${id}`], rank: id }));
  await recordLeads(db, TEAM, ACME, polled, NINE);
  for (const [id, kind] of [
    [1, 'reply'],
    [3, 'claim'],
  ] as const) {
    await moveLead(
      db,
      { team: TEAM, projectId: ACME, key: `id:${id}` },
      { kind },
      { by: 'U0ANA', now: NINE },
    );
  }
  const project = workspace.projects().projects[0] as Project;
  const asker = ask({ person: 'U0BEN' });
  return async (page: number) => {
    const answer = await leadsNow(project, { all: false, limit: 3, page }, asker);
    if (!answer || !('message' in answer)) throw new Error('There is no answer.');
    const [head = '', ...rows] = wordsOf(drawn(answer.message).blocks);
    return { head, rows: rows.flatMap((row) => row.match(/Thread \d/) ?? []), pages: answer.pages };
  };
}

test('open leads come first, best first, then what somebody is at, and last what is over; on each page', async () => {
  const page = await sixLeads();
  expect(await page(0)).toEqual({
    head: '*Acme · 4 open of 6 leads*',
    rows: ['Thread 2', 'Thread 4', 'Thread 5'],
    pages: 2,
  });
  expect(await page(1)).toMatchObject({
    head: '*Acme · 4 open of 6 leads*',
    rows: ['Thread 6', 'Thread 3', 'Thread 1'],
  });
});

test('asked for all, it says how many the feed leaves out', async () => {
  const file = `projects: [{ id: ${ACME}, name: Acme, leads: { channel: ${CHANNEL}, schedule: Mondays 9:00, min_score: 87 } }]`;
  const listed = json(numbers.map((id) => ({ id, title: `Thread ${id}`, score: 90 - id })));
  const { ask, workspace } = await surfaceOver(file, listed, ok({ members: [] }));
  const project = workspace.projects().projects[0] as Project;
  const asker = ask({ person: 'U0BEN' });
  const wordsShown = async (all: boolean) => {
    const answer = await leadsNow(project, { all, limit: 10, page: 0 }, asker);
    if (!answer || !('message' in answer)) throw new Error('There is no answer.');
    return wordsOf(drawn(answer.message).blocks);
  };
  const all = await wordsShown(true);
  expect(all[0]).toBe('*Acme · 6 leads*');
  expect(all.at(-1)).toContain('your feed leaves out 3 of these 6');
  const filtered = await wordsShown(false);
  expect(filtered[0]).toBe('*Acme · 3 leads*');
  expect(filtered.at(-1)).toContain('3 below your minimum score of 87');
});
