/** A place for what bundle.ts makes: until the run ends, or the next one of a watch begins, whose source may be another. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { COMPILED } from './compiled.ts';

declare module 'vitest' {
  interface ProvidedContext {
    bundleFolder: string;
  }
}

/** Below it Node finds our packages. */
const ABOVE = path.join(import.meta.dirname, '..', '..', 'node_modules');

/** Whose run it is: a killed one leaves its folder. */
const OF_RUN = /^\.bundle-(\d+)-/;

/** Files: some runs' worth, beside what all of them share. */
const MOST_COMPILED = 20_000;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeForsaken(ABOVE);
  await emptyIfFull(COMPILED);
  const make = () => mkdtemp(path.join(ABOVE, `.bundle-${process.pid}-`));
  let folder = await make();
  const remove = () => rm(folder, { recursive: true, force: true });
  project.provide('bundleFolder', folder);
  project.onTestsRerun(async () => {
    await remove();
    folder = await make();
    project.provide('bundleFolder', folder);
  });
  return remove;
}

/** Removes what runs that are over have left in a folder. */
async function removeForsaken(above: string): Promise<void> {
  for (const name of await readdir(above)) {
    const run = OF_RUN.exec(name)?.[1];
    if (run !== undefined && !isRunning(Number(run)))
      await rm(path.join(above, name), { recursive: true, force: true });
  }
}

/** Vitest gives a file of tests another name in each run, so what was compiled of it is never found again. */
async function emptyIfFull(compiled: string): Promise<void> {
  const versions = await readdir(compiled).catch(() => []);
  for (const folder of versions.map((version) => path.join(compiled, version)))
    if ((await readdir(folder)).length > MOST_COMPILED) await rm(folder, { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
