import { describe, expect, it } from 'vitest';
import { calmAlerts, WINDOWS } from '../bench/detect-windows.ts';
import { openedStore } from '../support/store-opened.ts';

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
