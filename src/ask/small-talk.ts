/** Recognizes what needs no project to answer: greetings, thanks, "who are you", and what a term means. */
import { TELL_ME, THANKING } from './english-around.ts';
import { wordsOf } from './signs.ts';

/** Messages that ask nothing. */
export type SmallTalk = 'greeting' | 'thanks' | 'who' | 'readers';

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

/** "Who can see my questions?" */
const READERS =
  /^(?:who (?:can|could|else|will|does)(?: can)? (?:see|read) (?:my|our|the|these|this|what i) (?:questions?|answers?|ask)|(?:are|is) (?:my|our|the|these|this) (?:questions?|answers?|chat|conversation) (?:private|secret|public|stored|saved))$/;

const ASKS_FOR_HELP = RegExp(
  `^(?:(?:hi|hello|hey|so|and|ok) )*(?:${[
    'what (?:can|could|do|does) (?:you|u|this|it|this bot|sightline|the bot) (?:do|know|offer|answer|help (?:me |us )?with|tell (?:me|us))',
    'what (?:can|could|should|may) (?:i|we) (?:ask(?: (?:you|this bot|sightline))?|do with (?:you|this|this bot|sightline))',
    'how (?:do|does|can) (?:you|this|it|this bot|sightline) (?:work|help(?: me| us)?)',
    'how (?:do|can|should) (?:i|we) use (?:you|this|it|this bot|sightline)',
    'what (?:commands|questions)(?: (?:are there|do you (?:have|know|understand)|can (?:i|we) (?:use|ask)))?',
  ].join('|')})(?: (?:for me|for us|here|exactly|please))*$`,
);

/** "What can you do?": of the bot, whatever the project. */
export function asksForHelp(text: string): boolean {
  const said = wordsOf(text).map(({ folded }) => folded);
  return ASKS_FOR_HELP.test(said.join(' '));
}

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
  if (READERS.test(said.join(' '))) return 'readers';
  // "Is the bot OK?"
  if (said[0] === 'is' || (said.includes('bot') && /\?\s*$/.test(text))) return undefined;
  if (!said.every((word) => GREETS.has(word) || THANKS.has(word) || ALONG.has(word))) return undefined;
  if (said.some((word) => THANKS.has(word))) return 'thanks';
  return said.some((word) => GREETS.has(word)) ? 'greeting' : undefined;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** How people name each term, in folded words. */
const TERMS = {
  score: 'visibility scores?|scores?|visibility|ai visibility|points?|visibility points?',
  mentionRate: 'mention rates?|share of voice|share of mentions|mention shares?|sov',
  averageRank: 'average ranks?|avg ranks?|ranks?|average positions?|positions?',
  sentiment: 'sentiments?|sentiment scores?|tone',
  share: 'shares?',
  mention: 'mentions?',
  citation: 'citations?|sources?|cited pages?',
  referrer: 'referrers?',
  lead: 'leads?|community leads?|threads?',
  leadScore: 'lead scores?(?: of)?(?: \\d+)?|scores? of (?:a )?leads?',
  warmLead: 'warm leads?',
  prompt: 'prompts?|tracked prompts?',
  topic: 'topics?',
  engine: 'engines?|ai engines?',
  segment: 'segments?|segment suggestions?',
  fanout: 'query fan ?outs?|fan ?outs?|searches by engines',
  digest: 'digests?',
  alert: 'alerts?|score alerts?',
  normal: 'normal|usual|(?:just |well )?outside normal|usual range|noise|beside the usual',
  comparable: 'comparable(?: days?)?|not comparable',
  handle: 'short names?|handles?',
  claim: 'i ?(?:wi)?ll reply|claim(?:ing)?',
  assign: 'assign(?:ing|ment)?|hand(?:ing)? over',
  snooze: 'snooz(?:e|ing)',
  dismiss: 'dismiss(?:ing|al)?|not for us',
  release: 'releas(?:e|ing)',
  reopen: 'reopen(?:ing)?|undo(?:ing)?',
  mute: 'mut(?:e|ing)',
} as const;

/** Words with an explanation. */
export type Term = keyof typeof TERMS;

