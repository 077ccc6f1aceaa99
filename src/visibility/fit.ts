/**
 * Finds which of the places in an answer is which of our fields: by its name, whatever its case, underscores and
 * nesting; else by what a description calls it; a day also by being the only one. Pure. Of two
 * fields that want one place the better named gets it: no value is ever read as two things.
 */
import type { Candidate } from './candidates.ts';
import type { Kind, Path, Shape } from './shape.ts';

/** Where each field stands, by its name; those that stand nowhere are missing. */
export type Fit = ReadonlyMap<string, Found>;
export type Found = { path: Path; weight: number; candidate: Candidate };

/** Objects that only hold together what belongs to the row itself. */
const TRANSPARENT = new Set(
  'data attributes properties fields item node record result lead match matching relevance qualification scoring scores own brand self stats statistics metrics figures values totals counts summary timestamps dates times meta details info'.split(
    ' ',
  ),
);

/** What the value itself is called inside an object of its own: `score: {value: 91}`. */
const OWN_VALUE: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  number: [
    'value',
    'score',
    'amount',
    'raw',
    'number',
    'count',
    'total',
    'avg',
    'average',
    'mean',
    'overall',
  ],
  share: ['value', 'share', 'ratio', 'rate', 'raw'],
  text: [
    'value',
    'text',
    'name',
    'displayname',
    'title',
    'label',
    'raw',
    'href',
    'url',
    'username',
    'content',
  ],
  words: ['value', 'text', 'name', 'displayname', 'title', 'label', 'raw'],
  id: ['id', 'uuid', 'value'],
  instant: ['value', 'at', 'iso', 'date', 'datetime', 'timestamp', 'utc'],
  timestamp: ['value', 'at', 'iso', 'date', 'datetime', 'timestamp', 'utc'],
  day: ['value', 'at', 'iso', 'date'],
  texts: ['items', 'names', 'values'],
  rows: ['items', 'rows', 'data', 'results', 'list'],
};

/** How sure a place is: a name as we know it, found through wrapping, in a description's words, or by being alone. */
const [NAMED, UNWRAPPED, DESCRIBED, ALONE] = [1000, 900, 300, 100];

/** A name without regard to case, underscores and nesting. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}$]/gu, '');
}

/** @param skip fields that need no place any more. */
export function placeFields(shape: Shape, candidates: readonly Candidate[], skip?: ReadonlySet<string>): Fit {
  const wanted = Object.entries(shape).filter(([name]) => !skip?.has(name));
  const named = wanted.map(([name, field]) => ({ name, field, names: field.names.map(plainName) }));
  const pairs = candidates.flatMap((candidate) => {
    const places = placesOf(candidate.path);
    return named.flatMap(({ name, field, names }) => {
      const weight = weightOf(names, field.kind, candidate, places);
      return weight > 0 && candidate.fits(field) ? { name, weight, candidate } : [];
    });
  });
  const fits = new Map<string, Found>();
  const taken = new Set<Candidate>();
  const take = (name: string, weight: number, candidate: Candidate) => {
    if (fits.has(name) || taken.has(candidate)) return;
    fits.set(name, { path: candidate.path, weight, candidate });
    taken.add(candidate);
  };
  for (const { name, weight, candidate } of pairs.sort((a, b) => b.weight - a.weight)) {
    take(name, weight, candidate);
  }
  const outer = candidates.filter(({ path }) => path.length === 1);
  for (const [name, field] of wanted.filter(([, { kind }]) => kind === 'day')) {
    const [only, ...more] = outer.filter((candidate) => candidate.fits(field));
    if (only && more.length === 0) take(name, ALONE, only);
  }
  return fits;
}

/** The plain steps of a path: whole, then without what only wraps them, one wrapping after another. */
function placesOf(path: Path): readonly (readonly string[])[] {
  const steps = path.map(plainName);
  const wrappings = steps.slice(0, -1).findIndex((step) => !TRANSPARENT.has(step));
  const most = wrappings < 0 ? steps.length - 1 : wrappings;
  return Array.from({ length: most + 1 }, (_, i) => steps.slice(i));
}

function weightOf(
  names: readonly string[],
  kind: Kind,
  { path, said }: Candidate,
  places: readonly (readonly string[])[],
): number {
  const lies = (steps: readonly string[], name: string) =>
    steps.join('') === name ||
    (steps.length > 1 &&
      steps.slice(0, -1).join('') === name &&
      (OWN_VALUE[kind]?.includes(steps.at(-1) ?? '') ?? false));
  for (const [i, name] of names.entries()) {
    if (places[0]?.join('') === name) return NAMED - i * 10 - path.length;
    if (places.some((steps) => lies(steps, name))) return UNWRAPPED - i * 10 - path.length;
  }
  return said !== undefined && names.includes(headOf(said)) ? DESCRIBED - path.length : 0;
}

/** What a title or a description calls a thing: "The number of comments in the thread, if known" -> "comments". */
function headOf(said: string): string {
  const named = said
    .trim()
    .replace(/^(?:the|an?|its) /i, '')
    .replace(/^(?:number|count) of /i, '');
  return plainName(
    named.split(/[.,;:(–—]| (?:of|in|on|for|from|as|by|to|that|which|where|when|if) /i)[0] ?? '',
  );
}
