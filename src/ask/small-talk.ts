/** Recognizes what needs no project to answer: greetings, thanks, "who are you", and what a term means. */
import { TELL_ME, THANKING } from './english-around.ts';
import { wordsOf } from './signs.ts';

/** Messages that ask nothing. */
export type SmallTalk = 'greeting' | 'thanks' | 'who' | 'readers';

/** Of a greeting or thanks. */
const MOST_WORDS = 7;

const MACHINE = '(?:ai|bot|llm|(?:large )?language model|chatgpt|gpt|claude|gemini)';
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
    `(?:which|what) (?:ai |language )?(?:model|llm|ai) (?:are you|is this|do you (?:use|run))`,
    `(?:is|are) (?:this|that|you|these answers|the answers) (?:an? )?${MACHINE}`,
    `(?:is|are) (?:this|that|you|these answers|the answers) (?:made|written|generated) (?:by|with) (?:an )?${MACHINE}`,
    `(?:are|do) you us(?:e|ing) (?:an? )?${MACHINE}(?: (?:to|for) .+)?`,
    `is there (?:an? )?${MACHINE} (?:behind|in|inside|reading) (?:this|you|it|the answers|my questions?)`,
    '(?:can (?:you|u) |please )?help me(?: please)?',
    'i need help',
    'how are you(?: doing)?(?: today)?',
  ].join('|')})$`,
);

/** "Who can see my questions?" */
const READERS =
  /^(?:who (?:can|could|else|will|does)(?: can)? (?:see|read) (?:my|our|the|these|this|what i) (?:questions?|answers?|ask)|(?:are|is) (?:my|our|the|these|this) (?:questions?|answers?|chat|conversation) (?:private|secret|public|stored|saved)|do you (?:store|keep|save|log|record|remember) (?:(?:what|the things) (?:i|we) (?:ask|write|type|say)|(?:my|our|these|all) questions?))$/;

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
  'thanks thank thx thnx tnx ty tysm cheers ok okay okey k kk cool great nice perfect awesome brilliant excellent super lovely wonderful bye goodbye gotcha noted understood appreciated nvm nevermind mind',
);
const ALONG = words(
  'good day there sightline bot all everyone team folks again you u so very much a lot many for your the help that it is its was got this lol haha really back later see helps helped helpful useful much never',
);

/** Undefined for anything that may be a question. */
export function smallTalkIn(text: string): SmallTalk | undefined {
  const said = wordsOf(text).map(({ folded }) => folded);
  if (said.length === 0) return undefined;
  if (WHO.test(said.join(' '))) return 'who';
  if (READERS.test(said.join(' '))) return 'readers';
  // "Is the bot OK?"
  if (said.length > MOST_WORDS || said[0] === 'is' || (said.includes('bot') && /\?\s*$/.test(text)))
    return undefined;
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
  answer: 'answers?|runs?|prompt runs?',
  topic: 'topics?',
  engine: 'engines?|ai engines?',
  region: 'regions?',
  rival: 'rivals?|competitors?',
  segment: 'segments?|segment suggestions?',
  fanout: 'query fan ?outs?|fan ?outs?|searches by engines',
  digest: 'digests?',
  feed: 'feeds?',
  recap: 'recaps?|weekly recaps?',
  alert: 'alerts?|score alerts?',
  outcome: 'outcomes?(?: of (?:an )?alerts?)?|held|reverted|faded|known cause|settled',
  normal:
    'normal|usual|(?:verdict )?(?:just |well )?outside normal|(?:usual|normal) (?:range|swing)|noise|beside the usual',
  comparable: 'comparable(?: days?)?|not comparable',
  handle: 'short names?|handles?|letters .+',
  claim: 'i ?(?:wi)?ll reply|claim(?:ing)?',
  assign: 'assign(?:ing|ment)?|hand(?:ing)? over',
  snooze: 'snooz(?:e|ing)',
  dismiss: 'dismiss(?:ing|al)?|not for us',
  release: 'releas(?:e|ing)',
  reopen: 'reopen(?:ing)?|undo(?:ing)?',
  mute: 'mut(?:e|ing)',
} as const;

/** Words with an explanation. `data` is all that is known. */
export type Term = keyof typeof TERMS | 'data';

const NAMES_OF = Object.entries(TERMS).map(
  ([term, names]) => [term as Term, RegExp(`^(?:(?:an?|the|our|your|my) )?(?:${names})$`)] as const,
);

/** Words before and after the question itself. */
const AROUND =
  /^(?:(?:hi|hey|hello|so|and|ok|sorry|quick question|wait|also|please|pls|(?:can|could) you|teach me(?: the)?|tell me(?: the)?|i want to understand)\s+)+|\s+(?:here|to me|exactly|again|please|pls|anyway|in (?:this|your) (?:bot|tool|app)|by the way|btw|lower is better|higher is better|is (?:lower|higher) better|you or the api|the api or you|by (?:mistake|accident)|accidentally)$/g;

const MADE =
  'calculated?|computed?|counted?|measured?|scored?|weighted|averaged?|rated?|work(?:ed)? out|ma[dk]e|defin(?:ed?)|deriv(?:ed?)|determined?|decided?|set|pick(?:ed)?|cho(?:ose|sen)|select(?:ed)?|f(?:ind|ound)|rank(?:ed)?|order(?:ed)?|sort(?:ed)?';
const WHOEVER = '(?:you|it|they|we|the api|sightline|the bot)';
const LIKE = '(?:(?:a|an|the|our|your|my|just|really|actually|even|only|simply|all|completely) )*';

/** What is asked of a term, which stands at TERM: what it is, how it comes about, what its button does. */
const ASKED_OF_TERMS = formsIn(`
  (?:what|wat|wht)s?(?: is| are| means?| signif(?:y|ies))? (?!(?:the|our|your|my) )TERM
  what (?:exactly|precisely|actually) (?:is|are) (?!(?:our|my) )TERM
  what (?:is|are) (?:exactly|precisely|actually) (?!(?:our|my) )TERM
  (?:what|which) (?:counts|qualifies) as TERM
  (?:define|definition of|meaning of|(?:can you )?explain|help me understand|i (?:dont|do not) understand|how (?:do|should|can) (?:i|we) (?:read|interpret|understand)) TERM
  (?:whats|what is)(?: the)? (?:meaning|definition|scale|unit|range|maximum|max|minimum) of TERM
  what do you (?:mean|call)(?: by| with)? TERM
  what (?:is|was) meant (?:by|with) TERM
  why (?:is|are) (?=(?:my|the|its|this|an?) lead scores? )TERM(?: so \\w+)?
  why (?:do|did) (?:you|it|sightline|the bot) (?:say|call (?:it|this|that)|write) TERM
  what (?:does|do|is|are) TERM(?: actually| even| really| exactly)? (?:means?|stands? for|measures?|counts?|made of|based on|calculated from)
  what(?: exactly)? (?:does|do|is|are) TERM(?: actually| even| really)? (?:means?|stands? for|measures?|counts?)
  how (?:is|are) (?:${MADE}) TERM
  how (?:is|are) TERM (?:${MADE}|(?:put together|built|scaled|weighted))
  how (?:do|does|is it that) ${WHOEVER} (?:${MADE}|come up with|arrive at|get(?: to)?|know)(?: on)?(?: (?:what|when)(?: is| counts as)?(?: to (?:post|send|raise))?)? TERM
  how (?:do|does) ${WHOEVER} decide (?:on |what (?:is|counts as) |when to (?:post|send|raise) )?TERM
  how (?:do|does) ${WHOEVER} (?:decide|know) when to TERM
  how (?:do|does) TERM (?:come about|get (?:${MADE})|work)
  where (?:do|does|did) (?!.*(?:citation|source|lead|thread|mention|page)s\\b)TERM come from
  where (?:do|does) ${WHOEVER} (?:get|take|have) TERM(?: from)?
  who (?:${MADE}|defines|decides|sets|makes|gives|assigns|calculates|computes|measures)(?: on)?(?: what (?:is|counts as|makes))? TERM
  what (?:goes|flows|counts) into TERM
  (?:is|are) TERM (?:weighted|averaged|normali[sz]ed|scaled)(?: .+)?
  (?:is|are) TERM ${LIKE}(?:made up|invented|fake|guess(?:ed|work)?|random|arbitrary|estimate[ds]?)
  (?:is|are)(?: a| an)? (?:lower|higher|low|high) TERM (?:better|worse|good|bad)(?: or (?:better|worse|good|bad))?
  (?:is|are) TERM better (?:if |when )?(?:it is )?(?:low|high|lower|higher)
  (?:what|wat)(?:s| is)? (?:a |the )?(?:highest|best|lowest|worst|maximum|max) possible TERM
  what (?:does|do|would|will) TERM(?: (?:button|a lead|it))? do
  what happens (?:if|when|once) (?:i|we|you|someone)(?: (?:press|click|hit|choose|use|tap)(?: on)?)? TERM(?: (?:button|an?|the|leads?|it|one))*
