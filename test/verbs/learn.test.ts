import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VerbError } from '../../src/verbs/command-line.ts';
import { learn } from '../../src/verbs/learn.ts';
import { likelyAddresses } from '../../src/visibility/fetch-openapi.ts';
import { EXAMPLE_PROJECTS } from '../support/bot.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runVerb } from './run-verb.ts';

test('learning how the API speaks needs no Slack, and writes a file that projects.yml can name', async () => {
  const api = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const leads = [
      { id: 'l1', thread_title: 'Anything like Globex?', url: 'https://example.com/1', score: 80 },
    ];
    const isKnown = /leads|engines/.test(request.url ?? '');
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
  expect(printed).toMatch(/Written to api-profile\.yml\. .*api: \{ profile: api-profile\.yml \}/);
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
  await expect(runVerb(learn, env, 'a.json', 'b.json')).rejects.toBeInstanceOf(VerbError);
  expect(requests).toBe(0);
  expect(readFileSync(path.join(folder, 'mine.yml'), 'utf8')).toBe('corrected by hand');
});

/** What learn says and how often it asked, of an API that answers everything so. */
async function learnFrom(answer: RequestListener) {
  let requests = 0;
  const api = createServer((request, response) => {
    const isOfDescription = likelyAddresses(env.VISIBILITY_BASE_URL).some((one) =>
      one.endsWith(`${request.url}`),
    );
    if (!isOfDescription) requests += 1;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  onTestFinished(() => void api.close());
  const env = {
    VISIBILITY_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1/public`,
    VISIBILITY_API_KEY: 'key-of-this-test',
    PROJECTS_FILE: EXAMPLE_PROJECTS,
    DATA_DIR: temporaryFolder(),
  };
  return { ...(await runVerb(learn, env)), requests };
}

test.each<[string, RequestListener, RegExp]>([
  [
    'a website',
    (_, response) => void response.end('<!doctype html><html></html>'),
    /answers with a web page/,
  ],
  [
    'a redirect',
    ({ url }, response) => void response.writeHead(302, { location: `https://api.test${url}` }).end(),
    /redirects to https:\/\/api\.test\/v1\/public\. .*Use that address/,
  ],
])('at the address of %s it says the same as the doctor, and asks for no more', async (_, answer, said) => {
  const { exitCode, printed, requests } = await learnFrom(answer);
  expect(printed).toMatch(said);
  expect(printed).not.toContain('is stored');
  expect(requests).toBeLessThan(3);
  expect(exitCode).toBe(1);
});

test('of an API that takes no more requests it asks three operations only', async () => {
  const { exitCode, printed, requests } = await learnFrom(
    (_, response) => void response.writeHead(429, { 'retry-after': '60' }).end('{}'),
  );
  expect(printed).toContain('understood 0 of 3 answers');
  expect(printed).not.toContain('--out');
  expect(requests).toBeLessThan(6);
  expect(exitCode).toBe(1);
});

test('answers without a row are no failure, but teach nothing', async () => {
  const { exitCode, printed } = await learnFrom((_, response) => void response.end('[]'));
  expect(exitCode).toBe(0);
  expect(printed).toContain('understood 0 of');
  expect(printed).toContain('no rows');
});

test('with nothing set, all that is missing is named at once', async () => {
  const env = { PROJECTS_FILE: path.join(temporaryFolder(), 'projects.yml'), DATA_DIR: temporaryFolder() };
  const refused = await runVerb(learn, env, '--project', 'Acme').catch(String);
  for (const name of ['VISIBILITY_BASE_URL', 'VISIBILITY_API_KEY', 'PROJECTS_FILE'])
    expect(refused).toContain(name);
});
