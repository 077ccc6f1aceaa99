import { describe, expect, it } from 'vitest';
import { resume } from '../../src/outbox/queue.ts';
import { readStanding } from '../../src/outbox/standing.ts';
import { feedId, feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { keepAlert, muteAlert, readKeptAlert } from '../../src/store/alerts.ts';
import { readKnownLeads, unannounce } from '../../src/store/announced.ts';
import { pauseFeed } from '../../src/store/subscriptions.ts';
import { findTrouble } from '../../src/store/troubles.ts';
import { createDue } from '../../src/watch/attend.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { mortalStore } from '../support/mortal-store.ts';
import {
  CHANNEL,
  deliveryOf,
  dueSlot,
  HOUR,
  MINUTE,
  NINE,
  openedStore,
  queued,
  SECOND,
  slotsOf,
  TEAM,
} from '../support/store-opened.ts';
import {
  ACME,
  apiWith,
  DAY,
  LEADS,
  SCORES,
  SUGGESTIONS,
  TWO_LEADS,
  watchOver,
} from '../support/watch-over.ts';
import { type Answering, json, text } from '../visibility/api.ts';

const RECAP = `recap: { channel: ${CHANNEL}, schedule: Fridays at 9:00 }`;

describe('at nine o’clock', () => {
  it('what is due is polled, decided and queued, and the pump is woken', async () => {
    const { db, tickAt, slotsCome, queued, woken, lines } = await watchOver(apiWith({ '/leads': TWO_LEADS }));
    await tickAt(NINE);
    await slotsCome({ state: 'done', due_at: NINE });
    expect(await queued()).toMatchObject([
      {
        kind: 'lead_digest',
        decision: { at: NINE, first: true, leads: [{ key: 'id:1' }, { key: 'id:2' }] },
      },
    ]);
    expect(
      await readKnownLeads(db, { team: TEAM, channel: CHANNEL, projectId: ACME }, ['id:1', 'id:2']),
    ).toEqual(new Set(['id:1', 'id:2']));
    await expect.poll(woken).toBe(1);
    expect(lines().at(-1)).toMatchObject({ msg: 'Slot done', queued: 1 });
  });

  it('a minute earlier nothing was, and nothing was asked', async () => {
    const { api, slotsCome } = await watchOver(apiWith({}));
    await slotsCome();
    expect(api.asked).toEqual([]);
  });

  it('a mute that ends now ends, although no feed is due, and the pump is woken for its message', async () => {
    const { db, tickAt, woken } = await watchOver(apiWith({}), [SCORES]);
    const at = { team: TEAM, channel: CHANNEL, key: OPENED.key };
    await keepAlert(db, { ...at, projectId: ACME }, { ...OPENED, alert: livingAlert() }, NINE - HOUR);
    await muteAlert(db, at, { by: 'U0ANA', until: NINE - MINUTE / 2 });
    await tickAt(NINE - MINUTE);
    expect([(await readKeptAlert(db, at))?.muted?.by, woken()]).toEqual(['U0ANA', 0]);
    await tickAt(NINE - MINUTE / 2);
    expect([(await readKeptAlert(db, at))?.muted, woken()]).toEqual([undefined, 1]);
  });

  it.each([
    ['paused', SCORES],
    ['ended', LEADS],
  ])('an open alert whose feed is %s is drawn again, once', async (stalled, feed) => {
    const { db, tickAt, woken } = await watchOver(apiWith({}), [feed]);
    const at = { team: TEAM, channel: CHANNEL, key: OPENED.key };
    await keepAlert(db, { ...at, projectId: ACME }, { ...OPENED, alert: livingAlert() }, NINE - HOUR);
    await queued(db, 'posted', { subject: OPENED.key });
    const id = feedId('scores', ACME, CHANNEL);
    const seen = async (now: number) => {
      await tickAt(now);
      const { wanted_rev } = await deliveryOf(db, 'posted');
      return [(await readKeptAlert(db, at))?.stalled, wanted_rev, woken()];
    };
    if (feed === SCORES) {
      expect(await seen(NINE - MINUTE / 2)).toEqual([undefined, 1, 0]);
      await pauseFeed(db, TEAM, id, 'person', NINE - MINUTE / 2);
    }
    expect(await seen(NINE - MINUTE / 3)).toEqual([stalled, 2, 1]);
    expect(await seen(NINE - MINUTE / 4)).toEqual([stalled, 2, 1]);
    await resume(db, TEAM, id, NINE - MINUTE / 5);
    if (feed === SCORES) expect(await seen(NINE - MINUTE / 6)).toEqual([undefined, 3, 2]);
  });

  it('many ticks make one slot, and one poll', async () => {
    const { api, tickAt, slotsCome } = await watchOver(apiWith({ '/leads': TWO_LEADS }));
    await tickAt(NINE);
    await slotsCome({ state: 'done' });
    for (let now = NINE; now < NINE + 5 * MINUTE; now += MINUTE) await tickAt(now);
    await slotsCome({ state: 'done', attempts: 1 });
    expect(api.asked.filter(({ url }) => url.includes('/leads'))).toHaveLength(1);
  });

  it('scores go before leads, and leads before suggestions', async () => {
    const { tickAt, slotsCome, queued } = await watchOver(
      apiWith({
        '/leads': TWO_LEADS,
        '/scores/daily': json([
          { date: '2026-11-18', score: 60 },
          { date: '2026-11-19', score: 40 },
        ]),
        '/segment-suggestions': json([
          {
            id: '0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10',
            project_id: ACME,
            name: 'Cost monitoring',
            status: 'pending',
            created_at: '2026-11-19T10:00:00Z',
          },
        ]),
      }),
      [SUGGESTIONS, LEADS, SCORES],
    );
    await tickAt(NINE);
    // The fourth looks for the why of what the scores posted.
    await slotsCome(...Array.from({ length: 4 }, () => ({ state: 'done' })));
    expect((await queued()).map(({ kind }) => kind)).toEqual([
      'score_alert',
      'lead_digest',
      'segment_suggestion',
    ]);
  });

  it('is nine o’clock of the feed’s own timezone', async () => {
    const { tickAt, slotsCome } = await watchOver(apiWith({}), [LEADS], { zone: 'Asia/Tokyo' });
    await tickAt(NINE);
    await slotsCome();
    await tickAt(NINE + 16 * HOUR);
    await slotsCome({ state: 'done', due_at: NINE + 16 * HOUR });
  });
});

describe('a lead', () => {
  it('is new once; the next day it is still open, and the day after nothing is said of it', async () => {
    const { tickAt, slotsCome, queued } = await watchOver(apiWith({ '/leads': TWO_LEADS }));
    await tickAt(NINE);
    await slotsCome({ state: 'done' });
    await tickAt(NINE + DAY);
    await slotsCome({ state: 'done' }, { state: 'done', due_at: NINE + DAY });
    await tickAt(NINE + 2 * DAY);
    await slotsCome({ state: 'done' }, { state: 'done' }, { state: 'done', due_at: NINE + 2 * DAY });
    expect(await queued()).toMatchObject([
      { decision: { leads: [{ key: 'id:1' }, { key: 'id:2' }], stillOpen: [], open: 0 } },
      { decision: { leads: [], stillOpen: [{ key: 'id:1', firstSeenAt: NINE }, { key: 'id:2' }], open: 2 } },
    ]);
  });

  it('with something missing is kept and shown', async () => {
    const odd = json([
      { title: 'No id, no score' },
      { id: 7, score: '91' },
      { id: 7, url: 'https://a.example/2' },
    ]);
    const { tickAt, slotsCome, queued } = await watchOver(apiWith({ '/leads': odd }));
    await tickAt(NINE);
    await slotsCome({ state: 'done' });
    const [first] = await queued();
    expect(first?.decision.leads).toMatchObject([{ title: 'No id, no score' }, { key: 'id:7', score: 91 }]);
  });
});

describe('a feed with nothing to say', () => {
  it('is silent, and the log says why', async () => {
    const { tickAt, slotsCome, queued, lines } = await watchOver(apiWith({}));
    await tickAt(NINE);
    await slotsCome({ state: 'done' });
    expect(await queued()).toEqual([]);
    await expect
      .poll(lines)
      .toContainEqual(expect.objectContaining({ msg: 'Slot done', queued: 0, silence: 'no_new_leads' }));
  });
});

/** The API was down from nine on, so that the posts were missed four hours later; from now on it answers. */
async function missedMorning(answering: Answering, feeds?: string[]) {
  let up = false;
  const watched = await watchOver((...request) => (up ? answering : json({}, 503))(...request), feeds);
  await watched.tickAt(NINE);
  await watched.slotsCome({ state: 'due', attempts: 1 });
  await watched.tickAt(NINE + 4 * HOUR);
  await watched.slotsCome({ state: 'expired' });
  await watched.workEnds();
  up = true;
  return watched;
}

describe('a poll that fails', () => {
  it('is tried again after half a minute, a minute, two …, and the post is only late', async () => {
    let up = false;
    const { tickAt, slotsCome, queued, lines, workEnds } = await watchOver((...request) =>
      (up ? apiWith({ '/leads': TWO_LEADS }) : json({}, 503))(...request),
    );
    await tickAt(NINE);
    await slotsCome({ state: 'due', owner: null, attempts: 1, run_after: NINE + 30 * SECOND });
    await tickAt(NINE + MINUTE);
    await slotsCome({ state: 'due', owner: null, attempts: 2, run_after: NINE + 2 * MINUTE });
    await workEnds();
    up = true;
    await tickAt(NINE + 2 * MINUTE);
    await slotsCome({ state: 'done', attempts: 3 });
    expect(await queued()).toMatchObject([{ kind: 'lead_digest', decision: { at: NINE } }]);
    expect(lines().filter(({ msg }) => msg === 'Slot failed')).toHaveLength(2);
  });

  it.each([
    ['answers something unreadable', text('<h1>no</h1>')],
    ['breaks off', (response) => void response.destroy()],
  ] as [string, Answering][])('because the API %s loses nothing', async (_, answering) => {
    const { tickAt, slotsCome, queued } = await watchOver(answering);
    await tickAt(NINE);
    await slotsCome({ state: 'due', owner: null, attempts: 1 });
    expect(await queued()).toEqual([]);
  });

  it('for four hours is given up, and one honest line stands in the channel for all its feeds', async () => {
    const { db, projects, tickAt, slotsCome, queued } = await watchOver(json({}, 503), [SCORES, LEADS]);
    await tickAt(NINE);
    await slotsCome({ state: 'due', attempts: 1 }, { state: 'due', attempts: 1 });
    await tickAt(NINE + 4 * HOUR);
    await slotsCome({ state: 'expired' }, { state: 'expired' });
    const told = await queued();
    expect(told.filter(({ kind }) => kind === 'feed_missed')).toMatchObject([
      { decision: { reason: 'unreachable', since: NINE, at: NINE, feed: 'scores', told: ['U0OWNER'] } },
    ]);
    expect(told.filter(({ kind }) => kind === 'api_trouble')).toHaveLength(1);
    const place = { channel: CHANNEL, isMember: async () => true };
    const line = told.find(({ kind }) => kind === 'feed_missed');
    expect((await readStanding(db, TEAM, line?.decision, projects, place)).missed).toMatchObject([
      { project: { name: 'Acme' }, feed: 'scores', first: NINE, times: 1 },
      { project: { name: 'Acme' }, feed: 'leads', first: NINE, times: 1 },
    ]);
    const edits = await db
      .selectFrom('delivery')
      .select('wanted_rev')
      .where('kind', '=', 'feed_missed')
      .execute();
    expect(edits).toEqual([{ wanted_rev: 2 }]);
  });

  it('has its line edited when the API is back', async () => {
    const { db, tickAt, slotsCome } = await missedMorning(apiWith({ '/leads': TWO_LEADS }));
    await tickAt(NINE + DAY);
    await slotsCome({ state: 'expired' }, { state: 'done' });
    const missed = await db
      .selectFrom('delivery')
      .selectAll()
      .where('kind', '=', 'feed_missed')
      .executeTakeFirstOrThrow();
    expect(missed.wanted_rev).toBe(2);
    expect(await findTrouble(db, TEAM, 'unreachable')).toMatchObject({ since: NINE, closed_at: NINE + DAY });
  });

  it('is over when the API is back, and not only at the next post', async () => {
    const { db, tickAt, slotsCome } = await missedMorning(apiWith({}));
    await tickAt(NINE + 4 * HOUR + 15 * MINUTE);
    await expect
      .poll(() => findTrouble(db, TEAM, 'unreachable'))
      .toMatchObject({ since: NINE, closed_at: NINE + 4 * HOUR + 15 * MINUTE });
    await slotsCome({ state: 'expired' });
  });

  it('is over too where the API has nothing of what no feed asks for', async () => {
    const api = apiWith({ '/community/metrics': json({ detail: 'no such project' }, 404) });
    const { db, tickAt } = await missedMorning(api, [SCORES]);
    await tickAt(NINE + 4 * HOUR + 15 * MINUTE);
    await expect
      .poll(() => findTrouble(db, TEAM, 'unreachable'))
      .toMatchObject({ closed_at: NINE + 4 * HOUR + 15 * MINUTE });
    expect(await findTrouble(db, TEAM, `project_unknown:${ACME}`)).toBeUndefined();
  });

  it('because the API refuses the key tells the owners once, and the key rests for ten minutes', async () => {
    const { api, tickAt, slotsCome, queued } = await watchOver(json({}, 401), [SCORES, LEADS]);
    await tickAt(NINE);
    await slotsCome({ attempts: 1, owner: null }, { attempts: 1, owner: null });
    expect(await queued()).toMatchObject([
      { kind: 'api_trouble', decision: { reason: 'key_refused', since: NINE, keyName: 'ACME_KEY' } },
    ]);
    const asked = api.asked.length;
    await tickAt(NINE + 9 * MINUTE);
    await slotsCome({ run_after: NINE + 10 * MINUTE }, { run_after: NINE + 10 * MINUTE });
    expect(api.asked).toHaveLength(asked);
    await tickAt(NINE + 10 * MINUTE);
    await expect.poll(() => api.asked.length).toBeGreaterThan(asked);
    expect(await queued()).toHaveLength(1);
  });

  it('does not hold up the other feeds of the channel', async () => {
    const { tickAt, slotsCome } = await watchOver(
      apiWith({ '/scores/daily': json({}, 503), '/leads': TWO_LEADS }),
      [SCORES, LEADS],
    );
    await tickAt(NINE);
    await slotsCome({ state: 'due', owner: null }, { state: 'done' });
  });
});

describe('after an outage', () => {
  it('of days, only the latest nine o’clock is made up for', async () => {
    const { tickAt, slotsCome, queued } = await watchOver(apiWith({ '/leads': TWO_LEADS }));
    await tickAt(NINE + 3 * DAY + HOUR);
    await slotsCome({ state: 'done', due_at: NINE + 3 * DAY });
    expect(await queued()).toMatchObject([{ kind: 'lead_digest', decision: { lateHours: 1 } }]);
  });

  it('of a week it is still posted, though a digest is not worth posting four hours late', async () => {
    const { tickAt, slotsCome, queued } = await watchOver(apiWith({ '/leads': TWO_LEADS }));
    await tickAt(NINE + 7 * DAY + 9 * HOUR);
    await slotsCome({ state: 'done' });
    expect(await queued()).toMatchObject([{ kind: 'lead_digest', decision: { lateHours: 9 } }]);
  });

  it('a recap too knows by how much it is late, and one on time of nothing', async () => {
    const { tickAt, slotsCome, queued } = await watchOver(apiWith({}), [RECAP]);
    await tickAt(NINE);
    await slotsCome({ state: 'done' });
    await tickAt(NINE + 7 * DAY + 15 * HOUR);
    await slotsCome({ state: 'done' }, { state: 'done', due_at: NINE + 7 * DAY });
    const late = (await queued()).map(({ kind, decision }) => [kind, decision.lateHours]);
    expect(late).toEqual([
      ['recap', undefined],
      ['recap', 15],
    ]);
  });
});

describe('a feed that is paused', () => {
  it('is not polled, and makes up for the latest time when it is resumed', async () => {
    const { db, api, tickAt, slotsCome } = await watchOver(apiWith({ '/leads': TWO_LEADS }));
    const feed = `leads:${ACME}:${CHANNEL}`;
    await pauseFeed(db, TEAM, feed, 'not_in_channel', NINE - MINUTE);
    await tickAt(NINE);
    await slotsCome();
    expect(api.asked).toEqual([]);
    await resume(db, TEAM, feed, NINE + HOUR);
    await tickAt(NINE + HOUR);
    await slotsCome({ state: 'done', due_at: NINE });
  });
});

describe('a digest that its channel refused', () => {
  it('is decided once more when the feed is resumed', async () => {
    const { db, tickAt, slotsCome, queued } = await watchOver(apiWith({ '/leads': TWO_LEADS }));
    const feed = `leads:${ACME}:${CHANNEL}`;
    await tickAt(NINE);
    await slotsCome({ state: 'done' });
    const { id } = await db.selectFrom('delivery').select('id').executeTakeFirstOrThrow();
    await db.updateTable('delivery').set({ state: 'failed', failure: 'not_in_channel' }).execute();
    await unannounce(db, TEAM, id);
    await pauseFeed(db, TEAM, feed, 'not_in_channel', NINE);
    await resume(db, TEAM, feed, NINE + HOUR);
    await tickAt(NINE + HOUR);
    await slotsCome({ state: 'done', opened_at: NINE + HOUR });
    expect(await queued()).toMatchObject([
      { kind: 'lead_digest', decision: { leads: [{ key: 'id:1' }, { key: 'id:2' }] } },
      { kind: 'lead_digest', decision: { leads: [{ key: 'id:1' }, { key: 'id:2' }] } },
    ]);
  });
});

describe('a feed that is new in projects.yml', () => {
  it('begins with its next time, not with the one that is past', async () => {
    const { db, tickAt, slotsCome } = await watchOver(apiWith({ '/leads': TWO_LEADS }));
    await db.deleteFrom('subscription').execute();
    await tickAt(NINE + HOUR);
    await slotsCome();
    await tickAt(NINE + DAY);
    await slotsCome({ state: 'done', due_at: NINE + DAY });
  });
});

describe('a feed whose schedule was changed', () => {
  it('begins with the next time of the new one, after a restart too', async () => {
    const bot = await watchOver(apiWith({ '/leads': TWO_LEADS }));
    await bot.db.updateTable('subscription').set({ timetable: '0 8 * * * Europe/Berlin' }).execute();
    await bot.tickAt(NINE + HOUR);
    await bot.slotsCome();
    await bot.tickAt(NINE + DAY);
    await bot.slotsCome({ state: 'done', due_at: NINE + DAY });
  });
});

describe('a feed that was taken out of projects.yml while it was due', () => {
  it('is closed without asking the API', async () => {
    const { db, api, tickAt, slotsCome } = await watchOver(apiWith({}));
    await dueSlot(db, { subscription: 'leads:gone', due_at: NINE - 30 * SECOND });
    await tickAt(NINE - 30 * SECOND);
    await slotsCome({ state: 'expired', subscription: 'leads:gone' });
    expect(api.asked).toEqual([]);
  });
});

const MANY = 300;

/** Each with its own channel, all at nine. */
function manyProjects() {
  const projects = Array.from({ length: MANY }, (_, i) => ({
    id: `6f0c2b1e-4d5a-4c8e-9b7f-${String(i).padStart(12, '0')}`,
    name: `Project ${i}`,
    leads: { channel: `C0MANY${i}`, schedule: 'every day at 9:00' },
  }));
  const file = { defaults: { timezone: 'Europe/Berlin' }, projects };
  return parseProjects(JSON.stringify(file), 'projects.yml');
}

describe('many projects that are due at once', () => {
  it('are seen by a few statements, and opened while others get their turn', async () => {
    const { db } = await openedStore();
    let inserts = 0;
    const counting = mortalStore(db, (statement) => {
      if (/^insert/i.test(statement)) inserts += 1;
    });
    const feeds = feedsOf(manyProjects());
    const openDue = createDue(counting, () => feeds);
    await openDue(TEAM, NINE - MINUTE);
    expect(inserts).toBeLessThan(MANY / 10);
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    await openDue(TEAM, NINE);
    done = true;
    expect(await slotsOf(db)).toHaveLength(MANY);
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('have their feeds made once, however often somebody asks', () => {
    const projects = manyProjects();
    expect(feedsOf(projects)).toBe(feedsOf(projects));
  });
});
