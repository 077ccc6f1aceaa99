/** Takes every secret out of what is logged, told or posted: the last thing that text passes before it is seen. */
import type { Config, LocalConfig } from './config.ts';

/** May grow while it is used; what is in it stays. */
export type Secrets = { readonly size: number } & Iterable<string>;

/** Tokens of Slack, by their form. */
const TOKEN = /\b(?:xox[a-z]-[\w-]+|xapp-[\w-]+)/g;

/** Shorter ones would be found inside of common words. */
const SHORTEST = 6;

/** Of a secret that was cut off, so much of its beginning before the ellipsis gives it away. */
const BEGINNING = 8;

/** `probe` is a piece of the secret that stands in the text wherever it is written so; to look for it is cheap. */
type Written = { probe: string; pattern: RegExp };

/** Even letters and digits may be escaped: then no probe is found. */
const ALL_ESCAPED = /(?:%[0-9a-f]{2}){3}|(?:\\u[0-9a-f]{4}){3}/i;

/**
 * Finds secrets by their value, however they are written: as they are, in JSON, in an address, in Slack's mrkdwn, in base64,
 * alone or inside of something longer. `mark` is what stands there instead.
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

/** Of a probe, by which it is looked for. */
const START = 3;

/**
 * Which of them may stand in a text. It is gone through once, however many there are: hundreds of workspaces have as many
 * tokens.
 */
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

/** Five bits of each of its letters or digits: few starts share a number, which costs no more than another look. */
const MOST_STARTS = 1 << (5 * START);

function next(start: number, code: number): number {
  return ((start << 5) ^ code) & (MOST_STARTS - 1);
}

function startOf(probe: string): number {
  let start = 0;
  for (let i = 0; i < START; i++) start = next(start, probe.charCodeAt(i));
  return start;
}

/** The longest first: one secret may begin with another. */
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

/** The whole, or its beginning where the text was shortened. */
function wholeOrCut(characters: readonly string[]): string {
  const rest = characters.slice(BEGINNING);
  const cut = rest.slice(0, -1).reduceRight((inner, character) => `(?:${character}${inner})?`, '');
  return `${characters.slice(0, BEGINNING).join('')}(?:${rest.join('')}|${cut}…)`;
}

/** What JSON and Slack write otherwise. */
const OTHERWISE: Readonly<Record<string, string>> = {
  '"': String.raw`\\*"|&quot;`,
  '\\': String.raw`\\+`,
  '/': String.raw`\\*/`,
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Beside these mrkdwn may put a space of no width, or they would format. */
const MARK = /[*_~`>]/;

/** One character as a regular expression: itself, percent-encoded, or escaped. */
function characterOf(character: string): string {
  const bytes = [...Buffer.from(character)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`);
  const units = [...Array(character.length).keys()].map((at) =>
    anyCase(character.charCodeAt(at).toString(16).padStart(4, '0')),
  );
  const escaped = units.map((unit) => String.raw`\\+u${unit}`).join('');
  const ways = [literal(character), bytes.join(''), escaped, OTHERWISE[character] ?? []].flat();
  const one = `(?:${ways.join('|')})`;
  return MARK.test(character) ? `\u200B?${one}\u200B?` : one;
}

/** Both alphabets; three ways, for it may begin at any byte of three of what was encoded. */
function inBase64(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // Characters that hold bits of a neighbour too are not known.
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

/** The same for what was read from JSON: every text in it, and every name. */
export function struckIn(value: unknown, strike: (text: string) => string): unknown {
  if (typeof value === 'string') return strike(value);
  if (Array.isArray(value)) return value.map((each) => struckIn(each, strike));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [strike(name), struckIn(inner, strike)]),
  );
}

/** What a configuration holds that must never be seen; keys and tokens of the store come to it as they are read. */
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
