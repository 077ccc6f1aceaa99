import { expect, test } from 'vitest';
import type { LeadState } from '../../../src/decision.ts';
import { leadsAnswer } from '../../../src/messages/leads/leads-answer.ts';
import { DIGEST, FRIDAY } from '../cast.ts';
import { leadsOf, standingOf } from '../every-lead.ts';
import { wordsOf } from '../reading.ts';

const LEADS = leadsOf('CRM?', 'https://forum.example/1', 12);

/** The last `taken` of twelve leads stand as `state` says; `page` counts from 0. */
function answer(taken: number, { state = 'claimed', page = 0, limit = 10 } = {}) {
  const all = { project: DIGEST.project, leads: LEADS, limit, page, leftOut: [], now: FRIDAY };
  const { handles } = standingOf(LEADS, { state: 'new' });
  const leads = Object.fromEntries(
    LEADS.slice(LEADS.length - taken).map(({ key }) => [key, { state: state as LeadState['state'] }]),
  );
  const { text, blocks } = leadsAnswer(all, { handles, leads });
  return { head: wordsOf(blocks)[0], text: text.split('\n')[0] };
}

test('while nobody took one, the best of all are shown', () => {
  expect(answer(0)).toEqual({
    head: '*Acme leads* · best 10 of 12',
    text: 'Acme: 12 leads, best first.',
  });
});

test.each(['claimed', 'replied', 'dismissed', 'snoozed'])(
  'how many are open is said beside those that are %s, which stand below them',
  (state) => {
    expect(answer(5, { state })).toEqual({
      head: '*Acme leads* · 1 to 10 of 12: 7 open, best first, then 5 not open',
      text: 'Acme: 12 leads: 7 open, best first, then 5 not open.',
    });
  },
);

test('it is said on every page, and where all are on one', () => {
  expect(answer(5, { page: 1 }).head).toBe(
    '*Acme leads* · 11 to 12 of 12: 7 open, best first, then 5 not open',
  );
  expect(answer(5, { limit: 20 }).head).toBe('*Acme leads* · 12 leads: 7 open, best first, then 5 not open');
});

test('that none is open is said too', () => {
  expect(answer(12).head).toBe('*Acme leads* · 1 to 10 of 12: none open');
});
