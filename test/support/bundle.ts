/** The bot bundled, as its image has it: a process of it starts with half the work that one from the source takes. */
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { until } from './until.ts';

/** The script to start: src/main.ts, or brisk-bot.ts. Made for the first test of a run that asks, and for all others. */
export async function bundled(entry: 'main' | 'brisk-bot'): Promise<string> {
  const folder = inject('bundleFolder');
  const made = path.join(folder, 'dist');
  const isFirst = await mkdir(path.join(folder, 'begun')).then(
    () => true,
    () => false,
  );
  if (isFirst) await makeBundle(path.join(folder, 'half')).then((half) => rename(half, made));
  else await until('the bundle', () => existsSync(made));
  return path.join(made, `${entry}.cjs`);
}

async function makeBundle(dir: string): Promise<string> {
  const [{ build }, { default: config }] = await Promise.all([
    import('rolldown'),
    import('../../rolldown.config.ts'),
  ]);
  const briskBot = path.join(import.meta.dirname, 'brisk-bot.ts');
  await build({
    ...config,
    cwd: path.join(import.meta.dirname, '..', '..'),
    input: Object.assign({ 'brisk-bot': briskBot }, config.input),
    output: { ...config.output, dir },
    logLevel: 'silent',
  });
  return dir;
}
