import { describe, expect, it } from 'vitest';
import { untoldIn } from '../../src/ask/coverage.ts';
import { indexNames } from '../../src/ask/names.ts';
import type { Plan } from '../../src/ask/plan.ts';
import { nameUs } from '../../src/ask/read-line.ts';
import { readQuestion } from '../../src/ask/read-question.ts';
import { AT, KNOWN, NAMES } from './northwind.ts';

function plan(question: string): Plan | undefined {
  const reading = readQuestion(question, KNOWN, AT);
  return reading.verdict === 'understood' ? reading.plan : undefined;
}

describe('what a question says beside its names', () => {
  it.each<[string, Plan]>([
    [
      'do engines cite our own site or is it all wikipedia',
      { intent: 'sources', entity: ['northwind.example', 'en.wikipedia.org'] },
    ],
    [
      'our citation share on Gemini vs Globex',
      { intent: 'sources', entity: ['northwind.example', 'globex.example'], engine: 'Gemini' },
    ],
    ['which is the page most cited of us', { intent: 'sources', entity: 'northwind.example' }],
    ['rank of ours per engine', { intent: 'ranking', entity: 'engines', metric: 'rank' }],
    ['how bad is Gemini vs the rest', { intent: 'ranking', entity: 'engines' }],
    ['how does Gemini compare to the other engines', { intent: 'ranking', entity: 'engines' }],
    ['leads with Globex', { intent: 'leads', prompt: 'globex' }],
    [
      'for how many prompts do we appear in none of the answers',
      { intent: 'ranking', entity: 'prompts', metric: 'mention_rate', order: 'worst' },
    ],
    ['anything for me?', { intent: 'leads', filters: ['mine'] }],
    ['who from us has taken over leads', { intent: 'leads', filters: ['claimed'] }],
    ['which pages do they cite instead of ours', { intent: 'sources', not: 'northwind.example' }],
    ['is this a measurement error', { intent: 'change' }],
    ['client is on the phone, score now?', { intent: 'score', metric: 'score' }],
    ['prompts we should be tracking', { intent: 'suggestions' }],
    ['prompts I should track', { intent: 'suggestions' }],
    [
      'did we lose any ground to Globex this month',
      { intent: 'compare', entity: 'Globex', from: '2026-11-01', to: '2026-11-25' },
    ],
    [
      'can you compare november so far with october',
      { intent: 'change', from: '2026-10-01', to: '2026-11-25' },
    ],
    [
      'I do not want the score, I want the position in Gemini',
      { intent: 'score', metric: 'rank', engine: 'Gemini' },
    ],
    ['threads that should not be on hacker news', { intent: 'leads', not: 'Hacker News' }],
    ['low scoring leads, under 40', { intent: 'leads', max_score: 40 }],
    ['the 3 best and 3 worst topics', { intent: 'ranking', entity: 'topics', limit: 3 }],
    [
      'no hacker news please, just unclaimed leads',
      { intent: 'leads', not: 'Hacker News', filters: ['unclaimed'] },
    ],
    ['how many leads were dismissed and why?', { intent: 'leads', filters: ['dismissed'] }],
    ['I’m back from parental leave, how are we doing overall?', { intent: 'overview' }],
    ['is the bot ok?', { intent: 'status' }],
    ['the score for the Northwind project', { intent: 'score', metric: 'score' }],
    [
      'retrieve the mention rate for this project on Gemini',
      { intent: 'score', metric: 'mention_rate', engine: 'Gemini' },
    ],
    ['leads with a score greater than 80', { intent: 'leads', min_score: 80 }],
    ['leads with a score less than or equal to 50', { intent: 'leads', max_score: 50 }],
    ['leads that are not already cited by Gemini', { intent: 'leads', not: 'cited by Gemini' }],
    [
      'show visibility, rank and sentiment for the last 7 days',
      { intent: 'overview', from: '2026-11-19', to: '2026-11-25' },
    ],
    ['ai overview score', { intent: 'score', metric: 'score', engine: 'Google AI Overviews' }],
    ['google ai score', { intent: 'score', metric: 'score', engine: 'Google AI Overviews' }],
    [
      'show me the answer of chatgpt 4 best payroll software',
      { intent: 'answers', engine: 'ChatGPT', prompt: 'best payroll software' },
    ],
    ['blew harbour vs us', { intent: 'compare', entity: 'Blue Harbor' }],
    ['unclaimed leads, 65 minimum', { intent: 'leads', filters: ['unclaimed'], min_score: 65 }],
    ['leads 80 in Germany', { intent: 'leads', region: 'Germany', min_score: 80 }],
    ['leads Germany 80', { intent: 'leads', region: 'Germany', min_score: 80 }],
    ['leads top 10', { intent: 'leads', order: 'best', limit: 10 }],
    ['at least 5 leads', { intent: 'leads', limit: 5 }],
    ['why on earth did we go south on Gemini', { intent: 'change', engine: 'Gemini', why: true }],
    [
      'which third-party sites does Gemini cite',
      { intent: 'sources', engine: 'Gemini', not: 'northwind.example' },
    ],
    ['who cites us the most', { intent: 'sources', entity: 'northwind.example' }],
    ['what’s the best topic for us and the worst', { intent: 'ranking', entity: 'topics' }],
    ['how are we doing vs last week', { intent: 'change', from: '2026-11-16', to: '2026-11-25' }],
    ['are we better than last month', { intent: 'change', from: '2026-10-01', to: '2026-11-25' }],
    [
      'is gemini up on last week',
      { intent: 'change', engine: 'Gemini', from: '2026-11-16', to: '2026-11-25' },
    ],
  ])('%s', (question, expected) => expect(plan(question)).toEqual(expected));

  it('asks what kind of work is meant, and which end of which list', () => {
    for (const question of ['what should I do today?', 'best topics and worst engines'])
      expect(readQuestion(question, KNOWN, AT)).toMatchObject({ verdict: 'ambiguous' });
  });

  it('takes one telling word, or a topic in another form, for the name it is of', () => {
    const known = indexNames({
      ...NAMES,
      topics: ['subtitles', 'website localization'],
      prompts: ['best subtitle service', 'translate a website into ten languages'],
    });
    const read = (question: string) => readQuestion(question, known, AT);
    expect(read('score for the subtitle prompt')).toMatchObject({
      plan: { prompt: 'best subtitle service' },
    });
    expect(read('how do we stand on localising websites?')).toMatchObject({
      plan: { topic: 'website localization' },
    });
  });

  it('doesn’t list leads for how long they wait for an answer', () => {
    expect(plan('how long do we take to reply to leads?')).toBeUndefined();
  });

  it('takes “I can answer” for no prompt that begins with “can I”', () => {
    const known = indexNames({ ...NAMES, prompts: ['can i run payroll without an accountant'] });
    const reading = readQuestion('any leads since Tuesday that I can answer?', known, AT);
    expect(reading).toMatchObject({ plan: { intent: 'leads', from: '2026-11-24' } });
    expect(reading).not.toHaveProperty('plan.prompt');
  });

  it('doesn’t list leads for a “not” that it can’t heed', () => {
    expect(plan('leads that do not feel like spam')).toBeUndefined();
    expect(plan('leads with no replies')).toEqual({ intent: 'leads' });
  });

  it('asks which of a few prompts with these words is meant', () => {
    const between = ['best payroll software', 'payroll for freelancers'];
    expect(readQuestion('how is the payroll prompt doing', KNOWN, AT)).toMatchObject({
      verdict: 'ambiguous',
      between: expect.arrayContaining(between.map((prompt) => expect.objectContaining({ prompt }))),
    });
  });
});

