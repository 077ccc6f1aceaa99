/** Questions of a plain shape: what they ask follows from the kinds of their names and a word or two. */
import { BETWEEN_SIDES, OF_CITATIONS, PAGE_ADDRESS, WINS_OR_LOSES } from './english.ts';
import { planOf, withoutMissing } from './make-plan.ts';
import type { Meaning, Trait } from './meaning.ts';
import type { KnownNames, NameKind } from './names.ts';
import type { Noticed } from './notice.ts';
import { type Intent, type Plan, RANKED } from './plan.ts';
import { fieldsOf } from './plan-fields.ts';
import { FILLER_WORDS } from './signs.ts';

/**
 * The plans for a figure or a name alone: an engine asks for its figures, the brand for
 * the overview, a rival or a site is ambiguous.
 */
export function bareName(noticed: Noticed, known: KnownNames): Plan[] {
  const [only, ...others] = noticed.names;
  if (noticed.shape.join(' ') === 'our') return [{ intent: 'overview' }];
  const isMetric = noticed.traits.has('a metric') && noticed.signAt.get(0)?.size === 1;
  if (!only && isMetric && noticed.shape.length === 1) return planOf('score', noticed, known).slice(0, 1);
  const isAlone = noticed.leastChance === 0 && isBare(noticed) && noticed.shape.length <= MOST_BARE;
  if (!only || !isAlone) return [];
  // "UK, US": the same of each.
  if (others.some(({ kind }) => kind !== only.kind) || (others.length > 0 && only.kind === 'prompt'))
    return [];
  return (MEANT_ALONE[only.kind] ?? [])
    .flatMap((intent) => planOf(intent, noticed, known).slice(0, 1))
    .slice(0, others.length > 0 ? 1 : undefined);
}

const MEANT_ALONE: Readonly<Partial<Record<NameKind, readonly Intent[]>>> = {
  rival: ['compare', 'named'],
  domain: ['sources', 'leads'],
  engine: ['score'],
  region: ['score'],
  prompt: ['score'],
};

const MOST_BARE = 3;

/** Whether it only has names, days and numbers. */
export function isBare({ shape, signAt }: Noticed): boolean {
  return signAt.size === 0 && shape.every((word) => word.startsWith('<') || FILLER_WORDS.has(word));
}

/** "Which topics are we losing to Globex?": the comparison says it of each. */
export function winsAndLosses(noticed: Noticed, isSure: boolean, known: KnownNames): Plan | undefined {
  const { text, names, traits, leastChance, limit } = noticed;
  // Rivals have no figures by region, and all parts are compared.
  const isOfKind = RANKED.some((kind) => kind !== 'regions' && traits.has(kind)) && limit === undefined;
  const areRivals =
    names.some(({ kind }) => kind === 'rival') && !names.some(({ kind }) => kind === 'prompt');
  if (isSure || leastChance > 0 || !isOfKind || !areRivals || !WINS_OR_LOSES.test(text)) return undefined;
  return planOf('compare', noticed, known)[0];
}

/** "How often is acme.example/pricing cited?": of that page alone. The address is taken as typed, not as mended. */
export function pageCited(asTyped: string, noticed: Noticed, known: KnownNames): Plan | undefined {
  const [, page] = PAGE_ADDRESS.exec(asTyped) ?? [];
  if (page === undefined || noticed.isBeyond || !OF_CITATIONS.test(noticed.text)) return undefined;
  // Words of the address may be a topic's, too.
  const { engine, region, from, to } = fieldsOf('sources', noticed, known);
  return withoutMissing({ intent: 'sources', entity: page, engine, region, from, to });
}

/**
 * Two engines, regions or topics joined by "versus", "than" or "compared to", or several engines or regions of which one
 * is to be better, without a rival: which of them is better for us.
 */
export function partsSideBySide(
  noticed: Noticed,
  { meaning, isSure }: { meaning: Meaning; isSure: boolean },
  known: KnownNames,
): Plan | undefined {
  const { traits, names, words, leastChance, kindNamed } = noticed;
  if (!traits.has('several to rank') || leastChance > 0 || traits.has('why')) return undefined;
  const [plan] = planOf('ranking', noticed, known);
  const areCompared =
    (traits.has('compare') || plan?.order !== undefined) &&
    kindNamed !== 'topics' &&
    !isSure &&
    [...traits].every((trait) => OF_COMPARED_PARTS.has(trait));
  const [one, other, third] = names;
  const areTwo = one && other && !third && one.kind === other.kind;
  const between = areTwo ? words.slice(one.at + one.length, other.at) : [];
  const areJoined =
    between.some(({ folded }) => BETWEEN_SIDES.test(folded)) && RANKED_BY_NATURE.includes(meaning);
  return areCompared || areJoined ? plan : undefined;
}

/** All that is said of engines or regions to compare. */
const OF_COMPARED_PARTS: ReadonlySet<Trait> = new Set([
  'compare',
  'best',
  'worst',
  'better',
  'worse',
  'change',
  'standing',
  'us',
  'an engine',
  'a region',
  'several to rank',
  'a metric',
  'score',
  'mention_rate',
  'rank',
  'days',
]);

/** Meanings that don't change when two parts are next to each other. */
const RANKED_BY_NATURE: readonly Meaning[] = ['ranking', 'compare', 'score', 'overview', 'topic'];
