/** Pages of the brand's own that answers began to cite, or cite no more, for Show me why. Pure. */

import type { OwnPage } from '../decision.ts';
import type { Citation } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';
import { foldName, matchOwnBrand } from '../words/own-brand.ts';
import { onlyIn, splitCitations } from './answer-change.ts';

/**
 * Pages cited since a day (YYYY-MM-DD, UTC) and not on as many days before, and the other way round, most cited first. Undefined
 * where the list does not reach back that far, and where no citation is of a domain that is the brand's.
 */
export function ownPageChanges(
  citations: readonly Citation[],
  { since, day }: { since: string; day: string },
  isOwn: (domain: string) => boolean,
): { appeared: OwnPage[]; vanished: OwnPage[] } | undefined {
  const ours = (of: readonly Citation[]) =>
    Map.groupBy(
      of.filter(({ url, domain }) => url && isOwn(domain ?? hostOf(url))),
      ({ url }) => url ?? '',
    );
  const cited = splitCitations(citations, { since, day });
  if (!cited) return undefined;
  const [before, after] = [ours(cited.before), ours(cited.after)];
  if (before.size + after.size === 0) return undefined;
  const without = (some: typeof before, other: typeof before) =>
    onlyIn(some, other).map(([url, of]): OwnPage => ({ url, title: of[0]?.title, times: of.length }));
  return { appeared: without(after, before), vanished: without(before, after) };
}

/**
 * Which domains are the brand's. The API names none: those count by which it recognises the brand in answers ("acme.com" as a
 * matched term), and those whose registered name is the brand's: docs.acme.com of Acme, and not acme.reviews.com.
 */
export function ownDomains(mentions: readonly Mention[], brand: string): (domain: string) => boolean {
  const own = mentions.filter(matchOwnBrand(mentions, brand));
  const names = new Set([brand, ...own.map(({ entity_name }) => entity_name)].map(plain).filter(Boolean));
  const terms = own.flatMap(({ matched_term }) => (matched_term ? bare(matched_term) : []));
  const domains = terms.filter((term) => /^[^\s/]+\.[a-z]{2,}$/.test(term));
  return (domain) => {
    const host = bare(domain);
    return (
      domains.some((one) => host === one || host.endsWith(`.${one}`)) ||
      names.has(plain(registeredName(host)))
    );
  };
}

/** Below such a suffix names are registered one step further left: acme.co.uk. */
const SECOND_LEVEL = /^(?:co|com|net|org|ac|gov|edu)$/;

function registeredName(host: string): string {
  const labels = host.split('.');
  const isBelow = labels.length > 2 && labels.at(-1)?.length === 2 && SECOND_LEVEL.test(labels.at(-2) ?? '');
  return labels.at(isBelow ? -3 : -2) ?? '';
}

function bare(domain: string): string {
  return domain.toLowerCase().replace(/^www\./, '');
}

/** "acme-cloud" is Acme Cloud. */
function plain(name: string): string {
  return foldName(name).replaceAll(/[-_.]/g, '');
}

export function hostOf(url = ''): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
