/** The only reader of projects.yml, or of a folder of such files: all of them as one, and every fault with its place. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ConfigError, messageOf } from '../errors.ts';
import {
  type FileRead,
  grammarFaults,
  inWords,
  type LineFault,
  projectsTwice,
  saidTwice,
  schemaFaults,
} from './projects-faults.ts';
import { type Project, type Projects, ProjectsFile } from './projects-schema.ts';

/** A file as far as it could be read: `read` is missing where it is no YAML, `data` where anything in it is faulty. */
type Parsed = { faults: readonly string[]; read?: FileRead; data?: Projects | undefined };

/** A file as it was read, or why it could not be. */
type Written = { file: string; text?: string; fault?: string };

/** The files of projects.yml, or of its folder, as they are written: the same text says the same. @throws ConfigError */
export async function projectsWritten(location: string): Promise<readonly Written[]> {
  return Promise.all((await filesAt(location)).map(readAt));
}

/** Reads and checks them: see projectsIn. @throws ConfigError */
export async function readProjects(location: string, mayBeEmpty = false): Promise<Projects> {
  return await projectsIn(await projectsWritten(location), location, mayBeEmpty);
}

/**
 * What is said by a file, or by every .yml file of a folder. What is no project may be said by any of its files, but only by one;
 * the defaults of each are those of its own projects. `known` is what is kept from one reading of a large file to the next.
 * @throws ConfigError with file, line, path and what to write instead, for every fault of every file.
 */
export async function projectsIn(
  written: readonly Written[],
  location: string,
  mayBeEmpty: boolean,
  known: Pieces = new Map(),
): Promise<Projects> {
  if (written.length === 0)
    throw new ConfigError([`${location}: no .yml file in this folder. Start from projects.example.yml.`]);
  const files = written.map(({ file }) => file);
  const [{ text = '' } = {}, ...others] = written;
  const quick = others.length === 0 ? await readQuickly(text, known) : undefined;
  const all = besides(files, quick ?? together(written.map(parsedOf)));
  if (all.projects.length === 0 && !mayBeEmpty)
    throw new ConfigError([`${location}: projects must name at least one project`]);
  return Object.freeze(all);
}

/** What the file names lies beside it, wherever the bot was started. */
function besides([file = '']: readonly string[], { api, ...rest }: Projects): Projects {
  const found = (named: string) =>
    /^https?:\/\//i.test(named) ? named : path.resolve(path.dirname(file), named);
  const { profile, openapi } = api;
  return {
    ...rest,
    api: { ...api, ...(profile && { profile: found(profile) }), ...(openapi && { openapi: found(openapi) }) },
  };
}

/** Parses one file's text. @throws ConfigError as readProjects. */
export function parseProjects(text: string, file: string): Projects {
  return together([parsed(text, file)]);
}

/** @throws ConfigError */
function together(files: readonly Parsed[]): Projects {
  const readable = files.flatMap(({ read }) => read ?? []);
  const faults = [
    ...files.flatMap((file) => file.faults),
    ...projectsTwice(readable),
    ...saidTwice(readable),
  ];
  if (faults.length > 0) throw new ConfigError(faults);
  // Of several defaults the first are those of what no file has: projects that people connected, Monday's line.
  const said: unknown[] = readable.map(({ content }) => content).toReversed();
  const projects = files.flatMap(({ data }) =>
    data ? data.projects.map((project) => ({ ...project, timezone: data.defaults.timezone })) : [],
  );
  return { ...ProjectsFile.parse(Object.assign({}, ...said, { projects: [] })), projects };
}

/** What is no map of keys is refused by the schema. */
const Content = z.record(z.string(), z.unknown()).catch({});

function parsed(text: string, file: string): Parsed {
  const told = (faults: readonly LineFault[]) =>
    faults.toSorted((a, b) => a.line - b.line).map(({ line, sentence }) => `${file}:${line}: ${sentence}`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error' });
  const grammar = grammarFaults({ document, lines, text });
  if (grammar.length > 0) return { faults: told(grammar) };
  const content = contentOf(document);
  if (content instanceof Error) return { faults: [`${file}: ${content.message}`] };
  const { data, error } = ProjectsFile.safeParse(content, { error: inWords });
  const read = { file, content: Content.parse(content), document, lines, text };
  return { faults: told(schemaFaults(error?.issues ?? [], read)), read, data };
}

/** Or what YAML refuses only once aliases are followed: thousands of them. */
function contentOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return error;
  }
}

/** Every file is read before the first fault is told, so that all are told at once. */
async function readAt(file: string): Promise<Written> {
  try {
    return { file, text: await readFile(file, 'utf8') };
  } catch (error) {
    return { file, fault: unreadable(file, error) };
  }
}

function parsedOf({ file, text, fault = '' }: Written): Parsed {
  return text === undefined ? { faults: [fault] } : parsed(text, file);
}

async function filesAt(location: string): Promise<string[]> {
  try {
    if (!(await stat(location)).isDirectory()) return [location];
    const names = (await readdir(location)).filter((name) => /\.ya?ml$/.test(name));
    return names.sort().map((name) => path.join(location, name));
  } catch (error) {
    throw new ConfigError([unreadable(location, error)]);
  }
}

function unreadable(location: string, error: unknown): string {
  return `PROJECTS_FILE ${location} cannot be read: ${messageOf(error)}. Start from projects.example.yml.`;
}

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
