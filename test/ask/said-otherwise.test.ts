import { describe, expect, it } from 'vitest';
import { refinePlan } from '../../src/ask/aspects.ts';
import { findDays } from '../../src/ask/days.ts';
import { indexNames } from '../../src/ask/names.ts';
import type { Plan } from '../../src/ask/plan.ts';
import { readQuestion } from '../../src/ask/read-question.ts';
import { AT, KNOWN, NAMES } from './northwind.ts';

const TODAY = '2026-11-25';
const MONTHS = 'January February March April May June July August September October November'.split(' ');

function plan(question: string): Plan | undefined {
  const reading = readQuestion(question, KNOWN, AT);
  return reading.verdict === 'understood' ? reading.plan : undefined;
}

describe.each(MONTHS)('the third of %s', (month) => {
  const short = month.slice(0, 3);
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0');
  const [from, to] = [`2026-${number}-03`, `2026-${number}-09`];

  it.each([
    `${month} 3`,
    `3 ${month}`,
    `${short} 3`,
    `${short}. 3`,
    `3-${short}`,
    `3rd of ${month}`,
    `the 3rd of ${month}`,
    `${month} 3rd`,
    from,
  ])('may be written “%s”', (day) => {
    expect(findDays(`score on ${day.toLowerCase()}`, TODAY)?.days).toEqual({ from, to: from });
    expect(findDays(`score since ${day}`, TODAY)?.days).toEqual({ from });
  });

  it.each([
    `from ${short}. 3 to ${short}. 9`,
    `${month} 3rd-9th`,
    `3-9 ${month}`,
    `between ${month} 3 and ${month} 9`,
    `between ${from} and ${to}`,
    `3rd of ${month} until 9th of ${month}`,
  ])('begins “%s”', (days) => {
    expect(findDays(`score ${days}`, TODAY)?.days).toEqual({ from, to });
  });
});

it.each([
  ['q3 to now', '2026-07-01', undefined],
  ['from october onwards', '2026-10-01', undefined],
  ['wtd', '2026-11-23', '2026-11-25'],
  ['last 3 mos', '2026-08-28', '2026-11-25'],
])('“%s” is from %s to %s', (days, from, to) => {
  expect(findDays(`score ${days}`, TODAY)?.days).toEqual({ from, ...(to && { to }) });
});

const NAMED: Plan = { intent: 'named', metric: 'mention_rate' };

describe('said by others', () => {
  it.each<[question: string, meant: Plan]>([
    ['what searches are run by the engines', { intent: 'sources', entity: 'searches' }],
    ['leads taken by somebody already', { intent: 'leads', filters: ['claimed'] }],
    ['how many new leads arrived on Monday?', { intent: 'leads', from: '2026-11-23', to: '2026-11-23' }],
    [
      'which AI is meanest to us',
      { intent: 'ranking', entity: 'engines', metric: 'sentiment', order: 'worst' },
    ],
    [
      'in which regions are we the less visible?',
      { intent: 'ranking', entity: 'regions', metric: 'score', order: 'worst' },
    ],
    ['top 3 rivals by mentions', { intent: 'compare', metric: 'mention_rate', limit: 3 }],
    ['sample answer from Gemini', { intent: 'answers', engine: 'Gemini' }],
    ['HOW MANY TIMES IS GLOBEX NAMED IN GERMANY', { ...NAMED, entity: 'Globex', region: 'Germany' }],
    ['GERMANY SCORE', { intent: 'score', metric: 'score', region: 'Germany' }],
    ['1. our worst topic', { intent: 'ranking', entity: 'topics', order: 'worst' }],
    ['how is the brand doing on Gemini', { intent: 'overview', engine: 'Gemini' }],
    ['is Globex ahead of our brand?', { intent: 'compare', entity: 'Globex' }],
    ['my conversations', { intent: 'leads', filters: ['mine'] }],
    ['suggest queries to track', { intent: 'suggestions' }],
    ['In Germany show answers that leave us out', { intent: 'answers', region: 'Germany', order: 'worst' }],
    ['is the drop serious?', { intent: 'change' }],
    ['did we ever score above 65 on Gemini?', { intent: 'score', engine: 'Gemini', order: 'best' }],
    ['was our rank ever worse than 4?', { intent: 'score', metric: 'rank', order: 'worst' }],
  ])('“%s” is read all the same', (question, meant) => {
    expect(plan(question)).toEqual(meant);
  });

  it.each([
    'on how many days did we beat Globex?',
    'best day of the week for our score',
    'how often were we below normal',
  ])('asks back where no answer would fit: “%s”', (question) => {
    expect(plan(question)).toBeUndefined();
  });

  it('“human resources” is a forum, but a word like it is none', () => {
    const known = indexNames({ ...NAMES, places: ['r/Parenting', 'r/humanresources'] });
    const reading = readQuestion('any parents asking on r/humanresources?', known, AT);
    expect(reading).toMatchObject({ plan: { intent: 'leads', entity: 'r/humanresources' } });
  });

  it('a rival’s “and” joins no two questions', () => {
    const known = indexNames({ ...NAMES, rivals: ['Fiddle & Co'] });
    const reading = readQuestion('why is fiddle and co growing on chatgpt?', known, AT);
    expect(reading).toMatchObject({ plan: { intent: 'change', entity: 'Fiddle & Co', why: true } });
  });
});

