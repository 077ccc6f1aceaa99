/** Which leads are the same one: what a channel remembers as announced, and what a handle belongs to. */
import type { Lead } from '../visibility/assumed.ts';

/**
 * A lead's identity: its id, else its address, else its title and place. The prefix keeps an id from ever meaning
 * somebody's address.
 */
export function leadKey(lead: Pick<Lead, 'id' | 'url' | 'title' | 'place'>): string {
  if (lead.id !== undefined) return `id:${lead.id}`;
  if (lead.url !== undefined) return `url:${normalUrl(lead.url)}`;
  return `title:${lead.title ?? ''} in ${lead.place ?? ''}`;
}

/** The address without what differs between two links to one thread: fragment, utm_ parameters, trailing slash. */
function normalUrl(address: string): string {
  if (!URL.canParse(address)) return address.trim();
  const url = new URL(address);
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) {
    if (name.toLowerCase().startsWith('utm_')) url.searchParams.delete(name);
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url.href.replace(/\/$/, '');
}
