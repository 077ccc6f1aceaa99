/** Everything that a question's words tell: signs, names, days and numbers; and what in it nobody knows. */
import { findDays } from './days.ts';
import {
  ABOUT,
  ARTICLE,
  BEFORE_PROMPT,
  BEHIND_PROMPT,
  FIRST_PLACE,
  OF_PROMPTS,
  SEARCH,
  type Sign,
} from './english.ts';
import { isLearnt, type Trait } from './meaning.ts';
import { type FoundName, findNames, type KnownNames, wordsIn } from './names.ts';
import { numbersIn } from './numbers.ts';
import { BEYOND_PHRASES, FILLER_WORDS, findPhrases, SIGN_PHRASES, VOCABULARY } from './signs.ts';
import { mended } from './spelling.ts';
import { isOrder, quotedIn, quoteIn, strangeName, strangeRegion } from './strange.ts';
import { type Word, wordsOf } from './words.ts';

type FoundSign = ReturnType<typeof findPhrases<Sign>>[number];

export type Noticed = {
  text: string;
  words: readonly Word[];
  traits: ReadonlySet<Trait>;
  names: readonly FoundName[];
  days: { from?: string; to?: string };
  limit?: number | undefined;
  minScore?: number | undefined;
  /** Words of tracked prompts that name none of them wholly, as they follow one another. */
  promptWords: readonly string[];
  /** Whether they stand where the name of a prompt would: several, behind "on", or before "prompt". */
  isPromptMeant: boolean;
  /** The words, with what stands for names, days and numbers in their places. */
  shape: readonly string[];
  /** It is beyond the API, an order, or of a name that nobody has. */
  refused: boolean;
  /** The name that nobody has. */
  unknown?: string | undefined;
  /** Whether a word at a place has a sign. */
  signAt: ReadonlyMap<number, ReadonlySet<Sign>>;
};

const KIND_SIGNS: readonly Sign[] = ['engines', 'topics', 'prompts', 'regions'];
const METRIC_SIGNS: readonly Sign[] = ['score', 'rank', 'mention_rate', 'sentiment'];

/** `day` is today. */
export function notice(raw: string, known: KnownNames, day: string): Noticed {
  const spelled = mended(raw.replace(FIRST_PLACE, ' number one '), known);
  const [whole, before, searched] = SEARCH.exec(spelled) ?? [spelled];
  const text = before ?? whole;
  const words = wordsOf(text);
  const folds = words.map(({ folded: word }) => (known.own.has(word) ? 'our' : word));
  const found = findNames(
    folds,
    words.map((word) => word.text),
    known,
  );
  const names = withQuotedPrompt(found, text, words, known);
  const isNamed = marked(names);
  const free = words.reduce((left, word, i) => (isNamed.has(i) ? blanked(left, word) : left), text);
  const days = findDays(free, day);
  const isDay = new Set(
    words.flatMap((word, i) =>
      days?.spans.some((span) => word.start >= span.start && word.end <= span.end) ? i : [],
    ),
  );
  const numbers = numbersIn(free, words, isDay);
  const left = folds.map((word, i) => (isNamed.has(i) || isDay.has(i) ? '' : word));
  const about = new Set([...aboutWhat(left, known), ...withinPrompt(left, known)]);
  const signs = notHidden(
    findPhrases(
      left.map((word, i) => (about.has(i) ? '' : word)),
      SIGN_PHRASES,
    ),
  );
  const signAt = new Map<number, Set<Sign>>();
  for (const { at, length, meaning } of signs)
    for (let i = at; i < at + length; i += 1) signAt.set(i, (signAt.get(i) ?? new Set()).add(meaning));
  const inPrompts = (i: number) => left[i] !== '' && known.promptWords.has(left[i] ?? '') && !signAt.has(i);
  const run = longestRun(left, (i) => inPrompts(i));
  const promptWords =
    searched === undefined ? run.map((i) => left[i] ?? '') : wordsOf(searched).map((word) => word.folded);
  const isPromptMeant = run.length > 1 || isNamedLikePrompt(run[0] ?? -1, folds);
  const quoted = quotedIn(text, words, isNamed);

  const traits = new Set<Trait>(signs.map(({ meaning }) => meaning));
  for (const { kind } of names) traits.add(kind === 'engine' ? 'an engine' : `a ${kind}`);
  if (days) traits.add('days');
  if (severalOf(names, 'engine', 'region', 'topic') && !names.some(({ kind }) => kind === 'rival'))
    traits.add('several to rank');
  if (names.filter(({ kind }) => kind === 'rival').length > 1) traits.add('several rivals');
  if (numbers.limit !== undefined) traits.add('a limit');
  if (numbers.minScore !== undefined) traits.add('a lowest score');
  if (METRIC_SIGNS.some((sign) => traits.has(sign))) traits.add('a metric');
  if (KIND_SIGNS.some((sign) => traits.has(sign))) traits.add('a kind');
  if (promptWords.length > 0) traits.add('words of prompts');

  const isKnown = (i: number) =>
    left[i] === '' || signAt.has(i) || numbers.at.has(i) || FILLER_WORDS.has(left[i] ?? '') || inPrompts(i);
  const strange = words.flatMap((_word, i) => (isKnown(i) ? [] : i));
  const beyond = findPhrases(left, BEYOND_PHRASES).some(({ at }) => !inPrompts(at) || !traits.has('prompts'));

  const isAboutWords = traits.has('prompts') && !traits.has('a metric') && !traits.has('why');
  const unknown =
    quoted ??
    strangeRegion(left, words, names) ??
    (isAboutWords
      ? undefined
      : strangeName(
          text,
          strange.filter((i) => !isLearnt(left[i] ?? '')),
          words,
          left,
        ));
  if (strange.length > words.length / 3) traits.add('strange words');
  const kindAt = new Map(names.map(({ at, kind }) => [at, kind]));
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
    days: days?.days ?? {},
    ...numbers,
    promptWords,
    isPromptMeant,
    signAt,
    refused: beyond || isOrder(left) || traits.has('future') || unknown !== undefined,
    unknown,
  };
}

