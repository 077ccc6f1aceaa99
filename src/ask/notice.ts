/** Extracts everything from a question: signs, names, days, numbers, and unknown words. */
import { BEFORE_SCOPE, BESIDE_PROMPT_WORDS, BESIDE_VERB, JOINS_NAMES } from './english.ts';
import { ASKS_PACE, EITHER_WAY, MOVED_MOST } from './english-plan.ts';
import type { Sign } from './english-signs.ts';
import { ENGLISH, type Model, type Trait } from './meaning.ts';
import { type FoundName, type KnownNames, wordsIn } from './names.ts';
import { isBehindNot, isInPrompt, isNamedLikePrompt, isNumberOfPrompt, promptsWith } from './names-meant.ts';
import { METRICS, type Move, RANKED } from './plan.ts';
import { isBesideItsName, readLine, type Signed, withoutQuote } from './read-line.ts';
import { BEYOND_PHRASES, DAY_NAMES, FILLER_WORDS, type Found, findPhrases, type Word } from './signs.ts';
import {
  findSubject,
  isOrder,
  strangeEngine,
  strangeName,
  strangeOpponent,
  strangeRegion,
} from './strange.ts';

export type Noticed = {
  text: string;
  words: readonly Word[];
  traits: ReadonlySet<Trait>;
  names: readonly FoundName[];
  days: { from?: string; to?: string };
  limit?: number | undefined;
  minScore?: number | undefined;
  maxScore?: number | undefined;
  /** Names that leads should not have: "not on r/devops". They aren't in `names`. */
  leftOut: readonly FoundName[];
  /** Rivals and sites that other lists should not have. They aren't in `names` either. */
  othersThan: readonly FoundName[];
  /** Whether the words of prompts say what to leave out. */
  arePromptWordsLeftOut: boolean;
  /** The longest run of words from tracked prompts that aren't a whole prompt. */
  promptWords: readonly string[];
  /** What titles of leads should say: "leads mentioning cost". */
  soughtWords: readonly string[];
  /** Whether they refer to a prompt: several of them, after "on", or before "prompt". */
  isPromptMeant: boolean;
  /** The words, with placeholders for names, days and numbers. */
  shape: readonly string[];
  /** The chance a meaning needs, more if it seems beyond the API, an order or about an unknown name; above 1: never. */
  leastChance: number;
  /** Asks for something the API doesn't cover. */
  isBeyond: boolean;
  /** Starts like a command. */
  isOrder: boolean;
  /** Unknown words: no name, sign, number or filler, and in no question the model learned from. */
  strange: readonly string[];
  /** The kind of which several names are given: "Spain or Japan". */
  kindNamed?: (typeof RANKED)[number] | undefined;
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
  const line = readLine(raw, known, day);
  const { text, words, said, left, names, leftOut, othersThan, days, numbers, signAt } = line;
  const prompts = findPromptWords(line, known, isLearned);
  const { strange, run, promptWords, soughtWords, isPromptMeant } = prompts;
  const traits = traitsOf(line, prompts);
  return {
    text: withoutQuote(text),
    words,
    traits,
    names,
    days: days?.days ?? {},
    ...numbers,
    leftOut,
    othersThan,
    arePromptWordsLeftOut: line.searched === undefined && isBehindNot(said, run[0] ?? 0),
    promptWords,
    soughtWords,
    isPromptMeant,
    shape: shapeOf(line),
    strange: strange.flatMap((i) => (isLearned(left[i] ?? '') ? [] : (left[i] ?? ''))),
    kindNamed: severalKind(names),
    signAt,
    ...findDoubts(line, prompts, traits, isLearned, known),
  };
}

/** `strange`: indexes of unknown words; `subject`: those of them that say what it is about; `run`: those of `promptWords`. */
type PromptWords = {
  strange: readonly number[];
  subject: readonly number[];
  isSubjectSought: boolean;
  run: readonly number[];
  promptWords: readonly string[];
  soughtWords: readonly string[];
  isPromptMeant: boolean;
  inPrompts(at: number): boolean;
};

