/** What a test or a whole file of tests needs for as long as it runs: folders, and whatever helpers open. */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export type Folder = { path: string; remove(): Promise<void> };

/** For a whole file of tests; a single test has `temporaryFolder`. */
export async function createFolder(): Promise<Folder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-test-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** For one test, gone when the test is. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What helpers keep for all tests of a file, closed when the file ends: each-file.ts sees to that. */
const ends: (() => Promise<unknown>)[] = [];

export function onFileFinished(end: () => Promise<unknown>): void {
  ends.push(end);
}

export async function endFile(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()));
}
