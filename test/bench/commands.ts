/** The bench of commands: how soon they are acknowledged and how many are answered, beside Bolt apps that do no more than that. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { type AppProcess, startAppProcess } from './app-process.ts';
import { type CommandLoad, startCommandLoad } from './command-load.ts';
import { atLeast, atMost, type Goal } from './goals.ts';
import { costOf } from './process-cost.ts';
import { ratioOf, spreadOf, spreadText } from './rounds.ts';
import type { Figures } from './table.ts';
import { FAIR } from './weather.ts';
import { projectOf, startWorld } from './world.ts';

const ROUNDS = 5;
const PER_SECOND = 100;
const PACED_MS = 4_000;
const SATURATED_MS = 5_000;
const PEOPLE = 32;
const LINE = 'leads';
const Address = z.object({ port: z.number() });

type Paced = { ackP50: number; ackP99: number; cpuUs: number };
type Saturated = { perSecond: number; cpuUs: number; refused: number; memoryMb: number };

type CommandFigures = { rows: Figures[]; goals: Goal[] };

/** Ours, one that only acknowledges, and one that asks the API for the same leads and lists them, in turn. */
export async function measureCommands(
  folder: string,
  progress: (line: string) => void,
): Promise<CommandFigures> {
  const api = fork(path.join(import.meta.dirname, 'client-api.ts'));
  const [address] = await once(api, 'message');
  const [projects, schedule] = [10, () => '0 0 1 1 *'];
  const world = await startWorld({
    folder,
    weather: () => FAIR,
    intervalMs: 0,
    projects,
    channels: projects,
    schedule,
  });
  const load = await startCommandLoad(projects, 'Thread 0');
  const environment = {
    ...world.environment,
    VISIBILITY_BASE_URL: `http://127.0.0.1:${Address.parse(address).port}/v1/public`,
  };
  const { VISIBILITY_BASE_URL: _, ...withoutApi } = environment;
  const apps: AppProcess[] = [];
  try {
    const bot = await startAppProcess('bot', environment, folder);
    apps.push(bot);
    const acknowledging = await startAppProcess('bare Bolt', withoutApi, folder);
    apps.push(acknowledging);
    const answering = await startAppProcess(
      'bare Bolt',
      { ...environment, PROJECT: projectOf(0).id },
      folder,
    );
    apps.push(answering);
    for (const app of apps) await load.atPace(app.eventsUrl, LINE, { perSecond: 50, ms: 3_000 });
    const paced = { bot: [] as Paced[], acknowledging: [] as Paced[] };
    const saturated = { bot: [] as Saturated[], answering: [] as Saturated[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      paced.acknowledging.push(await atPace(load, acknowledging));
      paced.bot.push(await atPace(load, bot));
      saturated.answering.push(await atOnce(load, answering));
      saturated.bot.push(await atOnce(load, bot));
      progress(`round ${round + 1} of ${ROUNDS}`);
    }
    return figuresOf(paced, saturated);
  } finally {
    for (const app of apps) await app.stop();
    await Promise.all([load.close(), world.close()]);
    api.disconnect();
  }
}

async function atPace(load: CommandLoad, { eventsUrl, pid }: AppProcess): Promise<Paced> {
  const before = costOf(pid).cpuMs;
  const typed = await load.atPace(eventsUrl, LINE, { perSecond: PER_SECOND, ms: PACED_MS });
  const waits = typed.flatMap(({ ackMs }) => ackMs ?? []).toSorted((a, b) => a - b);
  if (waits.length < typed.length) throw new Error(`${typed.length - waits.length} were not acknowledged`);
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.NaN;
  return { ackP50: at(0.5), ackP99: at(0.99), cpuUs: ((costOf(pid).cpuMs - before) * 1_000) / typed.length };
}

async function atOnce(load: CommandLoad, { eventsUrl, pid }: AppProcess): Promise<Saturated> {
  const before = costOf(pid).cpuMs;
  const { typed, answers, perSecond } = await load.atOnce(eventsUrl, LINE, {
    people: PEOPLE,
    ms: SATURATED_MS,
    isAnswered: true,
  });
  const { cpuMs, memoryMb } = costOf(pid);
  const refused = (typed.length - answers) / typed.length;
  return { perSecond, cpuUs: ((cpuMs - before) * 1_000) / typed.length, refused, memoryMb };
}

function figuresOf(
  paced: { bot: Paced[]; acknowledging: Paced[] },
  saturated: { bot: Saturated[]; answering: Saturated[] },
): CommandFigures {
  const row = (what: string, on: readonly Paced[], full: readonly Saturated[]): Figures => ({
    what,
    'p50 at 100/s, ms': on.length === 0 ? '' : spreadText(spreadOf(on.map(({ ackP50 }) => ackP50)), 1),
    'p99 at 100/s, ms': on.length === 0 ? '' : spreadText(spreadOf(on.map(({ ackP99 }) => ackP99)), 1),
    'answers/s': full.length === 0 ? '' : spreadText(spreadOf(full.map(({ perSecond }) => perSecond)), 0),
    'work a command, µs': spreadText(
      spreadOf([...(full.length > 0 ? full : on)].map(({ cpuUs }) => cpuUs)),
      0,
    ),
    'memory, MB': full.length === 0 ? '' : spreadText(spreadOf(full.map(({ memoryMb }) => memoryMb)), 0),
  });
  const of = <Row>(rows: readonly Row[], figure: (row: Row) => number) => rows.map(figure);
  const [first, last] = [
    saturated.bot[0]?.memoryMb ?? Number.NaN,
    saturated.bot.at(-1)?.memoryMb ?? Number.NaN,
  ];
  return {
    rows: [
      row('Sightline', paced.bot, saturated.bot),
      row('Bolt that only acknowledges', paced.acknowledging, []),
      row('Bolt that asks and replies', [], saturated.answering),
    ],
    goals: [
      atMost(
        'p99 of the acknowledgement at 100/s: ours / Bolt that only acknowledges',
        1.25,
        ratioOf(
          of(paced.bot, (one) => one.ackP99),
          of(paced.acknowledging, (one) => one.ackP99),
        ).median,
      ),
      atLeast(
        'answers at saturation: ours / Bolt that asks and replies',
        0.8,
        ratioOf(
          of(saturated.bot, (one) => one.perSecond),
          of(saturated.answering, (one) => one.perSecond),
        ).median,
      ),
      atMost(
        'refused, lost or wrong at saturation',
        0.01,
        spreadOf(of(saturated.bot, (one) => one.refused)).median,
      ),
      atMost('memory after the last round / after the first', 1.2, last / first),
    ],
  };
}
