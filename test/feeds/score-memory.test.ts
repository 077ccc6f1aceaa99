import { describe, expect, it } from 'vitest';
import { calmAlerts, WINDOWS } from '../bench/detect-windows.ts';
import { noise } from '../rules/score-days.ts';
import { HOUR, NINE, openedStore } from '../support/store-opened.ts';
import { DAY, mornings, QUIET, rowsOf } from './mornings.ts';

describe('eighty mornings of nothing but noise', () => {
  const runs = WINDOWS.flatMap((window) => [1, 2, 3].map((seed) => [window, seed] as const));

  it.each(runs)(
    'bring at most one alert where the API gives %d days (seed %d)',
    { timeout: 60_000 },
    async (window, seed) => {
      const { db } = await openedStore();
      expect(await calmAlerts(db, window, seed)).toBeLessThanOrEqual(1);
      const { days } = await db
        .selectFrom('daily_score')
        .select(({ fn }) => fn.countAll<number>().as('days'))
        .executeTakeFirstOrThrow();
      expect(days).toBe(window + 79);
    },
  );
});

describe('an API that gives a week only', () => {
  const noisy = [...noise(41, 54, 60, 4), 60.2, 61, 60.4, 60.9, 60.1, 60.7];
  const week = (until: number) => rowsOf(noisy.slice(until - 7, until), 60 - until);

  it('is read with what was polled before, so that a day as noisy as usual is no news', async () => {
    const { morning } = await mornings();
    const known = async (until: number) => morning(week(until), NINE - (60 - until) * DAY);
    expect((await known(20)).posted).toMatchObject([{ decision: { about: { type: 'few_days' } } }]);
    for (let until = 25; until < 60; until += 5) expect((await known(until)).posted).toEqual([]);
    // Two spreads below the level. Who knows the last week alone, in which little moved, takes it for a jump.
    const dip = rowsOf([...noisy.slice(-6), 52], -1);
    expect(await morning(dip, NINE + DAY)).toMatchObject({ posted: [] });
    const forgetful = await mornings();
    expect((await forgetful.morning(dip, NINE + DAY)).posted).toMatchObject([
      { decision: { kind: 'score_alert' } },
    ]);
  });

  it('that writes 0.52 for 52 from now on is told of no fall, and the log says what was forgotten', async () => {
    const { morning } = await mornings();
    await morning(rowsOf(QUIET), NINE);
    const shares = [...QUIET.slice(-6), 60].map((score) => score / 100);
    expect(await morning(rowsOf(shares, -1), NINE + DAY)).toMatchObject({
      posted: [{ decision: { about: { type: 'few_days', days: 7 } } }],
      odd: { otherScale: QUIET.length },
    });
    expect(await morning(rowsOf(shares, -1), NINE + DAY + HOUR)).not.toHaveProperty('odd');
  });
});

describe('scores by engine alone', () => {
  const engine = (name: string, seed: number, last?: number) =>
    rowsOf([...noise(seed, 59), last ?? 60]).map((row) => ({ ...row, engine: name }));

  it('are alerts by engine, which say that there is none of the whole', async () => {
    const { morning } = await mornings();
    const { posted } = await morning([
      ...engine('Gemini', 1, 40),
      ...engine('Claude', 2),
      ...engine('Grok', 3),
    ]);
    expect(posted.map(({ decision }) => decision)).toMatchObject([
      { kind: 'score_alert', noWhole: true, alert: { lead: { scope: { engine: { name: 'Gemini' } } } } },
    ]);
  });
});
