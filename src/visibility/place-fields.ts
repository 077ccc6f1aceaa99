/**
 * Finds which of the places in an answer is which of our fields: by its name, whatever its case, underscores and
 * nesting; else by what a description calls it; a day also by being the only one. Pure. Of two
 * fields that want one place the better named gets it: no value is ever read as two things.
 */
import type { Candidate } from './candidates.ts';
import { type Field, KEY, type Kind, type Path, type Shape } from './shape.ts';

/** Where each field stands, by its name; those that stand nowhere are missing. */
export type Fit = ReadonlyMap<string, Found>;
export type Found = { path: Path; weight: number; candidate: Candidate };

/** Objects that only hold together what belongs to the row itself. */
const TRANSPARENT = new Set(
  'data attributes relationships properties fields item node record result lead match matching relevance qualification analysis assessment evaluation scoring scores own brand self dimensions stats statistics metrics figures values totals counts summary timestamps dates times meta details info overall paging pagination pageinfo links cursors'.split(
    ' ',
  ),
);

/** As Elasticsearch wraps a row; a "source" is where a lead comes from. */
const SOURCE = '_source';

/** What the value itself is called inside an object of its own: `score: {value: 91}`. */
const OWN_VALUE: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  number: 'value score points amount raw number count total avg average mean overall'.split(' '),
  share: 'value share ratio rate raw'.split(' '),
  text: 'value text name displayname title label raw href url username content'.split(' '),
  words: 'value text name displayname title label raw'.split(' '),
  id: 'id uuid value'.split(' '),
  instant: 'value at iso date datetime timestamp utc'.split(' '),
  timestamp: 'value at iso date datetime timestamp utc'.split(' '),
  day: 'value at iso date'.split(' '),
  texts: 'items names values'.split(' '),
  rows: 'items rows data results list'.split(' '),
};

/** Words that mean the same in any name; those of counting are often left out: "comments", "num_comments". */
const SAME_WORD: Readonly<Record<string, string>> = {
  avg: 'average',
  mean: 'average',
  our: 'own',
  my: 'own',
  position: 'rank',
  pos: 'rank',
};
const COUNTING = new Set('count counts num n nr no number cnt of'.split(' '));

/**
 * How sure a place is: a name as we know it, found through wrapping, by its words in any order, in the words of a
 * description, by how its name ends, or by being alone.
 */
const [NAMED, UNWRAPPED, WORDED, DESCRIBED, ENDING, ALONE] = [1000, 900, 700, 300, 200, 100];

/** A name without regard to case, underscores and nesting. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}$]/gu, '');
}

/** What an API may write for the whole. */
const WHOLE = new Set(
  'all overall total whole any combined aggregate aggregated average global none project allengines allregions allmodels'.split(
    ' ',
  ),
);
export const isWhole = (said: string | undefined) => said !== undefined && WHOLE.has(plainName(said));

/** @param skip fields that need no place any more. */
export function placeFields(shape: Shape, candidates: readonly Candidate[], skip?: ReadonlySet<string>): Fit {
  const wanted = Object.entries(shape).filter(([name]) => !skip?.has(name));
  const pairs = candidates.flatMap((candidate) =>
    wouldBe(shape, candidate).flatMap(({ name, field, weight }) =>
      !skip?.has(name) && candidate.fits(field) ? { name, weight, candidate } : [],
    ),
  );
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
  // The key of a map is what its rows are called.
  const [first] = wanted;
  const key = outer.find(({ path }) => path[0] === KEY);
  if (key && first && first[0] === Object.keys(shape)[0] && key.fits(first[1])) take(first[0], ALONE, key);
  for (const [name, field] of wanted.filter(([, { kind }]) => kind === 'day')) {
    const [only, ...more] = outer.filter((candidate) => !candidate.isEmpty && candidate.fits(field));
    if (only && more.length === 0) take(name, ALONE, only);
  }
  for (const [name, field] of wanted.filter(([, { kind }]) => kind === 'number' || kind === 'share')) {
    const [only, ...more] = candidates.filter((each) => !taken.has(each) && endsLike(each, field));
    if (only && more.length === 0 && only.fits(field)) take(name, ENDING, only);
  }
  return fits;
}

/** What other figures are of, than the one that we look for. */
const OF_OTHERS =
  /reddit|vote|karma|spam|toxic|sentiment|competitor|rival|previous|prev|last|min|max|confidence|change|delta|threshold/i;

/** "ai_priority_score" is a score, where nothing else ends so. */
function endsLike({ path, isEmpty }: Candidate, { names, documented }: Field): boolean {
  if (documented) return false;
  const last = path.at(-1) ?? '';
  const tail = (names[0] ?? '').replace(/^(?:own|lead)_/, '');
  return !isEmpty && tail !== '' && splitName(last).join('_').endsWith(`_${tail}`) && !OF_OTHERS.test(last);
}

