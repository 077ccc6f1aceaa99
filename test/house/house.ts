/**
 * `npm run house`: how the source is cut. Of src/ without the sandbox and the verbs: files, lines, the median file, the largest,
 * files that one other file alone imports, and lines in messages/; then what is read on the walk of a lead and of a click.
 */
import { readSourceFiles } from '../../src/verbs/source-files.ts';

const all = readSourceFiles('src');
const house = all.filter(({ file }) => !/^src\/(sandbox|verbs)\//.test(file));
const linesOf = (text: string) => text.trimEnd().split('\n').length;
const sizes = house
  .map(({ file, text }) => ({ file, lines: linesOf(text) }))
  .toSorted((a, b) => a.lines - b.lines);
const sum = (some: readonly { lines: number }[]) => some.reduce((total, { lines }) => total + lines, 0);

const importers = new Map<string, number>();
for (const { imports } of all)
  for (const target of new Set(imports.map((one) => one.target)))
    importers.set(target, (importers.get(target) ?? 0) + 1);

/** Every file that is reached from these by imports, types left out: what runs. */
function reach(from: readonly string[]): number {
  const seen = new Set<string>();
  const walk = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const imports = all.find((one) => one.file === file)?.imports ?? [];
    for (const { target, typesOnly } of imports) if (!typesOnly && target.startsWith('src/')) walk(target);
  };
  from.forEach(walk);
  return seen.size;
}

const first = (...files: readonly string[]) => files.filter((file) => all.some((one) => one.file === file));
const table: Readonly<Record<string, string | number>> = {
  files: sizes.length,
  lines: sum(sizes),
  'median file': sizes[Math.floor(sizes.length / 2)]?.lines ?? 0,
  'largest file': `${sizes.at(-1)?.lines} (${sizes.at(-1)?.file})`,
  'over 400 lines': sizes.filter(({ lines }) => lines > 400).length,
  'with one importer': house.filter(({ file }) => importers.get(file) === 1).length,
  'lines in messages': sum(sizes.filter(({ file }) => file.startsWith('src/messages/'))),
  'files of a lead’s walk': reach(first('src/watch/watch.ts', 'src/watch/slot-work.ts')),
  'files of a click’s walk': reach(first('src/surface/leads/lead-menu.ts', 'src/surface/leads/claim.ts')),
};
const width = Math.max(...Object.keys(table).map((name) => name.length));
const rows = Object.entries(table).map(([name, value]) => `${name.padEnd(width)}  ${value}\n`);
process.stdout.write(rows.join(''));
