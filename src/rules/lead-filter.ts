/** Filters out what a feed doesn't want, and parses what people ask for: "r/devops", "80", "mine", `top:5`, words. */
import {
  type FilteredOut,
  type LeadOutcome,
  type LeadState,
  type LeftOut,
  type ProjectRef,
  projectRef,
} from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { Lead } from '../visibility/assumed.ts';
import { foldName, withoutSurface } from '../words/answers.ts';
import { correctTypo, entryOf, isOtherWord, isSwapped, phraseFinder, stemsOf } from '../words/nearest.ts';
import { isDay } from './calendar.ts';
import { isFrom, placeKey } from './lead-place.ts';
import { isTaken } from './lead-state.ts';

/** A feed's filters. `minScore` on the API's own scale; age in ms; places and words in any case. */
export type LeadFilters = {
  minScore?: number | undefined;
  maxAgeMs?: number | undefined;
  places?: { never: readonly string[] } | undefined;
  words?: { never: readonly string[] } | undefined;
  /** Places muted by people in the channel. */
  muted?: readonly string[] | undefined;
};

export type Filterable = Partial<Pick<Lead, 'score' | 'postedAt' | 'place' | 'url' | 'title' | 'status'>> & {
  state?: LeadState | undefined;
};

/** `removed`: each lead with the filter that removed it; `leftOut`: counts by filter. */
type Filtered<L> = {
  kept: L[];
  removed: { lead: L; reason: LeftOut['reason'] }[];
  leftOut: LeftOut[];
};

/** Those that nobody has taken and the filters let through. What a lead lacks passes; one opened again, at any age and status. */
export function filterLeads<L extends Filterable>(
  leads: readonly L[],
  filters: LeadFilters,
  now: number,
): Filtered<L> {
  const reasonFor = createFilter(filters, now);
  const judged = leads.map((lead) => ({ lead, reason: reasonFor(lead) }));
  const kept = judged.flatMap(({ lead, reason }) => (reason === undefined ? [lead] : []));
  const removed = judged.flatMap(({ lead, reason }) => (reason === undefined ? [] : [{ lead, reason }]));
  return { kept, removed, leftOut: countByReason(removed) };
}

function countByReason<L extends Filterable>(removed: Filtered<L>['removed']): LeftOut[] {
  return [...Map.groupBy(removed, ({ reason }) => reason)].map(([reason, gone]) => ({
    reason,
    count: gone.length,
    ...(reason === 'below_min_score' && {
      best: Math.max(...gone.flatMap(({ lead }) => lead.score ?? [])),
    }),
  }));
}

function createFilter(
  filters: LeadFilters,
  now: number,
): (lead: Filterable) => LeftOut['reason'] | undefined {
  const { minScore = Number.NEGATIVE_INFINITY, maxAgeMs = Number.POSITIVE_INFINITY } = filters;
  const never = filters.places?.never ?? [];
  const muted = new Set(filters.muted?.map(placeKey));
  const phrases = filters.words?.never ?? [];
  const removes: [LeftOut['reason'], (lead: Filterable) => boolean][] = [
    ['taken', ({ state }) => state !== undefined && isTaken(state, now)],
    ['settled', (lead) => SETTLED.test(lead.status ?? '') && !isOpenAgain(lead)],
    ['below_min_score', ({ score = minScore }) => score < minScore],
    ['place', (lead) => isFrom(lead, ...never)],
    ['muted', ({ place }) => place !== undefined && muted.has(placeKey(place))],
    ['word', ({ title }) => phrases.length > 0 && title !== undefined && phrases.some(phraseFinder(title))],
    // Last: whoever looks at the old ones sees no other that a filter leaves out.
    ['too_old', (lead) => isTooOld(lead, maxAgeMs, now)],
  ];
  return (lead) => removes.find(([, isRemoved]) => isRemoved(lead))?.[0];
}

function isTooOld(lead: Filterable, maxAgeMs: number, now: number): boolean {
  return now - (lead.postedAt ?? now) > maxAgeMs && !isOpenAgain(lead);
}

/** What an API's dashboard may call a lead that nobody needs to answer any more. */
const SETTLED =
  /^(?:dismissed|ignored|rejected|irrelevant|not[ _-]relevant|disqualified|spam|hidden|archived|removed|deleted|skipped|expired|closed|done|completed|resolved|handled|answered|replied|responded|contacted|converted|won|lost)$/i;

