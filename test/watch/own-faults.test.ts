/** What goes wrong in the bot itself, after an API that answered well: told once, ended once, nobody else's business. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ProjectHealth } from '../../src/decision.ts';
import { createMetrics } from '../../src/metrics.ts';
import { ProjectsFile } from '../../src/projects/projects.ts';
import { keepAlert } from '../../src/store/alerts.ts';
import { giveHandles } from '../../src/store/handles.ts';
import { claimSlot, retrySlot } from '../../src/store/slots.ts';
import { readOpenTroubles } from '../../src/store/troubles.ts';
import type { VisibilityClient } from '../../src/visibility/client.ts';
import { createMonday } from '../../src/watch/monday.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { CHANNEL, dueSlot, HOUR, MINUTE, NINE, openedStore, TEAM } from '../support/store-opened.ts';
import { apiWith, DAY, LEADS, TWO_LEADS, watchOver } from '../support/watch-over.ts';
import type { Answering } from '../visibility/api.ts';

const RECAP = `recap: { channel: ${CHANNEL}, schedule: Fridays at 9:00 }`;

describe('a fault of the bot’s own', () => {
  it('began with the first try, however often the API answers well meanwhile', async () => {
    const { db, tickAt, slotsCome, queued } = await watchOver(apiWith({ '/leads': TWO_LEADS }));
    await db.schema.alterTable('announced').renameTo('away').execute();
    await tickAt(NINE);
    await slotsCome({ state: 'due', attempts: 1, owner: null });
    await tickAt(NINE + HOUR);
    await slotsCome({ state: 'due', attempts: 2, owner: null });
    expect(await readOpenTroubles(db, TEAM)).toMatchObject([{ reason: 'fault', since: NINE }]);
    await tickAt(NINE + 4 * HOUR);
    await slotsCome({ state: 'expired' });
    const told = await queued();
    expect(told.map(({ decision }) => decision.since)).toEqual(told.map(() => NINE));

    await tickAt(NINE + DAY);
    await slotsCome({ state: 'expired' }, { state: 'due', attempts: 1, owner: null });
    expect(await readOpenTroubles(db, TEAM)).toMatchObject([{ reason: 'fault', since: NINE }]);
  });

  it.each([
    ['digest', LEADS, 'announced'],
    ['recap', RECAP, 'lead_post'],
  ] as const)('in a %s is over with its next good run', async (_, feed, table) => {
    const { db, tickAt, slotsCome } = await watchOver(apiWith({ '/leads': TWO_LEADS }), [feed]);
    await db.schema.alterTable(table).renameTo('away').execute();
    await tickAt(NINE);
    await slotsCome({ state: 'due', attempts: 1, owner: null });
    expect(await readOpenTroubles(db, TEAM)).toMatchObject([{ reason: 'fault' }]);
    await db.schema.alterTable('away').renameTo(table).execute();
    await tickAt(NINE + MINUTE);
    await slotsCome({ state: 'done' });
    await expect.poll(() => readOpenTroubles(db, TEAM)).toEqual([]);
  });
});

describe('a poll that takes longer than its claim lasts', () => {
  /** A claim lasts 60 ms by the store's clock, which stands, and is renewed every 20 ms of real time. */
  async function slowly() {
    const { promise: released, resolve: answer } = Promise.withResolvers<void>();
    const slow: Answering = (...asked) => void released.then(() => TWO_LEADS(...asked));
    const watched = await watchOver(apiWith({ '/leads': slow }), [LEADS], { timing: { leaseMs: 60 } });
    const { api, tickAt, slotsCome } = watched;
    await tickAt(NINE);
    await expect.poll(() => api.asked.some(({ url }) => url.includes('/leads'))).toBe(true);
    await tickAt(NINE + 50);
    await slotsCome({ lease_until: NINE + 110 });
    await tickAt(NINE + 100);
    return { ...watched, answer };
  }

  it('keeps it, so that nobody begins anew', async () => {
    const { slotsCome, queued, answer } = await slowly();
    answer();
    await slotsCome({ state: 'done', attempts: 1 });
    expect(await queued()).toMatchObject([{ kind: 'lead_digest' }]);
  });

  it('writes nothing where somebody else has the claim all the same', async () => {
    const { db, slotsCome, queued, workEnds, answer } = await slowly();
    await db
      .updateTable('slot')
      .set({ owner: 'another', lease_until: NINE + HOUR })
      .execute();
    answer();
    await workEnds();
    await slotsCome({ state: 'due', owner: 'another', lease_until: NINE + HOUR });
    expect(await queued()).toEqual([]);
  });

  it('has failed if it doesn’t end within an hour', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const silent = new Proxy({} as VisibilityClient, { get: () => () => new Promise(() => undefined) });
    const { db, tickAt, slotsCome } = await watchOver(apiWith({}), [LEADS], { visibilityOf: () => silent });
    await tickAt(NINE);
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(HOUR);
    await slotsCome({ state: 'due', attempts: 1, owner: null });
    expect(await readOpenTroubles(db, TEAM)).toMatchObject([{ reason: 'fault', since: NINE }]);
  });
});

