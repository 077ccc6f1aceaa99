/** Prompts are the same by their words, whatever their case, their spaces and the quotes around them. */
import { unquoted } from '../command-line.ts';

/** The words of a prompt as they are sent to the API. */
export function promptWords(typed: string): string {
  return unquoted(typed.replace(/\s+/g, ' '));
}

/** Whether a prompt of these words is among those that are `tracked`. */
export function isTracked(words: string, tracked: readonly { text: string | undefined }[]): boolean {
  const same = promptWords(words).toLowerCase();
  return tracked.some(({ text }) => text?.toLowerCase() === same);
}
