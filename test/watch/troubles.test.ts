import { expect, it } from 'vitest';
import { createMetrics } from '../../src/metrics.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { readStanding } from '../../src/outbox/standing.ts';
import { feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { extraCause, toTrouble } from '../../src/rules/trouble.ts';
import { noteTrouble, readOpenTroubles, readTroubleEnd } from '../../src/store/troubles.ts';
import { operationName } from '../../src/visibility/operations.ts';
import { createClockSkew, createTroubles } from '../../src/watch/troubles.ts';
import { keptLog } from '../support/log-kept.ts';
import {
  CHANNEL,
  deliveryOf,
  HOUR,
  MINUTE,
  NINE,
  openedStore,
  ownersTold,
  SECOND,
  TEAM,
} from '../support/store-opened.ts';
import { apiWith, LEADS, SCORES, SUGGESTIONS, TWO_LEADS, watchOver } from '../support/watch-over.ts';
import { type Answering, clientOf, json } from '../visibility/api.ts';

const idOf = (i: number) => `6f0c2b1e-4d5a-4c8e-9b7f-${String(i).padStart(12, '0')}`;

/** So many projects, each with feeds of two kinds; `looked` counts how many feeds were compared with troubles. */
async function projectsOf(many: number) {
  const { db } = await openedStore();
  const feed = `{ channel: ${CHANNEL}, schedule: every day at 9:00 }`;
  const named = Array.from(
    { length: many },
    (_, i) => `{ id: ${idOf(i)}, name: P${i}, leads: ${feed}, scores: ${feed} }`,
  );
  const projects = parseProjects(`projects: [${named.join(', ')}]`, 'projects.yml');
  const api = await clientOf(apiWith({}));
  let looked = 0;
  const keyNameOf = () => {
    looked += 1;
    return 'KEY';
  };
  const onFault = (error: unknown) => expect.fail(String(error));
  const looking = createTroubles({ db, projects: () => projects, keyNameOf, onFault });
  const tick = async () => {
    looking.lookAgain(TEAM, feedsOf(projects), () => api.client, NINE + HOUR);
    await looking.stop();
  };
  const lookWith = (key: string) =>
    looking.lookNow(TEAM, feedsOf(projects), () => api.open(key), NINE + HOUR);
  return { db, api, tick, lookWith, looked: () => looked };
}

it('asks nothing because of what posts do without, however many projects lack it', async () => {
  const { db, api, tick, looked } = await projectsOf(50);
  for (let i = 0; i < 50; i += 1)
    await noteTrouble(db, TEAM, { cause: extraCause(idOf(i), 'warmLeads'), reason: 'unreachable' }, NINE);
  await tick();
  expect([api.asked.length, looked()]).toEqual([0, 0]);
});

it('asks once for each project that a trouble hits', async () => {
  const { db, api, tick } = await projectsOf(20);
  const failure = { code: 'visibility_not_found', operation: operationName('communityLeads') };
  const unknown = (projectId: string) => toTrouble(failure, { subscription: '', projectId, keyName: '' });
  for (const i of [17, 19])
    await noteTrouble(db, TEAM, { cause: unknown(idOf(i)).part, reason: 'project_unknown' }, NINE);
  await tick();
  expect(api.asked.map(({ url }) => url.match(/projects\/([\w-]+)/)?.[1]).toSorted()).toEqual(
    [17, 19].map(idOf),
  );
});

it.each(['', 'two words'])('finds a project whose key is %j refused, without a call', async (key) => {
  const { db, api, lookWith } = await projectsOf(1);
  await lookWith(key);
  expect(api.asked).toHaveLength(0);
  expect(await readOpenTroubles(db, TEAM)).toMatchObject([{ reason: 'key_refused' }]);
});

/** What people were told after four hours in which every feed was tried every ten minutes. */
async function fourHours(answering: Answering, feeds: string[], text?: string) {
  const watched = await watchOver(answering, feeds, text === undefined ? {} : { text });
  for (let at = NINE; at <= NINE + 4 * HOUR; at += 10 * MINUTE) {
    await watched.tickAt(at);
    await watched.workEnds();
  }
  const told = await watched.queued();
  const of = (kind: string) => told.filter((one) => one.kind === kind).map(({ decision }) => decision);
  return { ...watched, notices: of('api_trouble'), lines: of('feed_missed'), digests: of('lead_digest') };
}

it('says that one operation fails until it answers, whatever else is answered', async () => {
  let leads = json({}, 503);
  const api = apiWith({ '/leads': (...asked) => leads(...asked), '/scores/daily': json([]) });
  const hourly = SCORES.replace('every day at 9:00', 'every hour');
  const { db, notices, lines, tickAt, workEnds } = await fourHours(api, [LEADS, hourly]);
  const [{ cause, since }] = lines;
  expect([notices, lines]).toMatchObject([[{ cause, since }], [{ feed: 'leads' }]]);
  expect(since).toBeLessThan(NINE + HOUR);
  const end = () => readTroubleEnd(db, TEAM, cause, since);
  await tickAt(NINE + 5 * HOUR);
  await workEnds();
  expect(await end()).toBeUndefined();
  leads = json([]);
  await tickAt(NINE + 5 * HOUR + 15 * MINUTE);
  await workEnds();
  expect(await end()).toBe(NINE + 5 * HOUR + 15 * MINUTE);
});

it('tells of an API that answers nothing as one trouble, whatever was asked of it', async () => {
  const feeds = [LEADS, SCORES, SUGGESTIONS];
  const { notices, lines } = await fourHours(json({}, 502), feeds);
  expect([notices, lines]).toMatchObject([[{ reason: 'unreachable', since: NINE }], [{ since: NINE }]]);
});

it('tells one outage as one, whichever feed fails first and however late the next is due', async () => {
  const at = (clock: string, channel: string) => `{ channel: ${channel}, schedule: "every day at ${clock}" }`;
  const feeds = [`leads: ${at('9:00', 'C0LEADS')}`, `scores: ${at('15:00', 'C0SCORES')}`];
  const { db, projects, queued, tickAt, workEnds } = await watchOver(json({}, 503), feeds);
  const edits = async () => {
    const rows = await db
      .selectFrom('delivery')
      .select('wanted_rev')
      .where('channel', '=', 'U0OWNER')
      .execute();
    return rows.map(({ wanted_rev }) => wanted_rev);
  };
  const passHours = async (from: number, to: number) => {
    for (let hour = from; hour <= to; hour += 1) {
      await tickAt(NINE + hour * HOUR);
      await workEnds();
    }
  };
  await passHours(0, 5);
  const [before = 0] = await edits();
  await passHours(6, 11);
  expect(await edits()).toEqual([before + 1]);
  const told = await queued();
  const [notice] = told.filter(({ kind }) => kind === 'api_trouble');
  expect(told.map(({ kind }) => kind).toSorted()).toEqual(['api_trouble', 'feed_missed', 'feed_missed']);
  const place = { channel: 'U0OWNER', isMember: async () => true };
  const read = async () => {
    const standing = await readStanding(db, TEAM, notice?.decision, projects, place);
    return render(notice?.decision, standing).text;
  };
  expect(await read()).toMatch(/Acme: no digest on .* Acme: scores not checked on .* Posts go on once/);
});

it('tells once of a project that is closed to a key, and holds up no other', async () => {
  const named = [1, 2, 3].map(
    (i) => `{ id: ${idOf(i)}, name: P${i}, ${[LEADS, SCORES].join(', ').replaceAll(CHANNEL, `C0P${i}`)} }`,
  );
  const file = `{ owners: [U0OWNER], defaults: { timezone: Europe/Berlin }, projects: [${named.join(', ')}] }`;
  const answering: Answering = (response, asked, number) =>
    (asked.url.includes(idOf(1)) ? json({}, 403) : apiWith({ '/leads': TWO_LEADS }))(response, asked, number);
  const { notices, lines, digests } = await fourHours(answering, [], file);
  expect(digests.map(({ project, at, lateHours }) => [project.name, at, lateHours])).toEqual([
    ['P2', NINE, undefined],
    ['P3', NINE, undefined],
  ]);
  expect(notices).toMatchObject([{ reason: 'forbidden', project: { name: 'P1' }, since: NINE }]);
  expect(lines).toMatchObject([{ reason: 'forbidden', project: { name: 'P1' } }]);
});

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
