/** Where Node keeps what it has compiled for the tests: what one process has read, the next one need not compile. */
import path from 'node:path';

export const COMPILED = path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled');
