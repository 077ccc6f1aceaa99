/** The doctor as somebody runs it who has just filled in .env: what it says, how it ends, and that it changes nothing. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { serve } from '../../src/sandbox/local-only.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { doctor as runDoctor } from '../../src/verbs/doctor.ts';
import { EXAMPLE_PROJECTS, ready, spawnBot, startBotHere } from '../support/bot.ts';
import { temporaryFolder } from '../support/folder.ts';
import { BEN } from '../support/local-slack.ts';
import { exampleProjects } from '../support/projects.ts';
import {
  ACME,
  API_KEY,
  SIGNING_SECRET,
  startTestSandbox,
  type TestSandbox,
  TIDEWATER,
} from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const Report = z.object({
  works: z.boolean(),
  api: z.object({
    projects: z.array(
      z.looseObject({ name: z.string(), reads: z.array(z.looseObject({ outcome: z.string() })) }),
    ),
  }),
  feeds: z.array(z.looseObject({ project: z.string(), kind: z.string(), next: z.string().optional() })),
  findings: z.array(z.looseObject({ level: z.string(), sentence: z.string() })),
});

type Environment = Readonly<Record<string, string>>;

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});

afterAll(() => sandbox?.close());

/** Runs it to its end, as a process in a world of its own environment. */
async function doctorApart(environment: Environment, ...args: string[]) {
  const run = await spawnBot(environment, ['doctor', ...args]);
  const exitCode = await run.exited;
  return { exitCode, said: run.stdout(), aside: run.stderr() };
}

/** The same in this process. */
async function doctor(environment: Environment, ...args: string[]) {
  const said: string[] = [];
  const aside: string[] = [];
  const print = (text: string) => void said.push(`${text}\n`);
  const terminal = {
    live: false,
    colours: false,
    columns: 100,
    aside: (text: string) => void aside.push(text),
  };
  const { exitCode } = await runDoctor(environment, print, args, terminal);
  return { exitCode, said: said.join(''), aside: aside.join('') };
}

const configured = (more: Environment = {}) => ({
  ...sandbox.botEnvironment,
  PROJECTS_FILE: EXAMPLE_PROJECTS,
  DATA_DIR: path.join(temporaryFolder(), 'data'),
  ...more,
});

/** Where one project tells as much as all. */
const OF_ONE = ['--project', 'Acme'];

