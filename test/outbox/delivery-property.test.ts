import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Decision, LeadDigest, Standing } from '../../src/decision.ts';
import { createMetrics } from '../../src/metrics.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { createPump, TIMING } from '../../src/outbox/pump.ts';
import { ProjectsFile } from '../../src/projects/projects.ts';
import { createSlackClient, createSlackLogger, makeClientOptions } from '../../src/slack/client.ts';
import { readBacklog } from '../../src/store/backlog.ts';
import { wantEdit } from '../../src/store/deliveries.ts';
import { readNextLaneMs } from '../../src/store/lanes.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { readSubscriptions } from '../../src/store/subscriptions.ts';
import type { Db, DeliveryRow } from '../../src/store/tables.ts';
import { DIGEST } from '../messages/cast.ts';
import { createFolder, type Folder } from '../support/folder.ts';
import { keptLog } from '../support/log-kept.ts';
import { mortalStore } from '../support/mortal-store.ts';
import { runs } from '../support/runs.ts';
import { feedSeen, HOUR, MINUTE, NINE, queued, SECOND, TEAM } from '../support/store-opened.ts';
import { createModelSlack, type Weather } from './model-slack.ts';

const CHANNELS = ['C0ONE', 'C0TWO', 'C0THREE'] as const;
/** Stories of each kind; more of them find rarer faults. */
const RUNS = runs(8);
/** Where one promise lets no trouble happen, to see that the trouble of the others is not felt. */
const SHELTERED = 'C0THREE';

const { log } = keptLog([], 'silent');
const time = { now: NINE };

let folder: Folder;
let db: Db;
beforeAll(async () => {
  folder = await createFolder();
  await openStore();
});
afterAll(async () => {
  await db.destroy();
  await folder.remove();
});
// Pumps wake when the test says so, never by themselves: every run can be repeated.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function openStore(): Promise<void> {
  // No machine loses its power here, and what waits for the disk would seem to rest.
  const synced = async () => undefined;
  db = await openSqlite(folder.path, () => time.now, { synced });
}

/** A pump as a process of its own, with so many instants left: store statements, and both sides of each Slack call. */
type Process = {
  wake: () => void;
  left: number;
  /** How long it stays away when it has died, and when it comes back; epoch ms. */
  downMs: number;
  backAt?: number;
};

type World = Awaited<ReturnType<typeof createWorld>>;

/**
 * A store at nine, its pumps, and Slack. One process has the embedded store, which opens anew when it comes back; two
 * share theirs, where the lanes of a dead one wait for the end of its lease. Slack's clock is ahead of theirs.
 */
