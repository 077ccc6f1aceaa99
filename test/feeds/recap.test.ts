import { expect, test } from 'vitest';
import type { ChangeAlert, MentionAlert, ScoreAlert } from '../../src/decision.ts';
import { makeRecap, type RecapPolled } from '../../src/feeds/recap.ts';
import { moveLead } from '../../src/outbox/move-lead.ts';
import { queueDecision } from '../../src/outbox/queue.ts';
import { feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { keepAlert } from '../../src/store/alerts.ts';
import { keepScores } from '../../src/store/daily-scores.ts';
import { giveHandles } from '../../src/store/handles.ts';
import { recordLeads } from '../../src/store/leads.ts';
import { claimSlot } from '../../src/store/slots.ts';
import type { Db } from '../../src/store/tables.ts';
import { DIGEST } from '../messages/cast.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { RECAP } from '../messages/insight-cast.ts';
import { dailyScore, rivalOf } from '../rules/cast.ts';
import { CHANNEL, dueSlot, HOUR, MINUTE, NINE, openedStore, TEAM } from '../support/store-opened.ts';
import { apiWith, watchOver } from '../support/watch-over.ts';
import { json } from '../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const FILE = `projects: [{ id: ${ACME}, name: Acme, leads: { channel: ${CHANNEL}, schedule: every day at 8:00 }, recap: { channel: ${CHANNEL}, schedule: Fridays at 8:00 } }]`;

const leadsOf = (scores: readonly number[]) =>
  scores.map((score, i) => ({ key: `id:${i}`, identities: [`id:${i}`], rank: i + 1, score }));

/** A digest of these leads stands in the channel. */
async function showing(db: Db, leads: ReturnType<typeof leadsOf>, when: number): Promise<void> {
  await recordLeads(db, TEAM, ACME, leads, when);
  const digest = { ...DIGEST, project: { id: ACME, name: 'Acme' }, leads };
  const place = { team: TEAM, channel: CHANNEL, subscription: `leads:${ACME}:${CHANNEL}`, slotAt: when };
  await queueDecision(db, digest, place, when);
  await db.updateTable('delivery').set({ state: 'sent' }).execute();
}

/** A recap that is due; made with `soFar`, it goes on until now. */
async function dueRecap(db: Db, { file = FILE, due = NINE, polled = {} as RecapPolled } = {}) {
  const feed = feedsOf(parseProjects(file, 'projects.yml')).find(({ kind }) => kind === 'recap');
  if (feed?.kind !== 'recap') return expect.fail('There is no recap.');
  await dueSlot(db, { subscription: feed.id, due_at: due });
  const slot = (await claimSlot(db, TEAM, 'me', due)) ?? expect.fail('There is no slot.');
  return (soFar = false) => makeRecap(db, slot, feed, polled, soFar);
}

test('the minimum score that a recap proposes goes by the scores under which leads were shown, not by those of later polls', async () => {
  const { db } = await openedStore();
  const when = NINE - 100 * HOUR;
  await showing(db, leadsOf([80, 82, 84, 85, 86, 87, 70, 65, 60, 50]), when);
  for (const key of ['id:0', 'id:1', 'id:2', 'id:3', 'id:4', 'id:5']) {
    const replied = { team: TEAM, projectId: ACME, key };
    await moveLead(db, replied, { kind: 'reply' }, { by: 'U0ANA', now: when + 1 });
  }
  await recordLeads(db, TEAM, ACME, leadsOf([40, 41, 42, 43, 44, 45, 95, 94, 93, 92]), NINE);

  const recap = await dueRecap(db);
  expect(await recap()).toMatchObject({ minScore: { score: 71, hides: 4, of: 4 } });
});

test('the open leads to answer next are those of the list: shown or not, past the feed’s filters, unclaimed', async () => {
  const { db } = await openedStore();
  const file = FILE.replace('schedule: every day at 8:00', 'schedule: every day at 8:00, min_score: 82');
  const all = leadsOf([88, 86, 84, 81]);
  await showing(db, all.slice(0, 1), NINE - HOUR);
  await recordLeads(db, TEAM, ACME, all, NINE - HOUR);
  const claimed = { team: TEAM, projectId: ACME, key: 'id:1' };
  await moveLead(db, claimed, { kind: 'claim' }, { by: 'U0ANA', now: NINE - 1 });
  const recap = await dueRecap(db, { file });
  const { next } = await recap();
  expect(next?.leads).toEqual({ many: 2, atLeast: 80 });
});

test('the alerts of a recap are those that opened or ended in its days, on rivals and mentions too', async () => {
  const { db } = await openedStore();
  const file = FILE.replace('recap:', `scores: { channel: ${CHANNEL}, schedule: every day at 8:00 }, recap:`);
  const project = { id: ACME, name: 'Acme' };
  const place = { team: TEAM, channel: CHANNEL, projectId: ACME };
  const keep = (news: ScoreAlert | MentionAlert) => keepAlert(db, place, { ...news, project }, NINE - HOUR);
  const scored = (key: string, alert: Partial<ChangeAlert>) =>
    keep({ ...OPENED, key, alert: livingAlert({ key, ...alert }) });
  const ofRival = { type: 'rival' as const, rival: 'Globex', since: '2026-11-15', until: '2026-11-14' };
  const figures = { day: '2026-11-17', own: 12, rival: 33, of: 165 };
  // The recap is of Fri 13 Nov to Thu 19 Nov.
  await scored('before', { openedOn: '2026-11-05', day: '2026-11-15', status: 'recovered' });
  await scored('long ago', { openedOn: '2026-11-02', day: '2026-11-09', status: 'recovered' });
  await keep({
    kind: 'mention_alert',
    v: 1,
    project,
    key: 'rival',
    status: 'open',
    about: { ...ofRival, figures },
  });
  await giveHandles(db, TEAM, 'A', ['before', 'long ago', 'rival']);
  const recap = await dueRecap(db, { file });
  expect((await recap()).alerts).toEqual([
    { handle: 'A1', over: '2026-11-15' },
    { handle: 'A3', day: '2026-11-17' },
  ]);
});

test('while the API gives no scores, a recap has those of earlier polls, of the days they are of', async () => {
  const { db, tickAt, slotsCome, queued } = await watchOver(
    apiWith({ '/scores/daily': json({ error: 'down' }, 501) }),
    [`recap: { channel: ${CHANNEL}, schedule: every day at 9:00 }`],
  );
  const put = ['2026-11-18', '2026-11-19'].map((date, i) => ({
    part: '',
    row: { ...dailyScore({ score: 60 - i }), date },
  }));
  await keepScores(db, { team: TEAM, projectId: ACME }, { put, drop: [], since: '2026-01-01' });
  await tickAt(NINE);
  await slotsCome({ state: 'done', attempts: 1 });
  expect((await queued())[0]?.decision).toMatchObject({
    score: { day: '2026-11-19', score: 59, before: { day: '2026-11-18', score: 60 } },
    unread: ['dailyScores'],
  });
});

test('asked before it is due, a recap tells what came together since the last one', async () => {
  const { db } = await openedStore();
  const recap = await dueRecap(db, { due: NINE + 90 * MINUTE });
  const spanOf = async (soFar: boolean) => {
    const { from, to } = await recap(soFar);
    return [from, to].map((ms) => (ms - NINE) / HOUR);
  };
  expect(await spanOf(false)).toEqual([-7 * 24, 0]);
  expect(await spanOf(true)).toEqual([0, 1.5]);
  await showing(db, leadsOf([70]), NINE + HOUR);
  const { weeks } = await recap(true);
  // The week of the recap that is to come, next Friday.
  expect(weeks).toEqual([{ name: '2026-11-20', shown: 1, claimed: 0, replied: 0 }]);
});

test.each([
  ['is compared with that of the recap before', ['ChatGPT'], 78],
  [
    'is not compared if an engine was added meanwhile, as the brand’s score is not',
    ['ChatGPT', 'Copilot'],
    undefined,
  ],
])('the best rival’s score %s', async (_, engines, before) => {
  const { db } = await openedStore();
  const week = { to: NINE - 7 * 24 * HOUR, from: NINE - 14 * 24 * HOUR };
  const last = {
    ...RECAP,
    ...week,
    project: { id: ACME, name: 'Acme' },
    rival: { name: 'Globex', score: 78 },
  };
  const place = { team: TEAM, channel: CHANNEL, subscription: `recap:${ACME}:${CHANNEL}`, slotAt: week.to };
  await queueDecision(db, last, place, week.to);
  const scores = ['2026-11-12', '2026-11-19'].flatMap((date, i) => [
    dailyScore({ date, score: 60 }),
    ...(i === 0 ? ['ChatGPT'] : engines).map((engine) => dailyScore({ date, engine, score: 60 })),
  ]);
  const rivals = { own: undefined, rivals: [rivalOf('Globex', 79)], isAll: true, names: ['Globex'] };
  const recap = await dueRecap(db, { polled: { scores, rivals } });
  const { rival } = await recap();
  expect([rival?.score, rival?.before]).toEqual([79, before]);
});
