/**
 * Filters out the leads that a feed doesn't want; what passes keeps the API's order. Also matches threads, topics and
 * prompts by their words, where the API doesn't say what they are about.
 */
import { type FilteredOut, type LeadState, type LeftOut, type ProjectRef, projectRef } from '../decision.ts';
import type { Lead } from '../visibility/assumed.ts';
import { countEdits, isNumeronym, numeronymOf } from '../words/nearest.ts';

/** A feed's filters. `minScore` on the API's own scale; age in ms; places and words in any case. */
export type LeadFilters = {
  minScore?: number | undefined;
  maxAgeMs?: number | undefined;
  places?: { never: readonly string[] } | undefined;
  words?: { never: readonly string[] } | undefined;
  /** Places muted by people in the channel. */
  muted?: readonly string[] | undefined;
};

export type Filterable = Partial<Pick<Lead, 'score' | 'postedAt' | 'place' | 'title'>> & {
  state?: LeadState | undefined;
};

/** `removed`: each lead with the filter that removed it; `leftOut`: counts by filter. */
export type Filtered<L> = {
  kept: L[];
  removed: { lead: L; reason: LeftOut['reason'] }[];
  leftOut: LeftOut[];
};

/** What a lead lacks passes its filter. One that people opened again passes at any age. */
export function filterLeads<L extends Filterable>(
  leads: readonly L[],
  filters: LeadFilters,
  now: number,
): Filtered<L> {
  const reasonFor = createFilter(filters, now);
  const kept: L[] = [];
  const removed: { lead: L; reason: LeftOut['reason'] }[] = [];
  for (const lead of leads) {
    const reason = reasonFor(lead);
    if (reason === undefined) kept.push(lead);
    else removed.push({ lead, reason });
  }
  return { kept, removed, leftOut: countByReason(removed) };
}

/** Counts by filter, in the order each filter first removed a lead. */
function countByReason<L extends Filterable>(removed: Filtered<L>['removed']): LeftOut[] {
  return [...Map.groupBy(removed, ({ reason }) => reason)].map(([reason, gone]) => {
    const named = gone.flatMap(({ lead: { place } }) =>
      place === undefined ? [] : [[placeKey(place), place] as const],
    );
    const places = [...new Map(named.toReversed()).values()];
    return {
      reason,
      count: gone.length,
      ...(reason === 'below_min_score' && {
        best: Math.max(...gone.flatMap(({ lead }) => lead.score ?? [])),
      }),
      ...(reason === 'muted' && { places }),
    };
  });
}

function createFilter(
  filters: LeadFilters,
  now: number,
): (lead: Filterable) => LeftOut['reason'] | undefined {
  const { minScore = Number.NEGATIVE_INFINITY, maxAgeMs = Number.POSITIVE_INFINITY } = filters;
  const never = new Set(filters.places?.never.map(placeKey));
  const muted = new Set(filters.muted?.map(placeKey));
  const phrases = filters.words?.never ?? [];
  return ({ score, postedAt, place, title, state }) => {
    if (score !== undefined && score < minScore) return 'below_min_score';
    const isTooOld = postedAt !== undefined && now - postedAt > maxAgeMs;
    if (isTooOld && !isOpenAgain({ state })) return 'too_old';
    if (place !== undefined && never.has(placeKey(place))) return 'place';
    if (place !== undefined && muted.has(placeKey(place))) return 'muted';
    if (title !== undefined && phrases.some(phraseFinder(title))) return 'word';
    return undefined;
  };
}

/** Nobody has acted on an open lead that has no "since". */
export function isOpenAgain({ state }: Filterable): boolean {
  return state?.state === 'new' && state.since !== undefined;
}

/** "r/Memes", "/r/memes" and "memes" are one place. */
export function placeKey(place: string): string {
  return place
    .trim()
    .toLowerCase()
    .replace(/^\/?(r\/)?/, '');
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
    at: now,
    leftOut,
    minScore: filters.minScore,
    filters: JSON.stringify(filters),
  };
}

