import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dayOf } from '../../../src/sandbox/world/rows.ts';
import { createWorld, type Project } from '../../../src/sandbox/world/world.ts';
import { later, projectNamed, START } from './story.ts';

function readEverything(project: Project, days: number) {
  const now = later(days);
  return {
    scores: project.dailyScores(now),
    runs: project.runsOn(dayOf(now) - 1, now),
    topics: project.topics(now),
    leads: project.leads.at(now),
    suggestions: project.suggestions.at(now),
    prompts: project.prompts.all(),
  };
}

describe('the simulated world', () => {
  it.each(['Acme', 'Tidewater'])('is the same for the same seed and start: %s', (name) => {
    expect(readEverything(projectNamed(name, 5), 9)).toEqual(readEverything(projectNamed(name, 5), 9));
  });

  it('does not depend on the hour it started at', () => {
    const [early] = createWorld({ seed: 5, start: START - 3 * 3_600_000 }).projects;
    const [late] = createWorld({ seed: 5, start: START }).projects;
    expect(early && readEverything(early, 2)).toEqual(late && readEverything(late, 2));
  });

  it('is the same whether the clock walked or jumped there', () => {
    const walked = projectNamed('Acme', 5);
    for (let day = 0; day < 20; day += 1) readEverything(walked, day);
    expect(readEverything(walked, 20)).toEqual(readEverything(projectNamed('Acme', 5), 20));
  });

  it('is different for another seed', () => {
    const one = readEverything(projectNamed('Acme', 5), 9);
    const other = readEverything(projectNamed('Acme', 6), 9);
    expect(one.scores).not.toEqual(other.scores);
    expect(one.leads).not.toEqual(other.leads);
  });

  it('runs every prompt on every engine in every region once a day', () => {
    for (const project of createWorld({ seed: 5, start: START }).projects) {
      const [engines, regions] = [project.engines.current(), project.regions.current()];
      const runs = project.runsOn(dayOf(START) - 1, START);
      const asked = new Set(runs.map((run) => `${run.prompt.id} ${run.engineId} ${run.regionId}`));
      expect(asked.size).toBe(10 * engines.length * regions.length);
      expect(runs).toHaveLength(asked.size);
      expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
    }
  });

  it('has valid, constant ids for projects, engines and regions', () => {
    const one = createWorld({ seed: 5, start: START });
    const other = createWorld({ seed: 6, start: later(100) });
    const ids = ({ engines, regions, projects }: typeof one) =>
      [...engines, ...regions, ...projects].map(({ id }) => id);
    expect(ids(one)).toEqual(ids(other));
    expect(() => z.array(z.uuid()).parse(ids(one))).not.toThrow();
  });

  it('names each tool once, in order, and quotes evidence only for the prompt’s topics', () => {
    const project = projectNamed('Tidewater', 5);
    for (const { prompt, response } of project.runsOn(dayOf(START) - 1, START)) {
      const names = response.mentions.map(({ entity }) => entity);
      expect(new Set(names).size).toBe(names.length);
      expect(response.mentions.map(({ rank }) => rank)).toEqual(names.map((_, index) => index + 1));
      for (const { label, evidence } of response.topics) {
        expect(prompt.topics).toContain(label);
        expect(evidence).toContain(names[0]);
        expect(evidence).not.toContain('{');
      }
    }
  });

  it('runs a new prompt from the next day on and leaves earlier days alone', () => {
    const project = projectNamed('Acme', 5);
    const before = project.dailyScores(later(1)).filter(({ complete }) => complete);
    const created = project.prompts.add('cost of a staging cluster', later(1));
    expect(project.dailyScores(later(1)).filter(({ complete }) => complete)).toEqual(before);
    const runsOfIt = (day: number) =>
      project.runsOn(dayOf(later(day)), later(10)).filter(({ prompt }) => prompt.id === created?.id);
    expect(runsOfIt(1)).toHaveLength(0);
    expect(runsOfIt(2)).toHaveLength(12);
  });

  it('does not track the same prompt twice', () => {
    const project = projectNamed('Acme', 5);
    expect(project.prompts.add('K8S cost alerts', START)).toBeUndefined();
    expect(project.prompts.all()).toHaveLength(10);
  });
});
