import { describe, expect, it } from 'vitest';
import type { KeptRow } from '../../src/rules/score-history.ts';
import { keepScores, readKeptScores } from '../../src/store/daily-scores.ts';
import { dailyScore } from '../rules/cast.ts';
import { ENGINES } from '../support/store-engines.ts';
import { TEAM } from '../support/store-opened.ts';

const ACME = { team: TEAM, projectId: 'acme' };
const since = '2026-01-01';

const whole = (date: string, score: number): KeptRow => ({
  part: '',
  row: { ...dailyScore({ score, answers: 120 }), date },
});
const gemini = (date: string, score: number): KeptRow => ({
  part: 'e-1/',
  row: { ...dailyScore({ score, engineId: 'e-1', engine: 'Gemini', averageRank: 2.125 }), date },
});

describe.each(ENGINES)('kept daily scores ($name)', ({ openedStore }) => {
  it('come back as they were put, oldest first, each project’s own', async () => {
    const { db } = await openedStore();
    const rows = [gemini('2026-11-18', 61.4), whole('2026-11-19', 0), whole('2026-11-17', 0.615)];
    await keepScores(db, ACME, { put: rows, drop: [], since });
    await keepScores(db, { ...ACME, projectId: 'globex' }, { put: rows, drop: [], since });
    await keepScores(db, { ...ACME, team: 'T0OTHER' }, { put: rows, drop: [], since });
    expect(await readKeptScores(db, ACME, since)).toEqual([rows[2], rows[0], rows[1]]);
    expect(await readKeptScores(db, ACME, '2026-11-19')).toEqual([rows[1]]);
  });

  it('are replaced when the API restates them', async () => {
    const { db } = await openedStore();
    for (const score of [60, 61])
      await keepScores(db, ACME, { put: [whole('2026-11-19', score)], drop: [], since });
    expect(await readKeptScores(db, ACME, since)).toEqual([whole('2026-11-19', 61)]);
  });

  it('are more than one statement takes', async () => {
    const { db } = await openedStore();
    const put = Array.from({ length: 1_200 }, (_, i) => ({ ...whole('2026-11-19', i), part: `e-${i}/` }));
    await keepScores(db, ACME, { put, drop: [], since });
    expect(await readKeptScores(db, ACME, since)).toHaveLength(1_200);
  });

  it('go when they are taken back or are from before, and only those', async () => {
    const { db } = await openedStore();
    const put = [
      whole('2025-12-31', 50),
      whole('2026-11-18', 60),
      gemini('2026-11-18', 61),
      gemini('2026-11-19', 62),
    ];
    await keepScores(db, ACME, { put, drop: [], since: '2025-01-01' });
    await keepScores(db, ACME, { put: [], drop: [gemini('2026-11-18', 61)], since });
    expect(await readKeptScores(db, ACME, '2025-01-01')).toEqual([put[1], put[3]]);
  });
});
