/** Finds the names of the project that a question means, topics also in other words, and those that it rules out. */

import { stemmer } from 'stemmer';
import * as english from './english.ts';
import { type FoundName, findNames, type KnownNames, wordsIn } from './names.ts';
import { withPromptBefore, withQuotedPrompt, withReorderedPrompt } from './prompt-words.ts';
import { FILLER_WORDS } from './signs.ts';
import type { Word } from './words.ts';

/** `said`: the words folded; `folds`: the same, with "our" for the brand's own name. */
export type Line = {
  text: string;
  words: readonly Word[];
  said: readonly string[];
  folds: readonly string[];
};

/**
 * `named`: every name in the question; `meant`: without those that it corrects ("Germany, sorry, Japan"); `leftOut`:
 * those that leads should not have; `names`: the others.
 */
export type NamesMeant = {
  named: readonly FoundName[];
  meant: readonly FoundName[];
  names: readonly FoundName[];
  leftOut: readonly FoundName[];
};

export function findNamesMeant(line: Line, known: KnownNames): NamesMeant {
  const { text, words, said, folds } = line;
  const texts = words.map((word) => word.text);
  // A tracked prompt may name the brand.
  const asSaid = findNames(said, texts, known);
  const isPrompt = ({ kind, at, length }: FoundName) =>
    kind === 'prompt' && (english.BEHIND_PROMPT.test(said[at + length] ?? '') || at > 0);
  const found = asSaid.some(isPrompt) ? asSaid : findNames(folds, texts, known);
  const inAnyOrder = withReorderedPrompt(withQuotedPrompt(found, text, words, known), said, known);
  const ofPrompt = withPromptBefore(withTopicForms(inAnyOrder, said, known), said, known);
  const named = withTopicWord(ofPrompt, said, known);
  const meant = named.filter((name) => !isNotMeant(name, named, said) && !isOfOurPage(name, said));
  const allLeftOut = findLeftOut(meant, line);
  // "Who appears other than Globex" asks about all rivals.
  const leftOut = allLeftOut.filter(({ kind }) => kind !== 'rival' || isOfLeads(said));
  const names = meant.filter(
    (name) => !allLeftOut.includes(name) && !isBesideWhole(name, named, text, words),
  );
  return { named, meant, leftOut, names };
}

export function isOfLeads(words: readonly string[]): boolean {
  return words.some((word) => english.OF_LEADS.test(word));
}

/** "Jogging strollers" is about jogging, not the topic "travel strollers" as well. */
function isBesideWhole(name: FoundName, names: readonly FoundName[], text: string, words: readonly Word[]) {
  const [first, last] = [name.at, name.at + name.length];
  const isNext = (from: number, to: number) =>
    /^\s*$/.test(text.slice(words[from - 1]?.end, words[to]?.start));
  return (
    name.kind === 'topic' &&
    name.isPart &&
    names.some(
      ({ kind, isPart, at, length }) =>
        kind === 'topic' &&
        !isPart &&
        ((at + length === first && isNext(first, first)) || (at === last && isNext(last, last))),
    )
  );
}

/** "not Germany, Japan", "Germany, sorry, Japan": the later name is meant; "Japan, not Germany": the earlier. */
function isNotMeant({ at, kind }: FoundName, names: readonly FoundName[], words: readonly string[]): boolean {
  const isBehind = names.some((other) => other.kind === kind && other.at + other.length === at - 1);
  if (isBehind && words[at - 1] === 'not' && !isOfLeads(words)) return true;
  const [next] = names.filter((other) => other.kind === kind && other.at > at);
  if (!next) return false;
  const between = words.slice(at + 1, next.at);
  if (between.some((word) => english.AND.test(word))) return false;
  return (
    english.BEFORE_NOT_MEANT.test(words[at - 1] ?? '') ||
    between.some((word) => english.TAKEN_BACK.test(word))
  );
}

/** "Our pricing page" is a page of ours, and no question about pricing. */
function isOfOurPage({ kind, at, length }: FoundName, words: readonly string[]): boolean {
  return kind === 'topic' && words[at - 1] === 'our' && english.PAGE.test(words[at + length] ?? '');
}

/** "not on r/devops or r/saas" */
function findLeftOut(names: readonly FoundName[], { text, words: all, said: words }: Line): FoundName[] {
  const leftOut: FoundName[] = [];
  for (const name of names.toSorted((a, b) => a.at - b.at)) {
    const last = leftOut.at(-1);
    const end = last && last.at + last.length;
    const isSameClause =
      end !== undefined && !/[.;:?!]/.test(text.slice(all[end - 1]?.end, all[name.at]?.start));
    const between = isSameClause ? words.slice(end, name.at).join(' ') : undefined;
    if (
      isBehindNot(words, name.at) ||
      isNotCiting(name, words) ||
      (between !== undefined && english.NEITHER.test(between))
    )
      leftOut.push(name);
  }
  return leftOut;
}

/** "leads that Claude doesn't cite" */
function isNotCiting({ at, length, kind }: FoundName, words: readonly string[]): boolean {
  return kind === 'engine' && isOfLeads(words) && english.NOT_CITING.test(words.slice(at + length).join(' '));
}

export function isBehindNot(words: readonly string[], at: number): boolean {
  return english.BEFORE_LEFT_OUT.test(words.slice(0, at).join(' '));
}

/** Joins words of a topic: "price per word", "translation by machine". */
const MOST_BETWEEN = 1;

/** Adds topics whose words are all there, next to each other, in other forms or another order. */
function withTopicForms(
  names: readonly FoundName[],
  words: readonly string[],
  { names: { topics } }: KnownNames,
): readonly FoundName[] {
  const stems = words.map((word, at) =>
    names.some((name) => at >= name.at && at < name.at + name.length) ? undefined : stemOf(word),
  );
  const found = topics.flatMap((name): FoundName[] => {
    const own = wordsIn(name).filter((word) => !english.IN_TOPICS.test(word));
    if (own.length < 2 || names.some((one) => one.name === name)) return [];
    const wanted = new Set(own.map(stemOf));
    for (const [at, stem] of stems.entries()) {
      if (stem === undefined || !wanted.has(stem)) continue;
      const end = stems.findIndex(
        (one, i) => i >= at && !wanted.has(one ?? '') && !english.IN_TOPICS.test(words[i] ?? ''),
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
function withTopicWord(
  names: readonly FoundName[],
  words: readonly string[],
  { names: { topics } }: KnownNames,
): readonly FoundName[] {
  const isSubject = (i: number) =>
    english.OF_TOPIC.test(words[i + 1] ?? '') ||
    (english.HOWS.test(words.slice(0, i).join(' ')) && english.DOING.test(words[i + 1] ?? ''));
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
