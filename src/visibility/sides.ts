/** Whose figures an answer holds that sets a rival beside the brand: those of the rival, and the brand's own. Pure. */
import { BAGS } from './candidates.ts';
import { plainName, splitName } from './names.ts';
import { type Path, valueAt } from './shape.ts';
import { isGuid, isRaw, type Raw, readNumber } from './values.ts';

type Whose = 'rival' | 'own';
type Rows = readonly Raw[];

const RIVALS = new Set('competitor rival them their theirs other opponent'.split(' '));

/**
 * The body with the figures of the rival alone where the brand's stand beside them: {own: {…}, competitor: {…}}, own_score
 * beside competitor_score, {score: {own: 48, competitor: 55}}, {Acme: {…}, Globex: {…}}, a row for each of them. The
 * brand's are in "own" instead. The same body if none are beside others. `brands`: what the brand is called.
 */
export function withSides(
  given: unknown,
  rival: string | undefined,
  brands: readonly string[] = [],
): unknown {
  if (rival === undefined || !isRaw(given)) return given;
  const outer = Object.entries(given).filter(([name]) => !OF_ENVELOPE.test(name));
  const [bag] = outer.flatMap(([name, value]) => (BAGS.test(name) && isRaw(value) ? [{ name, value }] : []));
  const { [bag?.name ?? '']: _, ...beside } = Object.fromEntries(outer);
  const body = bag ? { ...beside, ...bag.value } : given;
  let isPaired = false;
  const sides = { rival: sideIn(body, 'rival'), own: sideIn(body, 'own') };
  return isPaired && isRaw(sides.rival) ? { ...sides.rival, own: sides.own } : body;

  function sideIn(value: unknown, whose: Whose): unknown {
    if (Array.isArray(value)) return value.every(isRaw) ? rowsOf(value, whose) : value;
    return isRaw(value) ? sideOf(byRole(value), whose) : value;
  }

  function sideOf(value: Raw, whose: Whose): unknown {
    const figures = Object.keys(value).length === 2 && pairIn(value, isFigure);
    const [pair, prefixed] = [pairIn(value), prefixesIn(value)];
    if (figures || pair || prefixed.size > 0) isPaired = true;
    if (figures) return value[figures[whose]];
    const rest = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
      const told = prefixed.get(name);
      if (told) return told.whose === whose ? [[told.name, each]] : [];
      if (name === pair?.own || name === pair?.rival || isLeftOut(name, each, whose)) return [];
      const side = sideIn(each, whose);
      return isRaw(side) && isAlone(each, name, value) ? Object.entries(side) : [[name, side]];
    });
    return { ...Object.fromEntries(rest), ...(pair && (value[pair[whose]] as Raw)) };
  }

  /** {Acme: {…}, Globex: {…}, Initech: {…}} as {own: {…}, competitor: {…}}. */
  function byRole(value: Raw): Raw {
    const names = Object.keys(value);
    const [mine, its] = [names.find(isBrand), names.find(isName)];
    if (mine === undefined || its === undefined || mine === its) return value;
    const formOf = (each: unknown) => (isRaw(each) ? Object.keys(each).sort().join() : isFigure(each));
    const isOther = (name: string) => formOf(value[name]) !== formOf(value[its]);
    const rest = names.filter((name) => name !== mine && isOther(name)).map((name) => [name, value[name]]);
    return { own: value[mine], competitor: value[its], ...Object.fromEntries(rest) };
  }

  function isBrand(value: unknown): boolean {
    return typeof value === 'string' && brands.some((brand) => plainName(brand) === plainName(value));
  }

  function isLeftOut(name: string, value: unknown, whose: Whose): boolean {
    // Days aren't read, and a map of many would leave no room for what is (candidates.ts).
    if (isRaw(value)) return isOfDays(value) || OF_ENVELOPE.test(name);
    // Where nothing says whose a figure is, it is that of the rival, whom all is about.
    const isOfRival = isName(value) || (isFigure(value) && !/id$|date|day/i.test(name));
    const ofWhom = isName(value) ? undefined : isOwn(name, value);
    return (whose === 'own' && isOfRival) || ofWhom === (whose === 'rival');
  }

  function isName(value: unknown): boolean {
    return typeof value === 'string' && plainName(value) === plainName(rival ?? '');
  }

  /** Two objects, or two figures, one for each. */
  function pairIn(value: Raw, isSide: (each: unknown) => boolean = isRaw): Record<Whose, string> | undefined {
    const names = Object.keys(value).filter((name) => isSide(value[name]));
    const rivals = names.filter((name) => RIVALS.has(plainName(name)) || isName(name));
    const own = names.filter((name) => isOwn(name, true) === true);
    const [[first, ...more], [mine, ...others]] = [rivals, own];
    return first !== undefined && mine !== undefined && more.length + others.length === 0
      ? { rival: first, own: mine }
      : undefined;
  }

  /** Whether a value is only what is compared, so that it belongs to the object around it: {overall: {own, competitor}}. */
  function isAlone(value: unknown, name: string, around: Raw): boolean {
    if (Array.isArray(value)) return true;
    const isPair = (each: unknown) => {
      const pair = isRaw(each) ? byRole(each) : {};
      return pairIn(pair) !== undefined && Object.keys(pair).length === 2;
    };
    return (
      isPair(value) && !isGuid(name) && Object.values(around).some((each) => each !== value && !isPair(each))
    );
  }

  /** The rows of one side, where a column says whose each is; if there is one for each, the row itself. */
  function rowsOf(rows: Rows, whose: Whose): unknown {
    const place = placesIn(rows[0]).find((each) => {
      if (!each.every((step, i) => SAYS_WHOSE.test(step) || (i === 0 && each.length > 1 && HOLDS.test(step))))
        return false;
      const are = rows.map((row) => isName(valueAt(row, each)));
      return are.includes(true) && are.includes(false);
    });
    if (!place) return rows.map((row) => sideIn(row, whose));
    isPaired = true;
    const others = new Set(rows.map((row) => valueAt(row, place)).filter((each) => !isName(each)));
    const isMine = (row: Raw) =>
      Object.entries(row).some(([name, each]) => isBrand(each) || isOwn(name, each));
    const areMine = (row: Raw) => !isName(valueAt(row, place)) && (others.size === 1 || isMine(row));
    const kept = rows.filter((row) => (whose === 'own' ? areMine(row) : isName(valueAt(row, place))));
    const isOneEach = rows.length === others.size + 1 && kept.length === 1;
    return isOneEach && !namesIn(kept[0]).some((name) => OF_PART.test(name)) ? kept[0] : kept;
  }
}

