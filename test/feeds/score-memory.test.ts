import { describe, expect, it } from 'vitest';
import { alertsTold, calmFigures, MORNINGS, WINDOWS } from '../bench/detect-calm.ts';
import { noise } from '../rules/score-days.ts';
import { runs } from '../support/runs.ts';
import { NINE } from '../support/store-opened.ts';
import { DAY, kindsOf, mornings, QUIET, rowsOf } from './mornings.ts';

describe('eighty mornings', () => {
  const step = (figures: number[]) => figures.map((figure, day) => (day < 100 ? figure : figure - 24));

  /** How many alerts a channel got of mornings that each brought the last days only. */
  async function alertsPosted(figures: readonly number[], window: number) {
    const { db, morning } = await mornings();
    let alerts = 0;
    for (let ago = MORNINGS - 1; ago >= 0; ago -= 1) {
      const given = figures.slice(0, figures.length - ago).slice(-window);
      const { posted } = await morning(rowsOf(given, ago), NINE - ago * DAY);
      alerts += kindsOf(posted).filter((kind) => kind === 'score_alert').length;
    }
    const { days } = await db
      .selectFrom('daily_score')
      .select(({ fn }) => fn.countAll<number>().as('days'))
      .executeTakeFirstOrThrow();
    expect(days).toBe(window + MORNINGS - 1);
    return alerts;
  }

  // The shortest remembers most; at night also the others.
  it.each(WINDOWS.filter((days) => runs(1) > 1 || days === 7))(
    'where the API gives %d days bring what one look at all these days tells',
    async (window) => {
      const noise = calmFigures('lasting', window);
      const shifted = step(noise);
      expect(await alertsPosted(noise, window)).toBe(alertsTold(noise, window));
      expect(alertsTold(shifted, window)).toBeGreaterThan(0);
      expect(await alertsPosted(shifted, window)).toBe(alertsTold(shifted, window));
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

  it('that writes 0.52 for 52 from now on is told of no fall', async () => {
    const { morning } = await mornings();
    await morning(rowsOf(QUIET), NINE);
    const shares = [...QUIET.slice(-6), 60].map((score) => score / 100);
    expect(await morning(rowsOf(shares, -1), NINE + DAY)).toMatchObject({
      posted: [{ decision: { about: { type: 'few_days', days: 7 } } }],
    });
  });
});

describe('scores by engine alone', () => {
  const engine = (name: string, seed: number, last?: number) =>
    rowsOf([...noise(seed, 59), last ?? 60]).map((row) => ({ ...row, engine: name }));

  it('are alerts by engine where one moved and hardly the mean, and say that there is none of the whole', async () => {
    const { morning } = await mornings();
    const { posted } = await morning([
      ...engine('Gemini', 1, 50),
      ...['Claude', 'Grok', 'Copilot', 'Perplexity'].flatMap((name, i) => engine(name, 2 + i)),
    ]);
    expect(posted.map(({ decision }) => decision)).toMatchObject([
      { kind: 'score_alert', noWhole: true, alert: { lead: { scope: { engine: { name: 'Gemini' } } } } },
    ]);
  });
});
