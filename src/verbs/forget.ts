/** npm run forget: removes a person from the store, through the running bot or, without one, in this process. */
import { parseArgs } from 'node:util';
import { realNow } from '../clock.ts';
import { type Environment, readStoreConfig, type StoreConfig } from '../config.ts';
import { askRunningBot } from '../local-socket.ts';
import { type Forgetting, Forgotten, forget as forgetIn } from '../outbox/forget.ts';
import { isStoreThere, openStore } from '../store/open.ts';
import { explainNoStore } from './backup.ts';
import { COMMAND_LINES, VerbError } from './command-line.ts';

/** Exit code 1 if something is left. @throws VerbError, LocalFault, ConfigError, StoreError */
export async function forget(
  env: Environment,
  print: (text: string) => void,
  args: readonly string[],
): Promise<{ exitCode: 0 | 1 }> {
  const wanted = readPerson(args);
  const config = readStoreConfig(env);
  if (!isStoreThere(config)) throw new VerbError(explainNoStore(config.dataDir));
  const running = await askRunningBot(config, 'forget', wanted);
  const forgotten = running ? Forgotten.parse(running.answer) : await forgetHere(wanted, config);
  print(formatResult(wanted, forgotten));
  return { exitCode: forgotten.after && countRows(forgotten.after) > 0 ? 1 : 0 };
}

function readPerson(args: readonly string[]): Forgetting {
  const { options, usage } = COMMAND_LINES.forget;
  const { values } = parseArgs({ args: [...args], options });
  const { user, team, yes = false } = values;
  const author = values.author?.trim();
  if ((user === undefined) === (author === undefined || author === ''))
    throw new VerbError(`Name one person, with --user or --author.\nUsage: ${usage}`);
  if (user !== undefined && !/^[UW][A-Z0-9]{2,}$/.test(user))
    throw new VerbError(
      '--user takes a Slack user’s id, such as U0123ABCD. In Slack, open their profile and choose ⋮, Copy member ID.',
    );
  if (team !== undefined && !/^T[A-Z0-9]{2,}$/.test(team))
    throw new VerbError('--team takes a workspace’s id, such as T0123ABCD.');
  return { yes, ...(team !== undefined && { team }), ...(user === undefined ? { author } : { user }) };
}

async function forgetHere(wanted: Forgetting, config: StoreConfig): Promise<Forgotten> {
  const db = await openStore(config, realNow);
  return forgetIn(db, wanted, realNow()).finally(() => db.destroy());
}

type Found = Forgotten['before'];

const countRows = ({ rows }: Found) => Object.values(rows).reduce((sum, count) => sum + count, 0);

function formatResult(
  { user, author = '', team }: Forgetting,
  { before, after, threads }: Forgotten,
): string {
  const who = `${user ?? `“${author}”`}${team === undefined ? '' : ` in ${team}`}`;
  if (countRows(before) === 0 && before.addresses === 0) return `The store has nothing about ${who}.`;
  return [
    `Rows in the store that name ${who}:`,
    ...formatRows(before),
    ...describeThreads(threads),
    ...(after ? describeRest(after) : []),
    ...describeWhatStays(user, after ?? before),
    ...(after ? [] : ['Nothing was removed. Add --yes to remove them.']),
  ].join('\n');
}

function formatRows({ rows }: Found): string[] {
  const width = Math.max(...Object.keys(rows).map(({ length }) => length));
  return Object.entries(rows).map(([name, count]) => `  ${name.padEnd(width)}  ${count}`);
}

/** An author's name can also be a common word. */
function describeThreads(threads: number | undefined): string[] {
  if (threads === undefined) return [];
  if (threads > 0) return [`Threads by this author: ${threads}. Other rows only mention the name.`];
  return ['No thread is by an author with this name; the rows only contain the word. Is the name right?'];
}

function describeRest(after: Found): string[] {
  if (countRows(after) === 0) return ['All of them were removed.'];
  return [
    'Some remain:',
    ...formatRows(after),
    'They were written in the meantime, or belong to a post on its way. Run this again.',
  ];
}

function describeWhatStays(user: string | undefined, { addresses }: Found): string[] {
  if (user !== undefined)
    return ['Messages in Slack, projects.yml and logs stay as they are. Search them for the id.'];
  const kept = `${addresses} thread addresses or places contain the name. They stay, because they identify the thread.`;
  return [
    ...(addresses > 0 ? [kept] : []),
    'As long as the API lists a thread by this author, the next poll brings the name back.',
  ];
}
