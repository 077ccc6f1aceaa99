import { expect, test } from 'vitest';
import type { LeadStanding, OwnDigest, OwnRow, WhyRanked } from '../../../src/decision.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { ACME, DIGEST, FRIDAY, STANDING } from '../cast.ts';
import { buttonsOf, wordsOf } from '../reading.ts';

const GLOBEX = { id: 'globex', name: 'Globex' };

const rows = (...whys: (WhyRanked | undefined)[]): OwnRow[] =>
  DIGEST.leads.slice(0, whys.length).map((lead, i) => ({ project: ACME, lead, why: whys[i] }));

function drawn(given: Partial<OwnDigest>, leads: Record<string, LeadStanding> = {}) {
  const digest: OwnDigest = {
    kind: 'own_digest',
    v: 1,
    project: ACME,
    person: 'U0ANA',
    at: FRIDAY,
    timezone: 'Europe/Berlin',
    schedule: 'weekdays at 9:00',
    rows: rows(undefined),
    order: { by: 'team', decisions: 63 },
    ...given,
  };
  const { blocks, text } = render(digest, { ...STANDING, leads });
  return { words: wordsOf(blocks), buttons: buttonsOf(blocks), text };
}

test('a row has the lead, why it was chosen and buttons; the footer says whose order it is', () => {
  const { words, buttons, text } = drawn({
    rows: rows({ kind: 'place', place: 'r/devops' }, { kind: 'untried', place: 'Hacker News' }),
  });
  expect(words).toEqual([
    '*Today’s 2 leads for you* · Acme',
    '*91* <https://forum.example/devops/1|How do you alert on Kubernetes cost spikes?> · r/devops · 5 h · L412',
    'Your team answers threads in r/devops',
    '*84* <https://news.example/2|Best CRM for a team of five?> · Hacker News · 1 d · L398',
    'New place for you: your team has hardly tried Hacker News',
    'Ordered by 63 decisions of your team · Weekdays at 9:00 Europe/Berlin',
  ]);
  expect(buttons.filter((label) => label === 'I’ll reply')).toHaveLength(2);
  expect(buttons).toContain('Edit…');
  expect(text).toMatch(
    /^Today’s 2 leads for you: 91, “How do you alert on Kubernetes cost spikes\?”, r\/devops, 5 h\./,
  );
});

test('a lead that the person was shown before says so', () => {
  const noteOf = (again: Partial<OwnRow>) =>
    drawn({ rows: rows({ kind: 'fresh' }).map((row) => ({ ...row, ...again })) }).words[2];
  expect(noteOf({ isAgain: true })).toBe(`shown once more · ${noteOf({})}`);
});

test('of leads read before an outage, it says as of when', () => {
  const { words } = drawn({ asOf: FRIDAY - 48 * 3_600_000 });
  expect(words.at(-1)).toMatch(/API can’t be read right now, so this is as of .*Wed/);
});

test('projects are named if there are several; in the API’s order, its own reason is shown', () => {
  const order = { by: 'api' } as const;
  expect(drawn({ order }).words[2]).toBe('Asks for what your prompt “k8s cost alerts” covers.');
  const [first] = rows(undefined);
  const [, second] = rows(undefined, undefined);
  if (!first || !second) return expect.fail('The cast has too few leads.');
  const both = drawn({ order, rows: [first, { ...second, project: GLOBEX }] });
  expect(both.words[2]).toBe('Acme · Asks for what your prompt “k8s cost alerts” covers.');
  expect(both.words[4]).toBe('Globex · Matches topic “pricing”.');
});

test('a claimed lead keeps its row and loses its button; the headline’s number stays', () => {
  const taken = { 'id:1': { state: 'claimed', since: FRIDAY } } as const;
  const { words, buttons } = drawn({ rows: rows({ kind: 'cited' }, { kind: 'rest' }) }, taken);
  expect(words[0]).toMatch(/^\*Today’s 2 leads for you\*/);
  expect(words[1]).toMatch(/^✋ .* · Claimed by a colleague, .* · L412$/);
  expect(buttons.filter((label) => label === 'I’ll reply')).toHaveLength(1);
});

test('a single lead is not called two, and missing facts are named', () => {
  const { words } = drawn({ rows: [{ project: ACME, lead: { key: 'id:1', title: 'Untold' } }] });
  expect(words[0]).toMatch(/^\*Today’s lead for you\*/);
  expect(words.at(-1)).toContain('the API gave no score, no date, no place and no link that can be shown');
});
