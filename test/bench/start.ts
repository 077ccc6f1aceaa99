/** The bench of the start: how long until /readyz says yes and what the idle process holds, beside a bare Bolt app. */
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildBot, startAppProcess } from './app-process.ts';
import { atMost, type Goal } from './goals.ts';
import { costOf } from './process-cost.ts';
import { ratioOf, spreadOf, spreadText } from './rounds.ts';
import type { Figures } from './table.ts';
import { FAIR } from './weather.ts';
import { startWorld } from './world.ts';

const ROUNDS = 7;
/** Until what the start left behind is collected, ms. */
const IDLE_MS = 2_000;
const MANY = 1_000;

/** To /readyz, on the clock and of the processor, and what is held at rest. */
type Started = { readyMs: number; cpuMs: number; memoryMb: number };

type StartFigures = { rows: Figures[]; goals: Goal[] };

/** In turn: a bare Bolt app, the bot as the image runs it with ten projects and with a thousand, and from its source. */
export async function measureStart(folder: string, progress: (line: string) => void): Promise<StartFigures> {
  await buildBot();
  const worlds = new Map<number, Awaited<ReturnType<typeof startWorld>>>();
  for (const projects of [10, MANY]) {
    const own = await mkdtemp(path.join(folder, 'world-'));
    const schedule = () => '0 0 1 1 *';
    const [weather, channels] = [() => FAIR, Math.min(projects, 100)];
    worlds.set(
      projects,
      await startWorld({ folder: own, weather, intervalMs: 0, projects, channels, schedule }),
    );
  }
  const environmentOf = (projects: number) => worlds.get(projects)?.environment ?? {};
  const subjects: Readonly<Record<string, () => Promise<Started>>> = {
    'bare Bolt': () => startOnce('bare Bolt', withoutApi(environmentOf(10)), folder),
    'ten projects': () => startOnce('built bot', environmentOf(10), folder),
    'a thousand': () => startOnce('built bot', environmentOf(MANY), folder),
    'ten, from source': () => startOnce('bot', environmentOf(10), folder),
  };
  const started = new Map(Object.keys(subjects).map((name): [string, Started[]] => [name, []]));
  try {
    // The first start of each compiles, and is not counted.
    for (const start of Object.values(subjects)) await start();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, start] of Object.entries(subjects)) started.get(name)?.push(await start());
      progress(`round ${round + 1} of ${ROUNDS}`);
    }
  } finally {
    for (const world of worlds.values()) await world.close();
  }
  const all = (name: string, of: keyof Started) => (started.get(name) ?? []).map((one) => one[of]);
  const rows = Object.keys(subjects).map((name) => ({
    what: name,
    'ready, ms': spreadText(spreadOf(all(name, 'readyMs')), 0),
    'work, ms': spreadText(spreadOf(all(name, 'cpuMs')), 0),
    'memory, MB': spreadText(spreadOf(all(name, 'memoryMb')), 0),
  }));
  const toBare = (of: keyof Started) => ratioOf(all('ten projects', of), all('bare Bolt', of)).median;
  const added = all('a thousand', 'readyMs').map(
    (ms, round) => ms - (all('ten projects', 'readyMs')[round] ?? 0),
  );
  return {
    rows,
    goals: [
      atMost('ready: ours / bare Bolt', 1.5, toBare('readyMs')),
      atMost('work until then: ours / bare Bolt', 1.5, toBare('cpuMs')),
      atMost('memory at rest: ours / bare Bolt', 1.5, toBare('memoryMb')),
      atMost('a thousand projects add, s', 0.5, spreadOf(added).median / 1_000),
    ],
  };
}

type Environment = Readonly<Record<string, string>>;

function withoutApi({ VISIBILITY_BASE_URL: _, ...environment }: Environment): Environment {
  return environment;
}

async function startOnce(
  ...[what, environment, folder]: Parameters<typeof startAppProcess>
): Promise<Started> {
  const app = await startAppProcess(what, environment, folder);
  try {
    const { cpuMs } = costOf(app.pid);
    await pause(IDLE_MS);
    return { readyMs: app.readyMs, cpuMs, memoryMb: costOf(app.pid).memoryMb };
  } finally {
    await app.stop();
  }
}
