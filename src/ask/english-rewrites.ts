/**
 * English put in usual words before it is read: short forms and unusual wordings. What is said around a question is in
 * english-around.ts.
 */
import {
  ABOVE_FIGURE,
  ARE_WE_AT_PLACE,
  BELOW_FIGURE,
  HOW_BAD,
  IS_AT_PLACE,
  MOVES,
  WHO_AT_PLACE,
  WHO_PASSED,
} from './english-moves.ts';
import { IS_RECAP, OUTCOMES, SAYING_OF_US } from './english-plan.ts';

/** Abbreviations and misspellings that aren't words themselves, each with what it stands for. */
const SHORT = `
  eleven 11, twelve 12, fourteen 14, fifteen 15, twenty 20, thirty 30, forty 40, fifty 50, sixty 60, seventy 70, eighty 80, ninety 90,
  abt about, adn and, ahed ahead, any1 anyone, atm now, btwn between, cgpt chatgpt, comps competitors, convo conversation,
  convos conversations, ded dead, diff difference, doin doing, evr ever, ez easy, frm from, halp help, hapend happened,
  hav have, hw how, lst last, moth month, mtg meeting, n and, nbr number, nite night, nr number, pos position,
  ppl people, pplx perplexity, prev previous, pts points, qtr quarter, r are, re about, recs recommendations, rnk rank,
  scor score, shld should, sitations citations, some1 someone, sory sorry, sthg something, tday today, teh the, tmrw tomorrow, vis visibility,
  viz visibility, w with, wat what, wek week, wht what, wich which, wkend weekend, wknd weekend, wy why,
  yday yesterday, yest yesterday, ystrday yesterday`;

/** Words with a meaning of their own, each with the usual word for what it mostly means here. */
const SYNONYMS = `
  conversation thread, conversations threads, discussion thread, discussions threads, model engine, models engines,
  queries prompts, query prompt, theme topic, themes topics`;

const toPairs = (list: string): ReadonlyMap<string, string> =>
  new Map(list.split(',').map((pair) => pair.trim().split(' ') as [string, string]));

export const SHORT_FOR = toPairs(SHORT);
export const USUAL_FOR = toPairs(SYNONYMS);

const OTHERS = '(?:others|some(?:one|body)(?: else)?|(?:(?:the|my|our) )?(?:team|colleagues?|team ?mates?))';
/** "Leads I handed over", "which threads did I assign to others": of whoever asks, who holds them no more. */
export const HANDED_OVER = RegExp(
  `\\b(?:(?:i|we)(?:['’]?ve| have)? (?:(?:just|already) )*|did (?:i|we) )(?:(?:hand(?:ed)?|g[ai]ven?|assign(?:ed)?|delegated?)(?: (?:over|away|off|out))*(?: to ${OTHERS})?|pass(?:ed)?(?: (?:on|over|off))* to ${OTHERS})(?=\\W*$| (?:this|last|since|today|yesterday)\\b)`,
  'i',
);

/** "What's the minimum score for a lead?", "our minimum lead score", "what do you leave out of the lead list?" */
export const LEAVES_OUT = RegExp(
  [
    String.raw`\bmin(?:imum)? (?:lead )?score (?:for|of|that|a|to)\b.*\b(?:lead|thread|post)(?:s|ed)?\b`,
    String.raw`^\W*(?:(?:what|which)(?:['’]s| is)? )?(?:our |your |the )?min(?:imum)? lead score\W*$`,
    String.raw`\b(?:what|(?:which|how many) (?:leads|threads)) (?:(?:do|does) (?:you|we|it|sightline|the bot)|are) (?:hid|hide|hidden|leave|left|filter|skip|omit|drop)(?:ed|ped|ted)?\b`,
    String.raw`\b(?:what|(?:which|how many) (?:leads|threads)) (?:do(?:es)?|are)(?:n['’]?t| not)? (?:(?:you|we|it|sightline|the bot) )?(?:not )?(?:show|shown|post|list)(?:ed)?\W*$`,
  ].join('|'),
  'i',
);

