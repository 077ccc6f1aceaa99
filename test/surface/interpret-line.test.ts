import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { parseProjects } from '../../src/projects/projects.ts';
import { findRoute, interpretLine, listRoutes } from '../../src/surface/command-line.ts';
import { COMMANDS } from '../../src/surface/index.ts';

const ID = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const ACME = parseProjects(JSON.stringify({ projects: [{ id: ID, name: 'Acme' }] }), 'projects.yml').projects;

/** "leads" for a command's, "question", or "near: leads" for what may have been meant. */
function whose(text: string, visible = ACME): string {
  const found = interpretLine(text, COMMANDS, visible);
  if (found === 'question') return found;
  if ('route' in found) return found.route.command.name;
  return `near: ${found.unknown.near.join(', ')}`;
}

/** A usage, which stands there as well, is not typed. */
const README = [...readFileSync('README.md', 'utf8').matchAll(/`\/visibility ([^`]+)`/g)]
  .map(([, line = '']) => line)
  .filter((line) => !/[<[]/.test(line));

const ALL = listRoutes(COMMANDS).map(({ command }) => command);

describe('a line of a command', () => {
  test.each(ALL)('its example means that command: $example', ({ name, example }) => {
    expect(whose(example)).toBe(name);
    expect(whose(`${example} in Acme`)).toBe(name);
  });

  test.each(ALL)('$name means that command, alone and with a project', ({ name }) => {
    for (const line of [name, name.toUpperCase(), `${name} in Acme`, `${name} in Acmee`])
      expect(whose(line)).toBe(name);
  });

  test.each(README)('from the README means what it says there: %s', (line) => {
    expect(whose(line) === 'question').toBe(line.endsWith('?') && !line.startsWith('ask '));
    expect(whose(line)).not.toMatch(/^near/);
  });

  test.each([
    ['why A1', 'why'],
    ['is A1 over?', 'why'],
    ['what became of A1', 'why'],
    ['why “L12”', 'why'],
    ['L412', 'why'],
    ['l412', 'why'],
    ['why a1?', 'why'],
    ['what is l412', 'why'],
    ['tell me about S9', 'why'],
    ['hi', 'hello'],
    ['ask hello there', 'hello'],
    ['ok thanks', 'hello'],
    ['answers for best crm for startups', 'question'],
    ['who are you?', 'hello'],
    ['help me', 'hello'],
    ['lead 7', 'why'],
    ['open lead no. 7', 'why'],
    ['alert 1', 'why'],
    ['L1, L2', 'leads'],
    ['show L1 and L2', 'leads'],
    ['show me lead 1, lead 2 & L3', 'leads'],
    ['warm leads', 'leads'],
    ['show me the warm leads on Gemini', 'leads'],
    ['latest citations of globex.example', 'citations'],
    ['most recent citations', 'citations'],
    ['what queries does ChatGPT search for', 'searches'],
    ['how did our alerts do?', 'what-if'],
    ['what would an alert threshold of 10 have done?', 'what-if'],
    ['80', 'leads'],
    ['older', 'leads'],
    ['snoozed', 'leads'],
    ['digest', 'leads'],
    ['leads cited', 'leads'],
    ['leads mine 80', 'leads'],
    ['leads r/devops cost spikes', 'leads'],
    ['leads warm Perplexity, Gemini in Germany and US', 'leads'],
    ['leads export 30d', 'leads'],
    ['leads "how do you alert on costs?"', 'leads'],
    ['lea 80', 'leads'],
    ['top pri', 'topic'],
    ['topic lead scoring', 'topic'],
    ['topics', 'topic'],
    ['competitor globex', 'compare'],
    ['scores 90', 'scores'],
    ['sources Gemini, ChatGPT and Claude in Germany', 'sources'],
    ['sources in US', 'sources'],
    ['prompts best crm for startups', 'prompts'],
    ['prompt-history what is the best crm?', 'prompt-history'],
    ['track what is the best crm in germany?', 'track'],
    ['untrack who owns the cloud bill', 'untrack'],
    ['suggestions prompt', 'suggestions'],
    ['sug prompts', 'suggestions'],
    ['feeds preview leads', 'preview'],
    ['pause leads until Monday 9:00', 'pause'],
    ['admin engines', 'engines'],
    ['admin status', 'admin'],
    ['help leads', 'help'],
    ['ask', 'ask'],
    ['ask leads', 'ask'],
  ])('“%s” means “%s”', (line, name) => {
    expect(whose(line)).toBe(name);
  });
});

test.each([
  ['show me lead 1, lead 2 & L3', 'L1 L2 L3'],
  ['show me the warm leads on Gemini', 'warm Gemini'],
  ['80', '80'],
  ['latest citations of globex.example', 'site:globex.example'],
])('“%s” lists “%s”', (line, rest) => {
  expect(findRoute(line, COMMANDS)?.rest).toBe(rest);
});

describe('a question', () => {
  test.each([
    'why did we drop on Gemini?',
    'why is our score down',
    'who beats us on pricing in Germany?',
    'which open leads are cited by ChatGPT?',
    'leads cited by ChatGPT',
    'leads above 80 from r/devops',
    'leads we answered this week',
    'leads in r/startups or r/saas',
    'tracked prompts on alerts',
    'scores on Gemini',
    'scores last week',
    'score Gemini',
    'scores in Germany',
    'topic we are worst in',
    'topics we lost since Monday',
    'topic pricing on Gemini',
    'top 5 leads',
    'top sources last week',
    'to whom do we lose?',
    'compare us with Globex on Gemini',
    'compare Globex and Initech',
    'compare Globex in Germany',
    'sources for pricing last week',
    'sources of globex.com',
    'prompts about pricing that went down?',
    'prompts where we are last',
    'suggestions for content',
    'feeds of yesterday',
    'mentions of Globex',
    'engines that cite us',
    'status of the project?',
    'help me understand why we dropped',
    'what happened yesterday?',
    'how are we doing',
    'rank Gemini',
    'us vs Globex',
    'less than 50 on Gemini',
    'weather in Berlin',
    'answers that name Globex',
    'answered leads',
    'dismissed leads',
    'my leads',
  ])('is not taken for a command: %s', (line) => {
    expect(whose(line)).toBe('question');
    expect(whose(`${line} in Acme`)).toBe('question');
  });
});

describe('a command that is mistyped', () => {
  test.each([
    ['leeds', 'near: leads'],
    ['leeds r/devops', 'near: leads r/devops'],
    ['scroes', 'near: scores'],
    ['scroes 30d', 'near: scores 30d'],
    ['suggestoins', 'near: suggestions'],
    ['s', 'near: scores, sources, suggestions'],
  ])('gets suggestions: %s', (line, near) => {
    expect(whose(line)).toBe(near);
  });

  it('is a question if it is done with a button, or names a lead or an alert, whose card has it', () => {
    for (const line of ['mute A1', 'snooze', 'claim', 'move leads to #tidewater'])
      expect(whose(line)).toBe('question');
  });

  it('is a question if the rest of the line asks something', () => {
    expect(whose('leeds that ChatGPT cites?')).toBe('question');
    expect(whose('leads given to ben')).toBe('question');
    expect(whose('leads handed to him')).toBe('question');
  });
});

it('without a visible project commands say so and questions are not asked', () => {
  expect(whose('leads cited by ChatGPT', [])).toBe('leads');
  expect(whose('who beats us on pricing?', [])).toMatch(/^near: /);
});
