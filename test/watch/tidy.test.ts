import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import { KEPT } from '../../src/outbox/post-kinds.ts';
import { createTidy } from '../../src/store/retention.ts';
import { CHANNEL, HOUR, MINUTE, NINE, openedStore, slotsOf, TEAM } from '../support/store-opened.ts';

const keep = { slots: 30 * DAY_MS, deliveries: 400 * DAY_MS, audit: 400 * DAY_MS, announced: 400 * DAY_MS };

async function tidying() {
  const { db } = await openedStore();
  const onFault = (error: unknown) => expect.fail(String(error));
  const { tidy, stop } = createTidy({ db, keep: () => keep, kept: KEPT, onFault });
  /** So many slots of a feed, one an hour, the last of them `ago` before nine. */
  const finish = async (count: number, ago: number) => {
    await sql`insert into slot (team, subscription, due_at, opened_at, channel, rank, state, run_after)
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${count - 1})
      select ${TEAM}, 'f', ${NINE - ago} - n * ${HOUR}, 0, ${CHANNEL}, 1, 'done', 0 from numbers`.execute(db);
  };
  const left = async () => (await slotsOf(db)).length;
  return { db, tidy, stop, finish, left };
}

describe('the store, hour by hour', () => {
  it('loses what is old at the start, and again an hour later', async () => {
    const { tidy, finish, left } = await tidying();
    await finish(700, 31 * DAY_MS);
    await tidy([TEAM], NINE);
    expect(await left()).toBe(1);
    await finish(5, 30 * DAY_MS + HOUR);
    await tidy([TEAM], NINE + 59 * MINUTE);
    expect(await left()).toBe(6);
    await tidy([TEAM], NINE + HOUR);
    expect(await left()).toBe(1);
  });

  it('keeps what is not old, by the bot’s clock', async () => {
    const { tidy, finish, left } = await tidying();
    await finish(5, 25 * DAY_MS);
    await tidy([TEAM], NINE);
    expect(await left()).toBe(5);
    await tidy([TEAM], NINE + 10 * DAY_MS);
    expect(await left()).toBe(1);
  });

  it('is left alone once the bot stops', async () => {
    const { tidy, stop, finish, left } = await tidying();
    await finish(5, 31 * DAY_MS);
    await stop();
    await tidy([TEAM], NINE);
    expect(await left()).toBe(5);
  });
});
