/**
 * Finds the place of each field in an answer: by name, in any case and nesting; else by the name in
 * a description; a day also by being the only one. Pure. If two fields want one place, the better
 * name wins: no value is ever read as two fields.
 */
import { oncePer, oncePerText } from '../once-per.ts';
import type { Candidate } from './candidates.ts';
import { earlierThan, headOf, isInRun, isOfRun, plainName, splitName, wordsOf } from './names.ts';
import { type Field, KEY, type Kind, type Path, type Shape, uuid } from './shape.ts';
import { isResourceName, readDenied } from './values.ts';

/** The place of each field that was found, by our name for it. */
export type Fit = ReadonlyMap<string, Found>;
export type Found = { path: Path; weight: number; candidate: Candidate };

/** Names of objects that only group a row's own fields. */
const GROUPING = new Set(
  'data attributes embedded relationships properties fields item node record result lead match matching relevance qualification analysis assessment evaluation prediction scoring scores own brand self dimensions stats statistics metrics figures values totals counts summary timestamps dates times total meta metadata details verdict ai info overall paging pagination pageinfo pageable links cursors standing performance visibility usage kpis snapshot current latest aggregations aggregate metric bystatus tags labels responsemetadata results tracking lifecycle spec sys associations'.split(
    ' ',
  ),
);

/**
 * "own_stats" groups as "own" and "stats" do, and "score_details" what belongs to a score, as "thread_details" doesn't. A
 * plain "source" isn't Elasticsearch's wrapper of a row: that is where a lead comes from.
 */
const isGrouping = (step: string) =>
  step === '_source' ||
  GROUPING.has(plainName(step)) ||
  splitName(step).every((word, i, { length }) => GROUPING.has(word) || (word === 'score' && i < length - 1));

const OF_BRAND = /^(?:own|self|us|ours?|you|mine|me)$|^(?:own|our|your|my)(?:_|(?=[A-Z]))/;

/** Names of the value itself inside its own object: `score: {value: 91}`. */
const OWN_VALUE: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  number:
    'value score points amount raw number count total totalcount avg average mean overall current doccount'.split(
      ' ',
    ),
  share: 'value share ratio rate raw avg average mean overall current'.split(' '),
  text: 'value text displayname name title label raw full href url username handle nick hostname domain host content markdown'.split(
    ' ',
  ),
  address: 'value url href raw full link uri'.split(' '),
  words: 'value text name displayname title label raw'.split(' '),
  id: 'id uuid value'.split(' '),
  instant: 'value at iso date datetime timestamp utc finished completed'.split(' '),
  timestamp: 'value at iso date datetime timestamp utc'.split(' '),
  day: 'value at iso date'.split(' '),
  texts: 'items names values data'.split(' '),
  rows: 'items rows data results records list hits'.split(' '),
};

/**
 * How certain a match is: a known name, a known name inside wrappers, the same words in any order, the words of a
 * description, the end of a name, or being the only possible place. MAYBE: the end of a name, where the order has to tell.
 */
const [NAMED, UNWRAPPED, WORDED, DESCRIBED, ENDING, ALONE, MAYBE] = [1000, 900, 700, 300, 200, 100, 1];

/** A lead's page in the API's dashboard is its URL only where no other place is; what a record says of itself goes after what it holds. */
const weighed = (weight: number, { isOwnPage, isOfRecord }: Candidate, { names: [first] }: Field) =>
  isOwnPage ? MAYBE : isOfRecord && first !== 'id' ? weight - (NAMED - WORDED) : weight;

