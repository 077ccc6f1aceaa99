import { describe, expect, it } from 'vitest';
import { readCommandLine, UsageError } from '../../src/verbs/command-line.ts';

function refusalOf(...words: string[]): string {
  try {
    readCommandLine(words);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return '';
}

describe('what is said on the command line', () => {
  it.each([
    [[], 'start', []],
    [['demo'], 'demo', []],
    [['doctor', '--project', 'Acme', '--json'], 'doctor', ['--project', 'Acme', '--json']],
    [['replay', 'scores.csv', '--min-change=-1'], 'replay', ['scores.csv', '--min-change=-1']],
  ])('%j is for the verb %s', (words, verb, args) => {
    expect(readCommandLine(words)).toEqual({ verb, args });
  });

  it.each([
    [['--help'], 'Usage: npm start\n'],
    [['-h'], 'Usage: npm start\n'],
    [['demo', '--help'], 'Usage: npm run demo\n'],
    [['doctor', '-h'], 'Usage: npm run --silent doctor -- [--project NAME] [--json]\n'],
    [['replay', '--help'], 'Usage: npm run --silent replay -- FILE [--min-change N] [--json]\n'],
    [['replay', '--loud', '--help'], 'Usage: npm run --silent replay -- FILE'],
  ])('%j asks for help, which begins with the usage', (words, usage) => {
    const said = readCommandLine(words);
    expect('help' in said && said.help.slice(0, usage.length)).toBe(usage);
  });

  it('the help of npm start names every other verb', () => {
    const said = readCommandLine(['--help']);
    for (const verb of ['demo', 'sandbox', 'doctor', 'learn', 'docs', 'replay'])
      expect(said).toEqual({
        help: expect.stringMatching(new RegExp(`^npm run (--silent )?${verb}\\b`, 'm')),
      });
  });
});

describe('is refused in a sentence, with the usage', () => {
  it.each([
    [['--loud'], 'There is no option --loud.\nUsage: npm start'],
    [['demo', '--port=1', '-x'], 'There is no option --port.\nThere is no option -x.\nUsage: npm run demo'],
    [['sandbox', 'now'], '“now” is not expected here.\nUsage: npm run sandbox'],
    [['doctor', '--project'], '--project needs a value.\nUsage: npm run --silent doctor -- '],
    [['doctor', '--project', '--json'], '--project needs a value.\nUsage: '],
    [['doctor', '--json=yes'], '--json takes no value.\nUsage: '],
    [['replay', 'a', '--min-change', '-1'], '--min-change needs a value.\nUsage: '],
  ])('%j', (words, sentence) => {
    expect(refusalOf(...words)).toContain(sentence);
  });

  it.each(['begin', 'constructor'])('the verb “%s”, with those that there are', (verb) => {
    expect(refusalOf(verb)).toBe(
      `There is no verb “${verb}”. Verbs: start, demo, sandbox, doctor, learn, ask, mcp, backup, forget, migrate-store, rotate-key, docs, replay.`,
    );
  });
});
