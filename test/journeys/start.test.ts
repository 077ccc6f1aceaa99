/** How the bot begins and ends: what it refuses to start with, in which words, and with which exit code. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp } from '../../src/app.ts';
import { realNow, systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { ConfigError } from '../../src/errors.ts';
import { queueDecision } from '../../src/outbox/queue.ts';
import { serve } from '../../src/sandbox/local-only.ts';
import { createVault } from '../../src/secrets.ts';
import { keepApiKey } from '../../src/store/sealed.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { ask } from '../../src/verbs/ask.ts';
import type { Verb } from '../../src/verbs/command-line.ts';
import { demo as startDemo } from '../../src/verbs/demo.ts';
import { sandbox as startSandbox } from '../../src/verbs/sandbox.ts';
import { likelyAddresses } from '../../src/visibility/fetch-openapi.ts';
import { DIGEST } from '../messages/cast.ts';
import { EXAMPLE_PROJECTS, greeting, spawnBot, spawnSource, startBot, startBotHere } from '../support/bot.ts';
import { createFolder, type Folder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { figuresIn } from '../support/idle.ts';
import { exampleProjects } from '../support/projects.ts';
import { until } from '../support/until.ts';
import { runVerb } from '../verbs/run-verb.ts';

/** Complete, and to nowhere: nobody listens at the addresses. */
const COMPLETE = {
  SLACK_BOT_TOKEN: 'xoxb-of-nobody',
  SLACK_SIGNING_SECRET: 'a signing secret',
  SLACK_API_URL: 'http://127.0.0.1:9/api/',
  VISIBILITY_BASE_URL: 'http://127.0.0.1:9/v1/public',
  VISIBILITY_API_KEY: 'key-of-nobody',
  PROJECTS_FILE: EXAMPLE_PROJECTS,
};

let folder: Folder;

beforeAll(async () => {
  folder = await createFolder();
});

afterAll(() => folder.remove());

/** Runs the bot until it ends by itself. */
async function ends(environment: Readonly<Record<string, string>>, verb: readonly string[] = []) {
  const bot = await spawnBot({ DATA_DIR: path.join(folder.path, 'unused'), ...environment }, verb);
  return { code: await bot.exited, stdout: bot.stdout(), stderr: bot.stderr() };
}

/** The faults with which it refuses to start, one a line, in this process. */
async function refusal(environment: Readonly<Record<string, string>>): Promise<string> {
  const error = await start({ DATA_DIR: path.join(folder.path, 'unused'), ...environment }).catch(
    (fault: unknown) => fault,
  );
  if (!(error instanceof ConfigError)) throw new Error('It is not refused.', { cause: error });
  return error.faults.join('\n');
}

/** Starts a verb in this process, as main.ts does. */
function startHere<Running>(verb: Verb<Running>, environment: Readonly<Record<string, string>>) {
  const written = { printed: '', aside: '' };
  const terminal = {
    live: false,
    colours: false,
    columns: 100,
    aside: (text: string) => {
      written.aside += text;
    },
  };
  const print = (text: string) => {
    written.printed += `${text}\n`;
  };
  return { written, running: verb(environment, print, [], terminal) };
}

const start = async (environment: Readonly<Record<string, string>>) => {
  const { stop } = await startApp(readConfig(environment));
  await stop();
};

test.concurrent('a bot that can’t listen leaves its store to the next one', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = z.object({ port: z.number() }).parse(taken.address());
  const environment = { ...COMPLETE, DATA_DIR: path.join(folder.path, 'left'), METRICS_PORT: '0' };
  await expect(start({ ...environment, PORT: `${port}` })).rejects.toThrow(ConfigError);
  taken.close();
  await start({ ...environment, PORT: `${await freePort()}` });
});