/** `skip`: fields that already have a place. */
export function placeFields(shape: Shape, candidates: readonly Candidate[], skip?: ReadonlySet<string>): Fit {
  const fits = new Map<string, Found>();
  const taken = new Set<Candidate>();
  const take = (name: string, weight: number, candidate: Candidate) => {
    if (fits.has(name) || taken.has(candidate)) return;
    fits.set(name, { path: candidate.path, weight, candidate });
    taken.add(candidate);
  };
  const isOther = otherThings(candidates);
  const named = candidates.flatMap((candidate) =>
    matchesIn(shape)(candidate.said ?? '', ...nameOf(candidate)).flatMap(({ name, field, weight }) =>
      !skip?.has(name) && !isOther(candidate, field) && candidate.fits(field)
        ? { name, field, weight: weighed(weight, candidate, field), candidate }
        : [],
    ),
  );
  for (const { name, weight, candidate } of inOrder(named).sort((a, b) => b.weight - a.weight))
    take(name, weight, candidate);
  const open = Object.entries(shape).flatMap(([name, field]): Search[] => {
    if (skip?.has(name) || fits.has(name)) return [];
    const all = candidates.filter((each) => !isOther(each, field));
    const outer = all.filter(({ path }) => path.length === 1);
    return [{ shape, name, field, candidates: all, outer, taken }];
  });
  for (const find of OTHER_WAYS)
    for (const search of open) {
      const found = fits.has(search.name) ? undefined : find(search);
      if (found) take(search.name, find === findByEnding ? ENDING : ALONE, found);
    }
  return fits;
}

/** Whether a place has one of a field's names, and values that can be read as it. */
export function isNamedAs(field: Field, candidate: Candidate): boolean {
  if (!candidate.fits(field)) return false;
  const weight = weightOf(namesOf(field), field.kind, placesOf(nameOf(candidate), candidate.said));
  return weight > DESCRIBED || isLastly(candidate, field);
}

/** Rows that come best first have their score where numbers never rise; another "score" may be the thread's votes. */
function inOrder<M extends Match & { candidate: Candidate }>(named: readonly M[]): M[] {
  const scores = named.filter(({ field }) => field.falling);
  const falling = scores.length > 1 ? scores.filter(({ field, candidate }) => candidate.falls(field)) : [];
  return named.filter(
    (each) => !each.field.falling || (falling.length > 0 ? falling.includes(each) : each.weight > MAYBE),
  );
}

/** `outer`: the candidates that are in the row itself; `taken`: those that have a field. */
type Search = {
  shape: Shape;
  name: string;
  field: Field;
  candidates: readonly Candidate[];
  outer: readonly Candidate[];
  taken: ReadonlySet<Candidate>;
};

/** Ways to find a field whose name nothing has, the better ones first. */
const OTHER_WAYS: readonly ((search: Search) => Candidate | undefined)[] = [
  ...[findLastly, findReference, findDenial, findPlainList, findResourceName, findKey],
  ...[findByValues, findByEnding],
];

const fitsWell = (candidate: Candidate, field: Field) => !candidate.isEmpty && candidate.fits(field);

const IS_UUID: Field = { ...uuid(''), inEveryRow: true };

const onlyOf = ([only, ...more]: readonly Candidate[]) => (more.length === 0 ? only : undefined);

function findLastly({ field, candidates }: Search): Candidate | undefined {
  return candidates.find((each) => isLastly(each, field) && fitsWell(each, field));
}

/** The id of a thing may be all that stands under the thing's own name: {"prompt": "<uuid>"}. */
function findReference({ field, candidates }: Search): Candidate | undefined {
  if (field.kind !== 'id') return undefined;
  const things = new Set(namesOf(field).plain.flatMap((name) => name.match(/.+(?=id$)/) ?? []));
  return candidates.find((each) => things.has(withoutWrappers(each.path)) && fitsWell(each, IS_UUID));
}

/** Whether a place denies a flag: {"paused_at": null} says that a prompt is active. */
export const denies = (path: Path, { unless }: Field): boolean => isAmong(path, unless);

/** Whether a place says that something is done: {"dismissed_at": "2026-11-20T09:00:00Z"}. */
export const saysDone = ({ path, fits }: Candidate, field: Field): boolean =>
  isAmong(path, field.doneBy) && fits({ ...field, read: readDenied });

const isAmong = (path: Path, names: readonly string[] = []) =>
  names.some((name) => plainName(name) === withoutWrappers(path));

/** Of two that may say no, neither alone says yes. */
function findDenial({ field, candidates }: Search): Candidate | undefined {
  if (!field.unless) return undefined;
  const able = candidates.filter(
    ({ path, fits }) => denies(path, field) && fits({ ...field, read: readDenied }),
  );
  const told = able.filter(({ isEmpty }) => !isEmpty);
  return told.length > 0 ? onlyOf(told) : able[0];
}

