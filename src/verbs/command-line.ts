/**
 * What each verb accepts on the command line, its help, and what is wrong with anything else, variables with mistyped names
 * included. Also what verbs know about the terminal they run in, and how they write to it.
 */
import path from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs, styleText } from 'node:util';
import { startStopwatch } from '../clock.ts';
import { type Environment, VARIABLE_NAMES } from '../config.ts';
import { AppError } from '../errors.ts';
import { VERSION } from '../version.ts';
import { correctTypo } from '../words/nearest.ts';

type CommandLine = {
  usage: string;
  does: string;
  options: ParseArgsOptionsConfig;
  /** A line for each option. */
  help?: readonly string[];
  takesWords?: true;
};

export const COMMAND_LINES = {
  start: {
    usage: 'npm start',
    does: 'Starts the bot as the environment and .env configure it, or the demo if they name no Slack and no API.',
    options: {},
  },
  demo: {
    usage: 'npm run demo',
    does: 'Starts the bot with a simulated API and a local Slack in your browser. Nothing is kept.',
    options: {},
  },
  sandbox: {
    usage: 'npm run sandbox',
    does: 'Starts the simulated API and the local Slack without a bot, and prints the environment that a bot needs.',
    options: {},
  },
  doctor: {
    usage: 'npm run --silent doctor -- [--project NAME] [--json]',
    does: 'Checks the API, Slack, the store and the schedule, and tells you what to fix. It changes and posts nothing.',
    options: { project: { type: 'string' }, json: { type: 'boolean' } },
    help: ['--project NAME  checks only this project (its name or id)', '--json          prints JSON'],
  },
  learn: {
    usage: 'npm run --silent learn -- [FILE|URL] [--project NAME] [--out FILE]',
    does: 'Finds out how this API names what Sightline reads, from its description and its answers. It changes nothing there. Exit code 1 if it understood no answer.',
    options: { project: { type: 'string' }, out: { type: 'string' } },
    help: [
      'FILE|URL        the API’s OpenAPI description (by default, Sightline looks for it near the API)',
      '--project NAME  asks about this project (its name or id; by default the first)',
      '--out FILE      writes the result to a file that you can correct and name as api.profile in projects.yml',
    ],
    takesWords: true,
  },
  ask: {
    usage: 'npm run --silent ask -- "QUESTION" [--project NAME] [--page N] [--json]',
    does: 'Answers a question about a project. If nothing is configured, it asks a running sandbox.',
    options: { project: { type: 'string' }, page: { type: 'string' }, json: { type: 'boolean' } },
    help: [
      '--project NAME  asks about this project (its name or id; by default the one you mention, else the first, which it says)',
      '--page N        shows this page of a long list',
      '--json          prints JSON',
    ],
    takesWords: true,
  },
  mcp: {
    usage: 'npm run --silent mcp -- [--workspace ID]',
    does: 'Serves MCP clients on this machine over stdin and stdout, through the running bot or, without one, by itself.',
    options: { workspace: { type: 'string' } },
    help: ['--workspace ID  the Slack workspace to answer for, if there are several'],
  },
  backup: {
    usage: 'npm run --silent backup -- FILE',
    does: 'Copies the embedded store to a new file. The bot may be running.',
    options: {},
    takesWords: true,
  },
  forget: {
    usage: 'npm run --silent forget -- --user U0123|--author NAME [--team T0123] [--yes]',
    does: 'Removes a person from the store: a Slack user or an author of threads. Totals stay as they are.',
    options: {
      user: { type: 'string' },
      author: { type: 'string' },
      team: { type: 'string' },
      yes: { type: 'boolean' },
    },
    help: [
      '--user U0123   a Slack user’s id',
      '--author NAME  the name of a thread author, as it is in the threads',
      '--team T0123   only in this workspace (by default, in all)',
      '--yes          takes them out; without it, you only see which rows name them',
    ],
  },
  'migrate-store': {
    usage: 'npm run --silent migrate-store -- --from PLACE --to PLACE',
    does: 'Copies a store to an empty one and compares them. Stop the bots first. A place is sqlite:FOLDER or postgres://…',
    options: { from: { type: 'string' }, to: { type: 'string' } },
    help: [
      '--from PLACE  the store to copy; it stays as it is',
      '--to PLACE    an empty database, or a folder without a store; an interrupted copy resumes',
    ],
  },
  'rotate-key': {
    usage: 'npm run --silent rotate-key -- [--lost [--yes]]',
    does: 'Re-encrypts the store’s tokens and API keys with the first key of ENCRYPTION_KEY=new,old.',
    options: { lost: { type: 'boolean' }, yes: { type: 'boolean' } },
    help: [
      '--lost  shows what ENCRYPTION_KEY, which may then be one new key, doesn’t open: the key that sealed it is lost',
      '--yes   deletes that, since nothing can open it; you install or connect again afterwards',
    ],
  },
  docs: {
    usage: 'npm run docs',
    does: 'Writes manifest.yml, the JSON Schema of projects.yml, and the tables in README.md and ARCHITECTURE.md.',
    options: {},
  },
  replay: {
    usage: 'npm run --silent replay -- FILE [--min-change N] [--json]',
    does: 'Shows which score alerts a series would have caused. FILE has lines like 2026-11-19,61.4, or {"values":[61.4]}.',
    options: { 'min-change': { type: 'string' }, json: { type: 'boolean' } },
    help: [
      '--min-change N  ignores changes of fewer than N points (by default 5; 0 fits any scale)',
      '--json          prints JSON',
    ],
    takesWords: true,
  },
} as const satisfies Readonly<Record<string, CommandLine>>;