describe('of several workspaces', () => {
  const BIG = TEAM;
  const SMALL = 'T0SMALL';

  it('one that cannot be looked after keeps no other from its posts', async () => {
    const faults: unknown[] = [];
    const { db, tickAt } = await watchOver(apiWith({ '/leads': TWO_LEADS }), [LEADS], {
      teams: () => [BIG, SMALL],
      monday: async (team) => {
        if (team === BIG) throw new Error('Not today');
      },
      onFault: (error) => void faults.push(error),
    });
    await tickAt(NINE);
    const done = () => db.selectFrom('slot').select('team').where('state', '=', 'done').execute();
    await expect.poll(async () => (await done()).map(({ team }) => team).toSorted()).toEqual([SMALL, BIG]);
    expect(faults).toContainEqual(new Error('Not today'));
  });

  it('the time of the last tick stands still when none could be looked after', async () => {
    const ticks: number[] = [];
    const metrics = createMetrics(() => Promise.reject(new Error('nobody asks for it here')));
    let fails = false;
    const { tickAt } = await watchOver(apiWith({}), [LEADS], {
      metrics: { ...metrics, setTickTime: (now) => void ticks.push(now) },
      monday: async () => {
        if (fails) throw new Error('Not today');
      },
      onFault: () => undefined,
    });
    fails = true;
    await tickAt(NINE);
    expect(ticks).toEqual([NINE - MINUTE]);
  });

  it('each has its turn, though one has more to do than can be done at once', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { db, tickAt } = await watchOver(
      (response) => void released.then(() => response.writeHead(400).end()),
      [LEADS],
      { teams: () => [BIG, SMALL] },
    );
    onTestFinished(() => release());
    const { id } = await db.selectFrom('subscription').select('id').executeTakeFirstOrThrow();
    for (let i = 1; i <= 8; i += 1) {
      await dueSlot(db, { team: BIG, subscription: id, due_at: NINE - i * DAY, channel: `C0BIG${i}` });
    }
    await dueSlot(db, { team: SMALL, subscription: id, due_at: NINE - DAY });
    await tickAt(NINE - MINUTE);
    const taken = () => db.selectFrom('slot').select('team').where('owner', 'is not', null).execute();
    await expect.poll(taken).toHaveLength(4);
    expect((await taken()).map(({ team }) => team)).toContain(SMALL);
  });
});

