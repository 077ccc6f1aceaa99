/** What is said in the middle of a sentence, at the beginning of one, and the other way round. */

/** As it begins a sentence. */
export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** As it goes on, after a colon say. */
export function lowered(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
