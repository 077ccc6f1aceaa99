/** Describes every fault of projects.yml in a sentence, with its line, its path and what to write instead. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isScalar, type LineCounter, visit, type YAMLError } from 'yaml';
import { z } from 'zod';
import { findNearest } from '../words/nearest.ts';
import { ProjectsFile } from './projects-schema.ts';

/** `line` counts from 1. */
export type LineFault = { line: number; sentence: string };

type Path = readonly PropertyKey[];

export type FileRead = {
  file: string;
  content: Readonly<Record<string, unknown>>;
  document: Document;
  lines: LineCounter;
};

/** `name` is the path to show, if it isn't the one that finds the line. */
type PathFault = { at: Path; name?: Path; what: string };

/** Finds what YAML refuses, but nothing after the first error that isn't a duplicate key: the rest is misread. */
export function findGrammarFaults({ document, lines }: Pick<FileRead, 'document' | 'lines'>): LineFault[] {
  const lineAt = (offset = 0) => lines.linePos(offset).line;
  const errors = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  const first = errors.findIndex(({ code }) => code !== 'DUPLICATE_KEY');
  const told = first < 0 ? errors : errors.slice(0, first + 1);
  const faults = told.map((error) => ({ line: lineAt(error.pos[0]), sentence: describeError(error) }));
  if (faults.length > 0) return faults;
  visit(document, {
    Alias(_, alias) {
      if (!alias.resolve(document)) faults.push({ line: lineAt(alias.range?.[0]), sentence: HOW_TO_WRITE });
    },
  });
  return faults;
}

const HOW_TO_WRITE =
  'Write “key: value” with a space after the colon, a dash and a space before each item of a list, and commas within brackets. Start all keys of one thing in the same column, with spaces and no tabs. Put a value with any of : # * @ " \\ in single quotes, and close every quote and bracket. A # starts a comment: give a channel by its id, C0….';

/** Somebody may have written an API key on such a line, so it's never shown. */
const SECRET = /key/i;

const UNQUOTED_HASH =
  'a # starts a comment, so put a value with # in quotes, and give a channel by its id, C0…';

