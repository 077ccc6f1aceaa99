import { describe, expect, it } from 'vitest';
import type { GraverAlert } from '../../src/decision.ts';
import { queueBelow } from '../../src/outbox/queue.ts';
import { keepAlert, readKeptAlert } from '../../src/store/alerts.ts';
import type { NewDelivery } from '../../src/store/deliveries.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { deliveryIn, pumpInto } from '../support/pump-into.ts';
import { type Answering, hangUp, no, ok } from '../support/slack-server.ts';
import { CHANNEL, dueSlot, HOUR, MINUTE, NINE, slotsOf, TEAM } from '../support/store-opened.ts';

const FEED = 'scores:acme';
const { key, project } = OPENED;
const GRAVER: GraverAlert = {
  kind: 'graver_alert',
  v: 1,
  project,
  key,
  alert: livingAlert(),
  mention: ['U0ANA'],
};
const ALERT = {
  kind: 'score_alert',
  decision: JSON.stringify(OPENED),
  subject: key,
  dedupe_key: `${key}@${CHANNEL}`,
  subscription: FEED,
};

/** An alert on its way, which stands as 17.1 when it arrived, and what is said below it. */
async function alerted(answering: Answering, given: Partial<NewDelivery> = {}) {
  const pumping = await pumpInto(answering);
  const { db, post, pump, comesTo, pause, later } = pumping;
  await post('alert', { ...ALERT, ...given });
  const to = { team: TEAM, channel: CHANNEL, subscription: FEED, slotAt: NINE };
  return {
    ...pumping,
    sayBelow: () => queueBelow(db, GRAVER, to, NINE),
    reply: async () => {
      const row = db.selectFrom('delivery').select('id').where('kind', '=', 'graver_alert');
      return (await row.executeTakeFirst())?.id ?? expect.fail('nothing is below');
    },
    alertArrives: async () => {
      pump.wake();
      await comesTo('alert', { state: 'sent', ts: '17.1' });
      later(await pause());
    },
  };
}

const posted: Answering = (...request) =>
  ok({ ts: deliveryIn(request[1]) === 'alert' ? '17.1' : '17.2' })(...request);

describe('what is said below a message', () => {
  it('goes into its thread, once, with what it is found by', async () => {
    const { sayBelow, reply, alertArrives, comesTo, calls } = await alerted(posted);
    expect([await sayBelow(), await sayBelow()]).toEqual([true, false]);
    await alertArrives();
    await comesTo(await reply(), { state: 'sent', ts: '17.2' });
    expect(calls.map(({ args }) => args.thread_ts)).toEqual([undefined, '17.1']);
    expect(calls[1]?.args.text).toContain('<@U0ANA>');
  });

  it('whose answer was lost is looked up in the thread, not sent again', async () => {
    const { db, sayBelow, reply, alertArrives, comesTo, pause, later, calls } = await alerted(
      (...request) => {
        const { method } = request[1];
        if (method === 'conversations.replies') {
          const event_payload = { delivery_id: below };
          const found = { ts: '17.2', metadata: { event_type: 'sightline_delivery', event_payload } };
          return ok({ messages: [{ ts: '17.1' }, found], has_more: false })(...request);
        }
        return (request[1].args.thread_ts === undefined ? posted : hangUp)(...request);
      },
    );
    await sayBelow();
    const below = await reply();
    await alertArrives();
    await comesTo(below, { state: 'sending' });
    later(Math.max(MINUTE, await pause()));
    await comesTo(below, { state: 'sent', ts: '17.2', attempt: 1 });
    expect(calls.at(-1)).toMatchObject({ method: 'conversations.replies', args: { ts: '17.1' } });
    expect(await db.selectFrom('delivery').select('id').execute()).toHaveLength(2);
  });

  it('brings a message that waits for the end of quiet hours with it', async () => {
    const { sayBelow, reply, alertArrives, comesTo } = await alerted(posted, { not_before: NINE + HOUR });
    await sayBelow();
    await alertArrives();
    await comesTo(await reply(), { state: 'sent' });
  });

  it('is not said where the message never came', async () => {
    const { sayBelow, reply, pump, comesTo, later, posts } = await alerted((...request) =>
      (request[1].args.channel === CHANNEL ? no('msg_too_long') : ok({ ts: '18.1' }))(...request),
    );
    await sayBelow();
    const below = await reply();
    pump.wake();
    await comesTo('alert', { state: 'failed' });
    later(0);
    await comesTo(below, { state: 'expired' });
    expect(posts()).toEqual(['alert']);
    expect(await sayBelow()).toBe(false);
  });
});

describe('an alert that never reached its channel', () => {
  const known = { team: TEAM, channel: CHANNEL, projectId: project.id };

  it('because Slack took too long, is forgotten and looked at again at once', async () => {
    const { db, pump, comesTo } = await alerted(posted, { expires_at: NINE - 1 });
    await keepAlert(db, known, OPENED, NINE - HOUR);
    await dueSlot(db, { subscription: FEED });
    await db.updateTable('slot').set({ state: 'done' }).execute();
    pump.wake();
    await comesTo('alert', { state: 'expired' });
    expect(await readKeptAlert(db, { ...known, key })).toBeUndefined();
    expect(await slotsOf(db)).toMatchObject([{ subscription: FEED, state: 'due' }]);
  });

  it('because Slack refused it, is forgotten, with what it told too', async () => {
    const { db, pump, comesTo } = await alerted((...request) =>
      (request[1].args.channel === CHANNEL ? no('msg_too_long') : ok({ ts: '18.1' }))(...request),
    );
    await keepAlert(db, known, OPENED, NINE);
    await keepAlert(db, known, { ...OPENED, key: 'rate', toldIn: key }, NINE);
    await keepAlert(db, known, { ...OPENED, key: 'other' }, NINE);
    pump.wake();
    await comesTo('alert', { state: 'failed' });
    const left = await db.selectFrom('alert').select('key').execute();
    expect(left).toEqual([{ key: 'other' }]);
  });
});
