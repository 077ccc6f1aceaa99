import { describe, expect, it } from 'vitest';
import type { LeadBriefing, LeadStanding, LeadTopic } from '../../../src/decision.ts';
import { type LeadBrief, leadBriefMessage, leadSettledPage } from '../../../src/messages/leads/claims.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { DIGEST, FRIDAY, STANDING } from '../cast.ts';
import { buttonsOf, drawn, drawnView, shownOf, wordsOf } from '../reading.ts';

const [LEAD = { key: 'id:1' }] = DIGEST.leads;
const topic: LeadTopic = {
  label: 'pricing',
  quotes: [],
  visibility: 55.3,
  rival: { name: 'Globex', visibility: 66 },
  engines: [
    { engine: 'ChatGPT', visibility: 61, rival: 'Globex' },
    { engine: 'Gemini', visibility: 44, rival: 'Globex' },
    { engine: 'Claude', visibility: 52.5, rival: 'Initech' },
  ],
};
const BRIEFING: LeadBriefing = { topic, prompt: { text: 'k8s cost alerts' } };
const BRIEF: LeadBrief = {
  project: DIGEST.project,
  lead: { ...LEAD, citedBy: ['ChatGPT', 'Perplexity'] },
  handle: 'L412',
  briefing: BRIEFING,
  now: FRIDAY,
};

const linesOf = (briefing: Partial<LeadBriefing> = {}, lead = BRIEF.lead) =>
  shownOf(leadBriefMessage({ ...BRIEF, lead, briefing: { ...BRIEFING, ...briefing } }));

const WHAT_TO_DO = 'Reply in the thread itself, then mark it here as replied.';

