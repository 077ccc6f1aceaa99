/** What is odd about a list of leads: it is shown as far as it is known, and the log says once what was missing. */
import type { Lead } from '../visibility/assumed.ts';
import { identitiesOf } from './lead-key.ts';

/** `missing` names the fields that the API did not give; the others say what two entries of the list disagree on. */
export type Oddity = {
  lead: string;
  missing?: string[];
  otherUrl?: true;
  twice?: true;
  outOfOrder?: true;
};

const EXPECTED = ['id', 'title', 'url', 'score'] as const;

/** Of leads that no earlier poll brought: `known` are the identities that it did. */
export function oddLeads(leads: readonly Lead[], known: { has(identity: string): boolean }): Oddity[] {
  const met = new Map<string, Lead>();
  let lowest = Number.POSITIVE_INFINITY;
  return leads.flatMap((lead) => {
    const names = identitiesOf(lead);
    const before = names.map((name) => met.get(name)).find((one) => one !== undefined);
    for (const name of names) if (!met.has(name)) met.set(name, lead);
    const outOfOrder = lead.score !== undefined && lead.score > lowest;
    lowest = Math.min(lowest, lead.score ?? lowest);
    if (names.some((name) => known.has(name))) return [];
    const missing = EXPECTED.filter((field) => lead[field] === undefined);
    const oddity: Oddity = {
      lead: names[0],
      ...(missing.length > 0 && { missing }),
      ...(before && (before.url === lead.url ? { twice: true } : { otherUrl: true })),
      ...(outOfOrder && { outOfOrder }),
    };
    return Object.keys(oddity).length > 1 ? [oddity] : [];
  });
}
