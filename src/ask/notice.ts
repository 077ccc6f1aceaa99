/** Extracts everything from a question: signs, names, days, numbers, and unknown words. */
import { findDays } from './days.ts';
import {
  AND,
  ASKS_PRICE,
  BEFORE_DENIED,
  BEFORE_SCOPE,
  BESIDE_PROMPT_WORDS,
  KIND_WORDS,
  ON,
  SEARCH,
  SOUGHT,
  searchForUs,
} from './english.ts';
import { ASKS_PACE } from './english-plan.ts';
import { FIRST_PLACE, SAME_AS } from './english-rewrites.ts';
import type { Sign } from './english-signs.ts';
import { ENGLISH, type Model, type Trait } from './meaning.ts';
import { type FoundName, type KnownNames, wordsIn } from './names.ts';
import { findNamesMeant, isBehindNot, isOfLeads, type Line } from './names-meant.ts';
import { numbersIn } from './numbers.ts';
import { METRICS, RANKED } from './plan.ts';
import {
  aboutWhat,
  isInPrompt,
  isNamedLikePrompt,
  isNumberOfPrompt,
  nameInPrompts,
  promptsWith,
  withinPrompt,
} from './prompt-words.ts';
import { BEYOND_PHRASES, DAY_NAMES, dropHidden, FILLER_WORDS, findPhrases, SIGN_PHRASES } from './signs.ts';
import { mendTypos } from './spelling.ts';
import {
  findSubject,
  isOrder,
  quotedIn,
  quoteIn,
  strangeEngine,
  strangeName,
  strangeRegion,
} from './strange.ts';
import { type Word, wordsOf } from './words.ts';

export type Noticed = {
  text: string;
  words: readonly Word[];
  traits: ReadonlySet<Trait>;
  names: readonly FoundName[];
  days: { from?: string; to?: string };
  /** "October with November" */
  areDaysCompared: boolean;
  limit?: number | undefined;
  minScore?: number | undefined;
  maxScore?: number | undefined;
  /** Names that leads should not have: "not on r/devops". They aren't in `names`. */
  leftOut: readonly FoundName[];
  /** Whether the words of prompts say what to leave out. */
  arePromptWordsLeftOut: boolean;
  /** The longest run of words from tracked prompts that aren't a whole prompt. */
  promptWords: readonly string[];
  /** Words after "about" in a question on leads, which are none of the project's: "leads about Azure". */
  soughtWords: readonly string[];
  /** All words of tracked prompts, also apart. */
  saidOfPrompts: readonly string[];
  /** Whether they refer to a prompt: several of them, after "on", or before "prompt". */
  isPromptMeant: boolean;
  /** The words, with placeholders for names, days and numbers. */
  shape: readonly string[];
  /**
   * The chance a meaning needs, raised if the question seems beyond the API, an order, or about an unknown name. 0 if
   * none of these, above 1 if certainly one.
   */
  leastChance: number;
  /** Asks for something the API doesn't cover. */
  isBeyond: boolean;
  /** Starts like a command. */
  isOrder: boolean;
  /** Unknown words: no name, sign, number or filler, and in no question the model learned from. */
  strange: readonly string[];
  /** The kind of which several names are given: "Spain or Japan". */
  kindNamed?: (typeof RANKED)[number] | undefined;
  /** A name was corrected: "Gemini, sorry, ChatGPT". */
  isTakenBack: boolean;
  /** A name that doesn't exist. */
  unknown?: string | undefined;
  /** Signs by word index. */
  signAt: ReadonlyMap<number, ReadonlySet<Sign>>;
};

/** At least this many unknown words, and more than half, mean another language. */
const FOREIGN_WORDS = 3;

/** Tuned on real questions. */
const CERTAIN_ENOUGH = 0.9;
const ALMOST_CERTAIN = 0.98;
const NEVER = 2;

