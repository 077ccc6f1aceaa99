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

/** What a thread's path looks like, its address, and the parameter that ends the address, if one names the thread. */
type Link = readonly [path: RegExp, address: string, parameter?: string];

/** Hosts without "www.", and paths without trailing slashes. `host` joins the hosts of one site. */
type Forum = { hosts: RegExp; host?: string; ignoresCase?: true; links: readonly Link[] };

/** Tried in this order; a host may match several. */
const FORUMS: readonly Forum[] = [
  {
    hosts: /^(\w+\.)?reddit\.com$/,
    host: 'reddit.com',
    links: [
      [/^\/(?:(?:r|u|user)\/[^/]+\/)?(?:comments|gallery)\/([\w-]+)/i, '/comments/$1'],
      [/^\/tb\/([\w-]+)$/i, '/comments/$1'],
    ],
  },
  { hosts: /^redd\.it$/, host: 'reddit.com', links: [[/^\/([\w-]+)$/, '/comments/$1']] },
  { hosts: /^news\.ycombinator\.com$/, links: [[/^\/(?:item|reply)$/, '/item?id=', 'id']] },
  {
    hosts:
      /(^|\.)(stackoverflow\.com|stackexchange\.com|serverfault\.com|superuser\.com|askubuntu\.com)$|^mathoverflow\.net$/,
    links: [[/^\/(?:questions|q)\/(\d+)/, '/questions/$1']],
  },
  { hosts: /^lobste\.rs$/, links: [[/^\/s\/([\w-]+)/, '/s/$1']] },
  { hosts: /^dev\.to$/, links: [[/^\/([^/]+)\/([^/]+-\w{2,5})(?:\/comments)?$/, '/$1/$2']] },
  { hosts: /^indiehackers\.com$/, links: [[/^\/(?:post|posts)\/(?:.*[/-])?([0-9a-f]{10})$/i, '/post/$1']] },
  {
    hosts: /^github\.com$/,
    ignoresCase: true,
    links: [
      [/^\/((?:orgs\/)?[^/]+(?:\/[^/]+)?\/(?:discussions|issues|pull))\/(?:[a-z-]+\/)?(\d+)/, '/$1/$2'],
    ],
  },
  {
    hosts: /(^|\.)quora\.com$/,
    links: [[/^\/(?:unanswered\/)?([^/]+)(?:\/answers?(?:\/.*)?)?$/, '/$1']],
  },
  {
    hosts: /(^|\.)medium\.com$/,
    host: 'medium.com',
    links: [
      [/^\/p\/([0-9a-f]{8,12})$/, '/p/$1'],
      [/^\/(?:.*\/)?[^/]*-([0-9a-f]{8,12})$/, '/p/$1'],
    ],
  },
  {
    hosts: /^((m|music)\.)?youtube(-nocookie)?\.com$/,
    host: 'youtube.com',
    links: [
      [/^\/watch$/, '/watch?v=', 'v'],
      [/^\/(?:shorts|live|embed|v)\/([\w-]{11})$/, '/watch?v=$1'],
    ],
  },
  { hosts: /^youtu\.be$/, host: 'youtube.com', links: [[/^\/([\w-]{11})$/, '/watch?v=$1']] },
  {
    hosts: /^((mobile|m)\.)?(twitter|x)\.com$/,
    host: 'x.com',
    links: [[/^\/(?:i\/web|i|[^/]+)\/status(?:es)?\/(\d+)/, '/i/status/$1']],
  },
  {
    hosts: /^(\w+\.)?linkedin\.com$/,
    host: 'linkedin.com',
    links: [
      [/^\/feed\/update\/urn:li:activity:(\d+)/, '/activity/$1'],
      [/^\/posts\/.*activity-(\d+)/, '/activity/$1'],
    ],
  },
  {
    hosts: /^(\w+\.)?facebook\.com$/,
    host: 'facebook.com',
    links: [[/^\/groups\/([^/]+)\/(?:posts|permalink)\/(\d+)/, '/groups/$1/posts/$2']],
  },
  {
    hosts: /^((ptb|canary)\.)?discord(app)?\.com$/,
    host: 'discord.com',
    links: [[/^(\/channels\/\d+\/\d+)/, '$1']],
  },
  {
    // Forum software on any host: Discourse, XenForo, phpBB, vBulletin, Lemmy.
    hosts: /./,
    links: [
      [/^((?:\/[\w-]+)?\/t)\/(?:[^/]*[^/\d][^/]*\/)?(\d+)(?:\/\d+)?$/, '$1/$2'],
      [/^(.*\/threads)\/(?:[^/]*\.)?(\d+)(?:\/(?:page-\d+|post-\d+|latest|unread))?$/, '$1/$2'],
      [/^(.*\/showthread\.php)\/(\d+)/, '$1?t=$2'],
      [/^\/post\/(\d+)(?:\/\d+)?$/, '/post/$1'],
      [/^(.*\/(?:viewtopic|showthread)\.php)$/, '$1?t=', 't'],
    ],
  },
];

function findThread({ links, ignoresCase }: Forum, path: string, query: URLSearchParams): string | undefined {
  for (const [pattern, address, parameter] of links) {
    const found = (ignoresCase ? path.toLowerCase() : path).match(pattern);
    const named = parameter === undefined ? '' : query.get(parameter);
    if (!found || (parameter !== undefined && !named)) continue;
    const filled = address.replace(/\$(\d)/g, (_, group) => found[Number(group)] ?? '');
    return `${filled}${encodeURIComponent(named ?? '')}`;
  }
  return undefined;
}

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
  const path = pathname.replace(/\/+/g, '/').replace(/\/$/, '');
  for (const forum of findForums(host)) {
    const thread = findThread(forum, path, query);
    if (thread !== undefined) return `https://${forum.host ?? host}${thread}`;
  }
  // Mobile hosts have the same paths as the main one.
  const desktop = host.replace(/^(m|mobile|amp)\.(?=[^.]+\.)/, '');
  const kept = query === NO_QUERY ? [] : [...query].filter(([name]) => !TRACKING.test(name)).sort();
  return `https://${desktop}${path}${kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''}`;
}

/** Most threads come from a few hosts. */
const findForums = oncePerText((host: string): readonly Forum[] =>
  FORUMS.filter(({ hosts }) => hosts.test(host)),
);

const NO_QUERY = new URLSearchParams();
