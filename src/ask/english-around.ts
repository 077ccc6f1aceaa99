/**
 * English said around a question: who asks, what for, how the answer should look, greetings and thanks; and how to tell
 * which clause of a line asks.
 */

/** Thanks and other things said at the end. */
export const THANKING =
  /(?:[\s,.!?–—-]+(?:(?<!\b(?:and|or|than|till|to|until|vs|what)\s)(?:right )?now|by the way|any ideas?|really|somehow|what do i (?:say|tell them)|do you know it|quickly|if you can|pls|plz|please|thanks|thx|thank you|cheers|ty|tia|ta|asap|rn|again|exactly|roughly|these days|at the moment|btw|lol|haha|tho|(?<!\bwhat )do you know|as far as you know|if (?:possible|you can)|when (?:you|u) (?:get|have) a (?:sec|second|minute|min|moment|chance))(?: (?:so much|a lot|in advance|all|team|everyone|x+))?)+[\s!.?]*$/i;

/** A greeting before the question: "morning!", "hi all, quick one:". */
export const GREETING =
  /^\W*(?:(?:good )?(?:morning|afternoon|evening)|hi|hey|hello|quick (?:one|q|question))(?: (?:all|team|there|everyone|everybody|folks|sightline))?\s*[,!.:–-]+\s*(?=\S)/i;

/**
 * Asking to be told, and what people say first: "qq: could someone please tell me", "sorry to bug you, anyone know".
 */
export const TELL_ME = RegExp(
  `^\\W*(?:(?:${[
    '(?:um+|uh+|hm+|ah+|oh|ouch|whoa|omg|lol|haha|ugh|damn|yeah|yep|wait|ok(?:ay)?(?=,| (?:and|but)\\b)|(?:wow|cool|great|nice|right|interesting|sure|yes|no)(?=[,!])|yo|hiya|heya|oi|qq?(?=:)|qq|btw|please|pls|sightline)',
    '(?:(?:(?:can|could|would) (?:you|u|someone) (?:please |pls |quickly )*|please )?check|any idea)(?= (?:what|which|who|how|why|when|where|if|whether|is|are|do|does|did|has|have)\\b)',
    '(?:(?:remind|help) me|just to be sure|(?:another|one more) (?:thing|one|question)|honestly|curious|by the way|in short)(?=[,:])',
    '(?:(?:a )?(?:quick|random|dumb|silly|stupid|basic) )(?:q|question)',
    '(?:sorry|apologies)(?: (?:to (?:bug|bother|disturb|nag)|for (?:bugging|bothering)) (?:you|u|everyone|all)(?: again)?)?(?=,)',
    '(?:(?:can|could|would) (?:you|u|someone|somebody|anyone|anybody) (?:please |pls |quickly )*(?:tell|show|give) (?:me|us)(?: please)?)',
    '(?:do you|does (?:anyone|anybody|someone)|(?:anyone|anybody|someone)) know',
    "(?:(?:i|we)(?: just| really)? ?)?(?:['’]?d |would )?(?:want(?:ed)?|need|like|love) to know",
    "(?:i(?:['’]?m| was) )?(?:just )?wondering",
  ].join('|')})\\b[\\s,:;.!–—-]*(?: if )?)+(?=\\S)`,
  'i',
);

