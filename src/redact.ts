/** Redacts secrets in everything logged or posted: the last step before anybody sees a text. */
import { unescape as decode } from 'node:querystring';
import type { Config, LocalConfig } from './config.ts';

/** May grow while it's in use, but never shrinks. */
export type Secrets = { readonly size: number } & Iterable<string>;

const TOKEN = /\b(?:xox[a-z]-[\w-]+|xapp-[\w-]+)/g;

/** Shorter secrets would be found inside common words. */
const SHORTEST = 6;

/** A secret cut off with an ellipsis is redacted if at least this many characters are left. */
const BEGINNING = 8;

/** One way to write a secret. Every text that matches `pattern` contains `probe`, which is cheap to look for. */
type Spelling = { probe: string; pattern: RegExp };

/** A text with escaped letters and digits, where no probe would be found. */
const ALL_ESCAPED = /(?:%[0-9a-f]{2}){3}|(?:\\u[0-9a-f]{4}){3}/i;

/** Redacts secrets however they're written: plain, in JSON, URLs, mrkdwn or base64. `mark`: the replacement. */
export function createRedactor(
  secrets: Secrets,
  mark: (found: string) => string = () => '[secret]',
): (text: string) => string {
  let known = listSpellings(secrets);
  let findCandidates = createSearch(known);
  let { size } = secrets;
  return (text) => {
    if (secrets.size !== size) {
      known = listSpellings(secrets);
      findCandidates = createSearch(known);
      size = secrets.size;
    }
    return (ALL_ESCAPED.test(text) ? known : findCandidates(text))
      .reduce((redacted, { pattern }) => redacted.replace(pattern, mark), text)
      .replace(TOKEN, mark);
  };
}

/** Characters at the start of a probe by which it is indexed. */
const START = 3;

/** Finds the secrets a text may contain in one pass, since hundreds of workspaces have as many tokens. */
function createSearch(known: readonly Spelling[]): (text: string) => readonly Spelling[] {
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
      start = addToStart(start, text.charCodeAt(i));
      if (isStart[start] === 0) continue;
      for (const one of byStart.get(start) ?? [])
        if (text.startsWith(one.probe, i - START + 1)) found.add(one);
    }
    return found.size === 0 ? [] : known.filter((one) => found.has(one));
  };
}

/** Five bits per letter or digit. If two starts share a number, that only costs another comparison. */
const MOST_STARTS = 1 << (5 * START);

function addToStart(start: number, code: number): number {
  return ((start << 5) ^ code) & (MOST_STARTS - 1);
}

function startOf(probe: string): number {
  let start = 0;
  for (let i = 0; i < START; i++) start = addToStart(start, probe.charCodeAt(i));
  return start;
}

/** The longest first, since one secret may start with another. */
function listSpellings(secrets: Iterable<string>): Spelling[] {
  const known = [...secrets].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
  return known.flatMap((secret) => [
    toSpelling(secret, [...secret].map(matchCharacter)),
    ...encodeBase64(secret).map((core) =>
      toSpelling(
        core,
        [...core].map((one) => BASE64[one] ?? one),
      ),
    ),
  ]);
}

function toSpelling(text: string, characters: readonly string[]): Spelling {
  const [probe = ''] = (text.slice(0, BEGINNING).match(/[a-z0-9]+/gi) ?? []).toSorted(
    (a, b) => b.length - a.length,
  );
  return { probe, pattern: new RegExp(matchWholeOrCut(characters), 'g') };
}

/** Matches the whole secret, or its beginning before an ellipsis. */
function matchWholeOrCut(characters: readonly string[]): string {
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

/** A regular expression for one character: itself, percent-encoded, or escaped. */
function matchCharacter(character: string): string {
  const bytes = [...Buffer.from(character)].map(
    (byte) => `%${ignoreCase(byte.toString(16).padStart(2, '0'))}`,
  );
  const units = [...Array(character.length).keys()].map((at) =>
    ignoreCase(character.charCodeAt(at).toString(16).padStart(4, '0')),
  );
  const escaped = units.map((unit) => String.raw`\\+u${unit}`).join('');
  const ways = [RegExp.escape(character), bytes.join(''), escaped, ESCAPES[character] ?? []].flat();
  const one = `(?:${ways.join('|')})`;
  return MARK.test(character) ? `\u200B?${one}\u200B?` : one;
}

/** Three encodings, because the secret may start at any of three byte offsets in the encoded text. */
function encodeBase64(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // Characters at the edges also hold bits of neighbouring bytes, which are unknown.
    const whole = bytes.toString('base64');
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
}

const BASE64: Readonly<Record<string, string>> = {
  '+': String.raw`(?:\+|\u200B?-|%2[Bb])`,
  '/': String.raw`(?:\\*/|\u200B?_\u200B?|%2[Ff])`,
};

function ignoreCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** Applies `redact` to every text and name in parsed JSON. */
export function redactIn(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((each) => redactIn(each, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redact(name), redactIn(inner, redact)]),
  );
}

/** The secrets in a configuration; those in the store are added as they are read. */
export function secretsOf({
  slack,
  mcp,
  databaseUrl,
  encryptionKey,
  formerEncryptionKey,
  visibility,
}: LocalConfig & Partial<Pick<Config, 'slack' | 'mcp'>>): string[] {
  const { mode, apiUrl, ...tokens } = slack ?? {};
  const database = databaseUrl === undefined ? undefined : new URL(databaseUrl);
  const address = new URL(visibility.baseUrl);
  return [
    ...Object.values(tokens),
    ...(mcp?.signingSecrets ?? []),
    visibility.apiKey,
    database?.password,
    database && decode(database.password),
    database?.searchParams.get('password'),
    ...[encryptionKey, formerEncryptionKey].map((key) => key && Buffer.from(key).toString('base64')),
    address.password,
    address.search.slice(1),
  ].flatMap((secret) => secret || []);
}
