/**
 * How much of an outside text a message shows: one line, in characters before escaping, and only links that may be followed.
 * Escaping can make five characters of one (&amp;).
 */

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

/** Longer addresses are not linked: a link counts in full against the message. */
const LONGEST_URL = 600;

/** An outside text at the length that its kind is shown at. */
export function brief(text: string, kind: keyof typeof LENGTHS): string {
  return shorten(text, LENGTHS[kind]);
}

/** An address that is linked in a message, or undefined. */
export function linkable(url: string | undefined): string | undefined {
  const href = httpUrl(url);
  return href !== undefined && href.length <= LONGEST_URL ? href : undefined;
}

/** An address that may be linked, as it is written in full: absolute, http or https, no credentials in it; otherwise undefined. */
export function httpUrl(url: string | null | undefined): string | undefined {
  const parsed = url ? URL.parse(url) : null;
  if (!parsed) return undefined;
  const { protocol, username, password, href } = parsed;
  return /^https?:$/.test(protocol) && !username && !password ? href : undefined;
}

// Most texts need no change, and to see that is far cheaper than to make it.
const TIDY = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const SIMPLE = /^[ -~]*$/;

/** One line, without control characters and without the marks that turn the reading direction of what follows. */
export function tidy(text: string): string {
  if (TIDY.test(text)) return text;
  return text
    .replace(/[\u202A-\u202E\u2066-\u2069\u200E\u200F]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

// Making one costs more than using it.
const CHARACTERS = new Intl.Segmenter('en');

/**
 * So many characters are read for each one that fits. No encoding shortens a text, so that more would only be needed
 * beyond long stretches of nothing visible; and a text from outside may be megabytes long.
 */
const READ_FOR_ONE = 4;

/**
 * On one line of at most `max` characters, with an ellipsis where it is cut, and never cut inside a character made of several
 * code points. `sizeOf` tells how long a text becomes where it will stand; whatever it is, it is never shorter.
 */
export function shorten(
  text: string,
  max: number,
  sizeOf: (text: string) => number = ({ length }) => length,
): string {
  const read = text.slice(0, max * READ_FOR_ONE);
  const clean = tidy(read);
  if (read.length === text.length && sizeOf(clean) <= max) return clean;
  // In simple letters every character is one code unit, and mostly stands there as it is.
  const most = clean.slice(0, max - 1);
  if (SIMPLE.test(clean.slice(0, max)) && sizeOf(most) === most.length) return `${most.trimEnd()}…`;
  let kept = '';
  let size = 0;
  for (const { segment } of CHARACTERS.segment(clean)) {
    size += sizeOf(segment);
    if (size > max - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