/**
 * A list of a name that says nothing, whose rows have the field's first inner field, such as the engine, and another one; or
 * the only list of whatever name whose rows have many, for a thing that is about its one list.
 */
function findPlainList({ shape, field, outer: all }: Search) {
  const { kind, inner = {}, documented } = field;
  const outer = all.filter((each) => each.fits(field));
  if (kind !== 'rows' || documented) return undefined;
  const hasFields = (least: number) => (candidate: Candidate) => {
    const fit = placeFields(inner, candidate.inner());
    return fit.has(Object.keys(inner)[0] ?? '') && fit.size >= least;
  };
  const isOnlyList = Object.values(shape).filter((each) => each.kind === 'rows').length === 1;
  const plain = outer.filter(({ path }) => PLAIN_LISTS.has(plainName(path[0] ?? '')));
  return plain.find(hasFields(2)) ?? (isOnlyList ? onlyOf(outer.filter(hasFields(4))) : undefined);
}

/** A name that is an id: "projects/p1/topics/7". */
function findResourceName({ field, outer }: Search): Candidate | undefined {
  const read = (value: unknown) => (typeof value === 'string' && isResourceName(value) ? value : undefined);
  return field.kind === 'id' && field.names.includes('id')
    ? outer.find(({ path, fits }) => path[0] === 'name' && fits({ ...field, read }))
    : undefined;
}

/** The key of a map or of a search index's bucket is the name of its rows, which is a shape's first field. */
function findKey({ shape, name, field, outer }: Search): Candidate | undefined {
  const [first = '', second = ''] = Object.keys(shape);
  const isIdOf = (id: string, of: string) => plainName(id) === `${plainName(of)}id`;
  const key = isIdOf(first, second) ? second : first;
  // A map of engines by id may have their names inside.
  if (isIdOf(name, key)) return outer.find((each) => each.path[0] === KEY && each.fits(uuid('')));
  if (name !== key) return undefined;
  return [KEY, 'key'].flatMap((at) => outer.find(({ path, fits }) => path[0] === at && fits(field)) ?? [])[0];
}

/** The only place whose values say what they are: a domain or, apart from what dates the row itself, a day. */
function findByValues({ field, outer, taken }: Search): Candidate | undefined {
  const { told, kind } = field;
  if (kind === 'day')
    return onlyOf(outer.filter((each) => !OF_RECORD.test(each.path[0] ?? '') && fitsWell(each, field)));
  const read = (value: unknown) => (typeof value === 'string' && told?.test(value) ? value : undefined);
  const isRight = (each: Candidate) =>
    !taken.has(each) && fitsWell(each, { ...field, read, inEveryRow: true });
  return told && onlyOf(outer.filter(isRight));
}

function findByEnding({ field, candidates, taken }: Search): Candidate | undefined {
  if (!field.endings) return undefined;
  const only = onlyOf(
    candidates.filter((each) => !taken.has(each) && !each.isEmpty && endsLike(each.path, field)),
  );
  return only?.fits(field) ? only : undefined;
}

/**
 * Whether a place holds something else than a field, from what is around it: the type of a resource in JSON:API,
 * JSON-LD or GraphQL; the name that machines use, beside a display name; local time beside UTC; the API's own address
 * of it; the brand's own, for a rival.
 */
function otherThings(candidates: readonly Candidate[]): (candidate: Candidate, field: Field) => boolean {
  const beside = (path: Path, last: string) => [...path.slice(0, -1), last].join('\u0000');
  const places = new Set(
    candidates.flatMap(({ path, isEmpty }) => (isEmpty ? [] : beside(path, plainName(path.at(-1) ?? '')))),
  );
  const outdated = new Set(candidates.flatMap(({ path, isEmpty }) => (isEmpty ? [] : earlierThan(path))));
  return (candidate, field) => {
    const [{ path, isOfRecord = false }, { kind }] = [candidate, field];
    const last = path.at(-1) ?? '';
    if (outdated.has(path.join('\u0000')) || isOfFormat(path) || isOfOther(path, field)) return true;
    if (kind === 'instant') return places.has(beside(path, `${plainName(last)}utc`));
    if (/^(?:type|kind)$/.test(last)) return isOfRecord || places.has(beside(path, 'attributes'));
    return isOfMachine(candidate, field, () => places.has(beside(path, 'displayname')));
  };
}