describe('what is said beside a question', () => {
  it.each([
    'my leads. I’m new here.',
    'my leads. The board meets tomorrow.',
    'my leads? Want to put it in the report.',
    'my leads. Cheers, Ben',
    'I have a meeting in 10 minutes. My leads',
    'Board meeting tomorrow. My leads pls',
  ])('is set aside: “%s”', (question) => {
    expect(plan(question)).toEqual({ intent: 'leads', filters: ['mine'] });
  });

  it.each<[question: string, meant: Plan]>([
    ['my leads. Unclaimed only.', { intent: 'leads', filters: ['mine', 'unclaimed'] }],
    ['our score? Last week.', { intent: 'score', metric: 'score', from: '2026-11-16', to: '2026-11-22' }],
    ['avg. rank on Gemini', { intent: 'score', metric: 'rank', engine: 'Gemini' }],
  ])('but not what adds to it: “%s”', (question, meant) => {
    expect(plan(question)).toEqual(meant);
  });
});

describe('said in few words', () => {
  it.each<[question: string, meant: Plan]>([
    ['leads open for 5 days', { intent: 'leads', to: '2026-11-20' }],
    ['leads unclaimed for 5 days', { intent: 'leads', to: '2026-11-20', filters: ['unclaimed'] }],
    ['leads nobody has touched in 5 days', { intent: 'leads', to: '2026-11-20', filters: ['unclaimed'] }],
    ['what’s our best topic and what’s our worst?', { intent: 'ranking', entity: 'topics' }],
    ['what do people dislike about us?', { intent: 'score', metric: 'sentiment' }],
    ['what do people love about us?', { intent: 'score', metric: 'sentiment' }],
  ])('“%s” is of figures', (question, meant) => {
    expect(plan(question)).toEqual(meant);
  });

  it('“which prompts?” about a rise asks for the prompts that rose, about a fall for those that fell', () => {
    for (const [premise, order] of [
      ['better', 'best'],
      ['worse', 'worst'],
    ] as const)
      expect(readQuestion('which prompts?', KNOWN, AT, { intent: 'change', premise })).toMatchObject({
        plan: { intent: 'ranking', entity: 'prompts', order },
        premise,
      });
  });

  it('“recap” on a Monday is of the week that is over, and “getting better” of more than a day', () => {
    const on = (today: string) => ({ project: { name: 'Northwind' }, today });
    const week: Plan = { intent: 'happened', from: '2026-11-23', to: '2026-11-23' };
    const last = { from: '2026-11-16', to: '2026-11-22' };
    expect(refinePlan(week, 'recap', on('2026-11-23'))).toEqual({ ...week, ...last });
    expect(refinePlan(week, 'recap', on('2026-11-24'))).toEqual(week);
    expect(refinePlan(week, 'what happened today?', on('2026-11-23'))).toEqual(week);
    const change: Plan = { intent: 'change', metric: 'sentiment' };
    const refined = refinePlan(change, 'is our sentiment getting better?', on('2026-11-25'));
    expect(refined).toEqual({ ...change, from: '2026-11-16', to: '2026-11-25' });
    expect(refinePlan(change, 'did our sentiment get better?', on('2026-11-25'))).toEqual(change);
  });
});

