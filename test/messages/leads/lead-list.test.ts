import { describe, expect, test } from 'vitest';
import { metricsAnswer } from '../../../src/messages/leads/lead-counts.ts';
import { type LeadList, leadListPage, leadsPerPage } from '../../../src/messages/leads/lead-list.ts';
import { warmLeadsAnswer } from '../../../src/messages/leads/lead-row.ts';
import { ACME, DIGEST, FRIDAY, STANDING } from '../cast.ts';
import { leadsOf, standingOf } from '../every-lead.ts';
import { buttonsOf, drawn, expectWithinLimits, heardOf, shownOf, wordsOf } from '../reading.ts';

const FOUND: LeadList = {
  project: ACME,
  leads: DIGEST.leads,
  from: 0,
  open: 3,
  only: [],
  leftOut: [],
  now: FRIDAY,
  timezone: 'UTC',
  mayAct: true,
};

describe('the open leads', () => {
  const of = (given: Partial<LeadList>, standing = STANDING) =>
    leadListPage({ ...FOUND, ...given }, standing, 2);

  test('are shown a page at a time, with how many there are', () => {
    expect(shownOf(of({})).slice(0, 3)).toEqual([
      '*Acme · 3 open leads*',
      '1 to 2 of 3 · best first',
      '*91* <https://forum.example/devops/1|How do you alert on Kubernetes cost spikes?> · r/devops · 5 h · L412',
    ]);
    expect(shownOf(of({ from: 2 }))[1]).toBe('3 of 3 · best first');
  });

  test('say how they stand: nobody begins what a colleague is at', () => {
    const leads = { 'id:1': { state: 'claimed', by: 'U0ANA', since: FRIDAY } } as const;
    const [head, , first, second] = shownOf(of({ open: 2 }, { ...STANDING, leads }));
    expect(head).toBe('*Acme · 2 open of 3 leads*');
    expect(first).toMatch(/^✋ <@U0ANA> is on .+ since .+ · L412$/);
    expect(second).not.toContain('is on');
  });

  test('can each be worked, and several at once', () => {
    const { blocks } = drawn(of({}));
    expect(JSON.stringify(blocks).match(/"type":"overflow"/g)).toHaveLength(2);
    expect(buttonsOf(blocks)).toEqual(['Dismiss several…']);
  });

  test('are only read by whoever may do nothing with leads', () => {
    const { blocks, text } = drawn(of({ mayAct: false, older: { count: 2, days: 14 } }));
    expect(JSON.stringify(blocks)).not.toMatch(/overflow|"button"/);
    expect(text).toBe(drawn(of({ older: { count: 2, days: 14 } })).text);
  });

  test('stand under the API’s own counts, as far as it gives them', () => {
    const counts = { total: 31, new: 4, today: undefined, averageScore: 58 };
    expect(shownOf(of({ counts }))[1]).toBe(
      '1 to 2 of 3 · best first\nThe API counts 31 leads: 4 new, average score 58',
    );
    const none = { total: undefined, new: undefined, today: undefined, averageScore: undefined };
    expect(shownOf(of({ counts: none }))).toEqual(shownOf(of({})));
  });

  test('of which none is open are not counted as open', () => {
    const leads = { 'id:1': { state: 'claimed', by: 'U0ANA', since: FRIDAY } } as const;
    expect(shownOf(of({ open: 0, only: ['yours'] }, { ...STANDING, leads }))[0]).toBe(
      '*Acme · 3 leads · yours*',
    );
  });

  test('of one’s own say of each what they are, and since when they are one’s own', () => {
    const leads = { 'id:1': { state: 'claimed', by: 'U0ANA', since: FRIDAY } } as const;
    const said = shownOf(of({ open: 0, only: ['yours'], mine: true }, { ...STANDING, leads })).join('\n');
    expect(said).toMatch(/\*91\* .*How do you alert .* · yours since /);
    expect(said).not.toContain('is on');
  });

  test('that are left out can be shown, with the words that were asked for', () => {
    const leftOut = [{ reason: 'too_old' as const, count: 2 }];
    const page = of({ leads: [], open: 0, leftOut, list: { of: 'globex', page: 0 } });
    expect(JSON.stringify(drawn(page).blocks)).toContain('leads all globex');
  });

  test('that are none any more are said to be so as of the last poll', () => {
    const said = heardOf(of({ leads: [], open: 0, asOf: FRIDAY - 60_000 }));
    expect(said.at(-1)).toMatch(/can’t be read now, so this is as of/);
  });

  test('say which of them were asked for', () => {
    expect(shownOf(of({ only: ['r/devops', '80 and above'] }))[0]).toBe(
      '*Acme · 3 open leads · r/devops · 80 and above*',
    );
    const none = shownOf(of({ leads: [], open: 0, only: ['r/devops'] }));
    expect(none).toEqual(['*Acme · no open leads · r/devops*', 'No lead matches that.']);
  });

  test('that are old can be let go', () => {
    expect(buttonsOf(drawn(of({ older: { count: 12, days: 14 } })).blocks)).toContain('Let 12 old ones go…');
  });

  test('that a filter removed are not just gone', () => {
    const leftOut = [{ reason: 'below_min_score' as const, count: 25, best: 0.91 }];
    expect(shownOf(of({ leads: [], open: 0, leftOut, minScore: 60 }))).toEqual([
      '*Acme · no open leads*',
      'All 25 leads are below your minimum score of 60 (the best has 0.91).',
    ]);
    const beside = of({ leftOut: DIGEST.leftOut, minScore: 60 });
    expect(shownOf(beside).at(-1)).toMatch(/^6 below your minimum score of 60/);
    expect(heardOf(beside).at(-1)).toMatch(/^6 below your minimum score of 60/);
  });

  test('that may be more than were read are said to be the best of them', () => {
    expect(shownOf(of({ asked: 100 })).at(-1)).toContain('only the API’s best 100 were read');
  });

  test('that the API can’t tell of now are said to be those of the last poll', () => {
    expect(heardOf(of({ asOf: FRIDAY - 60_000 })).at(-1)).toMatch(/can’t be read now, so this is as of/);
  });
});

test('every lead is on one of the pages, however long its title and its link are', () => {
  const title = 'Why does & cost <so> *much*? '.repeat(20);
  const long = leadsOf(title, `https://forum.example/${'a'.repeat(570)}`, 20);
  const leads = [...long, ...leadsOf('CRM?', 'https://forum.example/1', 40).slice(20)];
  const standing = standingOf(leads, { state: 'new' });
  const counts = { total: 123_456, new: 12_345, today: 1_234, averageScore: 58.4 };
  const found = { ...FOUND, leads, open: 40 };
  const perPage = leadsPerPage(found);
  expect(leadsPerPage({ ...found, counts })).toBe(perPage);
  const shown: string[] = [];
  for (let from = 0; from < leads.length; from += perPage) {
    const page = drawn(leadListPage({ ...found, counts, from }, standing, perPage));
    expectWithinLimits(page);
    shown.push(...wordsOf(page.blocks).flatMap((words) => words.match(/\bL1000\d\d$/gm) ?? []));
  }
  expect(shown.toSorted()).toEqual(Object.values(standing.handles).toSorted());
  expect(leadsPerPage({ ...FOUND, leads: leadsOf('CRM?', 'https://forum.example/1', 40) })).toBe(15);
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
