/**
 * What a new kind of feed costs: new-feed.patch adds one that works. What `npm run docs` writes (the JSON Schema, the README's
 * tables) is not counted, nor are its tests.
 */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder-temporary.ts';

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

/** What the compiler says of a tree, file by file; empty where all is well. Only what changed since is read again; one checker does the work of none twice. */
async function compiled(folder: string): Promise<string> {
  const how = [
    '--noEmit',
    '--pretty',
    'false',
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    'known',
  ];
  return run(path.join(BIN, 'tsc'), how, { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
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
  expect(await compiled(folder)).toBe('');
  for (const file of ['src/outbox/post-kinds.ts', 'src/feeds/feeds.ts', 'src/projects/projects-schema.ts'])
    cpSync(path.join(ROOT, file), path.join(folder, file));
  const faults = await compiled(folder);
  for (const [at, missing] of [
    ['src/outbox/post-kinds.ts', 'topic_shares'],
    ['src/feeds/feeds.ts', 'topics'],
    ['src/projects/projects.ts', 'topics'],
  ])
    expect(faults).toMatch(new RegExp(`^${at}.*\n?.*${missing}`, 'm'));
});
