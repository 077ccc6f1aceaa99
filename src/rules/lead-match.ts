/** Matches threads with topics and prompts by their words, where the API doesn't say what a thread is about. */
import { isNumeronym, numeronymOf } from '../words/nearest.ts';

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
