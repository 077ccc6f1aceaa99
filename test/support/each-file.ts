/**
 * Comes before each file of tests. Each run tries the same values, so that it takes no luck to pass; a nightly run looks for new
 * ones.
 */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { endFile } from './folder.ts';

if (process.env.TEST_SIZE !== 'nightly') fc.configureGlobal({ seed: 1 });

afterAll(endFile);
