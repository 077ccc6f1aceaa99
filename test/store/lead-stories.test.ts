import { describe, expect, it } from 'vitest';
import { recordPosts } from '../../src/store/announced.ts';
import {
  readLastShown,
  readLeadStories,
  readLeadTrace,
  readScoresWhenShown,
  recordVerdicts,
} from '../../src/store/lead-stories.ts';
import { changeLead, type PolledLead, recordEvent, recordLeads } from '../../src/store/leads.ts';
import type { Db, DeliveryRow } from '../../src/store/tables.ts';
import { DIGEST } from '../messages/cast.ts';
import { ENGINES, type OpenedStore } from '../support/store-engines.ts';
import { CHANNEL, HOUR, NINE, queued, TEAM } from '../support/store-opened.ts';

const PROJECT = 'acme';
const AT = { team: TEAM, projectId: PROJECT };
const WANTED = { ...AT, since: NINE };

const polled = (key: string, rank: number, given: Partial<PolledLead> = {}): PolledLead => ({
  key,
  rank,
  identities: [key],
  ...given,
});

/** A digest with these leads, of which Slack has said that it stands there unless `state` says otherwise. */
async function digest(
  db: Db,
  id: string,
  keys: string[],
  given: {
    at?: number;
    state?: DeliveryRow['state'];
    subscription?: string;
    channel?: string;
    part?: 'still_open';
  } = {},
): Promise<void> {
  const { at = NINE, state = 'sent', subscription = 'leads:acme', channel = CHANNEL, part = 'new' } = given;
  await queued(db, id, { subscription, channel });
  await db.updateTable('delivery').set({ state }).where('id', '=', id).execute();
  const leads = keys.map((key) => ({ key, part }) as const);
  await recordPosts(db, { ...AT, deliveryId: id, channel, at }, leads);
}

/** A store with a lead that a digest showed at nine. */
async function oneShown(openedStore: () => Promise<OpenedStore>): Promise<OpenedStore> {
  const store = await openedStore();
  await recordLeads(store.db, TEAM, PROJECT, [polled('id:1', 1)], NINE);
  await digest(store.db, 'd1', ['id:1']);
  return store;
}

const keysOf = (stories: { key: string }[]) => stories.map(({ key }) => key);

