/** npm run migrate-store: copies a store to an empty one, of either engine, while no bot uses them. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { realNow } from '../clock.ts';
import type { Environment } from '../config.ts';
import { copyStore } from '../store/copy-store.ts';
import { isStoreThere, openStore, type StorePlace } from '../store/open.ts';
import { COMMAND_LINES, VerbError } from './command-line.ts';
import { CLEAR_LINE, type Terminal } from './terminal.ts';

/** @throws VerbError, CopyFault, StoreError */
export async function migrateStore(
  _env: Environment,
  print: (text: string) => void,
  args: readonly string[],
  { live, aside }: Terminal,
): Promise<undefined> {
  const { options } = COMMAND_LINES['migrate-store'];
  const { values } = parseArgs({ args: [...args], options });
  const [from, to] = [readPlace('--from', values.from), readPlace('--to', values.to)];
  if (isSame(from, to)) throw new VerbError('--from and --to are the same store.');
  if (!isStoreThere(from)) throw new VerbError(`There is no store in ${from.dataDir}.`);
  const source = await openStore(from, realNow, { alone: true });
  try {
    const target = await openStore(to, realNow, { alone: true });
    try {
      const copied = await copyStore(source, target, (table, done, all) => {
        if (live) aside(`${CLEAR_LINE}${table}: ${done} of ${all} …`);
      }).finally(() => live && aside(CLEAR_LINE));
      print([...copied.map(({ table, rows }) => `${table.padEnd(14)}  ${rows}`), DONE].join('\n'));
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
}

const DONE =
  'Both stores have the same rows. Set DATABASE_URL or DATA_DIR to the new one and start the bot. Once all is well, delete the old one.';

/** Errors never repeat an address, which may contain a password. */
function readPlace(option: string, place: string | undefined): StorePlace {
  const { usage } = COMMAND_LINES['migrate-store'];
  if (place === undefined) throw new VerbError(`${option} is missing.\nUsage: ${usage}`);
  const [, folder] = /^sqlite:(.+)$/.exec(place) ?? [];
  if (folder !== undefined) return { dataDir: folder };
  if (/^postgres(ql)?:\/\//.test(place) && URL.canParse(place)) return { databaseUrl: place, dataDir: '' };
  throw new VerbError(`${option} must be sqlite:FOLDER or postgres://…\nUsage: ${usage}`);
}

function isSame(one: StorePlace, other: StorePlace): boolean {
  if (one.databaseUrl !== undefined) return one.databaseUrl === other.databaseUrl;
  return other.databaseUrl === undefined && path.resolve(one.dataDir) === path.resolve(other.dataDir);
}
