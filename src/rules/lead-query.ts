/** Which leads people ask for, in a few words: "r/devops", "80", "mine", "cited", "unclaimed", "claimed", "older", "newest", "snoozed", "all", "L412 L415", `engine:Gemini top:5`, or words of a title. */

import type { LeadState } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { isDay } from './calendar.ts';
import { type Filterable, placeKey } from './lead-filter.ts';
import { holdsPhrase } from './lead-match.ts';

/** What stays open for longer is old. */
export const OLD_MS = 14 * DAY_MS;

/** Everything asked for has to be true. `minScore` is on the API's own scale, `places` are keys; all `words` stand in title or place. */
export type LeadQuery = {
  mine: boolean;
  cited: boolean;
  /** Open, and only what is old. */
  older: boolean;
  /** Open, and with nobody. */
  unclaimed: boolean;
  /** Somebody is on it. */
  claimed: boolean;
  /** Also what the feed's filters leave out, and what people have finished. */
  all: boolean;
  minScore?: number;
  /** Only those that stand so. */
  ended?: 'snoozed' | 'replied' | 'dismissed';
  /** Two words of the query, of which no lead can be both. */
  atOdds?: readonly [StandingWord, StandingWord];
  /** What stands behind a key and can’t be that: “2026-13-45” behind “since”. */
  unreadable?: { key: 'since' | 'until' | 'top' | 'score'; value: string };
  /** Short names, in capitals: only these, however they stand. */
  handles: readonly string[];
  /** Any of them; all where there is none. */
  places: readonly string[];
  /** Beside `places`, by their names as they were typed. */
  forums: readonly string[];
  /** Cited by any of them. */
  engines: readonly string[];
  /** About any of them: by what is known of the lead, or by the words of its title. */
  topics: readonly string[];
  /** Days of the thread (YYYY-MM-DD, where the project lives), both included. */
  since?: string;
  until?: string;
  /** Instead of best first. */
  order?: 'newest' | 'oldest';
  /** At most so many. */
  top?: number;
  words: string;
};

/** What is said by "key:value", quoted where it has spaces: `engine:"AI Overviews" since:2026-11-16 top:5`. */
type OptionKey = 'engine' | 'place' | 'topic' | 'since' | 'until' | 'top' | 'score';
const OPTION = /(?<=^|\s)(engine|place|topic|since|until|top|score):("[^"]*"|\S+)/gi;

const SWITCHES = ['mine', 'cited', 'older', 'unclaimed', 'claimed', 'all'] as const;
const ORDERS = ['newest', 'oldest'] as const;

/** How leads stand that somebody has finished, or put off. */
const ENDED = {
  snoozed: 'snoozed',
  replied: 'replied',
  answered: 'replied',
  dismissed: 'dismissed',
} as const;

/** How a lead may stand that one of these words asks for. */
const STANDS = {
  mine: ['claimed', 'snoozed', 'replied', 'dismissed'],
  older: ['new'],
  unclaimed: ['new'],
  claimed: ['claimed'],
  snoozed: ['snoozed'],
  replied: ['replied'],
  answered: ['replied'],
  dismissed: ['dismissed'],
} as const satisfies Record<string, readonly LeadState['state'][]>;
type StandingWord = keyof typeof STANDS;

/** The words that it knows, for whoever mistyped one. */
export const QUERY_WORDS: readonly string[] = [...SWITCHES, ...ORDERS, ...Object.keys(ENDED)];

