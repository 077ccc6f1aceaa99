/**
 * What people read, before anybody draws it: pieces of text, each knowing what it is. Outside text is kept as it came; it is
 * escaped by whoever draws it, for the place where it will stand (`slack/text.ts`).
 */

/** One piece. A string is text as it is, ours or a stranger's: none of its signs ever formats anything. */
export type Span =
  | string
  | { bold: Text }
  | { code: string }
  /** Shown as text where the address is none that may be linked. */
  | { link: string | undefined; label: string }
  | { user: string }
  | { channel: string }
  /** A moment in epoch ms, which every reader sees in their own timezone; `fallback` is for whoever cannot. `url` links it. */
  | { at: number; as: 'time' | 'moment'; fallback: string; url?: string | undefined }
  /** A stranger's text that gives way first where there is no room, such as a title in a summary, or a quote. */
  | { flexible: string };

export type Text = { readonly spans: readonly Span[] };

/** What a sentence can be made of; nothing at all says nothing. */
export type Piece = Text | string | number | undefined | false;

/** say`${bold(title)} in ${channel(id)}`: a text of ours with others inside. */
export function say(parts: TemplateStringsArray, ...values: Piece[]): Text {
  return { spans: parts.flatMap((part, i) => [...spansOf(values[i - 1]), ...(part ? [part] : [])]) };
}

/** The pieces that say something, with a separator between them. */
export function join(pieces: readonly Piece[], separator: string): Text {
  const kept = pieces.map(spansOf).filter((spans) => spans.length > 0);
  return { spans: kept.flatMap((spans, i) => (i === 0 ? spans : [separator, ...spans])) };
}

/** Facts beside each other: "r/devops · 5 h · L412". */
export function beside(...facts: readonly Piece[]): Text {
  return join(facts, ' · ');
}

/** One below the other. */
export function lines(...pieces: readonly Piece[]): Text {
  return join(pieces, '\n');
}

export function isEmpty(text: Text): boolean {
  return text.spans.length === 0;
}

export function bold(text: Text | string): Text {
  return { spans: [{ bold: textOf(text) }] };
}

/** What can be typed as it stands. */
export function code(text: string): Text {
  return { spans: [{ code: text }] };
}

export function link(url: string | null | undefined, label: string): Text {
  return { spans: [{ link: url ?? undefined, label }] };
}

/** A person, by id. */
export function user(id: string): Text {
  return { spans: [{ user: id }] };
}

/** A channel, by id. */
export function channel(id: string): Text {
  return { spans: [{ channel: id }] };
}

/** A stranger's text that is shortened first where its line or its page is too long. */
export function flexible(text: string): Text {
  return text === '' ? { spans: [] } : { spans: [{ flexible: text }] };
}

export function textOf(piece: Piece): Text {
  return typeof piece === 'object' ? piece : { spans: spansOf(piece) };
}

function spansOf(piece: Piece): readonly Span[] {
  if (piece === undefined || piece === false || piece === '') return [];
  if (typeof piece === 'object') return piece.spans;
  // Only ours may begin a new line.
  return [`${piece}`.replace(/\s+/g, ' ')];
}

/** As it begins a sentence. */
export function capitalize(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** As it goes on, after a colon say. */
export function uncapitalize(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
