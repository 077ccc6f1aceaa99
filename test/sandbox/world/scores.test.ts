import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../src/sandbox/world/rows.ts';
import { changeOn, later, projectNamed, START, scoresByDay } from './story.ts';

const SEEDS = [1, 2, 3, 11, 60];

describe('daily scores', () => {
  it('can be recomputed from the runs', () => {
    const project = projectNamed('Acme');
    const weights = [0, 1, 0.8, 0.6, 0.4, 0.2, 0.2];
    for (const row of project.dailyScores(START).filter((_, index) => index % 7 === 0)) {
      const runs = project
        .runsOn(row.day, START)
        .filter(({ engineId }) => row.engine === null || engineId === row.engine.id);
      const own = runs.flatMap(({ response }) => response.mentions.filter(({ entity }) => entity === 'Acme'));
      const sum = (each: (mention: (typeof own)[number]) => number) =>
        own.reduce((total, mention) => total + each(mention), 0);
      const feeling = { positive: 1, neutral: 0, negative: -1 };
      expect(row.answers).toBe(runs.length);
      expect(row.score).toBeCloseTo((100 * sum(({ rank }) => weights[rank] ?? Number.NaN)) / runs.length, 9);
      expect(row.mentionRate).toBeCloseTo(own.length / runs.length, 9);
      expect(row.averageRank).toBeCloseTo(sum(({ rank }) => rank) / own.length, 9);
      expect(row.averageSentiment).toBeCloseTo(sum(({ sentiment }) => feeling[sentiment]) / own.length, 9);
    }
  });

  it('cover 60 complete days and today so far, overall and per engine', () => {
    const rows = projectNamed('Acme').dailyScores(START);
    const today = rows.filter(({ day }) => day === dayOf(START));
    expect(rows).toHaveLength(61 * 5);
    expect(rows.filter(({ complete }) => !complete)).toEqual(today);
    expect(today[0]?.answers).toBeGreaterThan(0);
    expect(today[0]?.answers).toBeLessThan(120);
    expect(rows[0]).toMatchObject({ day: dayOf(START) - 60, engine: null, answers: 120, complete: true });
  });

  it('have no row for a day that has just begun', () => {
    const midnight = START - (START % 86_400_000);
    expect(projectNamed('Acme').dailyScores(midnight)).toHaveLength(60 * 5);
  });

  it.each(SEEDS)('are calm before the story starts (seed %i)', (seed) => {
    for (const name of ['Acme', 'Tidewater']) {
      const scores = scoresByDay(projectNamed(name, seed), 0);
      const calm = [...scores].filter(([day]) => day < -1).map(([, score]) => score);
      const mean = calm.reduce((sum, score) => sum + score, 0) / calm.length;
      const spread = Math.sqrt(calm.reduce((sum, score) => sum + (score - mean) ** 2, 0) / calm.length);
      expect(spread).toBeGreaterThan(0.4);
      expect(spread).toBeLessThan(1.5);
    }
  });

  it.each(SEEDS)(
    "Acme's drop clearly on the last complete day, mostly because of Gemini (seed %i)",
    (seed) => {
      const acme = projectNamed('Acme', seed);
      const fall = changeOn(scoresByDay(acme, 0), -1);
      const perEngine = ['Gemini', 'ChatGPT', 'Perplexity', 'Claude'].map((engine) =>
        changeOn(scoresByDay(acme, 0, engine), -1),
      );
      expect(fall).toBeLessThan(-5.5);
      expect(fall).toBeGreaterThan(-10.5);
      expect((perEngine[0] ?? 0) / 4).toBeLessThan(fall / 2);
    },
  );

  it('name Globex first on Gemini more often when Acme drops, and Acme less', () => {
    const acme = projectNamed('Acme');
    const gemini = acme.dailyScores(START).find(({ engine }) => engine?.displayName === 'Gemini')?.engine?.id;
    const share = (day: number, entity: string, rank?: number) => {
      const answers = acme.runsOn(dayOf(START) + day, START).filter(({ engineId }) => engineId === gemini);
      const hits = answers.filter(({ response }) =>
        response.mentions.some((each) => each.entity === entity && (!rank || each.rank === rank)),
      );
      return hits.length / answers.length;
    };
    expect(share(-1, 'Globex', 1)).toBeGreaterThan(share(-2, 'Globex', 1) + 0.25);
    expect(share(-1, 'Acme')).toBeLessThan(share(-2, 'Acme') - 0.1);
  });

  it("Acme's drop is 8 points with the default seed, and partly recovers within four days", () => {
    const scores = scoresByDay(projectNamed('Acme'), 6);
    const [before, low, after] = [scores.get(-2), scores.get(-1), scores.get(4)].map((each) => each ?? 0);
    expect(changeOn(scores, -1)).toBeCloseTo(-8, 0);
    for (const day of [0, 1, 2]) expect(Math.abs(changeOn(scores, day))).toBeLessThan(3);
    expect(after).toBeGreaterThan((low ?? 0) + 2);
    expect(after).toBeLessThan((before ?? 0) - 1);
  });

  it("the day after Acme's drop has a different figure, so nobody confuses the two", () => {
    const scores = scoresByDay(projectNamed('Acme'), 1);
    expect(scores.get(0)?.toFixed(1)).not.toBe(scores.get(-1)?.toFixed(1));
  });

  it("Tidewater's rise a little over 5 points the day after, because of Perplexity", () => {
    const tidewater = projectNamed('Tidewater');
    const rise = changeOn(scoresByDay(tidewater, 1), 0);
    expect(rise).toBeGreaterThan(5);
    expect(rise).toBeLessThan(6.5);
    expect(changeOn(scoresByDay(tidewater, 1, 'Perplexity'), 0)).toBeGreaterThan(15);
  });

  it('continue with mostly quiet days and an occasional event', () => {
    const days = ['Acme', 'Tidewater'].flatMap((name) => {
      const scores = scoresByDay(projectNamed(name), 66);
      return Array.from({ length: 60 }, (_, index) => Math.abs(changeOn(scores, 7 + index - 1)));
    });
    const loud = days.filter((change) => change >= 5).length;
    expect(loud).toBeGreaterThanOrEqual(2);
    expect(loud).toBeLessThan(days.length / 5);
  });

  it('stay within 0 and 100 a year later', () => {
    for (const row of projectNamed('Acme').dailyScores(later(365))) {
      expect(row.score).toBeGreaterThanOrEqual(0);
      expect(row.score).toBeLessThanOrEqual(100);
    }
  });
});