const QUESTIONS = [
  'Why did we drop on Gemini?',
  'how do we compare with Globex',
  'unclaimed leads above 70',
  'score',
];

describe.each(QUESTIONS)('“%s”', (question) => {
  it.each([
    'qq: ',
    'hi all, ',
    'can you tell me ',
    'could someone please tell me ',
    'sorry to bug you, ',
    'dumb question, ',
    'does anyone know ',
    'just wondering, ',
    'hmm ',
  ])('means the same behind “%s”', (before) => {
    expect(plan(before + question)).toEqual(plan(question));
    expect(plan(question)).toBeDefined();
  });

  it.each([' pls', ' thanks!', ' asap', ' thanks in advance', ' if possible', ' when you get a sec', ' lol'])(
    'means the same before “%s”',
    (after) => expect(plan(question.replace('?', '') + after)).toEqual(plan(question)),
  );
});

it.each([
  ['which prompts hurt us the most', 'our worst prompts'],
  ['leasd above 70', 'leads above 70'],
  ['did our scoe change snce monday', 'did our score change since monday'],
  ['what happened this monh', 'what happened this month'],
  ['leads at laest 70', 'leads at least 70'],
  ['score in Octobr', 'score in October'],
  ['is Gemini up', 'did Gemini go up'],
  ['did our pricing page on 3 Nov help at all', 'what changed since 3 Nov'],
  ['score for gemini not chatgpt', 'score for gemini'],
  ['score this morning', 'score today'],
  ['which alerts faded?', 'alerts'],
  ['mention rate for the last full week', 'mention rate for last week'],
  ['my leads with citations', 'my cited leads'],
  ['sources on payroll errors, no wikipedia', 'sources on payroll errors without wikipedia'],
  ['in which topics do answers sound negative', 'worst topics by sentiment'],
  ['is this serious?', 'how bad is it'],
  ['should I worry?', 'how bad is it'],
  ['our share of citations', 'how often is our site cited'],
  ['this weeks alerts', 'alerts this week'],
  ['rank, not mentions, on Gemini', 'rank on Gemini'],
  ['what happened last night', 'what happened yesterday'],
  ['May score', 'score in May'],
  ['prompts from best until worst', 'prompts from best to worst'],
  ['leads with minimum 70 points, maximum 90 points', 'leads between 70 and 90'],
  ['What cites Gemini?', 'what does Gemini cite'],
  ['which of our topics is in trouble', 'which of our topics is worst'],
  ['which topic should we stop worrying about', 'which topic is best'],
  ['leads 70 up', 'leads above 70'],
  ['Gemini tanked, what gives', 'why did Gemini tank'],
  ['worst prompts without us on Gemini', 'worst prompts on Gemini'],
  ['monday standup: how are we doing', 'how are we doing'],
  ['rivals on Gemini, closest first', 'rivals on Gemini'],
])('“%s” means “%s”', (typed, meant) => {
  expect(plan(typed)).toEqual(plan(meant));
  expect(plan(typed)).toBeDefined();
});

