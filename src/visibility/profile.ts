/**
 * How this API says what we mean: one line for each thing, from our word to its place there, and how we know. The API's
 * description, answers and refusals propose lines; requests and readers use the most trusted line and nothing else. What a
 * refusal taught holds only for the key that met it, since another plan may have other limits.
 */
import { createHash } from 'node:crypto';
import type { Path } from './shape.ts';

/** How a line is known, the most trusted first: from a person, the API's description, a refusal or an answer. */
export const BELIEFS = ['corrected', 'described', 'refused', 'answered'] as const;
export type Belief = (typeof BELIEFS)[number];

/**
 * `operation`: a key of OPERATIONS, or "unlisted". `what`: a field ("byEngine.score"), "list" for the place of the
 * rows, "query.limit", "body.prompt", "query.limit.maximum", "query.engine_ids.list" (repeat or comma), "query.topic.by" (id), "pages.next",
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

/** What the API's list of prompts has of what is written to one. */
const OF_PROMPTS: Readonly<Record<string, string>> = { prompt: 'text', category: 'category' };

/** What is known of an operation. A prompt is written under the names of the API's own rows: wrong ones might be ignored. */
export function linesFor(operation: string, body: object | undefined, profile: Profile): OperationLines {
  const lines = profile.get(operation) ?? NO_LINES;
  const listed = profile.get('prompts') ?? NO_LINES;
  const named = Object.keys(body ?? {}).flatMap((word): Line[] => {
    const there = word in OF_PROMPTS ? lookUp(listed, OF_PROMPTS[word] ?? '') : undefined;
    const isName = there && /^\w+$/.test(there);
    return isName ? [{ operation, what: `body.${word}`, there, known: 'answered' }] : [];
  });
  return withLines(lines, named);
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

/** A learned line and a hash of its key; '' stands for all keys. */
export type KeptLine = Line & { keyMark: string };

type ProfilesDeps = {
  /** The operator's corrections. */
  corrected: () => readonly Line[];
  /** Stores learned lines; after a failure they are learned again. */
  keep: (lines: readonly KeptLine[]) => Promise<void>;
  onLost: (error: unknown) => void;
};

export type KeptProfiles = ReturnType<typeof createProfiles>;

export function createProfiles({ corrected, keep, onLost }: ProfilesDeps) {
  let kept: readonly KeptLine[] = [];
  let keeping: Promise<unknown> = Promise.resolve();
  let made = new Map<string, { profile: Profile; corrected: readonly Line[] }>();

  return {
    /** The profile for calls with this key. */
    of(apiKey: string): Profile {
      const corrections = corrected();
      const known = made.get(apiKey);
      if (known && known.corrected === corrections) return known.profile;
      const mark = markOf(apiKey);
      const own = kept.filter((line) => line.keyMark === mark);
      const profile = profileOf([...kept.filter((line) => line.keyMark === ''), ...own, ...corrections]);
      made.set(apiKey, { profile, corrected: corrections });
      return profile;
    },
    learn(apiKey: string, lines: readonly Line[]): void {
      const mark = markOf(apiKey);
      const learned = lines.map((line) => ({ ...line, keyMark: mark }));
      kept = [...kept, ...learned];
      made = new Map();
      keeping = Promise.all([keeping, keep(learned).catch(onLost)]);
    },
    /** Resolves once all learned lines are stored or lost. */
    kept: async (): Promise<void> => void (await keeping),
    /** Replaces what is known by the lines from the store, including what other processes learned. */
    load(lines: readonly KeptLine[]): void {
      kept = lines;
      made = new Map();
    },
  };
}

/** Identifies a key, or the API's address, in the store without revealing it. */
export function markOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 16);
}
