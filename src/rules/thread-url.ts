/** Normalises links, so that two leads from one thread have the same URL. */

/** Parameters that tell how somebody reached a thread, not which one it is. */
const TRACKING =
  /^(utm_\w+|mc_[ce]id|[a-z]*clid|gad_source|igsh(id)?|si|s|share(_id)?|shared|ref|ref_\w+|referer|referrer|source|context|sort|feature|_hs\w+|trk|cmpid|ncid|rdt|amp)$/i;

/** A forum's thread links: `thread` returns what follows the host, or undefined for other pages. */
type Forum = { hosts: RegExp; host?: string; thread: (page: Page) => string | undefined };

/** Host without "www.", path without trailing slashes. */
type Page = { host: string; path: string; query: URLSearchParams };

/** Fills the groups of the first matching pattern into its address. */
const byPath =
  (...ways: [pattern: RegExp, address: string][]): Forum['thread'] =>
  ({ path }) => {
    const way = ways.find(([pattern]) => pattern.test(path));
    const found = way && path.match(way[0]);
    return found ? way[1].replace(/\$(\d)/g, (_, group) => found[Number(group)] ?? '') : undefined;
  };

const byParameter =
  (page: RegExp, name: string, address: string): Forum['thread'] =>
  ({ path, query }) => {
    const id = page.test(path) ? query.get(name) : null;
    return id ? `${address}${encodeURIComponent(id)}` : undefined;
  };

const either =
  (...ways: Forum['thread'][]): Forum['thread'] =>
  (page) => {
    for (const way of ways) {
      const thread = way(page);
      if (thread !== undefined) return thread;
    }
    return undefined;
  };

/** Tried in this order; a host may match several. `host` joins the hosts of one site. */
const FORUMS: readonly Forum[] = [
  {
    hosts: /^(\w+\.)?reddit\.com$/,
    host: 'reddit.com',
    thread: byPath(
      [/^\/(?:(?:r|u|user)\/[^/]+\/)?(?:comments|gallery)\/([\w-]+)/i, '/comments/$1'],
      [/^\/tb\/([\w-]+)$/i, '/comments/$1'],
    ),
  },
  { hosts: /^redd\.it$/, host: 'reddit.com', thread: byPath([/^\/([\w-]+)$/, '/comments/$1']) },
  { hosts: /^news\.ycombinator\.com$/, thread: byParameter(/^\/(item|reply)$/, 'id', '/item?id=') },
  {
    hosts:
      /(^|\.)(stackoverflow\.com|stackexchange\.com|serverfault\.com|superuser\.com|askubuntu\.com)$|^mathoverflow\.net$/,
    thread: byPath([/^\/(?:questions|q)\/(\d+)/, '/questions/$1']),
  },
  { hosts: /^lobste\.rs$/, thread: byPath([/^\/s\/([\w-]+)/, '/s/$1']) },
  { hosts: /^dev\.to$/, thread: byPath([/^\/([^/]+)\/([^/]+-\w{2,5})(?:\/comments)?$/, '/$1/$2']) },
  {
    hosts: /^indiehackers\.com$/,
    thread: byPath([/^\/(?:post|posts)\/(?:.*[/-])?([0-9a-f]{10})$/i, '/post/$1']),
  },
  {
    hosts: /^github\.com$/,
    thread: ({ path }) =>
      byPath([
        /^\/((?:orgs\/)?[^/]+(?:\/[^/]+)?\/(?:discussions|issues|pull))\/(?:[a-z-]+\/)?(\d+)/,
        '/$1/$2',
      ])({ host: '', path: path.toLowerCase(), query: new URLSearchParams() }),
  },
  {
    hosts: /(^|\.)quora\.com$/,
    thread: byPath([/^\/(?:unanswered\/)?([^/]+)(?:\/answers?(?:\/.*)?)?$/, '/$1']),
  },
  {
    hosts: /(^|\.)medium\.com$/,
    host: 'medium.com',
    thread: byPath([/^\/p\/([0-9a-f]{8,12})$/, '/p/$1'], [/^\/(?:.*\/)?[^/]*-([0-9a-f]{8,12})$/, '/p/$1']),
  },
  {
    hosts: /^((m|music)\.)?youtube(-nocookie)?\.com$/,
    host: 'youtube.com',
    thread: either(
      byParameter(/^\/watch$/, 'v', '/watch?v='),
      byPath([/^\/(?:shorts|live|embed|v)\/([\w-]{11})$/, '/watch?v=$1']),
    ),
  },
  { hosts: /^youtu\.be$/, host: 'youtube.com', thread: byPath([/^\/([\w-]{11})$/, '/watch?v=$1']) },
  {
    hosts: /^((mobile|m)\.)?(twitter|x)\.com$/,
    host: 'x.com',
    thread: byPath([/^\/(?:i\/web|i|[^/]+)\/status(?:es)?\/(\d+)/, '/i/status/$1']),
  },
  {
    hosts: /^(\w+\.)?linkedin\.com$/,
    host: 'linkedin.com',
    thread: byPath(
      [/^\/feed\/update\/urn:li:activity:(\d+)/, '/activity/$1'],
      [/^\/posts\/.*activity-(\d+)/, '/activity/$1'],
    ),
  },
  {
    hosts: /^(\w+\.)?facebook\.com$/,
    host: 'facebook.com',
    thread: byPath([/^\/groups\/([^/]+)\/(?:posts|permalink)\/(\d+)/, '/groups/$1/posts/$2']),
  },
  {
    hosts: /^((ptb|canary)\.)?discord(app)?\.com$/,
    host: 'discord.com',
    thread: byPath([/^(\/channels\/\d+\/\d+)/, '$1']),
  },
  {
    // Forum software on any host: Discourse, XenForo, phpBB, vBulletin, Lemmy.
    hosts: /./,
    thread: either(
      byPath(
        [/^((?:\/[\w-]+)?\/t)\/(?:[^/]*[^/\d][^/]*\/)?(\d+)(?:\/\d+)?$/, '$1/$2'],
        [/^(.*\/threads)\/(?:[^/]*\.)?(\d+)(?:\/(?:page-\d+|post-\d+|latest|unread))?$/, '$1/$2'],
        [/^(.*\/showthread\.php)\/(\d+)/, '$1?t=$2'],
        [/^\/post\/(\d+)(?:\/\d+)?$/, '/post/$1'],
      ),
      ({ path, query }) =>
        byParameter(/\/(viewtopic|showthread)\.php$/, 't', `${path}?t=`)({ host: '', path, query }),
    ),
  },
];