describe.each(ENGINES)('what became of a lead ($name)', ({ openedStore }) => {
  it('is told with all that is known of it', async () => {
    const { db } = await openedStore();
    const facts = {
      title: 'CRM?',
      url: 'https://news.example/1',
      place: 'r/saas',
      author: 'kim',
      reason: 'Fits.',
    };
    const citedBy = ['ChatGPT'];
    const lead = polled('id:1', 1, { ...facts, score: 0.5, postedAt: 5, citedBy });
    await recordLeads(db, TEAM, PROJECT, [lead], NINE);
    await digest(db, 'd1', ['id:1']);
    await recordEvent(db, { ...AT, key: 'id:1' }, { kind: 'claim', at: NINE + 1, by: 'U0ANA' });
    await recordEvent(db, { ...AT, key: 'id:1' }, { kind: 'reply', at: NINE + HOUR, by: 'U0ANA' });
    const reply = {
      state: 'replied',
      by: 'U0ANA',
      since: NINE + HOUR,
      replyUrl: 'https://news.example/r',
    } as const;
    await changeLead(db, { ...AT, key: 'id:1' }, 0, { ...reply, outcome: 'helpful' });
    expect(await readLeadStories(db, WANTED)).toMatchObject([
      {
        key: 'id:1',
        ...facts,
        score: 0.5,
        postedAt: 5,
        citedBy,
        shownAt: NINE,
        state: {
          state: 'replied',
          by: 'U0ANA',
          replyUrl: 'https://news.example/r',
          outcome: 'helpful',
          dismissReason: undefined,
        },
        claims: [{ by: 'U0ANA', at: NINE + 1, given: false }],
        repliedAt: NINE + HOUR,
      },
    ]);
  });

  it('is told with every claim: who made it, and who made it again after a release', async () => {
    const { db } = await oneShown(openedStore);
    const at = { ...AT, key: 'id:1' };
    await recordEvent(db, at, { kind: 'claim', at: NINE + 1, by: 'U0ANA' });
    await recordEvent(db, at, { kind: 'release', at: NINE + 2, by: 'U0BEN' });
    await recordEvent(db, at, { kind: 'claim', at: NINE + 3, by: 'U0BEN' });
    expect(await readLeadStories(db, WANTED)).toMatchObject([
      {
        claims: [
          { by: 'U0ANA', at: NINE + 1 },
          { by: 'U0BEN', at: NINE + 3 },
        ],
      },
    ]);
  });

  it.each([
    ['answer', 'reply', 0],
    ['dismissal', 'dismiss', 0],
    ['snooze, which takes nothing back', 'snooze', 1],
  ] as const)('starts over once it is opened again after an %s', async (_, kind, claims) => {
    const { db } = await oneShown(openedStore);
    const at = { ...AT, key: 'id:1' };
    await recordEvent(db, at, { kind: 'claim', at: NINE + 1, by: 'U0ANA' });
    await recordEvent(db, at, { kind, at: NINE + 2, by: 'U0ANA' });
    await recordEvent(db, at, { kind: 'reopen', at: NINE + 3, by: 'U0BEN' });
    const [story] = await readLeadStories(db, WANTED);
    expect([story?.claims?.length, story?.repliedAt]).toEqual([claims, undefined]);
    await recordEvent(db, at, { kind: 'claim', at: NINE + 4, by: 'U0BEN' });
    expect((await readLeadStories(db, WANTED))[0]?.claims?.at(-1)).toMatchObject({ by: 'U0BEN' });
  });

  it('is told with whom a colleague gave it to', async () => {
    const { db } = await oneShown(openedStore);
    await recordEvent(
      db,
      { ...AT, key: 'id:1' },
      { kind: 'assign', at: NINE + 1, by: 'U0ANA', detail: 'U0BEN' },
    );
    expect(await readLeadStories(db, WANTED)).toMatchObject([
      { claims: [{ by: 'U0BEN', at: NINE + 1, given: true }] },
    ]);
  });

  it('that nobody touched is that it was shown; what the API did not give is absent', async () => {
    const { db } = await oneShown(openedStore);
    const [story] = await readLeadStories(db, WANTED);
    expect(story).toMatchObject({
      state: { state: 'new' },
      shownAt: NINE,
      score: undefined,
      citedBy: undefined,
    });
  });

  it('a reply that was taken back is none', async () => {
    const { db } = await oneShown(openedStore);
    await recordEvent(db, { ...AT, key: 'id:1' }, { kind: 'reply', at: NINE + 1, by: 'U0ANA' });
    expect(await readLeadStories(db, WANTED)).toMatchObject([{ repliedAt: undefined }]);
  });
});

describe.each(ENGINES)('the score of a lead ($name)', ({ openedStore }) => {
  it('is kept as it was in the first digest that Slack has of it', async () => {
    const { db } = await openedStore();
    const shown = async (id: string, leads: { key: string; score?: number }[], given = {}) => {
      const decision = JSON.stringify({ ...DIGEST, leads, stillOpen: [{ key: 'id:9', score: 9 }] });
      await queued(db, id, { decision, ...given });
      await db.updateTable('delivery').set({ state: 'sent' }).where('id', '=', id).execute();
    };
    await shown('later', [{ key: 'id:1', score: 90 }], { created_at: NINE + HOUR, channel: 'C0OTHER' });
    await shown('first', [{ key: 'id:1', score: 61 }, { key: 'id:2' }]);
    await shown('before', [{ key: 'id:3', score: 50 }], { created_at: NINE - HOUR });
    await shown('another', [{ key: 'id:4', score: 50 }], { project_id: 'globex' });
    await queued(db, 'unsent', {
      decision: JSON.stringify({ ...DIGEST, leads: [{ key: 'id:5', score: 50 }] }),
    });
    expect(await readScoresWhenShown(db, WANTED)).toEqual(
      new Map([
        ['id:1', 61],
        ['id:2', undefined],
      ]),
    );
  });
});

