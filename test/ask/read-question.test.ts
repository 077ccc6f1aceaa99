import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleQuestions } from '../../src/ask/meaning.ts';
import { indexNames } from '../../src/ask/names.ts';
import { Plan } from '../../src/ask/plan.ts';
import { readQuestion } from '../../src/ask/read-question.ts';
import { runs } from '../support/runs.ts';
import { AT, KNOWN, NAMES } from './northwind.ts';

function read(question: string, before?: Plan | readonly Plan[]) {
  return readQuestion(question, KNOWN, AT, before);
}

function plan(question: string, before?: Plan | readonly Plan[]): Plan | undefined {
  const reading = read(question, before);
  return reading.verdict === 'understood' ? reading.plan : undefined;
}

describe('what a question leaves unsaid', () => {
  it.each([
    ['what is left out of figures', 'our score on all engines except Gemini'],
    ['what two words beyond the API are to be compared with', 'instagram followers against Globex'],
    ['an engine that nobody knows', 'is Globex ahead of us on zorbex'],
    ['what a site that isn’t cited says of us', 'are we getting cited by rival.com'],
    ['what it would cost', 'how much would it cost us to be named first on Gemini'],
    ['which topic is meant', 'how strong are we when it comes to invoices'],
    ['which prompt is meant', 'score of the prompt that compares us with a competitor'],
    ['how leads change', 'are the leads getting better'],
    ['which prompts name others first', 'prompts where we’re not first'],
    ['whose best is meant', 'top rival per topic'],
    ['what became of alerts', 'what changed with the alerts since Thursday'],
  ])('is not guessed: %s', (_what, question) => {
    expect(read(question).verdict).not.toBe('understood');
  });
});

describe('a name in quotes', () => {
  const PROMPT = 'onboarding checklist for remote teams';
  it.each([
    ['why is Globex ahead on payroll errors', 'why is "globex" ahead on payroll errors'],
    ['how do we compare with Globex', 'how do we compare with “Globex”'],
    ['our score on Gemini', "our score on 'Gemini'"],
    ['our score on onboarding', 'our score on "onboarding"'],
  ])('is read as without them: %s', (bare, quoted) => {
    // One of the prompts has the word, too.
    const known = indexNames({ ...NAMES, prompts: [PROMPT, 'globex alternatives', 'gemini or payroll'] });
    const [one, other] = [bare, quoted].map((words) => readQuestion(words, known, AT));
    expect(one).toMatchObject({ verdict: 'understood' });
    expect(other).toEqual(one);
  });

  it('is the prompt’s words if the question says so', () => {
    expect(plan('our score for the prompt "onboarding"')).toMatchObject({ prompt: PROMPT });
  });
});

