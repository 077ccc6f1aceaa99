import { describe, expect, it } from 'vitest';
import { dayOf, type Lead } from '../../../src/sandbox/world/rows.ts';
import { DEFAULT_SEED } from '../../../src/sandbox/world/world.ts';
import { later, projectNamed, START } from './story.ts';

const FORUMS =
  /^https:\/\/(www\.reddit\.com\/r\/\w+|news\.ycombinator\.com|stackoverflow\.com|lobste\.rs|www\.indiehackers\.com|dev\.to)\/.*example/;

/** Words that say nothing about a title's subject. */
const FILLERS = new Set(
  'a an the of to in on for and or is are i we you your our my it that with how do does what which who at be not by ask hn show tell'.split(
    ' ',
  ),
);

function wordsOf(title: string): Set<string> {
  return new Set((title.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !FILLERS.has(word)));
}

/** Whether two titles share half of their words. */
function areAlike(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared >= (a.size + b.size - shared) / 2;
}

/** The new leads of each day, beginning with the start's. */
function listArrivals(name: string, days: number, seed?: number): Lead[][] {
  const { leads } = projectNamed(name, seed);
  const seen = new Set<string>();
  return Array.from({ length: days + 1 }, (_, day) => {
    const fresh = leads.at(later(day)).filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    return fresh;
  });
}

describe.each(['Acme', 'Tidewater'])('community leads of %s', (name) => {
  it('number 31 at the start', () => {
    expect(projectNamed(name).leads.at(START)).toHaveLength(31);
  });

  it('arrive 3 to 6 a day afterwards', () => {
    for (const day of listArrivals(name, 60).slice(1)) {
      expect(day.length).toBeGreaterThanOrEqual(3);
      expect(day.length).toBeLessThanOrEqual(6);
    }
  });

  it.each([1, 2, 60])('never repeat a title in the first weeks (seed %i)', (seed) => {
    const titles = listArrivals(name, 28, seed)
      .flat()
      .map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(31 + 28 * 3);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it.each([DEFAULT_SEED, 1, 2])('never have two similar titles within two weeks (seed %i)', (seed) => {
    const titles = listArrivals(name, 14, seed).flatMap((leads) => leads.map(({ title }) => title));
    const alike = titles.flatMap((title, i) =>
      titles.slice(i + 1).flatMap((other) => (areAlike(title, other) ? [`${title} / ${other}`] : [])),
    );
    expect(titles.length).toBeGreaterThan(31 + 14 * 3);
    expect(alike).toEqual([]);
  });

  it('are sorted by score, those without one last', () => {
    for (const day of [0, 1, 5, 30]) {
      const scores = projectNamed(name)
        .leads.at(later(day))
        .map(({ score }) => score ?? -1);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
  });

  it('now and then lack a score or a reason', () => {
    const leads = projectNamed(name).leads.at(START);
    expect(leads.filter(({ score }) => score === null)).toHaveLength(2);
    expect(leads.filter(({ reason }) => reason === null)).toHaveLength(2);
  });

  it('are in many forums, at addresses without a real thread', () => {
    const leads = listArrivals(name, 14).flat();
    expect(new Set(leads.map(({ community }) => community)).size).toBeGreaterThanOrEqual(7);
    for (const { url } of leads) expect(url).toMatch(FORUMS);
    expect(new Set(leads.map(({ url }) => url)).size).toBe(leads.length);
  });

  it('have no unfilled slots in their texts', () => {
    for (const { title, reason } of listArrivals(name, 60).flat())
      expect(`${title} ${reason}`).not.toMatch(/[{}]/);
  });

  it('are posted before they are found, and found before they are listed', () => {
    for (const [day, leads] of listArrivals(name, 10).entries()) {
      for (const { postedAt, discoveredAt } of leads) {
        expect(postedAt).toBeLessThan(discoveredAt);
        expect(dayOf(discoveredAt)).toBeLessThanOrEqual(dayOf(later(day)));
      }
    }
  });

  it('change a little after discovery: comments grow, some scores move', () => {
    const { leads } = projectNamed(name);
    const then = new Map(leads.at(START).map((lead) => [lead.id, lead]));
    const now = leads.at(later(3)).filter(({ id }) => then.has(id));
    const moved = now.map((lead) => (lead.score ?? 0) - (then.get(lead.id)?.score ?? 0));
    expect(moved.some((points) => points !== 0)).toBe(true);
    for (const points of moved) expect(Math.abs(points)).toBeLessThanOrEqual(9);
    for (const lead of now) expect(lead.comments).toBeGreaterThanOrEqual(then.get(lead.id)?.comments ?? 0);
  });

  it('never become too many', () => {
    const { leads } = projectNamed(name);
    for (const day of [30, 100, 400]) {
      const known = leads.at(later(day));
      expect(known.length).toBeGreaterThan(80);
      expect(known.length).toBeLessThanOrEqual(200);
      for (const { score } of known)
        expect(score ?? 50).toSatisfy((each: number) => each >= 0 && each <= 100);
    }
  });
});
