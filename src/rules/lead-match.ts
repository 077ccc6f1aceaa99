/** Which topic or prompt a thread is about, told by their words alone: the API does not say. */

/** Words that say nothing of a subject. */
const COMMON = new Set(
  'a an and any are as at be best by can do does for from good have how i in is it its just like me my need not of on or our should so some that the their them there they this to up use used using was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** Less in common is chance. */
const ENOUGH = 0.5;

/** The candidate most of whose words stand in `texts`; undefined if of none at least half do. */
export function bestMatch<Candidate>(
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

/**
 * A lead belongs to every topic whose label stands in its title or its reason; without one, to the topic that its brief
 * names. The API does not say more.
 */
export function topicsOfLead(
  { title, reason }: { title?: string | undefined; reason?: string | undefined },
  topics: readonly string[],
): readonly string[] {
  if (topics.length === 0) return [];
  const spoken = topics.filter((name) => holdsPhrase(`${title ?? ''} · ${reason ?? ''}`, name));
  return spoken.length > 0 ? spoken : [bestMatch([title, reason], topics, (name) => name) ?? []].flat();
}

/** Each word once, without the endings that make two of one. */
function wordsOf(text: string): string[] {
  return stemsOf(text).map(({ stem }) => stem);
}

/** The words of a text that say something of its subject, each once: without the endings that make two of one, and as it stands there. */
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

/** Whether a phrase stands in a text: "hiring" does not stand in "rehirings". A phrase without words stands nowhere. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const wanted = spaced(phrase);
  return wanted.trim() !== '' && spaced(text).includes(wanted);
}

/** " we are hiring ": so that whole words can be found in it. */
function spaced(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
}
