import { describe, expect, it } from 'vitest';
import { searchFor } from '../../src/outbox/settle.ts';
import { deliveryIn, pumpInto } from '../support/pump-into.ts';
import { type Answering, broken, type Call, hangUp, limited, no, ok } from '../support/slack-server.ts';
import { CHANNEL, HOUR, MINUTE, NINE, ownersTold, SECOND } from '../support/store-opened.ts';

/** What the channel's history holds: our own post of delivery `id`, as Slack returns it. */
const standing = (id: string, ts: string): Answering =>
  ok({
    messages: [
      { ts: '16.0', text: 'somebody said something' },
      { ts, metadata: { event_type: 'sightline_delivery', event_payload: { delivery_id: id } } },
    ],
    has_more: false,
  });
const empty = ok({ messages: [], has_more: false });

/** The first post of `a` is answered so, everything else is fine; the history is as told. */
function lostAnswer(answer: Answering, history: Answering): Answering {
  let lost = false;
  return (response, call, number) => {
    if (call.method === 'conversations.history') return history(response, call, number);
    if (deliveryIn(call) !== 'a' || lost) return ok({ ts: `17.${number}` })(response, call, number);
    lost = true;
    answer(response, call, number);
  };
}

/** Post a is being sent, and its answer is lost; `others` are queued behind it. Its channel then rests for `restMs`. */
async function sentInto(
  answering: Answering,
  { to = CHANNEL, others = [], onUnclear = 'hold', slackAheadMs }: Partial<Sending> = {},
) {
  const world = await pumpInto(answering, undefined, onUnclear, slackAheadMs);
  for (const id of ['a', ...others]) await world.post(id, { channel: to, expires_at: NINE + 24 * HOUR });
  world.pump.wake();
  await world.comesTo('a', { state: 'sending', attempt: 1 });
  return { ...world, restMs: await world.pause(to) };
}

type Sending = {
  to: string;
  others: readonly string[];
  onUnclear: 'hold' | 'resend';
  slackAheadMs: number;
};

