/** Questions put otherwise, which must not change what they mean. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { readQuestion } from '../../src/ask/read-question.ts';
import { questionSet } from '../bench/ask-sets.ts';

const { lines, known, today } = questionSet('growth-team');
const AT = { now: Date.parse(`${today}T12:00:00Z`), timezone: 'UTC' };

/** Every fifth of those with a plan; "US" in small letters is who asks. */
const QUESTIONS = lines
  .flatMap((line) => ('plan' in line && !/\bUS\b/.test(line.question) ? line.question : []))
  .filter((_, at) => at % 5 === 0)
  .map((question) => ({ question, meant: readQuestion(question, known, AT) }));

const SYNONYMS = {
  rivals: 'competitors',
  competitors: 'rivals',
  engines: 'models',
  engine: 'assistant',
  regions: 'markets',
  topics: 'themes',
  prompts: 'queries',
  leads: 'conversations',
  threads: 'discussions',
  us: 'our brand',
} as const;

const ended = (question: string) => (/[.?!]$/.test(question) ? question : `${question}?`);

test.each<[how: string, put: (question: string) => string]>([
  ['in capitals', (question) => question.toUpperCase()],
  ['in small letters', (question) => question.toLowerCase()],
  ['in a list', (question) => `1. ${question}`],
  ['without a mark', (question) => question.replace(/\?$/, '')],
  ['with typographic apostrophes', (question) => question.replaceAll("'", '’')],
  ['with thanks', (question) => `${ended(question)} Thank you so much.`],
  ['with a reason behind it', (question) => `${ended(question)} The board meets tomorrow.`],
  ['with a reason before it', (question) => `I have a meeting in 10 minutes. ${question}`],
  [
    'in other words',
    (question) =>
      question.replace(
        /\b(?:rivals|competitors|engines?|regions|topics|prompts|leads|threads)\b|(?<=\b(?:about|than) )us\b/g,
        (word) => SYNONYMS[word as keyof typeof SYNONYMS],
      ),
  ],
])('hardly a question means something else %s', (_, put) => {
  const changed = QUESTIONS.map(({ question, meant }) => ({ said: put(question), meant }))
    .filter(({ said, meant }) => !isDeepStrictEqual(readQuestion(said, known, AT), meant))
    .map(({ said }) => said);
  expect(changed.slice(MOST_CHANGED)).toEqual([]);
});

/** Of about fifty. */
const MOST_CHANGED = 1;

test.each([
  ['find prompts containing model', 'model'],
  ['leads about theme parks', 'theme parks'],
])('words that are looked for stay as they are: “%s”', (question, prompt) => {
  expect(readQuestion(question, known, AT)).toMatchObject({ verdict: 'understood', plan: { prompt } });
});