describe('the owners’ line on Mondays', () => {
  const MONDAY = Date.parse('2026-11-23T07:00:00Z');
  const OWNED = ProjectsFile.parse({ owners: ['U0OWNER'], defaults: { timezone: 'Europe/Berlin' } });
  const POLLED: ProjectHealth = { project: { id: 'acme', name: 'Acme' }, feeds: [], lastAt: MONDAY - DAY };

  it('comes a minute later where it could not be made at eight', async () => {
    const { db } = await openedStore();
    let fails = true;
    const monday = createMonday({
      db,
      projects: () => OWNED,
      health: async () => {
        if (fails) throw new Error('The store is busy');
        return { projects: [POLLED], late: undefined };
      },
    });
    await expect(monday(TEAM, MONDAY)).rejects.toThrow('The store is busy');
    fails = false;
    await monday(TEAM, MONDAY + MINUTE);
    await monday(TEAM, MONDAY + 2 * MINUTE);
    expect(await db.selectFrom('delivery').select('kind').execute()).toEqual([{ kind: 'owners_line' }]);
  });

  it('waits for what is due, but not for what is tried again', async () => {
    const { db } = await openedStore();
    const health = async () => ({ projects: [POLLED], late: undefined });
    const monday = createMonday({ db, projects: () => OWNED, health });
    const linesAt = async (now: number) => {
      await monday(TEAM, now);
      return (await db.selectFrom('delivery').select('kind').execute()).length;
    };
    await dueSlot(db, { subscription: 'scores:acme', due_at: MONDAY });
    expect(await linesAt(MONDAY)).toBe(0);
    const slot = (await claimSlot(db, TEAM, 'me', MONDAY)) ?? expect.fail('nothing was due');
    await retrySlot(db, slot, 'me', MONDAY + 5 * MINUTE);
    expect(await linesAt(MONDAY + 2 * MINUTE)).toBe(1);
  });

  it('waits in a fresh store until what is due first was polled', async () => {
    const { db } = await openedStore();
    const scores = { id: 'scores:acme', kind: 'scores' as const, channel: CHANNEL };
    const feed = { ...scores, schedule: 'daily at 9:00', timezone: 'UTC' };
    const fresh: ProjectHealth = { project: POLLED.project, feeds: [{ feed, next: undefined }] };
    let acme = fresh;
    const monday = createMonday({
      db,
      projects: () => OWNED,
      health: async () => ({ projects: [acme], late: undefined }),
    });
    const linesAt = async (now: number) => {
      await monday(TEAM, now);
      return (await db.selectFrom('delivery').select('kind').execute()).length;
    };
    expect(await linesAt(MONDAY)).toBe(0);
    await dueSlot(db, { subscription: 'scores:acme', due_at: MONDAY + HOUR });
    // Another of its feeds was faster.
    acme = { ...fresh, lastAt: MONDAY + HOUR };
    expect(await linesAt(MONDAY + HOUR)).toBe(0);
    const slot = (await claimSlot(db, TEAM, 'me', MONDAY + HOUR)) ?? expect.fail('nothing was due');
    await retrySlot(db, slot, 'me', MONDAY + 2 * HOUR);
    expect(await linesAt(MONDAY + HOUR + MINUTE)).toBe(1);
  });

  it('names alerts that are open, however old, and those that ended in the week', async () => {
    const { db } = await openedStore();
    const told = async (key: string, status: 'open' | 'recovered', changedAt: number, channel = CHANNEL) => {
      const alert = { ...livingAlert(), key, status };
      const news = { ...OPENED, project: { id: 'acme', name: 'Acme' }, key, alert };
      await keepAlert(db, { team: TEAM, channel, projectId: 'acme' }, news, changedAt);
    };
    await told('moved away', 'open', MONDAY - 30 * DAY, 'C0OLD');
    await told('open', 'open', MONDAY - 30 * DAY);
    await told('ended', 'recovered', MONDAY - DAY);
    await told('long over', 'recovered', MONDAY - 8 * DAY);
    await giveHandles(db, TEAM, 'A', ['open', 'ended', 'long over', 'moved away']);
    const scores = { id: `scores:acme:${CHANNEL}`, kind: 'scores' as const, channel: CHANNEL };
    const feed = { ...scores, schedule: 'daily at 9:00', timezone: 'UTC' };
    const health = async () => ({
      projects: [{ ...POLLED, feeds: [{ feed, next: undefined }] }],
      late: undefined,
    });
    await createMonday({ db, projects: () => OWNED, health })(TEAM, MONDAY);
    const { decision } = await db.selectFrom('delivery').select('decision').executeTakeFirstOrThrow();
    const { alerts, openAlerts } = JSON.parse(decision);
    expect(alerts.map(({ handle }: { handle: string }) => handle)).toEqual(['A1', 'A2']);
    expect(openAlerts).toBe(1);
  });
});
