import { describe, expect, it } from 'vitest';
import { readStanding } from '../../src/outbox/standing.ts';
import { closeTroubles, noteTrouble } from '../../src/store/troubles.ts';
import { CHANNEL, HOUR, MINUTE, NINE, ownersTold, SECOND, TEAM } from '../support/store-opened.ts';
import { apiWith, DAY, LEADS, SCORES, TWO_LEADS, watchOver } from '../support/watch-over.ts';
import { json } from '../visibility/api.ts';

/** A watch over an API that fails so until it is mended. */
async function whileDown(failure = json({}, 503), feeds = [LEADS]) {
  let up = false;
  const watched = await watchOver(
    (...request) => (up ? apiWith({ '/leads': TWO_LEADS }) : failure)(...request),
    feeds,
  );
  const mend = () => {
    up = true;
  };
  return { ...watched, mend };
}

describe('a post that waits for its next try', () => {
  it('is tried at once when somebody asks how all is, and the API answers', async () => {
    const { tickAt, slotsCome, lookNow, mend, queued } = await whileDown();
    await tickAt(NINE);
    await slotsCome({ attempts: 1, owner: null, run_after: NINE + 30 * SECOND });
    mend();
    await tickAt(NINE + SECOND);
    await slotsCome({ attempts: 1 });
    await lookNow();
    await tickAt(NINE + 2 * SECOND);
    await slotsCome({ state: 'done', attempts: 2 });
    expect(await queued()).toMatchObject([{ kind: 'lead_digest', decision: { at: NINE } }]);
  });

  it('is tried at once when another feed was answered', async () => {
    const { tickAt, slotsCome, db, mend } = await whileDown(json({}, 503), [SCORES, LEADS]);
    await tickAt(NINE);
    await slotsCome({ attempts: 1, owner: null }, { attempts: 1, owner: null });
    await db
      .updateTable('slot')
      .set({ run_after: NINE + 15 * MINUTE })
      .where('rank', '=', 1)
      .execute();
    mend();
    await tickAt(NINE + MINUTE);
    await slotsCome({ state: 'done' }, { state: 'done' });
  });

  it('waits on where the API had asked us to slow down', async () => {
    const { tickAt, slotsCome, lookNow, mend } = await whileDown(json({}, 429, { 'retry-after': '600' }));
    await tickAt(NINE);
    await slotsCome({ attempts: 1, owner: null, run_after: NINE + 10 * MINUTE });
    mend();
    await lookNow();
    await tickAt(NINE + MINUTE);
    await slotsCome({ attempts: 1, owner: null, run_after: NINE + 10 * MINUTE });
  });

  it.each([
    ['for fewer requests', 429, 1],
    ['to come back later, and is looked at every 15 minutes', 503, 18],
  ])('has its line in time where the API asks for 8 hours %s', async (_, status, most) => {
    const { api, tickAt, workEnds, slotsCome, queued } = await whileDown(
      json({}, status, { 'retry-after': '28800' }),
    );
    for (let at = NINE; at <= NINE + 4 * HOUR; at += 15 * MINUTE) {
      await tickAt(at);
      await workEnds();
    }
    await slotsCome({ state: 'expired' });
    expect((await queued()).map(({ kind }) => kind)).toEqual(['api_trouble', 'feed_missed']);
    expect(api.asked.filter(({ url }) => url.includes('/leads')).length).toBeLessThanOrEqual(most);
  });

  it('says itself how late it comes, below the line of what was missed before', async () => {
    const { db, projects, tickAt, slotsCome, lookNow, mend, queued } = await whileDown();
    await tickAt(NINE);
    await slotsCome({ attempts: 1, owner: null });
    await tickAt(NINE + 4 * HOUR);
    await slotsCome({ state: 'expired' });
    await tickAt(NINE + DAY);
    await slotsCome({ state: 'expired' }, { attempts: 1, owner: null });
    mend();
    await lookNow();
    const place = { channel: CHANNEL, isMember: async () => true };
    const line = (await queued()).find(({ kind }) => kind === 'feed_missed')?.decision;
    const standing = () => readStanding(db, TEAM, line, projects, place);
    expect(await standing()).toMatchObject({
      overSince: NINE + DAY,
      missed: [{ first: NINE, times: 1 }],
    });
    await tickAt(NINE + DAY + 2 * HOUR);
    await slotsCome({ state: 'expired' }, { state: 'done' });
    expect((await queued()).at(-1)).toMatchObject({ kind: 'lead_digest', decision: { lateHours: 2 } });
  });
});

