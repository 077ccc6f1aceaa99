/** What changed between two answers of one engine to one prompt, and between the pages cited in answers to it. Pure. */
import { DAY_MS } from '../durations.ts';
import type { Citation } from '../visibility/assumed.ts';
import { daysBetween } from './calendar.ts';

/** A sentence of an answer that names one of the tools asked about; `isNew`: the other answer has none like it. */
export type NamingSentence = { text: string; isNew: boolean };

/** So many sentences are quoted of an answer. */
const SENTENCES = 2;

const SPLIT = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The tool of `names` that the text names first; undefined where it names none. */
export function findFirstName(text: string, names: readonly string[]): string | undefined {
  const places = names.flatMap((name) => {
    const at = text.search(wholeWord(name));
    return at < 0 ? [] : [{ name, at }];
  });
  return places.toSorted((a, b) => a.at - b.at)[0]?.name;
}

/** The sentences of `text` that name one of `names`, those that `other` lacks first, each as it stands in its answer. */
export function namingSentences(text: string, other: string, names: readonly string[]): NamingSentence[] {
  const known = new Set(sentencesOf(other).map(folded));
  const naming = sentencesOf(text).filter((sentence) => names.some((name) => wholeWord(name).test(sentence)));
  const marked = naming.map((sentence) => ({ text: sentence, isNew: !known.has(folded(sentence)) }));
  return marked.toSorted((a, b) => Number(b.isNew) - Number(a.isNew)).slice(0, SENTENCES);
}

function sentencesOf(text: string): string[] {
  return [...SPLIT.segment(text)].flatMap(({ segment }) => segment.trim() || []);
}

function folded(sentence: string): string {
  return sentence.replace(/\s+/g, ' ').toLowerCase();
}

/** A name stands alone: "Acme" is not in "Acmeister". */
function wholeWord(name: string): RegExp {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu');
}

/** A domain that came or went; how often it was cited on the days on which it was. */
export type SourceChange = { domain: string; times: number };

/** One citation alone may be chance. */
const FEWEST = 2;

const SHOWN = 3;

/**
 * The citations since a day (YYYY-MM-DD, UTC) up to another, and those of as many days before. Undefined where the list, newest
 * first, does not reach back that far: half the days would be taken for all.
 */
export function splitCitations(
  citations: readonly Citation[],
  { since, day }: { since: string; day: string },
): { before: Citation[]; after: Citation[] } | undefined {
  const days = daysBetween(since, day) + 1;
  const from = Date.parse(since) - days * DAY_MS;
  if (!citations.some(({ createdAt }) => createdAt !== undefined && createdAt < from)) return undefined;
  const between = (low: number, high: number) =>
    citations.filter(({ createdAt = 0 }) => createdAt >= low && createdAt < high);
  return {
    before: between(from, Date.parse(since)),
    after: between(Date.parse(since), Date.parse(day) + DAY_MS),
  };
}

type Cited = ReadonlyMap<string, readonly Citation[]>;

/** What is cited in one of two lists alone, and more than by chance: most cited first. */
export function onlyIn(some: Cited, other: Cited): [string, readonly Citation[]][] {
  return [...some]
    .filter(([key, cited]) => cited.length >= FEWEST && !other.has(key))
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, SHOWN);
}

/**
 * The domains cited since a day (YYYY-MM-DD, UTC) and not on as many days before, and the other way round, most cited first.
 * Undefined where the list does not reach back that far.
 */
export function sourceChanges(
  citations: readonly Citation[],
  { since, day, promptId }: { since: string; day: string; promptId: string },
): { gained: SourceChange[]; lost: SourceChange[] } | undefined {
  const cited = splitCitations(citations, { since, day });
  if (!cited) return undefined;
  const byDomain = (some: readonly Citation[]) =>
    Map.groupBy(
      some.filter((citation) => citation.promptId === promptId && citation.domain),
      ({ domain }) => domain ?? '',
    );
  const [before, after] = [byDomain(cited.before), byDomain(cited.after)];
  if (before.size === 0 || after.size === 0) return undefined;
  const without = (some: Cited, other: Cited) =>
    onlyIn(some, other).map(([domain, { length }]) => ({ domain, times: length }));
  return { gained: without(after, before), lost: without(before, after) };
}
