/** Text as typed spans, before rendering. Outside text is kept raw; the renderer escapes it (`slack/text.ts`). */

/** A string is literal text, ours or a stranger's: nothing in it is formatting. */
export type Span =
  | string
  | { bold: Text }
  | { code: string }
  /** Plain text if the address may not be linked. */
  | { link: string | undefined; label: string }
  | { user: string }
  | { channel: string }
  /** Epoch ms, shown in each reader's timezone, or as `fallback` where that isn't possible. */
  | { at: number; as: 'time' | 'moment' | 'day'; fallback: string }
  /** Outside text to shorten first when there is no room, such as a quote. */
  | { flexible: string };

export type Text = { readonly spans: readonly Span[] };

/** What `say` accepts; undefined and false render as nothing. */
export type Piece = Text | string | number | undefined | false;

/** say`${bold(title)} in ${channel(id)}` */
export function say(parts: TemplateStringsArray, ...values: Piece[]): Text {
  return { spans: parts.flatMap((part, i) => [...spansOf(values[i - 1]), ...(part ? [part] : [])]) };
}

/** Joins the non-empty pieces. */
export function join(pieces: readonly Piece[], separator: string): Text {
  const kept = pieces.map(spansOf).filter((spans) => spans.length > 0);
  return { spans: kept.flatMap((spans, i) => (i === 0 ? spans : [separator, ...spans])) };
}

/** "r/devops · 5 h · L412" */
export function beside(...facts: readonly Piece[]): Text {
  return join(facts, ' · ');
}

export function lines(...pieces: readonly Piece[]): Text {
  return join(pieces, '\n');
}

export function isEmpty(text: Text): boolean {
  return text.spans.length === 0;
}

export function bold(text: Text | string): Text {
  return { spans: [{ bold: textOf(text) }] };
}

export function code(text: string): Text {
  return { spans: [{ code: text }] };
}

export function link(url: string | null | undefined, label: string): Text {
  return { spans: [{ link: url ?? undefined, label }] };
}

export function user(id: string): Text {
  return { spans: [{ user: id }] };
}

export function channel(id: string): Text {
  return { spans: [{ channel: id }] };
}

/** Outside text that is shortened first when its line or page is too long. */
export function flexible(text: string): Text {
  return text === '' ? { spans: [] } : { spans: [{ flexible: text }] };
}

export function textOf(piece: Piece): Text {
  return typeof piece === 'object' ? piece : { spans: spansOf(piece) };
}

function spansOf(piece: Piece): readonly Span[] {
  if (piece === undefined || piece === false || piece === '') return [];
  if (typeof piece === 'object') return piece.spans;
  // Only `lines` may start a new line.
  return [`${piece}`.replace(/\s+/g, ' ')];
}

export function capitalize(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