/** Words that say nothing about a subject. */
const COMMON = new Set(
  'a an and any are as at be best by can do does for from good have how i in is it its just like me my need not of on or our should so some that the their them there they this to up use used using was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** A smaller share of common words is chance. */
const ENOUGH = 0.5;

/** The candidate with most words in `texts`; undefined if none has at least half of its words there. */
export function findBestMatch<Candidate>(
  texts: readonly (string | undefined)[],
  candidates: readonly Candidate[],
  nameOf: (candidate: Candidate) => string | undefined,
): Candidate | undefined {
  const known = new Set(texts.flatMap((text) => wordsOf(text ?? '')));
  let best: { candidate: Candidate; found: number; share: number } | undefined;
  for (const candidate of candidates) {
    const words = wordsOf(nameOf(candidate) ?? '');
    const found = words.filter((word) => known.has(word)).length;
    const share = words.length === 0 ? 0 : found / words.length;
    if (share < ENOUGH || (best && (best.found > found || (best.found === found && best.share >= share))))
      continue;
    best = { candidate, found, share };
  }
  return best?.candidate;
}

/** Every topic whose label occurs in the lead's title or reason; if none does, the best match. */
export function findTopicsOfLead(
  { title, reason }: { title?: string | undefined; reason?: string | undefined },
  topics: readonly string[],
): readonly string[] {
  if (topics.length === 0) return [];
  const spoken = topics.filter(phraseFinder(`${title ?? ''} · ${reason ?? ''}`));
  return spoken.length > 0 ? spoken : [findBestMatch([title, reason], topics, (name) => name) ?? []].flat();
}

function wordsOf(text: string): string[] {
  return stemsOf(text).map(({ stem }) => stem);
}

/** The telling words of a text, each once: its stem, and the word as first written. */
export function stemsOf(text: string): { stem: string; word: string }[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const stems = new Map<string, string>();
  for (const word of words) {
    const small = word.toLowerCase();
    if (COMMON.has(small)) continue;
    const stem = small.replace(/(?<=.{3})(ing|es|s)$/, '');
    if (!stems.has(stem)) stems.set(stem, word);
  }
  return [...stems].map(([stem, word]) => ({ stem, word }));
}

/** Tells whether a text contains a phrase as whole words: "rehirings" doesn't contain "hiring", "Kubernetes" is "k8s". */
export function phraseFinder(text: string): (phrase: string) => boolean {
  const said = splitWords(text);
  const heard = new Set(said.flatMap((word) => [word, numeronymOf(word)]));
  return (phrase) => {
    const wanted = splitWords(phrase);
    const isHeard = (word: string) => heard.has(word) || heard.has(numeronymOf(word));
    if (wanted.length === 0 || !wanted.every(isHeard)) return false;
    const numeronyms = new Set([...said, ...wanted].filter(isNumeronym));
    const shorten = (word: string) => {
      const short = numeronymOf(word);
      return numeronyms.has(short) ? short : word;
    };
    // Padded so that whole words can be found.
    const pad = (words: readonly string[]) => ` ${words.map(shorten).join(' ')} `;
    return pad(said).includes(pad(wanted));
  };
}

function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** One typo in this many characters doesn't make a different prompt. */
const CHARS_PER_TYPO = 12;

/** Fewer telling words can stand in quite different questions. */
const FEWEST_STEMS = 2;

/** Counts words also in languages that put no spaces between them. */
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The tracked prompt that this one nearly equals, or none if it's a single word. Undefined without a doubt. */
export function findPromptDoubt(prompt: string, tracked: readonly string[]) {
  const similar = tracked.find((other) => isSimilar(prompt, other));
  const words = [...WORDS.segment(prompt)].filter(({ isWordLike }) => isWordLike);
  return similar !== undefined || words.length < 2 ? { similar } : undefined;
}

/** Equal but for common words, endings, order, punctuation or a typing mistake. */
function isSimilar(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  if (a === undefined || b === undefined || b === '') return false;
  if (countEdits(a, b) <= Math.floor(b.length / CHARS_PER_TYPO)) return true;
  const [mine, theirs] = [one, other].map((text) => new Set(stemsOf(text).map(({ stem }) => stem)));
  if (!mine || !theirs || mine.size < FEWEST_STEMS) return false;
  return mine.size === theirs.size && [...mine].every((stem) => theirs.has(stem));
}
