import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../src/sandbox/world/rows.ts';
import { projectNamed, START } from './story.ts';

const WEIGHTS = [0, 1, 0.8, 0.6, 0.4, 0.2, 0.2];

describe('topics', () => {
  it.each(['Acme', 'Tidewater'])('of %s number at least five, including pricing', (name) => {
    const labels = projectNamed(name)
      .topics(START)
      .map(({ topic }) => topic.label);
    expect(labels.length).toBeGreaterThanOrEqual(5);
    expect(labels).toContain('pricing');
  });

  it.each(['Acme', 'Tidewater'])('of %s can be recomputed from a week of runs', (name) => {
    const project = projectNamed(name);
    const week = [1, 2, 3, 4, 5, 6, 7].flatMap((ago) => project.runsOn(dayOf(START) - ago, START));
    for (const picture of project.topics(START)) {
      const citing = week.filter((run) =>
        run.response.topics.some((each) => each.label === picture.topic.label),
      );
      const tally = new Map<string, { count: number; weight: number; first: number }>();
      for (const { entity, rank } of citing.flatMap(({ response }) => response.mentions)) {
        const known = tally.get(entity) ?? { count: 0, weight: 0, first: 0 };
        tally.set(entity, {
          count: known.count + 1,
          weight: known.weight + (WEIGHTS[rank] ?? Number.NaN),
          first: known.first + (rank === 1 ? 1 : 0),
        });
      }
      expect(picture.own.answers).toBe(citing.length);
      expect(picture.entities).toHaveLength(tally.size);
      for (const { entity, mentions, topPicks, score, mentionRate } of picture.entities) {
        expect({ count: mentions, first: topPicks }).toMatchObject({
          count: tally.get(entity)?.count,
          first: tally.get(entity)?.first,
        });
        expect(score).toBeCloseTo((100 * (tally.get(entity)?.weight ?? 0)) / citing.length, 9);
        expect(mentionRate).toBeCloseTo((tally.get(entity)?.count ?? 0) / citing.length, 9);
      }
      const ranking = [...tally].sort(([, a], [, b]) => b.weight - a.weight).map(([entity]) => entity);
      expect(picture.overallRank).toBe(ranking.indexOf(name) + 1);
    }
  });

  it('quote sentences from real answers, newest first, without repeats', () => {
    const project = projectNamed('Acme');
    for (const { topic, evidence } of project.topics(START)) {
      const texts = evidence.map(({ text }) => text);
      expect(texts.length).toBeGreaterThan(2);
      expect(new Set(texts).size).toBe(texts.length);
      const yesterday = project.runsOn(dayOf(START) - 1, START);
      const sentences = yesterday.flatMap(({ response }) =>
        response.topics.filter(({ label }) => label === topic.label).map((each) => each.evidence),
      );
      expect(sentences).toContain(texts[0]);
    }
  });

  it('show the top competitor on each engine', () => {
    const { byEngine } = projectNamed('Acme').topics(START)[0] ?? { byEngine: [] };
    expect(byEngine.map(({ engine }) => engine.displayName)).toEqual([
      'ChatGPT',
      'Gemini',
      'Perplexity',
      'Claude',
    ]);
    for (const { topCompetitor } of byEngine) expect(topCompetitor).not.toBe('Acme');
  });
});
