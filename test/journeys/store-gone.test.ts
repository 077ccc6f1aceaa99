/** The store is taken away from under a running bot: it stops, says so, and posts nothing that it could not keep. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Bot, ready, startBot, startBotHere } from '../support/bot.ts';
import { createFolder } from '../support/folder.ts';
import { idle } from '../support/idle.ts';
import { ANA } from '../support/local-slack.ts';
import { onlyOne, postsOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, startTestSandbox } from '../support/sandbox.ts';

/** A bot that Ana looks after, a minute before its digest is due. */
async function runningBot() {
  const sandbox = await startTestSandbox();
  onTestFinished(sandbox.close);
  const folder = await createFolder();
  onTestFinished(folder.remove);
  const projects = path.join(folder.path, 'projects.yml');
  await writeFile(projects, await exampleProjects((example) => ({ ...example, owners: [ANA] })));
  const dataDir = path.join(folder.path, 'data');
  const startedBy = async (startOne: (environment: Record<string, string>) => Promise<Bot>) => {
    const bot = await startOne({ ...sandbox.botEnvironment, PROJECTS_FILE: projects, DATA_DIR: dataDir });
    sandbox.connectBot(bot.eventsUrl);
    await ready(bot);
    await idle(bot, await sandbox.now());
    return bot;
  };
  const digests = async () => postsOf(await sandbox.slack.history(ACME.leads), 'lead_digest');
  return { ...sandbox, dataDir, startedBy, digests };
}

test('a store that is deleted ends the bot with code 2, its owners hear of it, nothing more is posted, and it begins anew', async () => {
  const { slack, advance, dataDir, startedBy, digests } = await runningBot();
  const bot = await startedBy(startBot);
  await rm(dataDir, { recursive: true });
  await advance({ minutes: 2 });
  expect(await bot.exited).toBe(2);
  expect(bot.stderr()).toMatch(/^The store .*sightline\.db .*while Sightline was running/m);
  expect(await digests()).toEqual([]);
  expect((await slack.directly(ANA)).map(({ text }) => text)).toEqual([
    expect.stringContaining('its store was deleted or replaced'),
  ]);
  const again = await startedBy(startBotHere);
  await idle(again, await advance({ days: 1 }));
  expect(await again.stop()).toBe(0);
  onlyOne(await digests());
});