test.concurrent('with SLACK_BOT_TOKEN alone it names every other that is missing', async () => {
  const { code, stderr } = await ends({ SLACK_BOT_TOKEN: 'something' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Sightline cannot start:\n/);
  for (const name of ['SLACK_APP_TOKEN', 'VISIBILITY_BASE_URL'])
    expect(stderr).toContain(`  - ${name} is missing: `);
  expect(stderr).not.toContain('something');
  expect(stderr).not.toMatch(/^\s+at /m);
});

test.concurrent('where learn fails, it says so in its own name', async () => {
  const { code, stderr } = await ends({}, ['learn']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^npm run learn failed:\n {2}- /);
});

test.concurrent('in production nothing set is an error, not the demo, which is refused even where it is asked for', async () => {
  const { code, stdout, stderr } = await ends({ NODE_ENV: 'production' });
  expect(code).toBe(1);
  expect(stderr).toContain('SLACK_BOT_TOKEN is missing');
  expect(stdout).toBe('');
  const { running } = startHere(startDemo, { NODE_ENV: 'production' });
  await expect(running).rejects.toThrow('NODE_ENV is production');
});

test.concurrent('a simulated clock is refused beside the real Slack', async () => {
  const { SLACK_API_URL: _local, ...real } = COMPLETE;
  const faults = await refusal({ ...real, CLOCK_URL: 'http://127.0.0.1:9/sandbox/clock' });
  expect(faults).toContain('CLOCK_URL is only for a local Slack');
});

test.concurrent('every fault of projects.yml is named with file, line and path', async () => {
  const file = path.join(folder.path, 'faulty.yml');
  const lines = [
    'projects:',
    '  - id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90',
    '    name: Acme',
    '    leads: { channel: acme-leads, schedule: "every day at 9:00" }',
    '    scores:',
    '      channel: C0ACMEVISIB',
    '      schedule: "whenever"',
    '      min_chnage: 5',
  ];
  await writeFile(file, lines.join('\n'));
  const faults = await refusal({ ...COMPLETE, PROJECTS_FILE: file });
  expect(faults).toContain(
    `${file}:4: project 1 (Acme): leads.channel must be a channel id such as C0123ABCD`,
  );
  expect(faults).toContain(
    `${file}:7: project 1 (Acme): scores.schedule “whenever” must be a schedule such as`,
  );
  expect(faults).toContain(`${file}:8: project 1 (Acme): scores.min_chnage is not a known key`);
});

test.concurrent('the projects without any key are named, all in one sentence', async () => {
  const { VISIBILITY_API_KEY: _key, ...keyless } = COMPLETE;
  expect(await refusal(keyless)).toBe(
    'VISIBILITY_API_KEY is missing: the API key of projects Acme and Tidewater',
  );
});

test.concurrent('with another encryption key than the store was written with it says what to do', async () => {
  const DATA_DIR = path.join(folder.path, 'sealed');
  const db = await openSqlite(DATA_DIR, systemClock().now);
  const vault = createVault(Buffer.alloc(32, 1));
  await keepApiKey(db, vault, 'T0TEAM', 'acme', 'vk-acme', { by: 'U0ANA', at: 0 });
  await db.destroy();
  const ENCRYPTION_KEY = Buffer.alloc(32, 2).toString('base64');
  const faults = await refusal({ ...COMPLETE, DATA_DIR, ENCRYPTION_KEY });
  expect(faults).toMatch(/^ENCRYPTION_KEY opens none of the .*Set the former key again\. If it is lost, /);
  expect(faults).not.toContain(ENCRYPTION_KEY);
  expect(await refusal({ ...COMPLETE, DATA_DIR })).toMatch(/^ENCRYPTION_KEY is missing: the store keeps/);
});

test.concurrent('for many workspaces each project has to say of which it is', async () => {
  const { SLACK_BOT_TOKEN: _one, VISIBILITY_API_KEY: _key, ...common } = COMPLETE;
  const faults = await refusal({
    ...common,
    SLACK_CLIENT_ID: '1.2',
    SLACK_CLIENT_SECRET: 'a client secret',
    SLACK_STATE_SECRET: 'a state secret',
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  });
  expect(faults).toContain('project Acme needs `workspace`: there are many, and it belongs to one\n');
  expect(faults).toContain('project Tidewater needs `workspace`');
});

test.concurrent('an option that is not known is refused in a sentence, and nothing starts', async () => {
  expect(await ends({}, ['replay', '--loud'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no option --loud.\nUsage: npm run --silent replay -- FILE [--min-change N] [--json]\n',
  });
});

test.concurrent('a second bot on one store is refused with code 2, and the first ends with 0 when asked', async () => {
  const environment = { ...COMPLETE, DATA_DIR: path.join(folder.path, 'data') };
  const first = await startBotHere(environment);
  const second = await ends({ ...environment, PORT: '0', METRICS_PORT: '0' });
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(/^The store .* another Sightline is running on it\. Stop it first/);
  expect(first.running()).toBe(true);
  expect(await first.stop()).toBe(0);
});

test.concurrent('a bot that is asked to end while it starts ends at once', async () => {
  const silent = createServer();
  const asked = once(silent, 'connection');
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = z.object({ port: z.int() }).parse(silent.address());
  const bot = await spawnBot({ ...COMPLETE, DATABASE_URL: `postgres://127.0.0.1:${port}/nothing` });
  const [socket] = z.tuple([z.instanceof(Socket)]).parse(await asked);
  expect(await bot.stop()).toBe(143);
  socket.destroy();
  silent.close();
});

test.concurrent('a bot whose terminal is closed ends as in any other stop', async () => {
  const bot = await startBot({ ...COMPLETE, DATA_DIR: path.join(folder.path, 'closed') });
  expect(await bot.stop('SIGHUP')).toBe(0);
  expect(bot.stderr()).toContain('"Sightline has stopped"');
});

test.concurrent('without Slack the bot lives and is not ready; with Slack it becomes so', async () => {
  const port = await freePort();
  const bot = await startBotHere({
    ...COMPLETE,
    SLACK_API_URL: `http://127.0.0.1:${port}/api/`,
    DATA_DIR: path.join(folder.path, 'waiting'),
  });
  const toPrometheus = async () => figuresIn(await (await fetch(bot.metricsUrl)).text())('sightline_ready');
  await until('a first try', () => bot.stderr().includes('Slack doesn’t answer as it should'));
  expect((await fetch(bot.readyUrl)).status).toBe(503);
  expect(await toPrometheus()).toBe(0);

  const identity = { ok: true, team_id: 'T0LOCAL01', user_id: 'U0SIGHTLINE', bot_id: 'B0SIGHTLINE' };
  const slack = await serve(
    new Hono().post('/api/auth.test', (c) => c.json(identity)),
    port,
  );
  await until('readiness', async () => (await fetch(bot.readyUrl)).status === 200);
  await until('Prometheus to hear', async () => (await toPrometheus()) === 1);
  await slack.close();
  await bot.stop();
  expect(bot.stderr()).toMatch(/"Sightline is stopping[\s\S]*"Sightline has stopped"/);
});

test.concurrent('channels that the bot isn’t in are in the log once it is up, with the feeds that post there', async () => {
  const identity = { ok: true, team_id: 'T0LOCAL01', user_id: 'U0SIGHTLINE', bot_id: 'B0SIGHTLINE' };
  const app = new Hono()
    .post('/api/auth.test', (c) => c.json(identity))
    .post('/api/conversations.info', async (c) => {
      const { channel } = await c.req.parseBody();
      return c.json({ ok: true, channel: { id: channel, is_member: channel !== 'C0ACMELEADS' } });
    });
  const slack = await serve(app, 0);
  const bot = await startBotHere({
    ...COMPLETE,
    SLACK_API_URL: `${slack.url}/api/`,
    DATA_DIR: path.join(folder.path, 'uninvited'),
  });
  const line = await until('the line', () => bot.stderr().match(/^.*"channels":.*$/m)?.[0]);
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    channels: [{ channel: 'C0ACMELEADS', reason: 'not_in_channel', feeds: ['Acme leads'] }],
    msg: expect.stringContaining('/invite @Sightline'),
  });
  expect(await bot.stop()).toBe(0);
  await slack.close();
});

test.concurrent('of very many channels the first that the bot isn’t in are in the log before all were looked at', async () => {
  const identity = { ok: true, team_id: 'T0LOCAL01', user_id: 'U0SIGHTLINE', bot_id: 'B0SIGHTLINE' };
  const app = new Hono()
    .post('/api/auth.test', (c) => c.json(identity))
    .post('/api/conversations.info', (c) => c.json({ ok: false, error: 'channel_not_found' }));
  const slack = await serve(app, 0);
  const file = path.join(folder.path, 'many.yml');
  const project = (number: number) =>
    `  - { id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b${number}, name: P${number}, leads: { channel: C0P${number}, schedule: hourly } }`;
  await writeFile(file, `projects:\n${Array.from({ length: 30 }, (_, i) => project(i + 10)).join('\n')}`);
  const bot = await startBotHere({
    ...COMPLETE,
    SLACK_API_URL: `${slack.url}/api/`,
    PROJECTS_FILE: file,
    DATA_DIR: path.join(folder.path, 'many'),
  });
  const line = await until('the line', () => bot.stderr().match(/^.*"channels":.*$/m)?.[0]);
  expect(line).toContain('"C0P10"');
  expect(line).not.toContain('"C0P39"');
  await bot.stop();
  await slack.close();
});

test.concurrent('a project of another workspace than the token’s is named in the log, once', async () => {
  const identity = { ok: true, team_id: 'T0LOCAL01', user_id: 'U0SIGHTLINE', bot_id: 'B0SIGHTLINE' };
  const slack = await serve(
    new Hono().post('/api/auth.test', (c) => c.json(identity)),
    0,
  );
  const file = path.join(folder.path, 'elsewhere.yml');
  await writeFile(
    file,
    await exampleProjects((example) => ({
      ...example,
      projects: example.projects.map((each) =>
        each.name === 'Acme' ? { ...each, workspace: 'T0OTHER' } : each,
      ),
    })),
  );
  const bot = await startBotHere({
    ...COMPLETE,
    SLACK_API_URL: `${slack.url}/api/`,
    PROJECTS_FILE: file,
    DATA_DIR: path.join(folder.path, 'elsewhere'),
  });
  await until('readiness', async () => (await fetch(bot.readyUrl)).status === 200);
  expect(await bot.stop()).toBe(0);
  await slack.close();
  const warnings = bot.stderr().match(/^.*"elsewhere":.*$/gm) ?? [];
  expect(warnings).toHaveLength(1);
  expect(JSON.parse(warnings[0] ?? '')).toMatchObject({
    level: 40,
    elsewhere: [{ workspace: 'T0OTHER', names: ['Acme'] }],
    workspaces: ['T0LOCAL01'],
  });
});

test.concurrent('a key that the API refuses is in the log once the bot is up, with its projects; a silent API keeps nothing waiting', async () => {
  const identity = { ok: true, team_id: 'T0LOCAL01', user_id: 'U0SIGHTLINE', bot_id: 'B0SIGHTLINE' };
  const asked: string[] = [];
  let askedOfProjects: number | undefined;
  const slack = await serve(
    new Hono()
      .post('/api/auth.test', (c) => c.json(identity))
      .post('/api/chat.postMessage', (c) => {
        askedOfProjects = asked.filter((url) => url.includes('/projects/')).length;
        return c.json({ ok: true, channel: 'C0', ts: '1900000000.1' });
      }),
    0,
  );
  const { promise: silence, resolve: speak } = Promise.withResolvers<void>();
  const api = await serve(
    new Hono().all('*', async (c) => {
      asked.push(c.req.path);
      await silence;
      return c.json({ detail: c.req.header('x-api-key') }, 401);
    }),
    0,
  );
  const file = path.join(folder.path, 'refused.yml');
  const monthly = { channel: 'C0ACMELEADS', schedule: 'first of the month at 9:00' };
  await writeFile(
    file,
    await exampleProjects((example) => ({
      ...example,
      projects: example.projects.map(({ id, name }) => ({ id, name, leads: monthly })),
    })),
  );
  const dataDir = path.join(folder.path, 'refused');
  const db = await openSqlite(dataDir, realNow);
  const to = { team: 'T0LOCAL01', channel: 'C0', subscription: 'leads:acme:C0', slotAt: realNow() };
  await queueDecision(db, DIGEST, to, realNow());
  await db.destroy();
  const bot = await startBotHere({
    ...COMPLETE,
    SLACK_API_URL: `${slack.url}/api/`,
    VISIBILITY_BASE_URL: `${api.url}/v1/public`,
    PROJECTS_FILE: file,
    DATA_DIR: dataDir,
  });
  await until('a first question', () => asked.length > 0);
  await until('the post that waited', () => askedOfProjects !== undefined);
  expect(askedOfProjects).toBe(0);
  await until('readiness', async () => (await fetch(bot.readyUrl)).status === 200);
  expect(bot.stderr()).not.toContain('"level":40');
  speak();
  await until('the warning', () => bot.stderr().includes('"level":40'));
  expect(await bot.stop()).toBe(0);
  await Promise.all([slack.close(), api.close()]);
  const warnings = bot.stderr().match(/^.*"level":40.*$/gm) ?? [];
  expect(warnings.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      projects: ['Acme', 'Tidewater'],
      msg: expect.stringMatching(/\(401\): \[API key\]\. Replace VISIBILITY_API_KEY with a key/),
    }),
  ]);
  const ofDescription = likelyAddresses(`${api.url}/v1/public`).map((address) => new URL(address).pathname);
  expect(asked.filter((url) => !ofDescription.includes(url))).toHaveLength(1);
  expect(bot.stderr()).not.toContain(COMPLETE.VISIBILITY_API_KEY);
});

