import { expect, it } from 'vitest';
import { createMetrics } from '../../src/metrics.ts';
import { parseProjects } from '../../src/projects/projects.ts';
import { createClockSkew } from '../../src/watch/troubles.ts';
import { keptLog } from '../support/log-kept.ts';
import { deliveryOf, MINUTE, NINE, openedStore, ownersTold, SECOND, TEAM } from '../support/store-opened.ts';

/** A bot whose clock is so far ahead of Slack's, ms; `restart` is another process over the same store. */
async function skewed(ahead: number | undefined) {
  const { db } = await openedStore();
  const { log, lines } = keptLog();
  const metrics = createMetrics(async () => ({ slotsDue: 0, outboxPending: 0, oldestSeconds: 0 }));
  const projects = parseProjects(
    '{ owners: [U0OWNER], projects: [{ id: 6f0c2f0e-4c1b-4f0e-9c3a-2f6b1a7d9e10, name: Acme }] }',
    'projects.yml',
  );
  const clock = { ahead };
  const start = (aheadMs = () => clock.ahead) =>
    createClockSkew({ db, aheadMs, projects: () => projects, metrics, log });
  let attend = start();
  return {
    db,
    clock,
    tick: (now = NINE) => attend(TEAM, now),
    restart: () => {
      attend = start();
    },
    /** A tick of one more process, with a clock of its own. */
    another: (its: number) => {
      const attendThere = start(() => its);
      return () => attendThere(TEAM, NINE);
    },
    told: () => ownersTold(db),
    warned: () => lines().filter(({ level, aheadMs }) => level === 40 && aheadMs !== undefined),
    gauge: async () => (await metrics.text()).match(/^sightline_slack_clock_skew_seconds (\S+)$/m)?.[1],
  };
}

it.each([11 * MINUTE, -2 * 24 * 60 * MINUTE, 61 * SECOND])(
  'a clock %d ms ahead is told once',
  async (ahead) => {
    const { tick, told, warned, gauge, restart } = await skewed(ahead);
    await tick();
    await tick(NINE + MINUTE);
    expect(await told()).toMatchObject([
      { kind: 'api_trouble', reason: 'clock_skew', aheadMs: ahead, since: NINE },
    ]);
    expect(warned()).toHaveLength(1);
    expect(await gauge()).toBe(String(ahead / 1000));
    restart();
    await tick(NINE + 2 * MINUTE);
    expect(await told()).toHaveLength(1);
  },
);

it.each([0, 59 * SECOND, -59 * SECOND])(
  'a clock %d ms ahead is told to nobody, and measured',
  async (ahead) => {
    const { tick, told, warned, gauge } = await skewed(ahead);
    await tick();
    expect([await told(), warned()]).toEqual([[], []]);
    expect(await gauge()).toBe(String(ahead / 1000));
  },
);

it('a clock of which nothing is known is not called right', async () => {
  const { tick, told, gauge } = await skewed(undefined);
  await tick();
  expect(await told()).toEqual([]);
  expect(await gauge()).toBeUndefined();
});

it('what was said of it is edited when it is mended, and a later time is told anew', async () => {
  const { db, clock, tick, told } = await skewed(11 * MINUTE);
  await tick();
  const { id } = await db.selectFrom('delivery').select('id').executeTakeFirstOrThrow();
  clock.ahead = 0;
  await tick(NINE + MINUTE);
  expect(await deliveryOf(db, id)).toMatchObject({ wanted_rev: 2 });
  clock.ahead = 11 * MINUTE;
  await tick(NINE + 60 * MINUTE);
  expect(await told()).toMatchObject([{ since: NINE }, { since: NINE + 60 * MINUTE }]);
});

it('another process, whose clock is right, does not end it', async () => {
  const { db, tick, another, told } = await skewed(11 * MINUTE);
  const right = another(0);
  await right();
  await tick();
  await right();
  await tick(NINE + MINUTE);
  expect(await told()).toHaveLength(1);
  expect(await db.selectFrom('trouble').select('closed_at').execute()).toEqual([{ closed_at: null }]);
});
