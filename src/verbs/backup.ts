/** npm run backup: copies the embedded store to one file, through the running bot or, without one, in this process. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { realNow } from '../clock.ts';
import type { StoreConfig } from '../config.ts';
import { MINUTE_MS } from '../durations.ts';
import { askRunningBot } from '../local-socket.ts';
import { isStoreThere, type StorePlace } from '../store/open.ts';
import { completeCopy, copyClosedStore, type Pages } from '../store/sqlite-backup.ts';
import { CLEAR_LINE, COMMAND_LINES, readFileName, type Verb, VerbError } from './command-line.ts';
import { readStoreOrDemo } from './sandbox.ts';

/** @throws VerbError, LocalFault, ConfigError, StoreError */
export const backup: Verb<undefined> = async (env, print, args, terminal) => {
  const { options, usage } = COMMAND_LINES.backup;
  const { positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const file = readFileName(positionals, usage, env);
  const config = await readStoreOrDemo(env);
  // The copy has this name until it is complete.
  const part = `${file}.part`;
  const obstacle = await findObstacle(config, file, part);
  if (obstacle !== undefined) throw new VerbError(obstacle);
  rmSync(part, { force: true });
  const showProgress = ({ done, total }: Pages) => {
    const percent = done < total ? `${Math.floor((100 * done) / total)}% …` : '';
    if (terminal.live && total > 0) terminal.aside(`${CLEAR_LINE}${percent}`);
  };
  if (!(await copyThroughBot(config, part, showProgress)))
    await copyClosedStore(config.dataDir, part, showProgress);
  try {
    completeCopy(part);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  renameSync(part, file);
  const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
  print(`Backed up the store in ${config.dataDir} to ${file} (${megabytes} MB) and checked the copy.`);
};

/** What prevents a backup, and what to do about it. */
async function findObstacle(config: StoreConfig, file: string, part: string): Promise<string | undefined> {
  if (config.databaseUrl !== undefined)
    return `The store is in PostgreSQL. Back it up with PostgreSQL’s own tool, with the bot’s environment:\n  pg_dump --format=custom --file=${JSON.stringify(file)} "\${DATABASE_URL:?}"`;
  if (!(await isStoreThere(config))) return explainNoStore(config);
  const folder = path.dirname(file);
  if (!existsSync(folder)) return `There is no folder ${folder}. Create it, or name another file.`;
  if (existsSync(file)) return `${file} already exists. Name a new file: a backup never overwrites one.`;
  const written = statSync(part, { throwIfNoEntry: false })?.mtimeMs;
  if (written !== undefined && realNow() - written < LEFT_MS)
    return `Another backup is writing ${part}. If it was interrupted, try again in a minute.`;
  return undefined;
}

/** A copy that nobody has written to for so long was interrupted. */
const LEFT_MS = MINUTE_MS;

/** Without an address, which may contain a password. */
export function explainNoStore({ databaseUrl, dataDir }: StorePlace): string {
  const [place, variable] =
    databaseUrl === undefined ? [dataDir, 'DATA_DIR'] : ['the database', 'DATABASE_URL'];
  return `There is no store in ${place}. Is ${variable} the one that the bot uses?`;
}

const LOOK_MS = 500;

/** False if no bot is running here. @throws LocalFault */
async function copyThroughBot(
  config: StoreConfig,
  part: string,
  showProgress: (pages: Pages) => void,
): Promise<boolean> {
  const over = new AbortController();
  const watching = (async () => {
    for (;;) {
      await delay(LOOK_MS, undefined, { signal: over.signal });
      const progress = await askRunningBot(config, 'backup_progress', null);
      showProgress(Progress.parse(progress?.answer));
    }
    // Without progress the backup goes on all the same.
  })().catch(() => undefined);
  try {
    return (await askRunningBot(config, 'backup', { file: part })) !== undefined;
  } finally {
    over.abort();
    await watching;
  }
}

const Progress = z.object({ done: z.number(), total: z.number() });
