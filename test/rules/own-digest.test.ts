import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DigestLead } from '../../src/decision.ts';
import type { LeadDecision } from '../../src/rules/lead-rank.ts';
import {
  chooseDigestSize,
  chooseRows,
  decideOwnDigest,
  type OwnProject,
} from '../../src/rules/own-digest.ts';
import { runs } from '../support/runs.ts';
import { ACME, FRIDAY, HOUR } from './cast.ts';

const GLOBEX = { id: 'globex', name: 'Globex' };
const WISH = {
  person: 'U0ANA',
  at: FRIDAY,
  timezone: 'Europe/Berlin',
  schedule: 'weekdays at 9:00',
  places: [] as string[],
  learns: true,
};
const NO_ANSWERS = { count: 0, days: 0 };

const lead = (key: string, given: Partial<DigestLead> = {}): DigestLead => ({ key, ...given });

function project(open: DigestLead[], given: Partial<OwnProject> = {}): OwnProject {
  return { project: ACME, open, decisions: [], left: [], timesShown: new Map(), ...given };
}

function digestOf(projects: OwnProject[], wish: Partial<typeof WISH> = {}, answers = NO_ANSWERS) {
  const decision = decideOwnDigest({ ...WISH, ...wish }, projects, answers, FRIDAY);
  return decision.kind === 'own_digest' ? decision : undefined;
}

const keys = (...given: Parameters<typeof digestOf>) => digestOf(...given)?.rows.map((row) => row.lead.key);

/** The team answers what is in r/devops, and dismisses what is in r/sre. */
const DEVOPS: LeadDecision[] = Array.from({ length: 60 }, (_, i) => ({
  place: i % 2 === 0 ? 'r/devops' : 'r/sre',
  answered: i % 2 === 0,
  at: FRIDAY - i * HOUR,
}));

describe('how many leads somebody is shown', () => {
  it('three while they have answered fewer than five; then one more than they answer on a working day, five at most', () => {
    expect(chooseDigestSize({ count: 4, days: 28 })).toBe(3);
    expect([5, 20, 40, 60, 80, 900].map((count) => chooseDigestSize({ count, days: 28 }))).toEqual([
      1, 2, 3, 4, 5, 5,
    ]);
  });

  it('of whoever began lately the days since then count, a week at least', () => {
    expect(chooseDigestSize({ count: 10, days: 1 })).toBe(3);
    expect(chooseDigestSize({ count: 10, days: 28 })).toBe(2);
  });
});

