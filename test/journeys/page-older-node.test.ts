/**
 * A machine whose own Node is too old, as most are: npm installs without a page of warnings, and Node says one sentence;
 * so it does where nothing is installed.
 */
import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolder, type Folder } from '../support/folder.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '..', '..');

let folder: Folder;

beforeAll(async () => {
  folder = await createFolder();
});

afterAll(() => folder.remove());

test('npm does not warn of a Node that is older than the packages want', async () => {
  const wants = { name: 'wants-more', version: '1.0.0', engines: { node: '>=99' } };
  await writeFile(path.join(folder.path, 'package.json'), JSON.stringify(wants));
  await copyFile(path.join(ROOT, '.npmrc'), path.join(folder.path, '.npmrc'));
  const install = ['install', '--package-lock-only', '--offline'];
  // Only the project's own settings count: npm hands on those of the run that this test is part of.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  const { stdout, stderr } = await run('npm', install, { cwd: folder.path, env });
  expect(stdout).toContain('up to date');
  expect(stderr).not.toContain('EBADENGINE');
});

test('without the packages, it says to install them', async () => {
  const alone = path.join(folder.path, 'before-start.cjs');
  await copyFile(path.join(ROOT, 'src', 'before-start.cjs'), alone);
  const failed = await run(process.execPath, ['-r', alone, '-e', 'console.log("on")']).catch(
    (error) => error,
  );
  expect([failed.code, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr.trim().split('\n')).toEqual([expect.stringContaining('npm ci')]);
});

test('started without npm’s own Node 24, an older one says what to do', async () => {
  const older = path.join(folder.path, 'older.cjs');
  await writeFile(older, "Object.defineProperty(process.versions, 'node', { value: '20.19.0' });");
  const start = ['-r', older, '-r', path.join(ROOT, 'src', 'before-start.cjs'), '-e', 'console.log("on")'];
  const failed = await run(process.execPath, start).catch((error) => error);
  expect(failed.code).toBe(1);
  expect(failed.stdout).toBe('');
  expect(failed.stderr.trim().split('\n')).toEqual([expect.stringContaining('npm ci && npm start')]);
});
