import { describe, expect, it } from 'vitest';
import type { Decision } from '../../src/decision.ts';
import { type FoundLead, foundLeadsAnswer, placesLine } from '../../src/messages/answers/found-leads.ts';
import { whyPostAnswer } from '../../src/messages/answers/why-post.ts';
import { ACME, ALERT, DIGEST, FRIDAY, NEWS } from './cast.ts';
import { buttonsOf, clocksRead, expectHarmless, expectWithinLimits, seen, wordsOf } from './reading.ts';

const [FIRST] = DIGEST.leads;
const PLACE = { channel: 'C0ACME', at: FRIDAY, permalink: 'https://acme.slack.com/archives/C0ACME/p1' };

const found = (given: Partial<FoundLead> = {}): FoundLead => ({
  project: ACME,
  lead: { ...FIRST, key: 'id:1', state: { state: 'new' } },
  handle: 'L412',
  places: [PLACE],
  isHere: false,
  askable: true,
  ...given,
});

const HOSTILE = ['<!channel> <https://evil.example|x> *_~`', '&'.repeat(3_000), '👨‍👩‍👧‍👦'.repeat(270), ''];

describe('several leads of one message', () => {
  it('each say how they stand and where', () => {
    const message = foundLeadsAnswer([found(), found({ handle: 'L2', places: [], askable: false })]);
    expect(message.text).toMatch(/^2 leads in this message\.\nL412 · How do you alert/);
    expect(wordsOf(message.blocks).map(clocksRead).map(seen)).toEqual([
      '*2 leads in this message*',
      '*L412* · How do you alert on Kubernetes cost spikes? · Acme · open\nStands in <#C0ACME>, Fri 20 Nov, 08:00 UTC',
      '*L2* · How do you alert on Kubernetes cost spikes? · Acme · open\nNo post shows it: it was left out, or waits.',
    ]);
    expect(buttonsOf(message.blocks)).toHaveLength(1);
  });

  it('are ten at most, and the others counted', () => {
    const message = foundLeadsAnswer(Array.from({ length: 30 }, () => found()));
    expect(wordsOf(message.blocks)[0]).toBe('*30 leads in this message*, the first 10 shown');
    expect(message.blocks).toHaveLength(11);
  });

  it.each(HOSTILE)('with any text, are within the limits and harmless: %.20s', (text) => {
    const url = `https://forum.example/${'a'.repeat(570)}`;
    const lead = { key: 'id:1', title: text, url, state: { state: 'claimed' } } as const;
    const many = Array.from({ length: 30 }, () => found({ project: { id: 'p', name: text }, lead }));
    const message = foundLeadsAnswer(many);
    expectWithinLimits(message);
    for (const words of wordsOf(message.blocks)) expectHarmless(words);
  });
});

describe('where a lead stands', () => {
  it('is linked to its post, or only said where Slack gives no address', () => {
    expect(placesLine([PLACE])?.toString()).toBe(
      `Stands in <#C0ACME>, <!date^${FRIDAY / 1000}^{date_short} {time}^${PLACE.permalink}|Fri 20 Nov, 08:00 UTC>`,
    );
    expect(placesLine([{ ...PLACE, permalink: undefined }])?.toString()).toBe(
      `Stands in <#C0ACME>, <!date^${FRIDAY / 1000}^{date_short} {time}|Fri 20 Nov, 08:00 UTC>`,
    );
  });

  it('is not said where no post shows it', () => {
    expect(placesLine([])).toBeUndefined();
  });
});

describe('a post that is not of leads', () => {
  it.each([ALERT, NEWS] satisfies Decision[])('says what it is and which feed decided it: %s', ({ kind }) => {
    const feed = { kind: 'scores', schedule: 'weekdays at 9:00', timezone: 'Europe/Berlin' };
    const words = wordsOf(whyPostAnswer(ACME, kind, { feed, at: FRIDAY }).blocks).join('\n');
    expect(words).toMatch(
      /^\*Acme\*: this is a .* Decided .*\.\nIts scores feed runs weekdays at 9:00 Europe\/Berlin/,
    );
  });

  it('of a feed that is gone says only what it is', () => {
    const { blocks } = whyPostAnswer(ACME, 'recap', { feed: undefined, at: FRIDAY });
    expect(wordsOf(blocks).join('\n')).not.toContain('feed runs');
  });
});
