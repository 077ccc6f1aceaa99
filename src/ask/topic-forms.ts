/** Finds topics by other forms of their words: "localising websites" for “website localization”. */
import { stemmer } from 'stemmer';
import { DOING, HOWS, IN_TOPICS, OF_TOPIC } from './english.ts';
import { type FoundName, type KnownNames, wordsIn } from './names.ts';
import { FILLER_WORDS } from './signs.ts';

/** Joins words of a topic: "price per word", "translation by machine". */
const MOST_BETWEEN = 1;

/** Adds topics whose words are all there, next to each other, in other forms or another order. */
export function withTopicForms(
  names: readonly FoundName[],
  words: readonly string[],
  { names: { topics } }: KnownNames,
): readonly FoundName[] {
  const stems = words.map((word, at) =>
    names.some((name) => at >= name.at && at < name.at + name.length) ? undefined : stemOf(word),
  );
  const found = topics.flatMap((name): FoundName[] => {
    const own = wordsIn(name).filter((word) => !IN_TOPICS.test(word));
    if (own.length < 2 || names.some((one) => one.name === name)) return [];
    const wanted = new Set(own.map(stemOf));
    for (const [at, stem] of stems.entries()) {
      if (stem === undefined || !wanted.has(stem)) continue;
      const end = stems.findIndex(
        (one, i) => i >= at && !wanted.has(one ?? '') && !IN_TOPICS.test(words[i] ?? ''),
      );
      const span = stems.slice(at, end < 0 ? stems.length : end);
      const length = span.findLastIndex((one) => wanted.has(one ?? '')) + 1;
      if (length <= own.length + MOST_BETWEEN && [...wanted].every((one) => span.includes(one)))
        return [{ at, length, kind: 'topic', name, isPart: false }];
    }
    return [];
  });
  return [...names, ...found].toSorted((a, b) => a.at - b.at);
}

/** "API questions" and "how’s certified doing?" mean the only topic with this word, though prompts have it too. */
export function withTopicWord(
  names: readonly FoundName[],
  words: readonly string[],
  { names: { topics } }: KnownNames,
): readonly FoundName[] {
  const isSubject = (i: number) =>
    OF_TOPIC.test(words[i + 1] ?? '') ||
    (HOWS.test(words.slice(0, i).join(' ')) && DOING.test(words[i + 1] ?? ''));
  const at = words.findIndex((_, i) => isSubject(i));
  const word = words[at] ?? '';
  const [name, other] = topics.filter((topic) => wordsIn(topic).includes(word));
  const isNamed = names.some((found) => at >= found.at && at < found.at + found.length);
  if (name === undefined || other !== undefined || isNamed || FILLER_WORDS.has(word)) return names;
  return [...names, { at, length: 1, kind: 'topic', name, isPart: true }];
}

/** British spelling has the stem of the American one. */
function stemOf(word: string): string {
  return stemmer(word.replace(/is(?=(?:e|es|ed|er|ers|ing|ations?)$)/, 'iz'));
}