/** Words before and after the question itself. */
const AROUND =
  /^(?:(?:hi|hey|hello|so|and|ok|sorry|quick question|wait|also|please|pls)\s+)+|\s+(?:here|to me|exactly|again|please|pls|anyway|in (?:this|your) (?:bot|tool|app)|by the way|btw)$/g;

const FORMS: readonly ((term: string) => RegExp)[] = [
  (term) =>
    RegExp(
      `^(?:(?:what|wat|wht)s?(?: is| are| means?| signif(?:y|ies))?|(?:what|which) (?:counts|qualifies) as|define|explain(?: the)?|help me understand(?: the| our)?|definition of|meaning of|(?:whats|what is)(?: the)? (?:meaning|definition) of|what do you mean (?:by|with)|what (?:is|was) meant (?:by|with)|what do you call)(?: an?)? (?:${term})$`,
    ),
  (term) =>
    RegExp(
      `^why (?:do|did) (?:you|it|sightline|the bot) (?:say|call (?:it|this|that)|write) (?:${term})$|^what(?: exactly)? (?:does|do|is|are)(?: an?| the| our| your| my)? (?:${term})(?: actually| even| really)? (?:mean|means|stand for|measure|measures|count|stands for)$`,
    ),
  (term) =>
    RegExp(
      `^how (?:is|are|do you|does it|does the api|does sightline|do they|is it that)(?: an?| the| our| your| my)? ?(?:calculate |compute |count |make |measure |work out |define |get |decide (?:on |what (?:is|counts as) |when to (?:post|send|raise) )?)?(?:an? |the |our |your |my )?(?:${term}) ?(?:calculated|computed|counted|measured|worked out|made|defined|derived|determined)?$`,
    ),
  // "What does Snooze do?", "what happens if I press Not for us?"
  (term) =>
    RegExp(
      `^what (?:(?:does|do|would|will)(?: the)? (?:${term})(?: (?:button|a lead|it))? do|happens (?:if|when|once) (?:i|we|you|someone)(?: (?:press|click|hit|choose|use|tap)(?: on)?)?(?: the)? (?:${term})(?: (?:button|an?|the|leads?|it|one))*)$`,
    ),
];
/** "How" without one of these asks for a figure. */
const COUNTED = /calculat|comput|count|measur|work(?:ed)? out|ma[dk]e|defin|deriv|determin|decid/;

/** "Can I trust the numbers?" is answered by explaining "normal". */
const FIGURES = '(?:the|these|those|your|our) (?:numbers?|figures?|data|scores?)';
const RELIABLE = '(?:reliable|accurate|trustworthy|exact|right|correct)';
const SURE = RegExp(
  `^(?:how (?:sure|certain|confident) (?:are you|is this)|how ${RELIABLE} (?:are|is) ${FIGURES}|(?:are|is) ${FIGURES} ${RELIABLE}|can (?:i|we) trust (?:this|you|${FIGURES}))$`,
);

/** "What's the difference between a mention and a citation", "how is a share different from a mention rate" */
const APART = [
  /^(?:(?:whats|what is) the |explain the )?difference between (.+?) (?:and|vs|versus) (.+)$/,
  /^how (?:is|are|do|does) (.+?) (?:different from|differ from|different to|compare to) (.+)$/,
];

/** Empty for questions about figures or lists; two terms if it asks for their difference. */
export function termsAsked(text: string): Term[] {
  const said = wordsOf(text.replace(TELL_ME, '').replace(THANKING, ''))
    .map(({ folded }) => folded)
    .join(' ')
    .replace(AROUND, '');
  if (SURE.test(said)) return ['normal'];
  const [, one = '', other = ''] = APART.flatMap((form) => form.exec(said) ?? []);
  const [first, second] = [termOf(one), termOf(other)];
  if (first && second && first !== second) return [first, second];
  if (said.startsWith('how') && !COUNTED.test(said)) return [];
  const found = ALL_TERMS.find((term) => FORMS.some((form) => form(TERMS[term]).test(said)));
  return found ? [found] : [];
}

export const ALL_TERMS = Object.keys(TERMS) as Term[];

/** The term these words name, with or without an article. */
function termOf(words: string): Term | undefined {
  return ALL_TERMS.find((term) => RegExp(`^(?:(?:an?|the|our|your|my) )?(?:${TERMS[term]})$`).test(words));
}
