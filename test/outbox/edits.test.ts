import { describe, expect, it } from 'vitest';
import { updateDelivery, wantEdit } from '../../src/store/deliveries.ts';
import { pumpInto } from '../support/pump-into.ts';
import { type Answering, broken, limited, no, ok } from '../support/slack-server.ts';
import { CHANNEL, deliveryOf, HOUR, MINUTE, SECOND, TEAM } from '../support/store-opened.ts';

const UNKNOWN = 'an_error_of_next_year';

/** Post a stands and has changed, as have `others`; post b is queued behind them. Slack answers so to every edit. */
async function editedInto(
  answering: Answering,
  changed: { decision?: string } = {},
  others: readonly string[] = [],
) {
  const posted = ok({ ts: '17.5', channel: CHANNEL });
  const world = await pumpInto((...request) =>
    (request[1].method === 'chat.update' ? answering : posted)(...request),
  );
  const { db, post, pump, comesTo, pause, later, calls, lines } = world;
  await post('a', { subject: 's9' });
  pump.wake();
  await comesTo('a', { state: 'sent' });
  await pause();
  await db
    .updateTable('delivery')
    .set({ wanted_rev: 2, ...changed })
    .where('id', '=', 'a')
    .execute();
  for (const id of others) {
    await post(id, { subject: 's9' });
    await updateDelivery(db, { team: TEAM, id }, ['queued'], {
      state: 'sent',
      ts: `17.${id}`,
      placed_in: CHANNEL,
      shown_rev: 1,
      wanted_rev: 2,
    });
  }
  await post('b');
  later(SECOND);
  const logged = (message: string) => lines().filter(({ msg }) => String(msg).startsWith(message));
  const failed = () => logged('An edit failed; it is tried again');
  return {
    ...world,
    failed,
    givenUp: () => logged('Gave up an edit'),
    tries: () => calls.filter(({ method }) => method === 'chat.update').length,
    /** The edit fails so often; after each time more passes than it waits. */
    fails: async (times: number) => {
      for (let failures = 1; failures <= times; failures += 1) {
        const counted = () => {
          // Where a post came in between, the next turn is a second later.
          if (failed().length < failures) later(SECOND);
          return failed().length;
        };
        await expect.poll(counted).toBe(failures);
        await pause();
        later(5 * MINUTE);
      }
    },
  };
}

describe('an edit that Slack refuses for good', () => {
  it.each(['edit_window_closed', 'block_mismatch', 'is_inactive', 'message_not_found'])(
    'with %s is given up with a word in the log, and the next post goes out',
    async (error) => {
      const { comesTo, tries, givenUp } = await editedInto(no(error));
      await comesTo('b', { state: 'sent' });
      await comesTo('a', { state: 'sent', shown_rev: 2 });
      expect([tries(), givenUp()]).toMatchObject([1, [{ delivery: 'a', reason: error }]]);
    },
  );
});

describe('an edit that Slack refuses for a reason that nobody knows', () => {
  it('keeps no post waiting; each failure is in the log, and at the tenth it is given up', async () => {
    const { comesTo, tries, fails, failed, givenUp, later, pause } = await editedInto(no(UNKNOWN));
    await comesTo('b', { state: 'sent' });
    await comesTo('a', { state: 'sent', shown_rev: 1 });
    await fails(9);
    await comesTo('a', { state: 'sent', shown_rev: 2 });
    await pause();
    later(HOUR);
    expect([tries(), failed().length, givenUp()]).toMatchObject([
      10,
      9,
      [{ delivery: 'a', reason: UNKNOWN }],
    ]);
  });

  it('waits twice as long each time', async () => {
    const { db, time, comesTo, later } = await editedInto(no(UNKNOWN));
    const waits = async () => ((await deliveryOf(db, 'a')).edit_after ?? 0) - time.now;
    await comesTo('b', { state: 'sent' });
    expect(await waits()).toBe(10 * SECOND);
    later(10 * SECOND);
    await comesTo('a', { edit_attempt: 2 });
    expect(await waits()).toBe(20 * SECOND);
  });

  it('is tried anew once its message changes again', async () => {
    let answer = no(UNKNOWN);
    const { db, comesTo, fails, later, pause } = await editedInto((...request) => answer(...request));
    await fails(9);
    await comesTo('a', { shown_rev: 2 });
    await pause();
    answer = ok();
    await wantEdit(db, TEAM, 's9');
    later(SECOND);
    await comesTo('a', { shown_rev: 3, wanted_rev: 3 });
  });

  it('is tried at once when its message changes meanwhile, and as often as one that was never refused', async () => {
    const { db, comesTo, fails, tries, givenUp, pause, later } = await editedInto(no(UNKNOWN));
    await fails(8);
    await comesTo('a', { edit_attempt: 9 });
    await pause();
    await wantEdit(db, TEAM, 's9');
    later(0);
    await comesTo('a', { shown_rev: 1, wanted_rev: 3, edit_attempt: 1 });
    expect([tries(), givenUp()]).toEqual([10, []]);
  });

  it('has tries of its own also where its message changed while Slack refused the one before', async () => {
    const editing = Promise.withResolvers<() => void>();
    let edits = 0;
    const { db, comesTo, tries, pause, later } = await editedInto((...request) => {
      edits += 1;
      return edits === 1 ? editing.resolve(() => no(UNKNOWN)(...request)) : ok()(...request);
    });
    const refuse = await editing.promise;
    await wantEdit(db, TEAM, 's9');
    refuse();
    await comesTo('b', { state: 'sent' });
    await pause();
    later(SECOND);
    await comesTo('a', { shown_rev: 3, wanted_rev: 3 });
    expect(tries()).toBe(2);
  });
});

