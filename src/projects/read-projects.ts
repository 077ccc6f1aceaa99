/** Reads projects.yml, or a folder of such files, as one, and reports every fault with its place. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ConfigError, messageOf } from '../errors.ts';
import {
  describeIssue,
  type FileRead,
  findConflicts,
  findDuplicateProjects,
  findGrammarFaults,
  findSchemaFaults,
  type LineFault,
} from './projects-faults.ts';
import { type Project, type Projects, ProjectsFile } from './projects-schema.ts';

/** `read` is missing if the text isn't YAML, `data` if anything in it is faulty. */
type Parsed = { faults: readonly string[]; read?: FileRead; data?: Projects | undefined };

type FileText = { file: string; text?: string; fault?: string };

/** Reads the file, or every .yml file of the folder, without parsing. @throws ConfigError */
export async function readTexts(location: string): Promise<readonly FileText[]> {
  return Promise.all((await listFiles(location)).map(readText));
}

/** Reads and parses: see parseTexts. @throws ConfigError */
export async function readProjects(location: string, mayBeEmpty = false): Promise<Projects> {
  return await parseTexts(await readTexts(location), location, mayBeEmpty);
}

/** Parses one file or a folder, in which `defaults` apply to their own file. @throws ConfigError with every fault */
export async function parseTexts(
  texts: readonly FileText[],
  location: string,
  mayBeEmpty: boolean,
  known: Pieces = new Map(),
): Promise<Projects> {
  const [first, ...others] = texts;
  if (!first)
    throw new ConfigError([`${location}: no .yml file in this folder. Start from projects.example.yml.`]);
  const quick = others.length === 0 ? await readQuickly(first.text ?? '', known) : undefined;
  const merged =
    quick ??
    merge(
      texts.map(({ file, text, fault = '' }) =>
        text === undefined ? { faults: [fault] } : parseText(text, file),
      ),
    );
  if (merged.projects.length === 0 && !mayBeEmpty)
    throw new ConfigError([
      `${location}: projects must name at least one project, unless ENCRYPTION_KEY is set, with which they are connected in Slack`,
    ]);
  return Object.freeze(resolvePaths(merged, path.dirname(first.file)));
}

/** Files are named relative to projects.yml, wherever the bot was started. */
function resolvePaths({ api, ...rest }: Projects, folder: string): Projects {
  const resolve = (named: string) => (/^https?:\/\//i.test(named) ? named : path.resolve(folder, named));
  const { profile, openapi } = api;
  return {
    ...rest,
    api: {
      ...api,
      ...(profile && { profile: resolve(profile) }),
      ...(openapi && { openapi: resolve(openapi) }),
    },
  };
}

/** Parses one file's text. @throws ConfigError like readProjects. */
export function parseProjects(text: string, file: string): Projects {
  return merge([parseText(text, file)]);
}

function merge(files: readonly Parsed[]): Projects {
  const readable = files.flatMap(({ read }) => read ?? []);
  const faults = [
    ...files.flatMap((file) => file.faults),
    ...findDuplicateProjects(readable),
    ...findConflicts(readable),
  ];
  if (faults.length > 0) throw new ConfigError(faults);
  // The first file's defaults also apply to whatever is in no file: projects connected in Slack, Monday's line.
  const contents: unknown[] = readable.map(({ content }) => content).toReversed();
  const projects = files.flatMap(({ data }) =>
    data ? data.projects.map((project) => ({ ...project, timezone: data.defaults.timezone })) : [],
  );
  return { ...ProjectsFile.parse(Object.assign({}, ...contents, { projects: [] })), projects };
}

/** The schema reports a file that isn't a map of keys. */
const Content = z.record(z.string(), z.unknown()).catch({});

function parseText(text: string, file: string): Parsed {
  const sentences = (faults: readonly LineFault[]) =>
    faults.toSorted((a, b) => a.line - b.line).map(({ line, sentence }) => `${file}:${line}: ${sentence}`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error', merge: true });
  const grammar = findGrammarFaults({ document, lines });
  if (grammar.length > 0) return { faults: sentences(grammar) };
  const content = contentOf(document);
  if (content instanceof Error) return { faults: [`${file}: ${content.message}`] };
  const { data, error } = ProjectsFile.safeParse(content, { error: describeIssue });
  const read = { file, content: Content.parse(content), document, lines };
  return { faults: sentences(findSchemaFaults(error?.issues ?? [], read)), read, data };
}

/** Returns the error if aliases expand to too much, which YAML only notices here. */
function contentOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return error;
  }
}

