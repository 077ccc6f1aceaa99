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
  mayAct: true,
};

describe('the open leads', () => {
  const of = (given: Partial<LeadList>, standing = STANDING) => {
    const found = { ...FOUND, ...given };
    const { leads, from = 0 } = found;
    return leadListPage(found, leads.slice(from, from + 2), standing);
  };

  test('are shown a page at a time, with how many there are', () => {
    expect(shownOf(of({})).slice(0, 3)).toEqual([
      '*Acme · 3 open leads*',
      '1 to 2 of 3 · best first',
      '*91* <https://forum.example/devops/1|How do you alert on Kubernetes cost spikes?> · r/devops · 5 h · L412',
    ]);
    expect(shownOf(of({ from: 2 }))[1]).toBe('3 of 3 · best first');
  });

  test('show which ones a colleague is on', () => {
    const leads = { 'id:1': { state: 'claimed', by: 'U0ANA', since: FRIDAY } } as const;
    const [head, , first, second] = shownOf(of({ open: 2 }, { ...STANDING, leads }));
    expect(head).toBe('*Acme · 3 leads, 2 open*');
    expect(first).toMatch(/^✋ \*91\* .+ · Claimed by <@U0ANA>, .+ · L412$/);
    expect(second).not.toContain('Claimed');
  });

  test('don’t call one the best while a listed one has a higher score', () => {
    expect(heardOf(of({ open: 2 }))[0]).toContain('Best open one: 91');
    expect(heardOf(of({}))[0]).toContain('Best: 91');
  });

  test('are counted apart from those that colleagues are on, too, where only the top few are listed', () => {
    const top = of({ open: 3, matching: { all: 42, open: 40 }, list: { of: 'top:3', page: 0 } });
    expect(shownOf(top)[0]).toBe('*Acme · 3 of 42 leads, 40 open*');
    expect(buttonsOf(drawn(top).blocks)).toContain('All 42 leads');
  });

  test('can be worked one by one, and several at once', () => {
    const { blocks } = drawn(of({}));
    expect(JSON.stringify(blocks).match(/"type":"overflow"/g)).toHaveLength(2);
    expect(buttonsOf(blocks)).toEqual(['Dismiss several…']);
  });

  test('have no controls for someone who may not act on leads', () => {
    const { blocks, text } = drawn(of({ mayAct: false, older: 2 }));
    const list = { of: '', page: 0 };
    expect(JSON.stringify(drawn(of({ list })).blocks)).toContain('leads export');
    expect(JSON.stringify(drawn(of({ list, mayAct: false })).blocks)).not.toContain('leads export');
    expect(JSON.stringify(blocks)).not.toMatch(/overflow|"button"/);
    expect(text).toBe(drawn(of({ older: 2 })).text);
  });

  test('give the reason for each, but not in a digest, which has less room', () => {
    const leads = [{ key: 'id:1', title: 'Build or buy?', reason: 'Two replies name Initech.' }];
    const shown = of({ leads, open: 1, list: { of: '', page: 0 } });
    expect(shownOf(shown).join('\n')).toContain('Two replies name Initech.');
  });

  test('count what the API left out once for all pages', () => {
    const leads = [1, 2, 3, 4].map((n) => ({
      key: `id:${n}`,
      title: 'Build or buy?',
      score: n > 2 ? n : undefined,
    }));
    expect(shownOf(of({ leads, open: 4, from: 2 })).at(-1)).toContain('no score for 2 leads');
  });

  test('are not called open if none is', () => {
    const leads = { 'id:1': { state: 'claimed', by: 'U0ANA', since: FRIDAY } } as const;
    expect(shownOf(of({ open: 0, only: ['yours'] }, { ...STANDING, leads }))[0]).toBe(
      '*Acme · 3 leads · yours*',
    );
  });

  test('offer to show what filters left out, for the same query', () => {
    const leftOut = [{ reason: 'too_old' as const, count: 2 }];
    const page = of({ leads: [], open: 0, leftOut, list: { of: 'globex', page: 0 } });
    expect(JSON.stringify(drawn(page).blocks)).toContain('leads all globex');
  });

  test('repeat the query', () => {
    expect(shownOf(of({ only: ['r/devops', '80 and above'] }))[0]).toBe(
      '*Acme · 3 open leads · r/devops · 80 and above*',
    );
    const none = shownOf(of({ leads: [], open: 0, only: ['r/devops'] }));
    expect(none).toEqual(['*Acme · no open leads · r/devops*']);
  });

  test.each([
    [1, 'Let 1 old one go…'],
    [12, 'Let 12 old ones go…'],
  ])('can be let go once %i of them are old', (count, label) => {
    expect(buttonsOf(drawn(of({ older: count })).blocks)).toContain(label);
  });

  test('say how many a filter left out', () => {
    const leftOut = [{ reason: 'below_min_score' as const, count: 25, best: 0.91 }];
    expect(shownOf(of({ leads: [], open: 0, leftOut, minScore: 60 }))).toEqual([
      '*Acme · no open leads*',
      '25 below your minimum score of 60 (the best has 0.91)',
    ]);
    const beside = of({ leftOut: DIGEST.leftOut, minScore: 60 });
    expect(shownOf(beside).at(-1)).toMatch(/^6 below your minimum score of 60/);
    expect(heardOf(beside).at(-1)).toMatch(/^6 below your minimum score of 60/);
  });

  test('say if only the best were read', () => {
    expect(shownOf(of({ asked: 100 })).at(-1)).toContain('only the API’s first 100 leads were read');
  });

  test.each([{}, { leads: [], open: 0 }])('say if they are from the last poll: %o', (given) => {
    expect(heardOf(of({ ...given, asOf: FRIDAY - 60_000 }))[1]).toMatch(
      /As of 07:59 UTC.*: the API can’t be read/,
    );
  });
});

