/** Measures, colours and lettering of pictures. Text is cut to fit; characters the font lacks are visibly left out. */
import { shorten } from '../../lengths.ts';

/** In the picture's own units. On a phone, 360 points wide, text of 18 units is 12 points high. */
export const SIZE = { width: 540, height: 400 } as const;

/** Pixels per unit: more than two for every point of a phone's width. */
export const DENSITY = 1.5;

/** Room around everything, and below the heading. */
export const EDGE = 22;
export const HEADING_BOTTOM = 84;

/** A row of alert marks above the plot, or of the legend below it. */
export const ROW_HEIGHT = 22;

export const TEXT = { title: 23, body: 18, small: 17 } as const;

/**
 * Slack doesn't reveal the reader's theme, so the picture is a card: calm on a dark page, set off from a white one.
 * Text has a contrast of at least 7:1, lines of 4.5:1.
 */
export const COLOURS = {
  card: '#eef1f5',
  text: '#1b1f24',
  muted: '#454c56',
  grid: '#d3d9e1',
  line: '#0b5cad',
  band: '#c3d9ef',
  alert: '#b3261e',
  alarm: '#7a4100',
  gap: '#a9b2be',
} as const;

/** Emoji, with the characters that join and colour them. */
const EMOJI =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u{E0020}-\u{E007F}]|\u200D|\u20E3|\uFE0F)+/gu;

/** Characters that DejaVu Sans lacks, which would be drawn as empty boxes. */
const UNDRAWABLE =
  /(?:[^\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Georgian}\p{sc=Common}\p{sc=Inherited}]|[\u3000-\u30FF\uE000-\u{10FFFF}])+/gu;

/** "Acme 🚀" -> "Acme", "アクメ Cloud" -> "… Cloud"; empty if nothing can be drawn. */
export function stripUndrawable(text: string): string {
  const drawn = text.replace(EMOJI, ' ').replace(UNDRAWABLE, '…').trim();
  return /[\p{L}\p{N}]/u.test(drawn) ? drawn : '';
}

/** Widths of characters in DejaVu Sans Condensed, relative to the font size, rounded up. */
const WIDTHS: readonly { of: RegExp; width: number }[] = [
  { of: /[\p{M}\u200B]/u, width: 0 },
  { of: /[ijl.,:;'|!·’]/u, width: 0.31 },
  { of: /[\sfrtI()[\]/-]/u, width: 0.4 },
  { of: /[mwMW@%—…]/u, width: 0.96 },
  { of: /[\p{Lu}&]/u, width: 0.7 },
];
const OTHER_WIDTH = 0.59;
const BOLD = 1.12;

/** Roughly how wide a text is drawn, never less. */
export function measureText(text: string, size: number, weight: 'normal' | 'bold' = 'normal'): number {
  const ems = [...text].reduce(
    (sum, character) => sum + (WIDTHS.find(({ of }) => of.test(character))?.width ?? OTHER_WIDTH),
    0,
  );
  return ems * size * (weight === 'bold' ? BOLD : 1);
}

/** Shortens a text until it's no wider than `width`. */
export function fitText(text: string, width: number, size: number, weight?: 'normal' | 'bold'): string {
  let short = shorten(text, 120);
  while (short.length > 1 && measureText(short, size, weight) > width)
    short = shorten(short, short.length - 1);
  return short;
}
