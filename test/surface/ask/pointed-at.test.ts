import { expect, test } from 'vitest';
import type { Plan } from '../../../src/ask/plan.ts';
import { askAboutListed } from '../../../src/surface/ask/pointed-at.ts';

test('the second of the prompts on which a rival is ahead is that prompt', () => {
  const plan: Plan = { intent: 'compare', entity: 'Globex', aspects: ['by prompt'], engine: 'Gemini' };
  const said = { projectId: 'p', leads: [], names: ['cut aws bill', 'k8s cost alerts'], plan };
  expect(askAboutListed('the second one', said, 'Acme').question).toEqual({
    plan: { intent: 'score', prompt: 'k8s cost alerts', engine: 'Gemini' },
  });
});

test('“why?” and “why that one?” are about the one asked about last, or the first of a ranking', () => {
  const plan: Plan = { intent: 'ranking', entity: 'engines', order: 'worst', metric: 'sentiment' };
  const said = { projectId: 'p', leads: [], names: ['Gemini', 'Claude'], plan };
  const whyOf = (part: object) => ({ plan: { intent: 'change', why: true, metric: 'sentiment', ...part } });
  const ofPrompts = { ...said, plan: { ...plan, entity: 'prompts' } };
  const ofTopics: Plan = { intent: 'ranking', entity: 'topics', order: 'best' };
  for (const line of ['why that one?', 'why?', 'but why is that', 'how come?']) {
    const asked = (before: typeof said) => askAboutListed(line, before, 'Acme').question;
    expect(asked(said)).toEqual(whyOf({ engine: 'Gemini' }));
    expect(asked(ofPrompts)).toEqual(whyOf({ prompt: 'Gemini' }));
    expect(asked({ ...said, plan: ofTopics })).toEqual({
      plan: { intent: 'change', topic: 'Gemini', why: true },
    });
    const second = { ...said, opened: 1, namesOf: plan };
    expect(askAboutListed(line, second, 'Acme').question).toEqual(whyOf({ engine: 'Claude' }));
    const unranked = { ...said, plan: { intent: 'named' as const } };
    expect(asked(unranked)).toEqual({ text: line });
  }
});

const THERE = { engine: 'Gemini', region: 'Germany', from: '2026-11-16' } as const;

test.each([
  ['the second one', { plan: { intent: 'score', ...THERE } }],
  ['the third one', { plan: { intent: 'compare', entity: 'Hooli', ...THERE } }],
  ['the second rival', { plan: { intent: 'compare', entity: 'Hooli', ...THERE } }],
  ['compare us with the second one', { text: 'compare us with Hooli' }],
])('“%s” counts the rows shown, where and when they were counted', (text, question) => {
  const said = {
    projectId: 'p',
    leads: [],
    names: ['Globex', 'Acme', 'Hooli'],
    plan: { intent: 'named' as const, ...THERE },
  };
  expect(askAboutListed(text, said, 'Acme').question).toEqual(question);
});

test('of a ranking of regions the second one is that region; after the last there is none', () => {
  const plan: Plan = { intent: 'ranking', entity: 'regions', metric: 'rank' };
  const said = { projectId: 'p', leads: [], names: ['Germany', 'France'], plan };
  const meant = { intent: 'score', metric: 'rank', region: 'France' };
  expect(askAboutListed('the second one', said, 'Acme').question).toEqual({ plan: meant });
  expect(() => askAboutListed('the fifth one', said, 'Acme')).toThrow('has 2 rows');
  expect(() => askAboutListed('the next one', { ...said, opened: 1 }, 'Acme')).toThrow('the last of 2 rows');
  expect(() => askAboutListed('the previous one', { ...said, opened: 0 }, 'Acme')).toThrow(
    'None comes before',
  );
});

test('without a list “the second one” is nothing to count, unless the line says more', () => {
  const said = { projectId: 'p', leads: [], plan: { intent: 'score' as const } };
  expect(() => askAboutListed('the second one', said, 'Acme')).toThrow('no list to count in');
  const more = 'who is named in the second place';
  expect(askAboutListed(more, said, 'Acme').question).toEqual({ text: more });
});

test('after an answer on a topic, “on it” is that topic', () => {
  const said = { projectId: 'p', leads: [], plan: { intent: 'topic' as const, topic: 'pricing' } };
  expect(askAboutListed('who is ahead on it?', said, 'Acme').question).toEqual({
    text: 'who is ahead on pricing?',
  });
});

test('“about it” after a ranking is about the first of it', () => {
  const said = { projectId: 'p', leads: [], names: ['setup effort', 'pricing'] };
  const topics: Plan = { intent: 'ranking', entity: 'topics', order: 'worst' };
  const about = (plan: Plan) =>
    askAboutListed('what leads are about it?', { ...said, plan }, 'Acme').question;
  expect(about(topics)).toEqual({ text: 'what leads are about setup effort?' });
  expect(about({ ...topics, entity: 'prompts' })).toEqual({ text: 'what leads are about “setup effort”?' });
});

test.each<[Plan, string, string]>([
  [{ intent: 'named' }, 'which one is growing?', 'which rival is growing?'],
  [
    { intent: 'compare' },
    'how often were they named yesterday?',
    'how often were our rivals named yesterday?',
  ],
  [{ intent: 'sources', entity: 'globex.example' }, 'who cites it most?', 'who cites globex.example most?'],
  [{ intent: 'leads' }, 'which one is growing?', 'which one is growing?'],
])('after %j “%s” asks “%s”', (plan, said, meant) => {
  expect(askAboutListed(said, { projectId: 'p', leads: [], plan }, 'Acme').question).toEqual({ text: meant });
});