/** Doesn't throw, so that the faults of all files are reported at once. */
async function readText(file: string): Promise<FileText> {
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)) };
  } catch (error) {
    return { file, fault: describeUnreadable(file, error) };
  }
}

async function listFiles(location: string): Promise<string[]> {
  try {
    if (!(await stat(location)).isDirectory()) return [location];
    // Not the hidden ones, which editors keep beside a file that is open.
    const names = (await readdir(location)).filter((name) => /^[^.].*\.ya?ml$/.test(name));
    return names.sort().map((name) => path.join(location, name));
  } catch (error) {
    throw new ConfigError([describeUnreadable(location, error)]);
  }
}

/** A first start has no file yet, and has to be told what comes next. */
function describeUnreadable(location: string, error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return `There is no ${location} (PROJECTS_FILE). If it was there before, put it back. At a first start, copy projects.example.yml there and put in the ids of your projects and channels; or, if ENCRYPTION_KEY is set, write just "projects: []" and connect projects in Slack with /visibility connect.`;
  if (error instanceof TypeError) return `${location} (PROJECTS_FILE) isn’t UTF-8 text. Save it as UTF-8.`;
  return `${location} (PROJECTS_FILE) can’t be read: ${messageOf(error)}. Make it a file or folder that the bot’s user may read.`;
}

const LARGE = 100_000;

/** After this many projects the event loop gets a turn. */
const PROJECTS_AT_ONCE = 10;

/** Anchors, directives and document marks, which reach beyond their piece; and tabs, which YAML refuses. */
const NOT_BY_ITSELF = /(?:^|[\s[{,:-])&\S|^(?:---|\.\.\.|%)|\t/m;

export type Pieces = Map<string, readonly Project[]>;

/** Parses a large file piece by piece if it has one item per project; else undefined. Replaces the `known` pieces. */
export async function readQuickly(text: string, known: Pieces): Promise<Projects | undefined> {
  if (text.length < LARGE || NOT_BY_ITSELF.test(text)) return undefined;
  const split = splitAtProjects(text);
  const frame = split && parsePiece(split.frame);
  const projects = frame && (await parsePieces(split.pieces, known));
  if (!projects || !areDistinct(projects)) return undefined;
  const { timezone } = frame.defaults;
  return { ...frame, projects: projects.map((one) => ({ ...one, timezone })) };
}

/** `frame`: the file without its projects; `pieces`: the texts of a few projects each. */
function splitAtProjects(text: string): { frame: string; pieces: string[] } | undefined {
  const [before = '', list = '', another] = text.split(/^projects: *(?:#.*)?\n/m);
  const [, indent] = list.match(/^(?: *(?:#.*)?\n)*( *- )/) ?? [];
  if (indent === undefined || another !== undefined) return undefined;
  const end = list.search(indent.startsWith('-') ? /^[^\s#-]/m : /^[^\s#]/m);
  const [items, after] = end < 0 ? [list, ''] : [list.slice(0, end), list.slice(end)];
  // A second “projects”, quoted or not, is a fault.
  if (/^["']?projects\b/m.test(before + after)) return undefined;
  const starts = [...items.matchAll(new RegExp(`^${indent}`, 'gm'))].map(({ index }) => index);
  const cuts = starts.filter((_, i) => i % PROJECTS_AT_ONCE === 0);
  return { frame: `${before}\n${after}`, pieces: cuts.map((start, i) => items.slice(start, cuts[i + 1])) };
}

async function parsePieces(texts: readonly string[], known: Pieces): Promise<Project[] | undefined> {
  const all: [string, readonly Project[]][] = [];
  for (const text of texts) {
    const parsed = known.get(text) ?? parsePiece(`projects:\n${text}`)?.projects;
    if (!parsed) return undefined;
    all.push([text, parsed]);
    if (!known.has(text)) await nextTurn();
  }
  known.clear();
  for (const [text, parsed] of all) known.set(text, parsed);
  return all.flatMap(([, parsed]) => parsed);
}

function parsePiece(text: string): Projects | undefined {
  const document = parseDocument(text, { logLevel: 'error' });
  if (document.errors.length > 0) return undefined;
  return ProjectsFile.safeParse(document.toJS() ?? {}).data;
}

function areDistinct(projects: readonly Project[]): boolean {
  const differ = (keys: string[]) => new Set(keys.map((key) => key.toLowerCase())).size === projects.length;
  return differ(projects.map(({ id }) => id)) && differ(projects.map(({ name }) => name));
}
