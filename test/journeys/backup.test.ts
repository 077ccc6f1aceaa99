/** The store is backed up while the bot posts, and put back: whoever reads the channels notices nothing of it. */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backup } from '../../src/verbs/backup.ts';
import { forget } from '../../src/verbs/forget.ts';
import { type Bot, EXAMPLE_PROJECTS, ready, startBotHere } from '../support/bot.ts';
import { createFolder } from '../support/folder.ts';
import { figuresIn, idle } from '../support/idle.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { onlyOne, postsOf } from '../support/posts.ts';
import { ACME, startTestSandbox, TIDEWATER } from '../support/sandbox.ts';
import { until } from '../support/until.ts';
import { runVerb } from '../verbs/run-verb.ts';

/** A bot, a minute before its feeds are due, whose store can be put back. */
async function runningBot() {
  const sandbox = await startTestSandbox();
  onTestFinished(sandbox.close);
  const folder = await createFolder();
  onTestFinished(folder.remove);
  const dataDir = path.join(folder.path, 'data');
  const backUp = async (name: string) => {
    const file = path.join(folder.path, name);
    const { exitCode, aside } = await runVerb(backup, { DATA_DIR: dataDir }, file);
    expect({ exitCode, aside }).toEqual({ exitCode: 0, aside: '' });
    return file;
  };
  const environment = { ...sandbox.botEnvironment, PROJECTS_FILE: EXAMPLE_PROJECTS, DATA_DIR: dataDir };
  const start = async (): Promise<Bot> => {
    // A post that was with Slack when the backup was made is not looked up before it can no longer arrive.
    const started = await startBotHere(environment, { timing: { settleMs: 1_000 } });
    onTestFinished(async () => void (await started.stop()));
    sandbox.connectBot(started.eventsUrl);
    await ready(started);
    // A feed that it sees for the first time after its hour waits for the next one.
    await idle(started, await sandbox.now());
    return started;
  };
  const restore = async (copy: string) => {
    await rm(dataDir, { recursive: true });
    await mkdir(dataDir);
    await copyFile(copy, path.join(dataDir, 'sightline.db'));
  };
  const everyPost = async () => {
    const channels = [ACME.leads, ACME.scores, TIDEWATER.channel];
    const histories = await Promise.all(channels.map((channel) => sandbox.slack.history(channel)));
    return histories.flat().flatMap(({ metadata }) => metadata?.event_payload.delivery_id ?? []);
  };
  const turn = (trouble: string) => sandbox.slack.control(BEN, '/trouble', { trouble, channel: ACME.leads });
  return { ...sandbox, dataDir, backUp, start, restore, everyPost, turn };
}

test('what waited when it was made is posted once, though the store that is put back knows nothing of that', async () => {
  const { backUp, start, restore, everyPost, turn, advance, slack } = await runningBot();
  const bot = await start();
  await turn('slack.rate_limited');
  const now = await advance({ minutes: 2 });
  const figure = async (name: string) => figuresIn(await (await fetch(bot.metricsUrl)).text())(name);
  await until('posts that wait, and nothing to decide', async () => {
    const isTicked = (await figure('sightline_clock_seconds')) * 1000 >= now;
    return isTicked && (await figure('sightline_slots_due')) === 0;
  });
  const waiting = await figure('sightline_outbox_pending');
  expect(waiting).toBeGreaterThan(2);
  const file = await backUp('backup.db');
  await turn('slack.rate_limited');
  await idle(bot, now);
  const posted = await everyPost();
  expect(posted.length).toBeGreaterThan(2);
  await bot.stop();
  await restore(file);
  const again = await start();
  await idle(again, now);
  expect((await everyPost()).toSorted()).toEqual(posted.toSorted());
  expect(new Set(posted).size).toBe(posted.length);
  // It goes on from there: the buttons of a post work, whose place it found again.
  onlyOne(postsOf(await slack.history(ACME.leads), 'lead_digest'));
  expect(await slack.ask(ANA, ACME.leads, '/visibility leads')).toMatch(/leads/i);
});

test('made while posts are written, any of them can be started from: what it holds is posted, and once', async () => {
  const { backUp, start, restore, everyPost, advance, workspace } = await runningBot();
  const bot = await start();
  const now = await advance({ minutes: 2 });
  let isIdle = false;
  const idling = idle(bot, now).then(() => {
    isIdle = true;
  });
  const files: string[] = [];
  for (let i = 0; !isIdle; i += 1) {
    const changed = Promise.withResolvers<void>();
    const unsubscribe = workspace.subscribe(() => changed.resolve());
    files.push(await backUp(`${i}.db`));
    await Promise.race([changed.promise, idling]);
    unsubscribe();
  }
  await idling;
  await bot.stop();
  const inTheMiddle = files[Math.floor(files.length / 2)] ?? '';
  await restore(inTheMiddle);
  const again = await start();
  await idle(again, now);
  const posts = await everyPost();
  expect(new Set(posts).size).toBe(posts.length);
});

test('a person is forgotten through the bot that runs: what they claimed is open again where all see it', async () => {
  const { dataDir, start, advance, slack } = await runningBot();
  const bot = await start();
  await idle(bot, await advance({ minutes: 2 }));
  const digest = async () => onlyOne(postsOf(await slack.history(ACME.leads), 'lead_digest'));
  await slack.press(ANA, ACME.leads, await digest(), 'lead.claim');
  const shown = async () => JSON.stringify(await digest());
  await slack.untilSeen('the claim', async () => (await shown()).includes(ANA));
  const told = await runVerb(forget, { DATA_DIR: dataDir }, '--user', ANA, '--yes');
  expect(told).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/^ +lead +1$/m) });
  await slack.untilSeen('no claim', async () => !(await shown()).includes(ANA));
  expect((await runVerb(forget, { DATA_DIR: dataDir }, '--user', ANA)).printed).toContain('nothing');
});
