/**
 * How much of an outside text a message shows, in characters before escaping. Escaping can make five of one (&amp;),
 * and a section holds 3,000: the texts of one row must fit even then.
 */
import { httpUrl, shorten } from '../slack/text.ts';

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
  return href !== undefined && href.length <= LONGEST_URL ? url : undefined;
}
