/** Tells a question apart from the few words that a command takes: whoever types quotes around them means words. Pure. */

/** They stand in sentences, and hardly ever in the name of a topic, a tool or a thread. */
const OF_SENTENCES =
  /\b(?:who|whom|whose|what|which|when|where|why|how|our|ours|you|your|they|them|their|are|was|were|been|does|did|has|have|had|can|could|should|would|went|show|tell|give|that|about|today|yesterday|last|past|this|since|ago|recently|lately)\b/i;

/** Two letters may be a region's code as well, in capitals. */
const SHORT = /\b(?:we|us|is|do|my|me|be|it)\b/;

/** They narrow or compare. */
const BETWEEN_NAMES = /\b(?:on|by|with|from|above|below|over|under|between|against|than|versus|vs)\b/i;

/** Of several commands what they list. */
const NOUNS =
  /\b(?:leads?|prompts?|topics?|engines?|regions?|sources?|domains?|pages|rivals?|competitors?|scores?)\b/i;

/** Words that make a whole sentence. */
export function isQuestion(words: string): boolean {
  return !isQuoted(words) && (/[?？]\s*$/.test(words) || OF_SENTENCES.test(words) || SHORT.test(words));
}

/** The same, or words that say more of a thing than its name. */
export function saysMore(words: string): boolean {
  return isQuestion(words) || (!isQuoted(words) && BETWEEN_NAMES.test(words));
}

/** What another command is about: behind the mere beginning of a name it is none of that name's. */
export function isAboutOthers(words: string): boolean {
  return !isQuoted(words) && NOUNS.test(words);
}

function isQuoted(words: string): boolean {
  return /^["“„«].*["”“»]$/s.test(words.trim());
}