/** `day` is today, YYYY-MM-DD. */
export function notice(
  raw: string,
  known: KnownNames,
  day: string,
  { isLearned }: Pick<Model, 'isLearned'> = ENGLISH,
): Noticed {
  const { searched, asTyped, isOwn, ...line } = readLine(raw, known);
  const { text, words, said, folds } = line;
  const { named, meant, names, leftOut } = findNamesMeant(line, known);
  const isNamed = new Set(named.flatMap(({ at, length }) => Array.from({ length }, (_, i) => at + i)));
  const free = words.reduce(
    (left, word, i) =>
      isNamed.has(i) || isOwn(i) || isNumberOfPrompt(folds, i, known) ? blankOut(left, word) : left,
    text,
  );
  const days = findDays(free, day);
  const isDay = new Set(
    words.flatMap((word, i) =>
      days?.spans.some((span) => word.start >= span.start && word.start < span.end) ? i : [],
    ),
  );
  const numbers = numbersIn(free, words, isDay);
  const left = folds.map((word, i) => (isNamed.has(i) || isDay.has(i) ? '' : word));
  const quote = quoteIn(text);
  const quoted = quotedIn(text, words, isNamed);
  const isInQuote = (i: number) =>
    quote !== undefined && (words[i]?.start ?? 0) >= quote.start && (words[i]?.end ?? 0) <= quote.end;
  const isOfPrompt = isOfPrompts(quoted, known);
  const about = new Set([...aboutWhat(left, known), ...withinPrompt(left, known)]);
  const signs = dropHidden(
    findPhrases(
      left.map((word, i) =>
        about.has(i) || (isOfPrompt && isInQuote(i)) || isBesideItsName(word, i, names) ? '' : word,
      ),
      SIGN_PHRASES,
    ),
  ).filter(({ at, meaning }) => !(isMetric(meaning) && isDenied(said, at)));
  const signAt = new Map<number, Set<Sign>>();
  for (const { at, length, meaning } of signs)
    for (let i = at; i < at + length; i += 1) signAt.set(i, (signAt.get(i) ?? new Set()).add(meaning));
  const inPrompts = (i: number) =>
    left[i] !== '' &&
    known.promptWords.has(left[i] ?? '') &&
    !signAt.has(i) &&
    // "In 20 minutes" is when the meeting is.
    (/\D/.test(left[i] ?? '') || isNumberOfPrompt(folds, i, known));
  const isBeside = (i: number) =>
    BESIDE_PROMPT_WORDS.test(left[i] ?? '') &&
    ((inPrompts(i + 1) && isInPrompt(left, i, known)) ||
      (inPrompts(i - 1) && isInPrompt(left, i - 1, known)));
  const run = longestRun(left, (i) => inPrompts(i) || isBeside(i));
  const shows = new Set(signs.map(({ meaning }) => meaning));
  const isAboutWords = shows.has('prompts') && !shows.has('why') && !METRICS.some((sign) => shows.has(sign));
  // What prompts should say isn't a question by itself: "is 'cheapest translator' tracked".
  const isQuoted = (i: number) => isAboutWords && isInQuote(i);
  // "Prompts with 'flag service'" may have neither.
  const sought = searched ?? (isAboutWords ? quoted : undefined);
  const isKnown = (i: number) =>
    left[i] === '' ||
    signAt.has(i) ||
    numbers.at.has(i) ||
    FILLER_WORDS.has(left[i] ?? '') ||
    isBesideItsName(left[i] ?? '', i, names) ||
    inPrompts(i) ||
    isQuoted(i);
  const strange = words.flatMap((_word, i) => (isKnown(i) ? [] : i));
  const isSought = (i: number) =>
    isLearned(left[i] ?? '') && SOUGHT.test(left[i - 1] ?? '') && !isBehindNot(said, i);
  const soughtWords = isOfLeads(said)
    ? strange.filter(isSought).flatMap((i) => asTyped[i]?.folded ?? [])
    : [];
  const subject = soughtWords.length > 0 ? [] : findSubject(strange, left, isLearned);
  const isSubjectSought = isAboutWords && run.length === 0 && names.length === 0;
  const ofPrompts = isSubjectSought ? subject : run;
  const promptWords = sought === undefined ? ofPrompts.map((i) => left[i] ?? '') : wordsIn(sought);
  const isPromptMeant =
    run.length > 1 ||
    isNamedLikePrompt(run[0] ?? -1, folds) ||
    // A word unknown to the model can only come from the prompt that has it.
    promptWords.some((word) => !isLearned(word) && promptsWith([word], known).length === 1);

  const traits = new Set<Trait>(shows);
  for (const { kind } of meant) traits.add(kind === 'engine' ? 'an engine' : `a ${kind}`);
  if (days) traits.add('days');
  if (days?.areCompared) traits.add('compared days');
  const kindNamed = severalKind(names);
  if (kindNamed && !names.some(({ kind }) => kind === 'rival')) traits.add('several to rank');
  if (names.filter(({ kind }) => kind === 'rival').length > 1) traits.add('several rivals');
  if (numbers.limit !== undefined) traits.add('a limit');
  if ((numbers.minScore ?? numbers.maxScore) !== undefined) traits.add('a lowest score');
  if (METRICS.some((sign) => traits.has(sign))) traits.add('a metric');
  if (RANKED.some((sign) => traits.has(sign))) traits.add('a kind');
  if (promptWords.length > 0) traits.add('words of prompts');

  const beyond = findPhrases(left, BEYOND_PHRASES).filter(
    ({ at, length }) =>
      !isQuoted(at) &&
      (!inPrompts(at) || !(traits.has('prompts') || (run.length > 1 && run.includes(at)))) &&
      !signs.some((sign) => sign.length > length && sign.at <= at && sign.at + sign.length >= at + length),
  );

  const notHere =
    (isAboutWords || isOfPrompt ? undefined : quoted) ??
    strangeEngine(left, words) ??
    strangeRegion(left, words, names);
  const unknown =
    notHere ??
    (isAboutWords
      ? undefined
      : strangeName(
          text,
          strange.filter(
            (i) => /^\p{Lu}/u.test(words[i]?.text ?? '') || !isLearned(left[i] ?? '') || subject.includes(i),
          ),
          words,
          left,
          asTyped,
        ));
  // "On zorbex", "skip Quora": the unknown name would change the answer.
  const isNarrowing =
    (subject.length > 0 && !isSubjectSought) ||
    strange.some(
      (i) =>
        !isLearned(left[i] ?? '') &&
        (BEFORE_SCOPE.test(left[i - 1] ?? '') ||
          DAY_NAMES.includes(left[i] ?? '') ||
          // "Sicne Monday", "Globex and Zorbex"
          isDay.has(i + 1) ||
          (AND.test(left[i - 1] ?? '') && isNamed.has(i - 2)) ||
          (AND.test(left[i + 1] ?? '') && isNamed.has(i + 2)) ||
          named.some(
            ({ at, kind }) =>
              kind !== 'domain' && at === i + 1 && /^\s*$/.test(text.slice(words[i]?.end, words[at]?.start)),
          )),
    );
  if (strange.length > words.length / 3) traits.add('strange words');
  const isForeign = strange.length >= FOREIGN_WORDS && strange.length * 2 > words.length;
  const kindAt = new Map(meant.map(({ at, kind }) => [at, kind]));
  const shape = left.flatMap((word, i) => {
    if (numbers.at.has(i)) return '<number>';
    if (word !== '') return word;
    if (isDay.has(i)) return isDay.has(i - 1) ? [] : '<days>';
    return kindAt.has(i) ? `<${kindAt.get(i)}>` : [];
  });
  return {
    text,
    shape,
    words,
    traits,
    names,
    leftOut,
    arePromptWordsLeftOut: sought === undefined && isBehindNot(said, run[0] ?? 0),
    days: days?.days ?? {},
    areDaysCompared: days?.areCompared ?? false,
    ...numbers,
    promptWords,
    soughtWords,
    saidOfPrompts: [...new Set(left.filter((_word, i) => inPrompts(i)))],
    isPromptMeant,
    signAt,
    isBeyond: beyond.length > 0,
    isOrder: isOrder(left),
    strange: strange.flatMap((i) => (isLearned(left[i] ?? '') ? [] : (left[i] ?? ''))),
    isTakenBack: meant.length < named.length,
    kindNamed,
    leastChance: Math.max(
      isForeign ||
        isNarrowing ||
        notHere !== undefined ||
        days?.isTorn ||
        numbers.isUncounted ||
        traits.has('future')
        ? NEVER
        : 0,
      // Next to a known name, the strange one mostly names the asker.
      unknown === undefined ? 0 : names.length > 0 ? ALMOST_CERTAIN : NEVER,
      isOrder(left) ? ALMOST_CERTAIN : 0,
      beyond.length > 1 ||
        beyond.some(({ at, length }) => ON.test(left[at - 1] ?? '') && left[at + length] !== '') ||
        [ASKS_PRICE, ASKS_PACE].some((one) => one.test(left.join(' ')))
        ? NEVER
        : beyond.length > 0
          ? CERTAIN_ENOUGH
          : 0,
    ),
    unknown:
      unknown ??
      names.find(({ kind, name }) => kind === 'domain' && !known.names.domains.includes(name))?.name,
  };
}