describe('a question', () => {
  it.each<[question: string, meant: Plan]>([
    ['Why did we drop on Gemini?', { intent: 'change', engine: 'Gemini', why: true }],
    ['change in average rank on Gemini', { intent: 'change', metric: 'rank', engine: 'Gemini' }],
    ['Which open leads are cited by ChatGPT?', { intent: 'leads', engine: 'ChatGPT', filters: ['cited'] }],
    ['leads not from r/humanresources', { intent: 'leads', not: 'r/humanresources' }],
    ['top 5 leads except Hacker News', { intent: 'leads', order: 'best', limit: 5, not: 'Hacker News' }],
    [
      'leads cited by ChatGPT but not by Gemini',
      { intent: 'leads', engine: 'ChatGPT', filters: ['cited'], not: 'cited by Gemini' },
    ],
    ['leads that aren’t cited', { intent: 'leads', not: 'cited' }],
    ['leads not about onboarding', { intent: 'leads', not: 'onboarding' }],
    ['leads w/o Hacker News', { intent: 'leads', not: 'Hacker News' }],
    ['leads w/o r/humanresources n HN', { intent: 'leads', not: ['r/humanresources', 'Hacker News'] }],
    ['whch engin is wrst 4 us', { intent: 'ranking', entity: 'engines', order: 'worst' }],
    [
      'avg rnk n grmany ystrday',
      { intent: 'score', metric: 'rank', region: 'Germany', from: '2026-11-24', to: '2026-11-24' },
    ],
    ['leads that have been waiting longer than they should', { intent: 'leads', filters: ['old'] }],
    [
      'relative to our competitors, how positively are we described in germany',
      { intent: 'compare', metric: 'sentiment', region: 'Germany' },
    ],
    ['hows our rank on gemini', { intent: 'score', metric: 'rank', engine: 'Gemini' }],
    [
      'what was our worst day in october and on which date was it',
      { intent: 'score', order: 'worst', from: '2026-10-01', to: '2026-10-31' },
    ],
    ['remind me which prompts you track', { intent: 'prompts' }],
    ['leads, but skip Hacker News', { intent: 'leads', not: 'Hacker News' }],
    [
      'leads neither cited by ChatGPT nor Gemini',
      { intent: 'leads', not: ['cited by ChatGPT', 'cited by Gemini'] },
    ],
    ['leads that Gemini doesn’t cite', { intent: 'leads', not: 'cited by Gemini' }],
    ['my snoozed leads', { intent: 'leads', filters: ['mine', 'snoozed'] }],
    ['leads older than 5 days', { intent: 'leads', to: '2026-11-19' }],
    ['leads open for at least 5 days', { intent: 'leads', to: '2026-11-20' }],
    [
      'which open leads are unclaimed and cited by Gemini',
      { intent: 'leads', engine: 'Gemini', filters: ['cited', 'unclaimed'] },
    ],
    [
      'what did I answer last week',
      { intent: 'leads', filters: ['mine', 'answered'], from: '2026-11-16', to: '2026-11-22' },
    ],
    ['leads about azure', { intent: 'leads', prompt: 'azure' }],
    ['leads mentioning Globex or Blue Harbor', { intent: 'leads', topic: ['Globex', 'Blue Harbor'] }],
    ['leads below 60', { intent: 'leads', max_score: 60 }],
    ['leads between 60 and 70', { intent: 'leads', min_score: 60, max_score: 70 }],
    ['at most 3 open leads', { intent: 'leads', order: 'best', limit: 3 }],
    ['leads from r/humanresources above 80', { intent: 'leads', entity: 'r/humanresources', min_score: 80 }],
    [
      'how do we compare with blue harbour in germany',
      { intent: 'compare', entity: 'Blue Harbor', region: 'Germany' },
    ],
    [
      'bottom 4 topics by rank',
      { intent: 'ranking', metric: 'rank', entity: 'topics', order: 'worst', limit: 4 },
    ],
    [
      'regions from worst to best by sentiment',
      { intent: 'ranking', metric: 'sentiment', entity: 'regions', order: 'worst' },
    ],
    [
      'Which prompts do we rank first on?',
      { intent: 'ranking', metric: 'rank', entity: 'prompts', order: 'best' },
    ],
    ['which engine puts us highest', { intent: 'ranking', metric: 'rank', entity: 'engines', order: 'best' }],
    ['vis on gemini', { intent: 'score', metric: 'score', engine: 'Gemini' }],
    ['which day was the most bad for our score', { intent: 'score', metric: 'score', order: 'worst' }],
    ['has our client’s own site been cited', { intent: 'sources', entity: 'northwind.example' }],
    ['worst 3 topics', { intent: 'ranking', entity: 'topics', order: 'worst', limit: 3 }],
    ['on which topics are we behind?', { intent: 'ranking', entity: 'topics', order: 'worst' }],
    ['who is named first on onboarding', { intent: 'named', metric: 'rank', topic: 'onboarding' }],
    ['does wikipedia get cited', { intent: 'sources', entity: 'en.wikipedia.org' }],
    ['what happened yesterday', { intent: 'happened', from: '2026-11-24', to: '2026-11-24' }],
    [
      'score in the US last week',
      { intent: 'score', metric: 'score', region: 'United States', from: '2026-11-16', to: '2026-11-22' },
    ],
    ['when is the next digest', { intent: 'status' }],
    ['who gained in the last 7 days?', { intent: 'compare', from: '2026-11-19', to: '2026-11-25' }],
    ['so who’s losing?', { intent: 'compare' }],
    ['are there negative mentions?', { intent: 'score', metric: 'sentiment' }],
    ['any bad mentions on Gemini?', { intent: 'score', metric: 'sentiment', engine: 'Gemini' }],
    ['we fell off a cliff in Germany, what happened', { intent: 'change', region: 'Germany', why: true }],
    ['what knocked our score on Gemini', { intent: 'change', metric: 'score', engine: 'Gemini', why: true }],
    ['do we get cited at all', { intent: 'sources', entity: 'northwind.example' }],
    [
      'our score for the remote onboarding checklist prompt',
      { intent: 'score', metric: 'score', prompt: 'onboarding checklist for remote teams' },
    ],
    ['score on Gemini, sorry, ChatGPT', { intent: 'score', metric: 'score', engine: 'ChatGPT' }],
    [
      'our budget is small: which prompt is doing worst',
      { intent: 'ranking', entity: 'prompts', order: 'worst' },
    ],
    ['is the Hacker News feed broken', { intent: 'status' }],
    ['who’s eating our lunch on onboarding', { intent: 'compare', topic: 'onboarding' }],
    ['any negative mentions of Globex?', { intent: 'compare', metric: 'sentiment', entity: 'Globex' }],
  ])('“%s” is read as it is meant', (question, meant) => {
    expect(plan(question)).toEqual(meant);
  });

  it('isn’t about a region that is called US alone, unless it says so', () => {
    const known = indexNames({ ...NAMES, regions: [{ name: 'US', code: 'US' }] });
    const regionIn = (question: string) => {
      const reading = readQuestion(question, known, AT);
      return reading.verdict === 'understood' ? reading.plan.region : reading.verdict;
    };
    expect(regionIn('which engines see us best')).toBeUndefined();
    expect(regionIn('our score in the US')).toBe('US');
  });

  it.each<[question: string, rivals: Plan['entity'] | undefined]>([
    ['why did Level jump on Gemini?', 'Level'],
    ['Level vs us', 'Level'],
    ['share of mentions: us, level, globex', ['Level', 'Globex']],
    ['how do we stack up against globex and level', ['Globex', 'Level']],
    ['are we level with Globex?', 'Globex'],
    ['why did we drop on monday?', undefined],
    ['What is our score on Gemini?', undefined],
  ])('“%s” is of a rival called by a common word where the word is used as a name', (question, rivals) => {
    const known = indexNames({ ...NAMES, rivals: ['Globex', 'Level', 'Score', 'Monday'] });
    const reading = readQuestion(question, known, AT);
    expect(reading).toMatchObject({ verdict: 'understood' });
    expect('plan' in reading && reading.plan.entity).toEqual(rivals);
  });

  it.each([
    'how much revenue did we make',
    'what is our score on DeepSeek',
    'visibility in Brazil',
    'delete the leads from r/humanresources',
    'wie stehen wir auf Gemini',
    'what will our score be tomorrow',
    'is our score going to recover?',
    'are we gonna beat Globex on Gemini',
    'purple bananas',
    '???',
  ])('“%s” is beyond it, and it offers what it can tell', (question) => {
    const reading = read(question);
    expect(reading.verdict).toBe('not_understood');
    expect(reading).toMatchObject({ near: { length: 3 } });
  });

  it('that is two questions is read as both, of the same days', () => {
    const reading = read('how do we compare with Globex and which pages does Gemini cite?');
    expect(reading).toMatchObject({
      verdict: 'ambiguous',
      between: [{ intent: 'compare' }, { intent: 'sources' }],
      areTwoQuestions: true,
    });
    const ofThisWeek = read('how did we do this week, and which leads came?');
    expect(ofThisWeek).toMatchObject({
      between: [{ from: '2026-11-23' }, { intent: 'leads', from: '2026-11-23' }],
    });
    // Not so where one question is read in two ways.
    expect(read('our score for the payroll prompt')).not.toHaveProperty('areTwoQuestions');
  });

  it.each([
    'wie geht es uns auf ChatGPT?',
    'warum sind wir auf Gemini gefallen?',
    'pourquoi avons-nous baissé sur Gemini ?',
    '¿cómo vamos en ChatGPT?',
    'как у нас дела на ChatGPT?',
  ])('“%s” is in another language', (question) => {
    expect(read(question)).toMatchObject({ verdict: 'not_understood', isForeign: true });
  });

  it.each([
    'how much revenue did we make',
    'what is our score on DeepSeek',
    'quarterly synergies of paradigm velocity',
    'is A1 over?',
  ])('“%s” is English, though nobody can answer it', (question) => {
    expect(read(question)).toMatchObject({ verdict: 'not_understood', isForeign: false });
  });

  it('that could mean two prompts is asked back', () => {
    expect(read('our score for the payroll prompt')).toMatchObject({
      verdict: 'ambiguous',
      between: [{ prompt: 'best payroll software' }, { prompt: 'payroll for freelancers' }],
    });
  });

  it('that says a word of one prompt in passing is asked back', () => {
    expect(read('where does Gemini get its freelancers answers from')).toMatchObject({
      verdict: 'ambiguous',
      between: [{ intent: 'sources' }, { intent: 'sources', prompt: 'payroll for freelancers' }],
    });
  });

  it('with a word that nobody knows is offered, and not answered as if it weren’t there', () => {
    expect(read('is Globex frobnicated before us')).toMatchObject({
      verdict: 'not_understood',
      likely: [{ intent: 'compare', entity: 'Globex' }],
    });
  });

  it('about what nobody tracks is not answered as if that weren’t there', () => {
    for (const question of ['who is recommended most for welding', 'which topics are about welding'])
      expect(read(question)).toMatchObject({ verdict: 'not_understood', unknown: 'welding' });
    const near = expect.arrayContaining([expect.stringMatching(/^Who is named first/)]);
    expect(read('who is named first for welding')).toMatchObject({ near });
    expect(plan('prompts about welding')).toEqual({ intent: 'prompts', prompt: 'welding' });
  });

  it('for leads without replies is for open ones', () => {
    expect(plan('leads with no replies')).toEqual({ intent: 'leads' });
  });

  it('that it offers itself is understood as the intent that it is offered for', () => {
    for (const { intent, question } of exampleQuestions(NAMES)) expect(plan(question)?.intent).toBe(intent);
  });

  it('for none or a fraction of something is no limit', () => {
    for (const number of ['0', '2.5']) expect(plan(`top ${number} leads`)?.limit).toBeUndefined();
    expect(plan('leads above 2.5')).toMatchObject({ min_score: 2.5 });
  });

  it('of any words is a plan that holds, or none', () => {
    const words = fc.constantFrom(
      ...'0 2.5 top why did our score drop on gemini last week leads cited by chatgpt vs globex compare worst topics above 80 prompts about payroll “ ” ? , and what happened in US us germany r/humanresources sources 30d since friday who named first'.split(
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
      { numRuns: runs(150, 4_000) },
    );
  });

  it('of a project whose names are hostile is read all the same', () => {
    const hostile = fc.array(fc.string({ maxLength: 30 }), { maxLength: 4 });
    fc.assert(
      fc.property(hostile, fc.string({ maxLength: 60 }), (names, question) => {
        const regions = names.map((name) => ({ name, code: name.slice(0, 2) }));
        const known = indexNames({
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
      { numRuns: runs(70, 2_000) },
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
    ['which prompts caused it?', { ...before, intent: 'change', why: true }],
    ['did ChatGPT cause it?', { ...before, engine: 'ChatGPT', intent: 'change', why: true }],
    ['who is ahead of us there?', { ...before, intent: 'compare' }],
  ])('“%s” keeps what was asked before', (question, meant) => {
    expect(plan(question, before)).toEqual(meant);
  });

  it('after one that was asked back goes on from all that it can mean', () => {
    const other: Plan = { intent: 'leads' };
    expect(read('and on ChatGPT?', [before, other])).toMatchObject({
      verdict: 'ambiguous',
      between: [
        { intent: 'score', engine: 'ChatGPT' },
        { intent: 'leads', engine: 'ChatGPT' },
      ],
    });
    // Of one alone that was not sure, nothing more is.
    expect(read('and on ChatGPT?', [before])).toMatchObject({
      verdict: 'not_understood',
      likely: [{ engine: 'ChatGPT' }],
    });
    expect(plan('why?', [before, { ...before, intent: 'change' }])).toMatchObject({ why: true });
  });

  it('by few words that are a whole question is none', () => {
    expect(plan('which competitors gained?', before)).toEqual({ intent: 'compare' });
    expect(plan('Globex?', before)).toMatchObject({ engine: 'Gemini', entity: 'Globex' });
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

it.each([
  'can you track a new prompt for me',
  'please pause the digest',
  'mute it until Monday',
  'how do I add a prompt',
  'how do I turn off the digest',
])('what is to be done is told as such: %s', (question) => {
  expect(read(question)).toMatchObject({ verdict: 'not_understood', isOrder: true });
});

it.each(['compare october with november', 'how does october compare with november?'])(
  'months that are compared with each other are no rivals: %s',
  (question) => {
    expect(plan(question)).toMatchObject({ intent: 'change', from: '2026-10-01', to: '2026-11-25' });
  },
);

it('a topic called by a common word is that topic', () => {
  const known = indexNames({ ...NAMES, topics: ['noise'] });
  const reading = readQuestion('noise, how do we stand', known, AT);
  expect(reading).toMatchObject({ plan: { intent: 'topic', topic: 'noise' } });
});

it('prompts are searched for the brand’s name', () => {
  const known = indexNames({ ...NAMES, prompts: [...NAMES.prompts, 'is northwind any good'] });
  for (const question of ['which prompts have our name in them', 'prompts with northwind in them'])
    expect(readQuestion(question, known, AT)).toMatchObject({
      plan: { intent: 'prompts', prompt: 'northwind' },
    });
});

it('numbers of a prompt are no days, and its words may be apart', () => {
  const prompts = ['best 3d printer for children', '3d printer for miniatures', 'quiet 3d printer'];
  const known = indexNames({ ...NAMES, prompts });
  const reading = readQuestion('who is named first for a 3d printer for miniatures', known, AT);
  expect(reading).toMatchObject({ plan: { intent: 'named', metric: 'rank', prompt: prompts[1] } });
  expect(reading).not.toHaveProperty('plan.from');
});

describe('an engine', () => {
  it.each([
    ['why isn’t Gemini in the list?', 'Gemini'],
    ['why is DeepSeek missing', 'DeepSeek'],
    ['do we track Gemini?', 'Gemini'],
    ['is Grok tracked?', 'Grok'],
    ['where is ChatGPT', 'ChatGPT'],
  ])('may be asked for as such: %s', (question, engine) => {
    expect(plan(question)).toEqual({ intent: 'status', engine });
  });

  it.each(['why don’t we show up on Gemini?', 'which prompts do we track on Gemini?', 'is Globex tracked?'])(
    'isn’t what is asked for: %s',
    (question) => {
      expect(plan(question)?.intent).not.toBe('status');
    },
  );

  it('is ranked against the other one it is set beside', () => {
    const ranked = { intent: 'ranking', entity: 'engines', engine: ['ChatGPT', 'Gemini'] };
    expect(plan('how does ChatGPT rate us versus Gemini?')).toEqual(ranked);
  });
});

describe('a site that no engine cites', () => {
  it('is asked about like any other', () => {
    const cited = { intent: 'sources', engine: 'Gemini', entity: 'docs.northwind.dev' };
    expect(plan('does gemini cite docs.northwind.dev?')).toEqual(cited);
    expect(read('how do we compare with rival.com?')).toMatchObject({ unknown: 'rival.com' });
  });
});

describe('“and before that?”', () => {
  const before = 'and before that?';

  it('asks for the fall or rise before the one asked about, however often', () => {
    const drop: Plan = { intent: 'change', metric: 'score', earlier: { way: 'better', back: 0 } };
    const first = plan(before, drop);
    expect(first).toEqual({ ...drop, earlier: { way: 'better', back: 1 } });
    expect(plan('and the one before', first)).toEqual({ ...drop, earlier: { way: 'better', back: 2 } });
    const said = plan('when did the score last drop before this?', { intent: 'change', metric: 'score' });
    expect(said).toEqual({ ...drop, earlier: { way: 'worse', back: 1 } });
  });

  it('asks for as many days before the days asked about', () => {
    const week: Plan = { intent: 'happened', from: '2026-11-16', to: '2026-11-22' };
    expect(plan(before, week)).toEqual({ ...week, from: '2026-11-09', to: '2026-11-15' });
  });

  it('asks nothing else of the next question', () => {
    const drop: Plan = { intent: 'change', earlier: { way: 'worse', back: 1 } };
    expect(plan('and on Gemini?', drop)).toEqual({ intent: 'change', engine: 'Gemini' });
  });
});

it('a follow-up about other days ranks the same, whichever it was', () => {
  const drop: Plan = { intent: 'ranking', entity: 'prompts', premise: 'worse' };
  expect(read('and for the last 7 days?', drop)).toMatchObject({
    plan: { entity: 'prompts', from: '2026-11-19' },
    premise: 'worse',
  });
});

it('leads “there” are those of the engine asked about before', () => {
  const before: Plan = { intent: 'score', engine: 'ChatGPT' };
  expect(plan('which leads could help there?', before)).toEqual({ intent: 'leads', engine: 'ChatGPT' });
});

it('a follow-up narrows the leads asked for before', () => {
  const before = { intent: 'leads', entity: 'r/humanresources', filters: ['unclaimed'] } satisfies Plan;
  const cited = { ...before, filters: ['unclaimed', 'cited'] };
  expect(plan('which of those are cited by Gemini?', before)).toEqual({ ...cited, engine: 'Gemini' });
  expect(plan('and cited ones?', before)).toEqual(cited);
});
