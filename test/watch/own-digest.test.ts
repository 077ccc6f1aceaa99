import { describe, expect, it } from 'vitest';
import { LeaseLost } from '../../src/outbox/commit.ts';
import { feedsOf } from '../../src/projects/projects.ts';
import { changeLead, readLeadsByKey } from '../../src/store/leads.ts';
import { claimSlot } from '../../src/store/slots.ts';
import {
  endOwnDigest,
  keepOwnDigest,
  type OwnSettings,
  ownSubscription,
} from '../../src/store/subscriptions.ts';
import { sendOwnDigest } from '../../src/watch/own-digest.ts';
import { CHANNEL, dueSlot, HOUR, MINUTE, NINE, slotsOf, TEAM } from '../support/store-opened.ts';
import { ACME, apiWith, DAY, LEADS, watchOver } from '../support/watch-over.ts';
import { json } from '../visibility/api.ts';

const ANA: OwnSettings = {
  person: 'U0ANA',
  schedule: 'every day at 9:00',
  timezone: 'Europe/Berlin',
  places: [],
  learns: true,
  since: NINE - HOUR,
};

/** Sixty leads in two places by turns, best first. */
const SIXTY = Array.from({ length: 60 }, (_, i) => ({
  id: i + 1,
  title: `Thread ${i + 1}`,
  source: i % 2 === 0 ? 'r/sre' : 'r/devops',
  subreddit: i % 2 === 0 ? 'r/sre' : 'r/devops',
  url: `https://forum.example/${i + 1}`,
  score: 90 - i,
}));

const api = (leads: readonly object[]) => apiWith({ '/community/leads': json(leads) });

type Watched = Awaited<ReturnType<typeof watchOver>>;

const own = async ({ queued }: Watched) =>
  (await queued()).flatMap(({ kind, decision }) => (kind === 'own_digest' ? [decision] : []));

const done = { state: 'done' };