export type VerbName = keyof typeof COMMAND_LINES;

/** Every verb takes these. */
const ABOUT = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;

/** A verb can't do what it was asked. The message says why and what to do; exit code 1. */
export class VerbError extends AppError {
  readonly code = 'verb';
}

/** The full path of a file that somebody named. npm runs scripts in the project's folder, but keeps where it was called. */
export function resolveFile(name: string, { INIT_CWD }: Environment): string {
  return path.resolve(INIT_CWD ?? '', name);
}

/** The full path of the only file named. @throws VerbError without one, or with several */
export function readFileName(named: readonly string[], usage: string, env: Environment): string {
  const [name = '', ...more] = named;
  if (name.trim() === '' || more.length > 0) throw new VerbError(`Name one file.\nUsage: ${usage}`);
  return resolveFile(name, env);
}

/** Without a verb, `start`. @throws VerbError for an unknown verb, option or argument */
export function readCommandLine(
  words: readonly string[],
): { verb: VerbName; args: readonly string[] } | { reply: string } {
  const [first = '', ...rest] = words;
  if (first === '' || first.startsWith('-')) return readArguments('start', words);
  if (isVerb(first)) return readArguments(first, rest);
  const verbs = Object.keys(COMMAND_LINES);
  const near = correctTypo(first, verbs);
  throw new VerbError(
    `There is no verb “${first}”.${near ? ` Did you mean “${near}”?` : ''} Verbs: ${verbs.join(', ')}.`,
  );
}

const isVerb = (word: string): word is VerbName => Object.hasOwn(COMMAND_LINES, word);

function readArguments(verb: VerbName, args: readonly string[]) {
  const { options, usage, takesWords }: CommandLine = COMMAND_LINES[verb];
  const known: ParseArgsOptionsConfig = { ...options, ...ABOUT };
  // In strict mode Node would word the errors.
  const loose = { strict: false, allowPositionals: true, tokens: true } as const;
  const { tokens } = parseArgs({ ...loose, args: [...args], options: known });
  const has = (name: string) => tokens.some((token) => token.kind === 'option' && token.name === name);
  if (has('help')) return { reply: helpOf(verb) };
  if (has('version')) return { reply: VERSION };
  const faults = tokens.flatMap((token) => {
    if (token.kind === 'option') return optionFault(token, known[token.name]?.type) ?? [];
    return token.kind === 'positional' && !takesWords ? `“${token.value}” is not expected here.` : [];
  });
  if (faults.length > 0) throw new VerbError([...faults, `Usage: ${usage}`].join('\n'));
  return { verb, args };
}

type OptionToken = { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined };

