/** npm run docs: writes what is made from the code: manifest.yml, the README's tables, the JSON Schema of projects.yml. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { ProjectsFile } from '../projects.ts';
import { COMMANDS } from '../surface/index.ts';
import { manifest } from '../surface/manifest.ts';
import { OPTIONAL_SCOPES, SCOPES } from '../surface/scopes.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

/** Every made file with its path from the root; `readme` is the README as it is now. */
export function madeFiles(readme: string): Readonly<Record<string, string>> {
  return {
    'manifest.yml': manifestFile(),
    'src/projects.schema.json': `${JSON.stringify(z.toJSONSchema(ProjectsFile, { io: 'input' }), null, 2)}\n`,
    'README.md': between(between(readme, 'commands', commandTable()), 'scopes', scopeTable()),
  };
}

export async function docs(_env: unknown, print: (text: string) => void): Promise<undefined> {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  for (const [file, text] of Object.entries(madeFiles(readme))) {
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
  const rows = COMMANDS.map(({ command, slash }) => {
    const short = slash ? `\`${slash}\`` : '';
    return `| \`/visibility ${command.usage}\` | ${command.summary} | \`/visibility ${command.example}\` | ${short} |`;
  });
  return ['| command | what it answers | example | short way |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

function scopeTable(): string {
  const optional = Object.entries(OPTIONAL_SCOPES).map(([scope, why]) => [`${scope}\` (optional)`, why]);
  const needed = Object.entries(SCOPES).map(([scope, why]) => [`${scope}\``, why]);
  const rows = [...needed, ...optional].map(([scope, why]) => `| \`${scope} | ${why} |`);
  return ['| scope | why |', '| --- | --- |', ...rows].join('\n');
}

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. */
function between(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`README.md has no place ${start} … ${end}`);
  return `${before}${start}\n${content}\n${end}${after}`;
}
