/**
 * What a new kind of feed costs: new-feed.patch adds one that works. What `npm run docs` writes (the JSON Schema, the README's
 * tables) is not counted, nor are its tests.
 */

import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { API } from 'typescript/unstable/async';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '..', '..');
const PATCH = path.join(import.meta.dirname, 'new-feed.patch');
const BIN = path.join(ROOT, 'node_modules', '.bin');

/** The tree with the patch. */
async function patchedTree(): Promise<string> {
  const folder = temporaryFolder();
  for (const part of ['src', 'test/house/new-feed-posts.ts', 'package.json', 'tsconfig.json'])
    cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await run('git', ['apply', PATCH], { cwd: folder });
  return folder;
}

test('a new kind of feed is a patch of at most six files', () => {
  const files = readFileSync(PATCH, 'utf8').match(/^diff --git .*$/gm) ?? [];
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(6);
});

test('with it the feed posts what moved, and is silent where nothing did', async () => {
  const script = path.join(await patchedTree(), 'test', 'house', 'new-feed-posts.ts');
  const { stdout } = await run(path.join(BIN, 'node'), [script]);
  const posts: string[] = JSON.parse(stdout);
  expect(posts).toHaveLength(2);
  expect(posts[0]).toMatch(/cost.* 50/);
  expect(posts[1]).toMatch(/alerting.* 20.* 31/);
});

test('with it the tree compiles; without three of its files the compiler names what is missing', async () => {
  const folder = await patchedTree();
  // It would collect its garbage most of the time.
  vi.stubEnv('GOGC', '400');
  onTestFinished(() => void vi.unstubAllEnvs());
  const compiler = new API({ cwd: folder });
  onTestFinished(() => compiler.close());
  /** The tree as it is now. */
  const program = async (changed: string[] = []) => {
    const snapshot = await compiler.updateSnapshot({
      openProjects: [path.join(folder, 'tsconfig.json')],
      fileChanges: { changed: changed.map((file) => path.join(folder, file)) },
    });
    return snapshot.getProjects()[0]?.program ?? expect.fail('There is no project.');
  };
  const whole = await program();
  expect(await whole.getSourceFileNames()).toContain(path.join(folder, 'src/feeds/topics.ts'));
  expect(await whole.getSyntacticDiagnostics()).toEqual([]);
  expect(await whole.getSemanticDiagnostics()).toEqual([]);

  const without = ['src/outbox/post-kinds.ts', 'src/feeds/feeds.ts', 'src/projects/projects-schema.ts'];
  for (const file of without) cpSync(path.join(ROOT, file), path.join(folder, file));
  const part = await program(without);
  for (const [file, missing] of [
    ['src/outbox/post-kinds.ts', 'topic_shares'],
    ['src/feeds/feeds.ts', 'topics'],
    ['src/projects/projects.ts', 'topics'],
  ] as const) {
    const faults = await part.getSemanticDiagnostics(path.join(folder, file));
    expect(faults.map(({ text }) => text).join()).toContain(missing);
  }
});