it('an edit that cannot be drawn keeps no post waiting, and is given up too', async () => {
  const { comesTo, fails, tries, givenUp } = await editedInto(ok(), { decision: 'no JSON' });
  await comesTo('b', { state: 'sent' });
  await comesTo('a', { shown_rev: 1 });
  await fails(9);
  await comesTo('a', { state: 'sent', shown_rev: 2 });
  expect([tries(), givenUp()]).toMatchObject([0, [{ delivery: 'a' }]]);
});

describe('an edit that fails because of Slack itself', () => {
  it.each([
    ['is unavailable', no('service_unavailable')],
    ['is broken', broken(503)],
    ['fails half-way', no('internal_error')],
  ])('which %s for hours, keeps no post waiting and is made in the end', async (_, trouble) => {
    let answer: Answering = trouble;
    const { comesTo, fails, givenUp } = await editedInto((...request) => answer(...request));
    await fails(1);
    await comesTo('b', { state: 'sent' });
    await fails(30);
    answer = ok();
    await comesTo('a', { shown_rev: 2 });
    expect(givenUp()).toEqual([]);
  });

  it('which refuses the token, is not lost', async () => {
    const { comesTo, suspected } = await editedInto(no('token_revoked'));
    await expect.poll(() => suspected).toContain(TEAM);
    await comesTo('a', { state: 'sent', shown_rev: 1, wanted_rev: 2 });
  });
});

describe('where several messages of a channel changed and Slack takes no edit', () => {
  const OTHERS = ['c', 'd', 'e', 'f'];

  it.each([
    ['asks to wait', limited('30'), 30 * SECOND],
    ['says that it is rate limited and names no time', no('ratelimited'), 5 * SECOND],
    ['is broken', broken(503), 5 * SECOND],
  ])('because it %s, the next post waits for one of them alone', async (_, trouble, restMs) => {
    let answer: Answering = trouble;
    const { comesTo, failed, tries, pause, later } = await editedInto(
      (...request) => answer(...request),
      {},
      OTHERS,
    );
    await expect.poll(() => failed().length).toBe(1);
    expect(await pause()).toBe(restMs);
    later(restMs);
    await comesTo('b', { state: 'sent' });
    expect(tries()).toBe(1);
    answer = ok();
    await pause();
    later(SECOND);
    for (const id of ['a', ...OTHERS]) await comesTo(id, { shown_rev: 2 });
  });

  it('a message that changes again and again keeps no post waiting either', async () => {
    const { db, comesTo, failed, pause, later } = await editedInto(limited('30'));
    await expect.poll(() => failed().length).toBe(1);
    await pause();
    await wantEdit(db, TEAM, 's9');
    later(30 * SECOND);
    await comesTo('b', { state: 'sent' });
  });

  it('nor does one that changes while Slack is slow to say no', async () => {
    const editing = Promise.withResolvers<() => void>();
    const { db, comesTo, failed, tries, pause, later } = await editedInto((...request) =>
      editing.resolve(() => limited('30')(...request)),
    );
    const refuse = await editing.promise;
    await wantEdit(db, TEAM, 's9');
    refuse();
    await expect.poll(() => failed().length).toBe(1);
    await pause();
    later(30 * SECOND);
    await comesTo('b', { state: 'sent' });
    expect(tries()).toBe(1);
  });
});
