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
