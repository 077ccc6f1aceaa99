import { expect, it } from 'vitest';
import { postKind } from '../../../src/outbox/post-kinds.ts';
import { keepAlert } from '../../../src/store/alerts.ts';
import { recordPosts } from '../../../src/store/announced.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import { recordLeads } from '../../../src/store/leads.ts';
import type { Answer } from '../../../src/surface/ask.ts';
import { findHere, whyHere } from '../../../src/surface/why.ts';
import { OPENED } from '../../messages/every-alert.ts';
import { drawn, wordsOf } from '../../messages/reading.ts';
import { mortalStore } from '../../support/mortal-store.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, HOUR, NINE, queued, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';

const ANA = memberNamed('Ana', 'U0ANA');

/** Somebody asks which leads a message holds that links to so many; each lead stands in a post of its own and in a digest. */
async function askedOf(leads: number) {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const slack = ok({ permalink: 'https://acme.slack.example/p1' });
  const given = { workspace: { personOf: async () => ANA } };
  const { db, ask } = await surfaceOver(file, json([]), slack, given);
  const numbers = Array.from({ length: leads }, (_, i) => i + 1);
  const keys = numbers.map((number) => `id:${number}`);
  const urlOf = (number: number) => `https://x.example/${number}`;
  await recordLeads(
    db,
    TEAM,
    ACME,
    numbers.map((number) => ({
      key: `id:${number}`,
      title: `Thread ${number}`,
      identities: [`id:${number}`, `url:${urlOf(number)}`],
      rank: number,
    })),
    NINE,
  );
  await giveHandles(db, TEAM, 'L', keys);
  const shownIn = async (deliveryId: string, shown: readonly string[], at: number) => {
    await queued(db, deliveryId, { project_id: ACME });
    await recordPosts(
      db,
      { team: TEAM, projectId: ACME, deliveryId, channel: CHANNEL, at },
      shown.map((key) => ({ key, part: 'new' })),
    );
  };
  await shownIn('digest', keys, NINE);
  for (const key of keys) await shownIn(`post of ${key}`, [key], NINE + HOUR);
  await db
    .updateTable('delivery')
    .set(({ ref }) => ({ state: 'sent', ts: ref('id'), placed_in: CHANNEL }))
    .execute();
  let asked = 0;
  const counted = mortalStore(db, () => {
    asked += 1;
  });
  const answer = await findHere.run({
    ...ask({ channel: 'C0ELSEWHERE' }),
    db: counted,
    message: { ts: '9.9', text: numbers.map(urlOf).join(' ') },
  });
  return { words: wordsIn(answer), asked };
}

const wordsIn = (answer: Answer) =>
  answer && 'message' in answer
    ? wordsOf(drawn(answer.message).blocks).join('\n')
    : expect.fail('no message');

it('a message with many leads takes a constant number of queries', async () => {
  const many = await askedOf(25);
  expect(many.words).toContain('*25 leads in this message*');
  expect(many.asked).toBe((await askedOf(2)).asked);
});

it('a post that only links to a lead is explained itself', async () => {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const { db, ask } = await surfaceOver(file, json([]), ok({ permalink: 'https://acme.slack.example/p1' }), {
    workspace: { personOf: async () => ANA },
  });
  const url = 'https://x.example/1';
  const lead = { key: 'id:1', title: 'Thread 1', identities: ['id:1', `url:${url}`], rank: 1 };
  await recordLeads(db, TEAM, ACME, [lead], NINE);
  const told = { ...OPENED, project: { id: ACME, name: 'Acme' } };
  const { kind, v } = told;
  const subject = postKind(told).subject(told);
  await queued(db, 'alert', { project_id: ACME, kind, v, subject, decision: JSON.stringify(told) });
  await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME }, told, NINE);
  await db.updateTable('delivery').set({ state: 'sent', ts: '9.9', placed_in: CHANNEL }).execute();
  const of = { ...ask(), message: { ts: '9.9', text: `${url} was claimed` } };
  expect(wordsIn(await whyHere.run(of))).not.toContain('Thread 1');
});

it('asked of a digest of one’s own, each lead is found in its own project', async () => {
  const other = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b91';
  const shownIn = `visible_in: [${CHANNEL}]`;
  const file = `projects: [{ id: ${ACME}, name: Acme, ${shownIn} }, { id: ${other}, name: Globex, ${shownIn} }]`;
  const { db, ask } = await surfaceOver(file, json([]), ok(), { workspace: { personOf: async () => ANA } });
  const rows = [];
  for (const [id, name] of [
    [ACME, 'Acme'],
    [other, 'Globex'],
  ] as const) {
    const lead = { key: `id:${name}`, title: `Thread of ${name}`, identities: [`id:${name}`], rank: 1 };
    await recordLeads(db, TEAM, id, [lead], NINE);
    rows.push({ project: { id, name }, lead });
  }
  const digest = { kind: 'own_digest', v: 1, project: { id: ACME, name: 'Acme' }, person: 'U0ANA', at: NINE };
  const told = { ...digest, timezone: 'UTC', schedule: 'every day at 9:00', rows, order: { by: 'api' } };
  const of = { project_id: ACME, kind: 'own_digest', decision: JSON.stringify(told) };
  await queued(db, 'own', { ...of, channel: 'U0ANA' });
  await db.updateTable('delivery').set({ state: 'sent', ts: '9.9', placed_in: 'D0ANA' }).execute();
  const asked = { ...ask({ channel: 'D0ANA' }), message: { ts: '9.9', text: '' } };
  for (const shortcut of [whyHere, findHere]) {
    const words = wordsIn(await shortcut.run(asked));
    expect(words).toContain('Thread of Acme');
    expect(words).toContain('Thread of Globex');
  }
});
