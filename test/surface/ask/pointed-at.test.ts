import { expect, test } from 'vitest';
import type { Plan } from '../../../src/ask/plan.ts';
import { askAboutListed, refuseLostDeed } from '../../../src/surface/ask/pointed-at.ts';

test.each(['claim it', 'snooze it', 'please dismiss that one'])(
  '“%s” after nothing gets what to do instead',
  (text) => {
    expect(() => refuseLostDeed(text, undefined)).toThrow(/lead/);
    expect(() => refuseLostDeed(text, { projectId: 'p', leads: [], card: 'L12' })).not.toThrow();
  },
);

test.each(['claim L12', 'open it', 'untrack it'])('“%s” isn’t refused for that', (text) =>
  expect(() => refuseLostDeed(text, undefined)).not.toThrow(),
);

test('the second of the prompts on which a rival is ahead is that prompt', () => {
  const plan: Plan = { intent: 'compare', entity: 'Globex', aspects: ['by prompt'], engine: 'Gemini' };
  const said = { projectId: 'p', leads: [], names: ['cut aws bill', 'k8s cost alerts'], plan };
  expect(askAboutListed('the second one', said, 'Acme').question).toEqual({
    plan: { intent: 'score', prompt: 'k8s cost alerts', engine: 'Gemini' },
  });
});

test('“that one” is the one asked about last, or the first of a ranking', () => {
  const plan: Plan = { intent: 'ranking', entity: 'engines', order: 'worst' };
  const said = { projectId: 'p', leads: [], names: ['Gemini', 'Claude'], plan };
  expect(askAboutListed('why that one?', said, 'Acme').question).toEqual({ text: 'why Gemini?' });
  const second = { ...said, opened: 1, namesOf: plan };
  expect(askAboutListed('why that one?', second, 'Acme').question).toEqual({ text: 'why Claude?' });
  const unranked = { ...said, plan: { intent: 'named' as const } };
  expect(askAboutListed('why that one?', unranked, 'Acme').question).toEqual({ text: 'why that one?' });
});

test.each([
  ['the second one', { plan: { intent: 'score', engine: 'Gemini' } }],
  ['the third one', { plan: { intent: 'compare', entity: 'Hooli', engine: 'Gemini' } }],
  ['the second rival', { plan: { intent: 'compare', entity: 'Hooli', engine: 'Gemini' } }],
  ['compare us with the second one', { text: 'compare us with Hooli' }],
])('“%s” counts the rows shown, the brand’s too unless it can’t be meant', (text, question) => {
  const plan: Plan = { intent: 'named', engine: 'Gemini' };
  const said = { projectId: 'p', leads: [], names: ['Globex', 'Acme', 'Hooli'], plan };
  expect(askAboutListed(text, said, 'Acme').question).toEqual(question);
});
