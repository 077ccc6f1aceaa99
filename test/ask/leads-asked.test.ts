import { expect, test } from 'vitest';
import { refinePlan } from '../../src/ask/aspects.ts';
import type { Plan } from '../../src/ask/plan.ts';
import { readQuestion } from '../../src/ask/read-question.ts';
import { mendTypos } from '../../src/ask/strange.ts';
import { AT, KNOWN } from './northwind.ts';

test.each<[question: string, meant: Plan]>([
  ['did leads drop?', { intent: 'leads', arrived: true }],
  ['which warm leads are on Hacker News', { intent: 'leads', entity: 'Hacker News', filters: ['cited'] }],
  ['leads assigned', { intent: 'leads', filters: ['claimed'] }],
  ['leads 50 60', { intent: 'leads', min_score: 50, max_score: 60 }],
  ['leads mentioning cost', { intent: 'leads', prompt: 'cost' }],
  ['leads on Hacker News mentioning cost', { intent: 'leads', entity: 'Hacker News', prompt: 'cost' }],
  ['leads mentioning checklist', { intent: 'leads', prompt: 'checklist' }],
  // Words that say something else elsewhere, or ask for what the API doesn’t have.
  ['leads mentioning visibility', { intent: 'leads', prompt: 'visibility' }],
  ['leads that mention answers above 70', { intent: 'leads', prompt: 'answers', min_score: 70 }],
  ['threads discussing prices', { intent: 'leads', prompt: 'prices' }],
  ['leads mentioning “cost report”', { intent: 'leads', prompt: 'cost report' }],
  ['leads mentioning cost or prices', { intent: 'leads', topic: ['cost', 'prices'] }],
  ['leads about payroll errors or prices', { intent: 'leads', topic: ['payroll errors', 'prices'] }],
  ['leads about payroll errors and prices', { intent: 'leads', topic: 'payroll errors', prompt: 'prices' }],
  ['leads mentioning Globex or prices', { intent: 'leads', topic: ['Globex', 'prices'] }],
  ['leads with the word cost, newest first', { intent: 'leads', prompt: 'cost', order: 'newest' }],
  ['leads mentioning payroll errors', { intent: 'leads', topic: 'payroll errors' }],
  // Only what they’re about, as it was typed.
  ['is there a thread about autosave mode anywhere', { intent: 'leads', prompt: 'autosave mode' }],
  // Options of the command, and a number that can only be a score.
  ['show me leads all max:49', { intent: 'leads', max_score: 49 }],
  ['which leads min:40 are on Hacker News', { intent: 'leads', min_score: 40, entity: 'Hacker News' }],
  ['leads up to 50', { intent: 'leads', max_score: 50 }],
  ['leads up to 10', { intent: 'leads', limit: 10 }],
])('“%s” asks for these leads', (question, meant) => {
  expect(readQuestion(question, KNOWN, AT)).toMatchObject({ verdict: 'understood', plan: meant });
});

test.each([
  'how do we do on caching',
  'is anyone asking about quota',
  'is this for saving',
  'did anyone treat us as a threat',
  'which prompts were added last week',
  'is the filter a larger note',
  'whatever is active',
])('“%s” has no typo, though its words are like known ones', (question) => {
  expect(mendTypos(question, KNOWN)).toBe(question);
});

test('of two numbers of which only one could be heeded neither is dropped without a word', () => {
  expect(readQuestion('leads 50 60 70', KNOWN, AT)).toMatchObject({ verdict: 'not_understood' });
});

test.each([
  ['leads below 60', 59],
  ['leads under 60 on Hacker News', 59],
  ['leads with a score less than 60', 59],
  ['leads with a score less than or equal to 60', 60],
  ['leads scoring at most 60', 60],
  ['leads below 0.5', 0.5],
])('“%s” sets this highest score', (question, highest) => {
  const read = readQuestion(question, KNOWN, AT);
  const plan = read.verdict === 'understood' ? read.plan : { intent: 'help' as const };
  const of = { project: { name: 'Northwind' }, today: '2026-11-25' };
  expect(refinePlan(plan, question, of)).toMatchObject({ intent: 'leads', max_score: highest });
});

test('“below” isn’t dropped if what it names isn’t known', () => {
  expect(readQuestion('leads below average', KNOWN, AT).verdict).not.toBe('understood');
});

test.each(['how do I answer a lead?', 'how can I reply to this lead', 'how can i undo a dismiss'])(
  '“%s” asks for how it is done',
  (question) => {
    expect(readQuestion(question, KNOWN, AT)).toMatchObject({ verdict: 'not_understood', isOrder: true });
  },
);

test.each<[what: string, question: string, meant: Plan]>([
  [
    'a state they are not in',
    'Hacker News leads without the snoozed ones',
    { intent: 'leads', entity: 'Hacker News' },
  ],
  ['a state they are not in', 'leads that aren’t claimed', { intent: 'leads', filters: ['unclaimed'] }],
  ['a deed with an adverb', 'did we ever answer anything', { intent: 'leads', filters: ['answered'] }],
  ['one’s own deeds', 'things I snoozed', { intent: 'leads', filters: ['mine', 'snoozed'] }],
  [
    'anybody’s deeds',
    'did anybody reply to the Hacker News ones',
    { intent: 'leads', entity: 'Hacker News', filters: ['answered'] },
  ],
  [
    'what is asked for behind the reason',
    'I’m putting together the report, so I’d need to know how many leads we answered in October, please.',
    { intent: 'leads', filters: ['answered'], from: '2026-10-01', to: '2026-10-31' },
  ],
  ['what somebody gave away', 'leads I handed over', { intent: 'leads', filters: ['claimed'] }],
  [
    'what somebody gave away',
    'which leads did I assign to others',
    { intent: 'leads', filters: ['claimed'] },
  ],
  ['a kind', 'any segment suggestions?', { intent: 'suggestions', entity: 'segments' }],
  ['the brand alone', 'Northwind?', { intent: 'overview' }],
  ['how many answers', 'how many answers is the score based on', { intent: 'score', metric: 'score' }],
  ['why', 'we dropped on Gemini. what happened', { intent: 'change', engine: 'Gemini', why: true }],
  [
    'either of two subjects',
    'leads about caching or about prices',
    { intent: 'leads', topic: ['caching', 'prices'] },
  ],
  ['what hurts', 'which of our topics hurt us most', { intent: 'ranking', entity: 'topics', order: 'worst' }],
  [
    'what hurts',
    'prompts dragging us down the most',
    { intent: 'ranking', entity: 'prompts', order: 'worst' },
  ],
  ['who else is named', 'is anybody else mentioned with us on Gemini', { intent: 'named', engine: 'Gemini' }],
  [
    'a word before days',
    'leads we passed on last week',
    { intent: 'leads', filters: ['dismissed'], from: '2026-11-16', to: '2026-11-22' },
  ],
  [
    'what isn’t wanted',
    'I don’t need the whole thing, only the sources Gemini used in October',
    { intent: 'sources', engine: 'Gemini', from: '2026-10-01', to: '2026-10-31' },
  ],
  [
    'a meeting',
    'client call in 5. worst topic in Germany?',
    { intent: 'ranking', entity: 'topics', order: 'worst', region: 'Germany' },
  ],
])('%s is heeded: “%s”', (_what, question, meant) => {
  expect(readQuestion(question, KNOWN, AT)).toMatchObject({ verdict: 'understood' });
  expect(readQuestion(question, KNOWN, AT)).toHaveProperty('plan', meant);
});
