/** Questions that go on from the one before. */
import { expect, it } from 'vitest';
import type { Plan } from '../../src/ask/plan.ts';
import { ofProject } from '../../src/ask/plan-fields.ts';
import { readQuestion } from '../../src/ask/read-question.ts';
import { AT, KNOWN } from './northwind.ts';

it.each<[plan: Plan, meant: Plan]>([
  [
    { intent: 'compare', entity: 'Hooli', engine: 'Gemini' },
    { intent: 'compare', engine: 'Gemini' },
  ],
  [
    { intent: 'compare', entity: ['Hooli', 'Globex'] },
    { intent: 'compare', entity: 'Globex' },
  ],
  [
    { intent: 'score', prompt: 'cut aws bill', from: '2026-11-16' },
    { intent: 'score', from: '2026-11-16' },
  ],
  [{ intent: 'topic', topic: 'cushioning' }, { intent: 'topic' }],
  [{ intent: 'sources', entity: 'hooli.example' }, { intent: 'sources' }],
  [
    { intent: 'sources', entity: 'sites' },
    { intent: 'sources', entity: 'sites' },
  ],
  [
    { intent: 'ranking', entity: 'prompts' },
    { intent: 'ranking', entity: 'prompts' },
  ],
  [
    { intent: 'leads', entity: 'places' },
    { intent: 'leads', entity: 'places' },
  ],
])('the same about another project leaves out what only the first one has: %j', (plan, meant) => {
  expect(ofProject(plan, KNOWN)).toEqual(meant);
});

