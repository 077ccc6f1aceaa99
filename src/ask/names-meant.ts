/**
 * Finds the names of the project that a question means, topics and prompts also in other words, and those that it rules
 * out.
 */
import { stemmer } from 'stemmer';
import * as english from './english.ts';
import { type FoundName, findNames, type KnownNames, wordsIn } from './names.ts';
import { FILLER_WORDS, quoteIn, VOCABULARY, type Word } from './signs.ts';

/** `said`: the words folded; `folds`: the same, with "our" for the brand's own name. */
export type Line = {
  text: string;
  words: readonly Word[];
  said: readonly string[];
  folds: readonly string[];
};

/**
 * `named`: every name in the question; `meant`: without those that it corrects ("Germany, sorry, Japan"); `leftOut`:
 * those that leads should not have; `othersThan`: the rivals and sites that other lists should not; `names`: the others.
 */
export type NamesMeant = {
  named: readonly FoundName[];
  meant: readonly FoundName[];
  names: readonly FoundName[];
  leftOut: readonly FoundName[];
  othersThan: readonly FoundName[];
};

export function findNamesMeant(line: Line, known: KnownNames): NamesMeant {
  const { text, words, said, folds } = line;
  const texts = words.map((word) => word.text);
  // A tracked prompt may name the brand.
  const asSaid = findNames(said, texts, known);
  const isPrompt = ({ kind, at, length }: FoundName) =>
    kind === 'prompt' && (english.BEHIND_PROMPT.test(said[at + length] ?? '') || at > 0);
  const found = asSaid.some(isPrompt) ? asSaid : findNames(folds, texts, known);
  const quoted = withQuotedPrompt(found, text, words, known);
  const ofPart = withPartOfPrompt(quoted, said, known);
  const named = withPromptBefore(withTopicForms(ofPart, said, known), said, known);
  const meant = named.filter((name) => !isNotMeant(name, named, said) && !isOfOurPage(name, said));
  const allLeftOut = findLeftOut(meant, line);
  // "Who appears other than Globex" asks about the other rivals, "sources without reddit.com" about other sites.
  const isOther = ({ kind }: FoundName) =>
    !isOfLeads(said) && (kind === 'rival' || (kind === 'domain' && english.OF_CITATIONS.test(text)));
  const leftOut = allLeftOut.filter((name) => !isOther(name));
  const othersThan = allLeftOut.filter(isOther);
  const names = meant.filter((name) => !allLeftOut.includes(name) && !isBesideWhole(name, named));
  return { named, meant, leftOut, othersThan, names };
}

export function isOfLeads(words: readonly string[]): boolean {
  return words.some((word) => english.OF_LEADS.test(word));
}

/** "Low carb boxes" is about low carb, not the topic "boxed meals" as well. */
function isBesideWhole({ kind, isPart, at }: FoundName, names: readonly FoundName[]): boolean {
  const isWholeBefore = (name: FoundName) =>
    name.kind === 'topic' && !name.isPart && name.at + name.length === at;
  return kind === 'topic' && isPart && names.some(isWholeBefore);
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
  return notBefore(words, at) !== undefined;
}

