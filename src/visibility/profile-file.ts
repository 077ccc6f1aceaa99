/**
 * What a reading found and what it didn't use, in the profile's words, for learn and doctor; and a profile as a YAML file:
 * `npm run learn -- --out` writes it, a person corrects it, `api.profile` names it.
 */
import { isMap, isScalar, LineCounter, type Pair, parseDocument, stringify } from 'yaml';
import { ConfigError } from '../errors.ts';
import type { Reading } from './answer.ts';
import { candidatesIn } from './candidates.ts';
import { listsIn } from './lists.ts';
import { isOperation, OPERATIONS, type OperationId, operationName } from './operations.ts';
import { type Line, type Profile, pathText } from './profile.ts';
import type { Plan } from './read.ts';
import { type Path, type Shape, valueAt } from './shape.ts';
import { isRaw } from './values.ts';

const HEAD = `# How Sightline reads this API: our word, its place in the API, and how we know.
# Correct what is wrong, and name this file under "api: profile:" in projects.yml. Your lines take precedence.
# A line that begins with "# " is a guess and has no effect until you remove the "# "; "none" means that the API has no such thing.
# Requests have lines, too: "query.limit: page_size" names a parameter, "query.engine_ids.list: comma" says how a list is
# written (repeat or comma), and "query.topic.by: id" that a topic is asked for by its id instead of its name.
# After "##" stands what an answer had that could not be read.
`;
const NONE = 'none';

/** All known lines, and the guesses as comments. `came`: what answers had that couldn't be read, each on one line. */
export function profileText(profile: Profile, came: ReadonlyMap<string, Came> = new Map()): string {
  const parts = Object.keys(OPERATIONS)
    .filter(isOperation)
    .map((id) => {
      const known = [...(profile.get(id)?.values() ?? [])].flatMap(([line]) =>
        line ? [lineText(line)] : [],
      );
      const { list, fields = [] } = came.get(id) ?? {};
      const found = fields.map(({ at, example }) => `  ## ${stringify(at).trim()}  ${example}`);
      const guessed = [
        ...(OPERATIONS[id].answer.list ? [['list', stringify(list ?? 'items').trim()]] : []),
        ...wordsOf(OPERATIONS[id].answer.shape).map(([what, names]) => [what, names[0] ?? what]),
      ]
        .filter(([what = '']) => !profile.get(id)?.has(what))
        .map(([what, there]) => `  # ${what}: ${there}`);
      const head = `${id}:`.padEnd(28);
      return `${head}# ${operationName(id)}\n${[...known, ...found, ...guessed].join('\n')}`;
    });
  return `${HEAD}\n${parts.join('\n\n')}\n`;
}

function lineText({ what, there, known }: Line): string {
  const value = there === null ? NONE : stringify(there).trim();
  return `  ${`${what}: ${value}`.padEnd(44)} # ${known}`;
}

/** Every field of a shape with its names; a list is followed by its inner fields ("byEngine.score"). */
function wordsOf(shape: Shape, at = ''): [what: string, names: readonly string[]][] {
  return Object.entries(shape).flatMap(([name, { names, inner }]): [string, readonly string[]][] => [
    [at + name, names],
    ...(inner ? wordsOf(inner, `${at}${name}.`) : []),
  ]);
}

/** @throws ConfigError with file and line for each invalid entry. */
export function parseProfile(text: string, file: string): Line[] {
  const counter = new LineCounter();
  const { errors, contents } = parseDocument(text, { lineCounter: counter, logLevel: 'error' });
  const [fault] = errors;
  if (fault?.code === 'MULTIPLE_DOCS')
    throw new ConfigError([`${file}: a second document starts after “---”: remove that line.`]);
  if (fault) throw new ConfigError([`${file}: ${fault.message}`]);
  if (contents === null) return [];
  if (!isMap(contents))
    throw new ConfigError([`${file}: must name operations, as \`npm run learn -- --out\` does.`]);
  const faults: string[] = [];
  const lines = contents.items.flatMap((pair) =>
    linesOf(pair, (node, sentence) => {
      const offset = isScalar(node) || isMap(node) ? (node.range?.[0] ?? 0) : 0;
      faults.push(`${file}:${counter.linePos(offset).line}: ${sentence}`);
    }),
  );
  if (faults.length > 0) throw new ConfigError(faults);
  return lines;
}

/** `node`: where it stands. */
type AddFault = (node: unknown, sentence: string) => void;

/** The lines of one operation, without the faulty ones. */
function linesOf({ key, value }: Pair, addFault: AddFault): Line[] {
  const id = nameIn(key);
  if (!isOperation(id)) {
    addFault(key, `“${id}” isn’t an operation. Use one of: ${Object.keys(OPERATIONS).join(', ')}.`);
    return [];
  }
  if (isScalar(value) && value.value === null) return [];
  if (isMap(value)) return value.items.flatMap((pair) => lineOf(id, pair, addFault) ?? []);
  addFault(key, `${id} must be a map with one line per field.`);
  return [];
}

function lineOf(operation: OperationId, { key, value }: Pair, addFault: AddFault): Line | undefined {
  const what = nameIn(key);
  const there = isScalar(value) ? value.value : undefined;
  if (!isKnown(operation, what)) {
    addFault(key, `${operation} has no “${what}”. ${expectedOf(operation)}`);
    return undefined;
  }
  if (there === null || there === false || there === NONE)
    return { operation, what, there: null, known: 'corrected' };
  if (['string', 'number', 'boolean'].includes(typeof there))
    return { operation, what, there: String(there), known: 'corrected' };
  addFault(key, `${operation}.${what} must be a name, a path such as thread.title, or none.`);
  return undefined;
}

