/** English words that shape an answer in addition to its plan, or ask for the text of answers. */

const OPENING = String.raw`^(?!\s*%)\W*(?:(?:and|so|but|ok|now|please|can|could|would|you|i|we|to|us|me|just|let|lets|let['’]s|like|want|need) )*`;
const ANSWER = String.raw`(?:(?:the|an?|that|this|its|their|one|some|any|(?:[\w-]+ )?[\w-]+['’]s?) )?(?:(?:full|whole|actual|exact|latest|last|newest|recent|raw|real|example|examples|sample|text|words|wording|of|an?|the|[\w-]+['’]s|(?<=\b(?:an?|the|one|some) )(?!best|worst|nice|good|bad|negative|positive|short|quick|straight|simple|plain)[\w.-]+(?! prompt)) )*(?:answers?|responses?)`;

/** "Show me Gemini's answer", "the answer to “k8s cost alerts”", "quote it word for word". */
export const ASKS_FOR_TEXT = new RegExp(
  `${OPENING}(?:show|read|see|give|open|quote|paste|print|get|view|find)(?: me| us)? ${ANSWER}\\b(?! (?:rates?|counts?)\\b)|${OPENING}(?:what (?:is|was|are|were)|what['’]s) ${ANSWER} (?:to|for|when|if|on|from|by|about)\\b|${OPENING}${ANSWER} (?:to|for|when|if|(?:(?:on|from|by|in) (?:[\\w.-]+ ){1,3})?(?:(?:that|which|where|in which) (?:we|us|ours?)\\b.*|(?:that|which) (?:(?:do|does|did)(?:n['’]?t| not) |never )?[a-z]+ us\\b|without us))\\b|${OPENING}what (?:do|does|did) ${ANSWER} (?:to|for|on)\\b.* (?:look like|say)\\b|${OPENING}(?:which|what|any) (?:(?!our\\b|of\\b)[\\w.-]+ )?answers? (?:(?:on|from|by|in) (?:[\\w.-]+ ){1,3})?(?:that |still )?(?:do|does|did|(?:do|does|did)n['’]?t|never|name|mention|leave)\\b.*\\b(?:us|our)\\b|${OPENING}(?:read|quote|paste)(?: me| us)? what\\b|\\b(?:verbatim|word for word|literally (?:say|answer)\\w*)\\b|\\bexact (?:wording|words) (?:that )?[\\w.-]+ uses?\\b`,
  'i',
);
/** "What does ChatGPT say when asked “best crm”?": of a prompt, or with these words, a topic. */
export const ENGINE_SAYS =
  /\b(?:what|how) (?:exactly )?(?:does|do|did|would|will) (?:(?!(?:we|i|you|the team|numbers|figures|data)\b)[\w.’'-]+ ){1,4}(?:actually |really |exactly |currently |now )*(?:say|answer|reply|respond|tell (?:people|users|buyers|them|someone|somebody|customers))\b(?! (?:about|of) us\W*$)/i;
export const WHEN_ASKED =
  /\b(?:when|if|once) (?:it['’]?s |its |they['’]?re |it is |they are )?(?:asked|prompted)\b|\b(?:when|if) (?:i|we|you|people|someone|somebody|users|buyers|customers) asks?\b/i;
/** What an engine was asked, not in quotes: "when asked best crm for startups", "its answer to best crm for startups". */
export const ASKED_UNQUOTED =
  /\b(?:(?:when|if|once) (?:it['’]?s |its |they['’]?re |it is |they are )?(?:asked|prompted)|(?:answers?|reply|replies|responds?|response) to)[:,]? (?!(?:about|for|on|by|in|this|that|it|to|the|these|those|my|our|your|any|all|prompts?|questions?|which|what (?:prompts?|questions?))\b)((?:[^\s"“”]+\s+){2,}[^\s"“”]+?)[\s?.!]*$/i;
/** Whether a thread names us, which the API doesn't say of leads. */
export const NAMES_US_THERE =
  /\b(?:where|that|which|with) (?:(?:people|somebody|someone|they|already|also) )*(?:(?:we|us)(?:['’]re| are| get| were)? (?:(?:already|also|not) )*(?:mentioned|named|recommended)|(?:mention|name|recommend)(?:s|ed|ing)? us)\b/i;
/** Of a rival: asks for its figures prompt by prompt. */
export const BY_PROMPT = /\b(?:prompts|(?:which|what|any|each|every|by) prompt)\b/i;
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

/** Asks whether a fall or rise is over, or how long it has lasted. */
export const RECOVERED =
  /\b(?:recover(?:ed|ing|s)?|recovery|back (?:to|at|in) (?:normal|usual|range|its (?:usual|normal))|(?:normal|usual) again|(?:bounced?|bouncing) back|how long (?:has|have|did|is|was|does)\b.*\b(?:drop|fall|fell|dip|decline|slump|down|low|lasted|last|lasting))\b/i;

/** "Is 43.8 good?", "is 62% low?" */
export const IS_IT_GOOD =
  /^\W*(?:and |so |but )?(?:is|was) (?:a (?:score|value) of )?\d+(?:[.,]\d+)? ?(?:%|points?|percent)? (?:a |any |really |that |very |too )*(?:good|bad|high|low|ok|okay|fine|normal|usual|much|great|healthy)\b/i;

/** Of rivals: asks how they moved, of whom the API gives no past figures. */
export const OF_PAST =
  /\b(?:over time|trends?|history|when did|since when|until when|(?:clos|narrow|widen|shrink|grow)\w* (?:the |our )?gaps?|gaps? (?:to \w+ )?(?:is |are |been |getting )*(?:clos|narrow|widen|shrink|grow|small|larg|bigg)\w*|catching up|pulling (?:away|ahead)|gaining on us|(?:which|what|did any) (?:rivals?|competitors?) (?:have |has )?(?:moved?|changed?|shifted))\b/i;

/** "Are we dropping?", "is Gemini still falling?": asks for the current state, whatever happened before. */
export const FALLING_NOW =
  /^\W*(?:so |but |and )?(?:are|is) (?:[\w’'-]+ ){1,4}?(?:dropping|falling|declining|slipping|sinking|sliding)\b/i;

/** "When is the next digest?" */
export const NEXT_POST =
  /\b(?:when|what time|which day)\b.*\b(?:digests?|recaps?|posts?|reports?)\b|\bnext (?:digest|recap|post|report)\b/i;

/** "Is the recap paused?" */
export const FEED_STATE =
  /^\W*(?:(?:why|since when|until when) )?(?:is|are|was|were)\b.*\b(?:paused|on hold|enabled|disabled|muted|(?:turned|switched) (?:on|off))\W*(?:now|today|still|again|yet)?\W*$/i;

/** "Who gets the alerts?", "which channel does the digest go to?" */
export const RECEIVERS =
  /\b(?:who (?:all )?(?:gets?|receives?)|(?:which|what) channels? (?:gets?|receives?|do|does))\b(?!.*\b(?:most|best|first)\b).*\b(?:alerts?|digests?|recaps?|notifications?)\b|\bwhere (?:do|does) (?:the |our )?(?:score )?(?:alerts?|digests?|recaps?) (?:go|appear|arrive|land)\b/i;

/** What a person calls a feed’s posts, by its kind. */
export const POSTS_OF = {
  leads: /\b(?:digests?|leads)\b/i,
  recap: /\brecaps?\b/i,
  scores: /\balerts?\b/i,
  suggestions: /\bsuggestions?\b/i,
} as const;

/** "What nice things do they say?", "any complaints?": which mentions to quote. */
export const TONES = {
  negative:
    /\b(?:negative|bad|badly|critical|critici[sz]\w*|nasty|mean|harsh\w*|worst|complain\w*|dislikes?|hates?|rude)\b/i,
  positive:
    /\b(?:positive|good|nice|nicest|kind|kindest|best|prais\w*|compliment\w*|flattering|favou?rable|loves?|likes? (?:about|us))\b/i,
} as const;
/** With a rival: asks what engines say about it. */
export const OF_WORDS = /\b(?:say|says|saying|said|talk\w* about|describ\w+|complain\w*|prais\w*)\b/i;
/** With a tone: asks whether there are such mentions. */
export const IF_ANY = /^\W*(?:is there|are there|any|do we have|have we)\b/i;

/** "What did Ben do?": whatever they did with leads. */
export const DOER =
  /^\W*what (?:did|has|is|does) @?([\p{L}.-]+) (?:do|done|doing|been doing|up to|been up to)\b/iu;
export const ANY_DEED =
  /\b(?:by someone|someone (?:do|does|did|done|doing|up to|been up to|get done|been doing))\b/i;

const AT_PLACE = String.raw`(?: (?:still|now|really|even|actually|currently|only|ranked|placed|named|mentioned|listed|in|at|the))* (?:(?:#\s?|number |no\.? ?)(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d{1,2}(?:st|nd|rd|th))(?: (?:place|position|spot))?`;
const BEFORE_PLACE = String.raw`^\W*(?:(?:and|so|but|ok|then) )*`;
const BEHIND_PLACE = String.raw`(?=\W*$| (?:on|in|for|about|at|this|last|today|now|by|among)\b)`;

/** "Who is second after Globex?" */
export const WHO_AT_PLACE = new RegExp(
  `${BEFORE_PLACE}(?:who|whos|which (?:rival|tool|brand|competitor|company))(?:['’]?s| is| was| comes| ranks| holds| takes)?${AT_PLACE}(?: (?:after|behind|below) [^?.,;]+?)?${BEHIND_PLACE}`,
  'i',
);
/** "Are we third on pricing?" */
export const ARE_WE_AT_PLACE = new RegExp(
  `${BEFORE_PLACE}(?:(?:are|were) we|(?:do|did) we (?:still )?(?:come|rank))${AT_PLACE}${BEHIND_PLACE}`,
  'i',
);
/** "Is Globex second?" */
export const IS_AT_PLACE = new RegExp(
  String.raw`${BEFORE_PLACE}(?:is|was) (?!(?:this|that|it|the|there)\b)([\w .&’'-]{2,40}?)${AT_PLACE}${BEHIND_PLACE}`,
  'i',
);

const PASSED = String.raw`(?:overt(?:ake|ook|aken)|pass(?:ed)?|leapfrog(?:ged)?|outrank(?:ed)?|(?:go|gone|went|move|moved|get|got|come|came) (?:past|ahead of)) us\b`;
const BEFORE_PASSED = '(?:just |recently |already |ever |now |lately )*';
/** "Who overtook us this week?", "is anyone about to overtake us?" */
export const WHO_PASSED = new RegExp(
  `${BEFORE_PLACE}(?:(?:who|whos|which (?:rivals?|tools?|brands?|competitors?)|(?:has|have|did) (?:some(?:one|body)|any(?:one|body)|(?:an?|any) (?:rivals?|competitors?|tools?)))(?: else)?(?: has| have| did)? ${BEFORE_PASSED}${PASSED}|(?:is|are) (?:some(?:one|body)|any(?:one|body)|(?:an?|any) (?:rivals?|competitors?|tools?))(?: else)? (?:about|close|set) to ${PASSED}|(?:have we been|were we|did we get) ${BEFORE_PASSED}(?:overtaken|passed|outranked)\\b)`,
  'i',
);
/** "Did Globex overtake us?" */
export const DID_ONE_PASS = new RegExp(
  `${BEFORE_PLACE}(?:has|did) [\\w .&’'-]{2,40}? ${BEFORE_PASSED}${PASSED}`,
  'i',
);

/** "How many mentions yesterday?": a count, not a rate. */
export const MENTION_COUNT =
  /\bhow many (?:\w+ )?mentions\b|\b(?:number|count|amount) of (?:\w+ )?mentions\b|\bmentions? count\b/i;
