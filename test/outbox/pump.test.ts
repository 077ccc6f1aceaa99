import { describe, expect, it } from 'vitest';
import { expirePost } from '../../src/outbox/ledger.ts';
import { ProjectsFile } from '../../src/projects/projects.ts';
import { wantEdit } from '../../src/store/deliveries.ts';
import { claimLane } from '../../src/store/lanes.ts';
import { openSlot } from '../../src/store/slots.ts';
import { STANDING } from '../messages/cast.ts';
import { keptLog } from '../support/log-kept.ts';
import { deliveryIn, pumpInto } from '../support/pump-into.ts';
import { type Answering, hangUp, inTurn, limited, no, ok } from '../support/slack-server.ts';
import { CHANNEL, deliveryOf, HOUR, NINE, ownersTold, SECOND, TEAM } from '../support/store-opened.ts';

describe('a post', () => {
  it('is recorded as sent only after Slack confirmed it', async () => {
    const asked = Promise.withResolvers<() => void>();
    const { post, pump, comesTo } = await pumpInto((...request) =>
      asked.resolve(() => ok({ ts: '17.5' })(...request)),
    );
    await post('a');
    pump.wake();
    const confirm = await asked.promise;
    await comesTo('a', { state: 'sending', attempt: 1, ts: null });
    confirm();
    await comesTo('a', { state: 'sent', ts: '17.5', shown_rev: 1 });
  });

  it('that is just being sent is not ended by a tick that read it before', async () => {
    const asked = Promise.withResolvers<() => void>();
    const { db, post, pump, comesTo, time, metrics } = await pumpInto((...request) =>
      asked.resolve(() => ok({ ts: '17.5' })(...request)),
    );
    await post('a');
    const waiting = await db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow();
    pump.wake();
    const confirm = await asked.promise;
    const { log, lines } = keptLog();
    const deps = { db, clock: { now: () => time.now, refresh: async () => time.now }, metrics, log };
    await expirePost({ ...deps, projects: () => ProjectsFile.parse({ owners: ['U0OWNER'] }) }, waiting);
    await comesTo('a', { state: 'sending' });
    expect(lines()).toEqual([]);
    confirm();
    await comesTo('a', { state: 'sent', ts: '17.5' });
    expect(await ownersTold(db)).toEqual([]);
  });

  it('carries what it is found again by, and is counted', async () => {
    const { post, pump, comesTo, calls, metrics } = await pumpInto(ok({ ts: '17.5' }));
    await post('a');
    pump.wake();
    await comesTo('a', { state: 'sent' });
    expect(calls).toMatchObject([
      {
        method: 'chat.postMessage',
        args: {
          channel: CHANNEL,
          metadata: {
            event_type: 'sightline_delivery',
            event_payload: {
              delivery_id: 'a',
              kind: 'lead_digest',
              project_id: 'acme',
              subscription_id: 'leads:acme',
              slot: NINE,
            },
          },
        },
      },
    ]);
    await expect.poll(metrics.text).toContain('sightline_posts_total{kind="lead_digest",outcome="sent"} 1');
  });

  it('that is not worth posting any more expires, and a digest is decided again to come late', async () => {
    const { db, post, later, comesTo, calls } = await pumpInto(ok({ ts: '17.5' }));
    const slot = { team: TEAM, subscription: 'leads:acme', channel: CHANNEL, due_at: NINE, rank: 1 };
    await openSlot(db, { ...slot, opened_at: NINE, run_after: NINE });
    await db.updateTable('slot').set({ state: 'done' }).execute();
    await post('a');
    later(4 * HOUR);
    await comesTo('a', { state: 'expired' });
    expect(calls.map(deliveryIn)).not.toContain('a');
    expect(await db.selectFrom('slot').selectAll().execute()).toMatchObject([
      { state: 'due', opened_at: NINE + 4 * HOUR },
    ]);
    expect(await ownersTold(db)).toEqual([]);
  });

  it('that expires although it was late already is missed, and Slack isn’t blamed if it was never asked', async () => {
    const { db, post, later, comesTo, lines } = await pumpInto(ok({ ts: '17.5' }));
    await post('a', { slot_at: NINE - 4 * HOUR });
    later(4 * HOUR);
    await comesTo('a', { state: 'expired' });
    const told = { kind: 'post_missed', why: 'no_turn', what: 'lead_digest', due: NINE - 4 * HOUR };
    expect(await ownersTold(db)).toMatchObject([told]);
    await expect.poll(lines).toContainEqual(
      expect.objectContaining({
        msg: 'A post expired',
        delivery: 'a',
        project: 'acme',
        channel: CHANNEL,
      }),
    );
  });

  it('that waited behind one that Slack refused is missed because of Slack', async () => {
    const { db, post, pump, later, comesTo } = await pumpInto(limited('18000'));
    await post('first');
    await post('behind', { slot_at: NINE - 4 * HOUR });
    pump.wake();
    await comesTo('first', { state: 'queued', failure: 'ratelimited' });
    later(5 * HOUR);
    await comesTo('behind', { state: 'expired', failure: 'ratelimited', attempt: 0 });
    expect(await ownersTold(db)).toMatchObject([{ why: 'expired', delivery: 'behind' }]);
  });

  it('and another are missed for one reason: owners get one message, which names both', async () => {
    const { db, post, pump, later, comesTo } = await pumpInto(limited('18000'));
    await post('first', { slot_at: NINE - 4 * HOUR });
    await post('elsewhere', { channel: 'C0OTHER', slot_at: NINE - 4 * HOUR });
    pump.wake();
    await comesTo('first', { state: 'queued', failure: 'ratelimited' });
    await comesTo('elsewhere', { state: 'queued', failure: 'ratelimited' });
    later(5 * HOUR);
    await comesTo('first', { state: 'expired' });
    await comesTo('elsewhere', { state: 'expired' });
    const told = await ownersTold(db);
    expect(told).toMatchObject([{ why: 'expired', also: [{ due: NINE - 4 * HOUR }] }]);
    for (const channel of [CHANNEL, 'C0OTHER']) expect(JSON.stringify(told)).toContain(channel);
  });

  it('to a workspace that removed the bot is kept, and ends once it is too late', async () => {
    const { post, pump, comesTo, later, pause, calls, remove } = await pumpInto(hangUp);
    await post('lost');
    pump.wake();
    await comesTo('lost', { state: 'sending' });
    // Until it is looked for.
    await expect.poll(() => pause()).toBe(60 * SECOND);
    remove();
    await post('queued', { channel: 'C0OTHER' });
    later(HOUR);
    await expect.poll(() => pause('C0OTHER')).toBe(10 * SECOND);
    await expect.poll(() => pause()).toBe(10 * SECOND);
    await comesTo('queued', { state: 'queued' });
    later(3 * HOUR);
    await comesTo('queued', { state: 'expired' });
    await comesTo('lost', { state: 'failed', failure: 'unclear' });
    expect(calls).toHaveLength(1);
  });

  it('that cannot be drawn is logged, and other channels are not held up', async () => {
    const { post, pump, comesTo, later, lines } = await pumpInto(ok({ ts: '17.5' }));
    await post('bad', { decision: 'no JSON' });
    await post('good', { channel: 'C0OTHER' });
    pump.wake();
    await comesTo('good', { state: 'sent' });
    await expect.poll(() => lines().map(({ msg }) => msg)).toContain('A post can’t be drawn');
    await comesTo('bad', { state: 'queued', attempt: 0 });
    later(4 * HOUR);
    await comesTo('bad', { state: 'expired' });
  });
});