/** A column of names, unlike "top_competitor", and what may hold it. */
const SAYS_WHOSE = /^(?:entity|brand|competitor|company|tool|asset)?_?(?:display_?)?(?:name|label)?$/i;
const HOLDS = /^(?:dimensions|attributes|properties|fields|node|data)$/i;

/** A row with one of these is of a part, or a thing of its own. */
const OF_PART =
  /engine|model|provider|platform|region|countr|market|topic|label|prompt|date|day|period|url|text|evidence|quote/i;

const OUR = new Set('own our your my self us you we'.split(' '));
/** Beside our own, the brand that was asked for. */
const BRAND = new Set(['brand', 'entity']);

/** Figures by what their names begin with: own_score beside competitor_score, or beside score. */
function prefixesIn(value: Raw): Map<string, { whose: Whose; name: string }> {
  const found = new Map<string, { whose: Whose; name: string }>();
  const names = Object.keys(value).map((name) => ({ name, words: splitName(name) }));
  const ofRest = Map.groupBy(
    names.filter(({ words }) => words.length > 1),
    ({ words }) => words.slice(1).join('_'),
  );
  for (const [rest, each] of ofRest) {
    const begun = (by: ReadonlySet<string>) => each.find(({ words: [first = ''] }) => by.has(first));
    const own = begun(OUR);
    const its = begun(RIVALS) ?? begun(BRAND) ?? names.find(({ words }) => words.join('_') === rest);
    if (!own || !its) continue;
    found.set(own.name, { whose: 'own', name: rest });
    found.set(its.name, { whose: 'rival', name: rest });
  }
  return found;
}

/** What is about the answer, not about either side. */
const OF_ENVELOPE = /^(?:info|meta(?:data)?|pag(?:e|ing|ination)|links)$/i;

const isFigure = (value: unknown) => readNumber(value) !== undefined;

const isOfDays = (map: Raw) => /^\d{4}-?\d\d/.test(Object.keys(map)[0] ?? '');

/** Columns that may name whose a row is, also in an object: {brand: {name}}, {dimensions: {entity}}. */
export function placesIn(row: Raw = {}): Path[] {
  return Object.entries(row).flatMap(([name, value]): Path[] =>
    isRaw(value) ? Object.keys(value).map((inner) => [name, inner]) : [[name]],
  );
}

const namesIn = (row: Raw = {}) => placesIn(row).flat();

