/** Names of places in an answer: which are the same, in any case, word order and abbreviation. Pure. */
import type { Path } from './shape.ts';

/** A name in lower case, without underscores and other separators. */
export function plainName(name: string): string {
  return name
    .replace(CUSTOM, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$]/gu, '');
}

/** How Salesforce ends the names of customers' own fields and of what they refer to: "Lead_Score__c", "Engine__r". */
const CUSTOM = /__[cr](?![a-z\d])/gi;

/** A name in lower case with its abbreviations written out: "mention_pct" -> "mentionpercent". */
export function spelledOut(name: string): string {
  return splitName(name)
    .map((word) => SAME_WORD.get(word) ?? word)
    .join('');
}

/** What an API may write instead of an engine or region, for the whole. */
const WHOLE = new Set(
  'all overall total totals whole any combined aggregate aggregated average global none project allengines allregions allmodels'.split(
    ' ',
  ),
);
export const isWhole = (name: string | undefined) =>
  name !== undefined && WHOLE.has(plainName(name).replace('$', ''));

/** Synonyms and abbreviations inside names, by the word they stand for. */
const SYNONYMS = {
  average: 'avg mean',
  own: 'our my',
  by: 'per',
  rank: 'position pos',
  percent: 'pct percentage',
  id: 'uuid uid pk guid',
  at: 'on date time timestamp ts utc',
  created: 'create insert inserted',
  updated: 'update',
  published: 'publish',
  generated: 'generate',
  visibility: 'vis',
  priority: 'prio',
  text: 'txt',
  description: 'desc',
  citation: 'cites',
  source: 'origin',
  fraction: 'frac',
  user: 'usr',
  suggestion: 'sugg',
  bp: 'bps',
  score: 'rating',
  title: 'headline',
  url: 'link address uri permalink',
  active: 'enabled tracked',
  type: 'kind',
  status: 'state stage phase',
  found: 'spotted discovered discover detected detect scraped crawled',
};
const SAME_WORD = new Map(
  Object.entries(SYNONYMS).flatMap(([word, others]) => others.split(' ').map((other) => [other, word])),
);
/** Words that say nothing beside others. */
const COUNTING = new Set(
  'count counts num nb n nr no number cnt aggregate of is was were ai ref unique distinct current aasm'.split(
    ' ',
  ),
);
/** "score_v2" is the score as it is measured now, and "tag_list" are the tags. */
const LAST = /^(?:v[2-9]|list)$/;
/** When something was done: "answered", "answered_at" and "answered_on_utc". */
const DONE = /ed$|^(?:seen|found)$/;

/** The sorted words of a name: of "leadsTotal" and "total_leads", "comments" and "num_comments", "engine.engineId" and "engine_id". */
export function wordsOf(path: Path): string {
  const words = splitName(path.join('_')).map((word) =>
    (SAME_WORD.get(word) ?? word).replace(/(?<=\w{3})ies$/, 'y').replace(/(?<=[^s]{3})s$/, ''),
  );
  // "times_asked" and "times_searched" count what they are beside.
  if (words.length === 2 && words.includes('time') && words.some((word) => DONE.test(word))) return 'time';
  const isAll = words.length > 1 && [words[0], words.at(-1)].includes('overall');
  const saysNothing = (word: string, i: number) =>
    COUNTING.has(word) || (isAll && word === 'overall') || (i > 0 && LAST.test(word));
  const telling = words.filter((word, i) => !saysNothing(word, i));
  const ofTime = telling.includes('at') ? telling.filter((word) => word !== 'utc') : telling;
  // "generation_date" is when something was generated.
  const done = ofTime.includes('at') ? ofTime.map((word) => word.replace(/ion$/, 'ed')) : ofTime;
  const isDone = done.some((word) => DONE.test(word));
  return [...new Set(done.filter((word) => word !== 'at' || !isDone))].sort().join(' ');
}

/** "leadsTotal" and "leads_total" -> leads, total. */
export function splitName(name: string): string[] {
  return name
    .replace(CUSTOM, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The subject of a title or description: "The number of comments in the thread, if known" -> "comments". */
export function headOf(said: string): string {
  const named = said
    .trim()
    .replace(/^(?:the|an?|its) /i, '')
    .replace(/^(?:number|count) of /i, '');
  return plainName(
    named.split(/[.,;:(–—]| (?:of|in|on|for|from|as|by|to|that|which|where|when|if) /i)[0] ?? '',
  );
}

/** The places of what "score_v2" has replaced: "score" and "score_v1". */
export function earlierThan(path: Path): string[] {
  const [, name, version = '0'] = /^(.+?)_?v([2-9])$/i.exec(path.at(-1) ?? '') ?? [];
  if (name === undefined) return [];
  const endings = ['', ...Array.from({ length: Number(version) - 1 }, (_, i) => [`_v${i + 1}`, `V${i + 1}`])];
  return endings.flat().map((ending) => [...path.slice(0, -1), name + ending].join('\u0000'));
}

/** What an answer and the run that it is of are called. */
export const isOfRun = (step: string) => /^(?:response|answer|run|promptrun)$/.test(plainName(step));
/** What either may have inside. */
export const isInRun = (step: string) => isOfRun(step) || /^(?:prompt|engine|region)$/.test(plainName(step));
