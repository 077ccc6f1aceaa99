import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/ask/plan.ts';
import { readQuestion } from '../../src/ask/read-question.ts';
import { AT, KNOWN } from './northwind.ts';

function plan(question: string, before?: Plan | readonly Plan[]): Plan | undefined {
  const reading = readQuestion(question, KNOWN, AT, before);
  return reading.verdict === 'understood' ? reading.plan : undefined;
}

describe('the text of answers', () => {
  const PROMPT = 'best payroll software';
  it.each<[question: string, meant: Omit<Plan, 'intent'>]>([
    ['what does ChatGPT say when asked “best payroll software”?', { engine: 'ChatGPT', prompt: PROMPT }],
    [
      'what did Gemini answer to best payroll software in Germany',
      { engine: 'Gemini', region: 'Germany', prompt: PROMPT },
    ],
    ['show me what gemini answers to best payroll software', { engine: 'Gemini', prompt: PROMPT }],
    ['show me Gemini’s answer to best payroll software', { engine: 'Gemini', prompt: PROMPT }],
    ['what does ChatGPT say when people ask about onboarding', { engine: 'ChatGPT', topic: 'onboarding' }],
    ['show me an answer where we’re missing', { order: 'worst' }],
    ['show me an answer where we were dropped', { order: 'worst' }],
    ['which answers don’t name us', { order: 'worst' }],
    ['show me the answer where Gemini dropped us', { engine: 'Gemini', order: 'worst' }],
    ['which answers on Gemini dont mention us', { engine: 'Gemini', order: 'worst' }],
    ['answers on Google AI Overviews that do not name us', { engine: 'Google AI Overviews', order: 'worst' }],
    ['show answers that name Globex first', { entity: 'Globex', metric: 'rank' }],
    ['show answers that name us first', { order: 'best', metric: 'rank' }],
    [
      'what does ChatGPT say when asked best crm for remote teams',
      { engine: 'ChatGPT', prompt: 'best crm for remote teams' },
    ],
    ['what does Gemini answer to best running shoes', { engine: 'Gemini', prompt: 'best running shoes' }],
    [
      'what does ChatGPT say when asked ‘best project tracker’?',
      { engine: 'ChatGPT', prompt: 'best project tracker' },
    ],
    [
      'what does Gemini say when asked ‘best crm for remote teams’?',
      { engine: 'Gemini', prompt: 'best crm for remote teams' },
    ],
    [
      'what does Gemini say when asked “checklist for remote teams”?',
      { engine: 'Gemini', prompt: 'onboarding checklist for remote teams' },
    ],
  ])('is asked for by “%s”', (question, meant) => {
    expect(plan(question)).toEqual({ intent: 'answers', ...meant });
  });

  it('is known to be of no tracked prompt, whatever the quote is about', () => {
    const reading = readQuestion('which pages are cited for “best crm for startups”?', KNOWN, AT);
    expect(reading).toMatchObject({ verdict: 'not_understood', isBeyond: false });
    expect(readQuestion('how much is our crm?', KNOWN, AT)).toMatchObject({ isBeyond: true });
  });

  it('goes on about the engine that “it” is, whatever prompt is named', () => {
    const before: Plan = { intent: 'ranking', entity: 'prompts', engine: 'Gemini' };
    const meant = { intent: 'answers', engine: 'Gemini', prompt: PROMPT };
    expect(plan(`what did it say for “${PROMPT}”`, before)).toEqual(meant);
    expect(plan(`what do engines say for “${PROMPT}”`, before)).not.toHaveProperty('engine');
  });

  it('goes on about the prompt and the engine of the question before', () => {
    const before: Plan = { intent: 'score', engine: 'ChatGPT', prompt: PROMPT };
    expect(plan('what does it say?', before)).toEqual({ ...before, intent: 'answers' });
    expect(plan('and on Gemini?', { ...before, intent: 'answers' })).toEqual({
      ...before,
      intent: 'answers',
      engine: 'Gemini',
    });
  });

  it('goes on about the engine alone if any answer will do, also after two questions', () => {
    const of: Plan = { intent: 'change', engine: 'Gemini', why: true };
    for (const before of [{ ...of, prompt: PROMPT }, [of, { intent: 'compare' }] as const])
      expect(plan('show me an answer', before)).toEqual({ intent: 'answers', engine: 'Gemini' });
  });

  it.each(['what does ChatGPT say about us?', 'what did we answer last week', 'show me leads to answer'])(
    'isn’t asked for by “%s”',
    (question) => {
      expect(plan(question)?.intent).not.toBe('answers');
    },
  );
});

describe('after why we dropped on Gemini', () => {
  const before: Plan = { intent: 'change', engine: 'Gemini', why: true };
  it.each<[question: string, meant: Omit<Plan, 'engine'>]>([
    ['and the prompts?', { intent: 'ranking', entity: 'prompts', order: 'worst' }],
    ['since when?', { intent: 'change' }],
  ])('“%s” asks it of Gemini', (question, meant) => {
    for (const asked of [before, [before, { intent: 'compare' }] as const])
      expect(plan(question, asked)).toEqual({ engine: 'Gemini', ...meant });
  });
});
