/** Matches cited pages with "site:docs.globex.com" (a site and its subdomains) or, if it has a path, with one page. */

type Linked = { url?: string | undefined; domain?: string | undefined };

/** "docs.globex.com", from the address or else the API's domain; undefined if that isn't a hostname. */
export function siteOf({ url = '', domain = '' }: Linked): string | undefined {
  const host = addressOf(url)?.hostname ?? (/^[^\s/]+\.[^\s/]+$/.test(domain) ? domain.toLowerCase() : '');
  return host.replace(/^www\./, '') || undefined;
}

/** "docs.globex.com/alerts"; undefined for a home page, which would mean the whole site. */
export function pageOf({ url = '' }: Linked): string | undefined {
  const address = addressOf(url);
  if (!address) return undefined;
  // Engines add these when they cite.
  for (const name of [...address.searchParams.keys()])
    if (name.startsWith('utm_')) address.searchParams.delete(name);
  const path = `${address.pathname.replace(/\/$/, '')}${address.search}`;
  return path === '' ? undefined : `${address.hostname.replace(/^www\./, '')}${path}`;
}

/** `wanted` as `siteOf` or `pageOf` returns it, or as typed. */
export function isOfSite(page: Linked, wanted: string): boolean {
  const url = `https://${wanted.trim().replace(/^https?:\/\//i, '')}`;
  const one = pageOf({ url });
  if (one !== undefined) return pageOf(page) === one;
  const [site, asked] = [siteOf(page), siteOf({ url })];
  return site !== undefined && asked !== undefined && (site === asked || site.endsWith(`.${asked}`));
}

function addressOf(url: string): URL | undefined {
  const address = URL.parse(url);
  return address && /^https?:$/.test(address.protocol) ? address : undefined;
}