describe('where everything is well', () => {
  test('it says so of the API, Slack, store and schedule, ends well, and has changed and posted nothing', async () => {
    const before = (await sandbox.requests()).length;
    const { exitCode, said, aside } = await doctorApart(configured());
    expect(said).toMatch(/^Sightline doctor, 2026-03-11 0\d:\d\d UTC on the simulated .* changes nothing/);
    expect(said).toMatch(/skip +HTTP +only Slack can\s+test/s);
    expect(said).toContain('Acme: 27 of 27 operations work (key: VISIBILITY_API_KEY)');
    expect(said).toMatch(/ok +communityLeads +200 +\d+ ms +all 11 guessed names match · \d+ rows · scores/);
    expect(said).toMatch(/ok +token +signs in to the workspace .* \(T0LOCAL01\)/);
    expect(said).toMatch(/ok +C0TIDEWATER +#tidewater: the bot is a member/);
    expect(said).toContain('has no store yet');
    expect(said).toContain(
      'Wed 11 Mar, 09:00   Tidewater leads to C0TIDEWATER · Every day at 9:00 Europe/Berlin',
    );
    // The example names no owners.
    expect(said.trimEnd().endsWith('Sightline is ready, with 1 thing worth fixing.')).toBe(true);
    expect(exitCode).toBe(0);
    expect(aside).toMatch(/^Checking Acme …\n(?:Acme: .*\n)*Checking Tidewater …$/m);
    expect(said + aside).not.toContain('\u001b');
    expect((await sandbox.requests()).length).toBeGreaterThan(before + 50);
    expect(await sandbox.writes()).toEqual([]);
    for (const channel of [ACME.leads, ACME.scores, TIDEWATER.channel])
      expect(await sandbox.slack.history(channel)).toEqual([]);
  });

  test('a store of this version or an older one stays exactly as it is', async () => {
    for (const isOlder of [false, true]) {
      const environment = configured();
      const folder = environment.DATA_DIR;
      const reopen = () => new DatabaseSync(path.join(folder, 'sightline.db'));
      await (await openSqlite(folder, () => 0)).destroy();
      const before = reopen();
      before.exec("update app_version set version = '0.0.1', checked_at = 1");
      if (isOlder) before.exec('delete from kysely_migration');
      before.close();
      const { said, exitCode } = await doctor(environment, ...OF_ONE);
      expect(said.replace(/\s+/g, ' ')).toContain(
        isOlder ? 'the bot updates them when it starts' : 'up to date',
      );
      expect(exitCode).toBe(0);
      const after = reopen();
      expect(after.prepare('select version, checked_at from app_version').all()).toEqual([
        { version: '0.0.1', checked_at: 1 },
      ]);
      expect(after.prepare('select * from kysely_migration').all()).toHaveLength(isOlder ? 0 : 1);
      expect(after.prepare('select * from api_line').all()).toEqual([]);
      after.close();
    }
  });

  test('--json prints one object and nothing else', async () => {
    const { exitCode, said, aside } = await doctor(configured(), '--json');
    const report = Report.parse(JSON.parse(said));
    expect(report.works).toBe(true);
    expect(report.api.projects.map(({ name, reads }) => [name, reads.length])).toEqual([
      ['Acme', 27],
      ['Tidewater', 27],
    ]);
    expect(report.feeds).toHaveLength(6);
    // On a slow machine the world’s clock passes eight.
    for (const { next } of report.feeds) expect(next).toMatch(/^2026-03-1[12]T08:00:00\.000Z$/);
    expect(aside).toBe('');
    expect(exitCode).toBe(0);
  });

  test('--project looks at one project alone', async () => {
    const { said } = await doctor(configured(), '--project', 'acme', '--json');
    const report = Report.parse(JSON.parse(said));
    expect(report.api.projects.map(({ name }) => name)).toEqual(['Acme']);
    expect(new Set(report.feeds.map(({ project }) => project))).toEqual(new Set(['Acme']));
  });

  test('beside a bot that runs it tells that bot’s schedule, where the file has another, and which feed somebody has paused; that bot goes on', async () => {
    const environment = configured({ PORT: '0', METRICS_PORT: '0' });
    const bot = await startBotHere(environment);
    onTestFinished(async () => void (await bot.stop()));
    const { exitCode, said } = await doctor(environment, ...OF_ONE);
    expect(said).toMatch(/skip +\S*sightline\.db +a bot is using it/);
    expect(said).toContain('Schedule of the running bot');
    expect(exitCode).toBe(0);

    const file = path.join(temporaryFolder(), 'projects.yml');
    await writeFile(file, (await exampleProjects((example) => example)).replace('at 9:00', 'at 10:00'));
    const changed = await doctor({ ...environment, PROJECTS_FILE: file }, '--json', ...OF_ONE);
    const unapplied = Report.parse(JSON.parse(changed.said)).findings.filter(({ sentence }) =>
      sentence.includes('running bot'),
    );
    expect(unapplied).toMatchObject([{ level: 'loss', sentence: expect.stringContaining('Acme leads') }]);

    sandbox.connectBot(bot.eventsUrl);
    await ready(bot);
    await sandbox.slack.ask(BEN, ACME.leads, '/visibility pause leads');
    const paused = await doctor(environment, '--json', ...OF_ONE);
    const { feeds, findings } = Report.parse(JSON.parse(paused.said));
    expect(feeds.filter(({ next }) => next === undefined)).toEqual([
      expect.objectContaining({ project: 'Acme', kind: 'leads', pausedSince: expect.any(String) }),
    ]);
    expect(findings.some(({ sentence }) => sentence.includes('paused'))).toBe(true);
    expect(bot.running()).toBe(true);
  });
});

describe('where something is wrong', () => {
  test('nothing is configured: it says what to set', async () => {
    const { exitCode, said } = await doctor({});
    for (const name of ['SLACK_BOT_TOKEN', 'VISIBILITY_BASE_URL', 'VISIBILITY_API_KEY'])
      expect(said).toContain(`${name} is missing`);
    expect(said.replace(/\s+/g, ' ')).toMatch(
      /There is no \S*projects.yml .* copy projects.example.yml there/,
    );
    expect(said).toContain('cp .env.example .env');
    expect(exitCode).toBe(1);
  });

  test('a bot that runs and isn’t ready: why', async () => {
    const environment = configured();
    const bot = await startBotHere({ ...environment, SLACK_BOT_TOKEN: 'xoxb-of-nobody' });
    onTestFinished(async () => void (await bot.stop()));
    await until('the refusal', async () => (await (await fetch(bot.readyUrl)).text()).includes('refuses'));
    const { said } = await doctor({ ...environment, PORT: new URL(bot.readyUrl).port }, '--json', ...OF_ONE);
    const faults = Report.parse(JSON.parse(said)).findings.filter(({ level }) => level === 'fault');
    expect(faults).toMatchObject([{ sentence: expect.stringMatching(/not ready: Slack refuses SLACK_BOT/) }]);
  });

  test('a variable that is mistyped is named, though nothing else is wrong', async () => {
    const { exitCode, said } = await doctor(configured({ METRICS_PRT: '1' }), ...OF_ONE);
    expect(said).toContain('did you mean METRICS_PORT?');
    expect(exitCode).toBe(0);
  });

  test('a project that is not there: it says which there are', async () => {
    const { exitCode, said } = await doctor(configured(), '--project', 'tidewatr');
    expect(said.replace(/\s+/g, ' ')).toContain('There is no project “tidewatr”. Did you mean “Tidewater”?');
    expect(exitCode).toBe(1);
  });

  test('a key that is refused: once for all that it would open, with where to put another', async () => {
    const before = (await sandbox.requests()).length;
    const { exitCode, said } = await doctor(configured({ VISIBILITY_API_KEY: 'key-of-nobody' }));
    const flat = said.replace(/\s+/g, ' ');
    expect(flat).toContain(
      'API: The API refuses VISIBILITY_API_KEY (401), so nothing can be read for Acme and Tidewater. Feeds that can’t post: leads, scores and suggestions. Fix: Replace VISIBILITY_API_KEY with a key that the API accepts.',
    );
    expect(said.match(/was refused/g)).toHaveLength(1);
    expect(flat).toMatch(/FAIL engines 401 .* allowed here\. Same for regions and regionUsage\. skip/);
    expect(flat).toContain('not tried: the API refuses the key. Same for 23 others. The same for Tidewater.');
    expect(said).toContain('Sightline isn’t ready: 1 problem must be fixed.');
    expect((await sandbox.requests()).length).toBeLessThan(before + 10);
    expect(exitCode).toBe(1);
  });

  test.each([
    ['an address that isn’t allowed', 'IP address not in allow list', 'See to the reason'],
    ['a plan', 'plan does not include API', 'Check the plan'],
  ])('%s: the API’s own reason, and what to do', async (_, error, mend) => {
    const served = await serve(
      new Hono().all('*', (c) => c.json({ error }, 403)),
      0,
    );
    onTestFinished(served.close);
    const wrong = { VISIBILITY_BASE_URL: `${served.url}/v1/public` };
    const { exitCode, said } = await doctor(configured(wrong), ...OF_ONE);
    const flat = said.replace(/\s+/g, ' ');
    expect(flat).toContain(error);
    expect(flat).toContain(`Fix: ${mend}`);
    expect(flat).not.toContain('used up');
    expect(exitCode).toBe(1);
  });

  test('an operation that is refused alone: the others are asked all the same', async () => {
    await sandbox.breakApi({ operation: 'engines', kind: 'unauthorised' });
    const { said } = await doctor(configured(), ...OF_ONE);
    await sandbox.mendApi();
    expect(said).toContain('Acme: 26 of 27 operations work (key: VISIBILITY_API_KEY)');
  });

  test('a database that is not there: what to do about it', async () => {
    const { exitCode, said } = await doctor(
      configured({ DATABASE_URL: 'postgres://127.0.0.1:9/sightline' }),
      ...OF_ONE,
    );
    expect(said.replace(/\s+/g, ' ')).toContain(
      'PostgreSQL at 127.0.0.1:9/sightline cannot be used: nothing listens there. Start PostgreSQL, or correct host and port in DATABASE_URL.',
    );
    expect(exitCode).toBe(1);
  });

  test.each([
    [EXAMPLE_PROJECTS, `${EXAMPLE_PROJECTS} is a file, not a folder.`],
    ['/proc/sightline', '/proc belongs to the system and can’t store files.'],
  ])('no store can be made in %s: what to do about it', async (folder, why) => {
    const { exitCode, said } = await doctor(configured({ DATA_DIR: folder }), ...OF_ONE);
    expect(said.replace(/\s+/g, ' ')).toContain(
      `No store can be created in ${folder}: ${why} Fix: Set DATA_DIR to a folder that Sightline can write to.`,
    );
    expect(said).not.toContain('creates it at its first start');
    expect(exitCode).toBe(1);
  });

  test('a simulated clock that is not there: nothing would be posted', async () => {
    const { exitCode, said } = await doctor(
      configured({ CLOCK_URL: 'http://127.0.0.1:9/sandbox/clock' }),
      ...OF_ONE,
    );
    expect(said.replace(/\s+/g, ' ')).toContain('The clock at CLOCK_URL doesn’t answer');
    expect(said).not.toContain('simulated');
    expect(exitCode).toBe(1);
  });

  test('a threshold on another scale than the API’s: what it counts as', async () => {
    await sandbox.breakApi({ operation: 'daily_scores', kind: 'unit_scale' });
    const { exitCode, said } = await doctor(configured(), ...OF_ONE);
    await sandbox.mendApi();
    expect(said.replace(/\s+/g, ' ')).toContain('min_change 5 counts as 0.05');
    expect(exitCode).toBe(0);
  });

  test('an API out of reach and a channel without the bot: both at once, each with its remedy', async () => {
    expect(await sandbox.slack.say(BEN, TIDEWATER.channel, '/remove @sightline')).toEqual({ ok: true });
    const { exitCode, said } = await doctor(
      configured({ VISIBILITY_BASE_URL: 'http://127.0.0.1:9/v1/public' }),
    );
    await sandbox.slack.say(BEN, TIDEWATER.channel, '/invite @sightline');
    const flat = said.replace(/\s+/g, ' ');
    expect(flat).toContain(
      'got no answer (ECONNREFUSED). Nothing can be polled. Fix: Check VISIBILITY_BASE_URL',
    );
    expect(flat).toMatch(
      /The bot isn’t in #tidewater, so this isn’t posted: .* Fix: In #tidewater: \/invite @/,
    );
    expect(exitCode).toBe(1);
  });

  test('an address that can’t be the API’s and a token that Slack refuses: both at once', async () => {
    const wrong = { VISIBILITY_BASE_URL: 'http://127.0.0.1:9/v2', SLACK_BOT_TOKEN: 'xoxb-of-nobody' };
    const { exitCode, said } = await doctor(configured(wrong));
    expect(said).toMatch(/^API\n +skip .*VISIBILITY_BASE_URL must end in \/v1\/public$/m);
    expect(said).toContain('Slack refuses SLACK_BOT_TOKEN (invalid_auth)');
    expect(exitCode).toBe(1);
  });

  test.each([
    ['a missing', { SLACK_SIGNING_SECRET: '' }, 'SLACK_APP_TOKEN is missing'],
    ['a swapped', { SLACK_BOT_TOKEN: 'xapp-1' }, 'SLACK_BOT_TOKEN begins with xapp-'],
  ])(
    '%s variable of Slack: the API, the store and the schedule are looked at all the same',
    async (_, wrong, why) => {
      const { exitCode, said } = await doctor(configured(wrong), ...OF_ONE);
      expect(said).toContain(why);
      expect(said).toMatch(/^Acme: \d+ of \d+ operations work/m);
      expect(said).toMatch(/^Store$/m);
      expect(said).toMatch(/^Schedule$/m);
      expect(said.replace(/\s+/g, ' ')).toContain(`Slack skip configuration nothing was tried: ${why}`);
      expect(exitCode).toBe(1);
    },
  );

  test('a server that is not the API: its address is suspected, once, and no project’s id', async () => {
    const served = await serve(new Hono(), 0);
    onTestFinished(served.close);
    const { exitCode, said } = await doctor(configured({ VISIBILITY_BASE_URL: `${served.url}/v1/public` }));
    const flat = said.replace(/\s+/g, ' ');
    expect(flat).toContain(
      `API: ${served.url}/v1/public answers 404 to GET /engines and GET /regions, which the API always has: VISIBILITY_BASE_URL seems to point to something else. Nothing can be polled. Fix: Set VISIBILITY_BASE_URL to the address of the API; it ends in /v1/public.`,
    );
    expect(said).toMatch(/FAIL +address/);
    expect(flat).not.toContain('Compare the project’s id');
    expect(said).toContain('Sightline isn’t ready: 1 problem must be fixed.');
    expect(exitCode).toBe(1);
  });

  test('a website, which answers everything with a page: that is said, once, and no contract is spoken of', async () => {
    const page = '<!DOCTYPE html>\n<html><body>Welcome</body></html>';
    const served = await serve(
      new Hono().all('*', (c) => c.html(page)),
      0,
    );
    onTestFinished(served.close);
    const { exitCode, said } = await doctor(configured({ VISIBILITY_BASE_URL: `${served.url}/v1/public` }));
    const flat = said.replace(/\s+/g, ' ');
    expect(flat).toContain(
      `API: ${served.url}/v1/public answers with a web page, not as an API: VISIBILITY_BASE_URL seems to point to a website. Nothing can be polled. Fix: Set VISIBILITY_BASE_URL to the address of the API; it ends in /v1/public.`,
    );
    expect(said).toMatch(/FAIL +address/);
    expect(flat).not.toContain('contract');
    expect(said).toContain('Sightline isn’t ready: 1 problem must be fixed.');
    expect(exitCode).toBe(1);
  });

  test('an API without one operation is an API all the same', async () => {
    await sandbox.breakApi({ operation: 'engines', kind: 'not_found' });
    const { said } = await doctor(configured(), ...OF_ONE);
    await sandbox.mendApi();
    expect(said).toMatch(/ok +address +answers/);
    expect(said).toContain('Acme: 26 of 27 operations work');
  });

  test('an operation is reported with its own status, whatever it asks on its way', async () => {
    const id = '0d5f7c7e-52a1-4f0b-8d39-6e2b1a9c4f01';
    const engine = { id, provider: 'p', model: 'm', display_name: 'Gemini', surface: 'chat', active: true };
    const api = new Hono()
      .get('/v1/public/engines', (c) => c.json([engine]))
      .get('*', (c) =>
        c.req.path.endsWith('/scores/daily')
          ? c.json([{ date: '2026-03-10', engine_id: id, score: 60 }])
          : c.json({}, 404),
      );
    const served = await serve(api, 0);
    onTestFinished(served.close);
    const { said } = await doctor(configured({ VISIBILITY_BASE_URL: `${served.url}/v1/public` }), ...OF_ONE);
    expect(said).toMatch(/part +dailyScores +200/);
  });

  test('a project of another workspace: which one the token opens, and what to correct', async () => {
    const file = path.join(temporaryFolder(), 'projects.yml');
    const elsewhere = await exampleProjects((example) => ({
      ...example,
      projects: example.projects.map((each) =>
        each.name === 'Acme' ? { ...each, workspace: 'T0OTHER' } : { ...each, workspace: 'T0LOCAL01' },
      ),
    }));
    await writeFile(file, elsewhere);
    const { exitCode, said } = await doctor(configured({ PROJECTS_FILE: file }));
    expect(said.replace(/\s+/g, ' ')).toContain(
      'Slack: Acme belongs to the workspace T0OTHER, but the bot isn’t in it. Nothing about it is posted or shown. Fix: Correct `workspace` of Acme in projects.yml, or set SLACK_BOT_TOKEN to its bot token.',
    );
    expect(said).toMatch(/FAIL +workspace/);
    expect(said).toContain('Sightline isn’t ready: 1 problem must be fixed.');
    expect(exitCode).toBe(1);
    const alone = await doctor(configured({ PROJECTS_FILE: file }), '--project', 'acme');
    expect(alone.said.replace(/\s+/g, ' ')).toContain('Acme belongs to the workspace T0OTHER, but');
    expect(alone.exitCode).toBe(1);
  });

  test('many workspaces and a project that names none: what the start would refuse', async () => {
    const { exitCode, said } = await doctor({
      ...configured(),
      SLACK_MODE: 'oauth',
      SLACK_CLIENT_ID: '1.2',
      SLACK_CLIENT_SECRET: 'a client secret',
      SLACK_STATE_SECRET: 'a state secret',
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    });
    expect(said.replace(/\s+/g, ' ')).toContain('project Acme needs `workspace`: there are many');
    expect(exitCode).toBe(1);
  });

  test('a description of the API that isn’t there: a finding, but no fault', async () => {
    const file = path.join(temporaryFolder(), 'projects.yml');
    const named = await exampleProjects((example) => ({ ...example, api: { openapi: 'nofile.json' } }));
    await writeFile(file, named);
    const { exitCode, said } = await doctor(configured({ PROJECTS_FILE: file }), '--json', ...OF_ONE);
    const { findings } = Report.parse(JSON.parse(said));
    expect(findings.filter(({ sentence }) => sentence.includes('nofile.json'))).toMatchObject([
      { level: 'loss' },
    ]);
    expect(exitCode).toBe(0);
  });

  test('no project yet: whether the API answers at its address is looked at all the same', async () => {
    const file = path.join(temporaryFolder(), 'projects.yml');
    await writeFile(file, 'projects: []');
    const nobody = { VISIBILITY_BASE_URL: 'http://127.0.0.1:9/v1/public' };
    const key = { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'), PROJECTS_FILE: file };
    const { exitCode, said } = await doctor(configured({ ...key, ...nobody }));
    expect(said).toMatch(/FAIL +address/);
    expect(exitCode).toBe(1);
    const reachable = await doctor(configured(key));
    expect(reachable.said).toMatch(/ok +address +answers/);
    expect(reachable.said).toMatch(/skip +operations/);
    expect(reachable.exitCode).toBe(0);
  });

  test('a projects file with a fault: its line, and the rest is looked at all the same', async () => {
    const file = path.join(temporaryFolder(), 'projects.yml');
    await writeFile(
      file,
      (await exampleProjects((example) => example)).replace('min_change: 5', 'min_chance: 5'),
    );
    const { exitCode, said } = await doctor(configured({ PROJECTS_FILE: file }));
    expect(said.replace(/\s+/g, ' ')).toContain('min_chance is not a known key');
    expect(said).toMatch(/ok +token/);
    expect(said).toMatch(/ok +address/);
    expect(exitCode).toBe(1);
  });
});

test('no key and no token is printed, wherever the API puts them', async () => {
  const longKey = `vk-live-7f3a"9c/21-${'long'.repeat(15)}`;
  const api = new Hono().all('*', (c) => {
    const key = c.req.header('x-api-key') ?? '';
    const body = { [key]: key, [`x ${key}`]: 1, '\u001b[2J': 1, status: key, detail: key };
    return c.req.path.endsWith('/topics')
      ? c.json({ detail: [{ loc: ['query', key], msg: `no ${key}` }] }, 422)
      : c.json(c.req.path.endsWith('/status') ? body : [{ ...body, title: key, label: key }]);
  });
  const served = await serve(api, 0);
  onTestFinished(served.close);
  const secret = { VISIBILITY_API_KEY: longKey, VISIBILITY_BASE_URL: `${served.url}/v1/public` };
  for (const args of [[], ['--json']]) {
    const { said, aside } = await doctor(configured(secret), ...OF_ONE, ...args);
    expect(said).toContain('[secret]');
    for (const each of [longKey.slice(0, 16), 'longlong', API_KEY, SIGNING_SECRET, 'xoxb-demo', '\u001b'])
      expect(said + aside).not.toContain(each);
  }
});
