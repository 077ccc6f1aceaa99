import { describe, expect, it } from 'vitest';
import { type FoundLead, foundLeadsAnswer } from '../../../src/messages/leads/lead-row.ts';
import { headline } from '../../../src/messages/page.ts';
import { ACME, DIGEST } from '../cast.ts';
import {
  buttonsOf,
  clocksRead,
  drawn,
  expectHarmless,
  expectWithinLimits,
  HOSTILE,
  heardOf,
  seen,
  shownOf,
} from '../reading.ts';

const [FIRST] = DIGEST.leads;

const found = (given: Partial<FoundLead> = {}): FoundLead => ({
  project: ACME,
  lead: { ...FIRST, key: 'id:1', state: { state: 'new' } },
  handle: 'L412',
  askable: true,
  ...given,
});

describe('several leads of one message', () => {
  it('each show their state', () => {
    const page = foundLeadsAnswer([found(), found({ handle: 'L2', askable: false })]);
    expect(shownOf(page).map(clocksRead).map(seen)).toEqual([
      '*2 leads in this message*',
      '*L412* · How do you alert on Kubernetes cost spikes? · Acme · open',
      '*L2* · How do you alert on Kubernetes cost spikes? · Acme · open',
    ]);
    expect(buttonsOf(drawn(page).blocks)).toHaveLength(1);
  });

  it('come below what the message is', () => {
    const how = { parts: [headline('This is a post of Acme & Co.')] };
    expect(heardOf(foundLeadsAnswer([found()], how))).toEqual([
      'This is a post of Acme &amp; Co.',
      '1 lead in this message',
      'L412 · How do you alert on Kubernetes cost spikes? · Acme · open',
    ]);
  });

  it('are ten at most, and the rest counted', () => {
    const page = foundLeadsAnswer(Array.from({ length: 30 }, () => found()));
    expect(shownOf(page)[0]).toBe('*30 leads in this message*');
    expect(shownOf(page).at(-1)).toBe('20 more are not shown here.');
    expect(drawn(page).blocks).toHaveLength(12);
  });

  it.each(HOSTILE)('stay within limits and harmless with %s', (_, text) => {
    const url = `https://forum.example/${'a'.repeat(570)}`;
    const lead = { key: 'id:1', title: text, url, state: { state: 'claimed' } } as const;
    const many = Array.from({ length: 30 }, () => found({ project: { id: 'p', name: text }, lead }));
    const page = foundLeadsAnswer(many);
    expectWithinLimits(drawn(page));
    for (const words of shownOf(page)) expectHarmless(words);
  });
});