/** "The 'best … service' prompt": whether a prompt has all of these words. */
function isOfPrompts(quoted: string | undefined, known: KnownNames): boolean {
  const said = quoted === undefined ? [] : wordsIn(quoted);
  return said.length > 1 && promptsWith(said, known).length > 0;
}

/** Whether one of two figures is named only to rule it out. */
function isDenied(words: readonly string[], at: number): boolean {
  const before = words.slice(0, at).join(' ');
  return BEFORE_DENIED.test(before) && !/\bnot$/.test(before);
}

/** `searched`: the words that prompts should contain; `asTyped`: the words before typos were corrected. */
type Spelled = Line & {
  searched: string | undefined;
  asTyped: readonly Word[];
  /** Whether this word belongs to the brand's name. */
  isOwn(at: number): boolean;
};

function readLine(raw: string, known: KnownNames): Spelled {
  const worded = inUsualWords(raw);
  const mended = mendTypos(worded.replaceAll('_', ' ').replace(FIRST_PLACE, ' number one '), known);
  const spelled = mended === worded ? mended : inUsualWords(mended);
  const ours = searchForUs(known.names.project, nameInPrompts(known)).exec(spelled);
  const [whole, before, searched] = ours
    ? [spelled, ours[1], nameInPrompts(known)]
    : (SEARCH.exec(spelled) ?? [spelled]);
  const text = before ?? whole;
  const words = wordsOf(text);
  const said = words.map(({ folded: word }) => word);
  const isOwn = (at: number) => known.own.has(said[at] ?? '') || isWithin(said, known.brand, at);
  const typed = wordsOf(raw);
  return {
    ...{ text, words, said, searched, isOwn },
    folds: said.map((word, i) => (isOwn(i) ? 'our' : word)),
    asTyped: typed.length === words.length ? typed : words,
  };
}

