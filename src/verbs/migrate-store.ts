/** npm run migrate-store: a store copied into another one, of either engine, while no bot runs on them. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { realNow } from '../clock.ts';
import type { Environment } from '../config.ts';
import { CopyFault, copyStore } from '../store/copy-store.ts';
import { isStoreThere, openStoreAlone, type StorePlace } from '../store/open.ts';
import { COMMAND_LINES, UsageError } from './command-line.ts';
import { CLEAR_LINE, type Terminal } from './doctor/progress.ts';

/** Exit code 1 where the target is not a copy of the source. @throws UsageError, StoreError */
export async function migrateStore(
  _env: Environment,
  print: (text: string) => void,
  args: readonly string[],
  terminal: Terminal,
): Promise<{ exitCode: 0 | 1 }> {
  const { options } = COMMAND_LINES['migrate-store'];
  const { values } = parseArgs({ args: [...args], options });
  const [from, to] = [placeOf('--from', values.from), placeOf('--to', values.to)];
  if (isSame(from, to)) throw new UsageError('--from and --to are the same store.');
  if (!isStoreThere(from)) throw new UsageError(`There is no store in ${from.dataDir}.`);
  const source = await openStoreAlone(from, realNow);
  try {
    const target = await openStoreAlone(to, realNow);
    try {
      const copied = await copyStore(source, target, (table, done, all) => tell(terminal, table, done, all));
      if (terminal.live) terminal.aside(CLEAR_LINE);
      print([...copied.map(({ table, rows }) => `${table.padEnd(14)}  ${rows}`), DONE].join('\n'));
      return { exitCode: 0 };
    } finally {
      await target.destroy();
    }
  } catch (error) {
    if (!(error instanceof CopyFault)) throw error;
    terminal.aside(`${terminal.live ? CLEAR_LINE : ''}${error.message}\n`);
    return { exitCode: 1 };
  } finally {
    await source.destroy();
  }
}

const DONE =
  'Both stores hold the same. Set DATABASE_URL or DATA_DIR to the new one, start, and delete the old one once all is well.';

/** An address is never said again: it may hold a password. */
function placeOf(option: string, said: string | undefined): StorePlace {
  if (said === undefined) throw new UsageError(`${option} is missing.\nUsage: ${USAGE}`);
  const [, folder] = /^sqlite:(.+)$/.exec(said) ?? [];
  if (folder !== undefined) return { dataDir: folder };
  if (/^postgres(ql)?:\/\//.test(said) && URL.canParse(said)) return { databaseUrl: said, dataDir: '' };
  throw new UsageError(`${option} must be sqlite:FOLDER or postgres://…\nUsage: ${USAGE}`);
}

const USAGE = COMMAND_LINES['migrate-store'].usage;

function isSame(one: StorePlace, other: StorePlace): boolean {
  if (one.databaseUrl !== undefined) return one.databaseUrl === other.databaseUrl;
  return other.databaseUrl === undefined && path.resolve(one.dataDir) === path.resolve(other.dataDir);
}

function tell({ live, aside }: Terminal, table: string, done: number, all: number): void {
  if (live) aside(`${CLEAR_LINE}${table}: ${done} of ${all} …`);
}