/** A field that a place may be by what it is called, whatever stands there. */
type WouldBe = { name: string; field: Field; weight: number };

const WOULD_BE = new WeakMap<Shape, Map<string, readonly WouldBe[]>>();
/** An API has far fewer; one that calls its places otherwise every time is read all the same. */
const MOST_PLACES = 2_000;

/** Depends on names alone, and an API calls its places the same all day. */
function wouldBe(shape: Shape, candidate: Candidate): readonly WouldBe[] {
  const byPlace = WOULD_BE.get(shape) ?? new Map<string, readonly WouldBe[]>();
  WOULD_BE.set(shape, byPlace);
  const place = [candidate.said ?? '', ...candidate.path].join('\u0000');
  const known = byPlace.get(place);
  if (known) return known;
  const places = placesOf(candidate);
  const found = Object.entries(shape).flatMap(([name, field]) => {
    const weight = weightOf(namesOf(field), field.kind, candidate, places);
    return weight > 0 ? { name, field, weight } : [];
  });
  if (byPlace.size >= MOST_PLACES) byPlace.clear();
  byPlace.set(place, found);
  return found;
}

/** The names of a field, plain and by their words. */
type Names = { plain: readonly string[]; worded: readonly string[] };

const NAMES = new WeakMap<Field, Names>();

function namesOf(field: Field): Names {
  const known = NAMES.get(field);
  if (known) return known;
  const all = [...(field.rather ?? []), ...field.names];
  const names = { plain: all.map(plainName), worded: all.map((name) => wordsOf([name])) };
  NAMES.set(field, names);
  return names;
}

/**
 * What a place may be called: its steps, whole and then without what only wraps them, one wrapping after another; and so
 * the steps that its last one is the value of.
 */
type Places = {
  plain: readonly string[];
  holders: readonly string[];
  last: string;
  worded: readonly string[];
  said: string | undefined;
};

function placesOf({ path, said }: Candidate): Places {
  const steps = path.map(plainName);
  const wrappings = steps.slice(0, -1).findIndex((step, i) => !TRANSPARENT.has(step) && path[i] !== SOURCE);
  const most = wrappings < 0 ? steps.length - 1 : wrappings;
  const starts = Array.from({ length: most + 1 }, (_, i) => i);
  return {
    plain: [...starts.map((i) => steps.slice(i).join('')), ...linked(steps.slice(most))],
    holders: starts.filter((i) => i < steps.length - 1).map((i) => steps.slice(i, -1).join('')),
    last: steps.at(-1) ?? '',
    worded: starts.map((i) => wordsOf(path.slice(i))),
    said: said === undefined ? undefined : headOf(said),
  };
}

/** A relationship's id, as JSON:API wraps it: engine.data.id. */
function linked(steps: readonly string[]): string[] {
  const [of = '', data, id = ''] = steps;
  return steps.length === 3 && data === 'data' && id === 'id' ? [of + id] : [];
}

/** How far down a list of names one stands; the last of a long list still counts for something. */
const lateness = (i: number) => (i < 30 ? i * 10 : 300 + (i - 30));

function weightOf({ plain, worded }: Names, kind: Kind, { path }: Candidate, places: Places): number {
  const depth = path.length;
  // It may be called so itself, or be the value inside of what is.
  const holders = OWN_VALUE[kind]?.includes(places.last) ? places.holders : [];
  // "_score" is a database's own, unless there is no other.
  const named = depth === 1 && kind !== 'id' && path[0]?.startsWith('_') ? WORDED : NAMED;
  for (const [i, name] of plain.entries()) {
    if (places.plain[0] === name) return named - lateness(i) - depth;
    if (places.plain.includes(name) || holders.includes(name)) return UNWRAPPED - lateness(i) - depth;
  }
  const byWords = worded.findIndex((words) => words !== '' && places.worded.includes(words));
  if (byWords >= 0) return WORDED - lateness(byWords) - depth;
  return places.said !== undefined && plain.includes(places.said) ? DESCRIBED - depth : 0;
}

/** "leadsTotal" and "total_leads" have the same words; "comments", "num_comments" and "comment_count" too. */
function wordsOf(path: Path): string {
  const words = splitName(path.join('_')).map(
    (word) => SAME_WORD[word] ?? word.replace(/(?<=[^s]{3})s$/, ''),
  );
  const telling = words.filter((word) => !COUNTING.has(word));
  return telling.sort().join(' ');
}

/** "leadsTotal" and "leads_total" into their words. */
function splitName(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
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
