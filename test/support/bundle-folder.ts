/** A place for what bundle.ts makes: until the run ends, or the next one of a watch begins, whose source may be another. */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    bundleFolder: string;
  }
}

/** Below it Node finds our packages. */
const ABOVE = path.join(import.meta.dirname, '..', '..', 'node_modules', '.bundle-');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let folder = await mkdtemp(ABOVE);
  project.provide('bundleFolder', folder);
  const remove = () => rm(folder, { recursive: true, force: true });
  project.onTestsRerun(async () => {
    await remove();
    folder = await mkdtemp(ABOVE);
    project.provide('bundleFolder', folder);
  });
  return remove;
}
