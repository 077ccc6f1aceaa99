import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { EXAMPLE_PROJECTS } from '../support/bot.ts';
import { bundled } from '../support/bundle.ts';
import { temporaryFolder } from '../support/folder.ts';

test('what came in before stdin ended is answered, except for what was cancelled', async () => {
  const clientInfo = { name: 'test', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/list' },
    { method: 'notifications/cancelled', params: { requestId: 3 } },
  ];
  const { stdout, status } = spawnSync(process.execPath, [await bundled('main'), 'mcp'], {
    input: messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
    encoding: 'utf8',
    cwd: temporaryFolder(),
    env: {
      VISIBILITY_BASE_URL: 'http://127.0.0.1:9/v1/public',
      VISIBILITY_API_KEY: 'key-of-this-test',
      PROJECTS_FILE: EXAMPLE_PROJECTS,
      DATA_DIR: temporaryFolder(),
    },
  });
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line): { id: number } => JSON.parse(line));
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2]);
  expect(status).toBe(0);
});