describe('a post whose answer was lost', () => {
  it.each([
    ['the connection broke', hangUp],
    ['Slack answered with an error of its own', broken(500)],
    ['Slack says that something may have been done', no('internal_error')],
    ['Slack doesn’t say where it stands', ok()],
  ])('because %s: is adopted if it stands in the channel, not sent again', async (_, answer) => {
    const { comesTo, later, posts, restMs } = await sentInto(lostAnswer(answer, standing('a', '17.9')));
    expect(restMs).toBe(MINUTE);
    later(MINUTE);
    await comesTo('a', { state: 'sent', ts: '17.9', attempt: 1 });
    expect(posts()).toEqual(['a']);
  });

  it('is sent again if it does not stand there', async () => {
    const { comesTo, later, posts } = await sentInto(lostAnswer(hangUp, empty));
    later(MINUTE);
    await comesTo('a', { state: 'sent', attempt: 2 });
    expect(posts()).toEqual(['a', 'a']);
  });

  it('is not looked up before it has had time to arrive, and nothing overtakes it meanwhile', async () => {
    const { post, pump, comesTo, pause, later, calls } = await sentInto(
      lostAnswer(hangUp, standing('a', '17.9')),
      { others: ['b'] },
    );
    later(59 * SECOND);
    await post('elsewhere', { channel: 'C0OTHER' });
    pump.wake();
    await comesTo('elsewhere', { state: 'sent' });
    expect(calls.map(deliveryIn)).toEqual(['a', 'elsewhere']);
    later(SECOND);
    await comesTo('a', { state: 'sent' });
    await pause();
    later(SECOND);
    await comesTo('b', { state: 'sent' });
  });

  it('is looked for from five minutes before it was sent, with the metadata', async () => {
    const { comesTo, later, calls } = await sentInto(lostAnswer(hangUp, standing('a', '17.9')));
    later(MINUTE);
    await comesTo('a', { state: 'sent' });
    const [, asked] = calls;
    expect(asked).toMatchObject({
      method: 'conversations.history',
      args: { channel: 'C0ACME', oldest: '1795161300.000000', include_all_metadata: 'true' },
    });
  });

  it.each([
    ['ten minutes ahead of ours', 10 * MINUTE],
    ['ten minutes behind ours', -10 * MINUTE],
    ['two days behind ours', -48 * HOUR],
  ])('is found where Slack’s clock is %s', async (_, slackAheadMs) => {
    const ts = ((NINE + slackAheadMs) / 1000).toFixed(6);
    const dated: Answering = (response, call, number) => {
      const { oldest, latest = Infinity } = call.args;
      const isAsked = Number(oldest) < Number(ts) && Number(ts) < Number(latest);
      (isAsked ? standing('a', ts) : empty)(response, call, number);
    };
    const { comesTo, later, posts } = await sentInto(lostAnswer(hangUp, dated), { slackAheadMs });
    later(MINUTE);
    await comesTo('a', { state: 'sent', ts });
    expect(posts()).toEqual(['a']);
  });

  describe('is looked for a page at a turn', () => {
    const pageOf: Record<string, Answering> = {
      second: ok({ messages: [], has_more: true, response_metadata: { next_cursor: 'third' } }),
      third: standing('a', '17.9'),
    };
    const first = ok({ messages: [], has_more: true, response_metadata: { next_cursor: 'second' } });
    const paged: Answering = (...request) => (pageOf[String(request[1].args.cursor)] ?? first)(...request);
    const asked = (calls: readonly Call[]) =>
      calls.filter(({ method }) => method === 'conversations.history').map(({ args }) => args.cursor);

    it('and found on a later one', async () => {
      const { comesTo, pause, later, calls } = await sentInto(lostAnswer(hangUp, paged));
      for (const cursor of ['second', 'third']) {
        later(await pause());
        await comesTo('a', { search: expect.stringContaining(cursor) });
      }
      later(await pause());
      await comesTo('a', { state: 'sent', ts: '17.9' });
      expect(asked(calls)).toEqual([undefined, 'second', 'third']);
    });

    it('and goes on where it was when Slack made it wait, however often', async () => {
      let looks = 0;
      const poor: Answering = (...request) => {
        looks += 1;
        (looks % 2 === 0 ? limited('60') : paged)(...request);
      };
      const { comesTo, pause, later, calls } = await sentInto(lostAnswer(hangUp, poor));
      later(await pause());
      for (let look = 1; look <= 4; look += 1) {
        await expect.poll(() => looks).toBe(look);
        later(await pause());
      }
      await comesTo('a', { state: 'sent', ts: '17.9' });
      expect(asked(calls)).toEqual([undefined, 'second', 'second', 'third', 'third']);
    });

    it('and from the first one again where Slack has forgotten the cursor', async () => {
      let forgot = false;
      const forgetful: Answering = (...request) => {
        if (request[1].args.cursor !== 'third' || forgot) return paged(...request);
        forgot = true;
        no('invalid_cursor')(...request);
      };
      const { comesTo, pause, later, calls } = await sentInto(lostAnswer(hangUp, forgetful));
      for (let look = 1; look <= 6; look += 1) {
        later(await pause());
        await expect.poll(() => asked(calls).length).toBe(look);
      }
      await comesTo('a', { state: 'sent', ts: '17.9' });
      expect(asked(calls)).toEqual([undefined, 'second', 'third', undefined, 'second', 'third']);
    });
  });

  it.each([
    ['hold', { state: 'failed', failure: 'unclear' }],
    ['resend', { state: 'sent', attempt: 2 }],
  ] as const)('whose look-up Slack never lets end: on_unclear (%s) ends it', async (onUnclear, end) => {
    const { db, comesTo, pause, later, calls, restMs } = await sentInto(lostAnswer(hangUp, limited('60')), {
      onUnclear,
      others: ['b'],
    });
    later(restMs);
    await expect.poll(() => calls.length).toBe(2);
    await pause();
    await comesTo('a', { search: expect.stringContaining('since') });
    later(59 * MINUTE);
    await expect.poll(() => calls.length).toBe(3);
    await pause();
    await comesTo('a', { state: 'sending' });
    later(MINUTE);
    await comesTo('a', end);
    later(SECOND);
    await comesTo('b', { state: 'sent' });
    const told = onUnclear === 'hold' ? [{ kind: 'post_missed', why: 'unclear', delivery: 'a' }] : [];
    expect(await ownersTold(db)).toMatchObject(told);
  });

  describe('to a person', () => {
    /** A Slack in which the direct message with Ana is opened so, and holds the post. */
    const directly = (opened: Answering): Answering => {
      const inside = lostAnswer(hangUp, (response, call, number) => {
        const history = call.args.channel === 'D0ANA' ? standing('a', '17.9') : no('channel_not_found');
        history(response, call, number);
      });
      return (response, call, number) =>
        (call.method === 'conversations.open' ? opened : inside)(response, call, number);
    };

    it('is looked up in the direct message with them, and adopted there', async () => {
      const opened = ok({ channel: { id: 'D0ANA' } });
      const { comesTo, later, calls } = await sentInto(directly(opened), { to: 'U0ANA' });
      later(2 * MINUTE);
      await comesTo('a', { state: 'sent', ts: '17.9', placed_in: 'D0ANA', attempt: 1 });
      expect(calls.slice(1)).toMatchObject([
        { method: 'conversations.open', args: { users: 'U0ANA' } },
        { method: 'conversations.history', args: { channel: 'D0ANA' } },
      ]);
    });

    it('is held back where the bot may not open that', async () => {
      const { comesTo, later, calls } = await sentInto(directly(no('missing_scope')), { to: 'U0ANA' });
      later(2 * MINUTE);
      await comesTo('a', { state: 'failed', failure: 'unclear' });
      expect(calls.filter(({ method }) => method === 'conversations.history')).toEqual([]);
    });
  });

  it('waits as long as Slack cannot say', async () => {
    const { pause, later, posts } = await sentInto(lostAnswer(hangUp, broken(503)));
    later(MINUTE);
    await expect.poll(() => pause()).toBe(5 * SECOND);
    expect(posts()).toEqual(['a']);
  });
});