const OWN = new Set(
  'own ownbrand brand self us ours you mine me target client primary main owned subject tracked'.split(' '),
);
const OTHERS = new Set(
  'competitor competitors competition rival rivals other others peer external'.split(' '),
);

/** The brand's own rows, where every row says whose it is, and some are of others. */
export function ownRows(rows: Rows): Rows {
  const own = markedAsOwn(rows);
  return own.length > 0 ? own : rows;
}

/** Those that are marked as the brand's, where every row is marked; a column that tells them apart goes first. */
function markedAsOwn(rows: Rows): Rows {
  let own: Rows = [];
  for (const place of placesIn(rows[0])) {
    const isMarked = (row: Raw = {}) => isOwn(place.at(-1) ?? '', valueAt(row, place));
    if (isMarked(rows[0]) === undefined || rows.some((row) => isMarked(row) === undefined)) continue;
    own = rows.filter(isMarked);
    if (own.length > 0 && own.length < rows.length) return own;
  }
  return own;
}

/** What is counted of a tool isn't counted of the thing that lists it. */
const OF_TOOL = /count|mentions|answers|picks|times|id$/i;

/** With the brand's figures in "own", where they are in "us" or in a list of everybody: {label, entities: [{type: "own", score}, …]}. */
export function withOwnFigures(thing: Raw): Raw {
  const isMeasured = ([name, value]: [string, unknown]): boolean =>
    !OF_TOOL.test(name) && (isFigure(value) || (isRaw(value) && Object.entries(value).some(isMeasured)));
  const withOwn = (own: Raw): Raw => ({
    own: Object.fromEntries(Object.entries(own).filter(isMeasured)),
    ...thing,
  });
  const ours = Object.entries(thing).find(([name, value]) => OUR.has(plainName(name)) && isRaw(value));
  if (ours) return withOwn(ours[1] as Raw);
  for (const place of placesIn(thing)) {
    const list = valueAt(thing, place);
    const [own, ...more] = Array.isArray(list) && list.every(isRaw) ? markedAsOwn(list) : [];
    if (own && more.length === 0) return withOwn(own);
  }
  return thing;
}

/** From "own", or from true under "is_own"; undefined for what says neither. */
export function isOwn(name: string, value: unknown): boolean | undefined {
  const wordIsOwn = (word: string) => (OWN.has(word) ? true : OTHERS.has(word) ? false : undefined);
  if (typeof value === 'string') return wordIsOwn(plainName(value));
  const flag = wordIsOwn(plainName(name).replace(/^is/, ''));
  return typeof value === 'boolean' && flag !== undefined ? flag === value : undefined;
}

/** Answers with the brand's own mention, or with everybody they mention, marked as the brand or not: whether it is there. */
export function withOwnMentions(rows: Rows): Rows {
  const places = rows.flatMap((row) => [...Object.keys(row).map((name) => [name]), ...placesIn(row)]);
  const alone = places.find((each) => OWN_MENTION.test(each.at(-1) ?? ''));
  if (alone) return rows.map((row) => ({ ...ownMentionIn(row, alone), ...row }));
  const isList = (value: unknown): value is readonly Raw[] => Array.isArray(value) && value.every(isRaw);
  const listIn = (row: Raw, place: Path) => [valueAt(row, place)].find(isList);
  const place = placesIn(rows[0]).find(
    (each) => /mention/i.test(each.at(-1) ?? '') && rows.some((row) => listIn(row, each)),
  );
  const lists = rows.map((row) => place && listIn(row, place));
  const all = lists.flatMap((list) => list ?? []);
  const mark = placesIn(all[0]).find((each) =>
    all.every((one) => isOwn(each.at(-1) ?? '', valueAt(one, each)) !== undefined),
  );
  if (mark === undefined) return rows;
  return rows.map((row, i) => {
    if (!lists[i]) return row;
    const own = lists[i].find((one) => isOwn(mark.at(-1) ?? '', valueAt(one, mark)));
    return { mentioned: own !== undefined, ...(own && { own }), ...row };
  });
}

const OWN_MENTION = /^(?:own|our|brand)_?mention$/i;
/** Null is none only beside an answer. */
function ownMentionIn(row: Raw, place: Path): Raw {
  const own = valueAt(row, place);
  const isNone =
    own === null && Object.keys(row).some((name) => /^(?:response|answer)/i.test(name) && row[name]);
  return isRaw(own) ? { mentioned: true, own } : isNone ? { mentioned: false } : {};
}
