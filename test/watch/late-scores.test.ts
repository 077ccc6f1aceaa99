/** An API that computes a day's scores hours after the feed is due: the feed looks again until they are there. */
import { describe, expect, it } from 'vitest';
import { QUIET, rowsOf } from '../feeds/mornings.ts';
import { HOUR, NINE, slotsOf } from '../support/store-opened.ts';
import { apiWith, DAY, SCORES, watchOver } from '../support/watch-over.ts';
import { json } from '../visibility/api.ts';

const LAST = QUIET.at(-1) ?? 0;
const DONE = { state: 'done' };

/** A watch over an API that lists these days until it has computed yesterday's, on which the score fell. */
async function whileComputing(rows: object[], zone?: string) {
  let isComputed = false;
  const watched = await watchOver(
    (...request) => {
      const scores = isComputed ? rowsOf([...QUIET, LAST - 10]) : rows;
      return apiWith({ '/scores/daily': json(scores) })(...request);
    },
    [SCORES],
    { zone },
  );
  const compute = () => {
    isComputed = true;
  };
  return { ...watched, compute };
}

describe('yesterday’s score that isn’t there at nine', () => {
  it('is alerted of once it is, not on the next day', async () => {
    const { tickAt, slotsCome, queued, compute } = await whileComputing(rowsOf(QUIET, 1));
    await tickAt(NINE);
    await slotsCome(DONE, { state: 'due', due_at: NINE + HOUR });
    expect(await queued()).toEqual([]);
    await tickAt(NINE + HOUR);
    await slotsCome(DONE, DONE, { state: 'due', due_at: NINE + 2 * HOUR });
    compute();
    await tickAt(NINE + 2 * HOUR);
    await expect.poll(queued).toMatchObject([{ kind: 'score_alert', decision: { score: LAST - 10 } }]);
    await tickAt(NINE + 3 * HOUR);
    await slotsCome(DONE, DONE, DONE, DONE);
  });

  it('is looked for until the evening', async () => {
    const { tickAt, slotsCome } = await whileComputing(rowsOf(QUIET, 1));
    for (let hour = 0; hour <= 12; hour += 1) {
      await tickAt(NINE + hour * HOUR);
      const ahead = hour < 12 ? [{ state: 'due' }] : [];
      await slotsCome(...Array(hour + 1).fill(DONE), ...ahead);
    }
  });

  it('is waited for by the next run alone where the API doesn’t have one every day', async () => {
    const weekly = rowsOf(QUIET, 1).filter((_, i) => i % 7 === 0);
    const { tickAt, slotsCome } = await whileComputing(weekly);
    await tickAt(NINE);
    await slotsCome(DONE);
  });

  it('doesn’t keep the next run from coming', async () => {
    const { tickAt, slotsCome, db } = await whileComputing(rowsOf(QUIET, 1));
    await tickAt(NINE);
    await slotsCome(DONE, { state: 'due', due_at: NINE + HOUR });
    await tickAt(NINE + DAY);
    const next = expect.objectContaining({ state: 'done', due_at: NINE + DAY });
    await expect.poll(() => slotsOf(db)).toEqual(expect.arrayContaining([next]));
  });

  it('isn’t taken from a day that isn’t over in UTC, though it is where the team is', async () => {
    const running = rowsOf([...QUIET, LAST - 10], -1);
    const { tickAt, slotsCome, queued } = await whileComputing(running, 'Pacific/Kiritimati');
    const [nine, midnight] = [NINE + 11 * HOUR, NINE + 16 * HOUR];
    for (let at = nine; at < midnight; at += HOUR) {
      await tickAt(at);
      await slotsCome(...Array((at - nine) / HOUR + 1).fill(DONE), { state: 'due', due_at: at + HOUR });
    }
    expect(await queued()).toEqual([]);
    await tickAt(midnight);
    await expect.poll(queued).toMatchObject([{ kind: 'score_alert', decision: { day: '2026-11-20' } }]);
  });
});