/** What the parser names badly; any other error gets its own words, and how to write YAML. */
const REMEDIES: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this key is here twice; keep one of the two.',
  MULTIPLE_DOCS: 'a second document starts here: remove this line of dashes.',
};
const COMMENT_FOR_VALUE = /[:[{,] *#\w.*\n *\^+\s*$/;

/** What to write instead, with the line and a mark below the place. */
function describeError({ code, message }: YAMLError): string {
  const [first = '', ...excerpt] = message.split('\n').filter((line) => line.trim() !== '');
  // A tab would be one wide here and more in a terminal, so the mark below would stand elsewhere.
  const place = SECRET.test(excerpt.join()) ? [] : excerpt.map((line) => `    ${line.replaceAll('\t', '→')}`);
  const what = SECRET.test(message) ? 'this is not YAML' : first.replace(/ at line \d+, column \d+:?$/, '');
  const remedy = COMMENT_FOR_VALUE.test(message) ? `${UNQUOTED_HASH}.` : REMEDIES[code];
  return [remedy ?? `${what}. ${HOW_TO_WRITE}`, ...place].join('\n');
}

/** Finds what the schema refuses: "project 1 (Acme): leads.channel is missing". */
export function findSchemaFaults(issues: readonly z.core.$ZodIssue[], file: FileRead): LineFault[] {
  const hasNoValue = (path: Path) => {
    const node = path.length > 0 ? file.document.getIn(path, true) : undefined;
    return isScalar(node) && node.value === null;
  };
  const all = issues.flatMap((issue): PathFault | PathFault[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => describeUnknownKey(issue.path, key))
      : { at: issue.path, what: hasNoValue(issue.path) ? NO_VALUE : issue.message },
  );
  return all.map(({ at, name = at, what }) => ({
    line: lineOf(at, file),
    sentence: [pathInWords(name, file) || 'the file', quoteTyped(at, file), what].filter(Boolean).join(' '),
  }));
}

/** A schedule or quiet hours as typed, as the forms in Slack quote them. Other values may be secrets. */
function quoteTyped(at: Path, { document }: FileRead): string | undefined {
  const typed = /^(?:schedule|quiet)$/.test(String(at.at(-1))) ? document.getIn(at) : undefined;
  return typeof typed === 'string' && typed.trim() !== '' ? `“${typed}”` : undefined;
}

const Named = z.object({
  projects: z.array(z.object({ id: z.string(), name: z.string() }).partial().catch({})),
});

/** Finds projects that share an id or a name, in any case, within a file or across files. */
export function findDuplicateProjects(files: readonly FileRead[]): string[] {
  const firsts = new Map<string, { file: FileRead; at: Path }>();
  const projects = files.flatMap((file) =>
    (Named.safeParse(file.content).data?.projects ?? []).map((project, i) => ({ file, project, i })),
  );
  return projects.flatMap(({ file, project, i }) => {
    const [shared] = (['id', 'name'] as const).flatMap((key) => {
      const value = project[key];
      if (value === undefined) return [];
      const [known, at] = [`${key} ${value.toLowerCase()}`, ['projects', i, key]];
      const first = firsts.get(known);
      if (!first) firsts.set(known, { file, at });
      return first ? [{ key, at, first }] : [];
    });
    if (!shared) return [];
    const { key, at, first } = shared;
    const where = first.file === file ? `line ${lineOf(first.at, file)}` : placeOf(first.at, first.file);
    return `${placeOf(at, file)}: ${pathInWords(at, file)} is already used by an earlier project (${where}); keep one of the two, or change its ${key}`;
  });
}

/** Keys that apply to all projects, so the files of a folder must agree on them. */
const COMMON_KEYS = Object.keys(ProjectsFile.shape).filter((key) => key !== 'projects' && key !== 'defaults');

/** Finds common keys that files set differently: "b.yml:3: owners is already set in a.yml:1; …" */
export function findConflicts(files: readonly FileRead[]): string[] {
  return COMMON_KEYS.flatMap((key) => {
    const [first, ...others] = files.filter(({ content }) => Object.hasOwn(content, key));
    if (!first) return [];
    return others
      .filter(({ content }) => !isDeepStrictEqual(content[key], first.content[key]))
      .map((file) => {
        const [here, there] = [placeOf([key], file), placeOf([key], first)];
        return `${here}: ${key} is already set in ${there}; set it in one file only`;
      });
  });
}

/** Says what is wrong with a value, if the schema has no message for it. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return describeWrongType(issue);
  const isText = issue.origin === 'string';
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${isText ? ' characters long' : ''}`;
  if (issue.code !== 'too_small') return undefined;
  return isText ? 'is empty' : `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
}

function describeWrongType({ input, expected, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>) {
  if (input === undefined) return 'is missing';
  if (input === null) return 'is empty';
  if (expected === 'array') return 'must be a list: start each item with a dash and a space, as in “- one”';
  if (expected === 'object') return 'must be keys with their values, such as “name: Acme”';
  const isQuoted =
    typeof input === 'string' && NUMERIC.has(expected) && input.trim() !== '' && !Number.isNaN(Number(input));
  // Where a whole number is wanted, Zod expects one only once there is a number.
  const kind = inst instanceof z.ZodNumberFormat ? 'int' : expected;
  return `must be ${KINDS[kind] ?? `of type ${kind}`}${isQuoted ? ', without quotes' : ''}`;
}

const NUMERIC = new Set(['int', 'number']);

const KINDS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  int: 'a whole number such as 10',
  number: 'a number such as 50 or 50.5',
  string: 'text',
};

function describeUnknownKey(path: Path, key: string): PathFault {
  const at = [...path, key];
  const [, glued] = key.match(/^(\w+):./) ?? [];
  if (glued === undefined) return { at, what: suggestKey(key) };
  // The text after the colon may be a secret, so it isn't repeated.
  return { at, name: [...path, glued], what: `needs a space after its colon: “${glued}: …”` };
}

/** A key known elsewhere was probably indented wrongly; one that is nearly right was mistyped. */
function suggestKey(key: string): string {
  const places = PLACES.get(key)?.map(({ place }) => place);
  if (places) return `is not a known key here; it belongs ${OR.format(places)}`;
  const near = findNearest(key, [...PLACES.keys()]);
  return `is not a known key${near ? `; did you mean ${near}?` : ''}`;
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' });

/** The keys of an object, looking through optional wrappers, lists and defaults. */
function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodArray) return shapeOf(schema.element);
  const wraps =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return wraps ? shapeOf(schema.unwrap()) : {};
}

const PLACES = Map.groupBy(listPlaces(ProjectsFile, 'at the top of the file'), ({ key }) => key);

function listPlaces(schema: unknown, place: string): { key: string; place: string }[] {
  return Object.entries(shapeOf(schema)).flatMap(([key, value]) => [
    { key, place },
    ...listPlaces(value, key === 'projects' ? 'in a project' : `in ${key}`),
  ]);
}

const NO_VALUE = `has no value; ${UNQUOTED_HASH}.`;

/** "project 2 (Tidewater): leads.channel" */
function pathInWords(path: Path, { document }: FileRead): string {
  const [top, i, ...rest] = path;
  if (top !== 'projects' || typeof i !== 'number') return path.join('.');
  const name = document.getIn(['projects', i, 'name']);
  const which = `project ${i + 1}${typeof name === 'string' ? ` (${name})` : ''}`;
  return rest.length > 0 ? `${which}: ${rest.join('.')}` : which;
}

function placeOf(at: Path, file: FileRead): string {
  return `${file.file}:${lineOf(at, file)}`;
}

/** The line of a key or list item; if it isn't there, the line of what should contain it. */
function lineOf(at: Path, file: FileRead): number {
  const { document, lines } = file;
  const [above, last] = [at.slice(0, -1), at.at(-1)];
  if (last === undefined) return 1;
  const parent = document.getIn(above, true);
  const node = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === last)?.key
    : document.getIn(at, true);
  const start = isNode(node) ? node.range?.[0] : undefined;
  return start === undefined ? lineOf(above, file) : lines.linePos(start).line;
}
