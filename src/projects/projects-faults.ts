/** What is wrong in projects.yml, in sentences with the line, the path and what to write instead. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  type ErrorCode,
  isMap,
  isNode,
  isScalar,
  type LineCounter,
  visit,
  type YAMLError,
} from 'yaml';
import { z } from 'zod';
import { findNearest } from '../words/nearest.ts';
import { ProjectsFile } from './projects-schema.ts';

/** `line` counts from 1. */
export type LineFault = { line: number; sentence: string };

type Path = readonly PropertyKey[];

/** A file as it was read, for the places of its faults. `content` may be faulty. */
export type FileRead = {
  file: string;
  content: Readonly<Record<string, unknown>>;
  document: Document;
  lines: LineCounter;
  text: string;
};

/** `name` is how the place is called, where that is not where it stands. */
type Said = { at: Path; name?: Path; said: string };

/**
 * What YAML refuses, with the place as the parser shows it and what to write instead. Behind the first fault everything is read
 * askew, so that it alone is told; keys that are there twice disturb nothing.
 */
export function grammarFaults({ document, lines, text }: Omit<FileRead, 'content' | 'file'>): LineFault[] {
  const ordered = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  const first = ordered.findIndex(({ code }) => code !== 'DUPLICATE_KEY');
  const told = first < 0 ? ordered : ordered.slice(0, first + 1);
  if (told.length > 0) {
    return told.map((error) => ({
      line: lines.linePos(error.pos[0]).line,
      sentence: refusedSaid(error, text),
    }));
  }
  const faults: LineFault[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return;
      faults.push({ line: lines.linePos(alias.range?.[0] ?? 0).line, sentence: INSTEAD.BAD_ALIAS ?? '' });
    },
  });
  return faults;
}

/** What to write instead; for the others the parser's own words must do. */
const INSTEAD: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_ALIAS: 'a value that begins with * must stand in quotes, as in schedule: "*/5 * * * *".',
  BAD_DQ_ESCAPE: 'a backslash has a meaning of its own between double quotes; use single quotes.',
  BAD_INDENT: 'close each bracket that is open, and begin all keys of one thing in the same column.',
  BAD_SCALAR_START: 'put the value in quotes.',
  BLOCK_AS_IMPLICIT_KEY:
    'a value with a colon needs quotes; keys of one thing begin in the same column; items of a list begin with a dash.',
  BLOCK_IN_FLOW: 'put a comma between the keys inside the { }.',
  DUPLICATE_KEY: 'keep one of the two.',
  MISSING_CHAR:
    'write a colon and a space after a key, begin each item of a list with a dash, close each bracket and quote.',
  MULTILINE_IMPLICIT_KEY: 'write “key: value”, with a colon and a space.',
  MULTIPLE_DOCS: 'put all projects under one “projects:”, or each file into a folder.',
  TAB_AS_INDENT: 'use spaces instead of the tab.',
  UNEXPECTED_TOKEN: 'put the whole value in quotes, and begin keys of one thing in the same column.',
};

/** A line in which somebody may have put a key itself: nothing of it is repeated. */
const SECRET = /key/i;

const HASH = 'a # begins a comment: put what begins with # in quotes, and a channel as its id, C0….';

/** "Tabs are not allowed as indentation: use spaces instead of the tab.", with the line and a mark below the place. */
function refusedSaid({ code, message, pos: [at] }: YAMLError, text: string): string {
  const [said = '', ...shown] = message.split('\n').filter((line) => line.trim() !== '');
  const before = text.slice(0, at);
  const hidesMore = /[:,[{-]\s*#[^\s#]/.test(before.slice(before.lastIndexOf('\n\n') + 1));
  const what =
    SECRET.test(said) || SECRET.test(shown.join())
      ? 'this is not YAML'
      : said.replace(/ at line \d+, column \d+:?$/, '');
  const place = SECRET.test(shown.join()) ? [] : shown;
  const instead = hidesMore ? HASH : INSTEAD[code];
  return [`${what}${instead ? `: ${instead}` : '.'}`, ...place.map((line) => `    ${line}`)].join('\n');
}

/** "projects.0.leads.channel is missing": one for each thing that must be changed. */
export function schemaFaults(issues: readonly z.core.$ZodIssue[], file: FileRead): LineFault[] {
  const all = issues.flatMap((issue): Said[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownKey(issue.path, key))
      : [{ at: issue.path, said: isEmpty(issue.path, file) ? emptySaid(issue.path, file) : issue.message }],
  );
  return all.map(({ at, name = at, said }) => ({
    line: lineOf(at, file),
    sentence: `${name.join('.') || 'the file'} ${said}`,
  }));
}

const Named = z.object({
  projects: z.array(z.object({ id: z.string(), name: z.string() }).partial().catch({})),
});

/**
 * "projects.yml:9: projects.1.name is that of an earlier project (line 2); …", in one file or in several: people tell
 * projects apart by their names, in any case, the API by their ids. The rest of a file may be faulty too.
 */
export function projectsTwice(files: readonly FileRead[]): string[] {
  const all = files.flatMap((file) =>
    (Named.safeParse(file.content).data?.projects ?? []).map((project, i) => ({ file, project, i })),
  );
  const firstBy = {
    id: new Map<string, (typeof all)[number]>(),
    name: new Map<string, (typeof all)[number]>(),
  };
  return all.flatMap((one) => {
    const { file, project, i } = one;
    const sharing = (['id', 'name'] as const).flatMap((key) => {
      const said = project[key]?.toLowerCase();
      if (said === undefined) return [];
      const first = firstBy[key].get(said);
      if (!first) firstBy[key].set(said, one);
      return first ? [{ shared: key, earlier: first }] : [];
    });
    const [{ shared, earlier } = {}] = sharing;
    if (!shared || !earlier) return [];
    const there = ['projects', earlier.i, shared];
    const where =
      earlier.file === file ? `line ${lineOf(there, earlier.file)}` : placeOf(there, earlier.file);
    const key = `projects.${i}.${shared}`;
    return `${placeOf(['projects', i, shared], file)}: ${key} is that of an earlier project (${where}); keep one of the two, or change its ${shared}`;
  });
}

/** What is said of all projects: a second file of a folder cannot say otherwise. */
const OF_ALL = Object.keys(ProjectsFile.shape).filter((key) => key !== 'projects' && key !== 'defaults');

/** "b.yml:3: owners is said in a.yml:1 already; …" */
export function saidTwice(files: readonly FileRead[]): string[] {
  return OF_ALL.flatMap((key) => {
    const [first, ...others] = files.filter(({ content }) => Object.hasOwn(content, key));
    if (!first) return [];
    return others
      .filter(({ content }) => !isDeepStrictEqual(content[key], first.content[key]))
      .map((file) => {
        const [here, there] = [placeOf([key], file), placeOf([key], first)];
        return `${here}: ${key} is said in ${there} already; say it in one file only`;
      });
  });
}

/** What is wrong with a value for which the schema has no sentence of its own. */
export function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      if (issue.input === null) return 'is empty';
      if (issue.expected === 'array') return notAList(issue.input);
      return (
        (issue.expected === 'number' && commaSaid(issue.input)) ||
        `must be ${KINDS[issue.expected] ?? `of type ${issue.expected}`}`
      );
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}`;
    case 'too_small':
      return issue.origin === 'string'
        ? 'is empty'
        : `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
    default:
      return undefined;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'keys with their values',
  string: 'a text',
};

