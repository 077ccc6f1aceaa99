/** The text of an engine's answer: its sentences, and the tools that it names. */

const SPLIT = new Intl.Segmenter('en', { granularity: 'sentence' });

export function splitSentences(text: string): string[] {
  return [...SPLIT.segment(text)].flatMap(({ segment }) => segment.trim() || []);
}

/** Matches the name as a whole word: "Acme" is not in "Acmeister". */
export function toWholeWord(name: string): RegExp {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu');
}

/** Characters that come before the brand's name at most. */
const MOST_AHEAD = 300;

/** A line that ends with an address, and a link in the middle of one. */
const FOOTNOTE = /^.*https?:\/\/\S+\s*$/gm;
const LINK = /\[([^\]]*)\]\(https?:[^)]*\)/g;

/** The answer from its start, or from the sentence that first names the brand if that comes late. */
export function excerptOf(text: string, own: readonly string[]): string {
  const plain = text.replace(FOOTNOTE, '').replace(LINK, '$1').replaceAll('**', '');
  const sentences = splitSentences(plain);
  const named = sentences.findIndex((sentence) => own.some((name) => toWholeWord(name).test(sentence)));
  const isLate = sentences.slice(0, Math.max(0, named)).join(' ').length > MOST_AHEAD;
  return isLate ? `… ${sentences.slice(named).join(' ')}` : sentences.join(' ');
}

/** The text in pieces, of which every second is a name. */
export function splitAtNames(text: string, names: readonly string[]): string[] {
  const any = names.map((name) => toWholeWord(name).source).join('|');
  return any === '' ? [text] : text.split(new RegExp(`(${any})`, 'iu'));
}
