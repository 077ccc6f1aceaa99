/** What "site:docs.globex.com" means of a cited page: a site with all its parts, or with a path one page, however it was linked. */

type Linked = { url?: string | undefined; domain?: string | undefined };

/** "docs.globex.com" of a page by its address, else by the domain that the API gives; undefined where that is a mere name. */
export function siteOf({ url = '', domain = '' }: Linked): string | undefined {
  const host = addressOf(url)?.hostname ?? (/^[^\s/]+\.[^\s/]+$/.test(domain) ? domain.toLowerCase() : '');
  return host.replace(/^www\./, '') || undefined;
}

/** "docs.globex.com/alerts"; undefined of a site's first page, which would be read as the site. */
export function pageOf({ url = '' }: Linked): string | undefined {
  const address = addressOf(url);
  if (!address) return undefined;
  // Engines add these to what they cite.
  for (const name of [...address.searchParams.keys()])
    if (name.startsWith('utm_')) address.searchParams.delete(name);
  const path = `${address.pathname.replace(/\/$/, '')}${address.search}`;
  return path === '' ? undefined : `${address.hostname.replace(/^www\./, '')}${path}`;
}

/** `wanted` as `siteOf` and `pageOf` write it, or as somebody typed it. */
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
