import { describe, expect, it } from 'vitest';
import type { LeadStanding } from '../../../src/decision.ts';
import { type LeadBrief, leadBriefMessage, leadSettled } from '../../../src/messages/leads/lead-brief.ts';
import { DIGEST, FRIDAY, TOPIC } from '../cast.ts';
import { buttonsOf, drawn, shownOf, wordsOf } from '../reading.ts';

const [LEAD = { key: 'id:1' }] = DIGEST.leads;
const row = (engine: string, own_score: number, top_competitor: string | null) => ({
  engine_id: engine,
  engine,
  own_score,
  own_mention_rate: 0.5,
  top_competitor,
});
const topic = {
  ...TOPIC,
  label: 'pricing',
  by_model: [row('ChatGPT', 61, 'Globex'), row('Gemini', 44, 'Globex'), row('Claude', 52.5, 'Initech')],
};
const BRIEF: LeadBrief = {
  project: DIGEST.project,
  lead: { ...LEAD, citedBy: ['ChatGPT', 'Perplexity'] },
  handle: 'L412',
  topic,
  prompt: 'k8s cost alerts',
  now: FRIDAY,
};

const linesOf = (changes: Partial<LeadBrief> = {}) => shownOf(leadBriefMessage({ ...BRIEF, ...changes }));
const notKnown = (changes: Partial<LeadBrief>) => linesOf(changes).at(-1);

describe('who claims a lead is told', () => {
  it('what they should know before they reply, in sentences', () => {
    expect(linesOf()).toEqual([
      '*You’re on L412* · <https://forum.example/devops/1|How do you alert on Kubernetes cost spikes?>',
      '*ChatGPT and Perplexity cite this thread.* Asks for what your prompt “k8s cost alerts” covers.\n' +
        'It touches your tracked prompt “k8s cost alerts”.',
      '*What engines say on “pricing”:* you score 61.0 on ChatGPT, 44.0 on Gemini and 52.5 on Claude. ' +
        'Top competitor: Globex on ChatGPT and Gemini and Initech on Claude.',
      'Acme · score 91 · r/devops · 5 h',
      'The API doesn’t say which days these scores are from.',
    ]);
    expect(buttonsOf(drawn(leadBriefMessage(BRIEF)).blocks)).toEqual(['Replied…', 'Hand over…', 'Release']);
  });

  it('what is not known in one line', () => {
    const lead = { ...LEAD, reason: undefined, citedBy: undefined };
    expect(linesOf({ lead, topic: 'none', prompt: 'none' }).slice(1)).toEqual([
      'Acme · score 91 · r/devops · 5 h',
      'No topic or tracked prompt of yours shares this thread’s words.',
    ]);
  });

  it('what is not there apart from what could not be read', () => {
    expect(notKnown({ topic: 'none', prompt: 'unreadable' })).toBe(
      'No topic of yours shares this thread’s words. Your tracked prompts couldn’t be read just now.',
    );
    expect(notKnown({ topic: 'unreadable', prompt: 'unreadable' })).toBe(
      'Your topics and tracked prompts couldn’t be read just now.',
    );
  });

  it('of a topic without figures, and of one without a competitor', () => {
    expect(notKnown({ topic: { ...topic, by_model: [] } })).toBe(
      'The API has no figures by engine on “pricing”.',
    );
    expect(notKnown({ topic: { ...topic, by_model: [row('ChatGPT', 61, null)] } })).toContain(
      'No engine names a top competitor there.',
    );
  });
});

describe('once the lead is answered or given back', () => {
  const settled = (standing: LeadStanding) =>
    drawn(leadSettled({ ...BRIEF, standing }, { at: FRIDAY, timezone: 'Europe/Berlin' }));

  it.each<[LeadStanding, RegExp]>([
    [{ state: 'new' }, /^Open again/],
    [{ state: 'replied', by: 'U0ANA', since: FRIDAY }, /^Replied by <@U0ANA>/],
  ])('the brief says how it stands, without buttons', (standing, words) => {
    const { blocks } = settled(standing);
    expect(wordsOf(blocks)[1]).toMatch(words);
    expect(buttonsOf(blocks)).toEqual([]);
  });
});
