/** Where a journey begins: the world, and a bot in it that has nothing to do yet. One for each file of journeys. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Timing } from '../../src/outbox/pump.ts';
import type { Timeouts } from '../../src/visibility/http.ts';
import { type Bot, EXAMPLE_PROJECTS, ready, startBotHere, startBriskBot } from './bot.ts';
import { createFolder } from './folder.ts';
import { idle } from './idle.ts';
import { startTestSandbox, type TestSandbox } from './sandbox.ts';

export type Journey = Omit<TestSandbox, 'close'> & {
  /** The bot that runs now; another one after a restart. */
  bot(): Bot;
  /** Moves the time on and waits until the bot has done what was due. */
  pass(by: { days: number } | { minutes: number }): Promise<void>;
  /** Ends the bot, lets something happen, and starts another on the same store; answers the first one's exit code. */
  restart(meanwhile?: () => Promise<unknown>): Promise<number | null>;
  end(): Promise<void>;
};

export type JourneyOptions = {
  /** One that runs already; it ends with the journey. */
  sandbox?: TestSandbox;
  /** The text of a projects.yml; without, the example's. */
  projects?: string;
  /** Comes before what the sandbox asks for. */
  environment?: Readonly<Record<string, string>>;
  /** Whether the bot has a process of its own, for loads that would keep the test from answering it. */
  apart?: boolean;
  /** From so many feeds on the bot works on slots in a thread of their own; missing, as usual. */
  manyFeeds?: number;
  /** Other than that of journeys. */
  timing?: Partial<Timing>;
  /** How early the bot gives up on an API that does not answer. */
  apiTimeouts?: Partial<Timeouts>;
};

export async function startJourney(options: JourneyOptions = {}): Promise<Journey> {
  const { close, ...sandbox } = options.sandbox ?? (await startTestSandbox());
  const folder = await createFolder();
  const projectsFile =
    options.projects === undefined ? EXAMPLE_PROJECTS : path.join(folder.path, 'projects.yml');
  if (options.projects !== undefined) await writeFile(projectsFile, options.projects);

  async function start(): Promise<Bot> {
    const environment = {
      ...sandbox.botEnvironment,
      PROJECTS_FILE: projectsFile,
      DATA_DIR: path.join(folder.path, 'data'),
      ...options.environment,
    };
    const started = options.apart
      ? await startBriskBot(environment, options.apiTimeouts)
      : await startBotHere(environment, options);
    sandbox.connectBot(started.eventsUrl);
    await ready(started);
    await idle(started, await sandbox.now());
    return started;
  }

  let bot = await start();
  return {
    ...sandbox,
    bot: () => bot,
    pass: async (by) => idle(bot, await sandbox.advance(by)),
    async restart(meanwhile) {
      const code = await bot.stop();
      await meanwhile?.();
      bot = await start();
      return code;
    },
    async end() {
      await bot.stop();
      await close();
      await folder.remove();
    },
  };
}
