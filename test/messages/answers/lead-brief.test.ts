import { describe, expect, it } from 'vitest';
import { type LeadBrief, leadBriefMessage } from '../../../src/messages/answers/lead-brief.ts';
import { DIGEST, FRIDAY, TOPIC } from '../cast.ts';
import { buttonsOf, wordsOf } from '../reading.ts';

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

const linesOf = (changes: Partial<LeadBrief> = {}) =>
  wordsOf(leadBriefMessage({ ...BRIEF, ...changes }).blocks)[0]?.split('\n') ?? [];
const notKnown = (changes: Partial<LeadBrief>) =>
  linesOf(changes).filter((line) => line.startsWith('Not known'));

describe('who claims a lead is told', () => {
  it('what they should know before they reply, in sentences', () => {
    expect(linesOf()).toEqual([
      '*L412* · Acme · It is yours.',
      '*<https://forum.example/devops/1|How do you alert on Kubernetes cost spikes?>*',
      'r/devops · 5 h old · score 91',
      '*Why:* Asks for what your prompt “k8s cost alerts” covers.',
      'ChatGPT and Perplexity already cite this thread.',
      'Acme’s score on “pricing”, by engine: ChatGPT 61.0, Gemini 44.0, Claude 52.5. The API doesn’t say which days these figures cover.',
      'The top competitor there is Globex on ChatGPT and Gemini; Initech on Claude.',
      'It touches your tracked prompt “k8s cost alerts”.',
    ]);
    expect(buttonsOf(leadBriefMessage(BRIEF).blocks)).toEqual(['Replied…', 'Release']);
  });

  it('all that is not known in one line', () => {
    const lead = { ...LEAD, reason: undefined, citedBy: undefined };
    expect(linesOf({ lead, topic: 'none', prompt: 'none' }).slice(3)).toEqual([
      'Not known: the API gave no reason; no topic and no tracked prompt shares the thread’s words.',
    ]);
  });

  it('what is not there apart from what could not be read', () => {
    expect(notKnown({ topic: 'none', prompt: 'unreadable' })).toEqual([
      'Not known: no topic shares the thread’s words; tracked prompts could not be read just now.',
    ]);
    expect(notKnown({ topic: 'unreadable', prompt: 'unreadable' })).toEqual([
      'Not known: topics and tracked prompts could not be read just now.',
    ]);
  });

  it('of a topic without figures, and of one without a competitor', () => {
    expect(notKnown({ topic: { ...topic, by_model: [] } })).toEqual([
      'Not known: the API gave no figures by engine on “pricing”.',
    ]);
    expect(notKnown({ topic: { ...topic, by_model: [row('ChatGPT', 61, null)] } })).toEqual([
      'Not known: no engine has a top competitor there.',
    ]);
  });
});
