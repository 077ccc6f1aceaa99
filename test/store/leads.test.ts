import { describe, expect, it } from 'vitest';
import type { LeadState } from '../../src/decision.ts';
import { moveLead } from '../../src/outbox/move-lead.ts';
import { findComingBackSince } from '../../src/rules/lead-digest.ts';
import {
  announce,
  findComingBack,
  readLastShownAt,
  readStandingLeads,
  readWaitingLeads,
  recordPosts,
  unannounce,
} from '../../src/store/announced.ts';
import { findSameThread } from '../../src/store/lead-stories.ts';
import {
  findKeysByIdentity,
  findLead,
  type KeptLead,
  type PolledLead,
  recordLeads,
} from '../../src/store/leads.ts';
import type { Db } from '../../src/store/tables.ts';
import { ENGINES } from '../support/store-engines.ts';
import { CHANNEL, HOUR, NINE, TEAM } from '../support/store-opened.ts';

const [ANA, BEN] = ['U0ANA', 'U0BEN'];
const DAY = 24 * HOUR;
const ACME = { team: TEAM, projectId: 'acme' };
const here = { ...ACME, channel: CHANNEL };
const at = (key: string) => ({ ...ACME, key });

const polled = (key: string, given: Partial<PolledLead> = {}): PolledLead => ({
  key,
  identities: [key, `url:https://forum.example/${key}`],
  // Of two with one rank, either may come first.
  rank: Number(/\d+/.exec(key) ?? 1),
  title: key,
  ...given,
});
const poll = (db: Db, leads: PolledLead[], now = NINE) => recordLeads(db, TEAM, 'acme', leads, now);
const keysOf = (leads: readonly KeptLead[]) => leads.map(({ key }) => key);

/** The channel is shown these leads as new, in one digest. */
async function shown(db: Db, when: number, ...keys: string[]) {
  const deliveryId = `new at ${when}`;
  await announce(db, { ...here, deliveryId }, keys);
  const leads = keys.map((key) => ({ key, part: 'new' as const }));
  await recordPosts(db, { ...here, deliveryId, at: when }, leads);
}

