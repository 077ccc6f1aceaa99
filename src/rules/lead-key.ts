/** Recognises leads: any shared identity makes two entries the same lead, whatever else changed. */
import type { Lead } from '../visibility/assumed.ts';
import { toThreadUrl } from './thread-url.ts';

type Named = Partial<Pick<Lead, 'id' | 'url' | 'title' | 'place' | 'author' | 'reason'>>;

/** A lead with the key it has had since it was first seen. `rank` counts from 1, best first. */
export type IdentifiedLead = Lead & { key: string; identities: string[]; rank: number };

const IDENTITIES = new WeakMap<Named, [string, ...string[]]>();

/** Cached: a poll asks several times per lead, and normalising its URL takes a while. */
export function identitiesOf(lead: Named): [string, ...string[]] {
  const known = IDENTITIES.get(lead) ?? readIdentities(lead);
  IDENTITIES.set(lead, known);
  return known;
}

/** A lead's id and its thread's URL, or its words if it has neither. The prefixes keep ids and URLs from colliding. */
function readIdentities({ id, url, title, place, author, reason }: Named): [string, ...string[]] {
  const address = url === undefined ? [] : [`url:${toThreadUrl(url)}`];
  if (id !== undefined) return [`id:${id}`, ...address];
  const [first] = address;
  if (first !== undefined) return [first];
  const by = author === undefined ? '' : ` by ${author}`;
  return [`title:${title ?? reason ?? ''} in ${place ?? ''}${by}`];
}

/** The key for a lead that isn't known yet. */
export function toLeadKey(lead: Named): string {
  return identitiesOf(lead)[0];
}

/** Every lead once, in the API's order. Any identity shared with a known lead or an earlier one makes it that lead. */
export function identifyLeads(leads: readonly Lead[], known: ReadonlyMap<string, string>) {
  const before = LISTS.get(leads);
  if (before?.known === known) return before.list;
  const list = dropRepeats(leads, known);
  LISTS.set(leads, { known, list });
  return list;
}

/** The result for a poll is needed more than once, too. */
const LISTS = new WeakMap<
  readonly Lead[],
  { known: ReadonlyMap<string, string>; list: readonly IdentifiedLead[] }
>();

function dropRepeats(leads: readonly Lead[], known: ReadonlyMap<string, string>): IdentifiedLead[] {
  const keys = new Map(known);
  const found = new Map<string, IdentifiedLead>();
  for (const lead of leads) {
    const identities = identitiesOf(lead);
    const key = keys.get(identities.find((one) => keys.has(one)) ?? '') ?? identities[0];
    for (const one of identities) if (!keys.has(one)) keys.set(one, key);
    const earlier = found.get(key);
    found.set(
      key,
      earlier ? mergeLeads(earlier, lead, identities) : { ...lead, key, identities, rank: found.size + 1 },
    );
  }
  return [...found.values()];
}

/** The first entry wins; the second fills in what it lacks. */
function mergeLeads(first: IdentifiedLead, second: Lead, identities: readonly string[]): IdentifiedLead {
  const given = Object.fromEntries(Object.entries(first).filter(([, value]) => value !== undefined));
  return { ...first, ...second, ...given, identities: [...new Set([...first.identities, ...identities])] };
}

/** Something odd about a listed lead, for the log. `missing`: fields that the API didn't give. */
export type Oddity = {
  lead: string;
  missing?: string[];
  otherUrl?: true;
  twice?: true;
  outOfOrder?: true;
};

const EXPECTED = ['id', 'title', 'url', 'score'] as const;

/** Oddities of leads that no earlier poll brought; `known`: identities from earlier polls. */
export function findOddLeads(leads: readonly Lead[], known: { has(identity: string): boolean }): Oddity[] {
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
