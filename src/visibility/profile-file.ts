/** A profile as a YAML file: `npm run learn -- --out` writes it, a person corrects it, `api.profile` names it. */
import { isMap, isScalar, LineCounter, type Pair, parseDocument, stringify } from 'yaml';
import { ConfigError } from '../errors.ts';
import type { Came } from './findings.ts';
import { isOperation, OPERATIONS, type OperationId, operationName } from './operations.ts';
import type { Line, Profile } from './profile.ts';
import type { Shape } from './shape.ts';

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