describe.each(ENGINES)('which leads were shown ($name)', ({ openedStore }) => {
  it('each once, since it was shown first, in the order of showing and then of the API', async () => {
    const { db } = await openedStore();
    await recordLeads(db, TEAM, PROJECT, [polled('id:1', 2), polled('id:2', 1), polled('id:3', 3)], NINE);
    await digest(db, 'd2', ['id:1', 'id:3'], { at: NINE + HOUR, channel: 'C0OTHER' });
    await digest(db, 'd1', ['id:1', 'id:2']);
    expect(keysOf(await readLeadStories(db, WANTED))).toEqual(['id:2', 'id:1', 'id:3']);
    expect(keysOf(await readLeadStories(db, { ...WANTED, since: NINE + 1 }))).toEqual(['id:3']);
  });

  it('not what never arrived, nor what only came back, nor what another feed showed', async () => {
    const { db } = await openedStore();
    await recordLeads(db, TEAM, PROJECT, [polled('id:1', 1), polled('id:2', 2), polled('id:3', 3)], NINE);
    await digest(db, 'd1', ['id:1'], { state: 'failed' });
    await digest(db, 'd2', ['id:2'], { part: 'still_open' });
    await digest(db, 'd3', ['id:3'], { subscription: 'leads:other' });
    expect(keysOf(await readLeadStories(db, { ...WANTED, subscription: 'leads:acme' }))).toEqual([]);
    expect(keysOf(await readLeadStories(db, WANTED))).toEqual(['id:3']);
  });

  it('not those of another project or workspace', async () => {
    const { db } = await oneShown(openedStore);
    expect(await readLeadStories(db, { ...WANTED, projectId: 'globex' })).toEqual([]);
    expect(await readLeadStories(db, { ...WANTED, team: 'T0OTHER' })).toEqual([]);
  });
});

describe.each(ENGINES)('the way of a lead ($name)', ({ openedStore }) => {
  it('is each channel’s last verdict and every post, oldest first, in the channels asked for', async () => {
    const { db } = await openedStore();
    await recordLeads(db, TEAM, PROJECT, [polled('id:1', 1)], NINE);
    await digest(db, 'd2', ['id:1'], { at: NINE + HOUR, part: 'still_open' });
    await digest(db, 'd1', ['id:1']);
    await digest(db, 'd3', ['id:1'], { channel: 'C0OTHER' });
    const at = { ...AT, channel: CHANNEL, polledAt: NINE };
    await recordVerdicts(db, at, [{ key: 'id:1', rank: 3, verdict: 'posted' }]);
    const trace = await readLeadTrace(db, { ...AT, key: 'id:1' }, [CHANNEL]);
    expect(trace.verdicts).toMatchObject([{ channel: CHANNEL, verdict: 'posted', rank: 3, polledAt: NINE }]);
    expect(trace.posts).toMatchObject([
      { delivery_id: 'd1', part: 'new', state: 'sent', at: NINE },
      { delivery_id: 'd2', part: 'still_open', state: 'sent', at: NINE + HOUR },
    ]);
    expect(await readLeadTrace(db, { ...AT, key: 'id:1' }, [])).toEqual({ verdicts: [], posts: [] });
  });

  it('begins with what a channel was shown last', async () => {
    const { db } = await openedStore();
    await recordLeads(
      db,
      TEAM,
      PROJECT,
      [polled('id:1', 2, { title: 'CRM?' }), polled('id:2', 1), polled('id:3', 3)],
      NINE,
    );
    await digest(db, 'd1', ['id:1', 'id:2', 'id:3']);
    await digest(db, 'd2', ['id:3'], { at: NINE + HOUR, part: 'still_open' });
    expect(keysOf(await readLastShown(db, AT, [CHANNEL], 10))).toEqual(['id:3', 'id:2', 'id:1']);
    expect((await readLastShown(db, AT, [CHANNEL], 3)).at(-1)).toMatchObject({ key: 'id:1', title: 'CRM?' });
    expect(keysOf(await readLastShown(db, AT, [CHANNEL], 1))).toEqual(['id:3']);
    expect(await readLastShown(db, AT, ['C0OTHER'], 10)).toEqual([]);
  });
});