function optionFault(
  { rawName, value, inlineValue }: OptionToken,
  type: 'string' | 'boolean' | undefined,
): string | undefined {
  if (type === undefined) return `There is no option ${rawName}.`;
  if (type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value.`;
  const isNextOption = value?.startsWith('-') && !inlineValue;
  if (isNextOption && /^-\d/.test(`${value}`)) return `${rawName} can’t be negative.`;
  return value === undefined || isNextOption ? `${rawName} needs a value.` : undefined;
}

/** The help of `start`, which people see first, also lists the other verbs. */
function helpOf(verb: VerbName): string {
  const { usage, does, help = [] }: CommandLine = COMMAND_LINES[verb];
  const own = [`Usage: ${usage}`, does, ...help.map((line) => `  ${line}`)];
  const about = 'Each command explains itself with --help; --version says which Sightline this is.';
  const others: readonly CommandLine[] = Object.values(COMMAND_LINES).filter((one) => one.usage !== usage);
  const all =
    verb === 'start' ? [...others.flatMap((one) => ['', one.usage, `  ${one.does}`]), '', about] : [];
  return [...own, ...all].join('\n');
}

/** A sentence for each variable that is nearly named like one of Sightline's, or in the plural. */
export function findMistyped(env: Environment): string[] {
  return Object.keys(env).flatMap((name) => {
    const singular = name.replace(/(?<=_\w+)S$/, '');
    const known = VARIABLE_NAMES.includes(singular) ? singular : correctTypo(name, VARIABLE_NAMES);
    const meant = VARIABLE_NAMES.includes(name) ? undefined : known;
    return meant ? [`${name} isn’t one of Sightline’s variables; did you mean ${meant}?`] : [];
  });
}

/** `live`: standard error is a terminal; `aside` writes to it as is. `colours`: standard output shows colours. */
export type Terminal = { live: boolean; colours: boolean; columns: number; aside: (text: string) => void };

export type Ended = { exitCode: 0 | 1 };

/** What `npm run` and its name start: what it prints is its result, `args` are as typed after `--`. */
export type Verb<Result> = (
  env: Environment,
  print: (text: string) => void,
  args: readonly string[],
  terminal: Terminal,
) => Promise<Result>;

export const CLEAR_LINE = '\r\u001b[2K';

export type Ink = (format: Parameters<typeof styleText>[0], text: string) => string;

export function createInk(colours: boolean): Ink {
  return (format, text) => (colours ? styleText(format, text, { validateStream: false }) : text);
}

/** Replaces control and format characters, so that text from outside can't move the cursor or change its direction. */
export function makePrintable(text: string): string {
  return text.replace(/\p{C}/gu, '\ufffd');
}

/** Breaks at spaces. Every line but the first is indented. */
export function wrap(text: string, indent: number, width: number): string {
  const room = Math.max(30, width - indent);
  const lines = text.split(' ').reduce<string[]>(([line = '', ...before], word) => {
    const longer = line === '' ? word : `${line} ${word}`;
    return longer.length <= room || line === '' ? [longer, ...before] : [word, line, ...before];
  }, []);
  return lines.toReversed().join(`\n${' '.repeat(indent)}`);
}

export type Progress = {
  /** Begins a part with this many steps; 0 if unknown. */
  part(name: string, steps: number): void;
  step(what: string): void;
  end(): void;
};

/** Elsewhere than in a live terminal, steps in between are left out. */
const A_LINE_EVERY_MS = 5_000;

/** One line that changes in a live terminal; elsewhere a line for each part and slow step, or none if `quiet`. */
export function createProgress({ live, columns, aside }: Terminal, quiet: boolean): Progress {
  let at = { name: '', steps: 0, done: 0 };
  let since = startStopwatch();
  return {
    part(name, steps) {
      at = { name, steps, done: 0 };
      since = startStopwatch();
      if (!live && !quiet) aside(`Checking ${name} …\n`);
    },
    step(what) {
      at.done += 1;
      const count = at.steps > 0 ? `${at.done}/${at.steps} ` : '';
      const line = `${at.name}: ${count}${what} …`;
      if (live) return aside(`${CLEAR_LINE}${line.slice(0, columns - 1)}`);
      if (quiet || since() < A_LINE_EVERY_MS) return;
      since = startStopwatch();
      aside(`${line}\n`);
    },
    end() {
      if (live) aside(CLEAR_LINE);
    },
  };
}