describe.each(ENGINES)('a lead ($name)', ({ openedStore }) => {
  it('is known by each of its names, and keeps the first key', async () => {
    const { db } = await openedStore();
    await poll(db, [polled('id:1', { identities: ['id:1', 'url:a'] })]);
    await poll(db, [polled('id:1', { identities: ['id:9', 'url:a'] })]);
    const found = await findKeysByIdentity(db, TEAM, 'acme', ['id:1', 'id:9', 'url:a', 'url:b']);
    expect(found).toEqual(new Map(['id:1', 'id:9', 'url:a'].map((name) => [name, 'id:1'])));
  });

  it('keeps the engines that cite it as last found, also over a poll that finds none', async () => {
    const { db } = await openedStore();
    await poll(db, [polled('id:1', { citedBy: ['Claude'] }), polled('id:2', { citedBy: [] })]);
    await poll(db, [polled('id:1', { citedBy: ['ChatGPT', 'Claude'] }), polled('id:2')], NINE + HOUR);
    const last = await poll(db, [polled('id:1'), polled('id:2', { title: 'new' })], NINE + 2 * HOUR);
    expect(last.get('id:1')?.citedBy).toEqual(['ChatGPT', 'Claude']);
    expect((await findLead(db, at('id:2')))?.citedBy).toEqual([]);
  });

  it('follows the API, and says what its score was until when', async () => {
    const { db } = await openedStore();
    const polls = [81, 81, 84.5, undefined] as const;
    const kept = [];
    for (const [i, score] of polls.entries()) {
      await poll(db, [polled('id:1', { score, title: `Title ${i}`, rank: i + 1 })], NINE + i * DAY);
      kept.push(await findLead(db, at('id:1')));
    }
    expect(kept).toMatchObject([
      { score: 81, previousScore: undefined, scoreSince: undefined, firstSeenAt: NINE, polledAt: NINE },
      { score: 81, previousScore: undefined, polledAt: NINE + DAY },
      {
        score: 84.5,
        previousScore: 81,
        scoreSince: NINE + DAY,
        title: 'Title 2',
        rank: 3,
        firstSeenAt: NINE,
      },
      { score: undefined, previousScore: 84.5, scoreSince: NINE + 2 * DAY },
    ]);
  });

  it('keeps the order of the last reading, also where a list is read again at once', async () => {
    const { db } = await openedStore();
    const order = async () => keysOf(await readStandingLeads(db, ACME, ['new']));
    const listed = (...keys: string[]) => keys.map((key, i) => polled(key, { rank: i + 1 }));
    await poll(db, listed('id:1', 'id:2', 'id:3'));
    const again = [
      { keys: ['id:1', 'id:2', 'id:3'], after: ['id:1', 'id:2', 'id:3'] },
      { keys: ['id:1', 'id:2'], after: ['id:1', 'id:2', 'id:3'] },
      { keys: ['id:3', 'id:1'], after: ['id:3', 'id:1', 'id:2'] },
      { keys: ['id:3', 'id:1', 'id:4'], after: ['id:3', 'id:1', 'id:4', 'id:2'] },
      { keys: ['id:2', 'id:1', 'id:4'], after: ['id:2', 'id:1', 'id:4', 'id:3'] },
    ];
    for (const [i, { keys, after }] of again.entries()) {
      const recorded = await poll(db, listed(...keys), NINE + (i + 1) * 1_000);
      expect(await order()).toEqual(after);
      expect(keysOf(await readStandingLeads(db, ACME, ['new'], recorded))).toEqual(after);
      expect(await readStandingLeads(db, ACME, ['claimed'], recorded)).toEqual([]);
    }
  });

  it('was read when its list was, to the minute', async () => {
    const { db } = await openedStore();
    const readAt = async (now: number) => {
      await poll(db, [polled('id:1'), polled('id:2', { rank: 2 })], now);
      return (await findLead(db, at('id:1')))?.polledAt;
    };
    expect(await readAt(NINE)).toBe(NINE);
    expect(await readAt(NINE + 59_999)).toBe(NINE);
    expect(await readAt(NINE + 60_000)).toBe(NINE + 60_000);
    expect(await readAt(NINE)).toBe(NINE);
  });

  it('stays as people left it, whatever a poll brings', async () => {
    const { db } = await openedStore();
    await poll(db, [polled('id:1')]);
    await moveLead(db, at('id:1'), { kind: 'claim' }, { by: ANA, now: NINE });
    await poll(db, [polled('id:1', { title: 'Another title' })], NINE + DAY);
    const state: LeadState = { state: 'claimed', by: ANA, since: NINE };
    expect(await findLead(db, at('id:1'))).toMatchObject({ title: 'Another title', state });
  });

  it('is found beside the same thread of another project, and only beside it', async () => {
    const { db } = await openedStore();
    await poll(db, [polled('id:1', { identities: ['id:1', 'url:a'] }), polled('id:2')]);
    await recordLeads(db, TEAM, 'tidewater', [polled('id:7', { identities: ['id:7', 'url:a'] })], NINE);
    await recordLeads(db, 'T0OTHER', 'elsewhere', [polled('id:8', { identities: ['id:8', 'url:a'] })], NINE);
    expect(await findSameThread(db, TEAM, 'acme', ['id:1', 'id:2'])).toEqual(
      new Map([['id:1', [{ projectId: 'tidewater', key: 'id:7' }]]]),
    );
  });
});

describe.each(ENGINES)('what people do with a lead ($name)', ({ openedStore }) => {
  it('is taken by one of two who click at once; the other reads who was faster', async () => {
    const { db, another } = await openedStore();
    const other = await another();
    await poll(db, [polled('id:1')]);
    const claim = (store: Db, by = ANA) => moveLead(store, at('id:1'), { kind: 'claim' }, { by, now: NINE });
    const [anas, bens] = await Promise.all([claim(db), claim(other, BEN)]);
    const winner = anas ? ANA : BEN;
    expect([anas, bens].filter((from) => from !== undefined)).toEqual([
      expect.objectContaining({ state: 'new' }),
    ]);
    const events = await db.selectFrom('lead_event').select(['kind', 'by']).execute();
    expect(events).toEqual([{ kind: 'claim', by: winner }]);
  });

  it('is done with its thread in another project too, as far as that can be', async () => {
    const { db } = await openedStore();
    await poll(db, [polled('id:1')]);
    const twin = { team: TEAM, projectId: 'tidewater', key: 'id:7' };
    await recordLeads(db, TEAM, 'tidewater', [polled('id:7')], NINE);
    const by = { by: ANA, now: NINE };
    await moveLead(db, at('id:1'), { kind: 'claim' }, by, [twin]);
    expect(await findLead(db, twin)).toMatchObject({ state: { state: 'claimed', by: ANA } });
    await moveLead(db, twin, { kind: 'dismiss', reason: 'off_topic' }, by);
    expect(await moveLead(db, at('id:1'), { kind: 'reply' }, by, [twin])).toBeDefined();
    expect(await findLead(db, twin)).toMatchObject({ state: { state: 'dismissed' } });
  });

  it('cannot be done with a lead that nobody knows', async () => {
    const { db } = await openedStore();
    expect(await moveLead(db, at('id:1'), { kind: 'claim' }, { by: ANA, now: NINE })).toBeUndefined();
  });
});

