import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

test('every verb replaces npm’s shell, which would keep signals to itself', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const verbs = Object.values<string>(scripts).filter((script) => script.includes('src/main.ts'));
  expect(verbs.length).toBeGreaterThan(10);
  for (const verb of verbs) expect(verb).toMatch(/^exec node /);
});

test('stopping npm stops what it runs', async () => {
  const [slack, api] = [await freePort(), await freePort()];
  const env = { ...process.env, DEMO_PORT: `${slack}`, SANDBOX_PORT: `${api}` };
  const npm = spawn('npm', ['run', 'sandbox'], { cwd: ROOT, env, stdio: 'ignore' });
  const exited = once(npm, 'exit');
  const answers = () =>
    fetch(`http://127.0.0.1:${api}/sandbox/clock`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the sandbox to answer', answers);
  npm.kill('SIGTERM');
  await exited;
  expect(await answers()).toBe(false);
});

test('a reader who has read enough is no failure', async () => {
  const help = [path.join(ROOT, 'src', 'main.ts'), '--help'];
  const verb = spawn(process.execPath, help, { stdio: ['ignore', 'pipe', 'pipe'] });
  verb.stdout.destroy();
  const [said, [exitCode]] = await Promise.all([text(verb.stderr), once(verb, 'exit')]);
  expect({ said, exitCode }).toEqual({ said: '', exitCode: 0 });
});
