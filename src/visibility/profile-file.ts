/** A profile as a YAML file: `npm run learn -- --out` writes it, a person corrects it, `api.profile` names it. */
import { isMap, isScalar, LineCounter, parseDocument, stringify } from 'yaml';
import { ConfigError } from '../errors.ts';
import { isOperation, OPERATIONS, type OperationId, operationName } from './operations.ts';
import type { Line, Profile } from './profile.ts';
import type { Shape } from './shape.ts';

const HEAD = `# How Sightline reads this API: our word, its place in the API, and how we know.
# Correct what is wrong, and name this file under "api: profile:" in projects.yml. Your lines take precedence.
# A line that begins with "# " is a guess and has no effect until you remove the "# "; "none" means that the API has no such thing.
`;
const NONE = 'none';

/** All known lines, and the guesses as comments. */
export function profileText(profile: Profile): string {
  const parts = Object.keys(OPERATIONS)
    .filter(isOperation)
    .map((id) => {
      const known = [...(profile.get(id)?.values() ?? [])].flatMap(([line]) =>
        line ? [lineText(line)] : [],
      );
      const guessed = guessesOf(id)
        .filter(([what]) => !profile.get(id)?.has(what))
        .map(([what, there]) => `  # ${what}: ${there}`);
      const head = `${id}:`.padEnd(28);
      return `${known.length > 0 ? head : `# ${head}`}# ${operationName(id)}\n${[...known, ...guessed].join('\n')}`;
    });
  return `${HEAD}\n${parts.join('\n\n')}\n`;
}

function lineText({ what, there, known }: Line): string {
  const value = there === null ? NONE : stringify(there).trim();
  return `  ${`${what}: ${value}`.padEnd(44)} # ${known}`;
}

function guessesOf(id: OperationId): [what: string, there: string][] {
  return wordsOf(OPERATIONS[id].answer.shape).map(([what, names]) => [what, names[0] ?? what]);
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
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error' });
  const [fault] = document.errors;
  if (fault) throw new ConfigError([`${file}: ${fault.message}`]);
  const { contents } = document;
  if (contents === null) return [];
  if (!isMap(contents))
    throw new ConfigError([`${file}: must name operations, as \`npm run learn -- --out\` does.`]);
  const faults: string[] = [];
  const read: Line[] = [];
  const addFault = (node: unknown, sentence: string) => {
    const offset = isScalar(node) || isMap(node) ? (node.range?.[0] ?? 0) : 0;
    faults.push(`${file}:${lines.linePos(offset).line}: ${sentence}`);
  };
  for (const { key, value } of contents.items) {
    const id = isScalar(key) ? String(key.value) : '';
    if (!isOperation(id)) {
      addFault(key, `“${id}” isn’t an operation. Use one of: ${Object.keys(OPERATIONS).join(', ')}.`);
      continue;
    }
    if (isScalar(value) && value.value === null) continue;
    if (!isMap(value)) {
      addFault(key, `${id} must be a map with one line per field.`);
      continue;
    }
    for (const pair of value.items) {
      const what = isScalar(pair.key) ? String(pair.key.value) : '';
      const there = isScalar(pair.value) ? pair.value.value : undefined;
      if (!isKnown(id, what)) addFault(pair.key, `${id} has no “${what}”. ${expectedOf(id)}`);
      else if (!['string', 'number', 'boolean'].includes(typeof there) && there !== null)
        addFault(pair.key, `${id}.${what} must be a name, a path such as thread.title, or none.`);
      else read.push({ operation: id, what, there: placeOf(there), known: 'corrected' });
    }
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return read;
}

function placeOf(there: unknown): string | null {
  const isNone = there === null || there === false || there === NONE;
  return isNone ? null : String(there);
}

const SENT = /^(?:path$|send\.|span\.|pages\.\w+$|query\.\w+(?:\.(?:maximum|list))?$|body\.\w+$)/;

function isKnown(id: OperationId, what: string): boolean {
  const { shape, list } = OPERATIONS[id].answer;
  return SENT.test(what) || (list && what === 'list') || wordsOf(shape).some(([word]) => word === what);
}

function expectedOf(id: OperationId): string {
  const words = wordsOf(OPERATIONS[id].answer.shape).map(([word]) => word);
  return `It has: ${['list', ...words, 'path', 'query.…', 'body.…', 'pages.…'].join(', ')}.`;
}