/** Nobody has acted on an open lead that has no "since". */
export function isOpenAgain({ state }: Filterable): boolean {
  return state?.state === 'new' && state.since !== undefined;
}

/** Undefined if something passes, or there are no leads. */
export function decideFilteredOut(
  leads: readonly Filterable[],
  filters: LeadFilters,
  feed: { project: ProjectRef; subscription: string },
  now: number,
): FilteredOut | undefined {
  const { kept, leftOut } = filterLeads(leads, filters, now);
  if (leads.length === 0 || kept.length > 0) return undefined;
  return {
    kind: 'filtered_out',
    v: 1,
    project: projectRef(feed.project),
    subscription: feed.subscription,
    leftOut,
    minScore: filters.minScore,
    filters: JSON.stringify(filters),
  };
}

export const OLD_MS = 14 * DAY_MS;

/** All conditions must hold. `minScore` in the API's scale; `words` from title or place. */
export type LeadQuery = {
  state?: LeadState['state'];
  /** What somebody marked the reply as. */
  outcome?: LeadOutcome;
  /** What the asker holds, or did if `state` or `all` asks for that. */
  mine?: boolean;
  /** Instead of the asker: whose. `id` as in Slack. */
  by?: { id: string; name: string };
  cited?: boolean;
  /** Open and old: `maxAgeMs` is the feed's, if it has one. */
  older?: boolean;
  maxAgeMs?: number | undefined;
  /** Includes leads that the feed's filters leave out or people have finished. */
  all?: boolean;
  minScore?: number;
  maxScore?: number;
  /** None of these: places, words of the title or topics, "cited", or "cited by" an engine. */
  not: readonly string[];
  /** An invalid value: “2026-13-45” after “since:”. */
  unreadable?: { key: keyof typeof MEASURES; value: string };
  /** Handles in capitals: only these, in any state. */
  handles: readonly string[];
  /** Any of these, as typed; if empty, every place. */
  places: readonly string[];
  /** Cited by any of these. */
  engines: readonly string[];
  /** About any of these, by the lead's known topics or the words of its title. */
  topics: readonly string[];
  /** Days (YYYY-MM-DD in the project's timezone), both included: when the leads were first seen, or what was asked done. */
  since?: string;
  until?: string;
  /** Instead of best first. */
  order?: 'newest' | 'oldest';
  /** The number of leads to show. */
  top?: number;
  words: string;
  /** Those typed, where titles spell them otherwise. */
  misspelt?: string;
};

const readDay = (value: string) => (isDay(value) ? value : undefined);

const readNumber = (value: string) => {
  const number = Number(value.replace(',', '.'));
  return value !== '' && Number.isFinite(number) ? number : undefined;
};

const readCount = (value: string) => {
  const number = readNumber(value) ?? 0;
  return Number.isInteger(number) && number >= 1 ? number : undefined;
};

const MEASURES = {
  since: { field: 'since', read: readDay },
  until: { field: 'until', read: readDay },
  top: { field: 'top', read: readCount },
  score: { field: 'minScore', read: readNumber },
  min: { field: 'minScore', read: readNumber },
  max: { field: 'maxScore', read: readNumber },
} as const;

const LISTS = { engine: 'engines', place: 'places', topic: 'topics', not: 'not' } as const;

/** Keys of options that people may type: `engine:"AI Overviews" since:2026-11-16 top:5`, quoted if the value has spaces. */
export const OPTION_KEYS: readonly string[] = [...Object.keys(LISTS), 'by', ...Object.keys(MEASURES)];
/** A measure without a value is no word of a title. */
const OPTION = RegExp(
  `(?<=^|\\s)(${OPTION_KEYS.join('|')}):("[^"]*"|\\S+|(?<=(?:${Object.keys(MEASURES).join('|')}):))`,
  'gi',
);

const WORDS: Readonly<Record<string, Partial<LeadQuery>>> = {
  mine: { mine: true },
  cited: { cited: true },
  older: { older: true },
  unclaimed: { state: 'new' },
  claimed: { state: 'claimed' },
  all: { all: true },
  newest: { order: 'newest' },
  oldest: { order: 'oldest' },
  snoozed: { state: 'snoozed' },
  replied: { state: 'replied' },
  answered: { state: 'replied' },
  dismissed: { state: 'dismissed' },
  helpful: { state: 'replied', outcome: 'helpful' },
  removed: { state: 'replied', outcome: 'removed' },
};

