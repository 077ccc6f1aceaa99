/** Splits a question into words with their positions. */

/** [start, end) in the text, in UTF-16 units. */
export type Span = { start: number; end: number };

/** `folded`: lower case without accents and apostrophes, for comparison. */
export type Word = Span & { text: string; folded: string };

/** Names may contain dots, signs and a forum's slash: "docs.acme.dev", "C++", "r/devops". */
const WORD = /\/?\br\/\w+|[\p{L}\p{N}](?:[\p{L}\p{N}'’.+#&_]*[\p{L}\p{N}+#])?/gu;

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    folded: fold(word),
    start: index,
    end: index + word.length,
  }));
}

/** A possessive 's; "what's" means "what is" and stays. */
const POSSESSIVE = /(?<!^(?:what|who|how|where|when|why|that|it|let|there|here|he|she))['’]s$/i;

export function fold(text: string): string {
  return text
    .replace(POSSESSIVE, '')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
}

/** With this character in place of each of the span's, so that indexes stay valid. */
export function blankOut(text: string, { start, end }: Span, mark: string): string {
  return text.slice(0, start) + mark.repeat(end - start) + text.slice(end);
}
