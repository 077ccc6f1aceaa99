/** The bench of a store that has seen much: what the bot's jobs cost on it, beside the same jobs on a new one. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { z } from 'zod';
import { type App, startApp } from '../../src/app.ts';
import { realNow } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { projectRef } from '../../src/decision/project.ts';
import { MINUTE_MS } from '../../src/durations.ts';
import { commitVerdict, type Verdict } from '../../src/outbox/commit.ts';
import { type Feed, feedsOf, readProjects } from '../../src/projects/projects.ts';
import { claimSlot, openSlot, retrySlot } from '../../src/store/slots.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { createDue } from '../../src/watch/attend.ts';
import { commandBody, signed } from '../support/slack-request.ts';
import { atMost, type Goal } from './goals.ts';
import { TEAM } from './hostile-slack.ts';
import { fillStore } from './jobs-store.ts';
import type { Figures } from './table.ts';
import { channelOf, projectOf, SIGNING_SECRET } from './world.ts';

/** A full store may cost so many times what a new one does. */
const GOAL = 1.3;

/** With a digest a day each, that is a year and more. */
const PROJECTS = 2_500;
const ROWS = 1_000_000;
/** In turn on either store, so that what else the machine does falls on both. */
const ROUNDS = 60;
/** Whatever is compiled or cached at first. */
const WARM_UP = 15;

const Environment = z.object({ environment: z.record(z.string(), z.string()) });

type Job = () => Promise<unknown>;

/** The median of each job on both stores, in ms of the processor's time of the bot's own thread. */
export async function measureJobs(folder: string, progress: (line: string) => void): Promise<Figures[]> {
  const asked = JSON.stringify({ folder, projects: PROJECTS });
  const world = fork(path.join(import.meta.dirname, 'poll-world.ts'), [asked]);
  const [first] = await once(world, 'message');
  const { environment } = Environment.parse(first);
  const stores = ['new', 'full'].map((name) => path.join(folder, name));
  try {
    const [fresh = '', full = ''] = stores;
    const db = await openSqlite(full, realNow);
    await fillStore(db, { team: TEAM, projects: PROJECTS, rows: ROWS, now: realNow() });
    await db.destroy();
    progress('The store is full');
    const rows = await inTurn(
      await storeJobs(fresh, environment),
      await storeJobs(full, environment),
      progress,
    );
    return [
      ...rows,
      ...(await inTurn(await botJobs(fresh, environment), await botJobs(full, environment), progress)),
    ];
  } finally {
    world.disconnect();
    await gone(world);
  }
}

export function jobsGoals(rows: readonly Figures[]): Goal[] {
  return rows.map(({ job, ratio }) => atMost(`${job}: full store to new one`, GOAL, Number(ratio)));
}

type Jobs = { jobs: Readonly<Record<string, Job>>; close(): Promise<void> };

async function inTurn(fresh: Jobs, full: Jobs, progress: (line: string) => void): Promise<Figures[]> {
  const rows: Figures[] = [];
  for (const [job, onFresh] of Object.entries(fresh.jobs)) {
    const onFull = full.jobs[job] ?? onFresh;
    const times: [number[], number[]] = [[], []];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const [i, work] of [onFresh, onFull].entries()) {
        const ms = await cost(work);
        if (round >= 0) times[i]?.push(ms);
      }
    }
    const [newMs, fullMs] = times.map(median);
    const ratio = Math.round((100 * (fullMs ?? 0)) / (newMs ?? 1)) / 100;
    const figures = { job, newMs: hundredths(newMs), fullMs: hundredths(fullMs), ratio };
    progress(JSON.stringify(figures));
    rows.push(figures);
  }
  await fresh.close();
  await full.close();
  return rows;
}

