/** Finds words in a text as people mean them: whole words, in any case, whatever stands between them. */

/** Whether a phrase stands in a text: "hiring" does not stand in "rehirings". A phrase without words stands nowhere. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const wanted = spaced(phrase);
  return wanted.trim() !== '' && spaced(text).includes(wanted);
}

/** " we are hiring ": so that whole words can be found in it. */
function spaced(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
}