/** The index of the word that rules it out: "without" in "without the snoozed ones". */
export function notBefore(words: readonly string[], at: number): number | undefined {
  const before = words.slice(0, at).join(' ');
  const found = english.BEFORE_LEFT_OUT.exec(before);
  return found ? (before.slice(0, found.index).match(/\S+/g)?.length ?? 0) : undefined;
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

/** British spelling has the stem of the American one. */
function stemOf(word: string): string {
  return stemmer(word.replace(/is(?=(?:e|es|ed|er|ers|ing|ations?)$)/, 'iz'));
}

/** A quote found in only one prompt means that prompt, unless it is just one name: “why is "Globex" ahead?”. */
function withQuotedPrompt(
  names: readonly FoundName[],
  text: string,
  words: readonly Word[],
  known: KnownNames,
): readonly FoundName[] {
  const quote = quoteIn(text);
  if (!quote) return names;
  const said = ` ${wordsIn(quote.said).join(' ')} `;
  const holding = known.names.prompts.filter((_prompt, i) => known.prompts[i]?.includes(said));
  const [name, other] = holding;
  if (name === undefined || other !== undefined) return names;
  const isQuoted = ({ start, end }: Word) => start >= quote.start && end <= quote.end;
  const at = words.findIndex(isQuoted);
  const length = words.filter(isQuoted).length;
  const isOneName = names.some((found) => found.at === at && found.length === length);
  const around = [words[at - 1], words[at + length]].map((word) => word?.folded ?? '');
  if (isOneName && !around.some((word) => english.OF_ONE_PROMPT.test(word))) return names;
  return [...outside(names, at, length), { at, length, kind: 'prompt', name, isPart: true }];
}

/** The names that none of these words belongs to. */
function outside(names: readonly FoundName[], at: number, length: number): readonly FoundName[] {
  return names.filter((found) => found.at + found.length <= at || found.at >= at + length);
}

/** "The self check-in kiosk prompt" means the only prompt with these words, whatever else they name. */
function withPromptBefore(
  names: readonly FoundName[],
  words: readonly string[],
  known: KnownNames,
): readonly FoundName[] {
  const end = words.findIndex((word) => english.OF_ONE_PROMPT.test(word));
  const article = words.findLastIndex((word, i) => i < end && english.BEFORE_WORDS_OF_PROMPT.test(word));
  const at = article + 1;
  const length = end - at;
  const said = words.slice(at, end);
  // "That I can answer" is from no prompt, though one begins with "can I"; "small hands" is.
  const isChance = said.every((word) => FILLER_WORDS.has(word)) && !isInPrompt(words, at, known);
  // One word tells a prompt from others only if it isn't a usual one.
  const isUsual =
    length === 1 &&
    (article < 0 || !english.BEHIND_PROMPT.test(words[end] ?? '') || VOCABULARY.has(words[at] ?? ''));
  if (length < 1 || isChance || isUsual) return names;
  const holding = promptsWith(said, known);
  const [name, other] = holding;
  // "The car seat prompt" is one of a few prompts on car seats, not the topic.
  if (other !== undefined && holding.length <= MOST_HOLDING && words[end] === 'prompt')
    return outside(names, at, length);
  if (name === undefined || other !== undefined) return names;
  return [...outside(names, at, length), { at, length, kind: 'prompt', name, isPart: true }];
}

/** If more prompts contain the words, they don't identify one. */
export const MOST_HOLDING = 3;

/** As many words in a row are from the only prompt that has them, usual ones too: "first for slip on shoes". */
const PART_OF_PROMPT = 3;

function withPartOfPrompt(names: readonly FoundName[], words: readonly string[], known: KnownNames) {
  if (names.some(({ kind }) => kind === 'prompt')) return names;
  const parts = words.flatMap((_, at) =>
    words.slice(at + PART_OF_PROMPT - 1).map((_, i) => ({ at, length: i + PART_OF_PROMPT })),
  );
  const found = parts.flatMap(({ at, length }): FoundName[] => {
    const said = words.slice(at, at + length);
    const isOfPrompt = [said[0], said.at(-1)].every((word = '') => known.promptWords.has(word));
    if (!isOfPrompt || outside(names, at, length).length < names.length) return [];
    const [name, other] = known.names.prompts.filter((_, i) =>
      known.prompts[i]?.includes(` ${said.join(' ')} `),
    );
    return name !== undefined && other === undefined
      ? [{ at, length, kind: 'prompt', name, isPart: true }]
      : [];
  });
  return [...names, ...found.toSorted((a, b) => b.length - a.length).slice(0, 1)];
}

export function isNamedLikePrompt(at: number, words: readonly string[]): boolean {
  if (at < 0) return false;
  const before = english.ARTICLE.test(words[at - 1] ?? '') ? words[at - 2] : words[at - 1];
  const [behind = ''] = words.slice(at + 1);
  return (
    english.BEFORE_PROMPT.test(before ?? '') ||
    english.BEHIND_PROMPT.test(behind) ||
    english.FIGURE.test(behind)
  );
}

/** The prompts that have all of these words. */
export function promptsWith(words: readonly string[], { names, prompts }: KnownNames): string[] {
  return names.prompts.filter((_prompt, i) => words.every((word) => prompts[i]?.includes(` ${word} `)));
}

/** The words after "about" in "prompts about alerts". */
export function aboutWhat(words: readonly string[], { promptWords }: KnownNames): ReadonlySet<number> {
  const about = words.findIndex(
    (word, i) =>
      english.ABOUT.test(word) &&
      promptWords.has(words[i + 1] ?? '') &&
      !english.BEST_FIGURE.test(`${words[i + 1]} ${words[i + 2]}`),
  );
  const isOfPrompts = words.slice(0, Math.max(0, about)).some((word) => english.OF_PROMPTS.test(word));
  if (!isOfPrompts) return new Set();
  const rest = words.slice(about + 1);
  const end = rest.findIndex((word) => !promptWords.has(word));
  return new Set(rest.slice(0, end < 0 ? rest.length : end).map((_word, i) => about + 1 + i));
}

/** Whether this word and the next are adjacent in a tracked prompt. */
export function isInPrompt(words: readonly string[], at: number, { prompts }: KnownNames): boolean {
  return prompts.some((prompt) => prompt.includes(` ${words[at]} ${words[at + 1]} `));
}

/** "3d printer", "7 day plan" and "cfr part 11" belong to prompts: they are neither days nor a limit. */
export function isNumberOfPrompt(words: readonly string[], at: number, known: KnownNames): boolean {
  if (!/^\d/.test(words[at] ?? '')) return false;
  if (!isInPrompt(words, at, known)) return at > 0 && isInPrompt(words, at - 1, known);
  return (
    !/^days?|weeks?|months?|years?|hours?$/.test(words[at + 1] ?? '') || isInPrompt(words, at + 1, known)
  );
}

/** The brand's name as prompts have it: "thornfield" for Thornfield Tools. */
export function nameInPrompts({ brand, own, prompts }: KnownNames): string {
  const name = brand.filter((word) => own.has(word)).join(' ');
  return prompts.some((prompt) => prompt.includes(` ${name} `)) ? name : brand.join(' ');
}

/** Words that are adjacent in a prompt too, if at least one isn't in the vocabulary: "home assistant". */
export function withinPrompt(words: readonly string[], known: KnownNames): number[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? '';
    if (word === '' || next === '' || FILLER_WORDS.has(word) || FILLER_WORDS.has(next)) return [];
    if (VOCABULARY.has(word) && VOCABULARY.has(next)) return [];
    return isInPrompt(words, at, known) ? [at, at + 1] : [];
  });
}