it('a prompt like a tracked one isn’t the tracked one', () => {
  expect(plan('our score for payroll for freelancers')).toMatchObject({ prompt: 'payroll for freelancers' });
  expect(plan('our score for the best crm for freelancers')).toBeUndefined();
});

it.each([
  [
    'an engine on two surfaces is both of them',
    'how is our score on gemini',
    ['Gemini (chat)', 'Gemini (search)'],
  ],
  ['unless one is named', 'how is our score on gemini search', 'Gemini (search)'],
  ['one on a single surface is called without it', 'how is our score on chat gpt', 'ChatGPT (web)'],
  ['and a name that is another’s beginning is that one', 'how is our score on copilot', 'Copilot'],
])('%s', (_, text, engine) => {
  const engines = ['Gemini (chat)', 'Gemini (search)', 'ChatGPT (web)', 'Copilot', 'Copilot (API)'];
  const known = indexNames({ ...NAMES, engines });
  expect(readQuestion(text, known, AT)).toMatchObject({ verdict: 'understood', plan: { engine } });
});

it('a subreddit is known by its name in words', () => {
  const known = indexNames({ ...NAMES, places: ['r/AskHumanResources', 'Hacker News'] });
  const reading = readQuestion('leads on ask human resources', known, AT);
  expect(reading).toMatchObject({ plan: { intent: 'leads', entity: 'r/AskHumanResources' } });
});

