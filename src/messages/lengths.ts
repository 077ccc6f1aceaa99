/** Shortens outside text to one line, in characters before escaping, and decides which links are safe. */

const LENGTHS = {
  project: 40,
  name: 80,
  title: 140,
  line: 100,
  place: 40,
  reason: 200,
  prompt: 50,
  quote: 240,
  fault: 400,
} as const;

/** Characters. A link counts in full towards the length of a message. */
export const LONGEST_URL = 600;

/** Shortens an outside text to the length for its kind. */
export function brief(text: string, kind: keyof typeof LENGTHS): string {
  return shorten(text, LENGTHS[kind]);
}

/** The address if a message may link it, else undefined. */
export function linkable(url: string | undefined): string | undefined {
  const href = httpUrl(url);
  return href !== undefined && href.length <= LONGEST_URL ? href : undefined;
}

/** The normalized address if it is absolute http(s) without credentials, else undefined. */
export function httpUrl(url: string | null | undefined): string | undefined {
  const parsed = url ? URL.parse(url) : null;
  if (!parsed) return undefined;
  const { protocol, username, password, href } = parsed;
  return /^https?:$/.test(protocol) && !username && !password ? href : undefined;
}

// Most texts are clean already, and checking is far cheaper than cleaning.
const TIDY = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const SIMPLE = /^[ -~]*$/;

/** One line, without control characters and bidirectional overrides. */
export function tidy(text: string): string {
  if (TIDY.test(text)) return text;
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069\u200E\u200F]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

// Creating one is slower than using it.
const CHARACTERS = new Intl.Segmenter('en');

/** Reads at most this many characters per character that fits: an outside text may be megabytes long. */
const READ_FOR_ONE = 4;

/** One line of at most `max` characters with an ellipsis, never inside a grapheme. `sizeOf` measures it escaped. */
export function shorten(
  text: string,
  max: number,
  sizeOf: (text: string) => number = ({ length }) => length,
): string {
  const read = text.slice(0, max * READ_FOR_ONE);
  const clean = tidy(read);
  if (read.length === text.length && sizeOf(clean) <= max) return clean;
  const most = clean.slice(0, max - 1);
  const needsEscaping = sizeOf(most) !== most.length;
  // Fast path: every character of ASCII is a grapheme.
  if (!needsEscaping && SIMPLE.test(clean.slice(0, max))) return endAtWord(most, clean);
  let kept = '';
  let size = 0;
  for (const { segment } of CHARACTERS.segment(clean)) {
    size += needsEscaping ? sizeOf(segment) : segment.length;
    if (size > max - 1) break;
    kept += segment;
  }
  return endAtWord(kept, clean);
}

function endAtWord(kept: string, text: string): string {
  const end = text[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ');
  return `${(end > kept.length / 2 ? kept.slice(0, end) : kept).trimEnd()}…`;
}
