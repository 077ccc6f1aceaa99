/** Which leads are the same one: by any of its names a lead is known again, whatever else changed. */
import type { Lead } from '../visibility/assumed.ts';
import { threadUrl } from './thread-url.ts';

type Named = Partial<Pick<Lead, 'id' | 'url' | 'title' | 'place' | 'author' | 'reason'>>;

/** A lead under the one key that it has had since it was first seen. `rank` counts from 1, best first. */
export type IdentifiedLead = Lead & { key: string; identities: string[]; rank: number };

const IDENTITIES = new WeakMap<Named, [string, ...string[]]>();

/** Of the same lead the same is asked all along the way of a poll, and to read its address takes a while. */
export function identitiesOf(lead: Named): [string, ...string[]] {
  const known = IDENTITIES.get(lead) ?? namesOf(lead);
  IDENTITIES.set(lead, known);
  return known;
}

/**
 * What a lead is known by: its id, and its thread's address; one that has neither by its words. The prefix keeps an id
 * from ever meaning somebody's address.
 */
function namesOf({ id, url, title, place, author, reason }: Named): [string, ...string[]] {
  const address = url === undefined ? [] : [`url:${threadUrl(url)}`];
  if (id !== undefined) return [`id:${id}`, ...address];
  const [first] = address;
  if (first !== undefined) return [first];
  const by = author === undefined ? '' : ` by ${author}`;
  return [`title:${title ?? reason ?? ''} in ${place ?? ''}${by}`];
}

/** The key of a lead that is not known yet. */
export function leadKey(lead: Named): string {
  return identitiesOf(lead)[0];
}

/**
 * Every lead of a poll once, in the API's order. `known` holds the keys of leads by identity. A lead that shares any
 * identity with a known one, or with one before it, is that one.
 */
export function identifyLeads(
  leads: readonly Lead[],
  known: ReadonlyMap<string, string>,
): readonly IdentifiedLead[] {
  const before = LISTS.get(leads);
  if (before?.known === known) return before.list;
  const list = eachOnce(leads, known);
  LISTS.set(leads, { known, list });
  return list;
}

/** What was made of a poll is asked more than once, too. */
const LISTS = new WeakMap<
  readonly Lead[],
  { known: ReadonlyMap<string, string>; list: readonly IdentifiedLead[] }
>();

function eachOnce(leads: readonly Lead[], known: ReadonlyMap<string, string>): IdentifiedLead[] {
  const keys = new Map(known);
  const found = new Map<string, IdentifiedLead>();
  for (const lead of leads) {
    const identities = identitiesOf(lead);
    const key = keys.get(identities.find((one) => keys.has(one)) ?? '') ?? identities[0];
    for (const one of identities) if (!keys.has(one)) keys.set(one, key);
    const earlier = found.get(key);
    found.set(
      key,
      earlier ? together(earlier, lead, identities) : { ...lead, key, identities, rank: found.size + 1 },
    );
  }
  return [...found.values()];
}

/** What the first leaves open, the second may say. */
function together(first: IdentifiedLead, second: Lead, identities: readonly string[]): IdentifiedLead {
  const said = Object.fromEntries(Object.entries(first).filter(([, value]) => value !== undefined));
  return { ...first, ...second, ...said, identities: [...new Set([...first.identities, ...identities])] };
}
