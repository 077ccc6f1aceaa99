/** English said around a question, in words and regular expressions: who asks, what for, how the answer should look. */

/** The start of a sentence about the asker, and of a question. */
export const SAYS_OF_SELF =
  /^\W*(?:i|im|i['’]m|i['’]d|i['’]ll|i['’]ve|my|hi|hey|hello|thanks|for context)\b/i;
export const IS_QUESTION =
  /\b(?:what|which|who|how|why|when|where|whats|can you|could you|can i|could i|may i|show|give|tell|list|see|get|wonder|compare)\b/i;

const AIMS =
  'e-?mails?|all.hands|syncs?|memos?|reviews?|check.?ins?|1:1s?|webinars?|interviews?|decks?|slides?(?: \\d+)?|posts?|tweets?|newsletters?|calls?|meetings?|board|partners?|clients?(?: two)?|standups?|presentations?|reports?|updates?|demos?|qbr|offsite|lunch|pitch|exec(?:utive)?s?|investors?';

/** What the answer is for: "for the Friday post", "before lunch". */
export const AIM = new RegExp(
  `[,:]?\\s*\\b(?:asking for|for|before|going into|ahead of)(?: (?:the|a|an|my|our|their|this|next|tomorrow['’]?s?|today['’]?s?|(?:mon|tues|wednes|thurs|fri)day['’]?s?)(?: [\\w'’-]+){0,2}?)? (?:${AIMS})\\b(?! (?:prompt|topic|question|threads?|leads?))(?: (?:meeting|call|update|slide|deck|partner|review))?:?`,
  'gi',
);

/** An introduction before a colon. */
export const BEFORE_COLON =
  /^\W*(?:i|im|i['’]m|on a|finance|board|following up|before i|before we|my|so|quick|hi|hey|question|ok|exec|asking)\b[^:?]*:\s+(?=\S+ \S+)/i;

/** Before the question: what it is for, or why it is asked. */
export const BEFORE_SO =
  /^\W*(?:we|they|i|my|our|the|someone|somebody)\b(?![^?:]*\b(?:countr|region|market|topic|engine|prompt|lead|thread|forum|rival|competitor|page|site))[^?:]*[,;]\s+so\s+(?=(?:show|give|tell|list|which|what|who|how|can|could|where|please)\b)|^\W*for (?:tomorrow|today|monday|tuesday|wednesday|thursday|friday|next week)['’]s? [^,?]{3,40},\s+(?=\w+ \w+)|^\W*(?:(?:i['’]?m|i am|just|now) )?(?:just )?back from\b(?![^,?]*\b(?:days?|weeks?|months?)\b)[^,?\d]{3,40},\s+(?=\w+ \w+)/i;

/** After the question: how the answer should look. */
export const LOOKS =
  /(?<=[?.!]\s+)(?:just )?(?:an?|one|two|the|short|plain|only an?)(?: \w+){0,2} (?:words?|lines?|numbers?|sentences?|answer|figure|screen|paragraph)(?: (?:only|is enough|is fine|will do|would do|please|suffices|max(?:imum)?))*\W*$/i;

/** After the question: why it is asked, or what happens next. */
export const TAIL =
  /\s*[,;–—(-]\s*(?:and )?(?:(?:i['’]?m|i am|i['’]?ll|i will|i have|i['’]?ve|i need|i could|i can|i want|i['’]?d|i think|they['’]?ll|they will|they ask|my (?:boss|manager|prospect|clients?|ceo|cfo|team|lead)|(?:(?:the|our) )?(?:clients?|boss|ceo|cmo|board|press|journalists?) (?:wants?|needs?|(?:is |are )?asking|asks?|asked)|because|cause|cuz|asking|you know|one (?:word|decimal|number|line)|just that|whichever|no rush|if you|so i|for context|in case|thx|thanks)\b(?! mean))[^?]*$/i;

/** Thanks and other things said at the end. */
export const THANKING =
  /(?:[\s,.!?–—-]+(?:pls|plz|please|thanks|thx|thank you|cheers|ty|tia|ta|asap|rn|again|exactly|roughly|these days|at the moment|btw|lol|haha|tho|(?<!\bwhat )do you know|as far as you know|if (?:possible|you can)|when (?:you|u) (?:get|have) a (?:sec|second|minute|min|moment|chance))(?: (?:so much|a lot|in advance|all|team|everyone))?)+[\s!.?]*$/i;

/** After a question for the best day: what it asks for anyway. */
export const WHICH_DAY =
  /,? and (?:on )?(?:what|which) (?:day|date) (?:was|is|did) (?:it|that|this)(?: \w+)?\W*$/i;

/** The start of a question or request. */
export const ASKS =
  /^\W*(?:(?:so|and|but|ok|also|please|pls|now|then|just|hey|hi)\W+)*(?:what|which|who|how|why|when|where|is|are|am|do|does|did|has|have|had|can|could|would|will|should|any|show|give|tell|list|get|compare|rank|need|want|i need|i want|i['’]?d like)/i;

/** A greeting before the question: "morning!", "hi all, quick one:". */
export const GREETING =
  /^\W*(?:(?:good )?(?:morning|afternoon|evening)|hi|hey|hello|quick (?:one|q|question))(?: (?:all|team|there|everyone|everybody|folks|sightline))?\s*[,!.:–-]+\s*(?=\S)/i;

/** Asking to be told, and what people say first: "qq: could someone please tell me", "sorry to bug you, anyone know". */
export const TELL_ME = RegExp(
  `^\\W*(?:(?:${[
    '(?:um+|uh+|hm+|yo|qq|btw|please|pls)',
    '(?:(?:a )?(?:quick|random|dumb|silly|stupid|basic) )(?:q|question)',
    '(?:sorry|apologies)(?: (?:to (?:bug|bother|disturb|nag)|for (?:bugging|bothering)) (?:you|u|everyone|all)(?: again)?)?(?=,)',
    '(?:(?:can|could|would) (?:you|u|someone|somebody|anyone|anybody) (?:please |pls |quickly )*(?:tell|show|give) (?:me|us)(?: please)?)',
    '(?:do you|does (?:anyone|anybody|someone)|(?:anyone|anybody|someone)) know',
    "(?:(?:i|we) (?:just )?)?(?:want(?:ed)?|need|(?:['’]?d|would) (?:like|love)) to know",
    "(?:i(?:['’]?m| was) )?(?:just )?wondering",
  ].join('|')})\\b[\\s,:;.!–—-]*(?: if )?)+(?=\\S)`,
  'i',
);

/** Pure politeness, followed by the question itself. */
export const IS_POLITE = /^\W*(?:sorry|excuse me|hi|hey|hello|ok|thanks)\b(?:\s+[\w'’]+){0,3}\W*$/i;
