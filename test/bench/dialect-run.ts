/**
 * Two days of the whole bot against one dialect of the API, in this process, over real HTTP: what it posted and what it
 * answered. What it says of things is read elsewhere (dialect-facts.ts).
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type App, startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { messageOf } from '../../src/errors.ts';
import { TIMING } from '../../src/outbox/pump.ts';
import { REGIONS } from '../../src/sandbox/world/rows.ts';
import type { World } from '../../src/sandbox/world/world.ts';
import { createFolder } from '../support/folder.ts';
import { betweenLooks } from '../support/idle.ts';
import { ANA, type SlackMessage } from '../support/local-slack.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, startTestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

/** The prompt that somebody tracks. */
export const TRACKED = 'best budget tool for a choir';

/** What people saw. `days` are the posts of a day at its end; answers are private and text; `tracked` is the truth. */
export type Seen = {
  dialect: string;
  days: readonly { leads: SlackMessage[]; scores: SlackMessage[] }[];
  topic: string;
  prompts: string;
  track: string;
  /** The texts of all prompts that the world has. */
  tracked: string[];
  /** What the scores of the last days really were, oldest first: of the whole ("") and of engines, everywhere and by region. */
  scores: { of: string; values: number[] }[];
  /** What the log said as a warning or worse. */
  log: string[];
};

/** Longer than the bot waits for what enriches a post. */
const WAIT_MS = 15_000;
const ANSWER_MS = 8_000;
const DAY_MINUTES = 24 * 60;
/** A poll that fails for four hours is told of. */
const TROUBLE_MINUTES = 250;
const TIMING_BRISK = { ...TIMING, postIntervalMs: 0 };

export async function runDialect(dialect: string): Promise<Seen> {
  const sandbox = await startTestSandbox(dialect);
  const folder = await createFolder();
  const projectsFile = path.join(folder.path, 'projects.yml');
  await writeFile(projectsFile, await projects());
  const log: string[] = [];
  const config = readConfig({
    ...sandbox.botEnvironment,
    PROJECTS_FILE: projectsFile,
    DATA_DIR: path.join(folder.path, 'data'),
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
  });
  const app = await startApp(config, { timing: TIMING_BRISK, logTo: { write: (line) => log.push(line) } });
  try {
    sandbox.connectBot(`${app.url}/slack/events`);
    await app.confirmed;
    const settled = (since: number) => whenIdle(app, log, since);
    const pass = async (minutes: number) => settled(await sandbox.advance({ minutes }));
    const posts = async () => ({
      leads: await sandbox.slack.history(ACME.leads),
      scores: await sandbox.slack.history(ACME.scores),
    });
    const ask = (line: string) =>
      Promise.race([
        sandbox.slack.ask(ANA, ACME.scores, line),
        new Promise<string>((resolve) => setTimeout(resolve, ANSWER_MS, '')),
      ]).catch((error) => `(${messageOf(error)})`);
    await settled(await sandbox.now());
    await pass(1);
    await pass(TROUBLE_MINUTES);
    const first = await posts();
    const topic = await ask('/visibility topic pricing');
    const prompts = await ask('/visibility prompts');
    const track = await ask(`/visibility track ${TRACKED}`);
    await pass(DAY_MINUTES - TROUBLE_MINUTES);
    await pass(TROUBLE_MINUTES);
    const second = await posts();
    const known = new Set(Object.values(first).flatMap((all) => all.map(({ ts }) => ts)));
    const isNew = ({ ts }: SlackMessage) => !known.has(ts);
    return {
      dialect,
      days: [first, { leads: second.leads.filter(isNew), scores: second.scores.filter(isNew) }],
      topic,
      prompts,
      track,
      tracked:
        sandbox.world
          .project(ACME.id)
          ?.prompts.all()
          .map(({ text }) => text) ?? [],
      scores: scoresIn(sandbox.world, await sandbox.now()),
      log,
    };
  } finally {
    await app.stop();
    await sandbox.close();
    await folder.remove();
  }
}

/** One project, and no rule in figures of a scale that is not known. */
function projects(): Promise<string> {
  return exampleProjects((file) => ({
    ...file,
    projects: file.projects
      .filter(({ name }) => name === 'Acme')
      .map(({ leads, ...project }) => ({
        ...project,
        leads: { channel: ACME.leads, schedule: 'every day at 9:00', limit: 10 },
      })),
  }));
}

const SCORE_DAYS = 6;

function scoresIn(world: World, now: number): Seen['scores'] {
  const project = world.project(ACME.id);
  if (project === undefined) return [];
  const places = [project.dailyScores(now), ...REGIONS.map((one) => project.regionScores(one, now))];
  return places.flatMap((rows) =>
    [...Map.groupBy(rows, ({ engine }) => engine?.displayName ?? '')].map(([of, days]) => ({
      of,
      values: days
        .filter(({ complete }) => complete)
        .slice(-SCORE_DAYS)
        .map(({ score }) => score),
    })),
  );
}

/**
 * Resolves when nothing is due any more, or whatever is has failed since and waits for a later time. What is held back
 * without a word is waited for as long as the slowest poll takes.
 */
async function whenIdle({ backlog }: App, log: readonly string[], since: number): Promise<void> {
  const before = log.length;
  await until(
    'the bot to be idle',
    async () => {
      const { tickedAt = 0, slotsDue, outboxPending } = await backlog();
      const failed = log.slice(before).filter((line) => line.includes('"Slot failed"')).length;
      return tickedAt >= since && slotsDue <= failed && outboxPending === 0;
    },
    WAIT_MS,
    betweenLooks(),
  ).catch(() => undefined);
}
