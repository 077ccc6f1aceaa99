/** npm run backup: the embedded store copied into one file, by the bot that runs here or, without one, by this process. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Environment, readStoreConfig, type StoreConfig } from '../config.ts';
import { askLocally, LocalFault, socketIn } from '../local-socket.ts';
import { isStoreThere } from '../store/open.ts';
import { completeCopy, copyClosedStore, type Pages } from '../store/sqlite-backup.ts';
import { COMMAND_LINES, UsageError } from './command-line.ts';
import { CLEAR_LINE, type Terminal } from './doctor/progress.ts';

/** Exit code 1 where there is no backup. `args` are those of COMMAND_LINES. @throws UsageError, ConfigError, StoreError */
export async function backup(
  env: Environment,
  print: (text: string) => void,
  args: readonly string[],
  terminal: Terminal,
): Promise<{ exitCode: 0 | 1 }> {
  const { options, usage } = COMMAND_LINES.backup;
  const { positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw new UsageError(`Name one file.\nUsage: ${usage}`);
  // npm starts in the project's folder, and says where it was called.
  const file = path.resolve(env.INIT_CWD ?? '', given);
  const config = readStoreConfig(env);
  const fault = faultOf(config, file);
  if (fault !== undefined) {
    terminal.aside(`${fault}\n`);
    return { exitCode: 1 };
  }
  const part = partOf(file);
  try {
    if (!(await copiedByBot(config, part, terminal)))
      await copyClosedStore(config.dataDir, part, (pages) => tellPages(terminal, pages));
  } catch (error) {
    if (!(error instanceof LocalFault)) throw error;
    terminal.aside(`${error.message}\n`);
    return { exitCode: 1 };
  }
  try {
    completeCopy(part);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  renameSync(part, file);
  const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
  print(`Backed up the store to ${file}: ${megabytes} MB, checked.`);
  return { exitCode: 0 };
}

/** Until it is whole it has another name. */
const partOf = (file: string) => `${file}.part`;

/** What stands in the way before anything is done, and what to do instead. */
function faultOf(config: StoreConfig, file: string): string | undefined {
  if (config.databaseUrl !== undefined)
    return `The store is in PostgreSQL, which is backed up with its own tool:\n  pg_dump --format=custom --file=${JSON.stringify(file)} "$DATABASE_URL"`;
  if (!isStoreThere(config)) return `There is no store in ${config.dataDir} yet. Is DATA_DIR the bot’s?`;
  const folder = path.dirname(file);
  if (!existsSync(folder)) return `There is no folder ${folder}. Make it first, or name another file.`;
  if (existsSync(file)) return `${file} is there already. Name a new file: nothing is written over.`;
  if (existsSync(partOf(file)))
    return `${partOf(file)} is there already. If no other backup is running, delete it and try again.`;
  return undefined;
}

const LOOK_MS = 500;

/** False where no bot runs here. @throws LocalFault */
async function copiedByBot({ dataDir }: StoreConfig, part: string, terminal: Terminal): Promise<boolean> {
  const socket = socketIn(dataDir);
  const over = new AbortController();
  const watching = (async () => {
    for (;;) {
      await delay(LOOK_MS, undefined, { signal: over.signal });
      tellPages(terminal, Progress.parse((await askLocally(socket, 'backup_progress', null))?.answer));
    }
    // Whoever only watches has nothing to say of a failure.
  })().catch(() => undefined);
  try {
    return (await askLocally(socket, 'backup', { file: part })) !== undefined;
  } finally {
    over.abort();
    await watching;
  }
}

const Progress = z.object({ done: z.number(), total: z.number() });

function tellPages({ live, aside }: Terminal, { done, total }: Pages): void {
  if (live && total > 0)
    aside(`${CLEAR_LINE}${done < total ? `${Math.floor((100 * done) / total)} % …` : ''}`);
}
