/** Finds names in a question: engines, regions, topics, prompts, rivals, domains and places. */
import { stemmer } from 'stemmer';
import { initials, isFrom } from '../rules/lead-place.ts';
import { withoutSurface } from '../words/answers.ts';
import { numeronymOf } from '../words/nearest.ts';
import { ENGINES_ANYWHERE } from './english.ts';
import type { Names } from './plan.ts';
import {
  DAY_NAMES,
  FILLER_WORDS,
  findPhrases,
  fold,
  isPronoun,
  phrasesOf,
  REGION_PHRASES,
  VOCABULARY,
  wordsOf,
} from './signs.ts';

const KINDS = ['prompt', 'topic', 'place', 'domain', 'rival', 'engine', 'region'] as const;
export type NameKind = (typeof KINDS)[number];

/** `at` and `length` in words. `isPart`: only a unique part of the name was used. */
export type FoundName = { at: number; length: number; kind: NameKind; name: string; isPart: boolean };

/** Another form of a name; `isPart` as in FoundName. */
type Alias = { words: string; kind: NameKind; name: string; isPart: boolean };

/** The index of a project's names, built once. */
export type KnownNames = {
  names: Names;
  phrases: ReturnType<typeof phrasesOf<Alias>>;
  /** By letters without spaces: "co pilot" is Copilot. */
  squashed: ReadonlyMap<string, Alias>;
  /** Every word of every name. */
  words: ReadonlySet<string>;
  /** These and the names of days, which people capitalize. */
  proper: ReadonlySet<string>;
  /** Every correctly spelled word, names first. */
  spelled: ReadonlySet<string>;
  /** Their stems. */
  stems: ReadonlyMap<string, string>;
  /** Words only the brand's name has, and all words of its name. */
  own: ReadonlySet<string>;
  brand: readonly string[];
  /** The tracked prompts as words, each surrounded by spaces. */
  prompts: readonly string[];
  /** The words of tracked prompts, without fillers. */
  promptWords: ReadonlySet<string>;
};

export function indexNames(names: Names): KnownNames {
  const aliases = [...wholeNames(names), ...uniqueParts(names)];
  const words = new Set(aliases.flatMap((alias) => wordsIn(alias.words)));
  const promptWords = new Set(names.prompts.flatMap(wordsIn).filter((word) => !FILLER_WORDS.has(word)));
  const all = new Set([...words, ...promptWords, ...wordsIn(names.project)]);
  // “Parents” aren't r/Parenting.
  const inForms = aliases.flatMap((alias) => (alias.kind === 'place' ? [] : wordsIn(alias.words)));
  const spelled = new Set([...all, ...VOCABULARY, ...wordsIn(ENGINES_ANYWHERE)]);
  return {
    names,
    phrases: phrasesOf(aliases.map((alias) => [alias.words, alias] as const)),
    squashed: new Map(
      aliases.flatMap((alias) => {
        const letters = alias.words.replaceAll(' ', '');
        return letters.length < 5 ? [] : [[letters, alias] as const];
      }),
    ),
    words: all,
    proper: new Set([...all, ...DAY_NAMES]),
    spelled,
    stems: new Map([...VOCABULARY, ...promptWords, ...inForms].map((word) => [stemmer(word), word])),
    own: new Set(wordsIn(names.project).filter((word) => !VOCABULARY.has(word))),
    brand: wordsIn(names.project),
    prompts: names.prompts.map((prompt) => ` ${wordsIn(prompt).join(' ')} `),
    promptWords,
  };
}

export function wordsIn(name: string): string[] {
  return wordsOf(name).map(({ folded: word }) => word);
}