async function createWorld(size: 1 | 2, aheadMs: number) {
  time.now = NINE;
  for (const table of ['delivery', 'lane', 'subscription'] as const) await db.deleteFrom(table).execute();
  await readSubscriptions(db, TEAM, [feedSeen('leads:acme')], NINE);
  const slack = createModelSlack(() => time.now, aheadMs);
  const revisions = new Map<string, number>();
  let instants = 0;
  let lent = 0;
  const faults: unknown[] = [];

  const standingOf = (decision: Decision): Standing => ({
    handles: { 'id:1': `L${revisions.get(postOf(decision)) ?? 1}` },
    writes: { accept: false, dismiss: false },
  });

  function start(): Process {
    const process: Process = { wake: () => pump.wake(), left: Infinity, downMs: 0 };
    const line = slack.connect(instant);
    function instant(): void {
      instants += 1;
      process.left -= 1;
      if (process.left >= 0) return;
      line.cut();
      throw new Error('This process is dead');
    }
    const client = createSlackClient('xoxb-test', {
      ...makeClientOptions(undefined, createSlackLogger(log)),
      fetch: line.fetch,
    });
    const installation = { team: TEAM, botUserId: 'U0BOT', botId: 'B0BOT', client };
    const pump = createPump({
      db: mortalStore(db, instant, (isLent) => {
        lent += isLent ? 1 : -1;
      }),
      clock: { now: () => time.now, refresh: async () => time.now },
      installations: {
        all: () => [installation],
        of: () => installation,
        suspect: () => undefined,
        confirm: async () => undefined,
      },
      standingOf: async (_, decision) => standingOf(decision),
      projects: () => ProjectsFile.parse({}),
      send: fetch,
      slackNow: () => time.now + aheadMs,
      timing: TIMING,
      onFault: (error) => {
        if (process.left >= 0) faults.push(error);
      },
      metrics: createMetrics(() => readBacklog(db, time.now)),
      log,
      sparing: () => undefined,
    });
    return process;
  }

  let processes = Array.from({ length: size }, start);
  const living = () => processes.filter(({ left }) => left >= 0);

  /** Returns when all that can happen at this moment has happened. */
  async function settled(): Promise<void> {
    for (const { wake } of living()) wake();
    await allRest();
    const dead = processes.filter(({ left, backAt }) => left < 0 && backAt === undefined);
    for (const process of dead) await bury(process);
    // Within a second the others see what it left lying; here at once.
    if (dead.length > 0) return settled();
    if (living().length > 0 && (await readNextLaneMs(db, time.now)) === 0)
      throw new Error('A lane can be worked on, and every pump rests');
  }

  async function allRest(): Promise<void> {
    for (let looks = 0; looks < 1_000; ) {
      const before = instants;
      for (let i = 0; i < 3; i += 1) await setImmediate();
      // The disk takes its time, which is no work of theirs.
      if (lent > 0) continue;
      if (instants === before) return;
      looks += 1;
    }
    throw new Error('The pumps work without an end');
  }

  async function bury(process: Process): Promise<void> {
    process.backAt = time.now + process.downMs;
    // Who was told to wait and has not given the lane back is the dead one: what it heard died with it.
    const held = await db.selectFrom('lane').select('channel').where('owner', 'is not', null).execute();
    for (const { channel } of held) slack.forgetLimit(channel);
  }

  async function comeBack(): Promise<void> {
    const due = processes.filter(({ backAt = Infinity }) => backAt <= time.now);
    if (due.length > 0 && size === 1) {
      await db.destroy();
      await openStore();
    }
    processes = processes.map((process) => (due.includes(process) ? start() : process));
  }

  async function nextMoment(): Promise<number> {
    const lane = living().length > 0 ? await readNextLaneMs(db, time.now) : undefined;
    const returns = processes.map(({ backAt = Infinity }) => backAt);
    return Math.min(slack.nextEvent(), time.now + (lane ?? Infinity), ...returns);
  }

  return {
    slack,
    faults,
    rows: () => db.selectFrom('delivery').selectAll().orderBy('channel').orderBy('seq').execute(),
    drawn: ({ decision }: DeliveryRow) => {
      const parsed: Decision = JSON.parse(decision);
      return JSON.stringify(render(parsed, standingOf(parsed)).blocks);
    },
    async queue(id: string, channel: string, worthMs: number): Promise<void> {
      const decision: LeadDigest = { ...DIGEST, leads: [{ key: 'id:1', title: id }] };
      await queued(db, id, {
        channel,
        decision: JSON.stringify(decision),
        created_at: time.now,
        not_before: time.now,
        expires_at: time.now + worthMs,
      });
      await settled();
    },
    async change(id: string): Promise<void> {
      revisions.set(id, (revisions.get(id) ?? 1) + 1);
      await wantEdit(db, TEAM, `subject of ${id}`);
      await settled();
    },
    /** Time passes from event to event; whatever becomes due is done at its moment. */
    async pass(ms: number): Promise<void> {
      const until = time.now + ms;
      do {
        time.now = Math.min(until, await nextMoment());
        slack.happen();
        await comeBack();
        await settled();
      } while (time.now < until);
    },
    doom(nth: number, left: number, downMs: number): void {
      const chosen = living();
      Object.assign(chosen[nth % chosen.length] ?? {}, { left, downMs });
    },
    async open(): Promise<number> {
      return (await readBacklog(db, time.now)).outboxPending;
    },
  };
}

const postOf = (decision: Decision) => (decision.kind === 'lead_digest' && decision.leads[0]?.title) || '';

type Command = fc.AsyncCommand<{ posts: number }, World>;

function command(name: string, run: Command['run'], check: Command['check'] = () => true): Command {
  return { check, run, toString: () => name };
}

const queue = fc
  .tuple(
    fc.constantFrom(...CHANNELS),
    fc.constantFrom(4 * HOUR, 4 * HOUR, 10 * MINUTE, 70 * SECOND, 5 * SECOND),
  )
  .map(([channel, worthMs]) =>
    command(`queue(${channel}, ${worthMs})`, async (model, world) => {
      model.posts += 1;
      await world.queue(`post${model.posts}`, channel, worthMs);
    }),
  );

