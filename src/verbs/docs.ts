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
import { folderImports, importPicture } from './import-picture.ts';
import { ROOT, sourceFiles } from './source-files.ts';

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
