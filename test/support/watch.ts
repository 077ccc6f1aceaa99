/** `npm run test:watch`: after each save, runs the tests near the files saved. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import path from 'node:path';
import { testsNear } from './near.ts';

/** An editor saves several files at once, and some write one twice. */
const TOGETHER_MS = 150;

const saved = new Set<string>();
let isRunning = false;

async function watchFolder(folder: string): Promise<void> {
  for await (const { filename } of watch(folder, { recursive: true })) {
    const tests = filename ? testsNear(path.posix.join(folder, filename), existsSync) : undefined;
    if (tests === undefined) continue;
    saved.add(tests);
    if (isRunning) continue;
    isRunning = true;
    void runSaved().finally(() => {
      isRunning = false;
    });
  }
}

async function runSaved(): Promise<void> {
  while (saved.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
    const tests = [...saved];
    saved.clear();
    const run = spawn('vitest', ['run', ...tests], { stdio: 'inherit' });
    await once(run, 'exit');
  }
}

process.stdout.write('Waiting for a save in src/ or test/. Stop with Ctrl+C.\n');
await Promise.all(['src', 'test'].map(watchFolder));