const change = fc.nat(40).map((nth) =>
  command(
    `change(${nth})`,
    ({ posts }, world) => world.change(`post${1 + (nth % posts)}`),
    ({ posts }) => posts > 0,
  ),
);

const pass = fc
  .oneof(fc.integer({ min: 1, max: 3 * SECOND }), fc.integer({ min: 1, max: 2 * MINUTE }), fc.nat(3 * HOUR))
  .map((ms) => command(`pass(${ms})`, (_, world) => world.pass(ms)));

const death = fc
  .tuple(fc.nat(1), fc.nat(40), fc.oneof(fc.constant(0), fc.nat(2 * MINUTE), fc.nat(3 * HOUR)))
  .map(([nth, left, downMs]) =>
    command(`death(${nth}, ${left}, ${downMs})`, async (_, world) => world.doom(nth, left, downMs)),
  );

/** The client waits for ten seconds. */
const afterMs = fc.oneof(fc.constant(0), fc.nat(10 * SECOND));
const slow = fc.record({ answer: fc.constant('ok' as const), afterMs });
const limited = fc.record({
  answer: fc.constant('limited' as const),
  seconds: fc.integer({ min: 1, max: 200 }),
  afterMs,
});
const no = (...errors: string[]) =>
  fc.record({ answer: fc.constant('no' as const), error: fc.constantFrom(...errors), afterMs });
const lost = (takenMs: fc.Arbitrary<number | undefined>) =>
  fc.record({
    answer: fc.constant('lost' as const),
    how: fc.constantFrom('broken' as const, 'half_done' as const, 'cut' as const),
    takenMs,
    afterMs,
  });

const WEATHER: Record<string, fc.Arbitrary<Weather>> = {
  'chat.postMessage': fc.oneof(
    slow,
    limited,
    no('service_unavailable', 'msg_too_long', 'not_in_channel'),
    // A post may land as late as just before it is looked up.
    lost(fc.constantFrom(undefined, 0)),
    lost(fc.nat(TIMING.settleMs - 1)),
  ),
  'chat.update': fc.oneof(
    slow,
    limited,
    no('service_unavailable', 'cant_update_message', 'an_error_of_next_year'),
    lost(fc.constantFrom(undefined, 0)),
  ),
  'conversations.history': fc.oneof(slow, limited, no('service_unavailable'), lost(fc.constant(undefined))),
};

const trouble = (...channels: string[]) =>
  fc.oneof(
    ...Object.entries(WEATHER).map(([method, weather]) =>
      fc
        .tuple(fc.constantFrom(...channels), weather)
        .map(([channel, met]) =>
          command(`trouble(${channel}, ${method}, ${JSON.stringify(met)})`, async (_, { slack }) =>
            slack.forecast(channel, method, met),
          ),
        ),
    ),
  );

const lock = fc.constantFrom(...CHANNELS).map((channel) =>
  command(`lock(${channel})`, async (_, { slack }) => {
    slack.locked.add(channel);
  }),
);

const refuseEdits = (...channels: string[]) =>
  fc.constantFrom(...channels).map((channel) =>
    command(`refuseEdits(${channel})`, async (_, { slack }) => {
      slack.stubborn.add(channel);
    }),
  );

const ANYTHING = [queue, queue, change, pass, pass, trouble(...CHANNELS), trouble(...CHANNELS), death];

const anyOf = (...happens: fc.Arbitrary<Command>[]) => fc.commands(happens, { maxCommands: 40, size: 'max' });

/** Clocks of two machines. */
const AHEAD = fc.constantFrom(-48 * HOUR, -10 * MINUTE, 0, 10 * MINUTE);

type Promised = (world: World, rows: DeliveryRow[]) => void;

/** Whatever happened, then calm weather until nothing is open: what is promised holds. */
async function promised(story: fc.Arbitrary<Iterable<Command>>, seed: number, kept: Promised): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1 as const, 2 as const),
      AHEAD,
      story,
      async (size, aheadMs, commands) => {
        const world = await createWorld(size, aheadMs);
        await fc.asyncModelRun(() => ({ model: { posts: 0 }, real: world }), commands);
        world.slack.calm();
        for (let hours = 0; hours < 8 && (await world.open()) > 0; hours += 1) await world.pass(HOUR);
        expect(world.faults).toEqual([]);
        kept(world, await world.rows());
      },
    ),
    { seed, numRuns: RUNS },
  );
}

