import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { learn } from '../../src/verbs/learn.ts';
import { EXAMPLE_PROJECTS } from '../support/bot.ts';
import { temporaryFolder } from '../support/folder-temporary.ts';
import { runVerb } from './run-verb.ts';

test('learning how the API speaks needs no Slack', async () => {
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
  const { exitCode, printed } = await runVerb(learn, {
    VISIBILITY_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1/public`,
    VISIBILITY_API_KEY: 'key-of-this-test',
    PROJECTS_FILE: EXAMPLE_PROJECTS,
    DATA_DIR: path.join(temporaryFolder(), 'data'),
  });
  expect(exitCode).toBe(0);
  expect(printed).toContain('Anything like Globex?');
  expect(printed).toContain('Asked about Acme');
});
