/** Recognizes greetings, thanks and "who are you", which need no project to answer. */
import type { SmallTalk } from './plan.ts';
import { wordsOf } from './words.ts';

const MOST_WORDS = 7;

const MACHINE = '(?:ai|bot|llm|chatgpt|gpt)';
const WHO = RegExp(
  `^(?:(?:hi|hello|hey|so|and|but) )?(?:${[
    'who (?:are|r) (?:you|u)',
    'who (?:made|built|wrote|created|runs) (?:you|this|this bot)',
    '(?:whos|who is) this',
    'what (?:are|r) (?:you|u)',
    '(?:whats|what is) this',
    'what is this bot',
    'are you (?:an? )?(?:human|robot|real|there|person|machine)',
    `are you (?:an? )?${MACHINE}`,
    `(?:is|are) (?:this|that|you|these answers|the answers) (?:an? )?${MACHINE}`,
    `(?:is|are) (?:this|that|you|these answers|the answers) (?:made|written|generated) (?:by|with) (?:an )?${MACHINE}`,
    '(?:are|do) you us(?:e|ing) (?:an? )?(?:ai|llm|gpt|chatgpt|claude|gemini|language model)',
    '(?:can (?:you|u) |please )?help me(?: please)?',
    'i need help',
    'how are you(?: doing)?(?: today)?',
  ].join('|')})$`,
);

/** Words that make it a greeting; ALONG may accompany them. */
const GREETS = words(
  'hi hello hey heya hiya hullo yo howdy hallo moin morning afternoon evening greetings sup ciao',
);
const THANKS = words(
  'thanks thank thx thnx tnx ty tysm cheers ok okay okey k kk cool great nice perfect awesome brilliant excellent super lovely wonderful bye goodbye gotcha noted understood',
);
const ALONG = words(
  'good day there sightline bot all everyone team folks again you u so very much a lot many for your the help that it is its was got this lol haha really back later see',
);

/** Undefined for anything that may be a question. */
export function smallTalkIn(text: string): SmallTalk | undefined {
  const said = wordsOf(text).map(({ folded }) => folded);
  if (said.length === 0 || said.length > MOST_WORDS) return undefined;
  if (WHO.test(said.join(' '))) return 'who';
  // "Is the bot OK?"
  if (said[0] === 'is' || (said.includes('bot') && /\?\s*$/.test(text))) return undefined;
  if (!said.every((word) => GREETS.has(word) || THANKS.has(word) || ALONG.has(word))) return undefined;
  if (said.some((word) => THANKS.has(word))) return 'thanks';
  return said.some((word) => GREETS.has(word)) ? 'greeting' : undefined;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
