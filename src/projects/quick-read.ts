/** The quick reading of a projects file with thousands of projects: in pieces, between which Slack is heard. */
import { setImmediate as breath } from 'node:timers/promises';
import { parseDocument } from 'yaml';
import { type Project, type Projects, ProjectsFile } from './projects-schema.ts';

/** A smaller file is read whole at once. */
const LARGE = 100_000;

/** So many projects are read before the loop turns. */
const PROJECTS_AT_ONCE = 10;

/** What begins or refers to something that is said elsewhere in the file, or ends it; and a tab, which YAML refuses. */
const NOT_BY_ITSELF = /(?:^|[\s[{,:-])&\S|^(?:---|\.\.\.|%)|\t/m;

/** What a file says: each piece of its text as it was read before, if it was. */
export type Pieces = Map<string, readonly Project[]>;

/**
 * What a large file says that is in order and written as most are: “projects:” once, in the first column, and below it one
 * item after another, each of which can be read by itself. Undefined for every other file, which is read whole. `known` are the
 * pieces of the last reading; those of this one take their place.
 */
export async function readQuickly(text: string, known: Pieces): Promise<Projects | undefined> {
  if (text.length < LARGE || NOT_BY_ITSELF.test(text)) return undefined;
  const [before = '', list = '', none] = text.split(/^projects: *(?:#.*)?\n/m);
  const [, indent] = list.match(/^(?: *(?:#.*)?\n)*( *- )/) ?? [];
  if (indent === undefined || none !== undefined) return undefined;
  const end = list.search(indent.startsWith('-') ? /^[^\s#-]/m : /^[^\s#]/m);
  const [items, after] = end < 0 ? [list, ''] : [list.slice(0, end), list.slice(end)];
  const frame = ofPiece(`${before}\n${after}`);
  // Said twice, in quotes or not, is a fault.
  if (!frame || /^["']?projects\b/m.test(before + after)) return undefined;
  const projects: Project[] = [];
  const pieces: Pieces = new Map();
  const starts = [...items.matchAll(new RegExp(`^${indent}`, 'gm'))].map(({ index }) => index);
  for (let i = 0; i < starts.length; i += PROJECTS_AT_ONCE) {
    const piece = items.slice(starts[i], starts[i + PROJECTS_AT_ONCE]);
    const read = known.get(piece) ?? ofPiece(`projects:\n${piece}`)?.projects;
    if (!read) return undefined;
    pieces.set(piece, read);
    projects.push(...read);
    if (!known.has(piece)) await breath();
  }
  known.clear();
  for (const [piece, read] of pieces) known.set(piece, read);
  const { timezone } = frame.defaults;
  return areApart(projects)
    ? { ...frame, projects: projects.map((one) => ({ ...one, timezone })) }
    : undefined;
}

function ofPiece(text: string): Projects | undefined {
  const document = parseDocument(text, { logLevel: 'error' });
  if (document.errors.length > 0) return undefined;
  return ProjectsFile.safeParse(document.toJS() ?? {}).data;
}

/** Whether each has an id and a name of its own, in any case. */
function areApart(projects: readonly Project[]): boolean {
  const different = (keys: string[]) =>
    new Set(keys.map((key) => key.toLowerCase())).size === projects.length;
  return different(projects.map(({ id }) => id)) && different(projects.map(({ name }) => name));
}
