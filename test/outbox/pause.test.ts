import { describe, expect, it } from 'vitest';
import { resume } from '../../src/outbox/queue.ts';
import { announce, readKnownLeads } from '../../src/store/announced.ts';
import { updateDelivery } from '../../src/store/deliveries.ts';
import { pauseFeed, readSubscription, readSubscriptions } from '../../src/store/subscriptions.ts';
import type { Db } from '../../src/store/tables.ts';
import { NEWS } from '../messages/cast.ts';
import { deliveryIn, pumpInto } from '../support/pump-into.ts';
import { type Answering, no, ok } from '../support/slack-server.ts';
import { CHANNEL, feedSeen, HOUR, NINE, TEAM } from '../support/store-opened.ts';

const FEED = 'leads:acme';
const HERE = `leads:acme:${CHANNEL}`;

/** The channel refuses so; the owners can be told. */
const refusing =
  (error: string): Answering =>
  (response, call, number) =>
    (call.args.channel === CHANNEL ? no(error) : ok({ ts: `18.${number}`, channel: 'D0OWNER' }))(
      response,
      call,
      number,
    );

async function known(db: Db) {
  await readSubscriptions(db, TEAM, [feedSeen(FEED)], NINE);
}

async function told(db: Db) {
  const rows = await db.selectFrom('delivery').selectAll().where('subscription', '=', 'owners').execute();
  return rows.map(({ channel, kind, state, decision, placed_in }) => ({
    ...JSON.parse(decision),
    channel,
    kind,
    state,
    placed_in,
  }));
}

describe('a channel that refuses posts for good', () => {
  it.each(['channel_not_found', 'not_in_channel', 'is_archived', 'restricted_action'])(
    '(%s) pauses the feed, and the owners are told once what happened',
    async (error) => {
      const { db, post, pump, comesTo, later } = await pumpInto(refusing(error));
      await known(db);
      await post('a');
      await post('b');
      pump.wake();
      await comesTo('a', { state: 'failed', failure: error });
      later(0);
      await comesTo('b', { state: 'failed' });
      await expect
        .poll(() => told(db))
        .toMatchObject([
          {
            channel: 'U0OWNER',
            kind: 'feed_paused',
            state: 'sent',
            placed_in: 'D0OWNER',
            reason: error,
            feed: 'leads',
            subscription: FEED,
          },
        ]);
      expect(await readSubscription(db, TEAM, FEED)).toMatchObject({
        paused_at: NINE,
        pause_reason: error,
      });
    },
  );

  it('is the only one whose feed is said to be paused, where an owner can’t be told either', async () => {
    const { db, post, pump, lines } = await pumpInto(no('channel_not_found'));
    await known(db);
    await post('a');
    pump.wake();
    const failed = () => lines().filter(({ msg }) => String(msg).startsWith('A post failed'));
    await expect.poll(() => failed().map(({ kind }) => kind)).toEqual(['lead_digest', 'feed_paused']);
    expect(failed().map(({ msg }) => /paused/.test(String(msg)))).toEqual([true, false]);
  });

  it('gives the leads of the digest back: the next digest brings them as new', async () => {
    const { db, post, pump, comesTo } = await pumpInto(refusing('not_in_channel'));
    await known(db);
    await announce(db, { team: TEAM, channel: CHANNEL, projectId: 'acme', deliveryId: 'a' }, ['id:1']);
    await post('a');
    pump.wake();
    await comesTo('a', { state: 'failed' });
    expect(await readKnownLeads(db, { team: TEAM, channel: CHANNEL, projectId: 'acme' }, ['id:1'])).toEqual(
      new Set(),
    );
  });

  it('after a resume takes what is still worth posting', async () => {
    let mended = false;
    const { db, post, pump, comesTo, later, posts, calls } = await pumpInto((...request) =>
      (mended ? ok({ ts: '19.1' }) : refusing('not_in_channel'))(...request),
    );
    await known(db);
    const suggestion = {
      kind: 'segment_suggestion',
      decision: JSON.stringify(NEWS),
      expires_at: NINE + 24 * HOUR,
    };
    await post('s9', suggestion);
    pump.wake();
    await comesTo('s9', { state: 'failed' });
    await expect.poll(() => told(db)).toMatchObject([{ state: 'sent' }]);
    mended = true;
    expect(await resume(db, TEAM, FEED, NINE + HOUR)).toBe(true);
    later(HOUR);
    await comesTo('s9', { state: 'sent' });
    expect(posts().filter((id) => id === 's9')).toEqual(['s9', 's9']);
    // What the owners read says so too.
    const edited = () => calls.flatMap(({ method, args }) => (method === 'chat.update' ? args.channel : []));
    await expect.poll(edited).toEqual(['D0OWNER']);
    expect(await resume(db, TEAM, FEED, NINE + HOUR)).toBe(false);
  });
});

