/** Strikes secrets out of everything that is logged or posted: the last step before anybody sees a text. */
import type { Config, LocalConfig } from './config.ts';

/** May grow while it is in use, but never shrinks. */
export type Secrets = { readonly size: number } & Iterable<string>;

/** Slack's tokens, by their form. */
const TOKEN = /\b(?:xox[a-z]-[\w-]+|xapp-[\w-]+)/g;

/** Shorter secrets would be found inside common words. */
const SHORTEST = 6;

/** A secret that was cut off is struck out if this many of its characters are left before the ellipsis. */
const BEGINNING = 8;

/** One way to write a secret. Every text that matches `pattern` contains `probe`, which is cheap to look for. */
type Written = { probe: string; pattern: RegExp };

/** A text in which letters and digits are escaped too, so that no probe would be found. */
const ALL_ESCAPED = /(?:%[0-9a-f]{2}){3}|(?:\\u[0-9a-f]{4}){3}/i;

/**
 * Finds secrets however they are written: as they are, in JSON, in a URL, in Slack's mrkdwn or in base64, alone or inside
 * longer text. `mark` returns the replacement.
 */
export function striking(
  secrets: Secrets,
  mark: (found: string) => string = () => '[secret]',
): (text: string) => string {
  let known = waysToWrite(secrets);
  let mayStandIn = probing(known);
  let { size } = secrets;
  return (text) => {
    if (secrets.size !== size) {
      known = waysToWrite(secrets);
      mayStandIn = probing(known);
      size = secrets.size;
    }
    return (ALL_ESCAPED.test(text) ? known : mayStandIn(text))
      .reduce((struck, { pattern }) => struck.replace(pattern, mark), text)
      .replace(TOKEN, mark);
  };
}

/** Characters at the start of a probe by which it is indexed. */
const START = 3;

/** Finds which secrets a text may contain, in one pass: hundreds of workspaces have as many tokens. */
function probing(known: readonly Written[]): (text: string) => readonly Written[] {
  const always = known.filter(({ probe }) => probe.length < START);
  const byStart = Map.groupBy(
    known.filter(({ probe }) => probe.length >= START),
    ({ probe }) => startOf(probe),
  );
  const isStart = new Uint8Array(MOST_STARTS);
  for (const start of byStart.keys()) isStart[start] = 1;
  return (text) => {
    const found = new Set(always);
    let start = 0;
    for (let i = 0; i < text.length; i++) {
      start = next(start, text.charCodeAt(i));
      if (isStart[start] === 0) continue;
      for (const one of byStart.get(start) ?? [])
        if (text.startsWith(one.probe, i - START + 1)) found.add(one);
    }
    return found.size === 0 ? [] : known.filter((one) => found.has(one));
  };
}

/** Five bits per letter or digit. If two starts share a number, that only costs another comparison. */
const MOST_STARTS = 1 << (5 * START);

function next(start: number, code: number): number {
  return ((start << 5) ^ code) & (MOST_STARTS - 1);
}

function startOf(probe: string): number {
  let start = 0;
  for (let i = 0; i < START; i++) start = next(start, probe.charCodeAt(i));
  return start;
}

/** The longest first, since one secret may begin with another. */
function waysToWrite(secrets: Iterable<string>): Written[] {
  const known = [...secrets].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
  return known.flatMap((secret) => [
    written(secret, [...secret].map(characterOf)),
    ...inBase64(secret).map((core) =>
      written(
        core,
        [...core].map((one) => BASE64[one] ?? one),
      ),
    ),
  ]);
}

function written(text: string, characters: readonly string[]): Written {
  const [probe = ''] = (text.slice(0, BEGINNING).match(/[a-z0-9]+/gi) ?? []).toSorted(
    (a, b) => b.length - a.length,
  );
  return { probe, pattern: new RegExp(wholeOrCut(characters), 'g') };
}

/** Matches the whole secret, or its beginning before an ellipsis. */
function wholeOrCut(characters: readonly string[]): string {
  const rest = characters.slice(BEGINNING);
  const cut = rest.slice(0, -1).reduceRight((inner, character) => `(?:${character}${inner})?`, '');
  return `${characters.slice(0, BEGINNING).join('')}(?:${rest.join('')}|${cut}…)`;
}

/** How JSON and Slack escape characters. */
const ESCAPES: Readonly<Record<string, string>> = {
  '"': String.raw`\\*"|&quot;`,
  '\\': String.raw`\\+`,
  '/': String.raw`\\*/`,
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** text.ts puts zero-width spaces around these marks, so that they don't format. */
const MARK = /[*_~`>]/;

/** One character as a regular expression: itself, percent-encoded, or escaped. */
function characterOf(character: string): string {
  const bytes = [...Buffer.from(character)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`);
  const units = [...Array(character.length).keys()].map((at) =>
    anyCase(character.charCodeAt(at).toString(16).padStart(4, '0')),
  );
  const escaped = units.map((unit) => String.raw`\\+u${unit}`).join('');
  const ways = [literal(character), bytes.join(''), escaped, ESCAPES[character] ?? []].flat();
  const one = `(?:${ways.join('|')})`;
  return MARK.test(character) ? `\u200B?${one}\u200B?` : one;
}

/** Three encodings, because the secret may start at any of three byte offsets in what was encoded. */
function inBase64(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // Characters at the edges also hold bits of neighbouring bytes, which we don't know.
    const whole = bytes.toString('base64');
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
}

const BASE64: Readonly<Record<string, string>> = {
  '+': String.raw`(?:\+|\u200B?-|%2[Bb])`,
  '/': String.raw`(?:\\*/|\u200B?_\u200B?|%2[Ff])`,
};

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`);
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** Applies `strike` to every text and name in parsed JSON. */
export function struckIn(value: unknown, strike: (text: string) => string): unknown {
  if (typeof value === 'string') return strike(value);
  if (Array.isArray(value)) return value.map((each) => struckIn(each, strike));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [strike(name), struckIn(inner, strike)]),
  );
}

/** The secrets in a configuration. Those in the store are added as they are read. */
export function secretsOf({
  slack,
  mcp,
  databaseUrl,
  encryptionKey,
  formerEncryptionKey,
  visibility,
}: LocalConfig & Partial<Pick<Config, 'slack' | 'mcp'>>): string[] {
  const { mode, apiUrl, ...tokens } = slack ?? {};
  const password = databaseUrl && new URL(databaseUrl).password;
  const address = new URL(visibility.baseUrl);
  return [
    ...Object.values(tokens),
    mcp?.signingSecret,
    visibility.apiKey,
    password,
    password && decodeURIComponent(password),
    ...[encryptionKey, formerEncryptionKey].map((key) => key && Buffer.from(key).toString('base64')),
    address.password,
    address.search.slice(1),
  ].flatMap((secret) => secret || []);
}
