/** English that fills in a plan's fields, and that says what its answer should hold, as regular expressions. */
import { opening } from './english-moves.ts';

/** How many leads each forum has, or which one has most. */
export const BY_PLACE =
  /\b(?:by|per|each|every|across|which|what) (?:sub(?:reddit)?s?|forums?|communit(?:y|ies)|places?|sites?)\b(?! (?:threads?|posts?|discussions?))|\b(?:best|top|worst|strongest|weakest|biggest|busiest|(?:most|least) active) (?:sub(?:reddit)?s?|forums?|communit(?:y|ies))\b(?! (?:leads?|threads?|posts?|discussions?))|\bwhere (?:do|are|did) (?:most (?:of )?)?(?:our|the|these|those|all)? ?(?:leads|threads) (?:come |coming )?from\b/i;

/** Asks for the end of a list that starts with the best. */
export const LEAST = /(?<!\bat )\b(?:low[ -]scor(?:es?|ed|ing)|worst|lowest|weakest|least|fewest|bottom)\b/i;

/** Asks for the best or worst day: "our worst day this month", "when did we peak". */
export const BEST_DAY =
  /\b(?:best|highest|strongest|top|record|peak|greatest)\b(?:\s+[\w-]+){0,2}\s+(?:day|date)s?\b|\b(?:high|highest) point\b|\bwhen\b.*\b(?:highest|peak(?:ed)?|best|all[ -]time high)\b|\b(?:all[ -]time|record)[ -]high\b|\b(?:highest|best|top)(?: [\w-]+){1,3} (?:ever|of all time|on record)\b|\b(?:day|date)\b.*\b(?:highest|best|strongest|peak(?:ed)?|topped out|most (?:good|positive|visible))\b/i;

export const WORST_DAY =
  /\b(?:worst|lowest|weakest|poorest|most (?:bad|negative|terrible|critical)|least (?:good|positive|visible))\b(?:\s+[\w-]+){0,2}\s+(?:day|date)s?\b|\b(?:low|lowest) point\b(?! (?:in|on) the list)|\bwhen\b.*\b(?:lowest|worst|all[ -]time low|bottom(?:ed)?(?: out)?)\b|\b(?:all[ -]time|record)[ -]low\b|\b(?:lowest|worst)(?: [\w-]+){1,3} (?:ever|of all time|on record)\b|\b(?:day|date)\b.*\b(?:lowest|worst|weakest|poorest|bottom(?:ed)?(?: out)?|troughed|most (?:bad|negative|terrible|critical)|least (?:good|positive|visible))\b/i;

/** "the battery prompt" */
export const ONE_PROMPT = /\b(?:the|that|this|our)\s+(?:[\w-]+\s+){1,3}(?:prompt|question|one)\b/i;

