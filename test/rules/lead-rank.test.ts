import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENOUGH_DECISIONS, rankLeads } from '../../src/rules/lead-rank.ts';
import type { LeadDecision, Rankable } from '../../src/rules/lead-taste.ts';
import { runs } from '../support/runs.ts';
import { DAY, FRIDAY, HOUR } from './cast.ts';

type Named = Rankable & { name: string };

const lead = (name: string, given: Rankable = {}): Named => ({ name, ...given });
const decision = (answered: boolean, given: Rankable, ago = 0): LeadDecision => ({
  answered,
  at: FRIDAY - ago * HOUR,
  ...given,
});

/** Half of each, as many as are enough. */
const half = (answered: Rankable, dismissed: Rankable, many = ENOUGH_DECISIONS) =>
  Array.from({ length: many }, (_, i) => decision(i % 2 === 0, i % 2 === 0 ? answered : dismissed, i));

const names = (leads: readonly Named[], decisions: readonly LeadDecision[]) =>
  rankLeads(leads, decisions, FRIDAY)?.map(({ lead: { name } }) => name);
const whyOfFirst = (leads: readonly Named[], decisions: readonly LeadDecision[]) =>
  rankLeads(leads, decisions, FRIDAY)?.[0]?.why;

describe('the order of the API stands', () => {
  const devops = { place: 'r/devops', score: 60 };
  const sre = { place: 'r/sre', score: 60 };
  const leads = [lead('first', sre), lead('second', devops)];

  it('with one decision less than enough, and not with enough', () => {
    expect(names(leads, half(devops, sre, ENOUGH_DECISIONS - 1))).toBeUndefined();
    expect(names(leads, half(devops, sre))).toEqual(['second', 'first']);
  });

  it('where nearly all was answered, or nearly nothing', () => {
    for (const answered of [true, false]) {
      /** Every so many decisions one is of the rarer kind. */
      const rarely = (every: number) =>
        Array.from({ length: 100 }, (_, i) =>
          i % every === 0 ? decision(!answered, sre, i) : decision(answered, devops, i),
        );
      expect(names(leads, rarely(25))).toBeUndefined();
      expect(names(leads, rarely(20))).toBeDefined();
    }
  });

  it('among leads of which nothing else is known', () => {
    const unknown = ['a', 'b', 'c'].map((name) => lead(name, { place: 'r/devops' }));
    expect(names(unknown, half(devops, sre))).toEqual(['a', 'b', 'c']);
  });

  it('where decisions foresee nothing better, whatever the scale of scores', () => {
    for (const scale of [1, 0.01]) {
      const some = [30, 90, 60].map((score) => lead(`${score}`, { score: score * scale }));
      const decisions = Array.from({ length: 60 }, (_, i) =>
        decision(i % 2 === 0, { score: (20 + ((i * 7) % 60)) * scale }, i),
      );
      expect(names(some, decisions)).toBeUndefined();
    }
  });
});

describe('what the team answers comes first, and says why', () => {
  it('by place, however it is written', () => {
    const decisions = half({ place: 'r/DevOps' }, { place: 'r/sre' });
    const leads = [lead('sre', { place: 'r/sre' }), lead('devops', { place: 'devops' })];
    expect(names(leads, decisions)).toEqual(['devops', 'sre']);
    expect(whyOfFirst(leads, decisions)).toEqual({ kind: 'place', place: 'devops' });
  });

  it('by the words of title and reason, as they stand in the lead', () => {
    const decisions = half({ title: 'How do you alert?' }, { title: 'Hiring again' });
    const leads = [lead('hiring', { title: 'Hiring' }), lead('alerts', { reason: 'About Alerting' })];
    expect(names(leads, decisions)).toEqual(['alerts', 'hiring']);
    expect(whyOfFirst(leads, decisions)).toEqual({ kind: 'word', word: 'Alerting' });
  });

  it('by age and by citations', () => {
    const young = half({ postedAt: FRIDAY - HOUR }, { postedAt: FRIDAY - 9 * DAY }).map((one) => ({
      ...one,
      at: FRIDAY,
    }));
    const ages = [lead('old', { postedAt: FRIDAY - 9 * DAY }), lead('young', { postedAt: FRIDAY - HOUR })];
    expect(names(ages, young)).toEqual(['young', 'old']);
    expect(whyOfFirst(ages, young)).toEqual({ kind: 'fresh' });
    const cited = half({ citedBy: ['ChatGPT'] }, {});
    const some = [lead('plain'), lead('cited', { citedBy: ['Gemini'] })];
    expect(names(some, cited)).toEqual(['cited', 'plain']);
    expect(whyOfFirst(some, cited)).toEqual({ kind: 'cited' });
  });

  it('and follows a team that changes its mind', () => {
    const before = half({ place: 'r/devops' }, { place: 'r/sre' }, 200).map((one) => ({
      ...one,
      at: one.at - 30 * DAY,
    }));
    const since = half({ place: 'r/sre' }, { place: 'r/devops' }, 160);
    const leads = [lead('devops', { place: 'r/devops' }), lead('sre', { place: 'r/sre' })];
    expect(names(leads, before)).toEqual(['devops', 'sre']);
    expect(names(leads, [...before, ...since])).toEqual(['sre', 'devops']);
  });

  it('and a place is told with the number of decisions on it; none where the API gives none', () => {
    const decisions = half({ place: 'r/devops' }, { place: 'r/sre' });
    const ranked = rankLeads(
      [lead('a', { place: 'r/sre' }), lead('b', { place: 'r/new' }), lead('c')],
      decisions,
      FRIDAY,
    );
    const decided = Object.fromEntries(ranked?.map((one) => [one.lead.name, one.decided]) ?? []);
    expect(decided).toEqual({ a: ENOUGH_DECISIONS / 2, b: 0, c: undefined });
  });
});

describe('whatever comes in', () => {
  const anything = fc.record(
    {
      title: fc.string(),
      reason: fc.string(),
      place: fc.constantFrom('r/a', 'r/b', 'r/c', '', ' '),
      score: fc.double({ noNaN: true, noDefaultInfinity: true }),
      postedAt: fc.integer({ min: 0, max: FRIDAY + DAY }),
      citedBy: fc.constant(['ChatGPT']),
    },
    { requiredKeys: [] },
  );
  const decisions = fc.array(
    fc
      .tuple(anything, fc.boolean(), fc.integer({ min: 0, max: FRIDAY }))
      .map(([one, answered, at]) => ({ ...one, answered, at })),
    { maxLength: 120 },
  );

  it('the same leads come out, each once, and the same way every time', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 12 }), decisions, (leads, decided) => {
        const ranked = rankLeads(leads, decided, FRIDAY);
        if (!ranked) return;
        expect(new Set(ranked.map((one) => one.lead))).toEqual(new Set(leads));
        expect(ranked).toHaveLength(leads.length);
        expect(rankLeads(leads, decided, FRIDAY)).toEqual(ranked);
      }),
      { numRuns: runs(60) },
    );
  });

  it('with too few decisions there is no order but the API’s', () => {
    fc.assert(
      fc.property(fc.array(anything), decisions, (leads, decided) => {
        expect(rankLeads(leads, decided.slice(0, ENOUGH_DECISIONS - 1), FRIDAY)).toBeUndefined();
      }),
      { numRuns: runs(40) },
    );
  });
});
