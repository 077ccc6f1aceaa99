/** Where Node keeps what it has compiled for the tests: what one process has read, the next one need not compile. */
import path from 'node:path';

export const COMPILED = path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled');

/** The same for a script that lasts as long as a run: it goes with the script's folder. */
export const compiledBeside = (script: string) => ({
  NODE_COMPILE_CACHE: path.join(path.dirname(script), 'compiled'),
});
