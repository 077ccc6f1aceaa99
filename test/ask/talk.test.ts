import { describe, expect, it } from 'vitest';
import { askingPart } from '../../src/ask/asking-part.ts';
import { wordsSaid } from '../../src/ask/english-plan.ts';
import { readQuestion } from '../../src/ask/read-question.ts';
import { AT, KNOWN } from './northwind.ts';

function read(question: string) {
  const reading = readQuestion(question, KNOWN, AT);
  return reading.verdict === 'understood' ? reading.plan : reading.verdict;
}

describe('what is said before a question', () => {
  it.each([
    [
      'we had a call with our sales folks, so what I’d like to know is who beats us on ChatGPT',
      'who beats us on ChatGPT',
    ],
    ['my boss asked me which topics are worst', 'which topics are worst'],
    ['let me put it differently what was our mention rate on Gemini', 'what was our mention rate on Gemini'],
    [
      'I’d be very grateful if you could let me know how we compare with Globex',
      'how we compare with Globex',
    ],
    ['which leads are open because I want to answer some of them', 'which leads are open'],
  ])('says nothing of what it asks: “%s”', (line, asked) => {
    expect(askingPart(line, KNOWN)).toBe(asked);
    expect(read(line)).toEqual(read(asked));
  });

  it('is no refusal, though it speaks of what nobody here knows', () => {
    expect(read('revenue is flat and people panic, but how is our visibility on Gemini')).toEqual(
      read('how is our visibility on Gemini'),
    );
    expect(read('my boss asked me how much revenue the leads brought')).toBe('not_understood');
  });

  it('names whom or what a question means by a pronoun', () => {
    expect(read('my ceo read about Globex and now he wants to know how we stack up against them')).toEqual(
      read('how do we stack up against Globex'),
    );
    expect(read('we talked about Gemini today and she asked me how visible we are over there')).toEqual(
      read('how visible are we on Gemini'),
    );
  });

  it.each([
    'we changed our prices on monday, did the score move since',
    'I was on holiday from Nov 9 to Nov 20, what did I miss?',
    'between October 1 and October 31, how did the score change',
    'I only care about answers on Gemini: are we named before or after Globex?',
    'us or Globex on Gemini, who gets mentioned more',
  ])('is kept where the question needs it: “%s”', (line) => {
    expect(askingPart(line, KNOWN)).toBe(line);
  });
});

describe('a statement that implies a question', () => {
  it.each([
    ['someone said Globex is ahead of us', 'is Globex ahead of us'],
    ['i thought we were first on onboarding', 'were we first on onboarding'],
    ['supposedly Gemini doesn’t mention us at all', 'how often does Gemini mention us'],
    ['nobody seems to cite our site', 'how often is our site cited'],
    ['i can’t see any leads from hacker news any more', 'show leads from hacker news'],
  ])('is answered as that: “%s”', (said, asked) => {
    expect(read(said)).toEqual(read(asked));
  });

  it('is none if it describes what is listed', () => {
    expect(read('leads that chatgpt doesn’t cite')).toMatchObject({ intent: 'leads' });
    expect(read('stuff i claimed and never got to')).toMatchObject({ intent: 'leads', filters: ['mine'] });
  });
});

describe('two things at once', () => {
  it('are one where the second only names a figure or an end of the list', () => {
    expect(read('which prompt is giving best results and which is giving worst')).toEqual(
      read('best and worst prompts'),
    );
    expect(read('how many citations does globex.example have and from which engines')).toMatchObject({
      intent: 'sources',
    });
  });

  it('ask why if the first tells of a fall', () => {
    expect(read('we’re down again and I still have no idea what changed')).toEqual(
      read('we’re down again, what happened?'),
    );
  });
});

describe('English as a second language', () => {
  it.each([
    ['why is our value on tuesday worse as on monday', 'why is our score on tuesday worse than on monday'],
    ['since how many days we are under the normal', 'since when are we under normal'],
    ['upto which date data is available', 'up to which date is data available'],
    ['exist any lead in hacker news without assign?', 'any lead on hacker news without an owner'],
    ['sir kindly revert back with the leads from hacker news', 'show the leads from hacker news'],
    ['kindly tell when next report will come', 'when is the next digest'],
    ['what are the prompts in which we not appear', 'what are the prompts in which we don’t appear'],
  ])('is read as what it means: “%s”', (said, asked) => {
    expect(read(said)).not.toBe('not_understood');
    expect(read(said)).toEqual(read(asked));
  });
});