const FROM_ONE: readonly (readonly [before: Plan, question: string, meant: Plan])[] = [
  [{ intent: 'score', engine: 'Gemini' }, 'how much in percent?', { intent: 'change', engine: 'Gemini' }],
  [
    { intent: 'happened', from: '2026-11-24', to: '2026-11-24' },
    'why did that happen?',
    { intent: 'change', why: true, from: '2026-11-24', to: '2026-11-24' },
  ],
  [
    { intent: 'compare', entity: 'Globex', engine: 'Gemini' },
    'what about sentiment?',
    { intent: 'compare', entity: 'Globex', engine: 'Gemini', metric: 'sentiment' },
  ],
  [
    { intent: 'leads', entity: 'Hacker News' },
    'sorted by age',
    { intent: 'leads', entity: 'Hacker News', order: 'newest' },
  ],
  [
    { intent: 'ranking', entity: 'prompts', order: 'best' },
    'what about the worst ones?',
    { intent: 'ranking', entity: 'prompts', order: 'worst' },
  ],
  [
    { intent: 'answers', engine: 'Gemini', prompt: 'best payroll software' },
    'who is first there?',
    { intent: 'named', metric: 'rank', engine: 'Gemini', prompt: 'best payroll software' },
  ],
  [{ intent: 'change', engine: 'Gemini' }, 'which leads are there?', { intent: 'leads', engine: 'Gemini' }],
  [
    { intent: 'change', engine: 'Gemini' },
    'and the one before that?',
    { intent: 'change', engine: 'Gemini', earlier: { way: 'worse', back: 1 } },
  ],
  [
    { intent: 'leads', arrived: true, from: '2026-11-16' },
    'how many are still open?',
    { intent: 'leads', from: '2026-11-16', filters: ['unclaimed'] },
  ],
  [
    { intent: 'ranking', entity: 'topics', order: 'worst' },
    'which ones rose',
    { intent: 'ranking', entity: 'topics', order: 'best' },
  ],
  [
    { intent: 'score', engine: 'Gemini' },
    'and the best engine?',
    { intent: 'ranking', entity: 'engines', order: 'best' },
  ],
  [{ intent: 'leads' }, 'the best one?', { intent: 'leads', order: 'best', limit: 1 }],
  [
    { intent: 'ranking', entity: 'topics', order: 'worst', region: 'Germany' },
    'top 3',
    { intent: 'ranking', entity: 'topics', order: 'worst', region: 'Germany', limit: 3 },
  ],
  [
    { intent: 'answers', entity: 'Globex', order: 'worst' },
    'show me one',
    { intent: 'answers', entity: 'Globex', order: 'worst', limit: 1 },
  ],
  [
    { intent: 'compare', entity: 'Globex', engine: 'ChatGPT' },
    'which answers name them and not us',
    { intent: 'answers', entity: 'Globex', engine: 'ChatGPT', order: 'worst' },
  ],
  [
    { intent: 'leads', filters: ['cited'], limit: 5 },
    'show all of them',
    { intent: 'leads', filters: ['cited'] },
  ],
  [{ intent: 'leads', filters: ['cited'] }, 'top 3', { intent: 'leads', filters: ['cited'], limit: 3 }],
  [{ intent: 'sources' }, 'just the first five', { intent: 'sources', limit: 5 }],
  [
    { intent: 'leads', filters: ['cited'] },
    'how many are still open',
    { intent: 'leads', filters: ['cited', 'unclaimed'] },
  ],
  [
    { intent: 'ranking', entity: 'engines', order: 'worst' },
    'how did they change?',
    { intent: 'ranking', entity: 'engines', order: 'worst' },
  ],
  [{ intent: 'sources' }, 'only ours', { intent: 'sources', entity: 'northwind.example' }],
  [
    { intent: 'happened', from: '2026-11-23', to: '2026-11-25' },
    'and the week before',
    { intent: 'happened', from: '2026-11-16', to: '2026-11-22' },
  ],
  [
    { intent: 'change', from: '2026-11-25', to: '2026-11-25' },
    'the day before?',
    { intent: 'change', from: '2026-11-24', to: '2026-11-24' },
  ],
  [{ intent: 'happened', from: '2026-11-23' }, 'what about leads?', { intent: 'leads' }],
  [
    { intent: 'leads', entity: 'Hacker News', order: 'newest' },
    'with a score over 70',
    { intent: 'leads', entity: 'Hacker News', order: 'newest', min_score: 70 },
  ],
  [
    { intent: 'overview', engine: 'ChatGPT' },
    'worse than Gemini?',
    { intent: 'ranking', entity: 'engines', engine: ['ChatGPT', 'Gemini'], order: 'best' },
  ],
  [
    { intent: 'score', engine: 'ChatGPT', from: '2026-11-16', to: '2026-11-22' },
    'worse than Gemini?',
    { intent: 'ranking', engine: ['ChatGPT', 'Gemini'], from: '2026-11-16', to: '2026-11-22' },
  ],
  [{ intent: 'prompts' }, 'which ones are bad', { intent: 'ranking', entity: 'prompts', order: 'worst' }],
  [
    { intent: 'prompts', engine: 'Gemini' },
    'the worst three',
    { intent: 'ranking', entity: 'prompts', engine: 'Gemini', order: 'worst', limit: 3 },
  ],
  [{ intent: 'change' }, 'where?', { intent: 'ranking', entity: 'engines', order: 'worst' }],
];
it.each(FROM_ONE)('after %j “%s” goes on from it', (before, question, plan) => {
  expect(readQuestion(question, KNOWN, AT, before)).toMatchObject({ verdict: 'understood', plan });
});

it('a follow-up may ask for a place from the other end', () => {
  const before: Plan = { intent: 'ranking', entity: 'engines', order: 'best' };
  const read = readQuestion('the third worst', KNOWN, AT, before);
  expect(read).toMatchObject({ verdict: 'understood', plan: { ...before, order: 'worst' } });
});

it('after what rose most, “and which fell” asks for the same kind', () => {
  const before: Plan = { intent: 'ranking', entity: 'topics', order: 'best' };
  const read = readQuestion('and which fell', KNOWN, AT, before);
  expect(read).toMatchObject({ plan: { ...before, order: 'worst' }, premise: 'worse' });
});

