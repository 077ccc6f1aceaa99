/** A folder for as long as a whole file of tests needs it; for a single test there is folder-temporary.ts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Folder = { path: string; remove(): Promise<void> };

export async function createFolder(): Promise<Folder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-test-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
