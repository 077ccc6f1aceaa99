/** What the bot’s code brings in before anything has asked for it. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../../src/verbs/source-files.ts';

test('the bot loads none of Node’s own fetch, for which any import of node:http is enough', async () => {
  const app = JSON.stringify(path.join(ROOT, 'src/app.ts'));
  const script = `await import(${app}); console.log(process.moduleLoadList.join('\\n'))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).toContain('NativeModule http');
  expect(stdout).not.toContain('NativeModule internal/deps/undici/undici');
});