describe('a person’s own digest', () => {
  it('comes at their time with what the feeds of that time brought, and announces nothing', async () => {
    const watch = await watchOver(api(SIXTY.slice(0, 6)));
    await keepOwnDigest(watch.db, TEAM, ANA);
    await watch.tickAt(NINE);
    await watch.slotsCome(done, done);
    const [digest] = await own(watch);
    expect(digest.rows.map((row: { lead: { title: string } }) => row.lead.title)).toEqual([
      'Thread 1',
      'Thread 2',
      'Thread 3',
    ]);
    const told = await watch.db.selectFrom('announced').select('channel').distinct().execute();
    expect(told).toEqual([{ channel: CHANNEL }]);
  });

  it('is put in the team’s order once it is known, unless the person switched that off', async () => {
    const watch = await watchOver(api(SIXTY));
    await keepOwnDigest(watch.db, TEAM, ANA);
    await keepOwnDigest(watch.db, TEAM, { ...ANA, person: 'U0BEN', learns: false });
    await watch.tickAt(NINE);
    await watch.slotsCome(done, done, done);
    const kept = await readLeadsByKey(
      watch.db,
      TEAM,
      ACME,
      SIXTY.map(({ id }) => `id:${id}`),
    );
    expect(kept.size).toBe(60);
    for (const { key, rev, place } of [...kept.values()].slice(10)) {
      const state = place === 'r/devops' ? 'claimed' : 'dismissed';
      await changeLead(watch.db, { team: TEAM, projectId: ACME, key }, rev, {
        state,
        by: 'U0BEN',
        since: NINE,
      });
    }
    await watch.tickAt(NINE + DAY);
    await watch.slotsCome(done, done, done, done, done, done);
    const [ana, ben] = (await own(watch)).slice(-2).sort((a, b) => (a.person < b.person ? -1 : 1));
    expect(ana.order).toEqual({ by: 'team', decisions: 50 });
    expect(ana.rows.map((row: { lead: { place: string } }) => row.lead.place)).toEqual(
      Array(3).fill('r/devops'),
    );
    expect(ana.rows[0].why).toEqual({ kind: 'place', place: 'r/devops' });
    expect(ben.order).toEqual({ by: 'api' });
    expect(ben.rows[0].lead.place).toBe('r/sre');
  });

  it('has what is new before what the channel was shown and left, where the team leaves only what it dismisses', async () => {
    let leads: readonly object[] = SIXTY;
    const watch = await watchOver((...request) => api(leads)(...request));
    await keepOwnDigest(watch.db, TEAM, ANA);
    await watch.tickAt(NINE);
    await watch.slotsCome(done, done);
    const ids = SIXTY.map(({ id }) => `id:${id}`);
    const kept = [...(await readLeadsByKey(watch.db, TEAM, ACME, ids)).values()];
    const posted = new Set(ids.slice(0, 10));
    for (const { key, rev, place } of kept) {
      // What r/sre had of the ten that were posted is left alone.
      if (posted.has(key) && place === 'r/sre') continue;
      const state = place === 'r/devops' ? 'claimed' : 'dismissed';
      const change = { state, by: 'U0BEN', since: NINE } as const;
      await changeLead(watch.db, { team: TEAM, projectId: ACME, key }, rev, change);
    }
    const url = 'https://forum.example/new';
    leads = [...SIXTY.slice(0, 10), { ...SIXTY[0], id: 99, title: 'New thread', score: 85, url }];
    await watch.tickAt(NINE + DAY);
    await watch.slotsCome(done, done, done, done);
    const digest = (await own(watch)).at(-1);
    expect(digest.order).toMatchObject({ by: 'team' });
    expect(digest.rows[0].lead.title).toBe('New thread');
  });

  it('has nothing of a project of whose channels the person is in none at that moment', async () => {
    let isMember = true;
    const watch = await watchOver(api(SIXTY), [LEADS], { isMember: async () => isMember });
    await keepOwnDigest(watch.db, TEAM, ANA);
    await watch.tickAt(NINE);
    await watch.slotsCome(done, done);
    isMember = false;
    await watch.tickAt(NINE + DAY);
    await watch.slotsCome(done, done, done, done);
    expect(await own(watch)).toHaveLength(1);
  });

  it('has what the feed of the channel would post, and nothing that its filters leave out', async () => {
    const feed = `leads: { channel: ${CHANNEL}, schedule: every day at 9:00, min_score: 89, places: { never: [r/sre] } }`;
    const watch = await watchOver(api(SIXTY), [feed]);
    await keepOwnDigest(watch.db, TEAM, ANA);
    await watch.tickAt(NINE);
    await watch.slotsCome(done, done);
    const [digest] = await own(watch);
    expect(digest.rows.map((row: { lead: { title: string } }) => row.lead.title)).toEqual(['Thread 2']);
  });

  it('says since when the API can’t be read, and of what it had until then, no longer', async () => {
    let isDown = false;
    const down = apiWith({ '/community/leads': json({}, 503) });
    const watch = await watchOver((...request) => (isDown ? down : api(SIXTY))(...request));
    await keepOwnDigest(watch.db, TEAM, ANA);
    await watch.tickAt(NINE);
    await watch.slotsCome(done, done);
    isDown = true;
    await watch.tickAt(NINE + DAY);
    await watch.slotsCome(done, done, { state: 'due' }, done);
    expect((await own(watch)).map(({ asOf }) => asOf)).toEqual([undefined, NINE]);
  });

  it('comes for a time that was missed, yet not four hours later', async () => {
    const watch = await watchOver(api(SIXTY));
    await keepOwnDigest(watch.db, TEAM, ANA);
    await watch.tickAt(NINE + 3 * HOUR);
    await watch.slotsCome(done, done);
    await watch.tickAt(NINE + DAY + 5 * HOUR);
    await watch.slotsCome(done, done, done, { state: 'expired' });
    expect(await own(watch)).toHaveLength(1);
  });

  it('that was ended comes no more, nor does one that begins after its time', async () => {
    const watch = await watchOver(api(SIXTY));
    await keepOwnDigest(watch.db, TEAM, { ...ANA, since: NINE });
    await watch.tickAt(NINE + MINUTE);
    await watch.slotsCome(done);
    await endOwnDigest(watch.db, TEAM, 'U0ANA');
    await watch.tickAt(NINE + DAY);
    await watch.slotsCome(done, done);
    expect(await slotsOf(watch.db)).toHaveLength(2);
    expect(await own(watch)).toHaveLength(0);
  });

  it('is tried again where Slack did not say who is in the channel, and comes once', async () => {
    let asked = 0;
    const isMember = async () => {
      asked += 1;
      return asked === 1 ? undefined : true;
    };
    const watch = await watchOver(api(SIXTY), [LEADS], { isMember });
    await keepOwnDigest(watch.db, TEAM, ANA);
    await watch.tickAt(NINE);
    await watch.slotsCome(done, { state: 'due', attempts: 1, owner: null });
    await watch.tickAt(NINE + 5 * MINUTE);
    await watch.slotsCome(done, done);
    await watch.tickAt(NINE + 10 * MINUTE);
    expect(await own(watch)).toHaveLength(1);
  });

  it('of a slot that another worker took over meanwhile is not queued twice', async () => {
    const { db, projects } = await watchOver(api(SIXTY));
    await keepOwnDigest(db, TEAM, ANA);
    await dueSlot(db, { subscription: ownSubscription('U0ANA'), channel: 'U0ANA' });
    const slot = (await claimSlot(db, TEAM, 'first', NINE)) ?? expect.fail('no slot');
    await db.updateTable('slot').set({ owner: 'second' }).execute();
    const reading = { db, feeds: feedsOf(projects), isMember: async () => true, isUnread: async () => false };
    const late = sendOwnDigest(reading, { ...slot, owner: 'first' }, NINE);
    await expect(late).rejects.toBeInstanceOf(LeaseLost);
    expect(await db.selectFrom('delivery').select('id').execute()).toEqual([]);
  });
});