test('every lead is on some page, however long its title and link', () => {
  const title = 'Why does & cost <so> *much*? '.repeat(20);
  const long = leadsOf(title, `https://forum.example/${'a'.repeat(570)}`, 20);
  const leads = [...long, ...leadsOf('CRM?', 'https://forum.example/1', 40).slice(20)];
  const standing = standingOf(leads, { state: 'new' });
  const found = { ...FOUND, leads, open: 40 };
  const perPage = leadsPerPage(found);
  const shown: string[] = [];
  for (let from = 0; from < leads.length; from += perPage) {
    const page = drawn(leadListPage({ ...found, from }, leads.slice(from, from + perPage), standing));
    expectWithinLimits(page);
    shown.push(...wordsOf(page.blocks).flatMap((words) => words.match(/\bL1000\d\d$/gm) ?? []));
  }
  expect(shown.toSorted()).toEqual(Object.values(standing.handles).toSorted());
  expect(leadsPerPage({ ...FOUND, leads: leadsOf('CRM?', 'https://forum.example/1', 40) })).toBe(15);
});

test('metrics the API does not give are left out, not zero', () => {
  const metrics = { total: 31, new: 0, today: undefined, averageScore: 58 };
  expect(shownOf(metricsAnswer(ACME, metrics)).slice(0, 2)).toEqual([
    '*Acme* · 31 leads known to the API · average score 58',
    '0 that the API calls new',
  ]);
});

test('only warm leads that are leads too can be opened', () => {
  const [first = expect.fail(), second = expect.fail()] = DIGEST.leads;
  const page = warmLeadsAnswer(ACME, [{ ...second, key: 'unknown' }, first], STANDING, { at: DIGEST.at });
  expect(heardOf(page).slice(-2)).toEqual([
    expect.stringContaining(`${second.title}`),
    expect.stringMatching(/L412/),
  ]);
  expect(JSON.stringify(page).match(/"label":"Open"/g)).toHaveLength(1);
});

test('warm leads show their state and handle', () => {
  const standing = { ...STANDING, leads: { 'id:1': { state: 'claimed' as const } } };
  const page = warmLeadsAnswer(ACME, DIGEST.leads.slice(0, 1), standing, { at: DIGEST.at });
  expect(heardOf(page).at(-1)).toMatch(
    /^✋ \*?91\*? .*How do you alert on Kubernetes cost spikes\? · r\/devops · .*Claimed by a colleague · L412$/,
  );
});