describe('a token that Slack refuses', () => {
  it.each(['invalid_auth', 'account_inactive', 'token_revoked'])(
    '(%s) stops all posts and loses none: they wait for a good token',
    async (error) => {
      const { post, pump, comesTo, suspected, calls } = await pumpInto(no(error));
      await post('a');
      pump.wake();
      await comesTo('a', { state: 'queued', failure: error });
      expect(suspected).toEqual([TEAM]);
      expect(calls.map(deliveryIn)).toEqual(['a']);
    },
  );
});

describe('a post that waits for the end of quiet hours', () => {
  async function waiting() {
    const pumping = await pumpInto(ok({ ts: '17.1' }));
    await readSubscriptions(pumping.db, TEAM, [feedSeen(HERE)], NINE);
    const place = { team: TEAM, channel: CHANNEL, projectId: 'acme' };
    await announce(pumping.db, { ...place, deliveryId: 'held' }, ['id:1']);
    const quiet = { not_before: NINE + HOUR, expires_at: NINE + 4 * HOUR };
    await pumping.post('held', { subscription: HERE, ...quiet });
    return { ...pumping, knows: () => readKnownLeads(pumping.db, place, ['id:1']) };
  }

  it('isn’t sent if somebody has paused its feed since; what it showed is news again', async () => {
    const { db, later, comesTo, calls, knows } = await waiting();
    await pauseFeed(db, TEAM, HERE, 'person', NINE, { id: 'U0BEN', until: undefined });
    later(HOUR);
    await comesTo('held', { state: 'expired', failure: 'withdrawn' });
    expect([calls, await knows(), await told(db)]).toEqual([[], new Set(), []]);
  });

  it('isn’t sent with what was to stand in its thread, and nobody hears that it was missed', async () => {
    const { db, post, later, comesTo } = await waiting();
    await post('reply', { subscription: HERE, thread_of: 'held', expires_at: NINE + 4 * HOUR });
    await pauseFeed(db, TEAM, HERE, 'person', NINE, { id: 'U0BEN', until: undefined });
    later(HOUR);
    await comesTo('reply', { state: 'expired', failure: 'withdrawn' });
    expect(await told(db)).toEqual([]);
  });

  it('isn’t sent if its feed was removed or posts elsewhere now', async () => {
    const { later, comesTo, removeFeeds, calls } = await waiting();
    removeFeeds();
    later(HOUR);
    await comesTo('held', { state: 'expired' });
    expect(calls).toEqual([]);
  });

  it('is sent if this process hadn’t heard yet that its feed has another id or channel', async () => {
    const { later, comesTo, removeFeeds } = await waiting();
    removeFeeds('elsewhere');
    later(HOUR);
    await comesTo('held', { state: 'sent' });
  });

  it('is sent if the feed is as it was', async () => {
    const { later, comesTo } = await waiting();
    later(HOUR);
    await comesTo('held', { state: 'sent' });
  });

  it('is sent if another process knows a feed that this one hasn’t heard of yet', async () => {
    const { db, pump, comesTo, removeFeeds } = await waiting();
    removeFeeds();
    await updateDelivery(db, { team: TEAM, id: 'held' }, ['queued'], { not_before: NINE });
    pump.wake();
    await comesTo('held', { state: 'sent' });
  });
});
