/** What `npm run bench` measured, kept in RESULTS.md: a block for each bench, with the machine, the load and the versions. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { realNow } from '../../src/clock.ts';
import { messageOf } from '../../src/errors.ts';

const FILE = path.join(import.meta.dirname, 'RESULTS.md');
const ROOT = path.join(import.meta.dirname, '../..');
const END = '<!-- /measured -->';
/** Whose speed it is, too. */
const PACKAGES = ['@slack/bolt', 'undici', 'zod', 'kysely', '@resvg/resvg-js'];

const Dependencies = z.object({ dependencies: z.record(z.string(), z.string()) });
const Ended = z.object({ stdout: z.string(), code: z.number() });

/** Each in a process of its own, so that none measures what another left behind. Returns whether all are as promised. */
export async function measureAll(
  names: readonly string[],
  progress: (line: string) => void,
): Promise<boolean> {
  let good = true;
  for (const name of names) {
    progress(`${name} …`);
    const loadBefore = loadavg()[0] ?? 0;
    const { stdout, isGood } = await run([name]);
    good &&= isGood;
    const command = `npm run bench -- ${name}`;
    const said = [
      `### ${name}`,
      `\`${command}\`, ${new Date(realNow()).toISOString().slice(0, 10)}, ${await machine(loadBefore)}. ${isGood ? 'As promised.' : '**Not all as promised.**'}`,
      stdout.trim(),
    ];
    await keep(name, said.join('\n\n'));
    progress(`${name}: ${isGood ? 'as promised' : 'not all as promised'}`);
  }
  return good;
}

async function run(args: readonly string[]): Promise<{ stdout: string; isGood: boolean }> {
  const script = ['-r', path.join(ROOT, 'src/before-start.cjs'), path.join(import.meta.dirname, 'bench.ts')];
  const running = promisify(execFile)(process.execPath, [...script, ...args], { maxBuffer: 1e8 });
  running.child.stderr?.pipe(process.stderr);
  return running.then(
    ({ stdout }) => ({ stdout, isGood: true }),
    (error: unknown) => {
      const ended = Ended.safeParse(error).data;
      return { stdout: ended?.stdout || `It ended without figures: ${messageOf(error)}`, isGood: false };
    },
  );
}

async function machine(loadBefore: number): Promise<string> {
  const [first, ...others] = cpus();
  const { dependencies } = await dependenciesIn('package.json');
  const peers = await dependenciesIn('test/bench/peers/package.json');
  const versions = [
    ...PACKAGES.map((name) => `${name} ${dependencies[name]}`),
    ...Object.entries(peers.dependencies).map((pair) => pair.join(' ')),
  ];
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = [loadBefore, loadavg()[0] ?? 0].map((figure) => figure.toFixed(1)).join(' before, ');
  return `${1 + others.length} × ${first?.model.trim()}, ${memory} GB, load ${load} after; Node ${process.versions.node}, ${versions.join(', ')}`;
}

async function dependenciesIn(file: string) {
  return Dependencies.parse(JSON.parse(await readFile(path.join(ROOT, file), 'utf8')));
}

/** In place of what the same bench measured before; a new one comes last. */
async function keep(name: string, said: string): Promise<void> {
  const text = await readFile(FILE, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const block = `${begin}\n\n${said}\n\n${end}`;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  const kept =
    from >= 0 && to > from
      ? text.slice(0, from) + block + text.slice(to + end.length)
      : text.replace(END, () => `${block}\n\n${END}`);
  await writeFile(FILE, kept);
}
