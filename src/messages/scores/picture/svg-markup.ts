/** SVG as the pictures make it: every interpolated string is escaped, and a piece of markup is complete at once. */

/** Markup that is safe to draw. Made only by `svg`. */
export class Svg {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  static made(markup: string): Svg {
    return new Svg(markup);
  }

  toString(): string {
    return this.#markup;
  }
}

type Value = string | number | Svg | undefined | false | readonly Svg[];

/** Characters that XML does not allow at all, escaped or not. https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** svg`<text x="${x}">${outside}</text>`: strings are escaped, numbers have two decimals, undefined and false vanish. */
export function svg(parts: TemplateStringsArray, ...values: Value[]): Svg {
  return Svg.made(parts.reduce((markup, part, i) => markup + inside(values[i - 1]) + part));
}

function inside(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(2)));
  if (typeof value === 'string') return escaped(value);
  return value instanceof Svg ? value.toString() : value.join('');
}

function escaped(text: string): string {
  return text.replace(NOT_XML, '').replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '');
}
