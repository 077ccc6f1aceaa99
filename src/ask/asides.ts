/** Strips what people say around their question: what it is for, who asks, what they do with the answer. */

import { SAYS_PROMPTS } from './english-plan.ts';
import * as english from './english-rewrites.ts';
import { findNames, type KnownNames } from './names.ts';
import { findPhrases, SIGN_PHRASES, wordsOf } from './signs.ts';

/** A statement with a date may belong to the question. */
const HAS_DATE =
  /\d|\b(?:two|three|few|couple|days|weeks|months|since|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)/i;
/** Anything shorter isn't a question. */
const FEWEST_WORDS = 2;
const FEW_WORDS = 4;

/** "Fold and Fork" is Fold & Fork, not two questions. */
function withAmpersand(text: string, name: string): string {
  const spoken = name.replace(' & ', ' and ');
  const at = spoken === name ? -1 : text.toLowerCase().indexOf(spoken.toLowerCase());
  return at < 0 ? text : text.slice(0, at) + name + text.slice(at + spoken.length);
}

/** Keeps whatever names something of the project. */
export function withoutAsides(raw: string, known: KnownNames): string {
  const { project, rivals, topics } = known.names;
  const text = [project, ...rivals, ...topics].reduce(withAmpersand, raw);
  const isNaming = (one: string) => {
    const words = wordsOf(one);
    const folds = words.map(({ folded }) => folded);
    const texts = words.map((word) => word.text);
    // "Prompts for emails" says their words.
    const isOfPrompts = SAYS_PROMPTS.test(text) && folds.some((word) => known.promptWords.has(word));
    return isOfPrompts || findNames(folds, texts, known).length > 0;
  };
  // A single word may be what is asked for: "hi all, rankings".
  const isQuestion = (one: string) => {
    const words = wordsOf(one).map(({ folded }) => folded);
    return words.length >= FEWEST_WORDS || isNaming(one) || findPhrases(words, SIGN_PHRASES).length > 0;
  };
  const sentences = text.split(/(?<=[.!?])\s+/).filter((one) => one.trim() !== '');
  const asked = sentences.findIndex((one) => /\?\W*$/.test(one));
  // Next to a question, a statement only says why it is asked, except a few words after it that add to it.
  const isStatement = (one: string, at: number) =>
    (sentences[asked]?.split(/\s+/).length ?? 0) >= FEW_WORDS &&
    !english.ASKS.test(one) &&
    (at < asked || one.split(/\s+/).length > FEW_WORDS);
  const isAside = (one: string, at: number) =>
    (english.SAYS_OF_SELF.test(one) || isStatement(one, at)) &&
    !/\?\W*$/.test(one) &&
    !HAS_DATE.test(one) &&
    !isNaming(one);
  const asking = sentences.filter((one, at) => !isAside(one, at));
  const left = asking.length > 0 ? asking.join(' ') : text;
  return [
    english.GREETING,
    english.TELL_ME,
    english.AIM,
    english.LOOKS,
    english.BEFORE_SO,
    english.BEFORE_COLON,
    english.TAIL,
    english.THANKING,
  ].reduce((line, pattern) => {
    const rest = line
      .replace(pattern, (aside) => (isNaming(aside) ? aside : ' '))
      .replace(/\s+/g, ' ')
      .trim();
    return isQuestion(rest) ? rest : line;
  }, left);
}