it.each([
  'what moved on Gemini zorb Tuesday',
  'compare us with Globex and Zorbex',
  'score since late october',
  'is onboarding doing better than payroll for freelancers',
  'who gets named when we aren’t',
  'how many threads came in yesterday vs the day before',
  'what did we let slip on Hacker News',
  'are we named first anywhere in Gemini',
  'unclaim my leads',
  'which prompts mention payroll but not freelancers',
  'score on Gemini in the week our launch was',
  'which rivals do we not beat',
  'which topics are we not losing in',
  'which topic should we paint blue',
  'how is the weather score on Gemini',
])('“%s” is asked back, as a part of it is lost', (question) => expect(plan(question)).toBeUndefined());

it.each([
  ['in November', 'and compared to October?', { from: '2026-10-01', to: '2026-11-25' }],
  ['in October', 'vs this month', { from: '2026-10-01', to: '2026-11-25' }],
  ['', 'compared to October', { from: '2026-10-01' }],
])('after the score %s, “%s” asks how it moved from one to the other', (days, question, both) => {
  const before = plan(`score on Gemini ${days}`);
  const after = readQuestion(question, KNOWN, AT, before);
  expect(after).toMatchObject({ plan: { intent: 'change', metric: 'score', engine: 'Gemini', ...both } });
});

it.each(['since when?', 'compared to us', 'which prompts did we win?', 'which topics do we lose'])(
  'after the comparison with a rival, “%s” is about the same one',
  (question) => {
    const before: Plan = { intent: 'compare', entity: 'Globex' };
    expect(readQuestion(question, KNOWN, AT, before)).toMatchObject({ plan: before });
  },
);

it('after the worst topics, “which prompts?” asks for the worst of those', () => {
  const before: Plan = { intent: 'ranking', entity: 'topics', order: 'worst', engine: 'Gemini', limit: 3 };
  const asked = { intent: 'ranking', entity: 'prompts', order: 'worst', engine: 'Gemini' };
  expect(readQuestion('which prompts?', KNOWN, AT, before)).toMatchObject({ plan: asked });
});

it('after leads that came in, “how many of those are still open?” asks for the open ones of those days', () => {
  const days = { from: '2026-11-16', to: '2026-11-22' };
  const before: Plan = { intent: 'leads', arrived: true, ...days };
  const asked = { intent: 'leads', filters: ['unclaimed'], ...days };
  const read = readQuestion('how many of those are still open?', KNOWN, AT, before);
  expect(read).toMatchObject({ verdict: 'understood', plan: asked });
  expect(read).not.toHaveProperty('plan.arrived');
});

it('“off topic” is why a lead was dismissed, not a topic', () => {
  const before: Plan = { intent: 'leads', filters: ['dismissed'] };
  expect(readQuestion('which of those were off topic?', KNOWN, AT, before)).toMatchObject({ plan: before });
  expect(plan('which of those were off topic?')).toBeUndefined();
});

it.each(['score in ES', 'Spanish scores', 'our score in spain'])('“%s” is about Spain', (question) =>
  expect(readQuestion(question, KNOWN, AT)).toMatchObject({ verdict: 'not_understood', unknown: 'Spain' }),
);

describe('words in quotes', () => {
  it.each([
    ['score for “why do payroll leads score best on Monday”', 'why do payroll leads score best on Monday'],
    ['leads about "why the scroe dropd and the digest"', 'why the scroe dropd and the digest'],
  ])('are a name, neither read as signs or days nor corrected: %s', (question, unknown) =>
    expect(readQuestion(question, KNOWN, AT)).toMatchObject({ verdict: 'not_understood', unknown }),
  );

  it('are still the name that they nearly spell', () => {
    expect(plan('how do we stand on "onbording"')).toEqual({ intent: 'topic', topic: 'onboarding' });
  });

  it('don’t change what is asked of a tracked prompt', () => {
    const known = indexNames({ ...NAMES, prompts: ['why do top leads leave on monday'] });
    expect(readQuestion('our score for "why do top leads leave on monday"', known, AT)).toMatchObject({
      plan: { intent: 'score', metric: 'score', prompt: 'why do top leads leave on monday' },
    });
  });
});

