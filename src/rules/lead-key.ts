/** Recognises leads by any shared identity. Links are normalised: two leads of one thread have the same URL. */
import { oncePer, oncePerText } from '../once-per.ts';
import type { Lead } from '../visibility/assumed.ts';

type Named = Partial<Pick<Lead, 'id' | 'url' | 'title' | 'place' | 'author' | 'reason'>>;

/** A lead with the key it has had since it was first seen. `rank` counts from 1, best first. */
export type IdentifiedLead = Lead & { key: string; identities: string[]; rank: number };

/**
 * A lead's id and its thread's URL, or its words if it has neither. The prefixes keep ids and URLs from colliding. Kept: a
 * poll asks several times per lead, and normalising its URL takes a while.
 */
export const identitiesOf = oncePer(
  ({ id, url, title, place, author, reason }: Named): [string, ...string[]] => {
    const address = url === undefined ? [] : [fitKey(`url:${toThreadUrl(url)}`)];
    if (id !== undefined) return [`id:${id}`, ...address];
    const [first] = address;
    if (first !== undefined) return [first];
    const by = author === undefined ? '' : ` by ${author}`;
    return [fitKey(`title:${title ?? reason ?? ''} in ${place ?? ''}${by}`)];
  },
);

/** Characters. PostgreSQL’s indexes take 2,700 bytes; ends this long hardly ever belong to two threads. */
const LONGEST_KEY = 500;

function fitKey(key: string): string {
  if (key.length <= LONGEST_KEY) return key;
  return `${key.slice(0, LONGEST_KEY / 2)}…${key.length}…${key.slice(-LONGEST_KEY / 2)}`;
}

/** The key for a lead that isn't known yet. */
export function toLeadKey(lead: Named): string {
  return identitiesOf(lead)[0];
}

/** Every lead once, in the API's order. Any identity shared with a known lead or an earlier one makes it that lead. */
export function identifyLeads(leads: readonly Lead[], known: ReadonlyMap<string, string>): IdentifiedLead[] {
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

/** Whether no scored lead stands below a worse one. */
export function isBestFirst(leads: readonly Lead[]): boolean {
  const scores = leads.flatMap(({ score }) => score ?? []);
  return scores.every((score, i) => score <= (scores[i - 1] ?? score));
}

/** Scored leads change places among themselves; equal ones and those without a score stay as they are. */
export function sortByScore<List extends Lead[]>(leads: List): List {
  const scored = leads
    .filter(({ score }) => score !== undefined)
    .sort((a, b) => Number(b.score) - Number(a.score))
    .values();
  const sorted = leads.map((lead) => (lead.score === undefined ? lead : (scored.next().value ?? lead)));
  return Object.assign(leads, sorted);
}

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
  // Mobile hosts have the same paths as the main one.
  const desktop = host.replace(/^(m|mobile|amp)\.(?=[^.]+\.)/, '');
  const kept = query === NO_QUERY ? [] : [...query].filter(([name]) => !TRACKING.test(name)).sort();
  return `https://${desktop}${page.path}${kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''}`;
}

/** Most threads come from a few hosts. */
const findForums = oncePerText((host: string): readonly Forum[] =>
  FORUMS.filter(({ hosts }) => hosts.test(host)),
);

const NO_QUERY = new URLSearchParams();
