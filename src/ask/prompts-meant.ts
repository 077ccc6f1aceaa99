/** The prompts that a question means. */
import { stemmer } from 'stemmer';
import { EITHER, NOT_US, ONE_PROMPT } from './english-plan.ts';
import { type KnownNames, wordsIn } from './names.ts';
import type { Noticed } from './notice.ts';
import type { Intent, Plan } from './plan.ts';
import { MOST_HOLDING, promptsWith } from './prompt-words.ts';
import { VOCABULARY } from './signs.ts';

/** The prompt, or the words of prompts, for each way to read the question. */
export function promptsOf(intent: Intent, noticed: Noticed, known: KnownNames): (string | undefined)[] {
  const { names, promptWords, arePromptWordsLeftOut, isPromptMeant, traits } = noticed;
  const whole = names.find(({ kind }) => kind === 'prompt');
  if (whole) return [whole.name];
  const searched = searchOf(intent, noticed);
  if (searched) return searched;
  if (promptWords.length === 0 || (intent === 'leads' && arePromptWordsLeftOut)) return [undefined];
  const holding = promptsWith(promptWords, known);
  if (isPromptMeant && (holding.length === 0 || traits.has('singular'))) return holding;
  // "Prams for twins": with a topic, a single word doesn't narrow it down.
  if (promptWords.length === 1 && traits.has('a topic')) return [undefined];
  // Words of many prompts only name the subject, and words of questions keep their usual meaning.
  const isCommon =
    holding.length === 0 ||
    holding.length > MOST_HOLDING ||
    (!isPromptMeant && promptWords.every((word) => VOCABULARY.has(word)));
  if (isCommon) return promptByWords(noticed, known);
  return isPromptMeant ? holding : [undefined, ...holding];
}

/** What a list of prompts or leads is searched for; empty if no words say it, undefined if nothing is. */
function searchOf(intent: Intent, noticed: Noticed): (string | undefined)[] | undefined {
  const { text, names, promptWords, soughtWords, arePromptWordsLeftOut, isPromptMeant, traits } = noticed;
  const rivals = names.flatMap(({ kind, name }) => (kind === 'rival' ? name.toLowerCase() : []));
  const words = promptWords.length === 0 ? undefined : [promptWords.join(' ')];
  if (intent === 'ranking') return traits.has('prompts') ? words : undefined;
  if (intent === 'prompts') {
    const isOne = ONE_PROMPT.test(text);
    if (rivals.length === 0) return isOne ? undefined : words;
    // Which prompts' answers name a rival but not us isn't known from the prompts' words.
    return NOT_US.test(text) || rivals.length > 1 || isOne ? [] : rivals;
  }
  if (intent !== 'leads') return undefined;
  if (rivals.length === 0 && soughtWords.length === 0)
    return isPromptMeant && !arePromptWordsLeftOut ? words : undefined;
  if (rivals.length > 1 && EITHER.test(text)) return [undefined];
  const said = [...(arePromptWordsLeftOut ? [] : promptWords), ...soughtWords, ...rivals];
  return [said.join(' ')];
}

/** The only prompt with all words that were said of prompts: "a printer for miniatures". */
function promptByWords({ saidOfPrompts }: Noticed, known: KnownNames): (string | undefined)[] {
  const own = saidOfPrompts.filter((word) => !VOCABULARY.has(word));
  if (saidOfPrompts.length < 2 || own.length === 0) return [undefined];
  const [only, other] = promptsWith(saidOfPrompts, known);
  return [only !== undefined && other === undefined ? only : undefined];
}

/** "Lab fridge alarms" means a prompt with these words, not the topic “alarms” as well. */
export function ofPrompt(
  prompt: string,
  { topic }: Pick<Plan, 'topic'>,
  { traits, promptWords }: Noticed,
): Pick<Plan, 'prompt' | 'topic'> {
  const stems = wordsIn(prompt).map(stemmer);
  const isWithin =
    typeof topic === 'string' &&
    !traits.has('topics') &&
    promptWords.length > 1 &&
    wordsIn(topic).every((word) => stems.includes(stemmer(word)));
  return { prompt, ...(isWithin && { topic: undefined }) };
}