describe('when Slack asks to wait', () => {
  it('the channel waits exactly as long, and then the post goes out', async () => {
    const { post, pump, comesTo, pause, later, posts } = await pumpInto(
      inTurn(limited('7'), ok({ ts: '17.5' })),
    );
    await post('a');
    pump.wake();
    await comesTo('a', { state: 'queued', attempt: 1, failure: 'ratelimited' });
    expect(await pause()).toBe(7 * SECOND);
    later(7 * SECOND);
    await comesTo('a', { state: 'sent', attempt: 2 });
    expect(posts()).toEqual(['a', 'a']);
  });

  it('later posts of the channel wait too, so that order is kept', async () => {
    const { post, pump, comesTo, later, pause, posts } = await pumpInto(
      inTurn(limited('7'), ok({ ts: '17.5' }), ok({ ts: '17.6' })),
    );
    await post('a');
    await post('b');
    pump.wake();
    await comesTo('a', { failure: 'ratelimited' });
    await pause();
    later(7 * SECOND);
    await comesTo('a', { state: 'sent' });
    await pause();
    later(SECOND);
    await comesTo('b', { state: 'sent' });
    expect(posts()).toEqual(['a', 'a', 'b']);
  });

  it('other channels do not wait', async () => {
    const { post, pump, comesTo } = await pumpInto((response, call, number) =>
      (deliveryIn(call) === 'a' ? limited('3600') : ok({ ts: '17.5' }))(response, call, number),
    );
    await post('a');
    await post('b', { channel: 'C0OTHER' });
    pump.wake();
    await comesTo('b', { state: 'sent' });
    await comesTo('a', { state: 'queued', failure: 'ratelimited' });
  });
});