function findPromptWords(line: Signed, known: KnownNames, isLearned: Model['isLearned']): PromptWords {
  const { folds, left, names, asTyped, signAt, isNumber, isAboutWords, sought, isInQuote } = line;
  const inPrompts = (i: number) =>
    left[i] !== '' &&
    !sought.has(i) &&
    known.promptWords.has(left[i] ?? '') &&
    !signAt.has(i) &&
    // "In 20 minutes" is when the meeting is.
    (/\D/.test(left[i] ?? '') || isNumberOfPrompt(folds, i, known));
  const isBeside = (i: number) =>
    BESIDE_PROMPT_WORDS.test(left[i] ?? '') &&
    ((inPrompts(i + 1) && isInPrompt(left, i, known)) ||
      (inPrompts(i - 1) && isInPrompt(left, i - 1, known)));
  const run = longestRun(left, (i) => inPrompts(i) || isBeside(i));
  const isKnown = (word: string, i: number) =>
    word === '' ||
    sought.has(i) ||
    signAt.has(i) ||
    isNumber.has(i) ||
    FILLER_WORDS.has(word) ||
    isBesideItsName(word, i, names) ||
    inPrompts(i) ||
    // What prompts should say isn't a question by itself: "is 'cheapest translator' tracked".
    (isAboutWords && isInQuote(i));
  const strange = left.flatMap((word, i) => (isKnown(word, i) ? [] : i));
  const allSought = left.flatMap((word, i) =>
    sought.has(i) && word !== 'and' ? (asTyped[i]?.folded ?? word) : [],
  );
  // "Leads about Globex or that compare vendors"
  const soughtWords = allSought.at(-1) === 'or' ? allSought.slice(0, -1) : allSought;
  const isStrange = (i: number) => strange.includes(i);
  const subject = findSubject(line, isStrange, isLearned);
  const isSubjectSought = isAboutWords && run.length === 0 && names.length === 0;
  const ofPrompts = isSubjectSought ? subject : run;
  // "Prompts with 'flag service'" may have neither.
  const searched = line.searched ?? (isAboutWords ? line.quoted : undefined);
  const promptWords = searched === undefined ? ofPrompts.map((i) => left[i] ?? '') : wordsIn(searched);
  const isPromptMeant =
    run.length > 1 ||
    isNamedLikePrompt(run[0] ?? -1, folds) ||
    // A word unknown to the model can only come from the prompt that has it.
    promptWords.some((word) => !isLearned(word) && promptsWith([word], known).length === 1);
  return { strange, subject, isSubjectSought, run, promptWords, soughtWords, isPromptMeant, inPrompts };
}

function traitsOf({ signs, names, meant, days, numbers, words }: Signed, prompts: PromptWords): Set<Trait> {
  const rivals = names.filter(({ kind }) => kind === 'rival');
  const signed: readonly Trait[] = signs.map(({ meaning }) => meaning);
  const more: readonly (readonly [Trait, boolean])[] = [
    ['days', days !== undefined],
    ['compared days', days?.areCompared ?? false],
    ['several to rank', rivals.length === 0 && severalKind(names) !== undefined],
    ['several rivals', rivals.length > 1],
    ['a limit', numbers.limit !== undefined],
    ['a lowest score', (numbers.minScore ?? numbers.maxScore) !== undefined],
    ['a metric', METRICS.some((sign) => signed.includes(sign))],
    ['a kind', RANKED.some((sign) => signed.includes(sign))],
    ['words of prompts', prompts.promptWords.length > 0],
    ['strange words', prompts.strange.length > words.length / 3],
  ];
  return new Set([
    ...signed,
    ...meant.map(({ kind }): Trait => (kind === 'engine' ? 'an engine' : `a ${kind}`)),
    ...more.flatMap(([trait, is]) => (is ? trait : [])),
  ]);
}

function shapeOf({ left, isNumber, isDay, meant, isInQuote }: Signed): string[] {
  const kindAt = new Map(meant.map(({ at, kind }) => [at, kind]));
  return left.flatMap((word, i) => {
    if (isNumber.has(i)) return '<number>';
    if (word !== '') return isInQuote(i) ? [] : word;
    if (isDay.has(i)) return isDay.has(i - 1) ? [] : '<days>';
    return kindAt.has(i) ? `<${kindAt.get(i)}>` : [];
  });
}