/** What is quoted is rather a part of the only prompt that says it than the names in it. */
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
  const outside = names.filter((found) => found.at + found.length <= at || found.at >= at + length);
  return [...outside, { at, length, kind: 'prompt', name, isPart: true }];
}

function isNamedLikePrompt(at: number, words: readonly string[]): boolean {
  if (at < 0) return false;
  const before = ARTICLE.test(words[at - 1] ?? '') ? words[at - 2] : words[at - 1];
  return BEFORE_PROMPT.test(before ?? '') || BEHIND_PROMPT.test(words[at + 1] ?? '');
}

/** Of prompts people say what they are about: "prompts on alerts". */
function aboutWhat(words: readonly string[], { promptWords }: KnownNames): ReadonlySet<number> {
  const about = words.findIndex((word, i) => ABOUT.test(word) && promptWords.has(words[i + 1] ?? ''));
  const isOfPrompts = words.slice(0, Math.max(0, about)).some((word) => OF_PROMPTS.test(word));
  if (!isOfPrompts) return new Set();
  const rest = words.slice(about + 1);
  const end = rest.findIndex((word) => !promptWords.has(word));
  return new Set(rest.slice(0, end < 0 ? rest.length : end).map((_word, i) => about + 1 + i));
}

/** Words that follow one another in a prompt too, where at least one of them is said nowhere else: "home assistant". */
function withinPrompt(words: readonly string[], { prompts }: KnownNames): number[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? '';
    if (word === '' || next === '' || FILLER_WORDS.has(word) || FILLER_WORDS.has(next)) return [];
    if (VOCABULARY.has(word) && VOCABULARY.has(next)) return [];
    return prompts.some((prompt) => prompt.includes(` ${word} ${next} `)) ? [at, at + 1] : [];
  });
}

/** Who leads asks for no leads, and a mention rate names nobody. */
const HIDES: Readonly<Partial<Record<Sign, readonly Sign[]>>> = {
  leading: ['leads'],
  mention_rate: ['named'],
  unanswered: ['answered'],
  oldest: ['old'],
  sentiment: ['best', 'worst'],
  worst: ['rank'],
};

function notHidden(found: readonly FoundSign[]): FoundSign[] {
  return found.filter(
    ({ at, length, meaning }) =>
      !found.some(
        (other) =>
          HIDES[other.meaning]?.includes(meaning) &&
          other.length > length &&
          at >= other.at &&
          at < other.at + other.length,
      ),
  );
}

function marked(names: readonly FoundName[]): ReadonlySet<number> {
  return new Set(names.flatMap(({ at, length }) => Array.from({ length }, (_, i) => at + i)));
}

/** Whether several of one of these kinds are named, each another. */
function severalOf(names: readonly FoundName[], ...kinds: readonly FoundName['kind'][]): boolean {
  return kinds.some(
    (kind) => new Set(names.flatMap((found) => (found.kind === kind ? found.name : []))).size > 1,
  );
}

function blanked(text: string, { start, end }: Word): string {
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
