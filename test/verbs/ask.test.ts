import { once } from 'node:events';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError, StoreError } from '../../src/errors.ts';
import { ask } from '../../src/verbs/ask.ts';
import { VerbError } from '../../src/verbs/command-line.ts';
import { EXAMPLE_PROJECTS, spawnBot, startBotHere } from '../support/bot.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

/** Everything printed, and the exit code. */
async function askVerb(env: Record<string, string>, ...args: string[]) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const terminal = { live: false, colours: false, columns: 100, aside: print };
  const { exitCode } = await ask(env, print, args, terminal);
  return { exitCode, printed: printed.join('\n') };
}

/** An API that isn’t running. */
const environment = async () => ({
  VISIBILITY_BASE_URL: `http://127.0.0.1:${await freePort()}/v1/public`,
  VISIBILITY_API_KEY: 'key-of-this-test',
  PROJECTS_FILE: EXAMPLE_PROJECTS,
  DATA_DIR: path.join(temporaryFolder(), 'data'),
  LOG_LEVEL: 'silent',
});

describe('a question in the terminal', () => {
  test('needs no Slack, and says when the API does not answer', async () => {
    const { exitCode, printed } = await askVerb(await environment(), 'what is our score?');
    expect(exitCode).toBe(1);
    expect(printed).toMatch(/API/);
    expect(printed).not.toContain('key-of-this-test');
  });

  test('has to be asked', async () => {
    await expect(askVerb(await environment(), '--json')).rejects.toThrow(VerbError);
  });

  test('says what a running bot waits for', async () => {
    const slack = createServer((_, response) =>
      response.end(JSON.stringify({ ok: false, error: 'invalid_auth' })),
    );
    await once(slack.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void slack.close());
    const { port } = slack.address() as AddressInfo;
    const env = {
      ...(await environment()),
      SLACK_BOT_TOKEN: 'xoxb-old',
      SLACK_SIGNING_SECRET: 'secret',
      SLACK_API_URL: `http://127.0.0.1:${port}/api/`,
    };
    const bot = await startBotHere(env);
    onTestFinished(async () => void (await bot.stop()));
    await until('the refusal to be known', async () =>
      (await (await fetch(bot.readyUrl)).text()).includes('invalid_auth'),
    );
    const { exitCode, printed } = await askVerb(env, 'what is our score?');
    expect([exitCode, printed]).toEqual([1, expect.stringMatching(/SLACK_BOT_TOKEN .*invalid_auth/)]);
  });

  test('says in a sentence that the simulated clock does not answer', async () => {
    const env = { ...(await environment()), CLOCK_URL: `http://127.0.0.1:${await freePort()}/sandbox/clock` };
    const { exited, stderr } = await spawnBot(env, ['ask', 'our score?']);
    expect(await exited).toBe(1);
    expect(stderr().trimEnd().split('\n')).toEqual([expect.stringContaining('CLOCK_URL')]);
  });

  test('with nothing configured, asks the sandbox or says that none is running', async () => {
    const failing = ask({ SANDBOX_PORT: `${await freePort()}` }, () => undefined, ['how are we?'], TERMINAL);
    await expect(failing).rejects.toThrow(/npm run sandbox/);
    await expect(failing).rejects.toBeInstanceOf(ConfigError);
  });

  test.each([
    ['the API does not answer', {}, []],
    ['there is no such project', {}, ['--project', 'Nope']],
    ['the configuration is faulty', { PROJECTS_FILE: '/nonexistent.yml' }, []],
  ])('as JSON, says that it failed if %s', async (_, faulty, args) => {
    const printed: string[] = [];
    const env = { ...(await environment()), ...faulty };
    const asking = ask(env, (text) => void printed.push(text), ['our score?', '--json', ...args], TERMINAL);
    const ended = await asking.catch((error: unknown) => error);
    expect(ended).not.toEqual({ exitCode: 0 });
    expect(JSON.parse(printed.join())).toMatchObject({
      plan: null,
      verdict: 'failed',
      answer: { figures: [] },
    });
  });

  test.each(['0', '-1', 'two', '1.5'])('has no page %s', async (page) => {
    await expect(askVerb(await environment(), 'leads', `--page=${page}`)).rejects.toThrow(VerbError);
  });

  test('names what a partial configuration lacks', async () => {
    const { VISIBILITY_BASE_URL: _, ...half } = await environment();
    await expect(askVerb(half, 'how are we?')).rejects.toThrow(/VISIBILITY_BASE_URL is missing/);
  });

  test('says what happened if the API answers oddly, without a log', async () => {
    const api = createServer((_, response) => response.end('<html>Not an API</html>')).listen(0, '127.0.0.1');
    await once(api, 'listening');
    onTestFinished(() => void api.close());
    const { LOG_LEVEL: _, ...env } = await environment();
    const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1/public`;
    const asking = await spawnBot({ ...env, VISIBILITY_BASE_URL: url }, ['ask', 'what is our score?']);
    expect(await asking.exited).toBe(1);
    expect(asking.stdout()).toBe('');
    expect(asking.stderr()).toMatch(/^The API couldn’t be read: .*expected JSON.*npm run doctor.*\n$/);
  });

  test('names the projects if there is none of this name', async () => {
    const { exitCode, printed } = await askVerb(await environment(), 'how are we?', '--project', 'tidewatr');
    expect(exitCode).toBe(1);
    expect(printed).toBe(
      'There is no project “tidewatr”. Did you mean “Tidewater”? Projects: Acme, Tidewater.\n',
    );
  });

  test('a store that cannot be used is an error of the store', async () => {
    const env = await environment();
    mkdirSync(env.DATA_DIR);
    const file = path.join(env.DATA_DIR, 'sightline.db');
    writeFileSync(file, 'this is none'.repeat(1_000));
    chmodSync(file, 0o644);
    await expect(askVerb(env, 'how are we?')).rejects.toBeInstanceOf(StoreError);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });
});

const TERMINAL = { live: false, colours: false, columns: 100, aside: () => undefined };