function notAList(input: unknown): string {
  if (typeof input === 'string' && input.startsWith('-')) {
    return 'must be a list: put a space after each dash';
  }
  const [key] = typeof input === 'object' && input !== null ? Object.keys(input) : [];
  return key === undefined
    ? 'must be a list: [one, another]'
    : `must be a list: begin each of its items with a dash, as in “- ${key}: …”`;
}

/** A key that is known elsewhere was indented wrongly; one that is nearly known was mistyped. */
function unknownKey(path: Path, key: string): Said {
  const at = [...path, key];
  const [, glued] = key.match(/^(\w+):./) ?? [];
  // What follows the colon may be a secret, so that it is not repeated.
  return glued === undefined
    ? { at, said: unknownSaid(path, key) }
    : { at, name: [...path, glued], said: `needs a space after its colon: “${glued}: …”` };
}

/** What to write in place of "50,5"; more places would be thousands. */
function commaSaid(number: unknown): string | undefined {
  if (typeof number !== 'string' || !/^-?\d+,\d{1,2}$/.test(number)) return undefined;
  return `has a comma in it; a decimal is written with a point: ${number.replace(',', '.')}`;
}

function unknownSaid(path: Path, key: string): string {
  const places = PLACES.get(key)?.map(({ place }) => place);
  if (places) return `is not a known key here; it belongs ${eitherOf(places)}`;
  const near = findNearest(key, Object.keys(shapeAt(ProjectsFile, path)));
  return `is not a known key${near ? `; perhaps ${near} is meant` : ''}`;
}

/** "in leads, in scores or in recap" */
function eitherOf(places: readonly string[]): string {
  return places.length < 2 ? places.join() : `${places.slice(0, -1).join(', ')} or ${places.at(-1)}`;
}

type Shape = Readonly<Record<string, unknown>>;

/** What stands within optional things, lists and defaults. */
function shapeOf(schema: unknown): Shape {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodArray) return shapeOf(schema.element);
  const wraps =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return wraps ? shapeOf(schema.unwrap()) : {};
}

function shapeAt(schema: unknown, path: Path): Shape {
  const [next, ...rest] = path.filter((part) => typeof part === 'string');
  return next === undefined ? shapeOf(schema) : shapeAt(shapeOf(schema)[next], rest);
}

/** Every key with the places where it may stand, in words. */
const PLACES = Map.groupBy(placesIn(ProjectsFile, 'at the top of the file'), ({ key }) => key);

function placesIn(schema: unknown, place: string): { key: string; place: string }[] {
  return Object.entries(shapeOf(schema)).flatMap(([key, value]) => [
    { key, place },
    ...placesIn(value, key === 'projects' ? 'in a project' : `in ${key}`),
  ]);
}

function isEmpty(path: Path, { document }: FileRead): boolean {
  const node = path.length > 0 ? document.getIn(path, true) : undefined;
  return isScalar(node) && node.value === null;
}

/** Of a key with nothing behind it: where its value has gone. */
function emptySaid(path: Path, file: FileRead): string {
  const line = file.text.split('\n')[lineOf(path, file) - 1] ?? '';
  if (/[:-]\s+#/.test(line)) return `has no value: ${HASH}`;
  return 'has no value; what belongs to it stands behind it, or below it and indented further';
}

/** "projects.yml:12" */
function placeOf(at: Path, file: FileRead): string {
  return `${file.file}:${lineOf(at, file)}`;
}

/** The line of a key or of a list's item; where it is not written, that of what it should stand in. */
function lineOf(at: Path, file: FileRead): number {
  const { document, lines } = file;
  const [above, last] = [at.slice(0, -1), at.at(-1)];
  if (last === undefined) return 1;
  const parent = document.getIn(above, true);
  const written = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === last)?.key
    : document.getIn(at, true);
  const start = isNode(written) ? written.range?.[0] : undefined;
  return start === undefined ? lineOf(above, file) : lines.linePos(start).line;
}
