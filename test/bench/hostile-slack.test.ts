import type { WebClient } from '@slack/web-api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findPost } from '../../src/outbox/settle.ts';
import { createSlackClient, createSlackLogger, makeClientOptions } from '../../src/slack/client.ts';
import { postMessage } from '../../src/slack/poster.ts';
import { keptLog } from '../support/log-kept.ts';
import { until } from '../support/until.ts';
import { startHostileSlack } from './hostile-slack.ts';
import { FAIR, type Fate, stormOf } from './weather.ts';

const CHANNEL = 'C0ACME';
const NINE = Date.parse('2026-11-20T08:00:00Z');

const SINCE_NINE = { oldest: NINE - 1 };

/**
 * A Slack of this weather, and a real client that asks it, with little patience where it may hear nothing. Its time stands
 * at nine, the machine's is `time.real`.
 */
async function slackIn(weather: () => Fate, { intervalMs = 0, patienceMs = 10_000 } = {}) {
  const time = { real: 1_000 };
  const slack = await startHostileSlack({ now: () => NINE, realNow: () => time.real, weather, intervalMs });
  onTestFinished(slack.close);
  const options = makeClientOptions(slack.url, createSlackLogger(keptLog().log));
  return { slack, time, client: createSlackClient('xoxb-test', { ...options, timeout: patienceMs }) };
}

const post = (client: WebClient, id: string) =>
  postMessage(
    client,
    CHANNEL,
    { text: id, blocks: [] },
    {
      metadata: { delivery_id: id, kind: 'lead_digest', project_id: 'p', subscription_id: 's', slot: NINE },
    },
  );

/** Fair when the list is at its end. */
const inTurn = (...fates: Partial<Fate>[]) => {
  const left = fates.map((fate) => ({ ...FAIR, ...fate }));
  return () => left.shift() ?? FAIR;
};

describe('the hostile Slack', () => {
  it('on a fair day takes a post and finds it again in the history', async () => {
    const { slack, client } = await slackIn(() => FAIR);
    const posted = await post(client, 'one');
    expect(posted).toMatchObject({ kind: 'posted', ts: '1795161600.000000' });
    expect(slack.accepted()).toMatchObject([{ deliveryId: 'one', channel: CHANNEL, at: 1_000 }]);
    expect(await findPost(client, CHANNEL, 'one', SINCE_NINE)).toMatchObject({
      kind: 'found',
      ts: '1795161600.000000',
    });
    expect(await findPost(client, CHANNEL, 'two', SINCE_NINE)).toMatchObject({
      kind: 'absent',
    });
  });

  it('gives every post a ts of its own, and pages backwards through all of them', async () => {
    const { client } = await slackIn(() => FAIR);
    for (let i = 0; i < 120; i += 1) await post(client, `post ${i}`);
    const first = await findPost(client, CHANNEL, 'post 0', SINCE_NINE);
    expect(first).toMatchObject({ kind: 'more' });
    const cursor = 'cursor' in first ? first.cursor : '';
    expect(await findPost(client, CHANNEL, 'post 0', { ...SINCE_NINE, cursor })).toMatchObject({
      kind: 'found',
      ts: '1795161600.000000',
    });
    const { messages, has_more } = await client.conversations.history({ channel: CHANNEL, limit: 2 });
    expect(messages?.map(({ text }) => text)).toEqual(['post 119', 'post 118']);
    expect(has_more).toBe(true);
    expect(messages?.[0]?.metadata).toBeUndefined();
  });

  it('takes one post a second in a channel where that is asked for', async () => {
    const { slack, time, client } = await slackIn(() => FAIR, { intervalMs: 1_000 });
    expect(await post(client, 'one')).toMatchObject({ kind: 'posted' });
    time.real += 999;
    expect(await post(client, 'two')).toEqual({ kind: 'later', reason: 'ratelimited', afterMs: 1_000 });
    time.real += 1;
    expect(await post(client, 'two')).toMatchObject({ kind: 'posted' });
    expect(slack.tooFast()).toBe(1);
  });

  it('leaves a sender in the dark, whether it takes the post or not', async () => {
    const { slack, client } = await slackIn(
      inTurn(
        { accepts: 'never', hears: 'broken' },
        { accepts: 'now', hears: 'broken' },
        { accepts: 'never', hears: 'a reset' },
        { accepts: 'now', hears: 'a reset' },
        { accepts: 'never', hears: 'nothing' },
        { accepts: 'now', hears: 'nothing' },
      ),
      { patienceMs: 300 },
    );
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f'])
      expect(await post(client, id)).toMatchObject({ kind: 'unclear' });
    expect(slack.accepted().map(({ deliveryId }) => deliveryId)).toEqual(['b', 'd', 'f']);
  });

  it('takes a post after its connection is gone', async () => {
    const { slack, client } = await slackIn(inTurn({ accepts: 'later', hears: 'a reset', lateMs: 100 }));
    expect(await post(client, 'late')).toMatchObject({ kind: 'unclear' });
    await until('the late post', () => slack.accepted().length === 1);
    expect(await findPost(client, CHANNEL, 'late', SINCE_NINE)).toMatchObject({
      kind: 'found',
    });
  });
});

describe('the weather', () => {
  const days = (seed: number) => {
    const storm = stormOf(seed, 1_000);
    return Array.from({ length: 300 }, () => storm());
  };

  it('is the same for the same seed, and another for another', () => {
    expect(days(1)).toEqual(days(1));
    expect(days(1)).not.toEqual(days(2));
  });

  it('brings every misfortune, and fair hours in between', () => {
    const seen = new Set(days(1).map(({ accepts, hears }) => `${accepts}: ${hears}`));
    expect([...seen].sort()).toEqual([
      'later: a reset',
      'never: a reset',
      'never: broken',
      'never: limited',
      'never: nothing',
      'now: a reset',
      'now: broken',
      'now: nothing',
      'now: the answer',
    ]);
  });
});
