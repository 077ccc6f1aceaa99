/**
 * What is known of how this API says what we mean: one line for each thing, from our word to its place there, and how we
 * know it. Its description, its answers and its refusals propose lines; whoever reads or asks takes the one that is
 * believed most, and knows nothing else.
 */
import type { Path } from './shape.ts';

/** How a line is known, believed in this order: said by a person, by the API's description, by a refusal, seen, guessed. */
export const BELIEFS = ['corrected', 'described', 'refused', 'answered', 'guessed'] as const;
export type Belief = (typeof BELIEFS)[number];

/**
 * `operation` is a key of OPERATIONS (or "unlisted"). `what` is our word: a field ("byEngine.score"), "list" for where the
 * rows lie, "query.limit" and "body.prompt" for what is sent, "query.limit.maximum", "query.engine_ids.list" (repeat or
 * comma), "pages.next", "path". `there` is the API's: a path, a name, a number; null where it has no such thing.
 */
export type Line = { operation: string; what: string; there: string | null; known: Belief };

/** The lines of one operation: of each thing the most believed first. */
export type OperationLines = ReadonlyMap<string, readonly Line[]>;
export type Profile = ReadonlyMap<string, OperationLines>;

export const NO_LINES: OperationLines = new Map();
export const NO_PROFILE: Profile = new Map();

/** Any lines, in any order; of two that are known alike the later one counts. */
export function profileOf(lines: readonly Line[]): Profile {
  const latest = new Map(lines.map((line) => [[line.operation, line.what, line.known].join('\u0000'), line]));
  const byBelief = [...latest.values()].sort((a, b) => BELIEFS.indexOf(a.known) - BELIEFS.indexOf(b.known));
  return new Map(
    [...Map.groupBy(byBelief, ({ operation }) => operation)].map(([operation, own]) => [
      operation,
      Map.groupBy(own, ({ what }) => what),
    ]),
  );
}

/** With further lines of the same operation, which count before others that are known alike. */
export function withLines(lines: OperationLines, further: readonly Line[]): OperationLines {
  if (further.length === 0) return lines;
  const [only] = profileOf([...[...lines.values()].flat(), ...further]).values();
  return only ?? lines;
}

/** What is believed most of one thing: undefined where nothing is known, null where the API has no such thing. */
export function lookUp(lines: OperationLines, what: string): string | null | undefined {
  return lines.get(what)?.[0]?.there;
}

/** The lines that refusals taught. */
export function refusedIn(profile: Profile): Line[] {
  const all = [...profile.values()].flatMap((lines) => [...lines.values()].flat());
  return all.filter(({ known }) => known === 'refused');
}

/** "thread.title" -> its steps; a dot in a name is written "\.". "$" is the whole answer. */
export function parsePath(text: string): Path {
  if (text === '$') return [];
  return text.split(/(?<!\\)\./).map((step) => step.replaceAll('\\.', '.'));
}

export function pathText(path: Path): string {
  return path.length === 0 ? '$' : path.map((step) => step.replaceAll('.', '\\.')).join('.');
}