export const QUERY_WORDS: readonly string[] = Object.keys(WORDS);

/** Other words for a state. Titles have them, too, so beside words that are looked for there they are such words. */
const ALSO_SAID: Readonly<Record<string, string>> = {
  taken: 'claimed',
  assigned: 'claimed',
  done: 'answered',
  stale: 'older',
  old: 'older',
};

type Draft = LeadQuery & Record<'handles' | 'places' | 'engines' | 'topics' | 'not', string[]>;

/** Takes words in any order and case; unknown ones are looked for in titles. */
export function parseLeadQuery(text: string): LeadQuery {
  const query: Draft = { handles: [], places: [], engines: [], topics: [], not: [], words: '' };
  const plain = text.replace(OPTION, (_, key: string, quoted: string) => {
    readOption(query, key.toLowerCase(), quoted.replaceAll('"', '').trim());
    return '';
  });
  const others = (plain.replace(/[“”"]/g, ' ').match(/\S+/g) ?? []).filter((word) => !readWord(query, word));
  const states = others.flatMap((word) => ALSO_SAID[word.toLowerCase()] ?? []);
  const areStates = states.length === others.length && states.every((state) => readWord(query, state));
  const words = areStates ? [] : others;
  // Among other words a number or “open” is one of them ("top 10 tools"); alone it is a score, or the usual list.
  const [only = '', second] = words;
  if (second === undefined && /^\d+([.,]\d+)?$/.test(only)) query.minScore = Number(only.replace(',', '.'));
  else if (second === undefined && /^-\d/.test(only)) query.unreadable = { key: 'min', value: only };
  else if (second !== undefined || !/^open$/i.test(only)) query.words = words.join(' ');
  return query;
}

function readOption(query: Draft, key: string, value: string): void {
  if (isKeyOf(LISTS, key)) query[LISTS[key]].push(value);
  else if (isKeyOf(MEASURES, key)) {
    const { field, read } = MEASURES[key];
    const measure = read(value);
    Object.assign(query, measure === undefined ? { unreadable: { key, value } } : { [field]: measure });
  } else {
    const [id = '', ...name] = value.split(' ');
    Object.assign(query, { mine: true, by: { id, name: name.join(' ') || id } });
  }
}

function isKeyOf<Keys extends object>(keys: Keys, key: string): key is keyof Keys & string {
  return Object.hasOwn(keys, key);
}

/** Whether the word is one of the known ones, a mention, a place or a handle. */
function readWord(query: Draft, word: string): boolean {
  const known = entryOf(WORDS, word.toLowerCase());
  // Nothing is in two states, so a second such word is looked for in titles.
  const isSecond = known?.outcome ? query.outcome : known?.state && query.state;
  if (known && !isSecond) Object.assign(query, known);
  else if (/^-?\/?r\/./i.test(word))
    (word.startsWith('-') ? query.not : query.places).push(word.replace(/^-?\/?/, ''));
  else if (/^@[UW][A-Z0-9]{2,}$/.test(word)) readOption(query, 'by', word.slice(1));
  else if (/^L\d+,?$/i.test(word)) query.handles.push(word.replace(',', '').toUpperCase());
  else return false;
  return true;
}

/** `citedBy`: the engines that cite its thread; `about`: its topics; `firstSeenAt` epoch ms. */
export type Askable = Filterable & {
  state: LeadState;
  citedBy?: readonly string[] | undefined;
  about?: readonly string[] | undefined;
  firstSeenAt: number;
};

/** A lead without a score never satisfies a lowest or highest score. */
export function matchesQuery(lead: Askable, query: LeadQuery, person: string, now: number): boolean {
  const { engines, topics, not, words } = query;
  return (
    isOfState(lead, query, person, now) &&
    isScored(lead, query) &&
    (!query.cited || lead.citedBy !== undefined) &&
    (engines.length === 0 || engines.some((engine) => isCitedBy(lead, engine))) &&
    (query.places.length === 0 || isFrom(lead, ...query.places)) &&
    (topics.length === 0 || topics.some((topic) => isAbout(lead, topic))) &&
    !not.some((what) => isRuledOut(lead, what)) &&
    wordsOf(words).every((word) => holdsForm(lead, word))
  );
}

/** The places and words behind “not:” that rule out none of these leads. */
export function findIdle(leads: readonly Askable[], { not }: LeadQuery): string[] {
  const isOfCitations = (what: string) => what === 'cited' || CITED_BY.test(what);
  return not.filter((what) => !isOfCitations(what) && !leads.some((lead) => isRuledOut(lead, what)));
}

/** Whether “not:…” leaves it out. */
function isRuledOut(lead: Askable, what: string): boolean {
  if (what === 'cited') return lead.citedBy !== undefined;
  const [, engine] = CITED_BY.exec(what) ?? [];
  return engine === undefined ? isAbout(lead, what) || isFrom(lead, what) : isCitedBy(lead, engine);
}

const CITED_BY = /^cited by (.+)$/;

function isOfState(lead: Askable, query: LeadQuery, person: string, now: number): boolean {
  const { state } = lead;
  const { all, mine, by, older, state: wanted, outcome } = query;
  const isAsked = state.state !== 'new' && (all || state.state === (wanted ?? 'claimed'));
  return (
    (!mine || (isAsked && state.by === (by?.id ?? person))) &&
    (!wanted || state.state === wanted) &&
    (!outcome || state.outcome === outcome) &&
    (!older || isOld(lead, query.maxAgeMs, now))
  );
}

function isScored({ score }: Askable, { minScore, maxScore }: LeadQuery): boolean {
  if (minScore === undefined && maxScore === undefined) return true;
  return score !== undefined && score >= (minScore ?? -Infinity) && score <= (maxScore ?? Infinity);
}

/** The API may name an engine without its surface. */
function isCitedBy({ citedBy = [] }: Askable, engine: string): boolean {
  const called = [engine, withoutSurface(engine)].map(foldName);
  return citedBy.some((one) => called.includes(foldName(one)));
}

function isAbout(lead: Askable, topic: string): boolean {
  const isKnown = lead.about?.some((one) => one.toLowerCase() === topic.toLowerCase());
  return isKnown || wordsOf(topic).every((word) => holdsWord(lead, word));
}

function holdsWord({ title = '', place = '' }: Titled, word: string): boolean {
  return phraseFinder(`${title} ${place}`)(word);
}

type Titled = Pick<Askable, 'title' | 'place'>;

/** "Costs" is found as "cost", too. */
function holdsForm(lead: Titled, word: string): boolean {
  const [only, other] = stemsOf(word);
  const bare = (stem: string) => stem.replace(/e$/, '');
  const isForm =
    only && !other && stemsOf(lead.title ?? '').some(({ stem }) => bare(stem) === bare(only.stem));
  return isForm || holdsWord(lead, word);
}

/** The words looked for, or if no lead has them all, those that they are typos of, if one has those. */
export function mendWords(words: string, leads: readonly Titled[]): string {
  const has = (asked: readonly string[]) =>
    leads.some((lead) => asked.every((word) => holdsForm(lead, word)));
  const typed = wordsOf(words);
  if (typed.length === 0 || has(typed)) return words;
  const said = [
    ...new Set(leads.flatMap(({ title = '' }) => stemsOf(title).map(({ word }) => word.toLowerCase()))),
  ];
  const mended = typed.map((word) =>
    leads.some((lead) => holdsForm(lead, word)) ? word : (misspelt(word, said) ?? word),
  );
  return has(mended) ? mended.join(' ') : words;
}

/** In a short word any other letter makes another word: "mode" isn't "made". */
function misspelt(word: string, said: readonly string[]): string | undefined {
  const isOther = (one: string) =>
    isOtherWord(word, one) || (word.length === one.length && word.length < 5 && !isSwapped(word, one));
  return correctTypo(
    word,
    said.filter((one) => !isOther(one)),
  );
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** Whether a lead is open, untouched, and too old for its feed; without a `maxAgeMs`, known to be two weeks old. */
export function isOld(lead: Askable, maxAgeMs: number | undefined, now: number): boolean {
  const { state, postedAt, firstSeenAt } = lead;
  const known = { state, postedAt: maxAgeMs === undefined ? (postedAt ?? firstSeenAt) : postedAt };
  return state.state === 'new' && isTooOld(known, maxAgeMs ?? OLD_MS, now);
}

/** Whether it asks for what people did, so its days are of these deeds. */
export function isOfDeeds({ state = 'new', mine = false }: LeadQuery): boolean {
  return state !== 'new' || mine;
}
