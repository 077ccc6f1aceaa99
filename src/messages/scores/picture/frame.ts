/** What all pictures share: measures, colours and lettering. Outside text in them: what the font has no signs for is left out visibly, what is too long is cut. */
import { shorten } from '../../lengths.ts';

/** In the picture's own units: on a phone, 360 points wide, text of 18 is still 12 points high. */
export const SIZE = { width: 540, height: 400 } as const;

/** Pixels for one unit: more than two for every point of a phone's width. */
export const DENSITY = 1.5;

/** Room around everything, and below the heading. */
export const EDGE = 22;
export const HEADING_BOTTOM = 84;

/** A row of alert marks above the plot, or of the legend below it. */
export const ROW_HEIGHT = 22;

export const TEXT = { title: 23, body: 18, small: 17 } as const;

/**
 * Slack does not tell the reader's theme, so the picture is a card of its own: calm on a dark page, set off from a white
 * one. Text has at least 7 : 1 on it, lines 4.5 : 1.
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

/** Decoration that names nothing: emoji with all that joins and colours them. */
const EMOJI =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u{E0020}-\u{E007F}]|\u200D|\u20E3|\uFE0F)+/gu;

/** What DejaVu Sans does not have: signs of other scripts would be drawn as empty boxes. */
const UNDRAWABLE =
  /(?:[^\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Georgian}\p{sc=Common}\p{sc=Inherited}]|[\u3000-\u30FF\uE000-\u{10FFFF}])+/gu;

/** "Acme" of "Acme 🚀", "… Cloud" of "アクメ Cloud", nothing of what cannot be drawn at all. */
export function drawable(text: string): string {
  const drawn = text.replace(EMOJI, ' ').replace(UNDRAWABLE, '…').trim();
  return /[\p{L}\p{N}]/u.test(drawn) ? drawn : '';
}

/** Widths of signs in parts of the font size: DejaVu Sans Condensed, measured generously. */
const WIDTHS: readonly { signs: RegExp; width: number }[] = [
  { signs: /[\p{M}\u200B]/u, width: 0 },
  { signs: /[ijl.,:;'|!·’]/u, width: 0.31 },
  { signs: /[\sfrtI()[\]/-]/u, width: 0.4 },
  { signs: /[mwMW@%—…]/u, width: 0.96 },
  { signs: /[\p{Lu}&]/u, width: 0.7 },
];
const OTHER_WIDTH = 0.59;
const BOLD = 1.12;

/** About how wide a text is drawn, never less. */
export function widthOf(text: string, size: number, weight: 'normal' | 'bold' = 'normal'): number {
  const ems = [...text].reduce(
    (sum, sign) => sum + (WIDTHS.find(({ signs }) => signs.test(sign))?.width ?? OTHER_WIDTH),
    0,
  );
  return ems * size * (weight === 'bold' ? BOLD : 1);
}

/** The text, shortened until it is no wider than `width`. */
export function fitted(text: string, width: number, size: number, weight?: 'normal' | 'bold'): string {
  let shown = shorten(text, 120);
  while (shown.length > 1 && widthOf(shown, size, weight) > width) {
    shown = shorten(shown, shown.length - 1);
  }
  return shown;
}
