/** npm run docs: writes what is made from the code: manifest.yml, a JSON Schema, and what README.md and ARCHITECTURE.md show of it. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { ProjectsFile } from '../projects/projects.ts';
import { routes } from '../sandbox/api/routes/index.ts';
import { COMMANDS } from '../surface/index.ts';
import { OPTIONAL_SCOPES, SCOPES } from '../surface/lookups/help.ts';
import { manifest } from '../surface/manifest.ts';
import { OPERATIONS } from '../visibility/operations.ts';
import { folderOf, ROOT, type SourceFile, sourceFiles } from './source-files.ts';

/** The documents that are written by hand but for what is made, as they are now. */
export type Written = Readonly<Record<'README.md' | 'ARCHITECTURE.md', string>>;

/** Every made file with its path from the root. */
export function madeFiles(written: Written): Readonly<Record<string, string>> {
  return {
    'manifest.yml': manifestFile(),
    'src/projects.schema.json': `${JSON.stringify(z.toJSONSchema(ProjectsFile, { io: 'input' }), null, 2)}\n`,
    'README.md': between(between(written['README.md'], 'commands', commandTable()), 'scopes', scopeTable()),
    'ARCHITECTURE.md': between(
      between(written['ARCHITECTURE.md'], 'imports', importPicture(folderImports(sourceFiles('src')))),
      'operations',
      operationTable(),
    ),
  };
}

export async function docs(_env: unknown, print: (text: string) => void): Promise<undefined> {
  const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');
  const written = { 'README.md': await read('README.md'), 'ARCHITECTURE.md': await read('ARCHITECTURE.md') };
  for (const [file, text] of Object.entries(madeFiles(written))) {
    await writeFile(path.join(ROOT, file), text);
    print(`wrote ${file}`);
  }
}

function manifestFile(): string {
  return [
    '# The Slack app: create it at https://api.slack.com/apps with "From an app manifest". Made by `npm run docs`.',
    '# This is for Socket Mode, which needs no public address. For HTTP, see "Connect a real Slack" in README.md.',
    stringify(manifest('socket'), { lineWidth: 0 }),
  ].join('\n');
}

function commandTable(): string {
  const rows = COMMANDS.map(({ command, slash, permission, also = [] }) => {
    const summary = permission === 'configure' ? `${command.summary} (admins)` : command.summary;
    const short = slash ? `\`${slash}\`` : '';
    const onward = also.map((route) => `\`${route.command.name}\``).join(', ');
    // A bar would end the cell, even in code.
    const usage = command.usage.replaceAll('|', '\\|');
    return `| \`/visibility ${usage}\` | ${summary} | \`/visibility ${command.example}\` | ${short} | ${onward} |`;
  });
  return [
    '| command | what it answers | example | short way | from its answer |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function scopeTable(): string {
  const optional = Object.entries(OPTIONAL_SCOPES).map(([scope, why]) => [`${scope}\` (optional)`, why]);
  const needed = Object.entries(SCOPES).map(([scope, why]) => [`${scope}\``, why]);
  const rows = [...needed, ...optional].map(([scope, why]) => `| \`${scope} | ${why} |`);
  return ['| scope | why |', '| --- | --- |', ...rows].join('\n');
}

/** What is known of each operation, what calls it and what serves it. */
function operationTable(): string {
  const rows = Object.entries(OPERATIONS).map(([method, { method: verb, path, known }]) => {
    const route = routes.find((each) => each.method === verb && each.path === path);
    return `| \`${verb} ${path}\` | ${known.request} | ${known.answer} | \`${method}\` | \`${route?.operation ?? ''}\` |`;
  });
  return [
    '| operation | request | answer | client | sandbox |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. */
function between(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`A document has no place ${start} … ${end}`);
  return `${before}${start}\n${content}\n${end}${after}`;
}

/** Whom each folder imports, by name. */
type FolderImports = ReadonlyMap<string, ReadonlySet<string>>;

const NAMES: Readonly<Record<string, string>> = {
  foundation: 'the files of src/',
  app: 'app.ts',
  main: 'main.ts',
};

export function folderImports(sources: readonly SourceFile[]): FolderImports {
  const folders = Map.groupBy(sources, ({ file }) => folderOf(file));
  return new Map(
    [...folders].map(([folder, files]) => {
      const targets = files.flatMap(({ imports }) => imports.map(({ target }) => target));
      const others = targets.filter((target) => target.startsWith('src/')).map(folderOf);
      return [folder, new Set(others.filter((other) => other !== folder))];
    }),
  );
}

/** Mermaid: an arrow from each folder to those that it imports, but for what it reaches by way of another arrow. */
export function importPicture(imports: FolderImports): string {
  const folders = [...imports.keys()].toSorted();
  const names = folders.map((folder) => `  ${folder}["${NAMES[folder] ?? `${folder}/`}"]`);
  const arrows = folders.flatMap((folder) =>
    [...(imports.get(folder) ?? [])]
      .filter((target, _, others) => !others.some((other) => reachable(other, imports).has(target)))
      .toSorted()
      .map((target) => `  ${folder} --> ${target}`),
  );
  return ['```mermaid', 'graph TD', ...names, ...arrows, '```'].join('\n');
}

/** Everything that is imported from here on, by way of however many. It is there itself if it stands in a circle. */
export function reachable(from: string, imports: FolderImports, seen = new Set<string>()): Set<string> {
  for (const target of imports.get(from) ?? []) {
    if (seen.has(target)) continue;
    seen.add(target);
    reachable(target, imports, seen);
  }
  return seen;
}