describe('where Slack does not let the bot look', () => {
  it('the post is held back, the next one goes out, and the owners are told where it may be missing', async () => {
    const { db, comesTo, later, posts } = await sentInto(lostAnswer(hangUp, no('missing_scope')), {
      others: ['b'],
    });
    later(MINUTE);
    await comesTo('a', { state: 'failed', failure: 'unclear' });
    await comesTo('b', { state: 'sent' });
    expect(posts()).toEqual(['a', 'b']);
    expect(await ownersTold(db)).toMatchObject([
      { kind: 'post_missed', why: 'unclear', feed: 'leads', channel: CHANNEL, delivery: 'a' },
    ]);
  });

  it('or sent again, where on_unclear says resend', async () => {
    const { comesTo, later, posts } = await sentInto(lostAnswer(hangUp, no('missing_scope')), {
      onUnclear: 'resend',
    });
    later(MINUTE);
    await comesTo('a', { state: 'sent' });
    expect(posts()).toEqual(['a', 'a']);
  });
});

const tsOf = (ms: number) => (ms / 1000).toFixed(6);

describe('where a post is looked for', () => {
  it('begins after the message of ours that stands before it, whatever the clocks show', () => {
    const slacks = NINE - 10 * MINUTE;
    const stands = slacks - 20_000;
    expect(searchFor({ ours: NINE, slacks, late: tsOf(stands) }, MINUTE).oldest).toBe(stands);
    const behind = NINE - 2 * HOUR;
    expect(searchFor({ ours: NINE, late: tsOf(behind) }, MINUTE).oldest).toBe(behind);
  });

  it('does not believe a message from the future', () => {
    const late = tsOf(NINE + 24 * HOUR);
    expect(searchFor({ ours: NINE, slacks: NINE, late }, MINUTE).oldest).toBeLessThan(NINE);
  });

  it('has an end only where Slack’s clock is known', () => {
    // The machine may have slept before the request left.
    expect(searchFor({ ours: NINE, slacks: NINE }, MINUTE).latest).toBeGreaterThan(NINE + HOUR);
    expect(searchFor({ ours: NINE }, MINUTE).latest).toBeUndefined();
  });
});