/** What is promised whatever Slack does and whenever a pump dies; every story is held against all of it. */
const PROMISES: Readonly<Record<string, Promised>> = {
  'every post is sent, failed or expired in the end: none hangs': (_, rows) => {
    for (const { state } of rows) expect(['sent', 'failed', 'expired']).toContain(state);
  },

  'no edit is tried for ever: in the end it was made or is given up': (_, rows) => {
    for (const { state, wanted_rev, shown_rev } of rows)
      if (state === 'sent') expect(shown_rev).toBe(wanted_rev);
  },

  'no post stands twice, and one that was sent stands where its row says': ({ slack }, rows) => {
    for (const { id, channel, state, ts } of rows) {
      const standing = slack.standingIn(channel).filter((message) => message.id === id);
      expect(standing.length).toBeLessThanOrEqual(1);
      if (state === 'sent') expect(standing).toMatchObject([{ ts }]);
    }
  },

  'what expired or was refused stands nowhere': ({ slack }, rows) => {
    for (const { id, channel, state, failure } of rows) {
      if (state !== 'expired' && (state !== 'failed' || failure === 'unclear')) continue;
      expect(slack.standingIn(channel).map((message) => message.id)).not.toContain(id);
    }
  },

  'the posts of a channel appear in the order in which they were queued': ({ slack }, rows) => {
    for (const channel of CHANNELS) {
      const sent = rows.filter((row) => row.channel === channel && row.state === 'sent').map(({ id }) => id);
      const stand = slack.standingIn(channel).map(({ id }) => id);
      expect(stand.filter((id) => sent.includes(id))).toEqual(sent);
    }
  },

  'a changed post is shown in its latest state, unless Slack refused that edit': ({ slack, drawn }, rows) => {
    for (const row of rows.filter(({ state }) => state === 'sent')) {
      const shown = slack.standingIn(row.channel).find(({ ts }) => ts === row.ts);
      if (!shown?.editRefused) expect(shown?.blocks).toBe(drawn(row));
    }
  },

  'a channel is left alone as long as Slack asked for, and never gets two posts at once': ({ slack }) =>
    expect(slack.faults).toEqual([]),
};

const allKept: Promised = (world, rows) => {
  const broken = Object.entries(PROMISES).flatMap(([promise, kept]) => {
    try {
      kept(world, rows);
      return [];
    } catch (error) {
      return [`${promise}\n${error}`];
    }
  });
  expect(broken.join('\n')).toBe('');
};

describe('whatever Slack does and whenever a pump dies', () => {
  it('every promise is kept, also where history cannot be read', () =>
    promised(anyOf(...ANYTHING, lock), 1, allKept));

  it('every promise is kept, also where edits are refused', () =>
    promised(anyOf(...ANYTHING, change, refuseEdits('C0TWO')), 6, allKept));

  it('every promise is kept, also where edits are refused everywhere', () =>
    promised(anyOf(...ANYTHING, change, refuseEdits(...CHANNELS)), 10, allKept));

  it('where history can be read, no post is lost that was neither refused nor too late', () =>
    promised(anyOf(...ANYTHING), 4, (world, rows) => {
      allKept(world, rows);
      for (const { state, failure } of rows) {
        if (state === 'failed') expect(failure).not.toBe('unclear');
        else expect(['sent', 'expired']).toContain(state);
      }
    }));
});

describe('whatever happens in other channels, and to its edits', () => {
  it('a channel without other troubles gets every post at once or a second after the one before', () =>
    promised(
      anyOf(queue, queue, change, pass, trouble('C0ONE', 'C0TWO'), refuseEdits(SHELTERED)),
      8,
      ({ slack }, rows) => {
        const queuedAt = new Map(rows.map(({ id, created_at }) => [id, created_at]));
        let free = 0;
        for (const { id, at } of slack.standingIn(SHELTERED)) {
          expect(at).toBe(Math.max(queuedAt.get(id) ?? 0, free));
          free = at + SECOND;
        }
      },
    ));
});