it.each([
  ['How many prompt is registered?', 'how many prompts are tracked'],
  ['Please make list of site which is cited by Gemini.', 'list of sites cited by Gemini'],
  ['In Germany, who is the first cited?', 'who is named first in Germany'],
  ['It exists leads that nobody did answer?', 'are there leads that nobody has answered'],
  ['Is there any negative comment about us in this week?', 'any negative mentions of us this week'],
  ['what do engines search for before they answer', 'what do engines search for'],
  ['is the drop worldwide?', 'did every region drop'],
  ['is it on all engines?', 'which engines dropped'],
  ['who took our spot', 'who passed us'],
  ['are we ahead of Globex on anything', 'are we ahead of Globex anywhere'],
  ['threads looking for a helpdesk', 'threads mentioning helpdesk'],
  ['should we track more prompts', 'which prompts should we track'],
  ['what share of our leads gets answered', 'what happened'],
  ['how many leads did we get this week and how many did we answer', 'what happened this week'],
  ['what should I tell the CEO', 'overview'],
  ['who benefited from our drop', 'which rivals gained'],
  ['ok what should I do', 'what should we do today'],
  ['what’s our score on Gemini vs the others', 'our score per engine'],
  ['is Gemini stable', 'did Gemini change'],
  ['suggested prompts', 'which prompts should we track'],
  ['on which prompts are we not named first', 'which prompts have the worst rank'],
  ['what was in yesterday’s digest', 'new leads yesterday'],
  ['is there a prompt where Globex is first', 'on which prompts is Globex named first'],
  ['who gets pinged when the score drops', 'who gets the alerts'],
  ['do any engines call us expensive', 'what do engines say about us'],
  ['are we up or down since mid november', 'are we up or down since 15 november'],
  ['did we tank because of Gemini or is it everyone', 'why did our score change'],
  ['has anybody answered anything since friday', 'which leads were answered since friday'],
  ['leads where Globex is mentioned and score over 80', 'leads mentioning Globex, score over 80'],
  ['what did my team do yesterday', 'what happened yesterday'],
  ['good morning, anything interesting?', 'what’s new'],
  ['did competitors drop too', 'which rivals drop'],
  ['show me the answer where we disappeared', 'show me the answer where we were dropped'],
  ['how far below normal are we', 'is our score normal'],
  ['when were we last this low', 'what was the worst day of our score'],
  ['i dont trust this 52.2, show me the raw data', 'which answers name us'],
  ['threads complaining about Globex', 'threads mentioning Globex'],
  ['what are the engines searching for', 'what do engines search for'],
  ['rank by engine', 'average rank by engine'],
  ['when will today’s score be available', 'what is our score today'],
  ['have we ever been first on any prompt', 'who is first for each prompt'],
  ['do they mention our payroll connector', 'what do engines say about us'],
  ['does ChatGPT even know we exist', 'does ChatGPT mention us'],
  ['where can i see the answers', 'which answers name us'],
  ['top mover this week', 'which engines moved most this week'],
  ['how do we compare with Globex by topic', 'which topics do we lose to Globex'],
  ['yo are we cooked?', 'how are we doing'],
  ['where is Globex strongest', 'how do we compare with Globex'],
  ['which prompt has the biggest gap to Globex', 'which prompts do we lose to Globex'],
  ['leads from the last 3 days sorted by score', 'leads from the last 3 days best first'],
  ['compare october to november', 'compare october with november'],
  ['what people ask most about onboarding', 'leads about onboarding'],
  ['which of our blog posts is doing worst in citations', 'which of our pages are cited, worst first'],
])('reads “%s” as “%s”', (said, usual) => {
  expect(read(said)).toEqual(read(usual));
  expect(read(said)).not.toBe('not_understood');
});

it('doesn’t count the citations of a site that nobody cites as those of all', () => {
  const reading = readQuestion('how many times was trustradius cited', KNOWN, AT);
  expect(reading).toMatchObject({ verdict: 'not_understood', unknown: 'trustradius' });
});

it.each([
  ['do AI think we’re expensive?', 'expensive'],
  ["does ChatGPT say we're easy to use", 'easy to use'],
  ['do the bots know that we have a free tier', 'free tier'],
  ['does anyone call us too slow', 'slow'],
])('“%s” looks for “%s”', (question, words) => expect(wordsSaid(question)).toBe(words));

it('keeps the engine of a second question out of a list by engine', () => {
  const reading = readQuestion('score per engine plus the top cited pages on Gemini', KNOWN, AT);
  expect(reading).toMatchObject({
    between: [
      { intent: 'ranking', entity: 'engines' },
      { intent: 'sources', engine: 'Gemini' },
    ],
  });
  expect(reading).not.toHaveProperty('between.0.engine');
});

it('compares with a rival that somebody can’t believe is ahead', () => {
  expect(read('Globex can’t be ahead of us on Gemini')).toMatchObject({
    intent: 'compare',
    entity: 'Globex',
    engine: 'Gemini',
  });
});

it('reads a line in which a word is said again and again, without end', () => {
  const words =
    'the a an of on in for to and or not our we us is are what which how that with did any all one'.split(
      ' ',
    );
  for (const word of words)
    expect(readQuestion(`${word} `.repeat(60), KNOWN, AT).verdict).toBeTypeOf('string');
});