/** What machines call a thing: a name beside the one that people see, or in Kubernetes' metadata; or an id under its own name. */
function isOfMachine(candidate: Candidate, field: Field, hasDisplayName: () => boolean): boolean {
  const [path, last] = [candidate.path, plainName(candidate.path.at(-1) ?? '')];
  if (field.kind !== 'words' && !field.kind.startsWith('text')) return false;
  if (last === 'name' && path.at(-2) === 'metadata') return true;
  if (!field.documented) return last === 'name' && (hasDisplayName() || isNumbered(candidate, field));
  return last === 'engine' && fitsWell(candidate, IS_UUID);
}

const isOfOther = (path: Path, { ofRival }: Field) => ofRival && path.some((step) => OF_BRAND.test(step));
const isOfFormat = (path: Path) =>
  /(?:^| )(?:_?links self(?: |$)|(?:@type|__typename|sys type)$)/.test(path.join(' '));

/** Whether records are numbered and the number is called their name, as at Salesforce: "CL-00042". */
const isNumbered = (candidate: Candidate, field: Field) =>
  fitsWell(candidate, { ...field, read: readNumbered, inEveryRow: true });
const readNumbered = (value: unknown) =>
  typeof value === 'string' && /^[A-Z]{1,5}-\d{3,}$/.test(value) ? value : undefined;

/** Times of the row itself, not of what it is about. */
const OF_RECORD = /^(?:creat|insert|updat|modif|generat|comput|calculat|fetch)/i;

const isLastly = (candidate: Candidate, { lastly = [], kind }: Field) => {
  const path = nameOf(candidate);
  if (lastly.length === 0) return false;
  const holders = OWN_VALUE[kind]?.includes(plainName(path.at(-1) ?? '')) ? [path.slice(0, -1)] : [];
  const places = [path, ...holders].flatMap((each) => [plainName(each.join('')), withoutWrappers(each)]);
  const words = kind === 'instant' && bareOf(path).length === 1 ? wordsOf(bareOf(path)) : '';
  return lastly.some(
    (name) => places.includes(plainName(name)) || (words !== '' && wordsOf([name]) === words),
  );
};

const PLAIN_LISTS = new Set('rows items data results records list'.split(' '));

/** Marks a figure as another one than that we look for. */
const OTHER_FIGURE =
  /reddit|parent|related|duplicate|vote|karma|spam|toxic|sentiment|position|rank|competitor|rival|previous|prev|last|min|max|confidence|change|delta|threshold/i;

/** "ai_priority_score" is a score if no other name ends the same way. */
function endsLike(path: Path, { endings = [], documented }: Field): boolean {
  const last = path.at(-1) ?? '';
  if (documented || OTHER_FIGURE.test(last)) return false;
  const name = splitName(last).join('_');
  return endings.some((ending) => ending !== '' && name.endsWith(`_${ending}`));
}

/** A field that a place matches by name, whatever its values. */
type Match = { name: string; field: Field; weight: number };

/** Kept, since it depends on names alone and an API keeps its names; only some, since one may invent names all the time. */
const matchesIn = oncePer((shape: Shape) =>
  oncePerText((said: string, ...path: string[]): readonly Match[] => {
    const places = placesOf(path, said || undefined);
    return Object.entries(shape).flatMap(([name, field]) => {
      const maybe = field.falling && endsLike(path, field) ? MAYBE : 0;
      const weight = weightOf(namesOf(field), field.kind, places) || maybe;
      return weight > 0 ? { name, field, weight } : [];
    });
  }, 2_000),
);

/** What tells a candidate's name. */
const nameOf = ({ path, goesBy = path }: Candidate): Path => goesBy;

/** The names of a field: plain, and as sorted words. */
type Names = { plain: readonly string[]; worded: readonly string[] };

