import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/store-server.ts',
    // Some wait for Slack's pace while others compute.
    maxWorkers: 3,
    // No module of ours keeps state, so that files may share them: reading all of them anew took a third of the time.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
