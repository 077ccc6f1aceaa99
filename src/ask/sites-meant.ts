/** The site that a name belongs to, and the forums on a site. */
import type { KnownNames } from './names.ts';
import type { Plan } from './plan.ts';

/** "Thornfield Tools" is at thornfield.example. */
const SHORTEST_LABEL = 4;

/** The domain of a name, or the name itself if none is known. */
export function siteOf(names: Plan['entity'], { names: { domains } }: KnownNames): Plan['entity'] {
  const sites = [names ?? []].flat().map((name) => {
    const squashed = [name, name.replaceAll('&', 'and')].map((one) =>
      one.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
    );
    const isOf = (label: string) =>
      label.length >= SHORTEST_LABEL && squashed.some((one) => one.startsWith(label));
    return (
      domains.find((domain) => domain.split('.').includes(name.toLowerCase())) ??
      domains.find((domain) => isOf(domain.split('.').at(-2) ?? '')) ??
      name
    );
  });
  return oneOrMore(sites);
}

/** The forums on a site: for reddit.com every subreddit. */
export function forumsOf(domain: string, { names: { places } }: KnownNames): string[] {
  const label = domain.toLowerCase().split('.').at(-2) ?? '';
  return places.filter((place) =>
    label === 'reddit'
      ? /^\/?r\//i.test(place)
      : place.toLowerCase() === domain.toLowerCase() || place.toLowerCase().replaceAll(' ', '') === label,
  );
}

/** A single name as itself; undefined if there is none. */
export function oneOrMore(names: readonly string[]): string | string[] | undefined {
  const all = [...new Set(names)];
  return all.length > 1 ? all : all[0];
}
