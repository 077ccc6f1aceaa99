/** npm run docs: generates manifest.yml, a JSON Schema, and parts of README.md and ARCHITECTURE.md from the code. */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { ProjectsFile } from '../projects/projects.ts';
import { routes } from '../sandbox/api/api.ts';
import { COMMANDS } from '../surface/index.ts';
import { OPTIONAL_SCOPES, SCOPES } from '../surface/lookups/help.ts';
import { OPERATIONS } from '../visibility/operations.ts';
import { manifest } from './manifest.ts';
import { folderOf, ROOT, readSourceFiles, type SourceFile } from './source-files.ts';

/** The current text of documents that are partly generated. */
export type Written = Readonly<Record<'README.md' | 'ARCHITECTURE.md', string>>;

/** The text of every generated file, by its path from the root. */
export function generateFiles(written: Written): Readonly<Record<string, string>> {
  return {
    'manifest.yml': writeManifest(),
    'src/projects.schema.json': `${JSON.stringify(z.toJSONSchema(ProjectsFile, { io: 'input' }), null, 2)}\n`,
    'README.md': fillPlace(
      fillPlace(written['README.md'], 'commands', writeCommandTable()),
      'scopes',
      writeScopeTable(),
    ),
    'ARCHITECTURE.md': fillPlace(
      fillPlace(
        written['ARCHITECTURE.md'],
        'imports',
        drawImports(findFolderImports(readSourceFiles('src'))),
      ),
      'operations',
      writeOperationTable(),
    ),
  };
}

export async function docs(_env: unknown, print: (text: string) => void): Promise<undefined> {
  const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');
  const written = { 'README.md': await read('README.md'), 'ARCHITECTURE.md': await read('ARCHITECTURE.md') };
  for (const [file, text] of Object.entries(generateFiles(written))) {
    await writeFile(path.join(ROOT, file), text);
    print(`wrote ${file}`);
  }
}

function writeManifest(): string {
  return [
    '# The Slack app: create it at https://api.slack.com/apps with "From an app manifest". Made by `npm run docs`.',
    '# This is for Socket Mode, which needs no public address. For HTTP, see "Connect a real Slack" in README.md.',
    stringify(manifest('socket'), { lineWidth: 0 }),
  ].join('\n');
}

function writeCommandTable(): string {
  const rows = COMMANDS.map(({ command, slash, permission, also = [] }) => {
    const summary = permission === 'configure' ? `${command.summary} (admins)` : command.summary;
    const shortcut = slash ? `\`${slash}\`` : '';
    const onward = also.map((route) => `\`${route.command.name}\``).join(', ');
    // A | would end the cell, even in code.
    const usage = (command.usage ?? command.name).replaceAll('|', '\\|');
    return `| \`/visibility ${usage}\` | ${summary} | \`/visibility ${command.example}\` | ${shortcut} | ${onward} |`;
  });
  return [
    '| command | what it answers | example | short way | from its answer |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function writeScopeTable(): string {
  const optional = Object.entries(OPTIONAL_SCOPES).map(([scope, why]) => [`${scope}\` (optional)`, why]);
  const needed = Object.entries(SCOPES).map(([scope, why]) => [`${scope}\``, why]);
  const rows = [...needed, ...optional].map(([scope, why]) => `| \`${scope} | ${why} |`);
  return ['| scope | why |', '| --- | --- |', ...rows].join('\n');
}

/** What is known about each operation, which client method calls it, and which sandbox route serves it. */
function writeOperationTable(): string {
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

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function fillPlace(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`A document has no place ${start} … ${end}`);
  return `${before}${start}\n${content}\n${end}${after}`;
}

/** The names of the folders that each folder imports. */
type FolderImports = ReadonlyMap<string, ReadonlySet<string>>;

const NAMES: Readonly<Record<string, string>> = {
  foundation: 'the files of src/',
  app: 'app.ts',
  main: 'main.ts',
};

export function findFolderImports(sources: readonly SourceFile[]): FolderImports {
  const folders = Map.groupBy(sources, ({ file }) => folderOf(file));
  return new Map(
    [...folders].map(([folder, files]) => {
      const targets = files.flatMap(({ imports }) => imports.map(({ target }) => target));
      const others = targets.filter((target) => target.startsWith('src/')).map(folderOf);
      return [folder, new Set(others.filter((other) => other !== folder))];
    }),
  );
}

/** Mermaid, with an arrow from each folder to those it imports, except those it also reaches through another arrow. */
export function drawImports(imports: FolderImports): string {
  const folders = [...imports.keys()].toSorted();
  const names = folders.map((folder) => `  ${folder}["${NAMES[folder] ?? `${folder}/`}"]`);
  const arrows = folders.flatMap((folder) =>
    [...(imports.get(folder) ?? [])]
      .filter((target, _, others) => !others.some((other) => findReachable(other, imports).has(target)))
      .toSorted()
      .map((target) => `  ${folder} --> ${target}`),
  );
  return ['```mermaid', 'graph TD', ...names, ...arrows, '```'].join('\n');
}

/** All direct and indirect imports of a folder, including itself if it is part of a cycle. */
export function findReachable(from: string, imports: FolderImports, seen = new Set<string>()): Set<string> {
  for (const target of imports.get(from) ?? []) {
    if (seen.has(target)) continue;
    seen.add(target);
    findReachable(target, imports, seen);
  }
  return seen;
}