describe('when Slack keeps a channel waiting for its answer', () => {
  it('the turn of another channel comes meanwhile, though nobody calls', async () => {
    const asked = Promise.withResolvers<() => void>();
    const { post, pump, time, comesTo } = await pumpInto((...request) => {
      const answer = () => ok({ ts: '17.5' })(...request);
      return deliveryIn(request[1]) === 'a' ? asked.resolve(answer) : answer();
    });
    await post('a');
    await post('b', { channel: 'C0OTHER' });
    await post('c', { channel: 'C0OTHER' });
    pump.wake();
    const confirm = await asked.promise;
    await comesTo('b', { state: 'sent' });
    time.now += SECOND;
    await comesTo('c', { state: 'sent' });
    await comesTo('a', { state: 'sending' });
    confirm();
    await comesTo('a', { state: 'sent' });
  });
});

describe('when Slack does not take a post', () => {
  it('for good, the post has failed with the reason, and the next one goes out', async () => {
    const { post, pump, comesTo, posts, metrics } = await pumpInto(
      inTurn(no('msg_too_long'), ok({ ts: '17.5' })),
    );
    await post('a');
    await post('b');
    pump.wake();
    await comesTo('a', { state: 'failed', failure: 'msg_too_long', ts: null });
    await comesTo('b', { state: 'sent' });
    expect(posts()).toEqual(['a', 'b']);
    await expect.poll(metrics.text).toContain('sightline_posts_total{kind="lead_digest",outcome="failed"} 1');
  });

  it('for now, it is tried again, with more patience each time', async () => {
    const { post, pump, comesTo, pause, later } = await pumpInto(
      inTurn(no('service_unavailable'), no('service_unavailable'), ok({ ts: '17.5' })),
    );
    await post('a');
    pump.wake();
    await comesTo('a', { state: 'queued', attempt: 1, failure: 'service_unavailable' });
    expect(await pause()).toBe(2 * SECOND);
    later(2 * SECOND);
    await comesTo('a', { state: 'queued', attempt: 2 });
    expect(await pause()).toBe(4 * SECOND);
    later(4 * SECOND);
    await comesTo('a', { state: 'sent', attempt: 3 });
  });

  it('ten times for a reason that nobody knows, it is given up, the owners hear of it, and the next one goes out', async () => {
    const { db, post, pump, comesTo, pause, later, posts } = await pumpInto((response, call, number) =>
      (deliveryIn(call) === 'a' ? no('an_error_of_next_year') : ok({ ts: '17.5' }))(response, call, number),
    );
    await post('a');
    await post('b');
    pump.wake();
    for (let refusals = 1; refusals < 10; refusals += 1) {
      await comesTo('a', { state: 'queued', refusals });
      later(await pause());
    }
    await comesTo('a', { state: 'failed', failure: 'an_error_of_next_year' });
    await comesTo('b', { state: 'sent' });
    expect(posts().filter((id) => id === 'a')).toHaveLength(10);
    const told = { kind: 'post_missed', why: 'an_error_of_next_year', delivery: 'a' };
    expect(await ownersTold(db)).toMatchObject([told]);
  });

  it('that can’t be drawn is tried ten times, then the owners hear of it and the next one goes out', async () => {
    const fault = new Error('A fault of our own');
    let drawn = 0;
    const { db, post, pump, comesTo, pause, later, posts, lines } = await pumpInto(
      ok({ ts: '17.5' }),
      async (_team, decision) => {
        if (decision.kind === 'post_missed') return STANDING;
        drawn += 1;
        if (drawn <= 10) throw fault;
        return STANDING;
      },
    );
    await post('a');
    await post('b');
    pump.wake();
    const pauses: number[] = [];
    for (let refusals = 1; refusals < 10; refusals += 1) {
      await comesTo('a', { state: 'queued', refusals });
      pauses.push(await pause());
      later(pauses.at(-1) ?? 0);
    }
    await comesTo('a', { state: 'failed', failure: 'undrawn', attempt: 0 });
    await comesTo('b', { state: 'sent' });
    expect(pauses[0]).toBeLessThan(5 * SECOND);
    expect(pauses.at(-1)).toBeGreaterThan(60 * SECOND);
    expect(posts()).toEqual(['b']);
    expect(await ownersTold(db)).toMatchObject([{ kind: 'post_missed', why: 'undrawn', delivery: 'a' }]);
    expect(lines().filter(({ err }) => err !== undefined)).toHaveLength(10);
  });

  it('or an edit, because Slack is down, the log gets one line a minute, however many channels wait', async () => {
    const { db, time, post, pump, comesTo, later, lines, calls } = await pumpInto((response, call, number) =>
      (call.method === 'chat.postMessage' && deliveryIn(call) === 'stood' ? ok({ ts: '17.5' }) : hangUp)(
        response,
        call,
        number,
      ),
    );
    await post('stood', { channel: 'C0EDITED' });
    pump.wake();
    await comesTo('stood', { state: 'sent' });
    await wantEdit(db, TEAM, 'subject of stood');
    for (const id of ['a', 'b', 'c']) await post(id, { channel: `C0${id}` });
    pump.wake();
    for (const id of ['a', 'b', 'c']) await comesTo(id, { state: 'sending' });
    for (let look = 0; look < 24; look += 1) {
      // Time goes on once the last failure is written down, or its pause would begin only then.
      const written = async () => (await deliveryOf(db, 'stood')).edit_after ?? 0;
      if (calls.some(({ method }) => method === 'chat.update'))
        await expect.poll(written).toBeGreaterThan(time.now);
      const held = () => db.selectFrom('lane').selectAll().where('owner', 'is not', null).execute();
      await expect.poll(held).toEqual([]);
      const before = calls.length;
      later(5 * SECOND);
      await expect.poll(() => calls.length).toBeGreaterThan(before);
    }
    const warnings = lines().filter(({ level }) => Number(level) >= 40);
    expect(time.now - NINE).toBe(120 * SECOND);
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.length).toBeLessThanOrEqual(3);
  });

  it('however often because Slack has trouble of its own, it waits', async () => {
    const { post, pump, comesTo, pause, later } = await pumpInto(no('service_unavailable'));
    await post('a');
    pump.wake();
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await comesTo('a', { state: 'queued', attempt });
      later(await pause());
    }
  });

  it('and whether it arrived is unclear, it is not blindly sent again', async () => {
    const { db, post, later, pump, comesTo, posts } = await pumpInto((response, call, number) =>
      (deliveryIn(call) === 'a' ? hangUp : ok({ ts: `17.${number}` }))(response, call, number),
    );
    await post('a');
    pump.wake();
    for (const id of ['b', 'c', 'd']) {
      await post(id, { channel: 'C0OTHER' });
      later(SECOND);
      await comesTo(id, { state: 'sent' });
    }
    expect(posts().filter((id) => id === 'a')).toEqual(['a']);
    expect((await deliveryOf(db, 'a')).state).not.toBe('sent');
  });
});