it('a topic is known without its hyphen, even beside a subreddit of that name', () => {
  const known = indexNames({ ...NAMES, topics: ['e-bikes'], places: ['r/ebikes'] });
  const reading = readQuestion('who is named first for ebikes on chatgpt', known, AT);
  expect(reading).toMatchObject({ plan: { intent: 'named', topic: 'e-bikes' } });
});

it.each([
  'zorbex vs globex vs us',
  'globex and zorbex vs us',
  'r/golang leads over 50',
  'any golang threads worth a reply?',
  'does zorbex cite wikipedia',
  'which engine likes zorbex best',
  'zorbex: are we behind globex',
  'how are we doing on log management',
  'score in marsland',
  'visibility on bard',
  'leads Marco claimed',
])('“%s” turns on a name that isn’t known', (question) => {
  expect(readQuestion(question, KNOWN, AT)).toMatchObject({ verdict: 'not_understood' });
});

it.each<[string, Plan['intent'][]]>([
  ['who’s winning?', ['compare', 'named']],
  ['show me the last 5', ['leads', 'happened']],
])('“%s” leaves open what is meant', (question, intents) => {
  expect(readQuestion(question, KNOWN, AT)).toMatchObject({
    verdict: 'ambiguous',
    between: intents.map((intent) => expect.objectContaining({ intent })),
  });
});

it.each<[string, Plan]>([
  ['leeds on hacker nwes', { intent: 'leads', entity: 'Hacker News' }],
  ['alerts from monday', { intent: 'happened', from: '2026-11-23', to: '2026-11-23' }],
  ['what do you monitor', { intent: 'prompts' }],
  [
    'which topics went up last week',
    { intent: 'ranking', entity: 'topics', order: 'best', from: '2026-11-16', to: '2026-11-22' },
  ],
  ['gemini up since friday?', { intent: 'change', engine: 'Gemini', from: '2026-11-20' }],
  ['globex score and ours', { intent: 'compare', metric: 'score', entity: 'Globex' }],
  ['Germany: us or Globex', { intent: 'compare', region: 'Germany', entity: 'Globex' }],
  ['hand me one good thread', { intent: 'leads', limit: 1 }],
])('“%s” is read as a colleague would', (question, meant) => {
  expect(plan(question)).toEqual(meant);
});

it.each([
  'pages that Gemini never cites',
  'which brands aren’t named on ChatGPT',
  'prompts not about payroll',
])('“%s” is no list of what is there', (question) => expect(plan(question)).toBeUndefined());

it('topics we don’t win are the worst', () => {
  expect(plan('which topics don’t we win')).toEqual({ intent: 'ranking', entity: 'topics', order: 'worst' });
});

describe('names that are usual words', () => {
  const ofShoes = indexNames({
    ...NAMES,
    topics: ['running', 'comfort'],
    prompts: ['slip on shoes for travel'],
    rivals: ['Pace', 'Stride', 'Second Skin'],
    places: ['r/BuyItForLife'],
  });

  it.each<[string, Plan]>([
    ['are we keeping pace with stride', { intent: 'compare', entity: 'Stride' }],
    ['are we running behind stride', { intent: 'compare', entity: 'Stride' }],
    ['is pace picking up pace', { intent: 'change', entity: 'Pace' }],
    ['leads from bifl', { intent: 'leads', entity: 'r/BuyItForLife' }],
    [
      'who is named first for slip on shoes',
      { intent: 'named', metric: 'rank', prompt: 'slip on shoes for travel' },
    ],
  ])('“%s” is read as it is meant', (question, meant) => {
    const reading = readQuestion(question, ofShoes, AT);
    expect(reading.verdict === 'understood' && reading.plan).toEqual(meant);
  });
});

it.each([
  ['how many answers name us but not Globex?', { not: 'Globex', order: 'best' }],
  ['which answers name us but not Globex?', { not: 'Globex', order: 'best' }],
  ['answers that name both us and Globex', { entity: 'Globex', order: 'best' }],
  ['in how many answers are we and Globex named together', { entity: 'Globex', order: 'best' }],
  ['which answers don’t mention Globex?', { not: 'Globex' }],
  ['how many answers name neither us nor Globex?', { not: 'Globex', order: 'worst' }],
  ['how many answers name both Globex and Blue Harbor?', { entity: ['Globex', 'Blue Harbor'] }],
  ['which prompts name Globex but not us', { entity: 'Globex', order: 'worst' }],
  ['what prompts recommend Globex, never us', { entity: 'Globex', order: 'worst' }],
  ['prompts where Globex is named and we are not', { entity: 'Globex', order: 'worst' }],
  ['on which prompts do we show up but Globex doesn’t?', { not: 'Globex', order: 'best' }],
])('who is named beside whom in one answer is asked of the answers themselves: %s', (text, meant) => {
  expect(readQuestion(text, KNOWN, AT)).toMatchObject({ plan: { intent: 'answers', ...meant } });
});

