/**
 * How this API says what we mean: one line for each thing, from our word to its place there, and how we know. The API's
 * description, answers and refusals propose lines; requests and readers use the most trusted line and nothing else.
 */
import type { Path } from './shape.ts';

/** How a line is known, the most trusted first: from a person, the API's description, a refusal or an answer. */
export const BELIEFS = ['corrected', 'described', 'refused', 'answered'] as const;
export type Belief = (typeof BELIEFS)[number];

/**
 * `operation`: a key of OPERATIONS, or "unlisted". `what`: a field ("byEngine.score"), "list" for the place of the
 * rows, "query.limit", "body.prompt", "query.limit.maximum", "query.engine_ids.list" (repeat or comma), "pages.next",
 * "path", "send.lang" (a parameter with a fixed value) or "span.days" (one that asks for more days). `there`: the
 * API's path, name or number; null where it has no such thing.
 */
export type Line = { operation: string; what: string; there: string | null; known: Belief };

/** The lines of one operation by `what`, the most trusted first. */
export type OperationLines = ReadonlyMap<string, readonly Line[]>;
export type Profile = ReadonlyMap<string, OperationLines>;

export const NO_LINES: OperationLines = new Map();
export const NO_PROFILE: Profile = new Map();

/** `lines` in any order; of two that are known alike, the later one counts. */
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

/** Adds lines of the same operation, which replace those that are known alike. */
export function withLines(lines: OperationLines, further: readonly Line[]): OperationLines {
  if (further.length === 0) return lines;
  const [only] = profileOf([...[...lines.values()].flat(), ...further]).values();
  return only ?? lines;
}

/** The most trusted place of one thing: undefined where nothing is known, null where the API has no such thing. */
export function lookUp(lines: OperationLines, what: string): string | null | undefined {
  return lines.get(what)?.[0]?.there;
}

/** The lines that refusals taught. */
export function refusedIn(profile: Profile): Line[] {
  const all = [...profile.values()].flatMap((lines) => [...lines.values()].flat());
  return all.filter(({ known }) => known === 'refused');
}

/** "thread.title" as steps; a dot inside a name is written "\.". "$" is the whole answer. */
export function parsePath(text: string): Path {
  if (text === '$') return [];
  return text.split(/(?<!\\)\./).map((step) => step.replaceAll('\\.', '.'));
}

export function pathText(path: Path): string {
  return path.length === 0 ? '$' : path.map((step) => step.replaceAll('.', '\\.')).join('.');
}
