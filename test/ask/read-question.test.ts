import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleQuestions } from '../../src/ask/examples.ts';
import { knownNames } from '../../src/ask/names.ts';
import { type Names, Plan } from '../../src/ask/plan.ts';
import { readQuestion } from '../../src/ask/read-question.ts';
import { runs } from '../support/runs.ts';

const NAMES: Names = {
  project: 'Northwind',
  engines: ['ChatGPT', 'Gemini', 'Google AI Overviews'],
  regions: [
    { name: 'United States', code: 'US' },
    { name: 'Germany', code: 'DE' },
  ],
  topics: ['payroll errors', 'onboarding'],
  prompts: ['best payroll software', 'payroll for freelancers', 'onboarding checklist for remote teams'],
  rivals: ['Globex', 'Blue Harbor'],
  domains: ['northwind.example', 'globex.example', 'en.wikipedia.org'],
  places: ['r/humanresources', 'Hacker News'],
};
const KNOWN = knownNames(NAMES);
/** A Wednesday. */
const AT = { now: Date.parse('2026-11-25T12:00:00Z'), timezone: 'UTC' };

function read(question: string, before?: Plan) {
  return readQuestion(question, KNOWN, AT, before);
}

function plan(question: string, before?: Plan): Plan | undefined {
  const reading = read(question, before);
  return reading.verdict === 'understood' ? reading.plan : undefined;
}

describe('a question', () => {
  it.each<[question: string, meant: Plan]>([
    ['Why did we drop on Gemini?', { intent: 'change', engine: 'Gemini', why: true }],
    ['Which open leads are cited by ChatGPT?', { intent: 'leads', engine: 'ChatGPT', filters: ['cited'] }],
    ['leads from r/humanresources above 80', { intent: 'leads', entity: 'r/humanresources', min_score: 80 }],
    [
      'how do we compare with blue harbour in germany',
      { intent: 'compare', entity: 'Blue Harbor', region: 'Germany' },
    ],
    ['worst 3 topics', { intent: 'ranking', entity: 'topics', order: 'worst', limit: 3 }],
    ['who is named first on onboarding', { intent: 'named', metric: 'rank', topic: 'onboarding' }],
    ['does wikipedia get cited', { intent: 'sources', entity: 'en.wikipedia.org' }],
    ['what happened yesterday', { intent: 'happened', from: '2026-11-24', to: '2026-11-24' }],
    [
      'score in the US last week',
      { intent: 'score', metric: 'score', region: 'United States', from: '2026-11-16', to: '2026-11-22' },
    ],
    ['when is the next digest', { intent: 'status' }],
  ])('“%s” is read as it is meant', (question, meant) => {
    expect(plan(question)).toEqual(meant);
  });

  it.each([
    'how much revenue did we make',
    'what is our score on DeepSeek',
    'visibility in Brazil',
    'delete the leads from r/humanresources',
    'wie stehen wir auf Gemini',
    'what will our score be tomorrow',
    'purple bananas',
    '???',
  ])('“%s” is beyond it, and it offers what it can tell', (question) => {
    const reading = read(question);
    expect(reading.verdict).toBe('not_understood');
    expect(reading).toMatchObject({ near: { length: 3 } });
  });

  it('that is two questions is asked back', () => {
    const reading = read('how do we compare with Globex and which pages does Gemini cite?');
    expect(reading).toMatchObject({
      verdict: 'ambiguous',
      between: [{ intent: 'compare' }, { intent: 'sources' }],
    });
  });

  it('that could mean two prompts is asked back', () => {
    expect(read('our score for the payroll prompt')).toMatchObject({
      verdict: 'ambiguous',
      between: [{ prompt: 'best payroll software' }, { prompt: 'payroll for freelancers' }],
    });
  });

  it('that it offers itself is understood as the intent that it is offered for', () => {
    for (const { intent, question } of exampleQuestions(NAMES)) expect(plan(question)?.intent).toBe(intent);
  });

  it('of any words is a plan that holds, or none', () => {
    const words = fc.constantFrom(
      ...'why did our score drop on gemini last week leads cited by chatgpt vs globex compare worst topics above 80 prompts about payroll “ ” ? , and what happened in US us germany r/humanresources sources 30d since friday who named first'.split(
        ' ',
      ),
    );
    const line = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.array(words, { maxLength: 14 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(line, (question) => {
        const reading = read(question);
        const plans =
          reading.verdict === 'understood'
            ? [reading.plan]
            : reading.verdict === 'ambiguous'
              ? reading.between
              : [];
        for (const one of plans) {
          expect(Plan.parse(one)).toEqual(one);
          expect((one.from ?? '') <= (one.to ?? '9')).toBe(true);
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it('of a project whose names are hostile is read all the same', () => {
    const hostile = fc.array(fc.string({ maxLength: 30 }), { maxLength: 4 });
    fc.assert(
      fc.property(hostile, fc.string({ maxLength: 60 }), (names, question) => {
        const regions = names.map((name) => ({ name, code: name.slice(0, 2) }));
        const known = knownNames({
          project: '',
          engines: names,
          regions,
          topics: names,
          prompts: names,
          rivals: names,
          domains: names,
          places: names,
        });
        expect(() => readQuestion(question, known, AT)).not.toThrow();
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('a question that goes on', () => {
  const before: Plan = {
    intent: 'score',
    metric: 'score',
    engine: 'Gemini',
    from: '2026-11-19',
    to: '2026-11-25',
  };

  it.each<[question: string, meant: Plan]>([
    ['and on ChatGPT?', { ...before, engine: 'ChatGPT' }],
    ['why?', { ...before, intent: 'change', why: true }],
    ['last month?', { ...before, from: '2026-10-01', to: '2026-10-31' }],
    ['what about Globex?', { ...before, intent: 'compare', entity: 'Globex' }],
    ['and in Germany', { ...before, region: 'Germany' }],
  ])('“%s” keeps what was asked before', (question, meant) => {
    expect(plan(question, before)).toEqual(meant);
  });

  it('by a whole question of its own forgets what was asked before', () => {
    expect(plan('Which topics are we worst in?', before)).toEqual({
      intent: 'ranking',
      entity: 'topics',
      order: 'worst',
    });
    expect(plan('and the open leads?', before)).toEqual({ intent: 'leads' });
  });
});