`);

const FIGURES =
  '(?:(?:the|these|those|your|our|a|this|that) )?(?:visibility )?(?:numbers?|figures?|data|scores?)';
const RELIABLE = '(?:reliable|accurate|trustworthy|exact|right|correct|precise|noisy)';
const TRUST = '(?:can|should) (?:i|we) (?:really )?(?:trust|believe|rely on)';
const DATA = '(?:(?:data|information|numbers|figures|things|kinds? of data) )?';
const HAVE = '(?:have|know|tell(?: me| us)?|see|answer|cover|track)';

/** Questions about all figures, each answered by what a term means. */
const ASKED_IN_GENERAL = Object.entries({
  normal: `
    how (?:sure|certain|confident) (?:are you|is this)
    how ${RELIABLE} (?:are|is) (?:${FIGURES}|this|that|it)
    (?:are|is) ${FIGURES} ${RELIABLE}
    ${TRUST} (?:this|you|${FIGURES})(?: (?:if|when|with|based|from|given) .+)?
    ${TRUST} an? (?:drop|fall|change|move|rise|alert|difference)(?: .+)?`,
  data: `
    (?:what|which) ${DATA}(?:do|can|could) ${WHOEVER} (?:not|never) ${HAVE}
    (?:what|which) ${DATA}(?:dont|doesnt|cant|wont|do not|does not|can ?not) ${WHOEVER} ${HAVE}
    what ${DATA}(?:do|does) ${WHOEVER} (?:have|know|cover)
    (?:what|which) (?:data|information|numbers|figures) (?:is|are) (?:missing|not (?:included|covered|known|there))
    what (?:is|are) (?:your|the) (?:limits?|limitations?|blind spots?)(?: of .+)?
    where (?:is|does) (?:this|the|your|all (?:this|the)) data (?:come )?from
    what (?:is|are) (?:your|the) data sources?(?: of .+)?
    where do you get (?:your|the|this) (?:data|numbers|figures|information)(?: from)?`,
}).flatMap(([term, forms]) => formsIn(forms).map((form) => [term as Term, form] as const));

function formsIn(lines: string): RegExp[] {
  const forms = lines.trim().split('\n');
  return forms.map((form) => RegExp(`^${form.trim().replaceAll('TERM', '(.+?)')}$`));
}

/** "What's the difference between a mention and a citation", "how is a share different from a mention rate" */
const APART = [
  /^(?:(?:whats|what is) the |explain the )?difference between (.+?) (?:and|vs|versus) (.+)$/,
  /^how (?:is|are|do|does) (.+?) (?:different from|differ from|different to|compare to) (.+)$/,
];

const LONGEST = 400;

/** Empty for questions about figures or lists; two terms if it asks for their difference. */
export function termsAsked(text: string): Term[] {
  // A longer line asks for more than a word.
  if (text.length > LONGEST) return [];
  const said = wordsOf(text.replace(TELL_ME, '').replace(THANKING, ''))
    .map(({ folded }) => folded)
    .join(' ')
    .replace(AROUND, '');
  const general = ASKED_IN_GENERAL.find(([, form]) => form.test(said));
  if (general) return [general[0]];
  const [, one = '', other = ''] = APART.flatMap((form) => form.exec(said) ?? []);
  const [first, second] = [termOf(one), termOf(other)];
  if (first && second) return [...new Set([first, second])];
  const named = ASKED_OF_TERMS.flatMap((form) => termOf(form.exec(said)?.[1] ?? '') ?? []);
  return named.slice(0, 1);
}

/** Words of a question about how something is measured, whatever its form. */
const OF_MEASURING =
  /^(?:calculat|comput|scored|scoring|weigh|formula|algorithm|method|criteri|scale|range|max|min|percent|decimal|decid|relevan|qualif|defin|mean|explain|interpret|understand|positive|negative|good|bad|possible|enough|sure|trust|reliab|accura|random|fake|real)/;

/** The term, if only one is named, of a question about measuring that has no other reading. */
export function termMeant(text: string): Term | undefined {
  const said = wordsOf(text).map(({ folded }) => folded);
  if (!said.some((word) => OF_MEASURING.test(word))) return undefined;
  const pairs = said.map((word, i) => `${word} ${said[i + 1] ?? ''}`);
  const named = [...pairs, ...said].flatMap((words) => termOf(words) ?? []);
  return named.find((term) => !['normal', 'outcome', 'data'].includes(term));
}

export const ALL_TERMS: readonly Term[] = [...NAMES_OF.map(([term]) => term), 'data'];

/** The term these words name, with or without an article. */
function termOf(words: string): Term | undefined {
  return NAMES_OF.find(([, names]) => names.test(words))?.[0];
}