function wholeNames({ engines, regions, topics, prompts, rivals, domains, places }: Names): Alias[] {
  const as = (kind: NameKind, name: string, ...called: string[]): Alias[] => {
    const forms = [name, ...called].flatMap((one) => [
      one,
      one.replace(/\s&\s/g, ' and '),
      one.replace(/['’]s\b/g, 's'),
    ]);
    return [...new Set(forms)].map((one) => ({ words: wordsIn(one).join(' '), kind, name, isPart: false }));
  };
  return [
    ...prompts.flatMap((name) => as('prompt', name)),
    ...topics.flatMap((name) =>
      as('topic', name, numeronyms(name), ...[name, inOtherNumber(name)].flatMap(withoutHyphens)),
    ),
    ...rivals.flatMap((name) => as('rival', name, `${name}s`, squash(name))),
    ...engines.flatMap((name) =>
      as('engine', name, inOtherNumber(name), splitCamelCase(name), ...abbreviations(name)),
    ),
    ...engines.flatMap((name) => {
      const base = withoutSurface(name);
      return engines.includes(base)
        ? []
        : as('engine', base, splitCamelCase(base)).map((one) => ({ ...one, name }));
    }),
    ...domains.flatMap((name) => as('domain', name, name.replace(/^www\./, ''))),
    // People call leads from subreddits Reddit.
    ...(places.some((place) => isFrom({ place }, 'reddit')) ? as('domain', 'reddit.com', 'reddit') : []),
    ...places.flatMap((name) => as('place', name, squash(name), ...subreddit(name), initials(name))),
    ...regions.flatMap(({ name }) => as('region', name)),
  ].filter(
    ({ words, kind }) => words !== '' && (kind === 'place' || !(words.length < 3 && FILLER_WORDS.has(words))),
  );
}

/** Words and parts of words that only one name has. */
function uniqueParts({ project, engines, topics, rivals, domains, prompts, places }: Names): Alias[] {
  const said = new Set([project, ...engines, ...rivals, ...topics.flatMap(withoutHyphens)].flatMap(wordsIn));
  const sites = domains.flatMap((name): Alias[] => {
    const label = name.split('.').at(-2) ?? '';
    return (label.length < 3 && !/\d/.test(label)) || said.has(label) || VOCABULARY.has(label)
      ? []
      : [{ words: label, kind: 'domain', name, isPart: true }];
  });
  const ofEngines = engines.flatMap((name) =>
    [...wordsIn(name), wordsIn(name).slice(0, 2).join(' ')]
      .flatMap((word) => [word, word.replace(/^chat/, '')])
      .map((words): Alias => ({ words, kind: 'engine', name, isPart: true })),
  );
  const inPrompts = new Set(prompts.flatMap(wordsIn));
  const ofRivals = rivals.flatMap((name) =>
    wordsIn(name).map((words): Alias => ({ words, kind: 'rival', name, isPart: true })),
  );
  const ofTopics = topics.flatMap((name) =>
    wordsIn(name).flatMap((words): Alias[] =>
      inPrompts.has(words) || words.length < 2 ? [] : [{ words, kind: 'topic', name, isPart: true }],
    ),
  );
  const ofPlaces = places.flatMap((name): Alias[] => {
    const words = fold(name.replace(/^r\//, ''));
    return words.length < 5 || inPrompts.has(words) || said.has(words)
      ? []
      : [{ words, kind: 'place', name, isPart: true }];
  });
  const spacedPlaces = places.flatMap((name): Alias[] => {
    const words = wordsIn(splitCamelCase(name.replace(/^r\//, '')));
    const isUsual = words.length < 2 || words.every((word) => VOCABULARY.has(word) || inPrompts.has(word));
    return isUsual ? [] : [{ words: words.join(' '), kind: 'place', name, isPart: true }];
  });
  const parts = [...spacedPlaces, ...ofEngines, ...ofRivals, ...ofTopics, ...ofPlaces].filter(
    ({ words, kind }) => (words.length > 2 || kind === 'topic') && !VOCABULARY.has(words),
  );
  const byWords = Map.groupBy([...parts, ...sites], ({ words }) => words);
  return [...byWords.values()].flatMap((same) => {
    const [only] = same;
    return only && same.every(({ name }) => name === only.name) ? only : [];
  });
}

/** "chat gpt" for ChatGPT. */
function splitCamelCase(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** "AIO" and "Google AIO" for "Google AI Overviews". */
function abbreviations(name: string): string[] {
  const [first = '', ...rest] = name.split(/\s+/);
  if (rest.length < 2) return [];
  const short = rest.map((word) => word.replace(/[a-z].*$/, '')).join('');
  return [
    short,
    `${first} ${short}`,
    rest.join(' '),
    inOtherNumber(rest.join(' ')),
    `${first} ${rest.at(-1)}`,
  ];
}

function squash(name: string): string {
  return name.replace(/\s+/g, '');
}

/** "devops reddit" and "devops subreddit" for "r/devops". */
function subreddit(name: string): string[] {
  const [, community] = /^r\/(.+)$/.exec(name) ?? [];
  if (!community) return [];
  const called = ['reddit', 'subreddit', 'sub'].map((kind) => `${community} ${kind}`);
  return [...called, `reddit ${community}`, `/r/${community}`];
}

/** "ebikes" for "e-bikes". */
function withoutHyphens(name: string): string[] {
  return [name, name.replaceAll('-', '')];
}

/** "k8s support" for "kubernetes support". */
function numeronyms(name: string): string {
  return name.replace(/\b\p{L}{8,}\b/gu, numeronymOf);
}

/** "e-bike" for "e-bikes", and the other way round. */
function inOtherNumber(name: string): string {
  return /[^s]s$/i.test(name) ? name.slice(0, -1) : /[\p{L}]$/u.test(name) ? `${name}s` : name;
}

/** A domain by its ending; endings that are also words after a missing space (“it”, “me”, “at”) are left out. */
const SITE =
  /^(?!you\.com$)(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|co|app|edu|gov|info|biz|tech|example|eu|uk|de|fr|nl|ch|pl|se|jp|br|au|ca)$/;

/** Names without overlaps; longer ones win. `words` are folded, `texts` are not: "US" is a country, "us" isn't. */
export function findNames(
  words: readonly string[],
  texts: readonly string[],
  known: KnownNames,
): FoundName[] {
  // A region may have a code and no name.
  const named = findPhrases(words, known.phrases).flatMap(({ at, length, meaning }) =>
    meaning.kind === 'region' && isPronoun(at, words, texts) ? [] : [{ at, length, ...meaning }],
  );
  const apart = words.flatMap((_word, at) =>
    [2, 3, 4].flatMap((length) => {
      const alias = known.squashed.get(words.slice(at, at + length).join(''));
      // "Cargo bike" means the words of prompts rather than r/CargoBike.
      const isOfPrompts =
        alias?.kind === 'place' && words.slice(at, at + length).every((word) => known.promptWords.has(word));
      return alias && !isOfPrompts && at + length <= words.length ? [{ at, length, ...alias }] : [];
    }),
  );
  const places = findPhrases(words, REGION_PHRASES).flatMap(({ at, length, meaning }) => {
    const name = regionOf(meaning, known.names);
    return name !== undefined && !isPronoun(at, words, texts)
      ? [{ at, length, kind: 'region' as const, name, isPart: false }]
      : [];
  });
  const codes = words.flatMap((word, at) => {
    const region = known.names.regions.find(({ code }) => code !== undefined && fold(code) === word);
    const isCode =
      region &&
      (texts[at] === texts[at]?.toUpperCase() || !VOCABULARY.has(word)) &&
      !isPronoun(at, words, texts);
    return isCode ? [{ at, length: 1, kind: 'region' as const, name: region.name, isPart: false }] : [];
  });
  // A site that engines never cite is still a site.
  const sites = words.flatMap((name, at) =>
    SITE.test(name) ? [{ at, length: 1, kind: 'domain' as const, name, isPart: true }] : [],
  );
  const rank = ({ kind }: FoundName) => KINDS.indexOf(kind);
  const sorted = [...named, ...apart, ...places, ...codes, ...sites].sort(
    (a, b) => b.length - a.length || Number(a.isPart) - Number(b.isPart) || rank(a) - rank(b),
  );
  // "so" is a word, "SO" a forum.
  const isWord = ({ at, length, kind, isPart, words: said = '' }: FoundName & { words?: string }) =>
    length === 1 &&
    // Someone who tracks a topic called "noise" means it.
    (kind !== 'topic' || isPart) &&
    (kind === 'rival' ? VOCABULARY : FILLER_WORDS).has(said) &&
    texts[at] !== texts[at]?.toUpperCase();
  const rivalsAt = new Set(
    sorted.flatMap((found) => (found.kind === 'rival' && !isWord(found) ? found.at : [])),
  );
  const taken = new Map<number, FoundName>();
  return sorted
    .filter((found) => {
      const places = Array.from({ length: found.length }, (_, i) => found.at + i);
      const isName = !isWord(found) || isNameHere(found, words, texts, rivalsAt);
      // An engine's name may stand for several.
      const isBeside = (one: FoundName | undefined) =>
        one === undefined ||
        (one.kind === 'engine' &&
          found.kind === 'engine' &&
          one.at === found.at &&
          one.length === found.length &&
          !found.isPart);
      if (!isName || !places.every((place) => isBeside(taken.get(place)))) return false;
      for (const place of places) taken.set(place, found);
      return true;
    })
    .map(({ at, length, kind, name, isPart }) => ({ at, length, kind, name, isPart }))
    .sort((a, b) => a.at - b.at);
}

const JOINS = /^(?:vs?|versus|and|or|against|than|beats?|beating)$/;
const OURS = /^(?:us|we|our|ours)$/;

/** Whether a common word is a rival’s name: capitalized mid-line, or compared with "us" or another rival. */
function isNameHere(
  { at, kind }: FoundName,
  words: readonly string[],
  texts: readonly string[],
  rivalsAt: ReadonlySet<number>,
): boolean {
  // "Anything on so?"
  if (kind === 'place') return at === words.length - 1 && /^(?:on|from)$/.test(words[at - 1] ?? '');
  if (kind !== 'rival') return false;
  if (at > 0 && /^\p{Lu}\p{Ll}/u.test(texts[at] ?? '') && texts.some((text) => /^\p{Ll}/u.test(text)))
    return true;
  const isOther = (i: number) => rivalsAt.has(i) || OURS.test(words[i] ?? '');
  const isJoined = (step: 1 | -1) => JOINS.test(words[at + step] ?? '') && isOther(at + 2 * step);
  return isJoined(1) || isJoined(-1) || (isOther(at - 1) && isOther(at + 1));
}

/** Names of countries by their codes. */
export const IN_ENGLISH = new Intl.DisplayNames('en', { type: 'region' });

function regionOf(code: string, { regions }: Names): string | undefined {
  const english = IN_ENGLISH.of(code);
  return regions.find(
    (region) =>
      region.code?.toUpperCase() === code || region.name === english || fold(region.name) === fold(code),
  )?.name;
}
