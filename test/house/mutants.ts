/**
 * `npm run mutants`: what the tests notice. Of six folders of src/, a seeded sample of small faults; each is put into a copy of
 * the tree, and the nearest tests run there, without journeys and browser. A fault that no test notices has survived.
 * Options: --tree . --count 60 --seed 1 --minutes 25 --only src/rules.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { realNow } from '../../src/clock.ts';
import { findImports } from '../../src/verbs/source-files.ts';
import { type Fault, faultsIn } from './faults.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', default: '.' },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '25' },
    only: { type: 'string', default: '' },
  },
});

const FOLDERS = ['rules', 'outbox', 'store', 'surface', 'visibility', 'watch'];
/** Slow for what they notice of one line, or in need of a browser. */
const LEFT_OUT = /^test\/(journeys|bench|picture)\/|browser|accessible|next-day/;
/** The nearest tests run first; of a fault that they do not notice, so many more are asked. */
const [NEAREST, FARTHER] = [6, 14];
/** Of a run with one fault, which may be an endless loop; and of all its tests without any. */
const [LIMIT_MS, FIRST_LIMIT_MS] = [120_000, 1_200_000];

const tree = path.resolve(values.tree);
const place = mkdtempSync(path.join(os.tmpdir(), 'mutants-'));
const copy = path.join(place, 'tree');
process.once('exit', () => rmSync(place, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

cpSync(tree, copy, {
  recursive: true,
  filter: (from) => !/(^|\/)(node_modules|\.git|data)$/.test(path.relative(tree, from)),
});
symlinkSync(path.join(tree, 'node_modules'), path.join(copy, 'node_modules'));

const read = (file: string) => readFileSync(path.join(copy, file), 'utf8');
const files = globSync('{src,test}/**/*.ts', { cwd: copy }).toSorted();
const importers = new Map<string, string[]>();
for (const file of files)
  for (const { target, typesOnly } of findImports(file, read(file)))
    if (!typesOnly) importers.set(target, [...(importers.get(target) ?? []), file]);

/** The tests that reach a file by imports, nearest first; among equals those of the same name. */
function testsOf(file: string): string[] {
  const steps = new Map([[file, 0]]);
  for (const [reached, step] of steps)
    for (const importer of importers.get(reached) ?? [])
      if (!steps.has(importer)) steps.set(importer, step + 1);
  const stem = path.basename(file, '.ts');
  const away = (test: string) => (steps.get(test) ?? 0) - (path.basename(test).startsWith(stem) ? 0.5 : 0);
  return [...steps.keys()]
    .filter((test) => test.endsWith('.test.ts') && !LEFT_OUT.test(test) && !broken.has(test))
    .toSorted((a, b) => away(a) - away(b));
}

type Mutant = Fault & { file: string; rank: string };

/** As many of each folder; which ones depends on their own text alone, so that another tree has the same where it is the same. */
function sample(): Mutant[] {
  const each = Math.ceil(Number(values.count) / FOLDERS.length);
  return FOLDERS.flatMap((folder) => {
    const all = files
      .filter((file) => file.startsWith(`src/${folder}/`) && file.startsWith(values.only))
      .flatMap((file) =>
        faultsIn(stripTypeScriptTypes(read(file))).map((fault) => {
          const about = [values.seed, path.basename(file), fault.kind, fault.where].join('\n');
          return { ...fault, file, rank: createHash('sha256').update(about).digest('hex') };
        }),
      );
    return all.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, each);
  }).toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
}

const broken = new Set<string>();

/** Whether these tests pass in the copy as it stands; undefined when they do not end. */
async function pass(
  tests: readonly string[],
  more: readonly string[],
  limitMs = LIMIT_MS,
): Promise<boolean | undefined> {
  const vitest = path.join('node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...more, ...tests], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), limitMs);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  return code === null ? undefined : code === 0;
}

async function verdictOf({ file, at, length, text }: Mutant): Promise<string> {
  const nearest = testsOf(file).slice(0, NEAREST + FARTHER);
  const whole = read(file);
  writeFileSync(path.join(copy, file), whole.slice(0, at) + text + whole.slice(at + length));
  try {
    for (const tests of [nearest.slice(0, NEAREST), nearest.slice(NEAREST)]) {
      if (tests.length === 0) continue;
      const passed = await pass(tests, ['--bail=1', '--reporter=dot']);
      if (passed === undefined) return 'killed (no end)';
      if (!passed) return 'killed';
    }
    return 'SURVIVED';
  } finally {
    writeFileSync(path.join(copy, file), whole);
  }
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const begun = realNow();
const mutants = sample();

// A test that fails without any fault would seem to notice each.
const asked = [...new Set(mutants.flatMap(({ file }) => testsOf(file).slice(0, NEAREST + FARTHER)))];
const report = path.join(place, 'first.json');
await pass(asked, ['--reporter=json', `--outputFile=${report}`], FIRST_LIMIT_MS);
if (!existsSync(report)) throw new Error(`The tests of ${tree} did not end.`);
const { testResults }: { testResults: { name: string; status: string }[] } = JSON.parse(
  readFileSync(report, 'utf8'),
);
for (const { name, status } of testResults) if (status !== 'passed') broken.add(path.relative(copy, name));
say(
  `${mutants.length} mutants, ${asked.length} test files${[...broken].map((one) => `\nfails anyhow: ${one}`).join('')}`,
);

const told: string[] = [];
for (const mutant of mutants) {
  if (realNow() - begun > Number(values.minutes) * 60_000) break;
  const verdict = await verdictOf(mutant);
  told.push(verdict);
  const line = read(mutant.file).slice(0, mutant.at).split('\n').length;
  say(`${verdict.padEnd(16)}${mutant.file}:${line}  ${mutant.kind}: ${mutant.where}`);
}
const survived = told.filter((verdict) => verdict === 'SURVIVED').length;
say(`${told.length - survived} of ${told.length} killed in ${Math.round((realNow() - begun) / 1_000)} s`);