function findDoubts(
  line: Signed,
  prompts: PromptWords,
  traits: ReadonlySet<Trait>,
  isLearned: Model['isLearned'],
  known: KnownNames,
): Pick<Noticed, 'leastChance' | 'isBeyond' | 'isOrder' | 'unknown'> {
  const { text, words, left, asTyped, names, days, numbers, quoted, isOfPrompt, isAboutWords } = line;
  const { strange, subject } = prompts;
  const beyond = findBeyond(line, prompts, traits);
  const notHere =
    (isAboutWords || isOfPrompt ? undefined : quoted) ??
    strangeEngine(left, words) ??
    strangeRegion(left, names) ??
    strangeOpponent(left, strange, asTyped);
  const isNameLike = (i: number) =>
    /^\p{Lu}/u.test(words[i]?.text ?? '') || !isLearned(left[i] ?? '') || subject.includes(i);
  const unknown =
    notHere ??
    (isAboutWords
      ? undefined
      : (strangeName(text, strange.filter(isNameLike), words, left, asTyped) ??
        strangePerson(strange, line, traits, isLearned)));
  const isForeign = strange.length >= FOREIGN_WORDS && strange.length * 2 > words.length;
  const isCommand = isOrder(left);
  const isUnanswerable =
    isForeign ||
    // “Send me the leads” and “can I claim that we lead” ask.
    (isCommand && !/\b(?:me|us|can i)\b/.test(left.join(' '))) ||
    ASKS_PACE.test(left.join(' ')) ||
    notHere !== undefined ||
    (unknown !== undefined && names.length === 0) ||
    days?.isTorn === true ||
    numbers.isUncounted ||
    traits.has('future') ||
    (subject.length > 0 && !prompts.isSubjectSought) ||
    strange.some((i) => !isLearned(left[i] ?? '') && isNarrowing(i, line));
  return {
    isBeyond: beyond.length > 0,
    isOrder: isCommand,
    unknown:
      unknown ??
      names.find(({ kind, name }) => kind === 'domain' && !known.names.domains.includes(name))?.name,
    leastChance: isUnanswerable
      ? NEVER
      : // Next to a known name, the strange one mostly names the asker.
        isCommand || unknown !== undefined
        ? ALMOST_CERTAIN
        : beyond.length > 0
          ? CERTAIN_ENOUGH
          : 0,
  };
}

/** "Leads assigned to ben", "leads ben has claimed": without the name the list would be everybody’s. */
function strangePerson(
  strange: readonly number[],
  { left, asTyped }: Signed,
  traits: ReadonlySet<Trait>,
  isLearned: Model['isLearned'],
): string | undefined {
  const isOfPeople = (['claimed', 'answered', 'dismissed', 'snoozed'] as const).some((one) =>
    traits.has(one),
  );
  const at = isOfPeople ? strange.find((i) => !isLearned(left[i] ?? '')) : undefined;
  return at === undefined ? undefined : asTyped[at]?.text;
}

function findBeyond(
  { left, signs, isInQuote }: Signed,
  { run, inPrompts }: PromptWords,
  traits: ReadonlySet<Trait>,
): Found<true>[] {
  const isOfPrompts = (at: number) =>
    isInQuote(at) || (inPrompts(at) && (traits.has('prompts') || (run.length > 1 && run.includes(at))));
  return findPhrases(left, BEYOND_PHRASES).filter(
    ({ at, length }) =>
      !isOfPrompts(at) &&
      !signs.some((sign) => sign.length > length && sign.at <= at && sign.at + sign.length >= at + length),
  );
}

/** The direction that the question takes for granted. "Up or down" assumes nothing. */
export function premiseOf({ text, traits }: Noticed): Move | undefined {
  if (EITHER_WAY.test(text)) return undefined;
  if (traits.has('worse') === traits.has('better')) return MOVED_MOST.test(text) ? 'either' : undefined;
  return traits.has('worse') ? 'worse' : 'better';
}

/** "On zorbex", "skip Quora", "golang threads", "does zorbex cite …": whether the unknown name would change the answer. */
function isNarrowing(i: number, { text, words, left, named, isNamed, isDay, signs }: Signed): boolean {
  const isRightBefore = (at: number) => /^\s*$/.test(text.slice(words[i]?.end, words[at]?.start));
  const isSide = (at: number) => isNamed.has(at) || US.test(left[at] ?? '');
  const isBeside = (joint: number, side: number) => JOINS_NAMES.test(left[joint] ?? '') && isSide(side);
  return (
    BEFORE_SCOPE.test(left[i - 1] ?? '') ||
    DAY_NAMES.includes(left[i] ?? '') ||
    // "Sicne Monday", "Globex and Zorbex"
    isDay.has(i + 1) ||
    isBeside(i - 1, i - 2) ||
    isBeside(i + 1, i + 2) ||
    BESIDE_VERB.test(left[i - 1] ?? '') ||
    (i === 0 && /^\s*:/.test(text.slice(words[i]?.end))) ||
    signs.some(({ at, meaning }) => at === i + 1 && isRightBefore(at) && TAKES_NAME.includes(meaning)) ||
    named.some(({ at, kind }) => kind !== 'domain' && at === i + 1 && isRightBefore(at))
  );
}

const US = /^(?:us|we|our|ours)$/;
const TAKES_NAME: readonly Sign[] = ['leads', ...METRICS];

/** The kind to rank if only names are given: "Spain or Japan". */
function severalKind(names: readonly FoundName[]): (typeof RANKED)[number] | undefined {
  return (['engine', 'region', 'topic'] as const)
    .filter((kind) => new Set(names.flatMap((found) => (found.kind === kind ? found.name : []))).size > 1)
    .map((kind) => `${kind}s` as const)[0];
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
