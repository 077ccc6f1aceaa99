/** Decides whether a lead is from a place that somebody typed: in a command, a form, a tool's input or projects.yml. */
import type { Lead } from '../visibility/assumed.ts';
import { findNearest } from '../words/nearest.ts';
import { toThreadUrl } from './lead-key.ts';

export type Located = Partial<Pick<Lead, 'place' | 'url'>>;

/** "r/Memes", "/r/memes" and "memes" are one place. */
export function placeKey(place: string): string {
  return place
    .trim()
    .toLowerCase()
    .replace(/^\/?(r\/)?/, '');
}

const SUBREDDIT = /^\s*\/?r\//i;

/** Communities whose names show what site they are on, for leads without a link. */
const COMMUNITIES: readonly (readonly [name: RegExp, site: string])[] = [
  [SUBREDDIT, 'reddit.com'],
  [/\bstack ?exchange\s*$/i, 'stackexchange.com'],
];

/** What people call a site, if its address doesn't have it. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  'news.ycombinator.com': ['hackernews', 'hn'],
  'x.com': ['twitter', 'x'],
};

/** Labels shorter than this are names of communities as well: dev.to isn't r/dev. */
const SHORTEST_LABEL = 4;

/** Whether any of the names means it: its place's name or initials, or its site ("hn", "reddit", "dba.stackexchange.com"). */
export function isFrom(lead: Located, ...typed: readonly string[]): boolean {
  if (typed.length === 0) return false;
  const { place = '' } = lead;
  const key = squash(placeKey(place));
  const others = [squash(initials(place)), ...sitesOf(lead).flatMap(namesOfSite)];
  return typed.some((one) => {
    const name = squash(placeKey(one)).replace(/^www\./, '');
    if (name === '' || name === key || SUBREDDIT.test(one)) return name !== '' && name === key;
    return others.includes(name) || labelOf(name) === squash(place);
  });
}

/** "HN" for "Hacker News", "MSE" for "MoneySavingExpert"; a name of one word as it is. */
export function initials(place: string): string {
  const words = place.replace(/^r\//, '').split(/\s+|(?<=\p{L})(?=\p{Lu}\p{Ll})/u);
  return words.length > (place.startsWith('r/') ? 2 : 1) ? words.map(([first]) => first).join('') : place;
}

/** The places that somebody typed of which no lead is, with the nearest known one. None if no place is known. */
export function findUnknownPlaces(typed: readonly string[], known: readonly Located[]) {
  const byKey = new Map(known.flatMap(({ place }) => (place ? [[placeKey(place), place] as const] : [])));
  if (byKey.size === 0) return [];
  return typed
    .filter((one) => !known.some((lead) => isFrom(lead, one)))
    .map((place) => {
      const near = findNearest(placeKey(place), [...byKey.keys()]);
      return { place, near: near === undefined ? undefined : byKey.get(near) };
    });
}

function squash(name: string): string {
  return name.toLowerCase().replace(/\s+/g, '');
}

function sitesOf({ place = '', url }: Located): string[] {
  const host = url === undefined ? undefined : URL.parse(toThreadUrl(url))?.hostname;
  const named = COMMUNITIES.flatMap(([name, site]) => (name.test(place) ? site : []));
  return [...(host ? [host] : []), ...named, squash(place)];
}

/** "meta.discourse.org", "discourse.org" and "discourse"; none for what isn't an address. */
function namesOfSite(site: string): string[] {
  const labels = site.split('.');
  const addresses = labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
  return [...addresses, labelOf(site) ?? [], CALLED[site] ?? []].flat();
}

/** "stackoverflow" for "stackoverflow.com" */
function labelOf(site: string): string | undefined {
  const label = site.split('.').at(-2);
  return label !== undefined && label.length >= SHORTEST_LABEL ? label : undefined;
}