/** The URL without what differs between links to one thread. For comparing, never shown. */
export function toThreadUrl(address: string): string {
  const written = address.trim();
  const url = URL.parse(written);
  if (!url) return written;
  const { protocol, hostname, port, pathname, search } = url;
  if (!/^https?:$/.test(protocol)) return written;
  // Most links have no query, and parsing one costs as much as all the rest.
  const query = search === '' ? NO_QUERY : url.searchParams;
  const host = hostname.replace(/\.$/, '').replace(/^www\./, '') + (port && `:${port}`);
  const page = { host, path: pathname.replace(/\/+/g, '/').replace(/\/$/, ''), query };
  for (const forum of findForums(host)) {
    const thread = forum.thread(page);
    if (thread !== undefined) return `https://${forum.host ?? host}${thread}`;
  }
  return `https://${toDesktopHost(host)}${page.path}${keepIdentifyingQuery(query)}`;
}

/** A cache, since most threads come from a few hosts. */
const OF_HOST = new Map<string, readonly Forum[]>();
const HOSTS_KEPT = 1_000;

function findForums(host: string): readonly Forum[] {
  const forums = OF_HOST.get(host) ?? FORUMS.filter(({ hosts }) => hosts.test(host));
  if (OF_HOST.size >= HOSTS_KEPT) OF_HOST.clear();
  OF_HOST.set(host, forums);
  return forums;
}

const NO_QUERY = new URLSearchParams();

/** Mobile hosts have the same paths as the main one. */
function toDesktopHost(host: string): string {
  return host.replace(/^(m|mobile|amp)\.(?=[^.]+\.)/, '');
}

/** The parameters that aren't tracking, sorted. */
function keepIdentifyingQuery(query: URLSearchParams): string {
  if (query === NO_QUERY) return '';
  const kept = [...query].filter(([name]) => !TRACKING.test(name)).sort();
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
}
