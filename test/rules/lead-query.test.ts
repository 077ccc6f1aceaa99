import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LeadState } from '../../src/decision.ts';
import { type Askable, matchesQuery, mendWords, parseLeadQuery } from '../../src/rules/lead-filter.ts';
import { DAY, FRIDAY } from './cast.ts';

const LEAD: Askable = {
  title: 'How do you alert on Kubernetes cost spikes?',
  place: 'r/devops',
  score: 91,
  postedAt: FRIDAY - DAY,
  firstSeenAt: FRIDAY - DAY,
  citedBy: ['ChatGPT'],
  state: { state: 'new' },
};
const MINE: LeadState = { state: 'claimed', by: 'U0ANA' };
const finds = (text: string, lead: Partial<Askable> = {}) =>
  matchesQuery({ ...LEAD, ...lead }, parseLeadQuery(text), 'U0ANA', FRIDAY);

describe('narrowed by "key:value"', () => {
  it.each([
    ['an engine that cites it, in any case', 'engine:chatgpt'],
    ['an engine of which only the surface is told', 'engine:"ChatGPT (search)"'],
    ['one of several engines', 'engine:Gemini engine:ChatGPT'],
    ['its place by name', 'place:"r/DevOps"'],
    ['its score among words', 'score:90 kubernetes'],
    ['its score at least', 'min:91'],
    ['its score at most', 'score:91 max:91'],
    ['what it isn’t', 'not:r/saas not:"cited by Gemini" not:azure'],
    ['nobody having it', 'unclaimed'],
  ])('finds it by %s', (_, text) => {
    expect(finds(text)).toBe(true);
  });

  it.each([
    ['another engine', 'engine:Gemini', {}],
    ['an engine, where only that it is cited is known', 'engine:ChatGPT', { citedBy: [] }],
    ['another place', 'place:"Hacker News"', {}],
    ['a higher score among words', 'score:92 kubernetes', {}],
    ['a higher score', 'min:92', {}],
    ['a lower score', 'max:90', {}],
    ['its place', 'not:r/devops', {}],
    ['a word of its title', 'not:kubernetes', {}],
    ['an engine that cites it', 'not:"cited by ChatGPT"', {}],
    ['being cited', 'not:cited', {}],
    ['nobody having it, where somebody does', 'unclaimed', { state: MINE }],
    ['somebody having it, where nobody does', 'claimed', {}],
  ])('leaves it out by %s', (_, text, lead) => {
    expect(finds(text, lead)).toBe(false);
  });

  it('reads a state in other words, but not beside words that are looked for', () => {
    expect(parseLeadQuery('taken')).toMatchObject({ state: 'claimed', words: '' });
    expect(parseLeadQuery('assigned')).toMatchObject({ state: 'claimed', words: '' });
    expect(parseLeadQuery('r/devops Done newest')).toMatchObject({ state: 'replied', words: '' });
    expect(parseLeadQuery('stale')).toMatchObject({ older: true, words: '' });
    expect(parseLeadQuery('done right')).toMatchObject({ words: 'done right' });
    expect(parseLeadQuery('done right')).not.toHaveProperty('state');
  });

  it('reads days, order and how many, and tells what is none of them', () => {
    expect(parseLeadQuery('since:2026-11-16 until:2026-11-18 newest top:3')).toMatchObject({
      since: '2026-11-16',
      until: '2026-11-18',
      order: 'newest',
      top: 3,
      words: '',
    });
    for (const [key, value] of [
      ['since', '2026-02-30'],
      ['until', 'yesterday'],
      ['top', 'all'],
      ['top', '0'],
      ['score', 'high'],
      ['min', 'high'],
      ['max', ''],
    ])
      expect(parseLeadQuery(`kubernetes ${key}:${value}`)).toMatchObject({
        unreadable: { key, value },
        words: 'kubernetes',
      });
  });

  it('one’s own that are answered are those that one answered', () => {
    expect(finds('mine answered', { state: { state: 'replied', by: 'U0ANA' } })).toBe(true);
    expect(finds('mine answered', { state: { state: 'replied', by: 'U0BEN' } })).toBe(false);
  });
});

describe('asked for leads', () => {
  it.each([
    ['nothing', ''],
    ['its place', 'R/DevOps'],
    ['its place without r/', 'devops'],
    ['a lower score', '80'],
    ['its own score', '91'],
    ['words of its title', 'kubernetes COST'],
    ['what engines cite', 'cited'],
    ['all of that, in any order', '80 cited r/devops'],
    ['words beside a place', 'cost r/devops'],
    ['words in another order, one of them of its place', 'spikes devops cost'],
    ['one of several places', 'r/saas r/devops'],
    ['words in quotes', '“cost spikes”'],
  ])('%s finds it', (_, text) => expect(finds(text)).toBe(true));

  it.each([
    ['another place', 'r/sysadmin'],
    ['a higher score', '91.5'],
    ['words that are not in its title', 'invoice'],
    ['half a word of its title', 'kuber'],
    ['what the person holds', 'mine'],
    ['what is old', 'older'],
    ['its place, but not its score', 'r/devops 95'],
  ])('%s does not', (_, text) => expect(finds(text)).toBe(false));

  it('finds what the person holds, and not what a colleague does', () => {
    expect(finds('mine', { state: MINE })).toBe(true);
    expect(finds('mine', { state: { ...MINE, by: 'U0BEN' } })).toBe(false);
  });

  it('takes a missing score for no score, and a missing date for the day it was first seen', () => {
    expect(finds('0', { score: undefined })).toBe(false);
    expect(finds('', { score: undefined })).toBe(true);
    const old = { postedAt: undefined, firstSeenAt: FRIDAY - 14 * DAY - 1 };
    expect(finds('older', old)).toBe(true);
    expect(finds('older', { ...old, firstSeenAt: FRIDAY - 14 * DAY })).toBe(false);
    expect(finds('older', { ...old, state: MINE })).toBe(false);
  });

  it('finds a word in any form, but rules out only what is typed', () => {
    expect(finds('costs spike')).toBe(true);
    expect(finds('not:spike')).toBe(true);
  });

  it.each([
    ['kubernetse alrt', 'kubernetes alert'],
    ['alerts on costs', 'alerts on costs'],
    ['terraform', 'terraform'],
    // Another word, and one beside a word that no title has.
    ['coat', 'coat'],
    ['preview alrt', 'preview alrt'],
  ])('looks for the word of a title that was misspelled: %s', (typed, meant) => {
    expect(mendWords(typed, [LEAD])).toBe(meant);
  });

  it('is never narrower with a word less', () => {
    const word = fc.constantFrom('mine', 'cited', 'older', 'r/devops', 'r/saas', '80', '95', 'all');
    fc.assert(
      fc.property(fc.uniqueArray(word), fc.boolean(), (words, isMine) => {
        const lead = { state: isMine ? MINE : LEAD.state };
        const [, ...fewer] = words;
        const isOnePlace = words.filter((one) => one.startsWith('r/')).length < 2;
        const isOneScore = words.filter((one) => /\d/.test(one)).length < 2;
        if (isOnePlace && isOneScore && finds(words.join(' '), lead))
          expect(finds(fewer.join(' '), lead)).toBe(true);
      }),
      { seed: 5 },
    );
  });
});
