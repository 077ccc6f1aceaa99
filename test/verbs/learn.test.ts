import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VerbError } from '../../src/verbs/command-line.ts';
import { learn } from '../../src/verbs/learn.ts';
import { EXAMPLE_PROJECTS } from '../support/bot.ts';
import { temporaryFolder } from '../support/folder-temporary.ts';
import { runVerb } from './run-verb.ts';

test('learning how the API speaks needs no Slack, and writes a file that projects.yml can name', async () => {
  const api = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const leads = [
      { id: 'l1', thread_title: 'Anything like Globex?', url: 'https://example.com/1', score: 80 },
    ];
    const isKnown = request.url?.includes('leads');
    response.statusCode = isKnown ? 200 : 404;
    response.end(JSON.stringify(isKnown ? leads : {}));
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  onTestFinished(() => void api.close());
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  const projectsFile = path.join(folder, 'projects.yml');
  copyFileSync(EXAMPLE_PROJECTS, projectsFile);
  const env = {
    VISIBILITY_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1/public`,
    VISIBILITY_API_KEY: 'key-of-this-test',
    PROJECTS_FILE: projectsFile,
    DATA_DIR: dataDir,
    INIT_CWD: folder,
  };
  const { exitCode, printed } = await runVerb(learn, env, '--out', 'api-profile.yml');
  expect(exitCode).toBe(0);
  expect(printed).toContain('api: { profile: api-profile.yml }');
  expect(readdirSync(folder)).toContain('api-profile.yml');
  expect(readdirSync(dataDir)).toEqual([]);
  expect(printed).toContain('Anything like Globex?');
  expect(printed).toContain('Asked about Acme');
});

test('a refused key is no success, whatever the API’s description says, and is named', async () => {
  const api = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const isDescription = request.url?.endsWith('/openapi.json');
    response.statusCode = isDescription ? 200 : 401;
    const paths = { '/engines': { get: { responses: { 200: { description: 'Engines' } } } } };
    const description = { openapi: '3.1.0', info: { title: 'Visibility', version: '1' }, paths };
    response.end(JSON.stringify(isDescription ? description : { error: 'unauthorized' }));
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  onTestFinished(() => void api.close());
  const { exitCode, printed } = await runVerb(learn, {
    VISIBILITY_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1/public`,
    VISIBILITY_API_KEY: 'key-of-this-test',
    PROJECTS_FILE: EXAMPLE_PROJECTS,
    DATA_DIR: temporaryFolder(),
  });
  expect(exitCode).toBe(1);
  expect(printed).toContain('Replace VISIBILITY_API_KEY');
});

test('a file that can’t be written, or has corrections, is refused before the API is asked', async () => {
  let requests = 0;
  const api = createServer((_, response) => {
    requests += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  onTestFinished(() => void api.close());
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'mine.yml'), 'corrected by hand');
  const env = {
    VISIBILITY_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1/public`,
    VISIBILITY_API_KEY: 'key-of-this-test',
    PROJECTS_FILE: EXAMPLE_PROJECTS,
    DATA_DIR: path.join(folder, 'data'),
    INIT_CWD: folder,
  };
  for (const out of ['mine.yml', folder, 'none/x.yml', 'mine.yml/x.yml'])
    await expect(runVerb(learn, env, '--out', out)).rejects.toBeInstanceOf(VerbError);
  expect(requests).toBe(0);
  expect(readFileSync(path.join(folder, 'mine.yml'), 'utf8')).toBe('corrected by hand');
});
