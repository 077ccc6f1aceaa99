/** npm run forget: takes a person out of the store, through the bot that runs here or, without one, by itself. */
import { parseArgs } from 'node:util';
import { realNow } from '../clock.ts';
import { type Environment, readStoreConfig, type StoreConfig } from '../config.ts';
import { askLocally, LocalFault, socketIn } from '../local-socket.ts';
import { type Forgetting, Forgotten, forget as forgetIn } from '../outbox/forget.ts';
import { isStoreThere, openStore } from '../store/open.ts';
import { COMMAND_LINES, UsageError } from './command-line.ts';
import type { Terminal } from './doctor/progress.ts';

/** Exit code 1 where nothing could be looked for, or something is left. @throws UsageError, ConfigError, StoreError */
export async function forget(
  env: Environment,
  print: (text: string) => void,
  args: readonly string[],
  terminal: Terminal,
): Promise<{ exitCode: 0 | 1 }> {
  const wanted = wantedBy(args);
  const config = readStoreConfig(env);
  if (!isStoreThere(config)) {
    terminal.aside(`There is no store in ${config.dataDir} yet. Is DATA_DIR the bot’s?\n`);
    return { exitCode: 1 };
  }
  try {
    const forgotten = (await byBot(wanted, config)) ?? (await here(wanted, config));
    print(inLines(wanted, forgotten));
    return { exitCode: forgotten.after && countOf(forgotten.after) > 0 ? 1 : 0 };
  } catch (error) {
    if (!(error instanceof LocalFault)) throw error;
    terminal.aside(`${error.message}\n`);
    return { exitCode: 1 };
  }
}

function wantedBy(args: readonly string[]): Forgetting {
  const { options, usage } = COMMAND_LINES.forget;
  const { values } = parseArgs({ args: [...args], options });
  const { user, team, yes = false } = values;
  const author = values.author?.trim();
  if ((user === undefined) === (author === undefined || author === ''))
    throw new UsageError(`Name one person, with --user or with --author.\nUsage: ${usage}`);
  if (user !== undefined && !/^[UW][A-Z0-9]{2,}$/.test(user))
    throw new UsageError(
      '--user takes a user id such as U0123ABCD. In Slack: their profile, ⋮, Copy member ID.',
    );
  if (team !== undefined && !/^T[A-Z0-9]{2,}$/.test(team))
    throw new UsageError('--team takes a workspace id such as T0123ABCD.');
  return { yes, ...(team !== undefined && { team }), ...(user === undefined ? { author } : { user }) };
}

/** Undefined where none runs on this store. @throws LocalFault */
async function byBot(
  wanted: Forgetting,
  { databaseUrl, dataDir }: StoreConfig,
): Promise<Forgotten | undefined> {
  if (databaseUrl !== undefined) return undefined;
  const told = await askLocally(socketIn(dataDir), 'forget', wanted);
  return told && Forgotten.parse(told.answer);
}

async function here(wanted: Forgetting, config: StoreConfig): Promise<Forgotten> {
  const db = await openStore(config, realNow);
  return forgetIn(db, wanted, realNow()).finally(() => db.destroy());
}

type Found = Forgotten['before'];

const countOf = ({ rows }: Found) => Object.values(rows).reduce((sum, count) => sum + count, 0);

function inLines({ user, author = '', team }: Forgetting, { before, after, threads }: Forgotten): string {
  const who = `${user ?? `“${author}”`}${team === undefined ? '' : ` in ${team}`}`;
  if (countOf(before) === 0 && before.addresses === 0) return `The store has nothing of ${who}.`;
  const found = [`The store has ${who} in these rows:`, ...table(before), ...namesake(threads)];
  if (!after)
    return [...found, ...notes(user, before), 'Nothing was changed. Add --yes to do it.'].join('\n');
  const left =
    countOf(after) === 0
      ? ['Now it has none.']
      : [
          'Of these it still has:',
          ...table(after),
          'Somebody wrote them meanwhile, or a post is on its way. Run this again.',
        ];
  return [...found, ...left, ...notes(user, after)].join('\n');
}

function table({ rows }: Found): string[] {
  const width = Math.max(...Object.keys(rows).map(({ length }) => length));
  return Object.entries(rows).map(([name, count]) => `  ${name.padEnd(width)}  ${count}`);
}

/** Anybody's name can be a word, too. */
function namesake(threads: number | undefined): string[] {
  if (threads === undefined) return [];
  if (threads > 0) return [`Threads by that author: ${threads}. Elsewhere the name stands in a text.`];
  return ['No thread is by an author of that name: these are texts with that word. Is the name right?'];
}

/** What this doesn’t reach. */
function notes(user: string | undefined, { addresses }: Found): string[] {
  if (user !== undefined)
    return ['Messages that are in Slack, projects.yml and logs stay as they are: look for the id there.'];
  const kept = `Addresses and places of threads with the name in them: ${addresses}. They stay, since a thread is known by them.`;
  return [
    ...(addresses > 0 ? [kept] : []),
    'As long as the API names the author of a thread that it lists, the next poll brings the name back.',
  ];
}