function inUsualWords(line: string): string {
  return SAME_AS.reduce((text, [other, same]) => text.replace(other, same), line);
}

/** Whether the word at this index is part of the phrase. */
function isWithin(words: readonly string[], phrase: readonly string[], at: number): boolean {
  return phrase.some((_, i) => phrase.every((word, j) => words[at - i + j] === word));
}

/** Whether the words ask for something the API doesn't cover, regardless of names. */
export function hasBeyond(text: string): boolean {
  return (
    findPhrases(
      wordsOf(text).map(({ folded }) => folded),
      BEYOND_PHRASES,
    ).length > 0
  );
}

/** "the pricing topic" names one topic and doesn't ask about topics. */
function isBesideItsName(word: string, at: number, names: readonly FoundName[]): boolean {
  const kind = KIND_WORDS[word];
  return (
    kind !== undefined &&
    names.some((name) => name.kind === kind && (name.at === at + 1 || name.at + name.length === at))
  );
}

function isMetric(sign: Sign): boolean {
  return METRICS.some((metric) => metric === sign);
}

/** The kind to rank if only names are given: "Spain or Japan". */
function severalKind(names: readonly FoundName[]): (typeof RANKED)[number] | undefined {
  return (['engine', 'region', 'topic'] as const)
    .filter((kind) => new Set(names.flatMap((found) => (found.kind === kind ? found.name : []))).size > 1)
    .map((kind) => `${kind}s` as const)[0];
}

function blankOut(text: string, { start, end }: Word): string {
  return text.slice(0, start) + '·'.repeat(end - start) + text.slice(end);
}

function longestRun(words: readonly string[], is: (i: number) => boolean): number[] {
  let best: number[] = [];
  let run: number[] = [];
  words.forEach((_word, i) => {
    run = is(i) ? [...run, i] : [];
    if (run.length > best.length) best = run;
  });
  return best;
}
