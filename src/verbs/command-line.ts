/** What can be said to each verb on the command line: its help, and a sentence on whatever else is said. Pure. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { AppError } from '../errors.ts';

type CommandLine = {
  usage: string;
  does: string;
  options: ParseArgsOptionsConfig;
  /** What each option is, for the help. */
  help?: readonly string[];
  takesWords?: true;
};

export const COMMAND_LINES = {
  start: {
    usage: 'npm start',
    does: 'Starts the bot that the environment and .env describe; the demo, if they name no Slack and no API.',
    options: {},
  },
  demo: {
    usage: 'npm run demo',
    does: 'Starts the bot between a simulated API and a local Slack in your browser. Nothing is kept.',
    options: {},
  },
  sandbox: {
    usage: 'npm run sandbox',
    does: 'Starts the simulated API and the local Slack without a bot, and prints the environment for one.',
    options: {},
  },
  doctor: {
    usage: 'npm run --silent doctor -- [--project NAME] [--json]',
    does: 'Says what will work, what will not, and how to mend it. Changes and posts nothing.',
    options: { project: { type: 'string' }, json: { type: 'boolean' } },
    help: [
      '--project NAME  looks at one project alone, by its name or id',
      '--json          says it for machines',
    ],
  },
  learn: {
    usage: 'npm run --silent learn -- [FILE|URL] [--project NAME] [--out FILE]',
    does: 'Learns how this API says what Sightline means: from its description, and from its answers. Changes and posts nothing there.',
    options: { project: { type: 'string' }, out: { type: 'string' } },
    help: [
      'FILE|URL        the API’s OpenAPI description; without one it is looked for beside the API',
      '--project NAME  asks about this project, by its name or id; otherwise about the first',
      '--out FILE      writes what is known as a file to correct, for api.profile in projects.yml',
    ],
    takesWords: true,
  },
  ask: {
    usage: 'npm run --silent ask -- "QUESTION" [--project NAME] [--json]',
    does: 'Answers a question about a project in your own words: with what is configured, else with the sandbox that runs.',
    options: { project: { type: 'string' }, json: { type: 'boolean' } },
    help: [
      '--project NAME  asks about this project, by its name or id; otherwise about the one that is named, or the first',
      '--json          says it for machines',
    ],
    takesWords: true,
  },
  mcp: {
    usage: 'npm run --silent mcp -- [--workspace ID]',
    does: 'Serves MCP clients of this machine over stdin and stdout: by the bot that runs here, else by what is configured.',
    options: { workspace: { type: 'string' } },
    help: ['--workspace ID  answers from this Slack workspace, where there are several'],
  },
  backup: {
    usage: 'npm run --silent backup -- FILE',
    does: 'Copies the embedded store into a new file, while the bot runs or not.',
    options: {},
    takesWords: true,
  },
  forget: {
    usage: 'npm run --silent forget -- --user U0123|--author NAME [--team T0123] [--yes]',
    does: 'Takes a person out of the store: somebody in Slack, or the author of threads. What is counted stays counted.',
    options: {
      user: { type: 'string' },
      author: { type: 'string' },
      team: { type: 'string' },
      yes: { type: 'boolean' },
    },
    help: [
      '--user U0123   a Slack user, by their id',
      '--author NAME  an author of threads, by the name they have there',
      '--team T0123   in this workspace alone; otherwise in all',
      '--yes          does it; without, it only says what it would find',
    ],
  },
  'migrate-store': {
    usage: 'npm run --silent migrate-store -- --from PLACE --to PLACE',
    does: 'Copies a store into an empty one, with the bots stopped, and compares both. A place is sqlite:FOLDER or postgres://…',
    options: { from: { type: 'string' }, to: { type: 'string' } },
    help: [
      '--from PLACE  the store to copy, which stays as it is',
      '--to PLACE    where to: an empty database, or a folder without a store; a copy that was ended halfway goes on',
    ],
  },
  'rotate-key': {
    usage: 'npm run --silent rotate-key',
    does: 'Seals what the store keeps with the first key of ENCRYPTION_KEY=new,old.',
    options: {},
  },
  docs: {
    usage: 'npm run docs',
    does: 'Writes manifest.yml, the JSON Schema of projects.yml and the tables of the documents.',
    options: {},
  },
  replay: {
    usage: 'npm run --silent replay -- FILE [--min-change N] [--json]',
    does: 'Says which score alerts a series would have brought: lines of 2026-11-19,61.4 or {"values":[61.4]}.',
    options: { 'min-change': { type: 'string' }, json: { type: 'boolean' } },
    help: [
      '--min-change N  leaves out what changes by fewer points than N (5); 0 for any scale',
      '--json          says it for machines',
    ],
    takesWords: true,
  },
} as const satisfies Readonly<Record<string, CommandLine>>;

export type VerbName = keyof typeof COMMAND_LINES;

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** What was said to a verb means nothing to it. Exit code 1. */
export class UsageError extends AppError {
  readonly code = 'usage';
}

export type CommandLineRead = { verb: VerbName; args: readonly string[] } | { help: string };

/** The verb that is called, `start` where none is, and what is said to it. @throws UsageError for what it does not know. */
export function readCommandLine(words: readonly string[]): CommandLineRead {
  const [first = '', ...rest] = words;
  if (first === '' || first.startsWith('-')) return read('start', words);
  if (isVerb(first)) return read(first, rest);
  throw new UsageError(`There is no verb “${first}”. Verbs: ${Object.keys(COMMAND_LINES).join(', ')}.`);
}

const isVerb = (word: string): word is VerbName => Object.hasOwn(COMMAND_LINES, word);

function read(verb: VerbName, args: readonly string[]): CommandLineRead {
  const { options, usage, takesWords }: CommandLine = COMMAND_LINES[verb];
  const known: ParseArgsOptionsConfig = { ...options, ...HELP };
  // Strict, it would refuse in words of its own.
  const loose = { strict: false, allowPositionals: true, tokens: true } as const;
  const { tokens } = parseArgs({ ...loose, args: [...args], options: known });
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) return { help: helpOf(verb) };
  const faults = tokens.flatMap((token) => {
    if (token.kind === 'option') return optionFault(token, known[token.name]?.type) ?? [];
    return token.kind === 'positional' && !takesWords ? `“${token.value}” is not expected here.` : [];
  });
  if (faults.length > 0) throw new UsageError([...faults, `Usage: ${usage}`].join('\n'));
  return { verb, args };
}

type Said = { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined };

function optionFault(
  { rawName, value, inlineValue }: Said,
  type: 'string' | 'boolean' | undefined,
): string | undefined {
  if (type === undefined) return `There is no option ${rawName}.`;
  if (type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value.`;
  const isNext = value?.startsWith('-') && !inlineValue;
  return value === undefined || isNext ? `${rawName} needs a value.` : undefined;
}

/** That of `start`, which is what one meets first, names the other verbs too. */
function helpOf(verb: VerbName): string {
  const { usage, does, help = [] }: CommandLine = COMMAND_LINES[verb];
  const own = [`Usage: ${usage}`, does, ...help.map((line) => `  ${line}`)];
  const others: readonly CommandLine[] = Object.values(COMMAND_LINES).filter((one) => one.usage !== usage);
  const all = verb === 'start' ? others.flatMap((one) => ['', one.usage, `  ${one.does}`]) : [];
  return [...own, ...all].join('\n');
}