it.each<[question: string, meant: Plan]>([
  ['compare ChatGPT and Gemini', { intent: 'ranking', entity: 'engines', engine: ['ChatGPT', 'Gemini'] }],
  [
    'how does ChatGPT compare to Gemini',
    { intent: 'ranking', entity: 'engines', engine: ['ChatGPT', 'Gemini'] },
  ],
  [
    'compare Germany and the US',
    { intent: 'ranking', entity: 'regions', region: ['Germany', 'United States'] },
  ],
  [
    'which is better, ChatGPT or Gemini',
    { intent: 'ranking', entity: 'engines', engine: ['ChatGPT', 'Gemini'], order: 'best' },
  ],
  [
    'which of Germany and the US is worse',
    { intent: 'ranking', entity: 'regions', region: ['Germany', 'United States'], order: 'worst' },
  ],
  ['list our tracked engines', { intent: 'ranking', entity: 'engines' }],
  ['what topics are we tracking', { intent: 'ranking', entity: 'topics' }],
  ['regions', { intent: 'ranking', entity: 'regions' }],
  ['how is Northwind doing vs last month', { intent: 'change', from: '2026-10-01', to: '2026-11-25' }],
  ['how do we compare to last month', { intent: 'change', from: '2026-10-01', to: '2026-11-25' }],
  ['how are we doing compared to a week ago', { intent: 'change', from: '2026-11-18' }],
  ['which topics are we losing to Globex', { intent: 'compare', entity: 'Globex' }],
  ['prompts where Globex wins but we don’t', { intent: 'compare', entity: 'Globex' }],
  ['does ChatGPT recommend us?', { intent: 'score', metric: 'mention_rate', engine: 'ChatGPT' }],
  ['average lead score', { intent: 'leads' }],
  ['how often were you wrong?', { intent: 'happened' }],
  ['is it just gemini or everything', { intent: 'change', metric: 'score' }],
  ['was the drop only on ChatGPT', { intent: 'change', metric: 'score' }],
  [
    'show me a chart of the last 30 days',
    { intent: 'score', metric: 'score', from: '2026-10-27', to: '2026-11-25' },
  ],
  ['best subreddit for us', { intent: 'leads', entity: 'places' }],
  ['2nd best competitor on ChatGPT', { intent: 'compare', engine: 'ChatGPT' }],
  ['how much better is Globex', { intent: 'compare', entity: 'Globex' }],
  ['prompts where Globex is named first', { intent: 'named', entity: 'Globex', metric: 'rank' }],
  ['rank by prompt', { intent: 'ranking', entity: 'prompts' }],
  ['scor on gemni', { intent: 'score', metric: 'score', engine: 'Gemini' }],
  ['is our score above 60 in Germany?', { intent: 'score', metric: 'score', region: 'Germany' }],
  ['Is Gemini above 40?', { intent: 'score', metric: 'score', engine: 'Gemini' }],
  ['which sites mention Globex but not us', { intent: 'sources' }],
  ['top cited domains, skip wikipedia', { intent: 'sources', not: 'en.wikipedia.org' }],
  ['score today vs a month ago', { intent: 'change', metric: 'score', from: '2026-10-25', to: '2026-11-25' }],
  ['list prompts where we never show up', { intent: 'ranking', entity: 'prompts', order: 'worst' }],
  ['which Gemini answers leave us out', { intent: 'answers', engine: 'Gemini', order: 'worst' }],
  ['everything but Hacker News, leads i mean', { intent: 'leads', not: 'Hacker News' }],
  [
    'biggest sources in october, first ten',
    { intent: 'sources', from: '2026-10-01', to: '2026-10-31', limit: 10 },
  ],
  [
    'how often does Gemini cite northwind.example/onboarding?',
    { intent: 'sources', engine: 'Gemini', entity: 'northwind.example/onboarding' },
  ],
  ['which prompts caused the drop on Gemini?', { intent: 'change', why: true, engine: 'Gemini' }],
  ['score by prompt', { intent: 'ranking', entity: 'prompts', metric: 'score' }],
  ['best subreddit for us', { intent: 'leads', entity: 'places' }],
  ['summary of the week', { intent: 'overview', from: '2026-11-23', to: '2026-11-25' }],
  ['is our onboarding page cited', { intent: 'sources', entity: 'northwind.example' }],
])('“%s” is understood', (question, meant) => {
  expect(plan(question)).toEqual(meant);
});