it.each(['how do we and Globex do in answers on Gemini', 'compare us and Globex in the answers'])(
  'how two compare isn’t by whom the same answers name: %s',
  (text) => expect(JSON.stringify(readQuestion(text, KNOWN, AT))).not.toContain('"intent":"answers"'),
);

it.each([
  ['how did Northwind do?', 'how did we do?'],
  ['what does Gemini say about Northwind', 'what does Gemini say about us'],
  ['opinions of Northwind’s support', 'opinions of our support'],
  ['is “does Northwind work” tracked', 'is “does Northwind work” tracked'],
])('the brand by its name is us: %s', (text, meant) => expect(nameUs(text, KNOWN)).toBe(meant));

it.each(['leads with 5 comments or more', 'threads with 20 upvotes', 'leads with no replies'])(
  'what only forums count is counted by nothing here, which is said: %s',
  (text) => {
    expect(readQuestion(text, KNOWN, AT)).toEqual({ verdict: 'understood', plan: { intent: 'leads' } });
    expect(untoldIn(text, { intent: 'leads' })?.what).toBe('uncounted');
  },
);

it('answers that name a rival and not us are quoted', () => {
  const read = readQuestion('which answers mention Globex without us', KNOWN, AT);
  expect(read).toMatchObject({ plan: { intent: 'answers', entity: 'Globex', order: 'worst' } });
});

describe('whom we lose to is heeded or asked about', () => {
  const ofGlobex: Plan = { intent: 'compare', entity: 'Globex' };

  it.each([
    ['which prompts do we lose to saltmarsh', 'saltmarsh'],
    ['which prompts do we lose to Apple', 'Apple'],
    ['which prompts are we losing to a stranger?', 'stranger'],
    ['on which prompts are we beaten by zorbex labs', 'zorbex labs'],
    ['prompts where saltmarsh beats us', 'saltmarsh'],
  ])('nobody known: %s', (question, unknown) => {
    for (const before of [undefined, ofGlobex])
      expect(readQuestion(question, KNOWN, AT, before)).toMatchObject({ verdict: 'not_understood', unknown });
  });

  it('“them” and “they” are those of the question before, or nobody', () => {
    expect(readQuestion('prompts where they beat us', KNOWN, AT).verdict).toBe('not_understood');
    const question = 'which prompts do we lose to them';
    expect(readQuestion(question, KNOWN, AT).verdict).toBe('not_understood');
    expect(readQuestion(question, KNOWN, AT, ofGlobex)).toMatchObject({ plan: ofGlobex });
  });

  it.each([
    'who do we lose to on Gemini',
    'which prompts do we lose to Globex',
    'which topics are we losing',
  ])('no name is missing: %s', (question) =>
    expect(readQuestion(question, KNOWN, AT).verdict).toBe('understood'),
  );
});

it.each([
  'compare the prompts best payroll software and payroll for freelancers',
  'which of best payroll software and payroll for freelancers scores higher',
  'which prompt is better, best payroll software or payroll for freelancers',
])('of two prompts neither is dropped: %s', (question) => {
  const read = readQuestion(question, KNOWN, AT);
  expect(read.verdict).toBe('ambiguous');
  for (const prompt of ['best payroll software', 'payroll for freelancers'])
    expect(JSON.stringify(read)).toContain(`"prompt":"${prompt}"`);
});

describe('of two sites', () => {
  const [ours, theirs, wiki] = ['northwind.example', 'globex.example', 'en.wikipedia.org'];

  it.each([
    ['is wikipedia cited more than our own site?', [ours, wiki]],
    ['are we cited more than wikipedia', [ours, wiki]],
    ['do engines cite Globex more than us', [ours, theirs]],
    ['is wikipedia cited more than Globex', [wiki, theirs]],
    ['is Wikipedia cited more than Hacker News in our answers', [wiki, 'Hacker News']],
  ])('neither is dropped: %s', (question, entity) => {
    expect(plan(question)).toEqual({ intent: 'sources', entity });
  });

  it('an unknown one is said to be', () => {
    const read = readQuestion('is wikipedia cited more than quora', KNOWN, AT);
    expect(read).toMatchObject({ verdict: 'not_understood', unknown: 'quora' });
  });
});

it('which rivals a site names isn’t which of its pages are cited', () => {
  expect(plan('which competitors are cited on wikipedia')).toBeUndefined();
});