it('after a change of a part, “who gained?” asks about the same part, and “by how much?” once more', () => {
  const gained = readQuestion('who gained', KNOWN, AT, { intent: 'change', engine: 'Gemini', why: true });
  const plan: Plan = { intent: 'compare', engine: 'Gemini' };
  expect(gained).toEqual({ verdict: 'understood', plan, premise: 'better' });
  expect(readQuestion('by how much?', KNOWN, AT, plan)).toMatchObject({ plan });
});

it.each(['who won?', 'who took over', 'who has gained from it?'])(
  'after a fall, “%s” asks which rivals rose then',
  (question) => {
    const fall: Plan = { intent: 'change', from: '2026-11-16', to: '2026-11-22', why: true };
    const { why: _, ...days } = fall;
    const plan: Plan = { ...days, intent: 'compare' };
    expect(readQuestion(question, KNOWN, AT, fall)).toEqual({
      verdict: 'understood',
      plan,
      premise: 'better',
    });
  },
);

it.each<[before: Plan, question: string, plan: Plan]>([
  [
    { intent: 'change', why: true },
    'on which engine was it?',
    { intent: 'ranking', entity: 'engines', order: 'worst' },
  ],
  [
    { intent: 'compare', topic: 'pricing' },
    'on which engines?',
    { intent: 'ranking', entity: 'engines', topic: 'pricing', order: 'worst' },
  ],
  [{ intent: 'compare', entity: 'Globex' }, 'on which engines?', { intent: 'compare', entity: 'Globex' }],
  [
    { intent: 'ranking', entity: 'topics', order: 'worst' },
    'which is the best?',
    { intent: 'ranking', entity: 'topics', order: 'best' },
  ],
  [
    { intent: 'named', metric: 'rank' },
    'on onboarding checklist for remote teams',
    { intent: 'named', metric: 'rank', prompt: 'onboarding checklist for remote teams' },
  ],
  [{ intent: 'change', from: '2026-11-23' }, 'and before that?', { intent: 'change', to: '2026-11-22' }],
  // Of one engine there's nothing to rank.
  [
    { intent: 'score', metric: 'sentiment', engine: 'Gemini' },
    'so which one’s the worst',
    { intent: 'ranking', entity: 'engines', metric: 'sentiment', order: 'worst' },
  ],
  [
    { intent: 'overview', from: '2026-11-01', to: '2026-11-25' },
    'vs october',
    { intent: 'change', from: '2026-10-01', to: '2026-11-25', aspects: ['two spans'] },
  ],
  [
    { intent: 'leads', prompt: 'cost' },
    'are any cited',
    { intent: 'leads', prompt: 'cost', filters: ['cited'] },
  ],
  [
    { intent: 'leads', prompt: 'cost' },
    'the best one?',
    { intent: 'leads', prompt: 'cost', order: 'best', limit: 1 },
  ],
  [{ intent: 'leads', prompt: 'cost' }, 'the best ones', { intent: 'leads', prompt: 'cost', order: 'best' }],
  [
    { intent: 'named', prompt: 'best payroll software' },
    'how many answers is that based on?',
    { intent: 'named', prompt: 'best payroll software' },
  ],
])('a question of few words goes on about what was asked: %o, “%s”', (before, question, plan) => {
  const read = readQuestion(question, KNOWN, AT, before);
  expect(read).toMatchObject({ verdict: 'understood' });
  expect(read.verdict === 'understood' && read.plan).toEqual(plan);
});

it('after a question that was only guessed at, one that means the same by itself is answered', () => {
  const guessed: Plan[] = [{ intent: 'sources' }];
  const asked = readQuestion('what about our competitors?', KNOWN, AT, guessed);
  expect(asked).toMatchObject({ verdict: 'understood', plan: { intent: 'compare' } });
});