/** Of any order and case; what is none of the few words it knows is looked for in titles. */
export function parseLeadQuery(text: string): LeadQuery {
  const query: LeadQuery = {
    mine: false,
    cited: false,
    older: false,
    unclaimed: false,
    claimed: false,
    all: false,
    handles: [],
    places: [],
    forums: [],
    engines: [],
    topics: [],
    words: '',
  };
  const places: string[] = [];
  const [forums, engines, topics]: [string[], string[], string[]] = [[], [], []];
  const handles: string[] = [];
  const words: string[] = [];
  const standings: StandingWord[] = [];
  const plain = text.replace(OPTION, (_, key: string, quoted: string) => {
    const value = quoted.replaceAll('"', '').trim();
    const number = Number(value.replace(',', '.'));
    const name = key.toLowerCase() as OptionKey;
    switch (name) {
      case 'engine':
        engines.push(value);
        return '';
      case 'topic':
        topics.push(value);
        return '';
      case 'place':
        if (/^\/?r\//i.test(value)) places.push(placeKey(value));
        else forums.push(value);
        return '';
      case 'since':
      case 'until':
        if (isDay(value)) query[name] = value;
        else query.unreadable = { key: name, value };
        return '';
      case 'top':
        if (Number.isInteger(number) && number >= 1) query.top = number;
        else query.unreadable = { key: name, value };
        return '';
      case 'score':
        if (value !== '' && Number.isFinite(number)) query.minScore = number;
        else query.unreadable = { key: name, value };
        return '';
    }
  });
  for (const word of plain
    .replace(/[“”"]/g, ' ')
    .split(/\s+/)
    .filter((one) => one !== '')) {
    const typed = word.toLowerCase();
    const known = SWITCHES.find((one) => one === typed);
    const order = ORDERS.find((one) => one === typed);
    if (Object.hasOwn(STANDS, typed)) standings.push(typed as StandingWord);
    if (known) query[known] = true;
    else if (order) query.order = order;
    else if (Object.hasOwn(ENDED, typed)) query.ended = ENDED[typed as keyof typeof ENDED];
    else if (/^\/?r\/./i.test(word)) places.push(placeKey(word));
    else if (/^L\d+,?$/i.test(word)) handles.push(word.replace(',', '').toUpperCase());
    else words.push(word);
  }
  const atOdds = pairAtOdds(standings);
  if (atOdds) query.atOdds = atOdds;
  // A number among words is one of them: "top 10 tools".
  const [only = '', second] = words;
  if (second === undefined && /^\d+([.,]\d+)?$/.test(only))
    return { ...query, handles, places, forums, engines, topics, minScore: Number(only.replace(',', '.')) };
  return { ...query, handles, places, forums, engines, topics, words: words.join(' ') };
}

function pairAtOdds(words: readonly StandingWord[]): readonly [StandingWord, StandingWord] | undefined {
  const statesOf = (word: StandingWord): readonly LeadState['state'][] => STANDS[word];
  for (const one of words)
    for (const other of words)
      if (!statesOf(one).some((state) => statesOf(other).includes(state))) return [one, other];
  return undefined;
}

/** A lead as it is asked for; `citedBy` where engines cite its thread, `about` its topics; `firstSeenAt` and `now` epoch ms. */
export type Askable = Filterable & {
  state: LeadState;
  citedBy?: readonly string[] | undefined;
  about?: readonly string[] | undefined;
  firstSeenAt: number;
};

/** A lead without a score is none of those from a score on. */
export function matchesQuery(lead: Askable, query: LeadQuery, person: string, now: number): boolean {
  const { score, place, title = '', citedBy, about = [], state } = lead;
  const { mine, cited, older, unclaimed, claimed, minScore, engines, topics, ended } = query;
  const places = [...query.places, ...query.forums.map(placeKey)];
  const holds = (word: string) => holdsPhrase(`${title} ${place ?? ''}`, word);
  const isAbout = (topic: string) =>
    about.some((one) => one.toLowerCase() === topic.toLowerCase()) || wordsOf(topic).every(holds);
  const isTheirs = state.by === person && (state.state === 'claimed' || state.state === ended);
  const isByEngine = () =>
    citedBy?.some((one) => engines.some((engine) => engine.toLowerCase() === one.toLowerCase())) === true;
  return (
    (!mine || isTheirs) &&
    (!ended || state.state === ended) &&
    (!unclaimed || state.state === 'new') &&
    (!claimed || state.state === 'claimed') &&
    (!cited || citedBy !== undefined) &&
    (engines.length === 0 || isByEngine()) &&
    (!older || isOld(lead, now)) &&
    (minScore === undefined || (score !== undefined && score >= minScore)) &&
    (places.length === 0 || (place !== undefined && places.includes(placeKey(place)))) &&
    (topics.length === 0 || topics.some(isAbout)) &&
    wordsOf(query.words).every(holds)
  );
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** Open, and by its date, or else by when it was first seen, older than people come back to. */
export function isOld({ state, postedAt, firstSeenAt }: Askable, now: number): boolean {
  return state.state === 'new' && now - (postedAt ?? firstSeenAt) > OLD_MS;
}
