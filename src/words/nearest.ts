/**
 * Finds the known word someone most likely meant, in a command or a file, and numeronyms ("k8s" for Kubernetes). Also
 * what threads, topics and prompts have in common by their words, where the API doesn't say what they are about.
 */
import { closest, distance } from 'fastest-levenshtein';

/** One edit in a short word, two or more in longer ones; another first letter makes another short word ("soon", "noon"). */
function isNear(typed: string, known: string): boolean {
  const most = known.length <= 3 ? 1 : Math.max(2, Math.floor(known.length / 3));
  if (distance(typed, known) > most) return false;
  const shorter = Math.min(typed.length, known.length);
  return shorter >= SURE_LENGTH || (shorter > 2 && typed[0] === known[0]);
}

/** From this length on a word with a typo is still recognized, whatever its first letter. */
const SURE_LENGTH = 5;

/** What a table has under a name from outside; undefined where it has none, also for “constructor”, which every object has. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The known word typed in full, or the only one with this prefix; ignores case. */
export function completeWord(typed: string, known: readonly string[]): string | undefined {
  const prefix = typed.toLowerCase();
  const starting = known.filter((candidate) => candidate.toLowerCase().startsWith(prefix));
  const whole = starting.find(({ length }) => length === typed.length);
  return whole ?? (typed && starting.length === 1 ? starting[0] : undefined);
}

/** Like `completeWord`, or else the nearest known word; undefined if none is near enough. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const complete = completeWord(word, known);
  if (complete !== undefined) return complete;
  const typed = word.toLowerCase();
  if (known.length === 0) return undefined;
  const best = closest(
    typed,
    known.map((candidate) => candidate.toLowerCase()),
  );
  if (!isNear(typed, best)) return undefined;
  return known.find((candidate) => candidate.toLowerCase() === best);
}

/** The known word this is a typo of. A longer word ("tracked") isn't a typo of its beginning. */
export function correctTypo(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  return known.find((candidate) => {
    const far = distance(typed, candidate.toLowerCase());
    if (typed.startsWith(candidate.toLowerCase())) return false;
    const isLong = Math.min(typed.length, candidate.length) >= SURE_LENGTH;
    const startsAlike = typed[0] === candidate[0]?.toLowerCase();
    return typed.length >= 4 && far <= Number(isLong) + Number(startsAlike);
  });
}

/** The known name that is taken as meant, complete or with a typo; one further away is only suggested (`findNearest`). */
export function findMeant(typed: string, known: readonly string[]): string | undefined {
  return completeWord(typed, known) ?? correctTypo(typed, known);
}

/** Letters that people mix up. */
const ALIKE: readonly string[] = ['aeiou', 'cskz'];

/**
 * Whether one differs by a letter that nobody types by mistake: "stark" is not "stack", nor "saving" saying, but "leeds"
 * and "lwads" are "leads", and "vizible" is "visible".
 */
export function isOtherWord(word: string, candidate: string): boolean {
  const others = [...word].flatMap((letter, i) => (letter === candidate[i] ? [] : i));
  const [at = 0] = others;
  const [letter = '', meant = ''] = [word[at], candidate[at]];
  const isAlike = ALIKE.some((letters) => letters.includes(letter) && letters.includes(meant));
  const isOne = word.length === candidate.length && (word.length === 5 || others.length === 1);
  return isOne && letter !== word[at - 1] && !isAlike && !isSwapped(word, candidate);
}

/** Whether two letters are swapped, neighbours or inside a longer word, and nothing else. */
export function isSwapped(word: string, candidate: string): boolean {
  if (word.length !== candidate.length) return false;
  const [at = -1, other = -1, third] = [...word].flatMap((letter, i) => (letter === candidate[i] ? [] : i));
  const isNear = other === at + 1 || (at > 0 && other < word.length - 1 && word.length > 4);
  const swapped =
    word.slice(0, at) + word[other] + word.slice(at + 1, other) + word[at] + word.slice(other + 1);
  return at >= 0 && third === undefined && isNear && swapped === candidate;
}

const NUMERONYM = /^\p{L}\d{1,2}\p{L}$/u;

export function numeronymOf(word: string): string {
  return `${word[0]}${word.length - 2}${word.at(-1)}`;
}

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
    const numeronyms = new Set([...said, ...wanted].filter((word) => NUMERONYM.test(word)));
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
  if (distance(a, b) <= Math.floor(b.length / CHARS_PER_TYPO)) return true;
  const [mine, theirs] = [one, other].map((text) => new Set(stemsOf(text).map(({ stem }) => stem)));
  if (!mine || !theirs || mine.size < FEWEST_STEMS) return false;
  return mine.size === theirs.size && [...mine].every((stem) => theirs.has(stem));
}
