/** What engines’ answers hold: sentences, the tools they name (the brand itself among them), and the pages they cite. */

const SPLIT = new Intl.Segmenter('en', { granularity: 'sentence' });

export function splitSentences(text: string): string[] {
  return [...SPLIT.segment(text)].flatMap(({ segment }) => segment.trim() || []);
}

/** Matches the name as a whole word: "Acme" is not in "Acmeister". */
export function toWholeWord(name: string): RegExp {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu');
}

/** Characters that come before the brand's name at most. */
const MOST_AHEAD = 300;

/** A numbered or bulleted source with its address, a link in the middle of a line, and any address. */
const FOOTNOTE =
  /^[ \t]*(?:(?:[-*•]|[[(]?\d+[\]).:]+|(?:sources?|links?|see):)[ \t]+[^.!?\n]*)?https?:\/\/\S+[ \t]*$/gim;
const LINK = /\[([^\]]*)\]\(https?:[^)]*\)/g;
const ADDRESS = /https?:\/\/\S+/g;

/** The answer from its start, or from the sentence that first names the brand if that comes late. */
export function excerptOf(text: string, own: readonly string[]): string {
  const body = text.replace(FOOTNOTE, '').trim() || text;
  const plain = body.replace(LINK, '$1').replaceAll('**', '');
  const sentences = splitSentences(plain);
  const named = sentences.findIndex((sentence) => own.some((name) => toWholeWord(name).test(sentence)));
  const isLate = sentences.slice(0, Math.max(0, named)).join(' ').length > MOST_AHEAD;
  return isLate ? `… ${sentences.slice(named).join(' ')}` : sentences.join(' ');
}

/** Whether an answer's own words name one of these: an address doesn't. */
export function namesAny(text: string, names: readonly string[]): boolean {
  return splitAtNames(text.replace(LINK, '$1').replace(ADDRESS, ''), names).length > 1;
}

/** The text in pieces, of which every second is a name. */
export function splitAtNames(text: string, names: readonly string[]): string[] {
  const any = names.map((name) => toWholeWord(name).source).join('|');
  return any === '' ? [text] : text.split(new RegExp(`(${any})`, 'iu'));
}

/** A tool as mentions and topics give it. */
type Tool = { entity_name: string; entity_type: string };

/** `entity_type` is undocumented, and an API may call every company a "brand". */
const OWN_TYPE = /^(own|self)/i;
const BRAND_TYPE = /^brand/i;

/**
 * Returns a test for the brand itself: the tool with the project's name (`brand`), else the only name whose type says
 * so. A type shared by several names, or by all, identifies nobody.
 */
export function matchOwnBrand(tools: readonly Tool[], brand?: string): (tool: Tool) => boolean {
  const own = findNamed(tools, brand) ?? findOnlyOfType(tools, OWN_TYPE) ?? findOnlyOfType(tools, BRAND_TYPE);
  return ({ entity_name }) => own !== undefined && foldName(entity_name) === own;
}

function findNamed(tools: readonly Tool[], brand = ''): string | undefined {
  const name = foldName(brand);
  return name !== '' && tools.some(({ entity_name }) => foldName(entity_name) === name) ? name : undefined;
}

function findOnlyOfType(tools: readonly Tool[], type: RegExp): string | undefined {
  const names = new Set(tools.map(({ entity_name }) => foldName(entity_name)));
  const ofType = tools.filter(({ entity_type }) => type.test(entity_type));
  const [one, another] = new Set(ofType.map(({ entity_name }) => foldName(entity_name)));
  const tellsApart = type === OWN_TYPE || names.size > 1;
  return another === undefined && tellsApart ? one : undefined;
}

type Naming = Tool & { response_id: string; rank_position: number | null };
type Answer = { responseId?: string | undefined; isNamed?: boolean | undefined };

/** The answers that name all of `named` (first, if `isFirst`) and none of `unnamed`, and whether they name the brand. */
export function answersNaming<Found extends Answer>(
  answers: readonly Found[],
  mentions: readonly Naming[],
  {
    named,
    unnamed,
    isFirst,
    brand,
  }: { named: readonly string[]; unnamed: readonly string[]; isFirst: boolean; brand: string },
): Found[] {
  const inAnswers = (isMeant: (tool: Naming) => boolean) =>
    new Set(mentions.flatMap((one) => (isMeant(one) ? one.response_id : [])));
  const naming = (name: string, isPlaced: boolean) =>
    inAnswers(
      ({ entity_name, rank_position: place }) =>
        foldName(entity_name) === foldName(name) && (!isPlaced || place === 1),
    );
  const wanted = named.map((name) => naming(name, isFirst));
  const unwanted = unnamed.map((name) => naming(name, false));
  const own = inAnswers(matchOwnBrand(mentions, brand));
  return answers.flatMap((answer) => {
    const { responseId: id, isNamed = own.has(id ?? '') } = answer;
    const isMeant =
      id !== undefined && wanted.every((ids) => ids.has(id)) && !unwanted.some((ids) => ids.has(id));
    return isMeant ? { ...answer, isNamed } : [];
  });
}

/** "Acme Cloud" and "acmecloud" are the same name. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s/g, '');
}

/** "Gemini" for "Gemini (search)", as people call it, and an API's lists of names. */
export function withoutSurface(engine: string): string {
  return engine.replace(/\s*\([^()]*\)$/, '');
}

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