describe('a person’s own digest', () => {
  it('is silent where nothing is open for them', () => {
    expect(decideOwnDigest(WISH, [project([])], NO_ANSWERS, FRIDAY)).toMatchObject({ kind: 'silence' });
    expect(decideOwnDigest(WISH, [], NO_ANSWERS, FRIDAY)).toMatchObject({ kind: 'silence' });
  });

  it('has the first three in the API’s order, without a reason, while the team has decided too little', () => {
    const digest = digestOf([
      project(
        ['a', 'b', 'c', 'd'].map((key) => lead(key)),
        { decisions: DEVOPS.slice(0, 20) },
      ),
    ]);
    expect(digest?.rows).toEqual(
      ['a', 'b', 'c'].map((key) => ({ project: ACME, lead: expect.objectContaining({ key }) })),
    );
    expect(digest?.order).toEqual({ by: 'api' });
  });

  it('has only the chosen places, however they are written', () => {
    const open = [
      lead('a', { place: 'r/sre' }),
      lead('b', { place: 'r/DevOps' }),
      lead('c'),
      lead('d', { place: 'Hacker News' }),
    ];
    expect(keys([project(open)], { places: ['devops', 'hacker news'] })).toEqual(['b', 'd']);
    expect(keys([project(open)], { places: ['reddit', 'hn'] })).toEqual(['a', 'b', 'd']);
  });

  it('says of a lead that it was shown before, and shows none a third time', () => {
    const timesShown = new Map([
      ['a', 2],
      ['b', 1],
    ]);
    const projects = [project([lead('a'), lead('b'), lead('c')], { timesShown })];
    expect(keys(projects)).toEqual(['b', 'c']);
    expect(digestOf(projects)?.rows.map(({ isAgain }) => isAgain)).toEqual([true, undefined]);
  });

  it('only the best comes again while enough others are open', () => {
    const timesShown = new Map(['a', 'b', 'c'].map((key) => [key, 1]));
    const open = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => lead(key));
    const again = (leads: typeof open) =>
      digestOf([project(leads, { timesShown })])?.rows.flatMap((row) => (row.isAgain ? row.lead.key : []));
    expect(again(open)).toEqual(['a']);
    expect(again(open.slice(0, 4))).toEqual(['a', 'b']);
  });

  it('shows a thread of two projects once', () => {
    const url = 'https://forum.example/1';
    const two = [
      project([lead('a', { url, score: 9 })]),
      project([lead('z', { url: `${url}/`, score: 8 })], { project: GLOBEX }),
    ];
    expect(keys(two)).toEqual(['a']);
  });

  it('lets projects take turns by their scores, whichever lead the team’s order puts there', () => {
    const acme = project(
      [lead('high', { score: 90, place: 'r/sre' }), lead('low', { score: 50, place: 'r/devops' })],
      { decisions: DEVOPS },
    );
    const globex = project([lead('g1', { score: 80 }), lead('g2', { score: 10 })], { project: GLOBEX });
    expect(keys([globex, acme])).toEqual(['low', 'g1', 'high']);
    expect(keys([globex, acme], { learns: false })).toEqual(['high', 'g1', 'low']);
  });

  it('says whose order it has, and why each of the team’s rows stands there', () => {
    const open = [lead('a', { place: 'r/sre' }), lead('b', { place: 'r/devops' })];
    const byTeam = digestOf([project(open, { decisions: DEVOPS })]);
    expect(byTeam?.order).toEqual({ by: 'team', decisions: 60 });
    expect(byTeam?.rows[0]).toMatchObject({ lead: { key: 'b' }, why: { kind: 'place', place: 'r/devops' } });
    expect(digestOf([project(open, { decisions: DEVOPS })], { learns: false })?.order).toEqual({ by: 'api' });
    const alike = DEVOPS.map((one) => ({ ...one, answered: true }));
    expect(digestOf([project(open, { decisions: alike })])?.order).toEqual({ by: 'api' });
  });

  it('is a choice of what is open, each once, in the API’s order while too little is decided', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ key: fc.uuid(), score: fc.option(fc.integer(), { nil: undefined }) }), {
          selector: ({ key }) => key,
        }),
        fc.integer({ min: 0, max: 49 }),
        fc.nat(200),
        (open, many, count) => {
          const shown =
            keys([project(open, { decisions: DEVOPS.slice(0, many) })], {}, { count, days: 28 }) ?? [];
          expect(shown).toEqual(open.map(({ key }) => key).slice(0, shown.length));
          expect(shown).toHaveLength(Math.min(open.length, chooseDigestSize({ count, days: 28 })));
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe('the untried', () => {
  const row = (name: string, decided?: number) => ({ lead: { place: name }, decided });
  const places = (...given: Parameters<typeof chooseRows>) =>
    chooseRows(...given).map((one) => one.lead.place);

  it('takes the last of three rows: the place with fewest decisions', () => {
    const ranked = [row('a', 50), row('b', 40), row('c', 30), row('d', 4), row('e', 1), row('f', 1)];
    expect(places(ranked, 3)).toEqual(['a', 'b', 'e']);
    expect(chooseRows(ranked, 3)[2]).toMatchObject({ why: { kind: 'untried', place: 'e' } });
  });

  it('has no row of two, where all is tried, where the order is the API’s, or where one is among them', () => {
    expect(places([row('a', 50), row('b', 40), row('c', 1)], 2)).toEqual(['a', 'b']);
    expect(places([row('a', 50), row('b', 40), row('c', 30), row('d', 5)], 3)).toEqual(['a', 'b', 'c']);
    expect(places([row('a'), row('b'), row('c'), row('d')], 3)).toEqual(['a', 'b', 'c']);
    const ranked = [row('a', 50), row('b', 2), row('c', 30), row('d', 0)];
    expect(places(ranked, 3)).toEqual(['a', 'b', 'c']);
    expect(chooseRows(ranked, 3)[1]).toMatchObject({ why: { kind: 'untried', place: 'b' } });
  });
});
