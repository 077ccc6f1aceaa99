/**
 * The bot is told to stop while people wait for it, or more is asked than can be done: each of them gets an answer, whatever
 * the API does.
 */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Bot, EXAMPLE_PROJECTS, ready, startBot, startBotHere } from '../support/bot.ts';
import { createFolder } from '../support/folder.ts';
import { ANA } from '../support/local-slack.ts';
import { ACME, startTestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';
import { startSignedSlack } from '../surface/signed-slack.ts';

const TEN = Array.from({ length: 10 }, (_, i) => `asked-${i}`);
const RESTARTING = /Sightline is restarting\.(?:\s|\\n)Try again/;

/** A bot over HTTP in a world of its own. */
async function runningBot(start: (environment: Record<string, string>) => Promise<Bot>) {
  const sandbox = await startTestSandbox();
  onTestFinished(sandbox.close);
  let bot: Bot | undefined;
  const slack = await startSignedSlack(sandbox.slack.url, () => bot?.eventsUrl ?? '');
  onTestFinished(slack.close);
  const folder = await createFolder();
  onTestFinished(folder.remove);
  const environment = {
    ...sandbox.botEnvironment,
    SLACK_API_URL: slack.apiUrl,
    PROJECTS_FILE: EXAMPLE_PROJECTS,
    DATA_DIR: path.join(folder.path, 'data'),
  };
  const started = await start(environment);
  bot = started;
  await ready(started);
  const type = (id: string, words: string) =>
    slack.send(slack.command({ person: ANA, channel: ACME.leads, id }, words));
  return { ...sandbox, signed: slack, bot: started, type };
}

/** `answersMs` is how long its stop waits for answers. */
const brisk = (answersMs: number) => (environment: Record<string, string>) =>
  startBotHere(environment, { timing: { answersMs } });

test('what the API still answers is told; ten at once are more than it is asked at a time', async () => {
  const { bot, signed, type, breakApi } = await runningBot(brisk(25_000));
  await breakApi({ operation: '*', kind: 'slow' });
  const acknowledged = await Promise.all(TEN.map((id) => type(id, 'topics')));
  expect(acknowledged.map(({ status }) => status)).toEqual(TEN.map(() => 200));
  expect(await bot.stop()).toBe(0);
  for (const id of TEN) expect(signed.saidTo(id).at(-1)).toMatch(/Acme: \d+ topics/);
});

test('what the API leaves hanging is told as that; what comes meanwhile is told at once, and a form stays open', async () => {
  const { bot, signed, type, breakApi } = await runningBot(brisk(5_000));
  await breakApi({ operation: '*', kind: 'hang' });
  const acknowledged = await Promise.all(TEN.map((id) => type(id, 'topics')));
  expect(acknowledged.map(({ status }) => status)).toEqual(TEN.map(() => 200));
  const ended = bot.stop();
  await until('the stop', () => bot.stderr().includes('Sightline is stopping'));
  const readiness = await fetch(bot.readyUrl);
  expect([readiness.status, await readiness.text()]).toEqual([503, expect.stringContaining('stopping')]);
  expect((await type('late', 'topics')).status).toBe(200);
  expect(await signed.answerTo('late')).toMatch(RESTARTING);
  const from = { person: ANA, channel: ACME.leads, id: 'form' };
  const form = signed.submission(from, 'track', '{}', {
    prompt: { text: { type: 'plain_text_input', value: 'best crm' } },
  });
  const { words } = await signed.send(signed.interaction(form));
  expect(JSON.parse(words)).toEqual({
    response_action: 'errors',
    errors: { prompt: expect.stringMatching(RESTARTING) },
  });
  expect(await ended).toBe(0);
  for (const id of TEN) expect(signed.saidTo(id).at(-1)).toMatch(RESTARTING);
});

test('a signal that npm passes on as well is one request to stop', async () => {
  const { bot, signed, type, breakApi } = await runningBot(startBot);
  await breakApi({ operation: '*', kind: 'slow' });
  await type('asked', 'topics');
  void bot.stop();
  await until('the stop', () => bot.stderr().includes('Sightline is stopping'));
  expect(await bot.stop()).toBe(0);
  expect(signed.saidTo('asked').at(-1)).toMatch(/Acme: \d+ topics/);
});

test('whoever keeps asking a bot to stop needn’t wait for its answers', async () => {
  const { bot, type, breakApi } = await runningBot(startBot);
  await breakApi({ operation: '*', kind: 'hang' });
  await type('asked', 'topics');
  await until('the end', () => {
    void bot.stop();
    return !bot.running();
  });
  expect(await bot.exited).toBe(1);
});

/** More than may be under way, by ten. */
const MANY = Array.from({ length: 210 }, (_, i) => `asked-${i}`);
const BUSY = /too busy right now\.(?:\s|\\n)Try again/;

test('while two hundred wait for an API that hangs, who comes next is told in the acknowledgement, and nothing is begun for it', async () => {
  const { bot, type, breakApi } = await runningBot(brisk(500));
  await breakApi({ operation: '*', kind: 'hang' });
  const acknowledged = await Promise.all(MANY.map((id) => type(id, 'topics')));
  expect(acknowledged.map(({ status }) => status)).toEqual(MANY.map(() => 200));
  expect(acknowledged.filter(({ words }) => BUSY.test(words))).toHaveLength(10);
  expect(acknowledged.filter(({ words }) => words === '')).toHaveLength(200);
  await bot.stop();
});
