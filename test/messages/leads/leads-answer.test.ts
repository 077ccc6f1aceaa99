import { describe, expect, test } from 'vitest';
import type { LeadState } from '../../../src/decision.ts';
import { metricsAnswer } from '../../../src/messages/leads/lead-counts.ts';
import { type LeadsAnswer, leadsAnswer } from '../../../src/messages/leads/leads-answer.ts';
import { warmLeadsAnswer } from '../../../src/messages/leads/warm-leads.ts';
import { ACME, DIGEST, FRIDAY, STANDING } from '../cast.ts';
import { leadsOf, standingOf } from '../every-lead.ts';
import { heardOf, shownOf } from '../reading.ts';

describe('the best leads', () => {
  const of = (given: Partial<LeadsAnswer>, standing = STANDING) =>
    leadsAnswer(
      { project: ACME, leads: DIGEST.leads, limit: 2, leftOut: [], now: FRIDAY, ...given },
      standing,
    );

  test('are shown with how many there are', () => {
    expect(shownOf(of({})).slice(0, 3)).toEqual([
      '*Acme · 3 leads*',
      '1 to 2 of 3 · best first',
      '*91 · <https://forum.example/devops/1|How do you alert on Kubernetes cost spikes?>*\n' +
        'Asks for what your prompt “k8s cost alerts” covers.\nr/devops · 5 h · L412',
    ]);
  });

  test('say how they stand: nobody begins what a colleague has done', () => {
    const leads = { 'id:1': { state: 'replied', by: 'U0ANA', since: FRIDAY } } as const;
    const [, , first, second] = shownOf(of({}, { ...STANDING, leads }));
    expect(first).toMatch(/^✅ .+ · Replied by <@U0ANA>, .+ · L412$/);
    expect(second).not.toContain('Replied');
  });

  test('that a filter removed are not just gone', () => {
    const leftOut = [{ reason: 'below_min_score' as const, count: 25, best: 0.91 }];
    expect(shownOf(of({ leads: [], leftOut, minScore: 60 }))).toEqual([
      '*Acme · no leads*',
      'All 25 leads are below your minimum score of 60 (the best has 0.91).',
    ]);
    const beside = of({ leftOut: DIGEST.leftOut, minScore: 60 });
    expect(shownOf(beside).at(-1)).toMatch(/^6 below your minimum score of 60/);
    expect(heardOf(beside).at(-1)).toMatch(/^6 below your minimum score of 60/);
  });

  test('that may be more than were asked for are said to be the best of them', () => {
    const leftOut = [{ reason: 'too_old' as const, count: 97 }];
    const footOf = (asked: number) => shownOf(of({ leftOut, asked })).at(-1);
    expect(footOf(100)).toBe('97 too old for this feed · only the API’s best 100 were read');
    expect(footOf(101)).toBe('97 too old for this feed');
  });

  test('that do not exist are said not to', () => {
    expect(heardOf(of({ leads: [] }))).toEqual(['Acme · no leads', 'The API has no leads.']);
  });
});

describe('how many are open', () => {
  const LEADS = leadsOf('CRM?', 'https://forum.example/1', 12);

  /** The last `taken` of twelve leads stand as `state` says; `page` counts from 0. */
  function headOf(taken: number, { state = 'claimed', page = 0, limit = 10 } = {}) {
    const all = { project: DIGEST.project, leads: LEADS, limit, page, leftOut: [], now: FRIDAY };
    const { handles } = standingOf(LEADS, { state: 'new' });
    const leads = Object.fromEntries(
      LEADS.slice(LEADS.length - taken).map(({ key }) => [key, { state: state as LeadState['state'] }]),
    );
    const answer = leadsAnswer(all, { handles, leads });
    return [...shownOf(answer).slice(0, 2), heardOf(answer)[0]];
  }

  test('goes without saying while nobody took one', () => {
    expect(headOf(0)).toEqual([
      '*Acme · 12 leads*',
      '1 to 10 of 12 · best first',
      expect.stringMatching(/^Acme: 12 leads\. Best: 0, “CRM\?”/),
    ]);
  });

  test.each(['claimed', 'replied', 'dismissed', 'snoozed'])(
    'is said beside those that are %s, which stand below them',
    (state) => {
      expect(headOf(5, { state })).toEqual([
        '*Acme · 7 open of 12 leads*',
        '1 to 10 of 12 · open ones first · best first',
        expect.stringMatching(/^Acme: 7 open of 12 leads\./),
      ]);
    },
  );

  test('is said on every page, and where all are on one', () => {
    expect(headOf(5, { page: 1 }).slice(0, 2)).toEqual([
      '*Acme · 7 open of 12 leads*',
      '11 to 12 of 12 · open ones first · best first',
    ]);
    expect(headOf(5, { limit: 20 })[1]).toBe('open ones first · best first');
  });

  test('is said where it is none', () => {
    expect(headOf(12)[0]).toBe('*Acme · 0 open of 12 leads*');
  });
});

test('metrics that the API did not give are named, not zero', () => {
  const metrics = { total: 31, new: 0, today: undefined, averageScore: 58 };
  expect(shownOf(metricsAnswer(ACME, metrics)).slice(0, 2)).toEqual([
    '*Acme · 31 leads in all*',
    '0 new · today not given · average score 58',
  ]);
});

test('warm leads say how they stand and what they are called', () => {
  const standing = { ...STANDING, leads: { 'id:1': { state: 'claimed' as const } } };
  expect(heardOf(warmLeadsAnswer(ACME, DIGEST.leads.slice(0, 1), standing)).at(-1)).toBe(
    'How do you alert on Kubernetes cost spikes? · r/devops · AI engines cite this thread · claimed · L412',
  );
});