test.concurrent('the sandbox tells what a bot needs to live in it and how its API speaks; a demo beside it is refused with every port in use', async () => {
  const ports = { DEMO_PORT: '0', SANDBOX_PORT: '0' };
  const { written, running } = startHere(startSandbox, { ...ports, SANDBOX_DIALECT: 'camel,pages' });
  const sandbox = await running;
  const said = new Map(
    [...written.printed.matchAll(/^ {4}(\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(Object.fromEntries(said)).toEqual({
    SLACK_API_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/$/),
    SLACK_BOT_TOKEN: 'xoxb-demo',
    SLACK_SIGNING_SECRET: expect.stringMatching(/./),
    VISIBILITY_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1\/public$/),
    VISIBILITY_API_KEY: 'demo-key',
    CLOCK_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sandbox\/clock$/),
  });
  expect((await fetch(said.get('CLOCK_URL') ?? '')).status).toBe(200);
  expect(written.printed).toContain('The API’s dialect is camel,pages');
  expect(written.printed).toContain('Stop with Ctrl+C');

  const portOf = (name: string) => new URL(said.get(name) ?? '').port;
  const [api, slack] = [portOf('VISIBILITY_BASE_URL'), portOf('SLACK_API_URL')];
  const { code, stderr } = await ends({ SANDBOX_PORT: api, DEMO_PORT: slack, METRICS_PORT: '0' });
  expect(code).toBe(1);
  expect(stderr).toBe(
    [
      'Sightline cannot start:',
      `  - DEMO_PORT: cannot listen on 127.0.0.1:${slack}: the port is in use. Set DEMO_PORT to a free one.`,
      `  - SANDBOX_PORT: cannot listen on 127.0.0.1:${api}: the port is in use. Set SANDBOX_PORT to a free one.\n`,
    ].join('\n'),
  );
  await sandbox.stop();
  await expect(fetch(said.get('CLOCK_URL') ?? '')).rejects.toThrow();
});

test.concurrent('the demo needs nothing, shows the morning’s posts, is asked in a terminal too, and ends when asked', async () => {
  const { written, running } = startHere(startDemo, {
    DEMO_PORT: '0',
    SANDBOX_PORT: '0',
    METRICS_PORT: '0',
  });
  const demo = await running;
  const [, url] = written.printed.match(/Open {2}(http:\S+)/) ?? [];
  const [, api = ''] = written.printed.match(/API of this demo is at (http:\S+)/) ?? [];
  await until('the digest', async () =>
    (await (await fetch(`${url}/c/C0ACMELEADS`)).text()).includes('Acme · your first'),
  );
  // Only the bot whose store this is knows which leads are claimed.
  const asked = await runVerb(
    ask,
    { SANDBOX_PORT: new URL(api).port },
    'which leads are unclaimed?',
    '--json',
  );
  expect(JSON.parse(asked.printed)).toMatchObject({ verdict: 'answered', plan: { filters: ['unclaimed'] } });
  await demo.stop();
  await expect(fetch(`${url}`)).rejects.toThrow();
  expect(written.aside).toBe('');
});

test.concurrent('where no bot is configured, the demo starts, and says what was set and is not used; a store that cannot be written any more ends it with a sentence, and exit code 2', async () => {
  const DATABASE_URL = 'postgres://db.internal/sightline';
  const environment = { DEMO_PORT: '0', SANDBOX_PORT: '0', METRICS_PORT: '0', DATABASE_URL };
  const demo = spawnSource(environment, [], { mostKiB: 500 });
  const [warning] = await greeting(demo, /^ +Ignored: .*$/m);
  expect(warning).toContain('Ignored: DATABASE_URL. No SLACK_… or VISIBILITY_… is set, so this is the demo.');
  const [, api] = await greeting(demo, /API of this demo is at (http:\S+)/);
  const aDay = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"days":1}' };
  await until('its end', async () => {
    if (demo.running()) await fetch(`${api}/sandbox/advance`, aDay).catch(() => undefined);
    return !demo.running();
  });
  expect(await demo.exited).toBe(2);
  expect(demo.stderr()).toMatch(/^The store .* What was stored before is as it was/m);
});
