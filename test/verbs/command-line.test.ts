import { describe, expect, it } from 'vitest';
import { COMMAND_LINES, readCommandLine, VerbError } from '../../src/verbs/command-line.ts';

function refusalOf(...words: string[]): string {
  try {
    readCommandLine(words);
  } catch (error) {
    if (error instanceof VerbError) return error.message;
    throw error;
  }
  return '';
}

describe('the command line', () => {
  it.each([
    [[], 'start', []],
    [['demo'], 'demo', []],
    [['doctor', '--project', 'Acme', '--json'], 'doctor', ['--project', 'Acme', '--json']],
    [['replay', 'scores.csv', '--min-change=-1'], 'replay', ['scores.csv', '--min-change=-1']],
  ])('%j runs the verb %s', (words, verb, args) => {
    expect(readCommandLine(words)).toEqual({ verb, args });
  });

  it.each([
    [['--help'], 'Usage: npm start\n'],
    [['-h'], 'Usage: npm start\n'],
    [['demo', '--help'], 'Usage: npm run demo\n'],
    [['doctor', '-h'], 'Usage: npm run --silent doctor -- [--project NAME] [--json]\n'],
    [['replay', '--help'], 'Usage: npm run --silent replay -- FILE [--min-change N] [--json]\n'],
    [['replay', '--loud', '--help'], 'Usage: npm run --silent replay -- FILE'],
  ])('%j prints help that begins with the usage', (words, usage) => {
    const read = readCommandLine(words);
    expect('reply' in read && read.reply.slice(0, usage.length)).toBe(usage);
  });

  it.each([[['--version']], [['ask', '--version']], [['migrate-store', '--version']]])(
    '%j prints the version',
    (words) => {
      expect(readCommandLine(words)).toEqual({ reply: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    },
  );

  it('the help of npm start lists every other verb', () => {
    const read = readCommandLine(['--help']);
    for (const verb of Object.keys(COMMAND_LINES).filter((one) => one !== 'start'))
      expect(read).toEqual({
        reply: expect.stringMatching(new RegExp(`^npm run (--silent )?${verb}\\b`, 'm')),
      });
  });
});

describe('refuses with a sentence and the usage', () => {
  it.each([
    [['--loud'], 'There is no option --loud.\nUsage: npm start'],
    [['demo', '--port=1', '-x'], 'There is no option --port.\nThere is no option -x.\nUsage: npm run demo'],
    [['sandbox', 'now'], '“now” is not expected here.\nUsage: npm run sandbox'],
    [['doctor', '--project'], '--project needs a value.\nUsage: npm run --silent doctor -- '],
    [['doctor', '--project', '--json'], '--project needs a value.\nUsage: '],
    [['doctor', '--json=yes'], '--json takes no value.\nUsage: '],
    [['replay', 'a', '--min-change', '-1'], '--min-change can’t be negative.\nUsage: '],
  ])('%j', (words, sentence) => {
    expect(refusalOf(...words)).toContain(sentence);
  });

  it('a misspelt verb, with the nearest', () => {
    expect(refusalOf('docter')).toContain('Did you mean “doctor”?');
  });

  it.each(['begin', 'constructor'])('the verb “%s”, listing all verbs', (verb) => {
    expect(refusalOf(verb)).toBe(
      `There is no verb “${verb}”. Verbs: start, demo, sandbox, doctor, learn, ask, mcp, backup, forget, migrate-store, rotate-key, docs, replay.`,
    );
  });
});