/** "What threshold do you use for alerts?" One that is named is to be tried. */
export const THRESHOLD =
  /^(?!.*\d)\W*(?:what|which|where|how (?:high|big|large))\b.*(?:\bthresholds?\b.*\balerts?\b|\balert(?:ing)? thresholds?\b)|^\W*what(?:['’]?s| is) (?:the|our|your) threshold\W*$/i;

/** What stands for many words in the wordings below. */
const LISTS: Readonly<Record<string, string>> = {
  LEADS: 'leads?|threads?|discussions?|posts|conversations?',
  MOVES,
  SO: '(?:(?:and|so|but|ok|then) )*',
  /** How somebody is mentioned. */
  TONE: '(?:negative|bad|critical|positive)(?:ly)?',
  SAYS: '(?:mention|nam|talk|speak|spoken|say|said|writ)\\w*',
  /** "How are we doing on Gemini compared to": $1 is where. */
  STANDING_VS:
    "(?:\\bhow(?:['’]?s| is| are| have|['’]re| do| did)? ?(?:we|things|it|everything)?(?: been)?(?: (?:doing|tracking|going|looking|look|do|done|faring|fare|performing|perform|compare)|(?<=\\bwe|things|everything))((?: (?:on|in) [^?.;,]{1,30}?)?)|^\\W*(?:so |and )?(?:us|we))[,:]? (?:vs\\.?|versus|compared? (?:to|with)|against|relative to|next to)",
  /** "Are we still above 60%", with who or what between them. */
  IS_IT: '^\\W*(?:(?:and|so|but) )?(?:is|was|are|were) ',
  ANY_OF: '(?:some|any)(?: of)?(?: (?:the|our))?',
  KIND: '(?:prompt|engine|topic|region)s?',
  BEYOND_FIGURE: ` (?:still |now |even |currently )?(?:${ABOVE_FIGURE}|${BELOW_FIGURE})`,
  ABOVE_FIGURE,
  BELOW_FIGURE,
  EVER: '^(\\W*<SO>)(?:did|have|has|was|were) (?:we|(?:our|the) ([a-z][a-z ]{2,20}?)) ever (?:(?:be|been|scored?|go|gone|r[io]sen?|fall|fallen|drop(?:ped)?|reach(?:ed)?|hit|top(?:ped)?|exceed(?:ed)?|pass(?:ed)?|get|got|gotten|climb(?:ed)?) )?',
  FIGURE:
    '\\d+(?:[.,]\\d+)?(?: ?(?:%|percent\\b|points?\\b|pts\\b))?(?=\\W*$| (?:on|in|for|at|by|with|this|last|since)\\b)',
  THE_MOVE:
    '((?:the|that|this|our) (?:[\\w-]+ ){0,3}?(?:drop|fall|rise|jump|spike|change)(?: [^?.;]{2,30}?)?)',
  HANDED_OVER: HANDED_OVER.source,
  HELPED: OUTCOMES.helpful.source,
  REMOVED: OUTCOMES.removed.source,
  SAYING: SAYING_OF_US,
  ARE_WE_AT_PLACE: ARE_WE_AT_PLACE.source,
  HOW_BAD: HOW_BAD.source,
  IS_AT_PLACE: IS_AT_PLACE.source,
  IS_RECAP: IS_RECAP.source,
  LEAVES_OUT: LEAVES_OUT.source,
  THRESHOLD: THRESHOLD.source,
  WHO_AT_PLACE: WHO_AT_PLACE.source,
  WHO_PASSED: WHO_PASSED.source,
};

/**
 * Unusual wordings, each with the usual one, in the order in which they are rewritten. <…> stands for a list below or
 * what another file knows of English, ␣ for a space at an end.
 */
const WORDINGS = String.raw`
  # Options of /visibility leads within a question.
  \b(?:min|score):"?(?=\d) => scoring at least␣
  \bmax:"?(?=\d) => ≤␣
  \b(top|since|until|by|not):(?:"([^"]*)"|(\S+)) => $1 $2$3
  \b(?:engine|place|region):(?:"([^"]*)"|(\S+)) => on $1$2
  \btopic:(?:"([^"]*)"|(\S+)) => about $1$2
  # As it is dictated.
  \br slash (?=\w) => r/
  \s(?:question mark|full stop)(?=\W*$) => ?
  # As people say it at home in another English, or in another language.
  \b(worse|better|higher|lower|stronger|weaker|bigger|smaller|more|less) as (?!(?:a|an|well|of|possible|usual|always|expected|soon|it|they|we|i|much|many|far|long|before)\b) => $1 than␣
  \bwhy (is|was) (the|our) values?\b => why $1 $2 score
  \b(?:since|from) how (?:many (?:days|weeks)|long)(?: (?:time|back))?,? (?:(is|are) )?(?=\p{L}) => since when $1␣
  \bsince when  ?(we|they|[\w.-]+) (are|is)\b => since when $2 $1
  ^(\W*<SO>)(?:it |there )?(?:exists?|gives) (?=(?:some|any|new|more|a|open|leads|threads)\b) => $1are there␣
  \bwithout (?:an? |any )?(?:assign\w*|owners?|responsible)\b => without an owner
  ^(\W*(?:(?:please|pls|kindly|sir|madam|and|do the needful)\W+)*)(?:revert(?: back)?(?: to (?:me|us))?(?: with| on)|(?:update|inform)(?: me| us)? (?:on|about)) => $1show
  \b(?:intimate|inform)(?: me| us)? (?=when|which|what|how|who) =>
  \b(?<=\b(?:which|that|where|prompts|answers)\b.*)(we|they) not (?=(?:appear|show|come|rank|get|feature)\b) => $1 don't␣
  \b(think|thinks|say|says|speak|speaks|talk|talks) from us\b => $1 of us
  \bnot (yet )?(\w+ed) (?:from|by) (?:nobody|no ?one|anybody|anyone)\b => not $1$2
  \bwhen (?:(?:do|does|will|can|should|the|is|are|i|we|you) )*(?:get |see |post |expect |send )?(?:the |our )?next (?:batch of |set of |round of )?(leads?|digest|recap|alerts?|suggestions|report)\b(?:(?: will| be| come| coming| due| posted| sent| arrive)*)(?=\W*$) => when is the next $1
  \bnext report\b => next digest
  ,? and (?:then|also)(?: (?:then|also|maybe|perhaps))* (?=(?:the )?[\w.-]+\W*$) => ␣and␣
  \bhow (?:often|many times) (?:do(?:es)? |did |has |have )?(?!(?:they|it|we|i|ais?|engines|the)\b)([\w.-]+) (?:\w+ly )?(?:recommend|name|mention|list|put|place|rank)(?:s|ed|d)? us (?:as )?(?:first|number one|no\.? ?1|on top|at the top)\b.* => who is named first on $1
  ^(\W*(?:(?:please|pls|kindly)\W+)*)(?:send|share|forward|provide|fetch) (?=(?:(?:the|our|all|average|latest|current) )+(?:scores?|rank|position|mention rates?|sentiment|numbers|figures|list|overview|visibility|leads|prompts)\b(?!.* (?:to|with) (?!me\b|us\b))) => $1show me␣
  ^(\W*(?:(?:please|pls|kindly|only|just)\W+)*)tell (?=(?:the|our) ) => $1what is␣
  ^(\W*<SO>(?:what|how)) ((?:(?:the|all) )?(?:ai )?(?:engines|ais|models|llms|bots)) (?=(?:think|say|feel|talk|speak|describe)\b) => $1 do $2␣
  \b(nobody|no ?one) (?:from|on|in|of) (?:our|the|my) (?:team|side|company)\b => $1
  (?:\band )?\b(?:nobody|no ?one)(?: has)? (?:jumped|chimed|weighed|stepped) in\b => that nobody has taken
  # Days that are those of an alert or a week before, not of figures.
  \b(alert|warning) (?:from|of|that came(?: in)?) (?:this morning|today|yesterday|last night|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b => $1
  \b(?:this morning|today|yesterday|last night|(?:mon|tues|wednes|thurs|fri|satur|sun)day)['’]s (alert|warning)\b => the $1
  \bthis (week|month) (?:with|to|vs\.?|versus|and|against) (?:the (?:week|month|one) before|the previous (?:week|month|one))\b => this $1 vs last $1
  \byesterday (vs\.?|versus|against|compared (?:to|with)) (?:the )?same (?:day|weekday) (?:of )?(?:last week|a week (?:ago|before)) => yesterday $1 8 days ago
  \b(?:the |on )?((?:mon|tues|wednes|thurs|fri|satur|sun)day) of last week\b => $1 last week
  \b((?:the|our) (?:score|rank|value|figure|number)s?) from (?=\d{1,2}\.\d{1,2}\.) => $1 on␣
  ^(\W*<SO>)(?:show|give|see)(?: me| us)? ((?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\w*|(?:this|last) (?:month|quarter)),? ((?:week by|day by|by|per) (?:week|day)) => $1our score $3 in $2
  \b(?:best|highest) and (?:the )?(?:worst|lowest) days?\b => score
  # What is odd is what happened.
  \bhas anything (?:\w+ )?been (?:weird|strange|odd|fishy|off|abnormal)\b => anything unusual
  \bwhat(?:['’]?s| is) new (?:with|in|on|among) (?:the |our )?(<LEADS>)\b => which are the newest $1
  \bwhat should (?:i|we) (?:look at|do|start with|tackle|begin with|check|deal with|work on)(?: (?:first|now|next)\b(?: (?:this morning|today))?|(?<=\bdo)(?=\W*$)) => what should we do today
  \b(<LEADS>) (?:(?:that|which) )?(?:will|are (?:going|about) to|might) (?:soon )?(?:go stale|go cold|get (?:too )?old|expire|age out)(?: soon)? => oldest $1
  \bwhich oldest\b => the oldest
  \b(<LEADS>) (?:(?:that|which|who) )?(?:ask(?:s|ing)?|look(?:s|ing)?) for (?:(?:an?|some|the) )?(?!help\b|us\b)(?=\p{L}) => $1 mentioning␣
  \bhow many times (?:was|is|were|are|has|have|did) (?!we\b|our\b|us\b)(?=(?:[\w.-]+ ){1,3}(?:been )?(?:cited|quoted)\b) => how often is␣
  # What became of leads is counted in what happened.
  ^(\W*<SO>)(?:what(?:['’]?s| is|['’]?re| are| was) )?(?:our |the )?(?:reply|response|answer) rates?(?: (?:of|for|on|to) (?:our |the )?<LEADS>)?(?=\W*$| (?:this|last|in|since)\b) => $1what happened
  ^(\W*<SO>)(?:what|which) (?:share|percentage|percent|part|proportion) of (?:(?:our|the) )?(?:<LEADS>) (?:(?:do|did|have|has|is|are|was|were|gets?|got|we|been) )*(?:answer(?:ed)?|repl(?:y|ied)(?: to)?|claim(?:ed)?)(?=\W*$| (?:this|last|in|since)\b) => $1what happened
  ^(\W*<SO>)(?:has|did) (?:this|that|it|something like (?:this|that)) (?:ever )?happen(?:ed)? (?:before|already|earlier)(?=\W*$) => $1what alerts did we have
  ^(\W*<SO>)(?:is|was) (?:the|this|that|our) (?:drop|fall|dip|decline|slump|rise|jump) (?:worldwide|global|globally|international|in (?:all|every) (?:regions?|countr(?:y|ies)|markets?))(?=\W*$) => $1did every region drop
  ^(\W*<SO>)(?:is|was) (?:it|this|that|(?:the|our) (?:drop|fall|dip|decline|slump)) (?:on|in|across) (?:all|every) (?:(?:of )?(?:the|our) )?engines?(?=\W*$) => $1which engines dropped
  ^(\W*<SO>)what (?:should|do|can|could|must) i (?:tell|say to|report to|show) (?:the |my |our )?(?:ceo|cmo|boss|manager|board|client|customer|team|investors?|leadership)(?:s)?(?=\W*$| (?:today|tomorrow|this|on|at)\b) => $1overview
  \b(?:on|in|at) (?:anything|something)(?=\W*$) => anywhere
  \bsuggested prompts\b => which prompts should we track
  \b(our|the) (score|rank|sentiment|mention rate|visibility) on (?:[\w.-]+ ){1,2}(?:vs\.?|versus|compared (?:to|with)|against|and) (?:(?:on|all|the) )*(?:others|other (?:engines|ais)|rest)(?=\W*$) => $1 $2 per engine
  ^(\W*<SO>)(?:is|are|was) (?!(?:it|this|that)\b)((?:[\w.'’-]+ ){1,3})(?:still )?(?:stable|steady)(?=\W*$| (?:this|last|since|over|on|in)\b) => $1did $2change
  ^(\W*<SO>)(?:are|were) we (?:named |ranked |placed )?(?:first|number one) (?:on|for|in) (?:one|any|some|all|every) (?:of (?:our|the) )?prompts? => $1which prompts have the best rank
  ^(\W*<SO>)(?:on|for|in) which prompts (?:are|were|do|did) we (?:not|n['’]?t|never) (?:named |ranked |placed |come )*(?:first|number one) => $1which prompts have the worst rank
  \bquote(?: me)? (?:something|anything|sth) (bad|negative|nasty|good|nice|positive)(?: that (?:they|engines) say)?(?: about us)? => what $1 things do they say about us
  ^(\W*<SO>)what(?:['’]?s| was| is| were)? in (today|yesterday)['’]?s digest(?=\W*$) => $1new leads $2
  ^(\W*<SO>)who (?:benefit(?:s|ed)?|profit(?:s|ed)?)(?: (?:from|of) (?:it|this|that|(?:the|our) (?:drop|fall|dip|decline)))?(?=\W*$) => $1which rivals gained
  \bshould (we|i) track (?:(?:some|any) )?(?:more|other|additional|new) prompts\b => which prompts should $1 track
  \bis it that (.{2,30}?) is (?:only|just) (?:the )?(?:issue|problem|one)\b => is it only $1
  \b(<LEADS>)(?: (?!from\b|on\b|in\b|of\b)\S+){0,9}? (?:leav(?:e|ing)|ditch(?:ing)?|quit(?:ting)?|(?:switch(?:ing)?|mov(?:e|ing)) (?:away )?from|replac(?:e|ing)|(?:get(?:ting)? )?(?:away|rid) (?:from|of)) (?=[\p{L}]) => $1 mentioning␣
  \b(<LEADS>) where (?:(?:people|someone|somebody|they|users) )?(?:(?:complain|talk|rant|rave|ask)\w* about )?([\w.-]+)(?: (?:gets?|is|are|was|being) (?:\w+ed|praised|bashed))(?=\W*$) => $1 mentioning $2
  \bprompts? (should (?:i|we|you)) (?:add|put) (?:to|on|into) (?:the |our )?(?:tracking|list|tracked ones?)\b => prompts $1 track
  \bget(?:s)? done\b => do
  [,.;]? (?:and )?(?:which|what|who)(?: ones?)? (?:was|is|were|are) (?:it|that|this|they|those)(?=\W*$) =>
  # Where and when are asked last, as usual.
  ^\W*((?:on|in|for) (?!(?:which|what|whom|how|short|brief|general|total|average)\b)(?:[\w.’'-]+ ){0,2}?[\w.’'-]+|(?:this|last) (?:week|month|quarter)|yesterday|today),? ((?:what|which|who|whom|how|why|where|did|do|does|is|are|was|were|have|has|show|give|list)\b[^,;:.?]*?)(?<!\b(?:since|until|from|on|in|for|of|about))(?=\W*$) => $2 $1
  \b(what|why|how|who)(['’]?s)? (?:on earth|in the world|in heaven['’]?s name|the (?:hell|heck|fuck|devil|deuce))\b => $1$2
  \b(<LEADS>)\b(.*?) (?:with|that have|having|containing|that contain|that says?|saying)(?: the (?:words?|terms?|phrase))? ([^?.,;]+?) in (?:the|their|its) (?:titles?|headlines?|subjects?)\b => $1$2 mentioning $3
  \b(<LEADS>) (?:with|containing|that (?:contain|have|use|say)) the (?:words?|terms?|phrase)[ ] => $1 mentioning␣
  \b(who|(?:some|any|no) ?(?:one|body)) (?:of|from|among|on|in) (?:us|(?:the|our|my) team|you guys)\b(?= (?:has|have|had|took|takes|claimed|holds?|got|can|could|should)\b(?! (?:the )?(?:most|best)\b)) => $1
  \b(?:the |our )?(?:margins? of error|error (?:margins?|bars?)|confidence intervals?|standard deviation) (?:of|on|for|in|around) (?:the |our )?(?=(?:visibility |mention |average )?(?:score|rank|rate|sentiment|visibility)) => our␣
  \b(?:the |our )?(?:margins? of error|error (?:margins?|bars?)|confidence intervals?|standard deviation) (?=(?:on|for|in) \p{L}+\W*$) => our score␣
  # A question is about one project anyway.
  \b(?:for|of|in|across) (?:(?:the|this|our|my) )?(?:entire )?project\b(?!['’]) => ␣
  ^(\W*(?:(?:please|kindly|can you|could you|would you)\W+)*)(?:retrieve|return|report|identify|display|present|output)(?: me| us)? (?=(?:the|our|all|an?|any|every|each|those|which|what|how|leads|threads|topics|prompts|engines|sources)\b) => $1show␣
  \b(?<=\bnew )(<LEADS>) (?:(?:have|had) )?(?:arrived|landed|(?:turned|showed|popped) up)\b => $1
  \b(?:broken down|split|grouped|segmented) by\b => by
  # As people say it whose first language has one word for both.
  \b(?<=\b(?:which|what)\b.*)the less (?=\p{L}) => the least␣
  \b(does|do|did) (?!(?:i|we|you|the team)\b)((?:[\w.-]+ ){1,3})(?:write|state|tell (?:people|users|buyers|customers|them|others)) (?=about\b|of us\b) => $1 $2say␣
  \btracked (?=(?:(?:ai )?engines|topics|regions|countries|markets|rivals|competitors)\b) => 
  \b(?:largest|greatest)\b => biggest
  \b(sentiment|tone) (?:of|in)((?: [\w.-]+)?) mentions\b => $1 of$2
  \bshould (?:our|the|my) team\b => should we
  # Idioms whose words may be names of the project.
  \b(?:keep(?:ing|s)?|kept) pace with\b => keeping up with
  \bpick(?:ing|s|ed)? up (?:the )?(?:pace|speed|steam)\b => rising
  \brunning (?=(?:behind|ahead|away|late|low)\b) => 
  (?<=\p{L} )x(?= \p{L}) => vs
  (?<=\b(?:how|if|that|where|why) )were (?=(?:\w+ing|not|in|on|at|up|down|ahead|behind|ranked|named|mentioned|weak\w*|strong\w*|best|worst)\b) => we are␣
  \b(trend|direction|movement|development)\b([^?.;]*?)\bgood or bad\b => $1$2up or down
  # “Gemini up since Friday?”
  ^\W*(?!(?:what|which|who|how|why|where|when|does|do|is|are|any\w*|something|catch|heads|set|size|sum|wrap)\b)((?:our |the )?[\w.’'-]+(?: (?:score|rank|visibility))?(?<!\b(?:\w+ing|comes?|shows?|turns?))) up(?= (?:this|last|over|since|in|on|again|today|yesterday)\b|\W*$) => did $1 go up
  # What is monitored is tracked, unless it is a word of a prompt.
  \b((?:do|are|did|can|should) (?:we|you)|(?:we|you)(?:['’]?re| are| do| also)?|is|are|being) monitor(?:ing|ed)?\b => $1 track
  \b(?:run|walk|talk|take|guide|lead) (?:me|us) through\b => sum up
  \bbefore and after (?=\w) => changed since␣
  # One word for a fall.
  \b(an?|any|last|latest|our|that|the|this) (?:decline|decrease|dip|downturn|slip|slump)\b(?! (?:of|below)\b) => $1 drop
  # Idioms of falling and rising.
  \b(?:(?:go(?:es|ing|ne)?|went|head(?:s|ed|ing)?|turn(?:s|ed|ing)?) (?:south|downhill|down the (?:drain|tubes?|toilet|pan|plughole)|from hero to zero)|f(?:all|alls|alling|ell|allen) off (?:a|the) cliff|t(?:ake|akes|aking|aken|ook) a (?:nosedive|tumble|dive|beating|knock|hammering|plunge)|in (?:a )?free ?fall|on the (?:wane|skids|slide))\b => dropping
  # Against days before, it asks how these moved.
  <STANDING_VS> (?:the )?(?:last|previous|prior) (week|month|quarter)\b => how did we change$1 this $2 vs last $2
  \b(which (?:topics?|engines?|prompts?|regions?|markets?|countr(?:y|ies)) (?:should|do|must|can) (?:i|we)) (?:push|tackle|fix|attack|address|go after|target|prioriti[sz]e|invest in|double down on|work on|focus on)(?: (?:first|next))?\b => $1 focus on
  \b(rank|position|score|visibility|sentiment|mention rate)\b,? (?:and |but )?not (?:the |our )?(?:rank|position|score|visibility|sentiment|mention rate|mentions)\b => $1
  ^(\W*<SO>)(?:are|is|was|has) (?:(?!(?:the |our |this |your )?(?:bot|api|feeds?|data|service|sightline|it|you|they)\b)([\w .]{2,20}?) back(?: up| yet| now| again)*|((?:the|that|this|our) (?:[\w-]+ ){0,3}?(?:drop|fall|dip|decline|slump|spike|rise|jump|surge)) (?:(?:now|finally|already) )?(?:over|gone|done|ended)(?: now| yet| already)?)(?=\W*$) => $1did $2$3 recover
  # "Are we better than last month?": this one is asked about.
  (?<=^\W*<SO>(?:are|is|am|do|does)\b.*)\b(better|worse|higher|lower|stronger|weaker|up|down|more|less)\b([^?.;,]{0,30}?) (?:than|on|from|over|vs\.?) (?:the )?last (week|month|quarter)\b => $1$2 this $3 vs last $3
  <STANDING_VS> ((?:a|one) (?:week|month) ago)\b => how did we change$1 since $2
  # Two scores are a range.
  \b(leads) (\d{1,3}) (\d{1,3})(?=\W*$) => $1 $2 to $3
  \b(?:average|mean|avg) (?:score of (?:the |our )?leads|leads?['’]? scores?)\b => leads
  ^(\W*)(?:do|does) (?!(?:we|you|i|it|they|people|anyone|anybody|someone|somebody)\b)((?:[\w.'’-]+ ){1,3})(?:(?:even|ever|actually) )?(?:recommend|mention|name|suggest|list|include|know(?: (?:about|of))?) us(?=\W*$| (?:in|for|about|at)\b) => $1how often does $2mention us
  ^(\W*)(?:are|do) we (?:get )?(?:ever )?recommended(?=\W*$| (?:by|on|in|for)\b) => $1how often are we mentioned
  (?:^|[,;.!?])\s*(?:but )?i mean\b,?|\bi mean\W*$ => ␣
  (?<=[,;]\s*)(?:the )?first (?=(?:\d{1,2}|two|three|four|five|six|seven|eight|ten|twenty)\b) => top␣
  # Whether it ever was is answered with the best or the worst day.
  <EVER>(?:(?:above|over|beyond|past|at|to|at least|(?:higher|better|more) than) )?<FIGURE> => $1what was the best day of our $2
  <EVER>(?:below|under|(?:lower|worse|less) than) <FIGURE> => $1what was the worst day of our $2
  ^(\W*<SO>)(?:(?:is|was) <THE_MOVE> (?:(?:really|that|all that|very|so|an?|any) )*(?:serious|worrying|alarming|concerning|critical|problem|concern|worry)|how (?:serious|worrying|alarming|concerning) (?:is|was) <THE_MOVE>)(?=\W*$) => $1is $2$3 noise
  # Whether a figure is beyond another is answered with the figure.
  <IS_IT>(our [\w ]{3,24}?)<BEYOND_FIGURE> => what is $1
  <IS_IT>we<BEYOND_FIGURE> => what is our score
  ^\W*<SO>(?:(?:is|are|do|does|were|have) )?(?:there |we have |we got )?<ANY_OF> (<KIND>)(?: (?:that )?(?:is|are|score[sd]?|scoring|at|with a score))? <BELOW_FIGURE> => worst $1
  ^\W*<SO>(?:(?:is|are|do|does|were|have) )?(?:there |we have |we got )?<ANY_OF> (<KIND>)(?: (?:that )?(?:is|are|score[sd]?|scoring|at|with a score))? <ABOVE_FIGURE> => best $1
  <IS_IT>(?!(?:it|this|that|there|any|leads?|threads?|score[ds])\b)([\w.-]+)<BEYOND_FIGURE> => what is our score on $1
  \bhow (?:much|far) (?:better|worse|stronger|weaker|ahead|behind) (?:is|are|does|do)[ ] => how do we compare with␣
  \bremind (?:me|us)(?= (?:what|which|who|how|where|why|when)\b) => tell me
  (?<![\w'’])y(?=\s+(?:r|are|did|is|has|have|do|does|we)\b) => why
  # Whether what was done on a day changed anything since.
  \b(?:how )?did ((?:the|our|that|this|my|last|yesterday['’]?s) [^?.,;]{3,40}?)(?: (?:on|from|of) ([^?.,;]{3,20}?))? (?:(?:affect|impact|influence) (?:us|our (?:visibility|scores?|figures|numbers|results))|help|matter|work|pay off|do anything|(?:chang|mov|do|shift)e? (?:anything|something|things|the needle)|(?:mak|hav)e an? (?:difference|impact|effect|dent))(?: at all| for us| much)*(?=\W*$| (?:on|in)\b) => what changed since $2 by $1
  # "Is Gemini up?", but not "is the bot up?".
  \b(?:is|are) (?!(?:the |our |this |your |that )?(?:bot|api|feeds?|service|servers?|slack|sightline|app|site|website|digest|it|this|that|you|we|data|everything|systems?)\b)([\w .&'’/-]{2,30}?) (up|down)(?: (?:again|now|today))?(?=\W*$) => did $1 go $2
  \b(?:how (?:often|many times|frequently)|in how many answers) (?:are|were|do|did|have|does|is)(?: we| engines| ais| they| answers)?(?: (?:get|been|being))*(?: (?:mentioned|named|recommended|listed|placed|ranked|rank|come|appear|show up|mention|name|recommend|list|place|put))?(?: us)?(?: in| at| on)?(?: the)? (?:first|number one|#1|top)(?: (?:place|position|spot))?(?=\W*$| (?:on|in|for|about|by|this|last)\b) => who is named first
  \bwhen did (?:we|our (?:score|visibility)) peak\b => what was our best day
  \b(<LEADS>)(?: (?:that|which))? c[ao]me from (?=\w) => $1 from␣
  \bwhy (?:do|does) (\S+) (?:dislike|hate|not like) us\b => how is our sentiment on $1
  \b(?:excluding|exclude|excepting|minus)\b|\bexcl\b\.?|\bw/o\b|(?<=^\W*|[,;:.–—-]\s*|\b(?:but|and|please|pls|just|to) )(?:skip(?:ping)?|hid(?:e|ing)|omit(?:ting)?|ignor(?:e|ing)|leav(?:e|ing) (?:out|aside))(?= (?!us\b|our\b|me\b)) => without
  # "Worst 4 us"
  (?<=\p{L} )4(?= (?:us|me|this|that|our|my|the)\b)|(?<=\b(?:uses?|used|cites?|sources?|leads|score|rank|visibility|sentiment|position|first|doing) )4(?= [a-z]) => for
  \b(<LEADS>) (?:that )?i (?=can|could|should) => $1 we␣
  (?<!\b(?:which|what) )\b(prompts|questions|queries) (?:that )?(?:we|i) (?:should|ought to) (?:be )?(track|add|monitor)(?:ing)?\b => which $1 should we $2
  \buncited\b => not cited
  (?<!\b(?:some|any)\b.*)\b(<LEADS>) for me\b(?! to\b) => my $1
  \b[Ww]hat (say|answer|think|cite|recommend|name|mention)s (?=[A-Z])([\w.]+) => what does $2 $1
  \b(<LEADS>) (?:that |which )?<HANDED_OVER> => claimed $1
  \b(?:which|what) (<LEADS>) <HANDED_OVER> => claimed $1
  # Falls aren’t counted, which the answer says.
  \bhow (?:often|many times) (did|have|has) (?:we|our score) (?=(?:<MOVES>)\b) => $1 our score␣
  (?<=^\W*<SO>(?:who|which \w+|did (?!we\b))\b.*\b(?:<MOVES>|w[io]n)\b.*) (?:(?:when|while|as|since|after) we (?:<MOVES>)|(?:when|while|from|during|after|since|over|of) (?:our|the|that) (?:last |latest )?(?:drop|fall|dip|decline|slump|rise|jump|gain))\b =>
  # The verdict on noise answers it.
  ^(\W*<SO>)(?:how (?:sure|certain|confident) (?:are (?:you|u|we)|is sightline)|are (?:you|u|we) (?:really )?(?:sure|certain|confident)|(?:can|should) (?:i|we) (?:really )?(?:trust|believe))(?: (?:about|of|in|that|this))? (?=.*\b(?:drop|f[ae]ll|dip|decline|slump|r[io]se|jump|spike|change|move|rose|up|down)(?:s|ed|ped|d)?\b) => $1is it noise:␣
  ^(?:[^?]{3,40}[,;.] )?\W*<SO>(?:(?:based on |from |out of )how many answers|how many answers (?:is|are|was|were) (?:this|that|it|these|those|(?:the|our) (?:score|data|figures?|numbers?))(?: [a-z]+)? (?:based|built|calculated) (?:on|from))(?=\W*$) => out of how many answers
  # "Which prompts are below 50"
  \b(prompts|topics|engines|regions)(?: (?:that|which|are|is|have|has|had|with|scored?|scores|scoring|a|an|our|visibility))*? (above|over|below|under|at (?:least|most)|(?:higher|more|better|lower|less|worse) than) (?=\d) => $1 by visibility score $2␣
  # English by people who think in another language.
  \bscores? of visibility\b => visibility score
  \b(?:on|in|at) this moment\b => now
  \bmake (?:me |us )?(?:an? |the )?list of\b => list of
  \bmake (?:me|us) (?:see|know)\b => show me
  ^(\W*<SO>)(?:it )?exists? (?=(?:some |any |a )?\p{L}) => $1are there␣
  \bnobody did (answer|claim|take)\b => nobody has $1ed
  \bhow much (?:of )?(?=(?:leads?|threads?|prompts?|alerts?|topics?|engines?|rivals?)\b) => how many␣
  \b(how many|list of) (lead|thread|prompt|alert|topic|engine|region|rival|site|page)\b => $1 $2s
  \b(prompts|engines|regions) (?:is|are) registered\b => $1 are tracked
  \b(<LEADS>) (?:who|that|which) (?:speaks?|talks?) (?:of|about)\b => $1 mentioning
  # What is said of it more often.
  \b(?:what|which things) (?:do|does) (?:the )?(engines?|\p{Lu}\S+) (?:google|look up|look for|search(?: for)?)\b.* => what do $1 search for
  \bcitation rates?\b => citation share
  \bwho(?:['’]s| is) (?:the )?first (?:cited|named|mentioned|recommended|listed)\b => who is named first
  ^(\W*<SO>)((?:\p{Lu}[\w.-]* ?){1,3}?) (?:can['’]?t|cannot|surely isn['’]?t) (?:really |possibly )?be (?=ahead|behind|better|worse) => $1is $2␣
  \b(?:quickly )?in (?:just )?(?:a|one) (?:sentence|word|line|nutshell)\b =>
  <HELPED> => answered leads
  <REMOVED> => answered leads
  <WHO_PASSED> => compare us with rivals
  <WHO_AT_PLACE> => who is named first
  <ARE_WE_AT_PLACE> => who is named first
  <IS_AT_PLACE> => is $1 named first
  [#]\s?1\b => number one
  # "In our space" is everywhere.
  \s+\b(?:with)?in (?:our|this|the) (?:space|field|category|industry|niche|sector|arena)(?=\W*$| (?:right now|now|today|currently)\b) =>
  # Whom alerts reach.
  ^\W*<SO>who(?: all)?(?:['’]?s| gets?| is| are| will be| should be)? (?:alerted|notified|pinged|paged|informed|told|messaged|warned)\b.* => who gets the alerts
  \bknow (?:that )?we exist\b => mention us
  # What mentions say is looked for in their words.
  ^(\W*<SO>)(?:do|does|did|has|have) (?:(?:some|any)(?:one|body)|they|(?:(?:the|any) )?(?:ai |other )*(?:engines?|ais?|answers?|models?|llms?|(?:chat)?bots?|assistants?|people)) <SAYING>[^?.,;]{3,50}\W*$ => $1what do engines say about us
  ^(\W*<SO>)(?:do|does|did|has) (?!(?:some|any)|they\b|the\b|we\b|you\b|i\b|it\b)([\w.]+) <SAYING>[^?.,;]{3,50}\W*$ => $1what does $2 say about us
  # A drop to be told of is one that isn’t noise.
  ^(\W*<SO>)(?:(?:is|was) <THE_MOVE> (?:something|anything|worth)|(?:should|do|must) (?:i|we) (?:need to |have to )?(?=(?:tell|report|escalate|flag|raise|mention|worry)\b.* (?:the|this|that|our) (?:drop|fall|dip|decline|spike|change)\b))(?: .*)?$ => $1is the drop noise
  \b(<LEADS>) (?:where|in which) ([\w.-]+) (?:is|are|was|gets?) (?:mentioned|named|discussed)\b => $1 mentioning $2
  (?<=\b(?:leads?|threads?)\b.*) and (?:with )?(?:a )?(?:lead )?score (?=(?:over|above|below|under|of|at least)\b) => , score␣
  \b(?:my|our) team\b => the team
  \bwhat (?:has|did|have) (?:the team|we|everyone|people here) (?:done|do)(?= (?:yesterday|today|this|last|since|on|in)\b|\W*$) => what happened
  \bwhat(?:['’]s| has| is)? (?:caused|the cause of|behind) (?=(?:the |our )?(?:last|latest|newest|most recent) alert\b) => why␣
  \b(best|worst) (week|month)(?! (?:day|of)\b) => $1 day by $2
  \b(?:some|any) suggestions?(?: (?:that )?you have)? for (?:new |more )?prompts(?: to track)?\b => which prompts should we track
  ^(\W*<SO>)any(?:thing)? (?:interesting|exciting|important|noteworthy|worth knowing|of note)(?: (?:here|happening|going on|to know))*(?=\W*$) => $1what’s new
  ^(\W*<SO>)(?:did|have|has) (?:the |our |all |any )*(?:competitors?|rivals?|others)(?: also)? (drop|f[ae]ll|decline|rise|rose|gain|lose|go (?:up|down))(?:ped|ed|en|d)?(?: too| as well| also)*(?=\W*$| (?:yesterday|this|last|since|on)\b) => $1which rivals $2
  \b(?:disappeared|vanished|fell out|went missing|got dropped)(?=\W*$) => were dropped
  \bhow far (?:below|above|off|from|outside) (?:of )?(?:our |the )?(?:normal|usual)(?: range)? (?:are|is) (?:we|our score|it)\b => is our score normal
  \bwhen (?:were|was) (?:we|our score|it) (?:last |ever )?(?:this|that|so) low\b => what was the worst day of our score
  \bwhen (?:were|was) (?:we|our score|it) (?:last |ever )?(?:this|that|so) high\b => what was the best day of our score
  \bwhich (engines?|ais?|models?) (?:loves?|likes?|prefers?|favou?rs?) (?!us\b)(?=\p{L}) => which $1 mentions most often␣
  \b(?:(?:the )?raw (?:data|numbers)|(?:the )?(?:evidence|proof) (?:for|of|behind) (?:it|this|that|the score)) => which answers name us
  ^\W*<SO>i (?:don['’]?t|do not) (?:trust|believe|buy) (?:this|that|it|the)(?: (?:score|number|figure|drop))?(?: (?:of )?\d+(?:\.\d+)?)?[,;.]+(?: show me)? =>
  \b(<LEADS>) (?:that (?:are )?|who (?:are )?|where (?:people|someone|somebody) (?:are |is )?)?(?:complain|rant|bash|trash|criti[sc]i[sz]|prais)(?:e|es|ing|s)? (?:about |on |of |against )?(?!us\b|our\b)(?=\p{L}) => $1 mentioning␣
  \b(<LEADS>)(?: (?:where|in which))? (?:someone|somebody|people|anyone|anybody) (?:is |are )?(?:ask|look)(?:s|ing)? (?:for|about) (?:(?:an? |some )?(?:tool|product|solution|software|service|platform|something|anything)s? like (?:us|ours)|alternatives to us)\b => open $1
  \b(<LEADS>)(?: that (?:have|got)| with| having) (?:(?:at least|more than|over|fewer than|less than|under|the|a|no|zero|few|many|most|least|lots of|\d+\+?) )*(?:replies|comments|(?:up)?votes|views|karma)\b => $1
  \bwho has the (best|worst|highest|lowest) (sentiment|score|rank|mention rate|visibility)\b(?! (?:leads?|prompt)) => compare rivals by $2
  ^(\W*<SO>)(?:have|are|were) we (?:ever )?(?:been )?(?:named |ranked )?first (?:on|for|in) (?:some|any) (prompt|topic)s?\b => $1who is first for each $2
  ^(\W*<SO>)(?:are|is|were) (?:we|our \w+) (?:mentioned |listed |included |named )?(?:in|on) the ([\w.-]+) (?:article|post|review|list|page|site|roundup|ranking)\W*$ => $1does $2 mention us
  ^(\W*<SO>)(?:why (?:is|are) there no(?:t any)? (?:data|figures?|numbers?|scores?) (?:yet )?for today|when (?:will|do|does|can) (?:we (?:get|see|have) )?(?:today['’]?s|the) (?:score|figures?|numbers?|data)(?: for today)? (?:be )?(?:available|ready|there|in|come|arrive|posted)?)\W*$ => $1what is our score today
  ^(\W*(?:our |the )?)rank (?=(?:by|per) (?:engine|region|country|market|topic)\b) => $1average rank␣
  ^(\W*<SO>)(?:(?:what['’]?s|what is) (?:the |your |our )?)?(?:confidence|certainty|reliability) (?:in|of|for) (?:this|that|the|our) (?:number|score|figure|data)s?\W*$ => $1out of how many answers
  ^\W*<SO>(?:what (?:are|were) (?:the )?(?:ai )?(?:engines?|ais?|models?) (?:searching|looking|googling)(?: for)?|(?:(?:show|list|give|me|the|top|most|common|frequent|popular|what|are) )*search (?:terms|queries|prompts|phrases|searches) (?:by|of|from|used by) (?:the )?(?:ai )?(?:engines?|ais?|models?))\W*$ => what do engines search for
  ^\W*<SO>(?:(?:show|give|open)(?: me)? )?(?:the )?(?:latest|last|newest|most recent) (?:prompt )?runs? (?:of|for) (?:the |our )?(?:prompt )?["“]?([^"”]{3,80}?)["”]?\W*$ => what do engines answer to “$1”
  ^\W*<SO>when (?:was|did|were) (?:the )?prompt ["“]?([^"”]{3,80}?)["”]? (?:last |most recently )?(?:run|ran|asked)\W*$ => what do engines answer to “$1”
  \b(prompts|topics|engines|regions) (?:that|which) (?:got|became|went|have gotten|have become|are getting|get) (?:better|up|higher|stronger)\b => which $1 improved
  \b(prompts|topics|engines|regions) (?:that|which) (?:got|became|went|have gotten|have become|are getting|get) (?:worse|down|lower|weaker)\b => which $1 dropped
  \bwhy did (?:you|sightline|the bot) (?:alert|warn|ping|notify|message) us\b => why was the last alert raised
  ^\W*<SO>(?:yo |hey )?are we (?:all )?(?:cooked|screwed|doomed|toast|dead|done for|in trouble|safe)(?: now| here| yet)?\W*$ => how are we doing
  ^(\W*<SO>)(?:yo )?sup with\b => $1what’s up with
  ^\W*<SO>(?:where|how) (?:can|do|could) (?:i|we) (?:see|read|find|get|view) (?:(?:the|all|these|those|actual|raw) )*(?:answers|responses)\W*$ => which answers name us
  \b(?:top|biggest) movers?\b => which engines moved most
  ^(\W*<SO>)(?:rank|sort|order|list) (?:the |our )?(topics|engines|prompts) by (?:the |our )?(?:gap|distance|lead) (?:to|over|with|on) => $1which $2 do we lose to
  ^\W*<SO>(?:how do we compare|compare us|compare) (?:with|to|against) ([\w.-]+(?: [\w.-]+)?) (?:by|per|for each|on each) topics?\W*$ => which topics do we lose to $1
  \bwhen did (?:you|we|sightline) (?:start|begin) (?:tracking|watching|measuring|following|monitoring)(?: us| our \w+)?\b => since when do we have data
  \bwhat (?:do|are|is) (?:the )?(engines|ais|models|they|it|[A-Z]\w+) (?:get|getting|say|saying) (?:wrong|incorrectly|inaccurately)(?: about us)? => what do $1 say about us
  ^\W*<SO>where (?:is|are) (?!(?:we|our|the|it|they|this|that)\b)([\w.-]+(?: [\w.-]+)?) (?:strong|weak|good|bad)(?:est|er)?\W*$ => how do we compare with $1
  \b(?:sort(?:ed)?|order(?:ed)?) by (?:age|date|time|recency)\b => newest first
  ^\W*<SO>(?:what|how) about (?=the (?:best|worst|top|bottom|strongest|weakest|highest|lowest)\b) =>
  ^\W*<SO>how many answers (?:is|are|was|were) (?:that|it|this|those)\W*$ => out of how many answers
  (?<=\b(?:<LEADS>)\b.*)\b(?:sort(?:ed)?|order(?:ed)?) by (?:lead )?scores?(?=\W*$) => best first
  \bwhich (prompt|topic|engine)s? (?:has|have|shows?) (?:the )?(?:biggest|largest|widest|most) gap (?:to|with) => which $1s do we lose to
  # “Because of Gemini?” is answered by what moved.
  ^\W*<SO>(?:did|is|was|has) (?:we|our \w+|the \w+|this|that|it)\b[^?]* (?:because of|due to|caused by) (?:the )?[^?]*\W*$ => why did our score change
  # Pages by how often they’re cited.
  \b(?:which|what)(?: (?:one|ones))?(?: of)? our (?:own )?(?:blog ?posts?|articles?|pages?|blogs?) (?:is|are|does|do|get|gets) (?:(?:doing|cited|the|performing|performs?|quoted) )*(?:worst|least)(?: (?:cited|in citations|by citations|often))* => which of our pages are cited, worst first
  # “Mid November”
  (?<!\b(?:early|late|the) )\bmid[- ]?(?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)) => 15␣
  \bwhat(?: (?:do(?:es)?|did))? people (?:(?:most|mostly|usually|often|really|still) )*ask(?:ing)?(?: (?:most|mostly|the most|more|often))? (?:about|regarding)\b => leads about
  ^\W*<SO>why(?:n['’]?t| is| are| do| does)?(?:n['’]?t)? (?:(?:there )?(?:no|not any) )?(?:leads? (?:from|on|in) )?(r\/\w+|[a-z]+ ?\w*) (?:not )?(?:in|among|on|part of) (?:our|the|your) (?:leads?|feed|list of leads|digests?)\W*$ => leads from $1
  \b(?:(?:has|have|did) (?:some|any)(?:one|body)(?: of us| on the team)? (?:answer|repl(?:y|ied)|respond)(?:ed)?(?: to)? any(?:thing| leads?| threads?)) => which leads were answered
  ^(\W*<SO>)do (?:the |any )?(?:engines?|ais?|answers) (?:ever )?cite (reddit|quora|hacker news)(?: threads?| posts?)?(?=\W*$) => $1how often is $2 cited
  \bhow (?:far|much) (?:are|is) (?:we|our (?:score|visibility)) (?:away |down |off |below )*(?:from |below |off )?(?:our |the |its )?(?:all[- ]time )?(?:high|best|peak|record)(?: score| day)?\b => what was our best day
  (\bwhat(?:['’]?s| is| does) [\w ]+? means?),? and is (?:a |an |it |that |this )*(?:score |rank |value )?(?:of )?\d+(?:\.\d+)?%? (?:good|bad|ok|okay|high|low|fine)\b => $1
  # Whether a rival is first anywhere is said for each topic or prompt.
  ^\W*<SO>(?:(?:are|is) there |(?:do|did) we have |(?:show|list|give|tell)(?: me)? |(?:on|for|in) )*(?:(?:some|any|an?|the|all|which|what|how many) )*(topic|prompt)s? (?:(?:where|that|(?:on|for|in) which) )?(?:(?:is|does|do|are) )?(?!(?:we|us|our|you|they|it|is|are|the)\b)([\w.-]+(?: [\w.-]+)??) (?:(?:isn['’]?t|is|not|comes?|ranks?|gets?|even|still|currently|named|listed|placed|a|the) )*(?:first|number (?:one|1)|no\.? ?1|1st|on top|at the top)(?: (?:on|for|in|place|spot|there))*(?=\W*$) => on which $1s is $2 named first
  # How far a change reaches is shown by what moved.
  ^(\W*<SO>)(?:is|was) (?:it|this|that|the (?:drop|fall|dip|decline|rise|jump|change)) (?:(?:just|only|mainly|mostly) (?:(?:on|in) )?(?!(?:me|us|you|one|the|a|an|our)\b)\p{L}[\w.'’-]*(?: \p{Lu}[\w.'’-]*)?(?: or (?:(?:is|was) it )?(?:all|every\w*|(?:the )?(?:others|rest)|elsewhere)\b[^?]*)?|(?:on |in )?(?:all|every\w*)\b[^?]* or (?:just|only) [^?]+)\W*$ => $1how did our score change
  ^\W*<SO>(?:what|how) about (?:the |our |any )?(?:<LEADS>)\W*$ => and the leads
  \b(?:how (?:often|many times)|when) (?:were|was|are|have) (?:you|the bot|sightline|(?:your |the |our )?alerts)(?: been)? (?:right|wrong|false|true|useful)\b => were your alerts right
  # What a figure says of itself: its last day, its answers, and what is usual.
  ^\W*<SO>(?:(?:up ?to|un?till?) (?:which|what) (?:date|day) .*\b(?:data|figures|numbers|scores)\b.*|(?:what(?:['’]s| is) the )?(?:latest|last|newest|most recent) (?:day|date) (?:of|with|in|for) (?:the |your |our )?(?:data|figures|numbers|scores)|how (?:up.to.date|fresh|recent|old) (?:is|are) (?:the|your|our) (?:figures|numbers|scores?))\W*$ => what is our score
  ^(\W*<SO>)how many answers (?:were|was|are|is|have been|did|do)(?: (?:you|they|it))? (?:\w+ )?(?:evaluat|look|analy[sz]|consider|count|check|us|collect|read|based)\w*(?: (?:so far|until now|till now|in total|overall|today|yesterday|a day|per day|(?:each|every) day|daily|for (?:this|that|the score)))?(?=\W*$|,).* => $1out of how many answers
  ^(\W*<SO>)how many answers (?:is|are|was|were) (?:this|that|it|these|those|(?:the|our) (?:score|data|figures?|numbers?))(?: [a-z]+)? (?:based|built|calculated) (?:on|from),.* => $1out of how many answers
  (?<!\b(?:define|explain)\b.*)(?:what(?:['’]s| is)? (?:the |our )?|^\W*)(?:(?:standard deviation|margin of error|error margin|(?:normal|usual) (?:range|swing|spread)|std(?: dev)?)(?: ?(?:\/|or|and) ?)?)+ (?:of|for|on|in)\b => how far from normal is our score on
  \b(?:gaps?|holes?) in (?=(?:the|our|your) (?:visibility )?(?:scores?|data|figures|history|numbers|days)\b) => days missing in␣
  # The feed says it.
  ^.*<LEAVES_OUT>.*$ => when is the next digest
  <THRESHOLD>.*$ => when is the next digest
  ^\W*<SO>(?:how far back (?:do|does|can) .*|how (?:much|many days of) (?:history|data|scores) .*|since when do (?:you|we) have (?:data|scores|figures|numbers).*)$ => what is our score
  ^\W*<SO>what(?:['’]s| is| are)? (?:scheduled|planned|due|going|coming|queued)(?: up)?(?: (?:to be posted|to post|out|next|today|tomorrow|this week))+\W*$ => when is the next post
  \bdo(?:es)? (?:the|our|your) (?:visibility )?(?:scores?|figures|numbers|data) (?:include|cover|contain|count|consider|take in) (?=\p{L}) => do we track␣
  # A chart is drawn of any course.
  \b(?:an? |the )?(?:chart|graph|plot|curve) (?:of|for|over|from|covering) (?=(?:the |our )?(?:last|past|previous|this|recent)\b) => our score over␣
  ^\W*<SO>(?:which|what|any|only|just|(?:are|is) any|how many)(?: ones?)?(?: of)?(?: these| those| them)?(?: pages| sources| sites| links)?(?: are| is)? (?:ours|our own|from us)\W*$ => and our pages
  \bmean (?=rank|score|position|place|sentiment|visibility|mention) => average␣
  \b(closest|nearest) first\b => $1
  \b(?:ascending|asc)\b => worst first
  \bsov\b => share of voice
  \b(?:the )?share of voice\b(?: comparison\b)? => compare mention rates
  \bwhat (?:do|can) you (?:know|tell (?:me|us)) about\b => tell me about
  <HOW_BAD> => how bad is it
  # "Going to" a channel isn't the future.
  \b(?:going to|gonna)\s+(?=(?:be|get|go|happen|change|recover|improve|rise|grow|fall|drop|hit|reach|beat)\b) => will␣
  # Neither is someone who will ask.
  \bwill (?:(?:probably|surely|definitely) )?(?:ask|want|need)\b => asks
  ^(\W*<SO>)who(?:['’]?s| is| has| have)? (?=(?:<MOVES>)\b(?! to\b)(?!.*\b(?:leads?|threads?)\b)) => $1which rivals␣
  ^(\W*<SO>)(?:(?:(?:are|is|was|were) there |(?:show|give|list|see)(?: (?:me|us))? )?(?:(?:some|any|the) )?(?:<TONE>|good|nice|nasty|harsh) (?:mentions?|quotes?|comments?|remarks?)(?: (?:from|by)(?= ))?|(?:who(?:['’]?s| is| are)*(?=.*\bus\b)(?: <SAYS>)?|where (?:are|do|did|does|were) (?:we|they|engines) <SAYS>)(?: (?:of|about))?(?: us)? <TONE>(?: things| stuff)?)\b => $1how is sentiment
  <IS_RECAP> => what happened this week
  # Rivals don’t like or recommend anyone: engines do.
  ^\W*who (?=(?:(?:dis)?likes?|hates?|loves?|prefers?|favou?rs?|ignores?|recommends|mentions|names|suggests|cites|quotes) (?!the |a |most |best |which |what |first )\p{L}) => which engine␣`;

/** Rewrites unusual wordings to the usual one. */
export const SAME_AS: readonly (readonly [RegExp, string])[] = WORDINGS.split('\n').flatMap((row) => {
  const [pattern = '', words] = row.trim().split(/ => ?/);
  const named = (text: string) => text.replace(/<([A-Z_]+)>/g, (_, list: string) => LISTS[list] ?? '');
  const meant = named(named(pattern));
  return words === undefined ? [] : [[RegExp(meant, 'giu'), words.replaceAll('␣', ' ')] as const];
});
