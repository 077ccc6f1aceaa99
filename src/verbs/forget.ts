/** npm run forget: removes a person from the store, through the running bot or, without one, in this process. */
import { parseArgs } from 'node:util';
import { realNow } from '../clock.ts';
import type { StoreConfig } from '../config.ts';
import { askRunningBot } from '../local-socket.ts';
import { type Forgetting, Forgotten, forget as forgetIn } from '../outbox/forget.ts';
import { isStoreThere, openStore } from '../store/open.ts';
import { explainNoStore } from './backup.ts';
import { COMMAND_LINES, type Ended, type Verb, VerbError } from './command-line.ts';
import { readStoreOrDemo } from './sandbox.ts';

/** Exit code 1 if `--yes` left something. @throws VerbError, LocalFault, ConfigError, StoreError */
export const forget: Verb<Ended> = async (env, print, args) => {
  const wanted = readPerson(args);
  const config = await readStoreOrDemo(env);
  if (!(await isStoreThere(config))) throw new VerbError(explainNoStore(config));
  const running = await askRunningBot(config, 'forget', wanted);
  const forgotten = running ? Forgotten.parse(running.answer) : await forgetHere(wanted, config);
  print(formatResult(wanted, forgotten));
  const left = wanted.yes ? (forgotten.after ?? forgotten.before) : undefined;
  return { exitCode: left && countRows(left) > 0 ? 1 : 0 };
};

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

function formatResult({ user, author = '', team, yes }: Forgetting, { before, after }: Forgotten): string {
  const who = `${user ?? `“${author}”`}${team === undefined ? '' : ` in ${team}`}`;
  if (countRows(before) === 0 && before.addresses === 0) return `The store has nothing about ${who}.`;
  const isNobody = user === undefined && before.authored === 0;
  return [
    `Rows in the store that name ${who}:`,
    ...formatRows(before),
    ...(isNobody ? [] : describeAuthored(user, before)),
    ...(after ? describeRest(user, after) : []),
    ...(isNobody ? [NOBODY] : describeWhatStays(user, after ?? before)),
    ...(yes || isNobody ? [] : [`Nothing was changed. Add --yes to take the ${user ? 'id' : 'name'} out.`]),
  ].join('\n');
}

const NOBODY =
  'No thread is by an author with this name, so nothing was changed: these rows only contain the words. Check the name.';

function formatRows({ rows }: Found): string[] {
  const width = Math.max(...Object.keys(rows).map(({ length }) => length));
  return Object.entries(rows).map(([name, count]) => `  ${name.padEnd(width)}  ${count}`);
}

/** An author's name can also be a common word. */
function describeAuthored(user: string | undefined, before: Found): string[] {
  if (user !== undefined) return [];
  if (before.authored === countRows(before)) return ['All of them give it as a thread’s author.'];
  return [
    `${before.authored} of ${countRows(before)} give it as a thread’s author. The others only mention it.`,
  ];
}

function describeRest(user: string | undefined, after: Found): string[] {
  if (countRows(after) === 0) return [user === undefined ? NAME_IS_OUT : ID_IS_OUT];
  return [
    'Some remain:',
    ...formatRows(after),
    'They were written in the meantime, or belong to a post on its way. Run this again.',
  ];
}

const NAME_IS_OUT = 'The name was taken out of all of them. The rows themselves stay.';
const ID_IS_OUT =
  'The id was taken out of all of them. Rows that were theirs alone were deleted; the others stay.';

function describeWhatStays(user: string | undefined, { addresses }: Found): string[] {
  if (user !== undefined)
    return ['Messages in Slack, projects.yml and logs stay as they are. Search them for the id.'];
  const kept = `${addresses} thread addresses or places contain the name. They stay, because they identify the thread.`;
  return [
    ...(addresses > 0 ? [kept] : []),
    'As long as the API lists a thread by this author, the next poll brings the name back.',
  ];
}
