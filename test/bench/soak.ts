/** The bench that lasts: commands and posts at a steady pace, and whether memory, open files or a table grow meanwhile. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type AppProcess, startAppProcess } from './app-process.ts';
import { startCommandLoad, type Typed } from './command-load.ts';
import { fillOutbox } from './deliver.ts';
import { atMost, type Goal } from './goals.ts';
import { costOf, type ProcessCost } from './process-cost.ts';
import { spreadOf, spreadText } from './rounds.ts';
import type { Figures } from './table.ts';
import { FAIR } from './weather.ts';
import { startWorld } from './world.ts';

const COMMANDS_A_SECOND = 50;
/** Each takes a post a second. */
const CHANNELS = 20;
const LOOK_EVERY_MS = 2_000;
const WARM_UP_MS = 10_000;
/** A flat line has some noise in it; handles are counted, and connections come and go. */
const [MOST_GROWTH, SPARE_HANDLES] = [1.1, 10];
const Address = z.object({ port: z.number() });

type SoakFigures = { rows: Figures[]; goals: Goal[] };

/** For so many seconds; the first quarter warms up. */
export async function soak(
  { folder, seconds }: { folder: string; seconds: number },
  progress: (line: string) => void,
): Promise<SoakFigures> {
  const api = fork(path.join(import.meta.dirname, 'client-api.ts'));
  const [address] = await once(api, 'message');
  const world = await startWorld({
    folder,
    weather: () => FAIR,
    intervalMs: 1_000,
    projects: CHANNELS,
    channels: CHANNELS,
    schedule: () => '0 0 1 1 *',
  });
  const load = await startCommandLoad(CHANNELS, 'Thread 0');
  const dataDir = path.join(folder, 'data');
  let app: AppProcess | undefined;
  try {
    await fillOutbox(dataDir, { channels: CHANNELS, each: seconds + 60 });
    progress('The outbox is filled');
    const baseUrl = `http://127.0.0.1:${Address.parse(address).port}/v1/public`;
    const environment = { ...world.environment, VISIBILITY_BASE_URL: baseUrl, DATA_DIR: dataDir };
    const type = ({ eventsUrl }: AppProcess, ms: number) =>
      load.atPace(eventsUrl, 'leads', { perSecond: COMMANDS_A_SECOND, ms });
    // A first life, so that the store has what the API lists: nobody else may read it while the bot lives.
    app = await startAppProcess('bot', environment, folder);
    await type(app, WARM_UP_MS);
    await app.stop();
    const [before, postedBefore] = [sizesOf(dataDir), world.slack.accepted().length];
    app = await startAppProcess('bot', environment, folder);
    const typing = type(app, seconds * 1_000);
    // Awaited below; where something fails before that, it is not the cause.
    typing.catch(() => undefined);
    const looks: ProcessCost[] = [];
    const many = Math.floor((seconds * 1_000) / LOOK_EVERY_MS);
    for (let look = 0; look < many; look += 1) {
      await pause(LOOK_EVERY_MS);
      looks.push(costOf(app.pid));
      if (look % 15 === 14) progress(`${((look + 1) * LOOK_EVERY_MS) / 1_000} s of ${seconds}`);
    }
    const typed = await typing;
    await app.stop();
    const posted = world.slack.accepted().length - postedBefore;
    return figuresOf(looks, growthOf(before, sizesOf(dataDir)), { seconds, posted, typed });
  } finally {
    await app?.stop();
    await Promise.all([load.close(), world.close()]);
    api.disconnect();
  }
}

/** Rows by table. */
type Sizes = Readonly<Record<string, number>>;

function sizesOf(dataDir: string): Sizes {
  const store = new DatabaseSync(path.join(dataDir, 'sightline.db'), { readOnly: true });
  try {
    const tables = store
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .all();
    const named = tables.map(({ name }) => String(name));
    return Object.fromEntries(
      named.map((name) => [
        name,
        Number(store.prepare(`select count(*) as many from "${name}"`).get()?.many),
      ]),
    );
  } finally {
    store.close();
  }
}

/** Tables that have more rows than before, and by how many. */
function growthOf(before: Sizes, after: Sizes): Sizes {
  const grown = Object.entries(after).flatMap(([name, many]): [string, number][] => {
    const more = many - (before[name] ?? 0);
    return more > 0 ? [[name, more]] : [];
  });
  return Object.fromEntries(grown);
}

function figuresOf(
  looks: readonly ProcessCost[],
  grown: Sizes,
  { seconds, posted, typed }: { seconds: number; posted: number; typed: readonly Typed[] },
): SoakFigures {
  const quarter = Math.floor(looks.length / 4);
  const [early, late] = [looks.slice(quarter, 2 * quarter), looks.slice(-quarter)];
  const median = (some: readonly ProcessCost[], of: keyof ProcessCost) =>
    spreadOf(some.map((one) => one[of])).median;
  const waits = typed.flatMap(({ ackMs }) => ackMs ?? []).toSorted((a, b) => a - b);
  const rows = [
    {
      seconds,
      'commands/s': Math.round(typed.length / seconds),
      'posts/s': Math.round((posted / seconds) * 10) / 10,
      'acknowledged, p99 ms': Math.round(waits[Math.floor(waits.length * 0.99)] ?? Number.NaN),
      refused: typed.filter(({ isRefused }) => isRefused).length,
      'memory, MB': spreadText(spreadOf(looks.slice(quarter).map(({ memoryMb }) => memoryMb)), 0),
      handles: spreadText(spreadOf(looks.slice(quarter).map(({ handles }) => handles)), 0),
      'tables that grew':
        Object.entries(grown)
          .map(([name, more]) => `${name} +${more}`)
          .join(', ') || 'none',
    },
  ];
  return {
    rows,
    goals: [
      atMost(
        'memory of the last quarter / of the second',
        MOST_GROWTH,
        median(late, 'memoryMb') / median(early, 'memoryMb'),
      ),
      atMost(
        'handles of the last quarter - of the second',
        SPARE_HANDLES,
        median(late, 'handles') - median(early, 'handles'),
      ),
      atMost(
        'rows added',
        0,
        Object.values(grown).reduce((sum, more) => sum + more, 0),
      ),
      atMost('commands that were not acknowledged', 0, typed.length - waits.length),
    ],
  };
}