it.each<[before: Plan, question: string]>([
  [{ intent: 'compare', topic: 'pricing', region: 'Germany' }, 'what changed last week?'],
  [{ intent: 'topic', topic: 'pricing' }, 'did we drop?'],
  [{ intent: 'compare', engine: 'Gemini' }, 'what changed last week?'],
])('after %o, which has no past, “%s” is about the whole', (before, question) => {
  const alone = readQuestion(question, KNOWN, AT);
  expect(alone).toMatchObject({ plan: { intent: 'change' } });
  expect(readQuestion(question, KNOWN, AT, before)).toEqual(alone);
  const goingOn = readQuestion(`and ${question}`, KNOWN, AT, before);
  expect(goingOn).toMatchObject({ plan: { ...before, intent: 'change' } });
});

it('“cited ones” is about the leads before', () => {
  const before: Plan = { intent: 'leads', filters: ['unclaimed'] };
  const plan: Plan = { intent: 'leads', filters: ['unclaimed', 'cited'] };
  expect(readQuestion('cited ones', KNOWN, AT, before)).toMatchObject({ plan });
});

it.each(['ok and', 'yeah but', 'cool, and', 'wait what about', 'lol and', 'right,'])(
  'what is said first goes on all the same: “%s on Gemini?”',
  (first) => {
    const read = readQuestion(`${first} on Gemini?`, KNOWN, AT, { intent: 'overview' });
    expect(read).toMatchObject({ verdict: 'understood', plan: { intent: 'overview', engine: 'Gemini' } });
  },
);

it('two questions in one line share their days and parts', () => {
  const bothOfOctober = { from: '2026-10-01', to: '2026-10-31' };
  expect(readQuestion('score and top 5 sources in october', KNOWN, AT)).toMatchObject({
    between: [
      { intent: 'score', ...bothOfOctober },
      { intent: 'sources', ...bothOfOctober },
    ],
  });
  expect(
    readQuestion('who beats us on onboarding and which sites get cited for it', KNOWN, AT),
  ).toMatchObject({
    between: [{ topic: 'onboarding' }, { intent: 'sources', topic: 'onboarding' }],
  });
});

it.each(['which of these are ours', 'any of those ours?', 'how many are from us'])(
  'after a list of sources, “%s” asks for our own pages among them',
  (question) => {
    const before: Plan = { intent: 'sources', engine: 'Gemini' };
    const [ours] = KNOWN.names.domains.filter((one) => one.startsWith('northwind'));
    expect(readQuestion(question, KNOWN, AT, before)).toMatchObject({ plan: { ...before, entity: ours } });
    expect(ours).toBeDefined();
  },
);

it.each<[question: string, instead: Partial<Plan>]>([
  ['no, i meant ChatGPT', { engine: 'ChatGPT' }],
  ['no, ChatGPT', { engine: 'ChatGPT' }],
  ['no, not Gemini, ChatGPT', { engine: 'ChatGPT' }],
  ['sorry, I meant sentiment', { metric: 'sentiment' }],
  ['I meant last month', { from: '2026-10-01', to: '2026-10-31' }],
  ['not yesterday, last month', { from: '2026-10-01', to: '2026-10-31' }],
  ['adn on ChatGPT?', { engine: 'ChatGPT' }],
])('“%s” asks the question before with this instead', (question, instead) => {
  const before: Plan = { intent: 'score', engine: 'Gemini', from: '2026-11-24', to: '2026-11-24' };
  expect(readQuestion(question, KNOWN, AT, before)).toMatchObject({
    verdict: 'understood',
    plan: { ...before, ...instead },
  });
});

it('a correction may ask a question of its own', () => {
  const before: Plan = { intent: 'score', engine: 'Gemini' };
  const asked = readQuestion('actually, which leads are unclaimed?', KNOWN, AT, before);
  expect(asked).toMatchObject({ plan: { intent: 'leads', filters: ['unclaimed'] } });
});