describe('in quiet hours', () => {
  const during = (feed: string) => feed.replace(' }', ', quiet: "9:30-17:00" }');

  it('a digest that an outage delayed waits for their end', async () => {
    const { tickAt, slotsCome, lookNow, mend, queued } = await whileDown(json({}, 503), [during(LEADS)]);
    await tickAt(NINE);
    await slotsCome({ attempts: 1, owner: null });
    await tickAt(NINE + HOUR);
    await slotsCome({ state: 'due', run_after: NINE + 8 * HOUR });
    mend();
    await lookNow();
    await tickAt(NINE + 2 * HOUR);
    await slotsCome({ state: 'due', run_after: NINE + 8 * HOUR });
    expect(await queued()).toEqual([]);
    await tickAt(NINE + 8 * HOUR);
    await slotsCome({ state: 'done' });
    expect(await queued()).toMatchObject([{ kind: 'lead_digest', decision: { lateHours: 8 } }]);
  });

  it.each([
    ['a digest', LEADS],
    ['scores, which are checked meanwhile', SCORES],
  ])('the line that an outage cost %s waits, too', async (_, feed) => {
    const { db, tickAt, slotsCome } = await whileDown(json({}, 503), [during(feed)]);
    await tickAt(NINE);
    await slotsCome({ attempts: 1, owner: null });
    await tickAt(NINE + 5 * HOUR);
    await slotsCome({ owner: null, state: feed === LEADS ? 'due' : 'expired' });
    await tickAt(NINE + 8 * HOUR);
    await slotsCome({ state: 'expired' });
    const lines = await db.selectFrom('delivery').selectAll().where('kind', '=', 'feed_missed').execute();
    expect(lines).toMatchObject([{ not_before: NINE + 8 * HOUR, slot_at: NINE }]);
  });
});

describe('the line of a trouble that is over', () => {
  /** A missed digest, whose line stands. */
  async function missed() {
    const watched = await whileDown();
    await watched.tickAt(NINE);
    await watched.slotsCome({ attempts: 1, owner: null });
    await watched.tickAt(NINE + 4 * HOUR);
    await watched.slotsCome({ state: 'expired' });
    const line = (await watched.queued()).find(({ kind }) => kind === 'feed_missed')?.decision;
    const place = { channel: CHANNEL, isMember: async () => true };
    const over = async () => (await readStanding(watched.db, TEAM, line, watched.projects, place)).overSince;
    return { ...watched, over, cause: String(line.cause) };
  }

  it('says so although the API failed once more before it was edited', async () => {
    const { db, mend, lookNow, over, cause } = await missed();
    expect(await over()).toBeUndefined();
    mend();
    await lookNow();
    const closed = await over();
    expect(closed).toBe(NINE + 4 * HOUR);
    const trouble = { cause, reason: 'unreachable' } as const;
    await noteTrouble(db, TEAM, trouble, NINE + 5 * HOUR);
    expect(await over()).toBe(closed);
    await closeTroubles(db, TEAM, [trouble.cause], NINE + 6 * HOUR);
    expect(await over()).toBe(closed);
  });
});

describe('a digest that Slack refuses until it is too late', () => {
  it('leaves its leads to the next day’s, which brings them as new, even if it is due at the same moment', async () => {
    const { db, tickAt, slotsCome, queued } = await watchOver(apiWith({ '/leads': TWO_LEADS }), [LEADS], {
      refuses: true,
    });
    const refuse = () => db.updateTable('delivery').set({ attempt: 1, failure: 'ratelimited' }).execute();
    await tickAt(NINE);
    await slotsCome({ state: 'done' });
    await refuse();
    await tickAt(NINE + 4 * HOUR);
    await slotsCome({ state: 'done', opened_at: NINE + 4 * HOUR });
    await refuse();
    expect(await ownersTold(db)).toEqual([]);
    await tickAt(NINE + DAY);
    await slotsCome({ state: 'done' }, { state: 'done' });
    const digests = (await queued()).filter(({ kind }) => kind === 'lead_digest');
    expect(digests.map(({ decision: { at, leads } }) => [at, leads.length])).toEqual([
      [NINE, 2],
      [NINE, 2],
      [NINE + DAY, 2],
    ]);
    expect(digests.at(-1)?.decision.stillOpen).toEqual([]);
    expect(await ownersTold(db)).toMatchObject([{ kind: 'post_missed', due: NINE, why: 'expired' }]);
  });
});
