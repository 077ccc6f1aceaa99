/** The image's own tree, made without Docker: what the Dockerfile copies, built and installed as it says, starts and lives. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { cp, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../../src/verbs/source-files.ts';
import { EXAMPLE_PROJECTS, spawnScript, startScript } from '../support/bot.ts';
import { createFolder, type Folder } from '../support/folder.ts';

const run = promisify(execFile);

const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), link: z.boolean().optional() })),
});

/** The folders that `npm ci --omit=dev` would make, but those in others of them and those for other machines. */
async function packagesWithoutDev(): Promise<string[]> {
  const { packages } = Lock.parse(JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')));
  return Object.entries(packages)
    .filter(([name, { dev, link }]) => /^node_modules\/(?!.*\/node_modules\/)/.test(name) && !dev && !link)
    .map(([name]) => name)
    .filter((name) => existsSync(path.join(ROOT, name)));
}

let folder: Folder;
let app: string;
/** What the image runs, in `app`. */
let main: string;

beforeAll(async () => {
  folder = await createFolder();
  app = path.join(folder.path, 'app');
  const building = path.join(folder.path, 'build');
  const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
  const ignored = (await readFile(path.join(ROOT, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
  const [, buildStage = '', stage = ''] = dockerfile.split(/^FROM /m);
  const copyInto = async (place: string, words: string) => {
    for (const source of words.split(' ').slice(0, -1)) {
      expect(ignored).not.toContain(source.replace('./', ''));
      await cp(path.join(ROOT, source), path.join(place, source), { recursive: true });
    }
  };
  for (const [, words = ''] of buildStage.matchAll(/^COPY (.*)$/gm)) await copyInto(building, words);
  expect(buildStage).toMatch(/^RUN npm ci && npm run build$/m);
  // What `npm ci` would put there.
  await symlink(path.join(ROOT, 'node_modules'), path.join(building, 'node_modules'));
  await run('npm', ['run', 'build'], { cwd: building });

  for (const [, words = ''] of stage.matchAll(/^COPY (?!--from)(.*)$/gm)) await copyInto(app, words);
  for (const [, made = ''] of stage.matchAll(/^COPY --from=build \/app\/(\S+)/gm))
    await cp(path.join(building, made), path.join(app, made), { recursive: true });
  main = path.join(app, stage.match(/^CMD \["node", (?:"--[^"]*", )*"(.*)"\]$/m)?.[1] ?? '');
  expect(stage).toMatch(/^RUN npm ci --omit=dev &&/m);
  // At once it takes a third of the CPU that promises of so many files take.
  for (const name of await packagesWithoutDev())
    cpSync(path.join(ROOT, name), path.join(app, name), { recursive: true });
});

afterAll(() => folder?.remove());

test('it holds no development packages', async () => {
  const packages = await readdir(path.join(app, 'node_modules'));
  expect(packages).toContain('pino');
  expect(packages).not.toEqual(expect.arrayContaining(['vitest']));
  expect(packages).not.toEqual(expect.arrayContaining(['typescript']));
});

/** Nobody answers there. */
const environment = (data: string) => ({
  NODE_ENV: 'production',
  SLACK_BOT_TOKEN: 'xoxb-of-nobody',
  SLACK_SIGNING_SECRET: 'a signing secret',
  SLACK_API_URL: 'http://127.0.0.1:9/api/',
  VISIBILITY_BASE_URL: 'http://127.0.0.1:9/v1/public',
  VISIBILITY_API_KEY: 'key-of-nobody',
  PROJECTS_FILE: EXAMPLE_PROJECTS,
  DATA_DIR: path.join(folder.path, data),
});

test('it starts with what is in it, a collector of traces named, and lives without Slack and the API', async () => {
  const bot = await startScript(main, {
    ...environment('data'),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  });
  // That it answers /healthz is what startScript waits for.
  expect((await fetch(bot.metricsUrl)).status).toBe(200);
  expect((await fetch(bot.readyUrl)).status).toBe(503);
  expect(await bot.stop()).toBe(0);
});

test('it has what is read beside the code: a question is understood before the API is asked', async () => {
  const asking = spawnScript(main, environment('none'), ['ask', 'why did we drop since last tuesday?']);
  await asking.exited;
  expect(asking.stderr()).toContain('/scores/daily got no answer');
});

test('it has the thread that draws pictures, and the fonts for that', async () => {
  const assets = path.join(app, 'dist', 'assets');
  const files = await readdir(assets);
  expect(files.filter((file) => file.endsWith('.ttf'))).toHaveLength(2);
  const [thread = ''] = files.filter((file) => file.startsWith('raster-worker'));
  const worker = new Worker(path.join(assets, thread));
  const answer = once(worker, 'message');
  worker.postMessage({
    id: 1,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    font: {},
  });
  expect(await answer).toEqual([{ id: 1, png: expect.any(Uint8Array) }]);
  await worker.terminate();
});

test('every file of it that another loads later is there, such as the thread that runs slots', async () => {
  const dist = path.join(app, 'dist');
  const files = (await readdir(dist)).filter((file) => file.endsWith('.cjs'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(dist, file), 'utf8')));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/(?<=["']\.\/)[\w.-]+\.c?js(?=["'])/g)].map(String),
  );
  expect(named).toContain('slot-thread.cjs');
  expect(files).toEqual(expect.arrayContaining([...new Set(named)]));
});

test('it starts without MCP, which its first client brings in, and without Bolt’s Express', async () => {
  const dist = path.join(app, 'dist');
  const files = (await readdir(dist)).filter((file) => file.endsWith('.cjs'));
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await readFile(path.join(dist, file), 'utf8'));
  const started = new Set(files.filter((file) => /^(main|app-.*)\.cjs$/.test(file)));
  for (const file of started)
    for (const [, needed = ''] of (texts.get(file) ?? '').matchAll(
      /^(?:const .* = )?require\("\.\/(.*\.cjs)"\);$/gm,
    ))
      started.add(needed);
  const whereIs = (made: string) =>
    files.filter((file) => texts.get(file)?.includes(made)).map((file) => started.has(file));
  expect(whereIs('HTTPReceiver = class')).toEqual([true]);
  expect(whereIs('McpServer = class')).toEqual([false]);
  expect(whereIs('ExpressReceiver = class')).toEqual([]);
});