it('“and why” behind a ranking is about what was ranked', () => {
  expect(readQuestion('worst engine for onboarding, and why?', KNOWN, AT)).toMatchObject({
    verdict: 'ambiguous',
    between: [{ intent: 'ranking' }, { intent: 'change', topic: 'onboarding', why: true }],
  });
});

it.each(['leads that mention us', 'leads about us'])('“%s” isn’t known of leads', (question) => {
  expect(plan(question)).toBeUndefined();
});

it.each([
  ['which of Gemini and ChatGPT is better?', 'best'],
  ['which of Gemini and ChatGPT is the worst', 'worst'],
])('“%s” ranks these engines', (question, order) => {
  const engine = ['Gemini', 'ChatGPT'];
  expect(plan(question)).toEqual({ intent: 'ranking', entity: 'engines', engine, order });
});

it.each(['why?', 'on which prompts?'])('“%s” after a comparison asks for it prompt by prompt', (question) => {
  const before: Plan = { intent: 'compare', entity: 'Globex', engine: 'Gemini' };
  expect(readQuestion(question, KNOWN, AT, before)).toMatchObject({
    verdict: 'understood',
    plan: { ...before, aspects: ['by prompt'] },
  });
});

it.each(['acme.example/pricing_and_plans', 'acme.example/Getting-Startd'])(
  '“%s” is a page, whose address is taken as typed',
  (page) => {
    expect(plan(`how often is ${page} cited?`)).toEqual({ intent: 'sources', entity: page });
  },
);

