/** Outside text in a picture: what the one font has no signs for is left out visibly, and what is too long is cut. */
import { shorten } from '../../../slack/text.ts';

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