const nameIn = (key: unknown) => (isScalar(key) ? String(key.value) : '');

const SENT = /^(?:path$|send\.|span\.|pages\.\w+$|query\.\w+(?:\.(?:maximum|list|by))?$|body\.\w+$)/;

function isKnown(id: OperationId, what: string): boolean {
  const { shape, list } = OPERATIONS[id].answer;
  return SENT.test(what) || (list && what === 'list') || wordsOf(shape).some(([word]) => word === what);
}

function expectedOf(id: OperationId): string {
  const words = wordsOf(OPERATIONS[id].answer.shape).map(([word]) => word);
  return `It has: ${['list', ...words, 'path', 'query.…', 'body.…', 'pages.…'].join(', ')}.`;
}

const LONGEST_NAME = 60;

/** Where each field was, by our name ("byEngine.score"); undefined for fields that weren't found. */
export function matchedNames(shape: Shape, { plan }: Reading<unknown>): Record<string, string | undefined> {
  return Object.fromEntries(matches(shape, plan, ''));
}

type Match = [field: string, path: string | undefined];

function matches(shape: Shape, plan: Plan | undefined, at: string): Match[] {
  const planned = new Map(plan?.fields.map((field) => [field.name, field]));
  return Object.entries(shape).flatMap(([name, { inner, kind, documented }]): Match[] => {
    const found = planned.get(name);
    // A field with only null counts as found only if it is documented.
    const isThere = found && (!found.isEmpty || found.field.documented);
    const own: Match = [at + name, isThere ? pathText(found.path) : undefined];
    const isOptional = kind === 'thing' && !documented && !isThere;
    return inner && !isOptional ? [own, ...matches(inner, found?.inner, `${at}${name}.`)] : [own];
  });
}

/** Where the list and every field that was found were, in the profile's words. */
export function placesIn(shape: Shape, reading: Reading<unknown>): { what: string; there: string }[] {
  const fields = Object.entries(matchedNames(shape, reading)).flatMap(([what, there]) =>
    there === undefined ? [] : { what, there },
  );
  const { rowList } = reading;
  return rowList ? [{ what: 'list', there: pathText(rowList.path) }, ...fields] : fields;
}

/** The fields that came without anything in them: only null, or lists without a row. What is inside can't be judged. */
export function emptyFields({ plan }: Reading<unknown>): string[] {
  return plan ? emptyIn(plan, '') : [];
}

function emptyIn({ fields }: Plan, at: string): string[] {
  return fields.flatMap(({ name, field, isEmpty, inner }) => {
    const hasNothing = field.inner && inner && inner.fields.length + inner.unknown.length === 0;
    if (isEmpty || hasNothing) return [at + name];
    return inner ? emptyIn(inner, `${at}${name}.`) : [];
  });
}

/** The fields of a body that we don't use, as "$[].colour", each once. Outside text, shortened. */
export function unknownFields({ plan, rowList }: Reading<unknown>): string[] {
  return plan ? [...new Set(beyond(plan, rowList ? '$[]' : '$'))] : [];
}

function beyond({ unknown, fields }: Plan, at: string): string[] {
  return [
    ...unknown.map((path) => nameAt(at, path)),
    ...fields.flatMap(({ field, path, inner }) =>
      inner ? beyond(inner, `${nameAt(at, path)}${field.kind === 'rows' ? '[]' : ''}`) : [],
    ),
  ];
}

function nameAt(at: string, path: Path): string {
  return `${at}.${path.map((step) => step.slice(0, LONGEST_NAME)).join('.')}`;
}

/** What an answer has: the place of its longest list of objects, and the fields of those, or its own, each with a value. */
export type Came = { list?: string; fields: readonly { at: string; example: string }[] };

const LONGEST_EXAMPLE = 40;

/** For an answer that couldn't be read, if anything is in it. `clean` makes outside text fit for a line and takes secrets out. */
export function describeBody(body: unknown, clean: (text: string) => string): Came | undefined {
  const [longest] = listsIn(body, {}).toSorted((a, b) => b.raws.length - a.raws.length);
  const raws = longest?.raws ?? (isRaw(body) ? [body] : []);
  const fields = candidatesIn(raws).flatMap(({ path }) => {
    const value = raws.map((raw) => valueAt(raw, path)).find((each) => each != null);
    if (value === undefined || isRaw(value)) return [];
    const example = Array.isArray(value) ? `a list of ${value.length}` : String(value);
    return [{ at: clean(pathText(path)), example: clean(example).slice(0, LONGEST_EXAMPLE) }];
  });
  if (fields.length === 0) return undefined;
  return { ...(longest && { list: clean(pathText(longest.path)) }), fields };
}

/**
 * The scale that scores or rates seem to be on: "0-100" if one is above 1, "0-1" if one is between 0 and 1; undefined
 * if only zeros and ones came, or a number beyond 100. For people to read, not to calculate with.
 */
export function scaleIn(values: readonly number[]): '0-1' | '0-100' | undefined {
  if (values.some((value) => Math.abs(value) > 100)) return undefined;
  if (values.some((value) => Math.abs(value) > 1)) return '0-100';
  return values.some((value) => value !== 0 && Math.abs(value) !== 1) ? '0-1' : undefined;
}