const namesOf = oncePer((field: Field): Names => {
  const all = [...(field.rather ?? []), ...field.names];
  // Without its count, "competitor.count" would be any competitor.
  const wordsIn = (name: string) => {
    const words = wordsOf([name]);
    return words === wordsOf([name.replace(/\.[^.]*$/, '')]) && name.includes('.') ? '' : words;
  };
  return { plain: all.map(plainName), worded: all.map(wordsIn) };
});

/** All names of one place, with all or some of its wrappers; `holders` and `heldWords` without the last step, for a value in its object. */
type Places = ReturnType<typeof placesOf>;

function placesOf(whole: Path, said: string | undefined) {
  // An answer may have its run inside, and a run its prompt: "response.prompt_run.engine", "prompt_run.prompt.text".
  const outer = whole.findIndex((step, i) => i === whole.length - 1 || !isGrouping(step));
  const inner = whole.slice(outer);
  const start = inner.findIndex(
    (step, i) => i + 2 >= inner.length || !(isOfRun(step) && isInRun(inner[i + 1] ?? '')),
  );
  const path = start > 0 ? inner.slice(start) : whole;
  const steps = path.map(plainName);
  const wrappings = path.slice(0, -1).findIndex((step) => !isGrouping(step));
  const most = wrappings < 0 ? steps.length - 1 : wrappings;
  const starts = Array.from({ length: most + 1 }, (_, i) => i);
  const held = path.slice(0, -1).filter((step) => !isGrouping(step));
  return {
    plain: [...starts.map((i) => steps.slice(i).join('')), withoutWrappers(path)],
    holders: [
      ...starts.filter((i) => i < steps.length - 1).map((i) => steps.slice(i, -1).join('')),
      held.map(plainName).join(''),
      withoutWrappers(path.slice(0, -1)),
    ],
    depth: whole.length,
    last: steps.at(-1) ?? '',
    worded: [...starts.map((i) => wordsOf(path.slice(i))), wordsOf([...held, ...path.slice(-1)])],
    heldWords: starts.map((i) => wordsOf(path.slice(i, -1))),
    said: said === undefined ? undefined : headOf(said),
  };
}

/** "relationships.engine.data.id" (JSON:API) is "engine.id", "prompt.metrics.score" is "prompt.score". */
const withoutWrappers = (path: Path) => bareOf(path).map(plainName).join('');

const bareOf = (path: Path) => path.filter((step, i) => i === path.length - 1 || !isGrouping(step));

/** "mention_rate_percent" is a mention rate, and "score_permille" a score. Words are sorted. */
const withoutUnit = (words: string, kind: Kind) =>
  words.replace(kind === 'share' ? SHARE_UNITS : / ?\b(?:bp|permille)\b/, '').trim();
const SHARE_UNITS = / ?\b(?:percent|fraction|ratio|bp|permille)\b/;

/** What a name loses for its position in a field's list; even the last of a long list keeps some weight. */
const lateness = (i: number) => (i < 30 ? i * 10 : 300 + (i - 30));

function weightOf({ plain, worded }: Names, kind: Kind, places: Places): number {
  const { depth } = places;
  // The name may be that of the object around the value: what is shown of it goes before what machines call it.
  const ofValue = OWN_VALUE[kind]?.indexOf(places.last) ?? -1;
  const holders = ofValue >= 0 ? places.holders : [];
  for (const [i, name] of plain.entries()) {
    if (places.plain[0] === name) return NAMED - lateness(i) - depth;
    if (places.plain.includes(name) || holders.includes(name))
      return UNWRAPPED - lateness(i) - depth - Math.max(ofValue, 0) / 100;
  }
  const told = ofValue >= 0 ? [...places.worded, ...places.heldWords] : places.worded;
  const inWords = /number|share/.test(kind)
    ? [...told, ...told.map((each) => withoutUnit(each, kind))]
    : told;
  const byWords = worded.findIndex((words) => words !== '' && inWords.includes(words));
  if (byWords >= 0) return WORDED - lateness(byWords) - depth;
  return places.said !== undefined && plain.includes(places.said) ? DESCRIBED - depth : 0;
}
