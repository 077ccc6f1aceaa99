/** Numeronyms: "k8s" for Kubernetes, with the letters between the first and the last counted. */

const NUMERONYM = /^\p{L}\d{1,2}\p{L}$/u;

export function isNumeronym(word: string): boolean {
  return NUMERONYM.test(word);
}

export function numeronymOf(word: string): string {
  return `${word[0]}${word.length - 2}${word.at(-1)}`;
}
