import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { COMPILED } from './test/support/compiled.ts';
import { LongFirst } from './test/support/long-first.ts';
import { runs } from './test/support/runs.ts';

keepFoldersInMemory('/dev/shm', 2 ** 30);

/** Where a machine has room in memory, the tests' stores are kept there: thousands of commits would wait for its disk. */
function keepFoldersInMemory(memory: string, bytes: number): void {
  if (!existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > bytes) process.env.TMPDIR = memory;
}

// To compile what Node itself reads took every worker, thread and process of the tests longer than most files run.
process.env.NODE_COMPILE_CACHE ??= COMPILED;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/store-server.ts', 'test/support/bundle-folder.ts'],
    setupFiles: 'test/support/each-file.ts',
    sequence: { sequencer: LongFirst },
    // Some wait for Slack's pace while others compute, so two more than there are cores.
    maxWorkers: Math.min(availableParallelism() + 2, 16),
    // Most of what a test makes is soon gone: to collect it in larger pieces saves a tenth of the work.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // No module of ours keeps state, so that files may share them: reading all of them anew took a third of the time.
    isolate: false,
    // Node reads every module itself, as it does for the bot: nothing passes through a bundler, and no test mocks a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A nightly run tries more.
    testTimeout: runs(120_000),
    hookTimeout: 120_000,
    // As until() has it.
    expect: { poll: { timeout: 100_000, interval: 10 } },
  },
});
