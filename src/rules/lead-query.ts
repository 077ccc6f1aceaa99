/** Which leads people ask for, in a few words: "r/devops", "80", "mine", "cited", "older", "snoozed", "all", "L412 L415", or words of a title. */

import type { LeadState } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { Filterable } from './lead-filter.ts';
import { placeKey } from './lead-filter.ts';
import { holdsPhrase } from './lead-match.ts';

/** What stays open for longer is old. */
export const OLD_MS = 14 * DAY_MS;

/** Everything asked for has to be true. `minScore` is on the API's own scale, `places` are keys; all `words` stand in title or place. */
export type LeadQuery = {
  mine: boolean;
  cited: boolean;
  /** Open, and only what is old. */
  older: boolean;
  /** Also what the feed's filters leave out, and what people have finished. */
  all: boolean;
  minScore?: number;
  /** Only those that stand so. */
  ended?: 'snoozed' | 'replied' | 'dismissed';
  /** Short names, in capitals: only these, however they stand. */
  handles: readonly string[];
  /** Any of them; all where there is none. */
  places: readonly string[];
  words: string;
};

const SWITCHES = ['mine', 'cited', 'older', 'all'] as const;

/** How leads stand that somebody has finished, or put off. */
const ENDED = {
  snoozed: 'snoozed',
  replied: 'replied',
  answered: 'replied',
  dismissed: 'dismissed',
} as const;

/** The words that it knows, for whoever mistyped one. */
export const QUERY_WORDS: readonly string[] = [...SWITCHES, ...Object.keys(ENDED)];

/** Of any order and case; what is none of the few words it knows is looked for in titles. */
export function leadQuery(text: string): LeadQuery {
  const query: LeadQuery = {
    mine: false,
    cited: false,
    older: false,
    all: false,
    handles: [],
    places: [],
    words: '',
  };
  const places: string[] = [];
  const handles: string[] = [];
  const words: string[] = [];
  for (const word of text
    .replace(/[“”"]/g, ' ')
    .split(/\s+/)
    .filter((one) => one !== '')) {
    const typed = word.toLowerCase();
    const known = SWITCHES.find((one) => one === typed);
    if (known) query[known] = true;
    else if (Object.hasOwn(ENDED, typed)) query.ended = ENDED[typed as keyof typeof ENDED];
    else if (/^\/?r\/./i.test(word)) places.push(placeKey(word));
    else if (/^L\d+,?$/i.test(word)) handles.push(word.replace(',', '').toUpperCase());
    else words.push(word);
  }
  // A number among words is one of them: "top 10 tools".
  const [only = '', second] = words;
  if (second === undefined && /^\d+([.,]\d+)?$/.test(only))
    return { ...query, handles, places, minScore: Number(only.replace(',', '.')) };
  return { ...query, handles, places, words: words.join(' ') };
}

/** A lead as it is asked for; `citedBy` where engines cite its thread, `firstSeenAt` and `now` epoch ms. */
export type Askable = Filterable & {
  state: LeadState;
  citedBy?: readonly string[] | undefined;
  firstSeenAt: number;
};

/** A lead without a score is none of those from a score on. */
export function isAskedFor(lead: Askable, query: LeadQuery, person: string, now: number): boolean {
  const { score, place, title = '', citedBy, state } = lead;
  const { mine, cited, older, minScore, places } = query;
  const words = query.words.split(' ').filter((word) => word !== '');
  const isTheirs = state.state === 'claimed' && state.by === person;
  return (
    (!mine || isTheirs) &&
    (!query.ended || state.state === query.ended) &&
    (!cited || citedBy !== undefined) &&
    (!older || isOld(lead, now)) &&
    (minScore === undefined || (score !== undefined && score >= minScore)) &&
    (places.length === 0 || (place !== undefined && places.includes(placeKey(place)))) &&
    words.every((word) => holdsPhrase(`${title} ${place ?? ''}`, word))
  );
}

/** Open, and by its date, or else by when it was first seen, older than people come back to. */
export function isOld({ state, postedAt, firstSeenAt }: Askable, now: number): boolean {
  return state.state === 'new' && now - (postedAt ?? firstSeenAt) > OLD_MS;
}