describe('one channel', () => {
  it('gets its posts in order, a second apart', async () => {
    const { post, pump, comesTo, pause, later, posts } = await pumpInto(ok({ ts: '17.5' }));
    for (const id of ['a', 'b', 'c']) await post(id);
    pump.wake();
    for (const id of ['a', 'b', 'c']) {
      await comesTo(id, { state: 'sent' });
      expect(await pause()).toBe(SECOND);
      later(SECOND);
    }
    expect(posts()).toEqual(['a', 'b', 'c']);
  });

  it('is not spoken in by a worker that lost it to another one', async () => {
    const stolen = Promise.withResolvers<void>();
    const { db, time, post, pump, posts } = await pumpInto(ok({ ts: '17.5' }), async () => {
      time.now += 60 * SECOND;
      await claimLane(db, 'you', NINE);
      stolen.resolve();
      return STANDING;
    });
    await post('a');
    pump.wake();
    await stolen.promise;
    await pump.stop();
    expect(posts()).toEqual([]);
    expect(await deliveryOf(db, 'a')).toMatchObject({ state: 'queued', attempt: 0 });
  });
});

describe('a post that changed since it was shown', () => {
  const changes: Answering = (response, call, number) =>
    (call.method === 'chat.postMessage' ? ok({ ts: '17.5' }) : ok())(response, call, number);

  /** Post a is sent, and its channel rests for a second. */
  async function shownInto(answering: Answering) {
    const world = await pumpInto(answering);
    await world.post('a', { subject: 's9' });
    world.pump.wake();
    await world.comesTo('a', { state: 'sent' });
    await world.pause();
    return world;
  }

  it('is edited once, however many changes there were', async () => {
    const { db, comesTo, later, calls } = await shownInto(changes);
    for (let i = 0; i < 5; i++) await wantEdit(db, TEAM, 's9');
    later(SECOND);
    await comesTo('a', { shown_rev: 6, wanted_rev: 6 });
    expect(calls.map(({ method, args }) => [method, args.ts])).toEqual([
      ['chat.postMessage', undefined],
      ['chat.update', '17.5'],
    ]);
  });

  it('is edited before the next post goes out', async () => {
    const { db, post, comesTo, later, calls } = await shownInto(changes);
    await post('b');
    await wantEdit(db, TEAM, 's9');
    later(SECOND);
    await comesTo('b', { state: 'sent' });
    expect(calls.map(({ method }) => method)).toEqual([
      'chat.postMessage',
      'chat.update',
      'chat.postMessage',
    ]);
  });

  it('is edited again if it changes during the edit', async () => {
    const editing = Promise.withResolvers<() => void>();
    let edits = 0;
    const { db, comesTo, later, calls } = await shownInto((...request) => {
      if (request[1].method === 'chat.postMessage') return ok({ ts: '17.5' })(...request);
      edits += 1;
      return edits === 1 ? editing.resolve(() => ok()(...request)) : ok()(...request);
    });
    await wantEdit(db, TEAM, 's9');
    later(SECOND);
    const finish = await editing.promise;
    await wantEdit(db, TEAM, 's9');
    finish();
    await comesTo('a', { shown_rev: 3, wanted_rev: 3 });
    expect(calls).toHaveLength(3);
  });

  it('is tried again when Slack asks to wait', async () => {
    const { db, comesTo, pause, later } = await shownInto(inTurn(ok({ ts: '17.5' }), limited('30'), ok()));
    await wantEdit(db, TEAM, 's9');
    later(SECOND);
    await expect.poll(() => pause()).toBe(30 * SECOND);
    later(30 * SECOND);
    await comesTo('a', { shown_rev: 2 });
  });
});

describe('stopping', () => {
  it('waits for the post under way and begins no other', async () => {
    const asked = Promise.withResolvers<() => void>();
    const { db, post, pump, posts } = await pumpInto((...request) =>
      asked.resolve(() => ok({ ts: '17.5' })(...request)),
    );
    await post('a');
    pump.wake();
    const confirm = await asked.promise;
    const stopped = pump.stop();
    await post('b');
    pump.wake();
    confirm();
    await stopped;
    expect((await deliveryOf(db, 'a')).state).toBe('sent');
    expect((await deliveryOf(db, 'b')).state).toBe('queued');
    expect(posts()).toEqual(['a']);
  });
});