/** Asks about the brand's own site: "do we get cited", "do they link to us". */
export const OURS_CITED =
  /\b(?:do|did|are|arent|aren['’]t|were) we (?:\w+ )?(?:get |being )?(?:cited|quoted|linked)\b|\blink(?:s|ing|ed)? to us\b|\b(?:citations? (?:do|did|have) we|citations? (?:is|are) (?:ours|our own)|our (?:(?:own|share|number|count|percentage) (?:of )?)?citations?)\b/i;

/** "Who cites us most": which of our pages engines cite; but other sites' pages may cite us as well. */
export const WHO_CITES_US =
  /^(?!.*\b(?:pages?|sites?|websites?|domains?|articles?|blogs?|outlets?|publications?)\b).*\b(?:who|what|which|does|do|how (?:often|much))\b.*\b(?:cit|quot|link|referenc|sourc)\w*(?: to)? (?:us|ours)\b/i;

const OWN_PAGES =
  '(?:web ?)?(?:sites?|domains?|pages?|homepage|blog|content|docs|documentation|help (?:cent(?:er|re)|desk)|knowledge base|changelog|faqs?|tutorials?|guides?|case stud(?:y|ies)|white ?papers?|urls?)';

/** "Our client's own site", "our safety page", "pages of ours" */
export const OUR_SITE = RegExp(
  `\\b(?:our|my)(?: (?!compet|rival)[\\w’'-]+){0,2} ${OWN_PAGES}\\b|\\bthe (?:brand|client|company)['’]?s (?:own )?${OWN_PAGES}\\b|\\bdo we (?:even )?have (?:an? |any )?${OWN_PAGES}\\b(?= that)|\\b(?:${OWN_PAGES}|links?|articles?|posts?) of ours\\b`,
  'i',
);

export const NOT_US =
  /\b(?:(?:not|without|never)(?: \w+)?|instead of|rather than|(?:\w+n['’]t|(?:do|does|did|are|were)nt)(?: \w+)?) (?:us|we|ours)\b|\bbut (?:we|not us)\b|\b(?:we(?:['’]re| are)|are we) (?:not|never|missing|absent)\b|\bwe (?:never|don['’]?t) (?:show|turn|come|appear|feature|get)|\b(?:and|but|while|where) we (?:never|(?:do|are)(?:n['’]?t| not))(?: at all)?\W*$|\b(?:ignor|skip|overlook|forget)\w* us\b|\bleav\w+ us out\b/i;

/** "Which pages do they cite instead of ours?" */
export const NOT_OURS =
  /\b(?:instead of|other than|besides|beside|except(?: for)?|apart from|aside from|rather than|without|not|but not|\w+n['’]t|arent|isnt) (?:(?:on|from) )?(?:ours|our own|our (?:web ?)?(?:sites?|pages?|domain|homepage|blog|docs|content))\b|\binstead of us\b|\b(?:third[- ]part(?:y|ies)|external|independent|other people['’]?s|non[- ]?owned)(?:['’]s)? (?:web ?)?(?:sites?|pages?|domains?|sources?|publications?|outlets?|articles?|blogs?|media|links?|citations?)\b/i;

/** Asks for a cause without "why": "what knocked our score", "what did it". */
export const CAUSED =
  /\bwhat(?:['’]?s| has| is)? (?:did (?:it|that)|happened|(?!chang)[a-z]+(?:ed|ing) (?:our|us|it|that|the))\b/i;

/** "leads mentioning Globex" */
export const LEADS_ABOUT =
  /\b(?:leads|(?<=\b(?:an?|any|no|one|every) )lead(?= (?:that |which )?(?:about|mention|nam|discuss|ask|talk))|threads?|discussions?|posts|conversations?|ones(?= where people))\b(?: that| which| where people)? (?:about|around|on|with|mention(?:s|ing)?|nam(?:e|es|ing)|discuss(?:es|ing)?|ask(?:s|ing)?(?: about| for)?|talk(?:s|ing)? about|compar(?:e|es|ing))\b/i;

/** "Leads that mention a competitor": any of them. */
export const ABOUT_RIVALS =
  /\b(?:about|mention\w*|nam(?:e|es|ing)|discuss\w*|with|compar\w*)(?: (?:an?|any|our|the|some|other))* (?:rivals?|competitors?|competition)\b/i;

/** Several metrics, rather than one in two words. */
export const JOINED = /[,&+]|\b(?:and|plus|as well as|along with)\b/i;

/** In a ranking, a place in answers is the figure, while "ranked" asks for the ranking itself. */
export const OF_RANK =
  /\b(?:positions?|places?|placements?|spots?|(?:by|on|in|for|our|average|avg\.?|mean|best|worst|highest|lowest|better|top|poorest) rank(?:ed)?)\b/i;

/** "Which engine recommends us most?" asks how often, "which likes us most?" for the tone. */
export const NAMES_US = /\b(?:recommend|mention|name|suggest)s? us\b/i;
export const LIKES_US = /\b(?:like|love|hate|dislike)s? us\b/i;

export const PUTS_US =
  /\b(?:ranks?|puts?|places?|lists?|positions?) us (?!next|beside|against|up)|\bare we (?:placed|ranked|listed)\b|\bwe (?:rank(?:ed)?|(?:come|came|finish|end up|land|show up|appear)(?: out)?(?: in| at)?(?: the)? (?:first|second|third|last|top|number one))\b/i;

/** "leads that no engine cites" */
export const NOT_CITED =
  /\b(?:not|\w+n['’]t|isnt|arent|never|without|no (?:ai )?(?:engine|one|ai)s?|nobody) (?:(?:yet|being|been|be|already|is|are|has) )*(?:cit|quot)(?:e[sd]?|ing)\b|\bwithout(?: a| any)? citations?\b/i;

/** A word that rules something out. */
export const NEGATED =
  /^(?:not|no|none|nobody|noone|never|without|except|nothing|neither|cannot|\w+n['’]?t(?<=(?:do|is|are|has|have|was|were|did|does|should|would|could|ca|wo)n['’]?t))$/i;

export const NEGATION_IN = /\b(?:not|no|never|without|except)\b|n['’]t\b/i;

/** "… or not?", "nothing else", "rank, not score", "hasn't it?": nothing is left out. */
export const NARROWS_NOTHING =
  /\bor (?:is |are |do |does |did )?(?:not|no|\w+n['’]?t)\b|\bengines? (?:never|do(?:es)?n['’]?t|do(?:es)? not) cite\b|\b(?:nothing|no ?(?:one|body)) else\b|\bnot (?:the |by )?(?:score|rank|position|mention|sentiment|visibility|trend|chart)|\b(?:is|are|was) nothing\b|\b(?:which|where|what) (?:not|(?:are|is|do|does)n['’]?t)\W*$|\bno idea\b|^\W*(?:why|how come)\b|^\W*(?:is|are|do|does|did|have|was|were)n['’]?t (?:there|we|you|it|they|i|our|the)\b|\b(?:(?:is|are|do|does|did|have|was|were)(?:n['’]?t)?) (?:it|they|we|you|there)\W*$/i;

/** A span of time that nothing was made of; "week by week" is none. */
export const UNREAD_TIME =
  /(?<!\b(?:by|to|per|end of|within a) )\b(?:weeks?|months?|quarters?|years?|yesterday|ago)\b(?! (?:by|to|end)\b)/;

/** A number of a list's items, or a lead's score. */
export const TOP_OF = /\b(?:top|best|worst|bottom) <number>|<number> (?:points?|pts)\b/;

/** On how many days something held, or on which day of the week: no answer tells. */
export const UNTOLD =
  /\bhow many (?:days|weeks|months)\b|\bday of the week\b|\bdays? (?:in a row|running)\b|\bhow (?:often|many times)\b.*\b(?:below|above|under|over|outside|out of) (?:our |its |the )?(?:normal|usual|average|range)\b/i;

/** States that leads can only be asked to be in. */
export const NOT_IN_STATE =
  /\b(?:not|isnt|arent|\w+n['’]t) (?:(?:yet|been|already|that) )*(?:old|stale|mine|snoozed)\b/i;

/** Asks what to do. */
export const TO_WORK_ON =
  /\b(?:(?:should|can|could|must) (?:i|we)|(?:i|we) (?:should|can|could|must)|to work (?:on|through)|(?:i|we) need)\b/i;

/** When someone plans to work, not when leads or suggestions were found. */
export const WORKING_TIME = /\b(?:today|tonight|now|this (?:week|morning|afternoon|evening))\b/i;

const HIGH =
  '(?:high\\w*|best|good|strong\\w*|top|most\\b.*|positive|kind\\w*|nice\\w*|friendl\\w*|warm\\w*)';

const LOW =
  '(?:low\\w*|worst|bad|weak\\w*|bottom|least\\b.*|poor\\w*|negative|harsh\\w*|nast\\w*|mean\\w*|cold\\w*)';

const TO = '(?:(?:down |up )?to|until|till|through)(?: the)?';

export const TO_BEST = RegExp(`\\b${LOW} ${TO} ${HIGH}`, 'i');

/** "Best topic for us and the worst" */
const TO_OTHER_END =
  "(?: [\\w’'-]+){0,6}?,? (?:and|&) (?:(?:the|our|(?:which|what|where)(?:[’']s)?|one|ones|is|are|s|also|giving|gives|doing|does|performing|performs|engine|topic|prompt|region|\\d+) )*";

/** "The best and the worst topics": with both ends there is no order. */
export const BOTH_ENDS = RegExp(`\\b(?:${HIGH}${TO_OTHER_END}${LOW}|${LOW}${TO_OTHER_END}${HIGH})\\b`, 'i');

export const TO_WORST = RegExp(`\\b${HIGH} ${TO} ${LOW}`, 'i');

export const MORE = /\b(?:more|better|stronger|higher|nicer|kinder)\b(?! or (?:less|worse|weaker|lower))/i;

export const FEWER = /(?<!\bor )\b(?:less|worse|weaker|lower|harsher)\b/i;

export const SAYS_PROMPTS = /\b(?:prompts?|questions?|quer(?:y|ies)|keywords?)\b/i;

/** Asks which of them it is, rather than for a figure. */
const whichOf = (...kinds: string[]) =>
  RegExp(`\\b(?:which|what) (?:of )?(?:(?:our|the|ai|other|tracked) )*(?:${kinds.join('|')})\\b`, 'i');
const ENGINES = 'engines?|ais?|models?|llms?|assistants?|bots?';
const PROMPTS = 'prompts?|questions|queries';
export const WHICH_ENGINES = whichOf(ENGINES);
/** Engines do: "who cites us most?" */
export const WHO_CITES = /^\W*who (?:cites?|quotes?)\b/i;
export const WHICH_OF_KIND = whichOf(ENGINES, PROMPTS, 'topics?|regions?|countr(?:y|ies)|markets?');

/** Asks who moved most in any direction. */
export const MOVED_MOST =
  /\b(?:chang|mov|shift|sw[iu]ng|vari|fluctuat|bounc)\w*\b(?: \w+){0,2} most\b|\b(?:biggest|largest|greatest|most) (?:chang\w*|mov\w*|shifts?|swings?|volatil\w*|momentum)\b/i;

/** Asks for the direction. */
export const EITHER_WAY =
  /\b(?:better or worse|worse or better|up or down|down or up|rise or fall|rising or falling|(?:improv|gain|ris|gett?)ing (?:or|vs) (?:declin|los|fall|dropp|worsen)ing)\b/i;

/** Compares two sites: "our site or Reddit". */
export const BESIDE = /\b(?:or|vs\.?|versus|than|against)\b/i;

/** "How are we doing vs last month?" compares this one with it. */
export const AGAINST_LAST =
  /\b(?:vs\.?|versus|against|compar(?:ed|ing) (?:to|with)|relative to|than) (?:the )?((?:last|previous) (?:week|month|quarter))\b/i;

/** Which of two is cited more, not named. */
export const CITED_MORE =
  /\bcited (?:more|less)\b|\b(?:more|fewer|less) citations\b|\bcites? .*\b(?:more|less)\b/i;

/** "The most cited thread": leads aren't sorted by citations, pages are. */
export const MOST_CITED = /\b(?:most|more|least|best)(?: often| frequently)?[ -](?:cited|quoted)\b/i;

/** "the best lead", "our worst prompt"; not "best leads". */
export const OF_ONE =
  /(?<!\b(?:second|third|2nd|3rd|next) )\b(?:best|top|worst|newest|latest|oldest|most recent|highest|lowest)(?:[ -]scor(?:ed|ing))? (?:[\w-]+ )?(?:lead|thread|discussion|prompt|topic)\b(?! (?:score|list|place|site)s?\b)/i;

/** "which sub" */
export const OF_SITES =
  /\b(?:sites|websites|domains|publishers|publications|outlets)\b(?!.*\b(?:pages|urls|articles|posts)\b)/i;
export const OF_SUBREDDITS = /\bsub(?:reddit)?s?\b/i;

/** Counts what each person did: "who answered most". */
export const BY_PERSON =
  /\b(?:who|which (?:one )?of us|which (?:person|people|colleague|team ?mate|member)s?)\b.*\b(?:most|best|more|how (?:many|often))\b|\beach (?:one )?of us\b|\b(?:by|per|each) (?:person|people|colleague|team ?mate|member)\b|\bleader ?board\b/i;

export const HOW_MANY = /\b(?:how many|(?:number|count) of)\b/i;

export const STILL_OPEN = /\b(?:open|unanswered|unclaimed|waiting|left|still)\b/i;

/** "The oldest open lead", but not "open the oldest lead". */
export const BEING_OPEN = /\bopen\b(?! (?:the|our|my|a|an|it|that|this|me)\b)/i;

/** How long people take to answer, which nobody measures. */
export const ASKS_PACE =
  /\bhow (?:long|fast|quick|quickly|soon) (?:do|does|did|are|is|until|before)\b.*\b(?:answer(?:ing)?|reply(?:ing)?|respond(?:ing)?|react|take|claim)\b|\b(?:response|reply|reaction) times?\b/;

/** "Lowest score this month and when": a figure's worst day, without the word. */
export const LOWEST_FIGURE =
  /\b(?:lowest|worst|all[ -]time low)\b(?:[ \w-]* (?:score|visibility|mention rate|sentiment|rank)\b|.*\bwhen\b)/i;
export const HIGHEST_FIGURE =
  /\b(?:highest|best|peak|all[ -]time high)\b(?:[ \w-]* (?:score|visibility|mention rate|sentiment|rank)\b|.*\bwhen\b)/i;

/** Where the question before was about. */
export const THERE = /\b(?:there|on (?:it|that one))\W*$/i;

const OPENING = String.raw`^(?!\s*%)\W*(?:(?:on|in|for|at) [^,:;?]{2,40}[,:]\W*)?(?:(?:and|so|but|ok|now|please|can|could|would|you|i|we|to|us|me|just|let|lets|let['’]s|like|want|need) )*`;
const ANSWER = String.raw`(?!behind\b)(?:(?:the|an?|that|this|its|their|one|some|any|\d{1,2}|(?:[\w-]+ )?[\w-]+['’]s?) )?(?:(?:full|whole|actual|exact|latest|last|newest|recent|raw|real|example|examples|sample|text|words|wording|of|an?|the|[\w-]+['’]s|(?<=\b(?:an?|the|one|some|actual|exact|full|whole|latest|last|newest|recent|raw|real) )(?!best|worst|nice|good|bad|negative|positive|short|quick|straight|simple|plain)[\w.-]+(?! prompt)) ){0,5}(?:answers?|responses?)`;

/** "Show me Gemini's answer", "the answer to “k8s cost alerts”", "quote it word for word". */
export const ASKS_FOR_TEXT = new RegExp(
  `${OPENING}(?:show|read|see|give|open|quote|paste|print|get|view|find)(?: me| us)? ${ANSWER}\\b(?! (?:rates?|counts?)\\b)|${OPENING}(?:what (?:is|was|are|were)|what['’]s) ${ANSWER} (?:to|for|when|if|on|from|by|about)\\b|${OPENING}${ANSWER} (?:to|for|when|if|(?:of|from|by) (?:[\\w.-]+ ){1,3}(?:to|for|when|if)\\b|(?:(?:on|from|by|in) (?:[\\w.-]+ ){1,3})?(?:(?:that|which|where|in which) (?:we|us|ours?)\\b.*|(?:that|which) (?:(?:do|does|did)(?:n['’]?t| not) |never )?[a-z]+ us\\b|without us))|${OPENING}(?:an? |some |the )?(?:sample|example|full|raw|whole|recent) (?:answers?|responses?) (?:of|from|by|on)\\b|${OPENING}[\\w.-]+ answers? without us\\b\\b|${OPENING}what (?:do|does|did) ${ANSWER} (?:to|for|on)\\b.* (?:look like|say)\\b|${OPENING}(?:which|what|any) (?:(?!our\\b|of\\b)[\\w.-]+ )?answers? (?:(?:on|from|by|in) (?:[\\w.-]+ ){1,3})?(?:that |still )?(?:do|does|did|(?:do|does|did)n['’]?t|never|name|mention|leave)\\b.*\\b(?:us|our)\\b|${OPENING}(?:read|quote|paste)(?: me| us)? what\\b|${OPENING}quote (?:[\\w.-]+ ){1,2}(?:on|about)\\b|\\b(?:verbatim|word for word|literally (?:say|answer)\\w*)\\b|\\bexact (?:wording|words) (?:that )?[\\w.-]+ uses?\\b`,
  'i',
);
/** "What does ChatGPT say when asked “best crm”?": of a prompt, or with these words, a topic. */
export const ENGINE_SAYS =
  /\b(?:what|how) (?:exactly )?(?:does|do|did|would|will) (?:(?!(?:we|i|you|the team|numbers|figures|data)\b)[\w.’'-]+ ){1,4}(?:actually |really |exactly |currently |now )*(?:say|answer|reply|respond|tell (?:people|users|buyers|them|someone|somebody|customers))\b(?! (?:about|of) us\W*$)|\bwhat (?:the )?(?!(?:we|i|you|people|users|buyers|customers|they|everyone|others)\b)[\w.’'-]+(?: [\w.’'-]+)? (?:say|answer|reply|respond|replie|tells? people)s?\b(?! (?:about|of) us\W*$)/i;
export const WHEN_ASKED =
  /\b(?:when|if|once) (?:it['’]?s |its |they['’]?re |it is |they are )?(?:asked|prompted)\b|\b(?:when|if) (?:i|we|you|people|someone|somebody|users|buyers|customers) asks?\b/i;
/** What an engine was asked, not in quotes: "when asked best crm for startups", "its answer to best crm for startups". */
export const ASKED_UNQUOTED =
  /\b(?:(?:when|if|once) (?:it['’]?s |its |they['’]?re |it is |they are )?(?:asked|prompted)|(?:answers?|reply|replies|responds?|response) to)[:,]? (?!(?:about|for|on|by|in|this|that|it|to|the|these|those|my|our|your|any|all|prompts?|questions?|which|what (?:prompts?|questions?))\b)((?:[^\s"“”]+\s+){2,}[^\s"“”]+?)[\s?.!]*$/i; /** Of a rival: asks for its figures prompt by prompt. */
export const BY_TOPIC =
  /\b(?:topics|(?:which|what|any|each|every|by|per) topic|a topic (?:where|on which|for which))\b/i;
export const BY_PROMPT =
  /\b(?:prompts|(?:which|what|any|each|every|by) prompt|a prompt (?:where|on which|for which))\b/i;
/** Not those to the question before. */
export const ANY_ANSWER = /\b(?:an|any|some|latest|newest|most recent|answers? (?:where|that|which))\b/i;
/** Which answers come first: those that name us, or those that don't. */
export const NAMING_US = /\b(?:where|which|that|with)\b.*\b(?:we|us|our name|we['’]?re)\b/i;
export const NOT_NAMING_US =
  /\b(?:without|but not|and not|not) us\b|\b(?:where|which|that)\b.*(?:n['’]t|\b(?:do|does|did|are|were|is)nt\b|\bnot|\bmissing|\babsent|\bleft out|\bleav(?:e|es|ing) us out|\bignor|\bomit|\bskip|\bdrop(?:s|ping|ped)? us|\b(?:are|were|got|get|been|be) dropped|\bexclud|\bforg[eo]t|\boverlook)/i;

/** "Answers that name Globex first": in which place, rather than whether. */
export const NAMING_FIRST =
  /\b(?:nam|mention|list|put|rank|recommend|plac|com)\w*\b.*\bfirst\b|\b(?:is|are|we['’]?re) first\b/i;

/** The API has no such figure; the mention rate is the closest. */
export const SHARE_OF_VOICE = /\bshare of (?:voice|model|mentions?)\b|\bsov\b/i;

/** "Which sites mention us", "who links to us", "does stackroundup name Globex": what a page says, unless engines are asked about. */
export const SITE_SAYS =
  /^\W*who (?:links?|is linking) to\b|^\W*(?:are|is|were) (?:we|our \w+) (?:\w+ )?(?:in|on) the [\w.-]+ (?:article|post|review|list|page|site|roundup|ranking)\b|^\W*(?:does|do|did|has|is) [\w .-]+ (?:mention|name|link to|linking to|list|feature|recommend|write about|talk about|cit(?:e|ing)(?= us\b))(?:ed|ing)?\b|\b(?:sites?|websites?|pages?|domains?|blogs?|articles?|publications?|outlets?)(?: that| which)? (?:(?:do|does|dont|don['’]t) )?(?:mention|name|cite|quote|link to|list|feature|recommend|write about|talk about)s?\b/i;
export const OF_ENGINES = /\b(?:engines?|ais?|llms?|models?|chatbots?|assistants?|answers?|they)\b/i;

/** "New sources", "which sources did we lose": which came or went. */
export const SOURCES_MOVED =
  /\b(?:new|newly|los[et]|losing|gained?|gaining|gone|disappear\w*|dropped|no longer|stopped|first time|changed)\b/i;

/** What engines look up on the web before they answer. */
export const FAN_OUT =
  /\bfan[- ]?outs?\b|^\W*(?:(?:what|which|show|list|me|the|our|all|top|are|engines?) )*search (?:terms|queries|phrases)\W*$/i;
export const WHAT_IS_SEARCHED =
  /\b(?:what|which)\b.*\b(?:do|does|did)\b.*\b(?:search(?: for)?|look up)\W*$|\bsearch(?:es| terms| queries)? (?:(?:that|which|are|run|made|do|does|did|by|of|from) )+(?:the )?(?:ai )?(?:engines?|ais?|llms?|models?|they)\b/i;

/** "New prompts since last week", "did we add any prompts?" */
export const ADDED_PROMPTS = opening`(?:(?:show|list|give) (?:me |us )?|(?:are|were|is) there )?(?:(?:which|what|any|the|our|all)(?: of our)? )*(?:(?:new|newest|latest|newly added|recently added|added) (?:prompts?|questions)\b(?! (?:to|ideas|for)\b)|(?:prompts|questions)(?: that)? (?:(?:are|were|have been|got) (?:(?:recently|newly|just) )?(?:new|added)|(?:(?:did|have) )?(?:we|anyone|somebody|someone) (?:have |recently |just )?add(?:ed)?|added)\b(?! or\b)|(?:did|have|has) (?:we|anyone|anybody|somebody|someone) (?:recently |just )?add(?:ed)? (?:some |any |new )*(?:prompts|questions)\b)`;

/** Of things that are ranked: "which engines are new?", "topics we rank first in". */
export const ADDED_LATELY =
  /\b(?:which|what|any) [\w ]{3,20} (?:are|is|were) (?:new|newly added|added|recent)\b|\b(?:new|newly added) (?:engines|topics|regions|countries)\b/i;
export const NEW_RIVALS =
  /\bnew(?:ly named)? (?:rivals?|competitors?|tools?|players?|entrants?)\b|\b(?:rivals?|competitors?)\b.*\b(?:are|is) new\b|\b(?:anyone|anybody|someone|somebody) (?:else )?new\b/i;
export const NAMED_FIRST =
  /\b(?:rank|come|are|named|listed|mentioned|be|place|placed|put)(?: \w+){0,3} (?:first|number one|#1|on top)\b/i;

/** Of the week, as the posted recap: on a Monday, of the one that is over. */
export const IS_RECAP =
  /^\W*(?:(?:show|give) me )?(?:the |our |last |latest |weekly )*recap\W*$|^\W*(?:(?:please|pls|can you) )*(?:sum|wrap) up (?:the|our) week\b/i;

/** Days that may have begun today: on a Monday "this week" is that day alone. */
export const BEGUN_TODAY = /\bthis (?:week|month|quarter|year)\b/i;

/** "Who are we losing to?" */
export const LOSES_TO = /\b(?:los(?:e|es|ing|t))(?: \w+){0,2}? (?:to|against)\b/i;

/** Asks whether a fall or rise is over, or how long it has lasted. */
export const RECOVERED =
  /^\W*(?:so |and |but )?(?:is|are) (?:it|this|that|things) (?:getting|looking) (?:much |any )?better(?: (?:again|now|yet))?\W*$|\b(?:recover(?:ed|ing|s)?|recovery|back (?:to|at|in) (?:normal|usual|range|its (?:usual|normal)|the (?:old|previous|former|same))|back (?:to )?where (?:we|it|they)|(?:normal|usual) again|(?:bounced?|bouncing) back|(?:come|came|coming|gone|climbed|climbing) back(?: up)?|(?:made?|making) up for|regain(?:ed|ing)?|caught up since|how long (?:has|have|did|is|was|does)\b.*\b(?:drop|fall|fell|dip|decline|slump|down|low|lasted|last|lasting))\b|\b(?:better|worse|higher|lower|up|down|above|below)\b(?: \w+){0,4} before (?:the|that|this|our) (?:\w+ ){0,2}(?:drop|fall|dip|decline|slump|spike|rise|jump|surge)\b|\b(?:drop|fall|dip|decline|slump|spike|rise|jump|surge) (?:(?:on|in) (?:\w+ ){1,2}?)?(?:\w+ )?(?:over|gone|done|ended|history|behind us)\b|^\W*(?:so |and )?(?:are|is) (?!(?:the |our )?(?:bot|api|feeds?|data)\b)[\w .]{2,20} back(?: up| yet| now| again)*\W*$/i;

/** "Is 43.8 good?", "what does sentiment 0.29 mean?", "what counts as a good score?" */
export const IS_IT_GOOD = opening`(?:what(?:['’]?s| does| is) (?:(?:an? |our |the )?(?:visibility |mention |average )?(?:scores?|values?|visibility|sentiment|tone|rates?|ranks?|positions?) (?:of )?)?\d+(?:[.,]\d+)? ?(?:%|points?|percent)? (?:even |actually |really )?mean\b|(?:is|was) (?:(?:(?:an? |our |the )?(?:visibility |mention |average )?(?:scores?|values?|visibility|sentiment|tone|rates?|ranks?|positions?) (?:of )?)?\d+(?:[.,]\d+)? ?(?:%|points?|percent)? (?:a |any |really |that |very |too )*(?:normal|usual|much|good|bad|high|low|ok|okay|fine|great|healthy)\b|(?:that|this|it) (?:a |any |really |that |very |too )*(?:good|bad|high|low|ok|okay|fine|great|healthy)\W*$)|what(?:['’]?s| is| counts as| would be| makes)(?: considered)? an? (?:good|bad|decent|healthy|normal|typical|high|low|ok|great) (?!lead)(?:[a-z]+ ){0,2}(?:scores?|visibility|rate|rank|position|sentiment)\b)`;

/** Of rivals: asks how they moved, of whom the API gives no past figures. */
export const OF_PAST =
  /\b(?:over time|trends?|history|when did|since when|until when|(?:clos|narrow|widen|shrink|grow)\w* (?:the |our )?gaps?|gaps? (?:to \w+ )?(?:is |are |been |getting )*(?:clos|narrow|widen|shrink|grow|small|larg|bigg)\w*|catching up|pulling (?:away|ahead)|gaining on us|(?:which|what|did any) (?:rivals?|competitors?) (?:have |has )?(?:moved?|changed?|shifted))\b/i;

/** What became of replies, as people here mark it. */
export const OUTCOMES = {
  helpful:
    /\b(?:leads?|threads?|reply|replies|comments?)\b[^.;?]*?\b(?:helpful|helped)\b|\bhelpful (?:leads|threads|replies|comments)\b/i,
  removed:
    /\b(?:reply|replies|comments?|(?:our|which|any|many) (?:leads|threads))\b[^.;?]*?\b(?:removed|deleted|taken down)\b(?: by \w+)?/i,
} as const;

/** Leads that came into the channel, not into the API. */
export const POSTED =
  /\b(?:posted|sent|delivered|shared|announced)\b|\b(?:did|do|does|have|has) (?:you|sightline|the bot|it) (?:post|send|share|deliver)\b/i;

/** "When is the next digest?", "how often do you check?" */
export const NEXT_POST =
  /\b(?:when|what time|which day)\b.*\b(?:digests?|recaps?|posts?|reports?)\b|\bnext (?:digest|recap|post|report)\b|\bwhen\b.*\bnext (?:leads|alerts|suggestions)\b|\bhow often (?:do|does|is|are) (?:you|it|(?:the )?(?:bot|feeds?|data|scores?|leads|alerts|digests?)) (?:check|come|post|poll|refresh|run|send|update)(?:ed)?\b/i;

/** "Why was there no digest on Saturday?", "did the recap come yesterday?" */
export const MISSED_POST =
  /^\W*(?:(?:and |but |so )?why\b.*(?:\bno\b|\bnot\b|n['’]?t\b).*\b(?:digests?|recaps?)\b|no (?:digest|recap)\b|did (?:the|our|a|any|yesterday['’]?s|today['’]?s|this morning['’]?s) (?:digest|recap)\b.*\b(?:come|arrive|post|go out)\b|where(?:['’]s| is| was) (?:the|our|my) (?:digest|recap)\b)/i;

/** "Is the recap paused?" */
export const FEED_STATE =
  /^\W*(?:(?:why|since when|until when) )?(?:is|are|was|were)\b.*\b(?:paused|on hold|enabled|disabled|muted|(?:turned|switched) (?:on|off))\W*(?:now|today|still|again|yet)?\W*$/i;

/** "Who gets the alerts?", "which channel does the digest go to?" */
export const RECEIVERS =
  /\bwho(?: all)?(?:['’]?s| gets?| is| are| will be| should be)? (?:alerted|notified|pinged|paged|informed|told|messaged|warned)\b|\b(?:who (?:all )?(?:gets?|receives?)|(?:which|what) channels? (?:gets?|receives?|do|does))\b(?!.*\b(?:most|best|first)\b).*\b(?:alerts?|digests?|recaps?|notifications?)\b|\bwhere (?:do|does) (?:(?:the |our )?(?:score )?(?:alerts?|digests?|recaps?) (?:go|appear|arrive|land)|(?:you|it|sightline|the bot) (?:post|send|put) (?:the |our |a )?(?:\w+ )?(?:alerts?|digests?|recaps?))\b/i;

/** "Who is told when we drop?": alerts are of scores. */
export const ofMoves = (text: string) =>
  /\b(?:score|drops?|falls?|rises?|dips?|changes?|moves?)\b/i.test(text)
    ? { kind: 'scores' as const }
    : undefined;

/** What a person calls a feed’s posts, by its kind. */
export const POSTS_OF = {
  leads: /\b(?:digests?|leads)\b/i,
  recap: /\brecaps?\b/i,
  scores: /\b(?:alerts?|scores)\b/i,
  suggestions: /\bsuggestions?\b/i,
} as const;

/** "What nice things do they say?", "any complaints?": which mentions to quote. */
export const TONES = {
  negative:
    /\b(?:negative(?:ly)?|bad(?:ly)?|critical(?:ly)?|critici[sz]\w*|nast(?:y|ier|iest)|mean(?:er|est)?|harsh\w*|worst|complain\w*|dislikes?|hates?|rude)\b/i,
  positive:
    /\b(?:positive(?:ly)?|good|nice(?:r|st|ly)?|kind(?:er|est)?|friendl\w*|best|prais\w*|compliment\w*|flattering|favou?rable|loves?|likes? (?:about|us))\b/i,
} as const;
/** With a rival: asks what engines say about it. */
export const OF_WORDS =
  /\b(?:quotes? about|say|says|saying|said|talk\w* about|describ\w+|complain\w*|prais\w*)\b/i;
/** Between who may say something of us, and what. */
export const SAYING_OF_US = String.raw`(?:ever |really |still |actually |even )*(?:(?:call|consider|label|describe?|find|think of)(?:s|ed|d|ing)? us(?: as)?(?! (?:when|before|on|in|via|through|by|if|for|at|with)\b)|(?:say|think|know|mention|claim|believe|note|write|complain)(?:s|ed|ing)? (?:that )?(?:we(?:['’]re|['’]ve)?\b(?!['’])|our \w+ is)|(?:mention|bring up|know about|talk about)s? our (?!(?:brand|name|rivals?|competitors?|site|website|pages?|docs?|blog)\b)) ?(?!(?:better|worse|ahead|behind|the best|first)\b)`;
/** "Does anyone call us expensive?", "do engines say that we have a free tier?": $1 is what they may say. */
const SAYS_OF_US = RegExp(
  String.raw`^\W*(?:do|does|did|has|have|is|are|how (?:often|many times) (?:do|does|did|has|have|is|are)) (?!(?:we|you|i)\b)(?:[\w.-]+ ){1,3}?${SAYING_OF_US}([^?.,;]{3,50}?)(?: (?:on|in) [A-Z][\w ]+)?\W*$`,
);
/** Before the words themselves. */
const BEFORE_SAID =
  /^(?:(?:an?|the|are|is|be|being|to|have|has|having|offer|offers|lack|lacks|too|very|really|quite|so|no|not|any|some|as)\b\s*)+/i;

/** The words that mentions are asked for. */
export function wordsSaid(text: string): string | undefined {
  return SAYS_OF_US.exec(text)?.[1]?.replace(BEFORE_SAID, '').trim() || undefined;
}

/** With a tone: asks whether there are such mentions. */
export const IF_ANY = /^\W*(?:is there|are there|any|do we have|have we)\b/i;

/** Of what happened, the alerts alone. */
export const OF_ALERTS = /\b(?:alerts?|false alarms?|warnings|happen(?:ed)? before)\b/i;
export const OPEN_ALERTS =
  /\b(?:open|active|current|ongoing) (?:\w+ )?alerts\b|\balerts (?:are |that are |still |now )*(?:open|active|ongoing)\b/i;

/** Threads about us, by what they say: "leads where someone complains about us". */
export const TONE_OF_THREADS =
  /\b(?:complain\w*|rant\w*|bash\w*|criticis\w*|criticiz\w*|prais\w*|(?:speak|talk|say|said)\w* (?:badly|well|negatively|positively|bad things|good things)|hat(?:e|es|ing)|negative|positive)\b.*\b(?:us|our)\b|\b(?:leads?|threads?|posts|discussions?|conversations?)\b.*\b(?:complain|rant|bash|trash|criti[sc]i[sz]|prais)(?:e|es|ing|s)?\b/i;

export const MISSING_DAYS =
  /\b(?:missing|gaps?|holes?|incomplete|how far back|how much history|how many days of (?:history|data|scores)|since when do (?:you|we) have)\b/i;

/** "How many mentions yesterday?": a count, not a rate. */
export const MENTION_COUNT =
  /\bhow many (?:\w+ )?mentions\b|\b(?:number|count|amount) of (?:\w+ )?mentions\b|\bmentions? count\b/i;

/** "Prompts where we're not first", “top rival per topic”: no ranking of our own. */
export const UNRANKED =
  /(?:\b(?:not|never)|n['’]t|\b(?:are|is|do|does|did)nt)(?: (?:named|ranked|listed|mentioned|the|in|at|come|rank|get))* (?:first|best|top|number one|1st)\b|\b(?:rivals?|competitors?|competition)\b/i;

export const CITES_US = /\b(?:cit|quot|link|mention|referenc|nam)\w*(?: to)? (?:us|our|ours)\b/i;

/** Whether a thread names us, which the API doesn't say of leads. */
export const NAMES_US_THERE =
  /\b(?:where|that|which|with) (?:(?:people|somebody|someone|they|already|also) )*(?:(?:we|us)(?:['’]re| are| get| were)? (?:(?:already|also|not) )*(?:mentioned|named|recommended)|(?:mention|name|recommend)(?:s|ed|ing)? us)\b|\b(?:leads|threads|posts|discussions|conversations) (?:about|mentioning|naming|recommending) us\b/i;

/** "Where we rank 3rd or worse", "named in fewer than 300 answers" */
export const CUT_OFF =
  /\b(?:\d+(?:[.,]\d+)?(?:st|nd|rd|th|%)?|first|second|third|fourth|fifth|two|three|four|five|ten)(?: (?:percent|points?|place|times|answers|citations|mentions))? (?:or|and) (?:worse|better|more|less|fewer|higher|lower|above|below|up|down)\b|\b(?:above|over|below|under|at least|at most|(?:more|less|fewer|better|worse|higher|lower|greater) than|exceed\w*) (?!the (?:last|past)\b)(?:\w+ ){0,2}?\d+(?! (?:day|week|month|quarter)s?\b)\b/i;

/** "Is it us or did they change something?", "did our redesign cause the drop?": what somebody did, which no figure shows. */
export const BLAMES =
  /\bis (?:it|this|that) (?:us|them|our (?:fault|doing)) or\b|\bor did (?:they|it|google|openai|\w+) (?:change|update|tweak|launch|retrain)\b|\b(?:did|has|have|could|would) (?:the |our |my |that |this |their )(?!(?:score|rank|sentiment|visibility)\b)[^?.,;]{3,40} (?:have )?(?:cause|lead to|led to|trigger|explain|hurt|tank)(?:ed|d)?\b|\b(?:because of|due to|caused by) (?:the |our |that |their )(?!(?:score|drop|fall)\b)\w+/i;

/** “How many times was Hooli mentioned vs Initech?”: by a count, not the share. */
export const HOW_OFTEN_NAMED =
  /\b(?:how (?:often|many times)|(?:mentioned|named|recommended) more|more (?:often|times))\b(?!.*\bmention rate)/i;

/** “The GPU prompt, how is it going?” */
export const HOW_IT_IS =
  /\b(?:how(?! many)|doing|going|perform\w*|stand(?:s|ing)?|far(?:e|es|ing)|getting|lately|better|worse|since)\b/i;

/** "Leads with Globex or Initech": the threads, while a brand leads with something. */
export const LEADS_WITH =
  /^\W*(?:(?:all|any|open|new|the|our|show|list|me|give|which) )*(?:leads|threads) (?:with|about|on|naming|mentioning) /i;

/** "Our 2nd best engine", "the second most mentioned competitor" */
export const NTH_BEST =
  /\b(?:second|third|fourth|fifth|2nd|3rd|4th|5th)[- ](?:best|worst|strong\w*|weak\w*|high\w*|low\w*|most|least|top|big\w*|large\w*)\b/i;

/** "Citations by domain", "second most cited site" */
export const BY_SITE =
  /\b(?:by|per|each|every|cited|top|which|what|share|best) (?:web ?)?(?:site|domain|publisher|outlet|website)\b(?!.*\b(?:pages|urls|articles)\b)/i;