it.each<[string, Plan]>([
  ['what am I working on', { intent: 'leads', filters: ['mine'] }],
  ['how did the launch on 12 November affect our score', { intent: 'change', from: '2026-11-12' }],
  // Of the whole time since the fall, so without days.
  ['is it getting better', { intent: 'change' }],
  ['any leads since lunch', { intent: 'leads', from: '2026-11-25', to: '2026-11-25' }],
  ['give me 5 leads I can reply to', { intent: 'leads', limit: 5 }],
  ['which prompts are we missing in', { intent: 'ranking', entity: 'prompts', order: 'worst' }],
  ['where do we get zero love', { intent: 'ranking', entity: 'topics', order: 'worst' }],
  ['which topic should we double down on', { intent: 'ranking', entity: 'topics', order: 'worst' }],
  ['does Gemini even know us', { intent: 'score', metric: 'mention_rate', engine: 'Gemini' }],
  ['how does ChatGPT describe us', { intent: 'score', metric: 'sentiment', engine: 'ChatGPT' }],
  ['are we in the top 3', { intent: 'named', metric: 'rank' }],
  ['sum up the week in 2 lines', { intent: 'happened', from: '2026-11-23', to: '2026-11-25' }],
  [
    'do we have a page that ChatGPT likes',
    { intent: 'sources', entity: 'northwind.example', engine: 'ChatGPT' },
  ],
  ['who mentions us negatively', { intent: 'score', metric: 'sentiment' }],
  ['where are we mentioned negativly', { intent: 'score', metric: 'sentiment' }],
  ['show bad quotes', { intent: 'score', metric: 'sentiment' }],
  ['nice quotes from Gemini', { intent: 'score', metric: 'sentiment', engine: 'Gemini' }],
  ['who is doing badly against us', { intent: 'compare' }],
  ['how confident are you in the gemini drop', { intent: 'change', engine: 'Gemini' }],
  ['how many points are we behind the leader', { intent: 'compare', metric: 'score' }],
  ['how far back does the data go', { intent: 'score', metric: 'score' }],
  ['which ones did i already take', { intent: 'leads', filters: ['mine'] }],
  ['which topic should we tackle first', { intent: 'ranking', entity: 'topics', order: 'worst' }],
  ['our score 2 weeks ago vs now', { intent: 'change', metric: 'score', from: '2026-11-11' }],
  ['who loves us most', { intent: 'ranking', entity: 'engines', order: 'best' }],
  ['any praise for Globex?', { intent: 'compare', metric: 'sentiment', entity: 'Globex' }],
  ['did we do better in october or in november', { intent: 'change', from: '2026-10-01', to: '2026-11-25' }],
  ['whos ahed of us', { intent: 'compare' }],
  ['any lead mentioning Globex', { intent: 'leads', prompt: 'globex' }],
  ['do we win any prompt against Globex', { intent: 'compare', entity: 'Globex' }],
  ['which suggestion is most urgent', { intent: 'suggestions' }],
  ['threads about our competitors', { intent: 'leads', topic: ['Globex', 'Blue Harbor'] }],
  ['leads that mention a rival', { intent: 'leads', topic: ['Globex', 'Blue Harbor'] }],
  ['hows northwind tracking vs last month', { intent: 'change', from: '2026-10-01', to: '2026-11-25' }],
  ['what counts as a mention', { intent: 'help' }],
  ['what means mention rate', { intent: 'help' }],
  ['Northwind: perception on Gemini', { intent: 'score', metric: 'sentiment', engine: 'Gemini' }],
  ['did last month’s campaign work', { intent: 'change', from: '2026-10-01' }],
])('“%s” is understood', (question, meant) => expect(plan(question)).toEqual(meant));

it.each<[question: string, way: 'worse' | 'better', engine?: string]>([
  ['who went up', 'better'],
  ['who gained when we dropped', 'better'],
  ['who gained while we fell', 'better'],
  ['which rivals lost while we gained', 'worse'],
  ['which rivals fell on Gemini', 'worse', 'Gemini'],
])('“%s” asks which rivals moved', (question, premise, engine) => {
  const plan: Plan = { intent: 'compare', ...(engine && { engine }) };
  expect(readQuestion(question, KNOWN, AT)).toEqual({ verdict: 'understood', plan, premise });
});

it.each([
  ['what does ChatGPT say about Northwind?', 'what does ChatGPT say about us?'],
  ['how did Northwind do last week', 'how did we do last week'],
  ['does Northwind rank first?', 'do we rank first?'],
  ['what’s Northwind’s rank on Gemini', 'what’s our rank on Gemini'],
  ['which engine likes Northwind most', 'which engine likes us most'],
])('“%s” names us, as “%s” does', (named, ours) => {
  expect(readQuestion(named, KNOWN, AT)).toEqual(readQuestion(ours, KNOWN, AT));
  expect(plan(named)).toBeDefined();
});

it.each([
  [
    'a rival has it in a longer name',
    { ...NAMES, rivals: [...NAMES.rivals, 'Northwind Labs'] },
    'Northwind Labs',
  ],
  [
    'a prompt has it',
    { ...NAMES, prompts: [...NAMES.prompts, 'alternatives to northwind'] },
    'alternatives to northwind',
  ],
])('the brand’s name stays one where %s', (_, names, name) => {
  const reading = readQuestion(`how do we do for ${name}?`, indexNames(names), AT);
  expect(JSON.stringify(reading).toLowerCase()).toContain(`"${name.toLowerCase()}"`);
});
