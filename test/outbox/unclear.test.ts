import { describe, expect, it } from 'vitest';
import { deliveryIn, pumpInto } from '../support/pump-into.ts';
import { type Answering, broken, hangUp, no, ok } from '../support/slack-server.ts';
import { CHANNEL, MINUTE, ownersTold, SECOND } from '../support/store-opened.ts';

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

describe('a post whose answer was lost', () => {
  it.each([
    ['the connection broke', hangUp],
    ['Slack answered with an error of its own', broken(500)],
    ['Slack says that something may have been done', no('internal_error')],
  ])('because %s: is adopted if it stands in the channel, not sent again', async (_, answer) => {
    const { post, pump, comesTo, pause, later, posts } = await pumpInto(
      lostAnswer(answer, standing('a', '17.9')),
    );
    await post('a');
    pump.wake();
    await comesTo('a', { state: 'sending', attempt: 1 });
    expect(await pause()).toBe(MINUTE);
    later(MINUTE);
    await comesTo('a', { state: 'sent', ts: '17.9', attempt: 1 });
    expect(posts()).toEqual(['a']);
  });

  it('is sent again if it does not stand there', async () => {
    const { post, pump, comesTo, pause, later, posts } = await pumpInto(lostAnswer(hangUp, empty));
    await post('a');
    pump.wake();
    await comesTo('a', { state: 'sending' });
    await pause();
    later(MINUTE);
    await comesTo('a', { state: 'sent', attempt: 2 });
    expect(posts()).toEqual(['a', 'a']);
  });

  it('is not looked up before it has had time to arrive, and nothing overtakes it meanwhile', async () => {
    const { post, pump, comesTo, pause, later, calls } = await pumpInto(
      lostAnswer(hangUp, standing('a', '17.9')),
    );
    await post('a');
    await post('b');
    pump.wake();
    await comesTo('a', { state: 'sending' });
    await pause();
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
    const { post, pump, comesTo, pause, later, calls } = await pumpInto(
      lostAnswer(hangUp, standing('a', '17.9')),
    );
    await post('a');
    pump.wake();
    await comesTo('a', { state: 'sending' });
    await pause();
    later(MINUTE);
    await comesTo('a', { state: 'sent' });
    const [, asked] = calls;
    expect(asked).toMatchObject({
      method: 'conversations.history',
      args: { channel: 'C0ACME', oldest: '1795161300.000000', include_all_metadata: 'true' },
    });
  });

  it('is found on a later page', async () => {
    const pages: Answering = (...request) =>
      request[1].args.cursor === 'next'
        ? standing('a', '17.9')(...request)
        : ok({ messages: [], has_more: true, response_metadata: { next_cursor: 'next' } })(...request);
    const { post, pump, comesTo, pause, later } = await pumpInto(lostAnswer(hangUp, pages));
    await post('a');
    pump.wake();
    await comesTo('a', { state: 'sending' });
    await pause();
    later(MINUTE);
    await comesTo('a', { state: 'sent', ts: '17.9' });
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
      const { post, pump, comesTo, later, calls } = await pumpInto(
        directly(ok({ channel: { id: 'D0ANA' } })),
      );
      await post('a', { channel: 'U0ANA' });
      pump.wake();
      await comesTo('a', { state: 'sending' });
      later(2 * MINUTE);
      await comesTo('a', { state: 'sent', ts: '17.9', placed_in: 'D0ANA', attempt: 1 });
      expect(calls.slice(1)).toMatchObject([
        { method: 'conversations.open', args: { users: 'U0ANA' } },
        { method: 'conversations.history', args: { channel: 'D0ANA' } },
      ]);
    });

    it('is held back where the bot may not open that', async () => {
      const { post, pump, comesTo, later, calls } = await pumpInto(directly(no('missing_scope')));
      await post('a', { channel: 'U0ANA' });
      pump.wake();
      await comesTo('a', { state: 'sending' });
      later(2 * MINUTE);
      await comesTo('a', { state: 'failed', reason: expect.stringContaining('missing_scope') });
      expect(calls.filter(({ method }) => method === 'conversations.history')).toEqual([]);
    });
  });

  it('waits as long as Slack cannot say', async () => {
    const { post, pump, comesTo, pause, later, posts } = await pumpInto(lostAnswer(hangUp, broken(503)));
    await post('a');
    pump.wake();
    await comesTo('a', { state: 'sending' });
    await pause();
    later(MINUTE);
    await expect.poll(pause).toBe(5 * SECOND);
    expect(posts()).toEqual(['a']);
  });
});

describe('where Slack does not let the bot look', () => {
  it('the post is held back, and the next one goes out', async () => {
    const { post, pump, comesTo, pause, later, posts } = await pumpInto(
      lostAnswer(hangUp, no('missing_scope')),
    );
    await post('a');
    await post('b');
    pump.wake();
    await comesTo('a', { state: 'sending' });
    await pause();
    later(MINUTE);
    await comesTo('a', { state: 'failed', reason: 'unclear: history cannot be read (missing_scope)' });
    await comesTo('b', { state: 'sent' });
    expect(posts()).toEqual(['a', 'b']);
  });

  it('and the owners are told that it may be missing, and where to look', async () => {
    const { db, post, pump, comesTo, pause, later } = await pumpInto(lostAnswer(hangUp, no('missing_scope')));
    await post('a');
    pump.wake();
    await comesTo('a', { state: 'sending' });
    await pause();
    later(MINUTE);
    await comesTo('a', { state: 'failed' });
    expect(await ownersTold(db)).toMatchObject([
      { kind: 'post_missed', why: 'unclear', feed: 'leads', channel: CHANNEL, delivery: 'a' },
    ]);
  });

  it('or sent again, where on_unclear says resend', async () => {
    const { post, pump, comesTo, pause, later, posts } = await pumpInto(
      lostAnswer(hangUp, no('missing_scope')),
      undefined,
      'resend',
    );
    await post('a');
    pump.wake();
    await comesTo('a', { state: 'sending' });
    await pause();
    later(MINUTE);
    await comesTo('a', { state: 'sent' });
    expect(posts()).toEqual(['a', 'a']);
  });
});
