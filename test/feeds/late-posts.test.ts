import { expect, it } from 'vitest';
import { readLatePosts } from '../../src/feeds/feed-standing.ts';
import { pumpInto } from '../support/pump-into.ts';
import { type Answering, hangUp, limited, ok } from '../support/slack-server.ts';
import { MINUTE, NINE, TEAM } from '../support/store-opened.ts';

it.each<[string, Answering, object]>([
  ['asks to slow down', limited('600'), { state: 'queued', failure: 'ratelimited' }],
  ['breaks off', hangUp, { state: 'sending' }],
])('where Slack %s, the posts are late, and why is known', async (_, answer, state) => {
  const { db, post, pump, comesTo, pause } = await pumpInto(answer);
  await post('a');
  pump.wake();
  await comesTo('a', { ...state, attempt: 1 });
  await pause();
  const reason = 'failure' in state ? state.failure : 'unclear';
  expect((await readLatePosts(db, TEAM, NINE + 5 * MINUTE)).any).toEqual({ since: NINE, reason });
});

it('what Slack took is not late', async () => {
  const { db, post, pump, comesTo } = await pumpInto(ok({ ts: '19.1', channel: 'C0ACME' }));
  await post('a');
  pump.wake();
  await comesTo('a', { state: 'sent' });
  expect((await readLatePosts(db, TEAM, NINE + 5 * MINUTE)).any).toBeUndefined();
});