describe('the claimer’s brief', () => {
  it('says what to know before replying', () => {
    expect(linesOf()).toEqual([
      '*You’re on L412* · <https://forum.example/devops/1|How do you alert on Kubernetes cost spikes?>',
      '*ChatGPT and Perplexity cite this thread.* Asks for what your prompt “k8s cost alerts” covers.',
      '*Where you stand on “pricing”*: you 55.3, Globex 66.0\n' +
        'You by engine: ChatGPT 61.0 · Gemini 44.0 · Claude 52.5\n' +
        'Top competitor: Globex on ChatGPT and Gemini; Initech on Claude',
      'The API doesn’t say which days these figures cover.',
      'Acme · lead score 91 · r/devops · 5 h',
      WHAT_TO_DO,
    ]);
    expect(buttonsOf(drawn(leadBriefMessage(BRIEF)).blocks)).toEqual(['Replied…', 'Hand over…', 'Release']);
  });

  it('quotes what engines say on the topic, and claims to only where it does', () => {
    const quotes = [{ text: 'Globex is cheapest.', engine: 'Gemini' }, { text: 'Acme alerts early.' }];
    const topic = { label: 'pricing', engines: [], quotes };
    expect(linesOf({ topic })).toContain(
      '*What engines say on “pricing”*\n“Globex is cheapest.” · Gemini\n“Acme alerts early.”',
    );
    expect(linesOf().join()).not.toContain('engines say');
  });

  it('lists the pages that engines cite most for the prompt', () => {
    const pages = [
      { url: 'https://globex.example/costs', title: 'Cutting cloud costs', domain: 'globex.example' },
      { domain: 'forum.example' },
    ];
    expect(linesOf({ cited: { about: 'k8s cost alerts', pages } }).slice(4, -2)).toEqual([
      '*Pages engines cite most for “k8s cost alerts”*\n' +
        '<https://globex.example/costs|Cutting cloud costs> · globex.example\nforum.example',
    ]);
    expect(linesOf({ cited: 'none' })).toEqual(linesOf());
  });

  it('is a modal titled with the lead’s short name', () => {
    expect(drawnView(leadBriefMessage(BRIEF)).title.text).toBe('Lead L412');
  });

  it('names the prompt it touches, unless the API’s reason already does', () => {
    const touches = 'It touches your tracked prompt “k8s cost alerts”.';
    expect(linesOf()).not.toContain(touches);
    expect(linesOf({}, { ...BRIEF.lead, reason: 'A buyer who is leaving.' })).toContain(touches);
  });

  it('shows what’s known while the API is asked', () => {
    const { blocks } = drawn(leadBriefMessage({ ...BRIEF, briefing: undefined }));
    const [headline, why, reading, ...rest] = linesOf();
    expect(wordsOf(blocks)).toEqual(expect.arrayContaining([headline, why, rest.at(-1)]));
    expect(wordsOf(blocks)).not.toContain(reading);
    expect(wordsOf(blocks)).toHaveLength(5);
    expect(buttonsOf(blocks)).toEqual(['Replied…', 'Hand over…', 'Release']);
  });

  it('leaves out what the API doesn’t give', () => {
    const lead = { ...LEAD, reason: undefined, citedBy: undefined };
    expect(linesOf({ topic: 'none', prompt: 'none' }, lead).slice(1)).toEqual([
      'Acme · lead score 91 · r/devops · 5 h',
      WHAT_TO_DO,
    ]);
    expect(linesOf({ topic: { label: 'pricing', quotes: [], engines: [] } }).join()).not.toContain('pricing');
  });

  it('says once that something couldn’t be read', () => {
    const unread = 'could be read just now';
    expect(linesOf().join()).not.toContain(unread);
    for (const part of ['topic', 'prompt', 'cited'])
      expect(
        linesOf({ topic: 'none', prompt: 'none', [part]: 'unreadable' })
          .join()
          .split(unread),
      ).toHaveLength(2);
  });

  it('says that a topic is only the closest, and names the top competitor once with its engines', () => {
    const engines = ['ChatGPT', 'Gemini'].map((engine) => ({ engine, visibility: 61, rival: 'Globex' }));
    const said = (isGuess: boolean) =>
      linesOf({ topic: { label: 'pricing', isGuess, quotes: [], engines } }).join('\n');
    expect(said(true)).toContain('closest');
    expect(said(false)).not.toContain('closest');
    expect(said(false)).toContain('ChatGPT 61 · Gemini 61');
    expect(said(false).match(/Globex/g), 'once, however many engines').toHaveLength(1);
    expect(said(false)).toContain('Globex on ChatGPT and Gemini');
  });

  it('shows only what each engine gives', () => {
    const engines = [{ engine: 'ChatGPT', visibility: 61 }, { engine: 'Gemini' }];
    expect(linesOf({ topic: { label: 'pricing', quotes: [], engines } })).toContain(
      '*Where you stand on “pricing”*\nYou by engine: ChatGPT 61',
    );
  });
});

it('an assigned lead comes with the same brief', () => {
  const { project } = BRIEF;
  const lead = { ...BRIEF.lead, reason: 'A buyer who is leaving.' };
  const given = {
    project,
    lead,
    briefing: BRIEFING,
    person: 'U0BEN',
    by: 'U0ANA',
    at: FRIDAY,
    timezone: 'UTC',
  };
  const { blocks } = render({ kind: 'lead_assigned', v: 1, ...given }, STANDING);
  expect(wordsOf(blocks)).toEqual(
    expect.arrayContaining(
      wordsOf(drawn(leadBriefMessage({ ...BRIEF, lead })).blocks)
        .slice(1, 4)
        .concat(WHAT_TO_DO),
    ),
  );
});

describe('once the lead is answered or given back', () => {
  const settled = (standing: LeadStanding) => drawn(leadSettledPage({ ...BRIEF, standing }, FRIDAY));

  it.each<[LeadStanding, RegExp]>([
    [{ state: 'new' }, /^Open again/],
    [{ state: 'replied', by: 'U0ANA', since: FRIDAY }, /^Answered by <@U0ANA>/],
  ])('the brief shows its state, without buttons', (standing, words) => {
    const { blocks } = settled(standing);
    expect(wordsOf(blocks)[1]).toMatch(words);
    expect(buttonsOf(blocks)).toEqual([]);
  });
});