describe.each(ENGINES)('an open lead ($name)', ({ openedStore }) => {
  /** It came back in a digest at this time. */
  const cameBack = (db: Db, key: string, when: number) =>
    recordPosts(db, { ...here, deliveryId: `at ${when}`, at: when }, [{ key, part: 'still_open' }]);

  /** What a digest would repeat `when`, as the feed asks for it. */
  const comingBack = async (db: Db, place = here, when = NINE + 30 * DAY) => {
    const since = findComingBackSince(await readLastShownAt(db, place), 'UTC', when);
    const open = await readStandingLeads(db, place, ['new']);
    return since === undefined ? [] : findComingBack(db, { ...place, since }, open);
  };

  it('comes back the next day, with all that was new since the morning, and not before', async () => {
    const { db } = await openedStore();
    await poll(db, [polled('id:1'), polled('id:2'), polled('id:3')]);
    await shown(db, NINE, 'id:1');
    await shown(db, NINE + 2 * HOUR, 'id:2');
    expect(await comingBack(db, here, NINE + 4 * HOUR)).toEqual([]);
    expect(keysOf(await comingBack(db, here, NINE + DAY))).toEqual(['id:1', 'id:2']);
    await cameBack(db, 'id:1', NINE + DAY);
    await shown(db, NINE + DAY, 'id:3');
    expect(await comingBack(db, here, NINE + DAY + 2 * HOUR)).toEqual([]);
    expect(keysOf(await comingBack(db, here, NINE + 2 * DAY))).toEqual(['id:3']);
  });

  it('comes back where it was shown, in the next digest and in no later one', async () => {
    const { db } = await openedStore();
    await poll(db, [polled('id:1', { rank: 2 }), polled('id:2', { rank: 1 }), polled('id:3')]);
    await shown(db, NINE, 'id:1', 'id:2');
    expect(keysOf(await comingBack(db))).toEqual(['id:2', 'id:1']);
    expect(await comingBack(db, { ...here, channel: 'C0OTHER' })).toEqual([]);
    await cameBack(db, 'id:2', NINE + DAY);
    expect(await comingBack(db)).toEqual([]);
    await shown(db, NINE + 2 * DAY, 'id:3');
    expect(keysOf(await comingBack(db))).toEqual(['id:3']);
  });

  it('stands as open until somebody takes it, best first, whether it was shown or not', async () => {
    const { db } = await openedStore();
    await poll(db, [polled('id:1'), polled('id:2'), polled('id:3'), polled('id:4')]);
    await shown(db, NINE, 'id:1', 'id:2');
    await cameBack(db, 'id:2', NINE + DAY);
    await shown(db, NINE + DAY, 'id:3');
    await announce(db, { ...here, deliveryId: null }, ['id:4']);
    await moveLead(db, at('id:3'), { kind: 'claim' }, { by: ANA, now: NINE + DAY });
    expect(keysOf(await readStandingLeads(db, here, ['new']))).toEqual(['id:1', 'id:2', 'id:4']);
    expect(keysOf(await readStandingLeads(db, here, ['claimed']))).toEqual(['id:3']);
    expect(await readStandingLeads(db, { ...here, projectId: 'other' }, ['new'])).toEqual([]);
  });

  it('that was only counted comes back once somebody had it and gave it up', async () => {
    const { db } = await openedStore();
    await poll(db, [polled('id:1')]);
    await announce(db, { ...here, deliveryId: null }, ['id:1']);
    expect(await comingBack(db)).toEqual([]);
    for (const kind of ['claim', 'release'] as const) {
      await moveLead(db, at('id:1'), { kind }, { by: ANA, now: NINE });
    }
    expect(keysOf(await comingBack(db))).toEqual(['id:1']);
  });

  it('comes back once more after a snooze', async () => {
    const { db } = await openedStore();
    await poll(db, [polled('id:1')]);
    await shown(db, NINE, 'id:1');
    await cameBack(db, 'id:1', NINE + DAY);
    const until = NINE + 3 * DAY;
    await moveLead(db, at('id:1'), { kind: 'snooze', until }, { by: ANA, now: NINE + DAY });
    expect(await comingBack(db)).toEqual([]);
    expect(keysOf(await readWaitingLeads(db, TEAM))).toEqual(['id:1']);
    await moveLead(db, at('id:1'), { kind: 'reopen' }, { now: until });
    expect(keysOf(await comingBack(db))).toEqual(['id:1']);
    expect(await readWaitingLeads(db, TEAM)).toEqual([]);
  });

  it('comes back again if the digest that brought it never arrived', async () => {
    const { db } = await openedStore();
    await poll(db, [polled('id:1')]);
    await shown(db, NINE, 'id:1');
    await cameBack(db, 'id:1', NINE + DAY);
    await unannounce(db, TEAM, `at ${NINE + DAY}`);
    expect(keysOf(await comingBack(db))).toEqual(['id:1']);
  });
});