async function cost(work: Job): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** What a slot goes through, on the store alone. */
async function storeJobs(dataDir: string, environment: Readonly<Record<string, string>>): Promise<Jobs> {
  const db = await openSqlite(dataDir, realNow);
  const projects = await readProjects(environment.PROJECTS_FILE ?? '');
  const feeds = feedsOf(projects);
  const openDue = createDue(db, () => feeds);
  // As if the feeds had been known for long: the same on both.
  await openDue(TEAM, realNow());
  const [feed] = feeds;
  if (!feed) throw new Error('There is no feed.');
  const { id: subscription, channel } = feed;
  let now = realNow() + 60 * MINUTE_MS;
  const claimed = async () => {
    now += MINUTE_MS;
    await openSlot(db, {
      team: TEAM,
      subscription,
      channel,
      rank: 1,
      due_at: now,
      opened_at: now,
      run_after: now,
    });
    const slot = await claimSlot(db, TEAM, 'bench', now);
    if (!slot) throw new Error('Nothing is due.');
    return slot;
  };
  return {
    jobs: {
      'open and claim a slot': async () => retrySlot(db, await claimed(), 'bench', now),
      'a tick': async () => {
        now += MINUTE_MS;
        await openDue(TEAM, now);
      },
      'commit a digest': async () => {
        const slot = await claimed();
        await commitVerdict(db, {
          slot,
          feed,
          verdict: digestOf(feed, now),
          owner: 'bench',
          recipients: [],
          now,
        });
      },
    },
    close: () => db.destroy(),
  };
}

/** Ten leads that nobody knows yet, of twenty-five that were polled. */
function digestOf({ project, timezone, schedule }: Feed, now: number): Verdict {
  const keys = Array.from({ length: 25 }, (_, i) => `id:${project.id}-${now}-${i}`);
  const leads = keys.slice(0, 10).map((key) => ({
    key,
    title: 'Which one do you use?',
    url: `https://forum.example/${key}`,
    place: 'r/bench',
    score: 70,
    reason: 'Asks.',
    postedAt: undefined,
  }));
  const about = { project: projectRef(project), at: now, timezone, schedule };
  return {
    decisions: [{ kind: 'lead_digest', v: 1, ...about, first: false, leads, unshown: 15, leftOut: [] }],
    seen: keys.map((key) => ({ key, identities: [key] })),
    fates: keys.map((key, i) => ({ key, rank: i + 1, verdict: i < 10 ? 'posted' : 'not_shown' })),
  };
}

/** What people ask, of the whole bot: from the signed request to the answer at its address. */
async function botJobs(dataDir: string, environment: Readonly<Record<string, string>>): Promise<Jobs> {
  const answers = await startAnswers();
  const app = await startApp(readConfig({ ...environment, DATA_DIR: dataDir }));
  await app.confirmed;
  const ask = (text: string, part: string) => () => answers.to(app, text, part);
  return {
    jobs: {
      '/visibility leads': ask('leads', 'open leads'),
      '/visibility admin': ask('admin', '*Settings*'),
    },
    async close() {
      await app.stop();
      await answers.close();
    },
  };
}

async function startAnswers() {
  let heard: (answer: string) => void = () => undefined;
  let clicks = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    response.end('ok');
    // Not that the API is still asked.
    if (body.includes(projectOf(7).name)) heard(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    /** @throws Error if the answer hasn't this part: a refusal would cost less. */
    async to({ url }: App, text: string, part: string): Promise<void> {
      clicks += 1;
      const answered = new Promise<string>((resolve) => {
        heard = resolve;
      });
      const body = commandBody({
        command: '/visibility',
        text,
        team_id: TEAM,
        channel_id: channelOf(7),
        user_id: 'U0ANA',
        trigger_id: `click-${clicks}-${realNow()}`,
        response_url: `http://127.0.0.1:${port}/`,
      });
      await fetch(`${url}/slack/events`, signed(body, { secret: SIGNING_SECRET, at: realNow() }));
      if (!(await answered).includes(part)) throw new Error(`“${text}” is not answered with “${part}”.`);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await once(child, 'exit');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const hundredths = (value = 0) => Math.round(value * 100) / 100;