/** Before what is asked for: "I don't need the whole thing, only". */
const NOT_WANTED =
  /^\W*(?:(?:i|we) (?:don['’]?t|do not) (?:really )?(?:need|want|care about|mean)|not (?=the |our |an? )|never mind|forget(?: about)?|leav(?:e|ing) aside)\b[^,;:.?!]{2,40}[,;:.–—-]+\s*(?:but |and )?(?:i (?:just |only )?(?:need|want) |just |only )?(?=\S+ \S+)/i;

/** The start of a sentence about the asker. */
export const SAYS_OF_SELF = /^\W*(?:i|im|i['’]m|i['’]d|i['’]ll|i['’]ve|hi|hey|hello|thanks|for context)\b/i;
const AIMS =
  'e-?mails?|all.hands|syncs?|memos?|reviews?|check.?ins?|1:1s?|webinars?|interviews?|decks?|slides?(?: \\d+)?|posts?|tweets?|newsletters?|calls?|meetings?|board|partners?|clients?(?: two)?|standups?|presentations?|reports?|updates?|demos?|qbr|offsite|lunch|pitch|exec(?:utive)?s?|investors?';

/** What the answer is for: "for the Friday post", "before lunch". */
export const AIM = new RegExp(
  `[,:]?\\s*\\b(?:asking for|for|before|going into|ahead of|(?:put|use|include) (?:it|this|that) in(?:to)?)(?: (?:the|a|an|my|our|their|this|next|tomorrow['’]?s?|today['’]?s?|(?:mon|tues|wednes|thurs|fri)day['’]?s?)(?: [\\w'’-]+){0,2}?)? (?:${AIMS})\\b(?! (?:prompt|topic|question|threads?|leads?))(?: (?:meeting|call|update|slides?|deck|partner|review))?:?`,
  'gi',
);

/** An introduction before a colon. */
const BEFORE_COLON = RegExp(
  `^\\W*(?:(?:i|im|i['’]m|on a|finance|board|following up|before i|before we|my|so|quick|hi|hey|question|ok|exec|asking)\\b[^:?]*|(?:[\\w'’]+ ){0,2}(?:${AIMS})):\\s+(?=\\S+ \\S+)`,
  'i',
);

/** Before the question: what it is for, or why it is asked. */
const BEFORE_SO =
  /^\W*(?:we|they|i|my|our|the|someone|somebody)\b(?![^?:]*\b(?:countr|region|market|topic|engine|prompt|lead|thread|forum|rival|competitor|page|site))[^?:]*[,;]\s+so\s+(?=(?:show|give|tell|list|which|what|who|how|can|could|where|please)\b)|^\W*(?:(?:the|my|our|a) )?(?:clients?|customers?|boss|manager|ceo|cmo|cfo|board|team|press|journalists?|investors?)(?:['’]s| is| are| was| has| just)\b[^?:,;]{2,40}[,;]\s+(?=\w+ \w+|\w+\?)|^\W*for (?:tomorrow|today|monday|tuesday|wednesday|thursday|friday|next week)['’]s? [^,?]{3,40},\s+(?=\w+ \w+)|^\W*(?:(?:i['’]?m|i am|just|now) )?(?:just )?back from\b(?![^,?]*\b(?:days?|weeks?|months?)\b)[^,?\d]{3,40},\s+(?=\w+ \w+)/i;

/** After the question: why it is asked, or what happens next. */
const TAIL =
  /\s*[,;–—(-]\s*(?:and )?(?:(?:i['’]?m|i am|i['’]?ll|i will|i have|i['’]?ve|i need|need(?:ed)? (?:it|this|that)|i could|i can|i want|i['’]?d|i think|they['’]?ll|they will|they ask|my (?:boss|manager|prospect|clients?|ceo|cfo|team|lead)|(?:(?:the|our) )?(?:clients?|boss|ceo|cmo|board|press|journalists?) (?:wants?|needs?|(?:is |are )?asking|asks?|asked)|because|cause|cuz|asking|you know|one (?:word|decimal|number|line)|just that|whichever|no rush|if you|so i|for context|in case|thx|thanks)\b(?! mean))[^?]*$/i;

const ASKING =
  'what|which|who|how|why|when|where|is|are|am|do|does|did|has|have|had|can|could|would(?! (?:be|help)\\b)|will|should|any|show|give|tell|list|get|compare|rank';
const BEFORE_ASKING = '(?:(?:so|and|but|ok|also|please|pls|now|then|just|hey|hi)\\W+)*';
/** The start of a question, and of a question or request. */
export const ASKS_FOR = RegExp(`^\\W*${BEFORE_ASKING}(?:${ASKING})\\b`, 'i');
export const ASKS = RegExp(`^\\W*${BEFORE_ASKING}(?:${ASKING}|need|want|i need|i want|i['’]?d like)`, 'i');

/** What is said around a question, in the order in which it is set aside. */
export const ASIDES: readonly RegExp[] = [
  GREETING,
  TELL_ME,
  AIM,
  BEFORE_SO,
  BEFORE_COLON,
  NOT_WANTED,
  TAIL,
  THANKING,
];

const QUESTION = '(?:what|which|who|whose|whom|how|why|when|where)';
const AUXILIARY = "(?:is|are|was|were|do|does|did|has|have|had|can|could|should|would|will)(?:n['’]?t)?";
const CONJUNCTION =
  '(?:so|and|but|because|cause|cuz|anyway|anyhow|okay|ok|well|now|then|also|plus|yet|first(?= (?:what|which|who|how|where|can|could|tell)))';
const PERSON =
  "(?:i|he|she|they|we|you know|it|there|this|that|my|someone|somebody|people|everyone|everybody|nobody|the (?:thing|point) is)(?:['’]\\w+)?";
const REQUEST =
  '(?:please |pls |kindly |just |only )*(?:show|give|tell|list|send|share|get|find|pull up|look up|check|compare|explain|walk|sum up|summari[sz]e|remind|name)';
const OF_REQUEST =
  '(?:me|us|the|our|all|every|any|which|what|who|how|if|whether|leads|threads|topics|prompts|engines)';
const OF_AUXILIARY =
  '(?:i|we|you|u|they|he|she|it|there|that|this|these|those|the|our|any\\w*|some\\w*|no\\w*)';
const ASKING_WORD = `${QUESTION}(?:['’]?s|['’]re|['’]ve)?\\b`;

/** Between the clauses of a line. Spoken lines have no commas, so a conjunction before a subject or a question is one, too. */
export const CLAUSE_END = RegExp(
  [
    '(?<=[.!?;:])(?<!\\b(?:approx|avg|e\\.g|excl|i\\.e|incl|no|nr|pos|vs)\\.)\\s+',
    '(?<=,)\\s+',
    '\\s+[-–—]+\\s+',
    `(?<!\\b${CONJUNCTION},?)\\s+(?=(?:${CONJUNCTION},? )+(?:${ASKING_WORD}|${AUXILIARY} ${OF_AUXILIARY}\\b|${REQUEST} ${OF_REQUEST}\\b|${PERSON} |whether ))`,
    "(?<!\\b(?:what|which|how|else|who|where|when|that|if|as))\\s+(?=(?:can|could|would) you (?!(?:and|or)\\b))|\\s+(?=what i(?:['’]\\w+)? (?:\\S+ ){1,5}?is\\b|(?<!\\bwhat )i(?:['’]d like| want| need) to know\\b|just tell me\\b|you know and\\b|not which\\b|because\\b(?! of\\b))",
  ].join('|'),
  'iu',
);

/** The beginning of a clause that asks or tells what to show, from its first word that isn't a conjunction on. */
export const ASKS_CLAUSE = RegExp(
  `^\\W*(?:(?:${CONJUNCTION}|please|pls|um+|uh+|hey|hi),? )*(?:${ASKING_WORD}|${AUXILIARY} (?!(?:off|away|out|on|back)\\b)|${REQUEST} ${OF_REQUEST}\\b)|\\?\\W*$`,
  'iu',
);
/** Before what a clause asks. */
export const OPENS =
  /^\W*(?:(?:so|and|but|anyway|okay|ok|well|first(?: of all)?(?= (?:what|which|who|how|why|where|when|are|is|did|do))),? )+(?=\S+ \S+ \S)/i;
/** Has a verb, so it tells rather than names something. */
export const TELLS =
  /(?:^|\s)(?:(?:i|we|he|she|they|you|it|that|there|what|who|someone|somebody|people)['’](?:m|s|re|ve|d|ll)|i|we|he|she|they|you|someone|somebody|people|everyone(?! but| except)|everybody(?! but| except)|nobody|is|are|was|were|has|have|had|does|did|can|will|been|got|came|went|met|ran|sent|kept|saw|heard|read|wants?|needs?|says?|said|thinks?|wants?|told|asks?|works?|just|let|forget|(?<=^\W*(?:as|after|once) )\w+ed|\w+ed(?= (?:me|my|us|the|a|an|by|to)\b))(?=[\s,.;:!]|$)/i;
/** Of one that tells why. */
export const GIVES_REASON =
  /^\W*(?:because(?! of\b)|cause|cuz|since (?:i|he|she|we|they)\b|as (?:i|he|she)\b|you know\b|(?:and |but )?(?:i|he|she|my)(?:['’]\w+)? (?!mean)|(?:the )?rest i\b|not which\b)/iu;
/** What may narrow a question that follows. */
export const NARROWS =
  /^\W*(?:(?:and|but|so|ok(?:ay)?) )?(?:on|in|for|about|regarding|concerning|within|during|over|since|from|between|by|against|vs|compared|like|except|without|only|not|of|at|as of|until|last|this (?:week|month|quarter|year)|yesterday|today)\b/i;

/** Who asks in "could you check", "is it okay if I ask"; not of data, as in "do people ask" or "what do engines know". */
const NOT_OF_DATA = `(?!\\W*(?:(?:${CONJUNCTION}),? )*(?:${QUESTION}(?:['’]?s)? (?!(?:i|we|he|she|they|you)(?:['’]\\w+)? )(?!can i\\b|bugs\\b)|${AUXILIARY} (?!you\\b|u\\b|i\\b|we\\b|someone\\b|anyone\\b|it\\b|there\\b)))(?!.*(?:\\bnot\\b|n['’]t\\b).*(?:want|need|see)\\b)`;
/** Before a question within a clause: "what I'd like to know is", "my boss asked me", "I promised I'd look up", "remind me". */
export const EMBEDS = RegExp(
  `^${NOT_OF_DATA}(?:\\S+ ){0,14}?(?:know(?:s|ing)?|ask(?:s|ed|ing)?|wonder(?:s|ed|ing)?|tell|told|see|understand|explain|find out|figure out|look(?:ed|ing)? up|check(?:ed|ing)?|curious|idea|remind|show|hear|learn|say|sure|questions?(?= is| was)|interested)(?: (?:me|us|you|him|her|them|about|of|in|on|is|was|again|na|please|quickly|to me|from you))*[,:]? (?=${QUESTION}(?:['’]\\w+)?\\b|whether\\b|if (?:we|i|our|the|any\\w*|there|you have|some\\w*)\\b)`,
  'iu',
);
/** Before what is requested: "what I need is", "might I see", "I'd be grateful for", "could you maybe pull up". */
export const REQUESTS = RegExp(
  `^${NOT_OF_DATA}(?:(?!${QUESTION}\\b(?! i\\b))\\S+ ){0,8}?(?:(?:can|could|may|might|would|will) (?:i|we|you|u|it|someone) ?|i(?:['’]\\w+)? |i |we (?:still )?(?:need|want) ?|it(?:['’]d| would) be \\w+ ?|do you (?:happen to )?|what i )(?:(?!${QUESTION}\\b|(?:did|lost|fell|drop\\w*)\\b)\\S+ ){0,8}?(?:need|want|see|know|have|get|request|send|share|give|show|like|(?:grateful|obliged|trouble you|ask|asking|looking) for|is|pull up|look up|look at|find|tell|update|revert|idea of|appreciate|with)(?: (?:me|us|to me|back|with|on))*(?: for (?:an?|my|our) \\S+(?: \\S+)?)? (?:an? (?:quick |rough |short |brief )?(?:idea|look|sense|glance) (?:of|at|on|about) )?(?=(?:the|our|that (?:prompt|topic|thread|lead|engine)|an?|what|how|all|any|some|every|my|your|those|these|open|new|top|best|worst|yesterday['’]?s)\\b)`,
  'iu',
);
/** A question word that a clause may begin with after words that ask nothing: "hang on what was our rank again". */
export const QUESTION_WITHIN =
  /(?<=^(?!\W*(?:show|read|give|list|quote|track|add|claim)\b).*)(?<!\b(?:of|about|on|in|for|to|from|by|with|at|and|or|than|matter|that|no|like|some|every|any|since|until|upto|up to|after|before|is|are|was)) (?=(?:what|which|how|why)\b)/iu;
/** A date or day within words that ask nothing: "last one for today I promise". */
export const OF_ASKER =
  /(?:\S+ ){3}.*\bi\b|\bi\b.*(?: \S+){3}|\b(?:thinking|working|planning|preparing)\b|\bnext (?:week|month|quarter|year)\b/i;
/** Asks, and is about nothing. */
export const OF_ASKING =
  /\b(?:an? |no |any )?(?:ideas?|questions?|say|tell|told|show|see|hear|asks?|asked)\b/gi;
/** Asks of what was said before it. */
export const ASKS_OF_BEFORE = RegExp(
  `^\\W*(?:${CONJUNCTION},? )*(?:what(?:['’]?s| has| is| did| was)? (?:happened|changed|going on|went on|up|wrong|i miss(?:ed)?|we miss(?:ed)?)|why(?: (?:is|did|was) (?:that|it))?(?: happen(?:ed)?)?|how (?:come|so))(?: (?:there|here|now|then|exactly|with (?:it|that)))*\\W*$|\\bsince(?: then)?\\W*$|\\bafter (?:that|it)\\W*$`,
  'iu',
);
/** What a clause refers to in one before it. */
export const REFERS = {
  rival: /\b(?:they|them|him|he)\b/i,
  part: /(?<!\b(?:is|are|was|were|has|have|been|be|isn['’]t|aren['’]t) )(?:\bover )?\bthere\b(?!['’])|\b(?:on|in|about|for|from|with) (?:it|that|that one|this one|this)(?=\W*$| (?:and|or|now|right now|today|this|last|since)\b)/i,
  kind: /\b(?:that|this|the) (?:topic|engine|region|country|market|prompt|forum|one)\b/i,
  any: /\b(?:it|they|them|he|she|him|this|these|those)\b(?! (?:week|month|quarter|year|morning))/i,
  list: /\b(?:of (?:them|those|these)|(?<=\b(?:which|what|those|these|the) )ones?|(?<=\bwhich )(?:two|three|\d))\b/i,
} as const;
/** What lists hold, as a clause names them. */
export const OF_LISTS =
  /\b(?:leads?|threads?|prompts?|topics?|engines?|pages?|sources?|sites?|rivals?|competitors?|countr(?:y|ies)|markets?|regions?)\b/gi;

/** "Not which ones are bad but which ones dropped" */
export const NOT_BUT = /,? not (?:which|what|who|how) [^,;.?]+ but (?:which|what|who|how) [^,;.?]+$/i;

/** Said to be polite, anywhere in a line. */
export const COURTESY =
  /\b(?:be so (?:good|kind)(?: as)?(?: to| and)?|(?:and )?feel free to \w+|no rush|happen to(?= (?:have|know)\b)|(?:a )?(?:friendly|gentle|kind) reminder(?: that)?|do the needful(?: and)?|(?:^|(?<=[,.] ))(?:sir|madam|ma['’]am|dear (?:bot|sir|team|all)|gosh)\b,?|(?<=\btell(?: me)? )na\b|(?<= )handy(?=\W*$)|(?:that )?(?:i|we) can (?:forward|present|paste|copy)(?: .*)?$)/giu;

const WHO_SAYS =
  '(?:i|we|he|she|they|(?:some|every)(?:one|body)|people|(?:my|our|the|a) (?:\\S+ ){1,3}?|marketing|sales|finance|support|legal|management) ?';
/** Before what somebody says, which is asked by saying it: "someone said", "I thought", "apparently". */
export const OPINION = RegExp(
  `^\\W*(?:${CONJUNCTION},? )*(?:${WHO_SAYS}(?:(?:keeps?|kept|am|was|were|has|have|could|would|just|also|still|['’]m) )*(?:heard|hear|thinks?|thought|believes?|feels?|bet|guess|suppose|assumed?|swears?|said|says?|saying|claim(?:s|ed)?(?= (?:that|we|our)\\b)|told(?: me| us)?|suspect|reckon|fear)|apparently|supposedly|allegedly|rumou?r has it|(?:it )?(?:seems|looks|feels|sounds|appears)(?: like| as if| as though)?|(?:i['’]?m |i am )?(?:pretty|quite|fairly|almost) sure|(?:my )?gut (?:tells me|says))(?: that)?,? (?=\\S+ \\S+ \\S)`,
  'iu',
);
/** At the end of what somebody says. */
export const OPINION_END =
  /(?:[\s,]+(?:i (?:think|guess|believe|heard|suppose)|then|apparently|somehow|supposedly|allegedly|these days|any ?more|at all|or what|if i['’]?m not mistaken))+\W*$/i;
/** Parts of a statement: who, a verb that may begin the question, "not", and the rest. */
export const STATES =
  /^\W*((?:the |our |my )?(?:[\w.&'’-]+ ){0,2}?[\w.&-]+?)(?: (is|are|was|were|has|have|do|does|did)|(['’]re|['’]s|['’]ve))(n['’]?t| not| never)? (.+)$/iu;
export const STATES_NEVER =
  /^\W*(?:((?:(?:the|our|my) )?(?:(?!(?:where|that|which|leads?|threads?|prompts|engines|topics|answers|sites|regions)\b)[\w.&-]+ ){0,2}?(?!(?:where|that|which|leads?|threads?|prompts|engines|topics|answers|sites|regions|we|i)\b)[\w.&-]+) (?:(?:do|does|did)(?:n['’]?t| not)|never) (?:seem(?:s)? to |even |ever |really )*|(nobody|no one) (?:seems to |ever |even )*)((?:get |be )?(?:cit|mention|nam|recommend|list|appear|show up|come up|suggest|includ|quot|link)\w*)(.*)$/iu;
/** "I can't see any leads" */
export const NOT_SEEN =
  /^\W*(?:i|we) (?:can['’]?t|cannot|don['’]?t|do not|couldn['’]?t|didn['’]?t) (?:see|find|get) (?:the |a |any )?(?=\S+)/i;

/** A second question: of each row of the list that the first asks for; whether somebody sees to a change; why it came. */
export const OF_EACH = /\b(?:its?|their|each(?: one)?|they|them)\b/i;
export const IS_HANDLED =
  /^\W*(?:who(?:['’]s| is| has)|(?:is|has) (?:some|any)(?:one|body)) .*\b(?:into|on|at|after|handl\w+|claimed|taken) (?:it|that|this)\W*$/i;
export const WHAT_HAPPENED = /^\W*what(?: has)? happened(?: there)?\W*$/i;

/** A second filter of leads. */
export const LEAD_STATE =
  /^\W*(?:(?:are|is|were|not|also|already|still|by|from|on|in|about|score[ds]?|scoring|rated) )*(?:cited|quoted|unclaimed|claimed|answered|dismissed|snoozed|old|stale|mine|newer|older|above|below|over|under)\b/i;
