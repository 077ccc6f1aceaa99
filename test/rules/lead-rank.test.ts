import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ENOUGH_DECISIONS,
  type LeadDecision,
  type LeftLead,
  oddsKept,
  type Rankable,
  rankLeads,
} from '../../src/rules/lead-rank.ts';
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
  rankLeads(leads, decisions, [], FRIDAY)?.map(({ lead: { name } }) => name);
const whyOfFirst = (leads: readonly Named[], decisions: readonly LeadDecision[]) =>
  rankLeads(leads, decisions, [], FRIDAY)?.[0]?.why;

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

  it('also where a title names the topic in other words, and no reason names a word that isn’t there', () => {
    const decisions = Array.from({ length: ENOUGH_DECISIONS }, (_, i) => {
      const [name, others] = i % 2 === 0 ? ['Billing', 'invoices'] : ['Hiring', 'juniors'];
      // Three titles of each kind have the rarer word: too few to tell it from chance alone.
      return decision(i % 2 === 0, { title: i % 24 < 2 ? `${name} ${others}` : name }, i);
    });
    const leads = [lead('hiring', { title: 'Juniors' }), lead('billing', { title: 'Invoices' })];
    const ranked = rankLeads(leads, decisions, [], FRIDAY) ?? [];
    expect(ranked.map((one) => one.lead.name)).toEqual(['billing', 'hiring']);
    for (const { lead: one, why } of ranked) if (why.kind === 'word') expect(one.title).toContain(why.word);
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
      [],
      FRIDAY,
    );
    const decided = Object.fromEntries(ranked?.map((one) => [one.lead.name, one.decided]) ?? []);
    expect(decided).toEqual({ a: ENOUGH_DECISIONS / 2, b: 0, c: undefined });
  });
});

describe('what the team was shown and left alone', () => {
  const devops = { place: 'r/devops', score: 60 };
  const sre = { place: 'r/sre', score: 60 };
  const other = { place: 'r/else', score: 60 };
  const decisions = half(devops, sre, 100);
  const leftOf = (...given: Rankable[]) =>
    Array.from({ length: 40 }, (_, i) => ({ ...given[i % given.length], at: FRIDAY - i * HOUR }));
  const open = [{ ...lead('left', { ...other, score: 61 }), wasLeft: true }, lead('new', other)];
  const order = (left: readonly LeftLead[]) =>
    rankLeads(open, decisions, left, FRIDAY)?.map(({ lead: { name } }) => name);

  it('comes after what is new, where it leaves only what it wouldn’t answer', () => {
    expect(order(leftOf(sre))).toEqual(['new', 'left']);
  });

  it('says nothing where it leaves all alike, or nothing at all', () => {
    expect(order(leftOf(sre, devops))).toEqual(['left', 'new']);
    expect(order([])).toEqual(['left', 'new']);
  });

  it('teaches what it doesn’t like', () => {
    const leads = [lead('hiring', { title: 'Hiring', score: 60 }), lead('plain', { score: 60 })];
    const ranked = rankLeads(leads, decisions, leftOf({ ...sre, title: 'Hiring' }), FRIDAY);
    expect(ranked?.map((one) => one.lead.name)).toEqual(['plain', 'hiring']);
  });
});

describe('the odds that a lead keeps', () => {
  const shown = (chance: number, many: number, left: number) =>
    Array.from({ length: many }, (_, i) => ({ chance, isLeft: i < left }));

  it('are all where it leaves what it likes as often as the rest, or more often', () => {
    expect(oddsKept([...shown(0.9, 50, 20), ...shown(0.1, 50, 20)])).toBe(1);
    expect(oddsKept([...shown(0.9, 50, 30), ...shown(0.1, 50, 20)])).toBe(1);
    expect(oddsKept(shown(0.5, 50, 20))).toBe(1);
  });

  it('are about as much fewer as it leaves fewer of what it likes, and never next to none', () => {
    const kept = oddsKept([...shown(1, 500, 100), ...shown(0, 500, 200)]);
    expect(kept).toBeGreaterThan(0.45);
    expect(kept).toBeLessThan(0.55);
    const plainest = oddsKept([...shown(1, 500, 0), ...shown(0, 500, 500)]);
    expect(plainest).toBeGreaterThan(0.1);
    expect(plainest).toBeLessThan(kept);
  });

  it('are doubted where little was shown', () => {
    expect(oddsKept([...shown(1, 3, 0), ...shown(0, 3, 2)])).toBeGreaterThan(
      oddsKept([...shown(1, 90, 0), ...shown(0, 90, 60)]),
    );
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
        const ranked = rankLeads(leads, decided, [], FRIDAY);
        if (!ranked) return;
        expect(new Set(ranked.map((one) => one.lead))).toEqual(new Set(leads));
        expect(ranked).toHaveLength(leads.length);
        expect(rankLeads(leads, decided, [], FRIDAY)).toEqual(ranked);
      }),
      { numRuns: runs(60) },
    );
  });

  it('with too few decisions there is no order but the API’s', () => {
    fc.assert(
      fc.property(fc.array(anything), decisions, (leads, decided) => {
        expect(rankLeads(leads, decided.slice(0, ENOUGH_DECISIONS - 1), [], FRIDAY)).toBeUndefined();
      }),
      { numRuns: runs(40) },
    );
  });
});
