/** A recap's rivals: whom to ask the API about, the best one, and the prompt where a rival's pages win. */
import type { RecapNext, RecapRival } from '../decision.ts';
import type { Citation, CompetitorDetail } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';
import { foldName } from '../words/own-brand.ts';
import { hostOf } from './answer-change.ts';
import { isOfBrand } from './rival-gap.ts';
import { areOfOtherScale } from './score-memory.ts';
import { countRivals } from './tools-named.ts';

/** Rivals to ask about, one API call each. */
const RIVALS_ASKED = 5;

/** A page is wanted if a rival's are cited at least FEWEST_CITED times, and TIMES_AS_OFTEN as often as the brand's. */
const FEWEST_CITED = 3;
const TIMES_AS_OFTEN = 3;

/** The tools that the latest answers name most beside the brand. */
export function listRivalsNamed(mentions: readonly Mention[], brand: string): string[] {
  const named = countRivals(mentions, { name: brand });
  return named.slice(0, RIVALS_ASKED).map(({ name }) => name);
}

/** `own`: the same operation's answer to the brand's name; `isAll`: the API answered for every rival. */
export type RivalsRead = {
  own: CompetitorDetail | undefined;
  rivals: readonly CompetitorDetail[];
  isAll: boolean;
};

/** `last`: the best rival of the previous recap. Undefined if no rival has a score. */
export function findBestRival(
  { own, rivals, isAll }: RivalsRead,
  brand: string,
  last: RecapRival | undefined,
): RecapRival | undefined {
  const scored = rivals.flatMap(({ name, score }) =>
    name === undefined || score === undefined ? [] : { name, score },
  );
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  if (!best) return undefined;
  const isSame = last !== undefined && last.name === best.name && !areOfOtherScale(last.score, best.score);
  const isOwn = own?.score !== undefined && rivals.every((rival) => isOfBrand(own, brand, rival));
  const isRanked = isOwn && isAll && scored.length === rivals.length;
  const above = scored.filter(({ score }) => score > (own?.score ?? 0)).length;
  return {
    ...best,
    ...(isSame && { before: last.score }),
    ...(isRanked && { standing: { rank: above + 1, of: scored.length + 1 } }),
  };
}

/**
 * The prompt whose answers cite one rival's pages most and the brand's hardly or never (`own`). A page belongs to the
 * tool whose name is a label of its domain. Undefined if no cited page is known to be the brand's, since its pages may
 * just go unrecognised.
 */
export function findPageWanted(
  citations: readonly Citation[],
  rivals: readonly string[],
  brand: string,
): RecapNext['page'] {
  const isOwn = ofTool(brand);
  if (!citations.some(isOwn)) return undefined;
  const byPrompt = Map.groupBy(citations, ({ prompt = '' }) => prompt);
  byPrompt.delete('');
  const all = [...byPrompt].flatMap(([prompt, pages]) => {
    const own = pages.filter(isOwn).length;
    return rivals.map((rival) => ({ prompt, rival, cited: pages.filter(ofTool(rival)).length, own }));
  });
  const [most] = all
    .filter(({ cited, own }) => cited >= Math.max(FEWEST_CITED, TIMES_AS_OFTEN * own))
    .toSorted((a, b) => b.cited - a.cited);
  return most && { ...most, of: citations.length };
}

/** Whether a page belongs to the named tool: "docs.globex.com" is Globex's, "notglobex.com" isn't. */
function ofTool(name: string): (citation: Citation) => boolean {
  const folded = foldName(name);
  return ({ domain, url }) => {
    const host = domain ?? hostOf(url);
    const labels = host.toLowerCase().split('.').slice(0, -1);
    return folded !== '' && labels.some((label) => label.replaceAll('-', '') === folded);
  };
}
