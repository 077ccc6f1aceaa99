/** A watch over a real store and a local API, ticked by the test. */
import { expect, onTestFinished } from 'vitest';
import { createMetrics } from '../../src/metrics.ts';
import { expireOldPosts } from '../../src/outbox/ledger.ts';
import { TIMING } from '../../src/outbox/pump.ts';
import { feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { createSlotWork, type SlotWorkDeps } from '../../src/watch/slot-work.ts';
import { createTroubles } from '../../src/watch/troubles.ts';
import { createWatch, type WatchDeps } from '../../src/watch/watch.ts';
import { type Answering, clientOf, json } from '../visibility/api.ts';
import { keptLog } from './log-kept.ts';
import { CHANNEL, HOUR, MINUTE, NINE, openedStore, slotsOf, TEAM } from './store-opened.ts';

export const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
export const LEADS = `leads: { channel: ${CHANNEL}, schedule: every day at 9:00 }`;
export const SCORES = `scores: { channel: ${CHANNEL}, schedule: every day at 9:00 }`;
export const SUGGESTIONS = `suggestions: { channel: ${CHANNEL}, schedule: every day at 9:00 }`;
export const DAY = 24 * HOUR;

/** The API's answers by the end of the path; what is not named is empty. */
export function apiWith(answers: Record<string, Answering>): Answering {
  return (response, asked, number) => {
    const path = asked.url.split('?')[0] ?? '';
    const [, answer] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
    (answer ?? json(path.endsWith('/metrics') ? {} : []))(response, asked, number);
  };
}

export const TWO_LEADS = json([
  { id: 1, title: 'Best CRM?', score: 90 },
  { id: 2, title: 'Leaving Globex', score: 80 },
]);

/**
 * The API answers so; `feeds` is how projects.yml names them. Whatever else is given takes the place of what a watch is
 * usually given here; `text` of projects.yml, too. Nothing is posted; with `refuses`, posts expire as where Slack takes none.
 */
export async function watchOver(
  answering: Answering,
  feeds: string[] = [LEADS],
  {
    zone = 'Europe/Berlin',
    refuses = false,
    text,
    ...deps
  }: { zone?: string | undefined; refuses?: boolean; text?: string } & Partial<WatchDeps & SlotWorkDeps> = {},
) {
  const { db, time } = await openedStore();
  const api = await clientOf(answering);
  const file = `{ owners: [U0OWNER], defaults: { timezone: ${zone} }, projects: [{ id: ${ACME}, name: Acme, ${feeds.join(', ')} }] }`;
  const projects = parseProjects(text ?? file, 'projects.yml');
  const { log, lines } = keptLog();
  const metrics = createMetrics(() => Promise.reject(new Error('nobody asks for it here')));
  let woken = 0;
  const onFault = (error: unknown) => expect.fail(String(error));
  const troubles = createTroubles({ db, projects: () => projects, keyNameOf: () => 'ACME_KEY', onFault });
  const shared = {
    db,
    clock: { now: () => time.now, refresh: async () => time.now },
    projects: () => projects,
    teams: () => [TEAM],
    isMember: async () => true,
    visibilityOf: () => api.client,
    wakePump: () => {
      woken += 1;
    },
    onFault,
    metrics,
  };
  const startSlots = () =>
    createSlotWork({
      ...shared,
      troubles,
      timing: TIMING,
      log,
      ...deps,
    });
  let slots = startSlots();
  const watch = createWatch({
    ...shared,
    slots: { call: () => slots.call(), stop: () => slots.stop() },
    monday: async () => undefined,
    clockSkew: async () => undefined,
    expireOld: async (team) => {
      if (refuses) await expireOldPosts({ ...shared, log }, team);
    },
    lookAgain: troubles.lookAgain,
    tidy: async () => undefined,
    ...deps,
  });
  onTestFinished(async () => {
    await Promise.all([watch.stop(), troubles.stop()]);
  });
  /** Ticks at this time, as the ticker would. */
  const tickAt = async (now: number) => {
    time.now = now;
    await watch.tick();
  };
  /** Waits until what a tick began has ended: what is tried again meanwhile would see what comes later. */
  const workEnds = async () => {
    await Promise.all([slots.stop(), troubles.stop()]);
    slots = startSlots();
  };
  // The bot runs since a minute before nine: from now on nine o'clock counts.
  await tickAt(NINE - MINUTE);
  return {
    db,
    api,
    projects,
    tickAt,
    workEnds,
    /** Somebody asks how all is, as /visibility admin does. */
    lookNow: async () => {
      await workEnds();
      await troubles.lookNow(TEAM, feedsOf(projects), () => api.client, time.now);
    },
    lines,
    woken: () => woken,
    /** Waits until every slot that there is stands so, in order of time and rank. */
    slotsCome: (...states: object[]) => expect.poll(() => slotsOf(db)).toMatchObject(states),
    queued: async () => {
      const rows = await db.selectFrom('delivery').select(['kind', 'decision']).orderBy('seq').execute();
      return rows.map(({ kind, decision }) => ({ kind, decision: JSON.parse(decision) }));
    },
  };
}
