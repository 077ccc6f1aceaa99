/**
 * The English words and patterns used to take a question apart; the
 * phrases of each sign are in english-signs.ts.
 */
import { opening } from './english-moves.ts';

/** Words without meaning for a question. */
export const FILLERS = `
  2nd, 3rd, 4th, 5th, a, able, about, above, according, across, actual, actually, after, afternoon, again, against,
  agency, ago, ah, ahead, ai, airport, ais, all, allow, allowed, alone, along, already, also, although, always, am, am i
  right, ammo, among, amongst, an, analyst, and, another, answer, answering, answers, any, anybody, anyhow, anyone,
  anything, anyway, anywhere, apart, apparently, appreciate, approval, approve, approved, approximately, are, arent,
  around, as, asap, ask, asked, asking, asks, assume, at, at least, at the moment, average, away, back, based, basic,
  basically, be, beautiful, became, because, become, becoming, been, before, behalf, behind, being, believe, belong,
  belongs, beloved, below, besides, bet, between, big, bit, board, boardroom, boss, bot, both, bother, brand, break,
  bring, bro, brutal, btw, buddy, bunch, bus, business, busy, but, buyer, buyers, by, call, came, campaign, can, cant,
  case, ceo, certain, cfo, chance, chart, chatbots, check, checked, checking, cheers, choose, claim, claims, clearlier,
  clever, client, cmo, cold, colleague, come, comes, coming, company, completely, concern, concerning, concerns,
  contain, containing, contains, coo, cool, corp, correct, could, couldnt, count, couple, crazy, cs, cto, curious,
  current, currently, curve, customer, customers team, da, daily, data, date, day, days, dear, deck, describe, desk,
  detail, details, devrel, did, didnt, different, discuss, discusses, discussing, do, does, doesnt, done, dont, down,
  dude, during, e.g, each, early, earth, easy, eg, eight, either, else, empty, engineering, english, entire, entirely,
  etc, even, evening, ever, every, everybody, everyone, everyones, everything, everywhere, evidence, exact, exactly,
  except, exec, exist, exists, explain, eye, face, fact, facts, fair, fairly, far, fast, faster, favor, fear, feel,
  feeling, fetch, few, fewer, figure, figure out, figures, finally, find, fine, finish, fire, first, five, flight,
  folks, follow, for, forget, forgot, forgotten, found, founder, four, freelancer, from, full, funny, fyi, get, gets,
  getting, gimme, give, given, gives, glad, glorious, go, goes, going, gone, gonna, good, got, gotta, graph, great,
  guess, guide, guys, had, half, hand, handful, handle, hands, hang, happens, happy, hard, has, hasnt, have, havent,
  having, he, head, headline, headlines, heads, hear, heard, heck, hell, hello, help, hence, her, here, heres, hers,
  hey, hi, hi there, high, higher, him, his, hmm, hold, honest, honestly, hope, hopefully, hopes, hot, hour, hours, how,
  however, hows, hr, huge, human, i.e, id, idea, ie, if, ill, im, important, in, inc, info, information, insane, inside,
  instead, interested, interesting, intern, into, investor, investors, is, isnt, it, itll, its, itself, ive, joke,
  joking, journalist team, just, keep, keep an eye, keeps, kept, key, kidding, kind, kinda, kindly, kinds, know, last,
  late, lately, later, latest, launch, launched, least, leave, left, lemme, less, let, lets, level, levels, like,
  likely, likes, line, lines, list, lists, literally, long, longer, look, looked, looking, looks, lot, loud, love,
  lovely, low, lower, ltd, luck, luckily, lucky, lunch, machine, made, main, mainly, major, make, makes, man, manager,
  many, marketing, massive, mate, matter, may, maybe, mean, means, meant, meeting, might, mighty, min, mind, minimum,
  minus, minute, minutes, moment, money, month, monthly, months, more, morning, most, mostly, mouth, much, must, myself,
  n, need, needed, neither, never, new, newsletter, next, ngl, nice, nine, no, nobody, noise, none, nonsense, noon,
  nope, nor, normally, not, nothing, now, number, numbers, obviously, odd, of, off, office, often, oh, ok, okay, on,
  once, one, ones, only, open, or, other, others, ought, out, outside, over, overall, overnight, own, page, paragraph,
  part, particular, partly, partner, partners, party, paste, pending, people, per, percent, perhaps, period, person,
  personally, perspective, pesky, picture, piece, pieces, pile, place, places, plain, plane, play, plays, please, plot,
  pls, plus, plz, point, points, possible, possibly, pr, preparing, presentation, pretty, previous, probably, product,
  prospect, prospects, provide, ps, pull, put, puts, putting, qa, question, questions, quick, quickest, quickly, quiet,
  quite, quote, r, rainy, rather, read, ready, real, real quick, really, really good, reason, rebrand, rebranded,
  recent, recently, refresh, regard, regarding, regards, related, relation, relaunch, release, released, relevant,
  remaining, remind, report, respect, respectively, rest, result, results, rewrite, rewritten, rewrote, right, rn,
  robots, role, rough, roughly, row, run, running, runs, sadly, said, sales team, same, sample, saw, say, saying, says,
  scary, second, seconds, see, seeing, seem, seems, seen, sense, seriously, service, seven, several, shall, share, she,
  ship, shipped, short, shorter, should, shouldnt, show, side, sightline, silly, similar, simple, since, situation, six,
  slack, slide, slides, slight, slightly, slow, slower, small, smaller, smart, so, some, somebody, someone, something,
  sometimes, somewhere, soon, sooner, sorry, sort, sorta, sorts, speak, speaking, speaks, specific, specifically, start,
  stay, stays, still, story, strange, stuff, stupid, success, such, suddenly, sum, sunny, support, suppose, supposed,
  sure, table, tad, take, taken, takes, talk, talking, tbh, team, teh, tell, ten, terms, than, thank, thanks, that,
  thats, the, their, theirs, them, themselves, then, there, therefore, theres, these, they, theyre, thing, things,
  think, thinks, this, tho, those, though, thoughts, three, through, thus, thx, till, time, times, tiny, to, today,
  together, told, tonight, too, took, total, totally, toward, towards, train, trip, trouble, true, trusty, truth, try,
  trying, turn, turns, tweet, twice, two, type, types, typical, u, ugc, uh, um, under, understand, unlike, unlikely,
  until, up, update, updated, upon, ur, use, used, useful, user, users, uses, using, usual, usually, usualy, vacation,
  value, values, various, versus, very, via, view, vp, vs, w, wait, waits, wake, wanna, want, wanted, wants, was, wasnt,
  watch, watching, way, wed, week, weekend, weekly, weeks, weird, well, went, were, weve, what, whatever, whatre, whats,
  when, whenever, whens, where, wheres, wherever, whether, which, whichever, while, whole, whose, wich, wild, wise,
  with, within, without, wonder, wondering, wont, word, wording, words, work, works, world, worth, would, wouldnt,
  write, y'all, yall, yeah, year, yep, yes, yesterday, yet, you, youd, your, youre, yours, yourself, youve`;

/** They may stand within any phrase and change nothing. */
export const ADVERBS: ReadonlySet<string> = new Set(
  'actually already also currently even ever just lately now personally really recently usually'.split(' '),
);

/** Other names of places, by the ISO 3166 code that the API may use. */
export const REGION_WORDS: Readonly<Record<string, string>> = {
  US: 'us, usa, u.s, america, american, americans, the states, united states, stateside',
  GB: 'gb, uk, u.k, britain, british, brits, great britain, england, english market, united kingdom',
  DE: 'de, germany, german, germans, deutschland',
  FR: 'fr, france, french, the french',
  CA: 'ca, canada, canadian, canadians',
  ES: 'es, spain, spanish, spaniards',
  IT: 'italy, italian, italians',
  NL: 'nl, netherlands, dutch, holland',
  AT: 'austria, austrian, austrians',
  CH: 'switzerland, swiss',
  AU: 'au, aus, oz, australia, australian, australians, aussie, aussies, down under',
  IN: 'india, indian, indians',
  JP: 'jp, japan, japanese',
  BR: 'br, brazil, brazilian, brazilians',
  MX: 'mx, mexico, mexican, mexicans',
  PL: 'pl, poland, polish, poles',
  SE: 'se, sweden, swedish, swedes',
  IE: 'ireland, irish',
  NZ: 'nz, new zealand, kiwi, kiwis',
  SG: 'sg, singapore',
  ZA: 'za, south africa, south african',
  AE: 'uae, u.a.e, emirates, united arab emirates, dubai',
  TR: 'tr, turkey, turkish, türkiye',
  KR: 'kr, korea, south korea, korean',
  CN: 'cn, china, chinese',
  NO: 'norway, norwegian',
  DK: 'dk, denmark, danish, danes',
  FI: 'fi, finland, finnish',
  PT: 'pt, portugal, portuguese',
  BE: 'belgium, belgian',
  CZ: 'cz, czechia, czech, czech republic',
};

/** Engines that exist, whether or not a project uses them. */
export const ENGINES_ANYWHERE = `
  ai mode, ai overviews, bard, bing, bing chat, chatgpt, claude, copilot, deep seek, deepseek, gemini, google aio,
  grok, kagi, le chat, llama, meta ai, mistral, perplexity, qwen, you.com`;

/** Before a name that is ruled out. */
export const BEFORE_NOT_MEANT = /^(?:not|except|excluding|without|besides|sorry)$/;
/** Joins several that are ruled out: "except Quora and Reddit". */
export const AND = /^(?:and|or|nor)$/;

/** Before what leads are not to be. */
export const BEFORE_LEFT_OUT =
  /\b(?:not|(?<=^(?:please )?)dont(?= (?:show|give|list)\b)|(?<=\w )(?<!\bwhy )(?:isnt|arent|dont|doesnt)|neither|without(?! us\b)|except|besides|outside|bar|(?:other|rather) than|(?:apart|aside|away) from|(?:all|any\w*|every\w*)(?: \w+)? but|(?<=\b(?:leads?|threads?|posts|discussions|conversations|ones|only|but|and)(?: please| pls)? |^|^please )(?:no|none|nothing)|(?<=\b(?:leads?|threads?|posts|discussions|conversations)\b.*)(?:none|nothing)(?= (?:from|on|in|about|by)\b))(?: (?:show|give|list|me|us|be|for|from|the|any|anything|ones|those|that|which|are|is|already|yet|currently|being|been|come|coming|posted|found|on|in|of|at|by|with|about|cite|cited|quoted|mention|mentioning|mentions|name|naming))*$|(?<=\w )(?<!\b(?:why|with|theres|there|has|have) )no$/;
export const OF_LEADS = /^(?:leads?|threads?|discussions?|conversations?|posts)$/;
/** Behind an engine that doesn't cite them. */
export const NOT_CITING =
  /^(?:doesnt|didnt|hasnt|isnt|never|not|(?:does|did|has|is) (?:not|never))(?: (?:yet|even|been|ever))*(?: (?:cit|quot)|$)/;
/** Between two of them. */
export const NEITHER = /^(?:(?:and|or|nor|from|on|in|about|by)(?: |$))*$/;

/** Between a name and its correction. */
export const TAKEN_BACK = /^(?:sorry|mean|meant|wait|rather|correction|oops)$/;

/** Singular words next to a name, by kind. */
export const KIND_WORDS: Readonly<Record<string, 'topic' | 'engine' | 'region'>> = {
  topic: 'topic',
  theme: 'topic',
  subject: 'topic',
  engine: 'engine',
  assistant: 'engine',
  region: 'region',
  country: 'region',
  market: 'region',
};

/** Small numbers as people write them, each at its place. */
export const NUMBERS: readonly string[] = 'zero one two three four five six seven eight nine ten'.split(' ');

/** Before or after a minimum, and after an amount of change. */
export const BEFORE_FLOOR =
  /(upwards? of|north of|in excess of|nothing under|nothing below|not under|not below|no lower than|none under|above|over|at least|atleast|min|minimum|from|no less than|not less than|starting at|>=?|≥|(?:higher|greater) than|(?<!\b(?:no|not) )more than|better than|scoring|exceeding|\bleads(?:\s+·+)*)\s*(?:or equal to )?(?:(?:a |lead )?scores? of |of |score )?$/i;
/** Before or after a maximum. "At most 5" is a limit, unless it says points. */
export const BEFORE_MOST_POINTS = /\b(?:at most|up to|max(?:imum)?)\s*(?:of )?$/i;
export const BEFORE_MOST_OF_LEADS = /\b(?:leads|threads) (?:at most|up to)\s*$/i;
export const BEHIND_POINTS = /^\s*(?:points?|pts?)\b/i;
export const BEFORE_CEILING =
  /(?:(?<!\b(?:not|nothing|none|no) )\b(?:below|under|beneath|(?:less|lower|smaller) than)|\b(?:(?:not|nothing|none) (?:over|above)|no higher than|no more than|max(?:imum)? score|(?:scor(?:e|ed|es|ing)|points?) (?:is |of )?(?:at most|up to|max(?:imum)?))|<=?|≤)\s*(?:or equal to )?(?:a score of |of |score )?$/i;
/** The first score beyond a maximum, which doesn't count itself. */
export const BELOW_SCORE =
  /(?<!\b(?:not|nothing|none|no) )(?:\b(?:below|under|beneath|(?:less|lower|smaller) than)|<(?!=))\s*(?:a score of |of |score )?(\d+(?:\.\d+)?)/i;
/** "Below average": not below a number. */
export const BELOW_SOMETHING =
  /\b(?:below|beneath|(?:less|lower|worse) than|under (?:our|the|your|average|par))\b(?! \d)/i;
/** The feed's own minimum, named instead of a number: $1 is which side of it. */
export const MIN_SCORE =
  /\b(below|under|beneath|above|over|(?:less|lower|higher|more) than|at least|at)\s+(?:(?:our|the|your|my|its|this) )?(?:lead )?(?:min(?:imum)?|threshold|cut-?off)(?: lead)?(?: scores?)?\b(?!(?: of| is)? \d)/i;
export const BEHIND_CEILING =
  /^\s*(?:points?|pts?)?\s*(?:or|and) (?:less|lower|below|under|worse)\b(?!\s*\d)|^\s*(?:points?|pts?)\s*(?:max(?:imum)?|tops|at (?:the )?most)\b/i;
/** "At least 5 leads" is a number of leads. */
export const BEHIND_COUNT =
  /^\s*(?:\w+ )?(?:leads?|threads?|discussions?|conversations?|posts|topics|prompts|pages|sites|domains)\b/i;
/** A span of scores: before its end, and behind its start. */
export const BEFORE_SPAN_END = /\d\s*(?:-|–|to)\s*$|\bbetween\s+\d+(?:\.\d+)?\s*(?:and|to|-|–)\s*$/i;
export const BEHIND_SPAN_START = /^\s*(?:-|–|to)\s*\d/i;
export const BEFORE_SPAN = /\bbetween\s*$/i;
export const BEHIND_FLOOR =
  /^\s*(?:points?|pts?|%|percent)?\s*(\+|(?:or|and|&) (?:more|higher|better|above|over|up(?:wards?)?|beyond)\b|(?:plus|minimum|up(?:wards?)?)\b|as (?:an? |the )?(?:floor|minimum)\b|at (?:the )?(?:very )?least\b)/i;
/** What forums count, and the API doesn't tell. */
export const BEHIND_UNCOUNTED =
  /^\s*(?:or more |plus )?(?:comments?|upvotes?|votes?|likes?|repl(?:y|ies)|views?|karma)\b/i;
export const BEHIND_AMOUNT =
  /^\s*(h\b|hrs?\b|hours?|min(s|utes?)?\b|[ap]m\b|:\d\d|o.?clock|points?|pts?|percent|%|places?|positions?|times|answers?|lines?|sentences?|words?|bullets?|out of)\b/i;

/** What stands before the brand as a subject, and before “we” instead. */
export const VERBS_OF_US: Readonly<Record<string, string>> = {
  is: 'are',
  was: 'were',
  has: 'have',
  does: 'do',
  did: 'did',
};
/** What stands before the brand as an object, and before “us” alike. */
export const VERBS_BEFORE_US =
  '(?:ahead|instead|in front) of|(?:sa(?:y|ys|id|ying)|thinks?|talks?|speaks?|writes?|feels?|opinions?|mentions?|sentiment|quotes?|complaints?|praise) (?:about|of|on)|than|against|(?:mention|nam|recommend|suggest|list|describ|lik|lov|hat|ignor|beat|prefer|favou?r|rank|cit|know)(?:e?s|e?d|ing|e|r?red)?|sees?|seen';

/** The brand without its name, but not “which is the brand named first”. */
export const OUR_BRAND =
  "(?<!\\b(?:who|which|what)(?: is| was|[’']s) )(?:the|our|my) brand(?! (?:that|which|with)\\b)";

/** Prompts that contain given words, including names. */
export const SEARCH =
  /^(?!.*\b(?:but not|(?:not|never) us)\b)(.*\b(?:prompts?|questions|queries)\b.*\b)(?:contain(?:s|ing)?(?: the (?:words?|terms?|phrase|keywords?))?|with the words?|that say|that mention(?! us\b)|mentioning(?! us\b)|(?<=\b(?:prompts|questions|queries) )mention(?! (?:rates?|shares?|us|we|our|an?|any|rivals?|competitors?)\b))\s+["“]?(.+?)["”]?\??$/i;
/** Prompts with the brand's name in them; `ours` matches the name itself. */
export const searchForUs = (...ours: readonly string[]) =>
  RegExp(
    `^(.*\\b(?:prompts?|questions|queries)\\b.*?)\\b(?:with|have|has|having|contain(?:s|ing)?|includ(?:es?|ing)|say(?:s|ing)?|nam(?:es?|ing)|carry(?:ing)?|mention(?:s|ing)?|featur(?:es?|ing))\\s+(?:(?:our|my|the|their)\\s+(?:own\\s+)?(?:(?:brand|company|product|client)(?:['’]?s)?\\s+)?name|(?:our|the)\\s+(?:own\\s+)?brand|${ours.join('|')})(?:\\s+name)?(?:\\s+in\\s+(?:them|it|there))?\\W*$`,
    'i',
  );
/** Fillers that belong to a prompt next to one of its words: "small teams", "flag service". */
export const BESIDE_PROMPT_WORDS =
  /^(?:small|big|large|open|new|short|fast|quick|slow|easy|hard|free|real|high|low|good|cheap|simple|early|late|half|service|product|support|customers?|users?|people|buyers?|agency|office|business|company|brand|money)$/;
export const OF_PROMPTS = /^(prompts?|queries|query|tracked|questions?)$/;
export const ABOUT = /^(on|about|with|containing|mentioning|contain|mention|concerning)$/;
/** "Prompts with the best position": an order rather than words of prompts. */
export const BEST_FIGURE =
  /^(?:best|worst|top|highest|lowest|strongest|weakest|better|poorest) (?:average|avg|mean|position|placement|place|spot|rank|ranking|scores?|visibility|sentiment|tone|mentions?|figures?|numbers?|results?)$/;
/** Before what the title of a lead should say. */
export const SOUGHT =
  /^(?:about|mention|mentions|mentioning|mentioned|discuss|discusses|discussing|concerning|regarding)$/;
/** Not part of it: what stands before it, and what ends it. */
export const BEFORE_SOUGHT = /^(?:an?|the|words?|terms?|phrase|topic|subject)$/;
export const NOT_SOUGHT =
  /^(?:on|in|from|by|since|this|last|past|before|after|over|under|above|below|around|that|which|who|where|when|while|with|without|for|but|not|to|of|at|as|it|its|us|we|our|ours|me|my|i|you|your|they|them|their|these|those|(?:no|some|every|any)(?:body|one|thing|where)?|people|how|what|why|if|is|are|was|were|has|have|do|does|please|pls|thanks|here|there|only|also|still|now|yet|first|newest|oldest|sorted|things?|stuff|all|each|more)$/;
/** Before and after words that name one prompt. */
export const BEFORE_PROMPT = /^(on|for|about)$/;
/** "Rightsizing score", "kubernetes threads" */
export const FIGURE = /^(?:score|rank|position|visibility|sentiment|mentions?|leads|threads)$/;
export const BEHIND_PROMPT = /^(prompt|question|one|query)$/;
/** Between the words of a topic: "price per word". */
export const IN_TOPICS =
  /^(?:per|of|for|in|by|to|the|and|with|on|a|an)$/; /** After and before the words of one prompt. */
export const OF_ONE_PROMPT = /^(?:prompt|question|query|answers?)$/;
export const BEFORE_WORDS_OF_PROMPT = /^(?:the|our|that|this|its|their|for|on|to)$/;
export const ARTICLE = /^(the|our|my|your|a|an)$/;

/** Before names. */
export const BEFORE_NAME =
  /^(on|in|for|about|with|against|vs|versus|than|topic|engine|region|competitor|rival|brand|country|behind|mentions?|cites?)$/;

/** Before what a question is narrowed to. */
export const BEFORE_SCOPE = /^(?:on|in|against|vs|versus|than|with|for)$/;

/** Before who does something, or whom it is done to. */
export const BESIDE_VERB =
  /^(?:do|does|did|beats?|beating|favou?rs?|likes?|loves?|names?|prefers?|rates?|recommends?|trusts?)$/;
/** Between names. */
export const JOINS_NAMES = /^(?:and|or|nor|vs?|versus)$/;

/** Before what a question is about. */
export const BEFORE_SUBJECT = /^(?:about|around|concerning|for|in|on|regarding)$/;

/** Before names without an article. */
export const RIGHT_BEFORE_NAME = /^(is|does|did|has|of|by|from|at)$/;

/** Before a total rather than a limit: "our 10 prompts". */
export const SUPERLATIVE = /^\s*(?:[a-z]+est|best|worst|top|bottom|most|least)\b/i;
/** "just one", "one lead" */
export const BEFORE_ONE = /\b(?:just|only)\s*$/i;
export const BEFORE_ONE_OF = /\b(?:me|us|to|take|grab|need|want|just|only)\s+$/i;
export const BEHIND_ONE =
  /^\s*(?:(?!of\b|or\b)[\w/·]+ ){0,2}(?:lead|thread|prompt|topic|idea|suggestion|thing)\b/i;
export const BEFORE_ALL = /\b(?:our|all|my|these|those|all the|of the)\s*$/i;

/** What people do in Sightline, which can be ordered and asked about. */
const DOABLE =
  '(?:(?:un)?track (?!on|against|in|for)|(?:un)?snooze|dismiss|claim|accept|pause|resume|(?:un)?mute|undo|reopen|restore|change|set|adjust|raise|lower|(?:un)?subscribe|delete|remove|hide|assign|export|connect|install|invite|cancel|disable|enable|rename|edit|reject|release|create|turn o(?:n|ff)|stop|(?:answer|reply to|respond to) (?:an?|the|one|this|that|leads?|threads?)\\b|reply$|add (?:an?|the|our|my|new|another|more|prompts?|projects?|feeds?)\\b)';

const ANYONE = '(?:[\\w.-]+ )?[\\w.-]+';
/** Orders of Sightline, and what nobody asks of a person. */
const NO_ONE = '(?!(?:i|we|you|u|ya|some ?one|some ?body|it|that|this|sightline|.*(?:score|rank)s?)\\b)';
/** "Who can track prompts?", "can Ben dismiss leads?", "do I need to be an admin to pause the digest?" */
export const WHO_MAY = RegExp(
  `^(?:who (?:can|may|is allowed to)|(?:can|may) ${NO_ONE}${ANYONE}|(?:do|does) ${ANYONE} (?:need|have) to be (?:an? )?(?:\\w+ ){1,3}?to|(?:am|are|is) ${ANYONE} allowed to|(?:do|does|has|have) ${ANYONE} (?:have |got )?(?:the )?(?:permission|rights?) to) (?=${DOABLE})`,
);

/** Before what can be done: asks how, what it does or who may. */
export const HOW_TO = RegExp(
  `^(?:how (?:do|can|could|would|should) (?:i|we|you|people)|how to|where (?:do|can) (?:i|we)|what happens (?:when|if|once) (?:i|we|you|people)|what does(?= \\w+(?: \\w+)? do$)) (?=${DOABLE})|${WHO_MAY.source}`,
);

/** Before an order. */
export const POLITE =
  /^(please|pls|can|could|would|might|may|i|trouble|to|kindly|you|u|ya|someone|somebody|hey|hi|just|now|ok|sightline)$/;

/** The start or the end of a follow-up. */
export const GOING_ON =
  /^\W*(?:and|but|also|or|then|now|ok(?:ay)?|so|what about|how about|what if|only|just|same)\b|\b(?:there|by then|back then)\W*$/i;

/** "In Germany?", "on ChatGPT?": a part and nothing else. */
export const PART_ALONE =
  /^\W*(?:on|in|for|about|with|against|from|by|at)(?: (?:the|our))?(?: [^\s?!]+){1,2}\W*$/i;

/** "And the prompts?", "on which engine was it?": nothing but a kind of parts. */
export const KIND_ALONE =
  /^\W*(?:(?:and|but|so|ok(?:ay)?|what about|how about)\W+)*(?:(?:which|what|the|by|on|in|for|from|with)\s+)*(?:prompts?|engines?|models?|topics?|regions?|countr(?:y|ies)|markets?)(?: exactly| (?:is|was) (?:it|that))?\W*$/i;

/** "Which is the best?", "and the worst ones?": of those in the ranking before. */
export const BEST_OF_THEM = opening`(?:(?:which|what)(?: ones?)?(?: of (?:them|those|these))?(?:['’]?s)? )?(?:(?:is|are|was|were) )?(?:the )?(?:best|worst|strongest|weakest|highest|lowest|bottom|bad|good|weak|strong)(?: ones?| \d{1,2}| two| three| four| five)?\W*$`;

/** “Worse than Gemini?”: a part next to the one before. */
export const BETTER_THAN = opening`(?:(?:is|are) (?:it|that|this|we|they) )?(?:much |a lot |any )?(?:better|worse|higher|lower|stronger|weaker|more|less) than (?:on |in |for )?\S+(?: \S+)?(?: \S+)?\W*$`;

/** About a list before as a whole: how many it has, all or some of it, how its rows moved. */
export const HOW_MANY_ALONE = opening`how many(?: (?:are (?:there|they|those)|is (?:that|it)|of (?:them|those)|in (?:total|all)))*\W*$`;
export const HOW_THEY_MOVED = opening`(?:how )?(?:did|have|are) (?:they|those|these)(?: all)? (?:chang|mov|develop|trend|do)\w*\W*$`;
export const ALL_OF_THEM = opening`(?:(?:show|give|list|see)(?: me| us)? )?(?:all|every one)(?: of (?:them|those|these))?\W*$`;
export const SO_MANY = opening`(?:(?:just|only|show|give|list|me|us|the|top|first) )*(?:one|\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)(?: of (?:them|those|these))?\W*$`;

export const WHERE_ALONE = opening`where(?: exactly)?\W*$`;
export const SINCE_WHEN = opening`since when\W*$`;

/** All that is said besides the name of a project, if it asks the same about that one: "and …?", "same for …". */
export const SAME_ABOUT =
  /^\W*(?:(?:and|but|or|also|now|then|ok(?:ay)?|so|what about|how about|what of|the same|same|thing|question|again|back to|switch to|go to|show me|please|instead|for|in|on|with|project|client|s)\b\W*)*$/i;

/** Such words after a question about the same project. */
export const ONCE_MORE = /\b(?:and|what about|how about|same|again)\b/i;

/** Asks about several projects at once: "which of my clients dropped?", "a summary for both" */
export const OF_PROJECTS =
  /\b(?:both|all|each|every|which|across)(?: of)?(?: (?:the|our|my|your|these|those))? (?:projects?|clients?)\b|\b(?:for|across|between) both\b/i;

/** Asks the same about all projects, and nothing else. */
export const ALL_PROJECTS =
  /^\W*(?:(?:and|what about|how about|for|in|of|show|me|switch to) )*(?:all|both|every|each)(?: of (?:them|my|our|the))?(?: (?:the |my |our )?projects?)?\W*$|^\W*(?:and )?everything\W*$/i;

/** Narrows the list of the question before. */
export const OF_THOSE =
  /^\W*(?:(?:and|but|so) )?(?:(?:are|is) )?(?:some|any|how many|which)(?: (?:are|is|already|still))* (?:cited|quoted|claimed|unclaimed|open|answered|taken|free|mine|old|snoozed)\W*$|\b(?:of (?:those|them|these)|(?:those|them|these) (?:are|were|is)|which ones|^\W*(?:(?:and|but|only|just) )*(?:with|having|without|above|below|over|under|at least)|^\W*(?:(?:and|but|only|just|the) )+[\w ]*\bones|^\W*\w+ ones\W*$)\b/i;

/** "And compared to October?" */
export const COMPARED_TO =
  /^\W*(?:(?:and|but|so|how|what about) )*(?:(?:is|does|do|are) (?:that|it|this|they|we) )?(?:compared? (?:to|with|against)|vs\.?|versus|against|relative to)\b/i;

/** After an answer that says so, which is given again. */
export const BY_HOW_MUCH = opening`(?:by )?(?:how (?:much|far)(?: (?:behind|ahead))?(?: in (?:percent|%))?|(?:what|how many|in) (?:percent(?:age)?|%)|out of how many answers)\W*$`;

/** "Who gained?" after a change of ours. */
export const WHO_MOVED = opening`(?:who|which rivals?)(?:['’]s| has| is| was)? (?:benefit(?:t?ed|ing)?|profit(?:ed|ing)?|gain(?:ed|ing)?|r[oi]sen?|rising|w[io]ns?|winning|took over)(?: (?:from (?:it|that|this)|instead|then|there))?\W*$`;

/** "And which fell?" after the topics that rose. */
export const WHICH_MOVED = opening`(?:which|what|who)(?: ones?| of (?:them|those|these))? (?!(?:is|are|was|were) )`;

/** "Which prompts caused it?": asks why the figure of the question before changed. */
export const CAUSES_OF_IT =
  /\b(?:caus|explain|dr[io]v|drove|drag|pull|push|mov|behind|responsible for|to blame for|contribut)\w*(?: \w+){0,2} (?:it|that|this)\W*$/i;

/** "And before that?", "when did it last drop before this?": asks for the one before the answer. */
export const BEFORE_IT =
  /\bbefore (?:that|this|it|then|this one|that one)\W*$|\b(?:(?:the|that|one|a) )?(?:time|one|drop|fall|dip|decline|rise|jump|increase|change|move|day|days|period) before(?: (?:that|this|it|then))?\W*$|\b(?:the )?previous (?:one|time|drop|fall|dip|rise|jump|change|period)\W*$|^\W*(?:and |but |what about )?(?:before|previously|earlier)\W*$/i;

/** “And the week before?” */
export const UNIT_BEFORE = opening`(?:(?:what|how) about |for )?(?:the )?(day|week|month) before(?: (?:that|this|it|then))?\W*$`;

/** Next to an engine: asks whether it is tracked, or why it is missing. */
export const IS_TRACKED =
  /\bwhy\b.*(?:n['’]?t|\bnot|\bno|\bmissing)\b.*\b(?:(?:in|on|from|part of) (?:the|this|that|your|our|my) (?:list|table|chart|ranking|report|results?|breakdown|figures|data)|listed|shown|included|tracked|missing|there|here)\W*$|\bwhy (?:is|are) .*\bmissing\W*$|^\W*(?:and |but |so )?where(?:['’]?s| is| are)(?: (?!(?:we|our|from|\w+ing)\b)[\w-]+){1,4}\W*$|^\W*(?:and |but |so )?(?:do (?:we|you)|are (?:we|you)|is|are) (?:also )?(?:track(?:ing)?|monitor(?:ing)?|measur(?:e|ing)|cover(?:ing)?|query(?:ing)?|includ(?:e|ing)|support(?:ing)?|[\w -]+ (?:tracked|monitored|measured|covered|included|supported))\b(?: [\w-]+){0,3}\W*$/i;

/** After a comparison, or any answer on how we stand. */
export const WHY_BEHIND = opening`(?:why(?: is (?:that|it)| so)?|(?:on |for )?(?:which|what) prompts?(?: exactly)?)\W*$`;

export const PAGE = /^(?:(?:web)?pages?|docs|guides?|blog|articles?|posts?)$/;

/** A page's address, without its protocol. */
export const PAGE_ADDRESS = /(?<![\w@./-])(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,}\/[\w./~%-]*[\w~%-])/i;
export const OF_CITATIONS =
  /\b(?:cit(?:e[sd]?|ing|ations?)|quot(?:e[sd]?|ing)|link(?:s|ed|ing)?|sources?|(?:web)?sites?|domains?|pages?)\b/i;
/** Of a rival or us. */
export const WINS_OR_LOSES =
  /\b(?:w[io]ns?|winning|beat(?:s|en|ing)?|los(?:e|es|ing|t)|ahead|behind|outrank(?:s|ed|ing)?|rank(?:s|ed)? first|comes? first|(?:is|are) (?:first|top|on top|number one)|(?:named|mentioned|listed|placed) first|(?:out)?perform(?:s|ing)?|trail(?:s|ed|ing)?|strong(?:er|est)?|weak(?:er|est)?|better|worse|lead(?:s|ing)?)\b/i;

/** What has no course: "why did our leads drop?" */
export const COUNT_MOVED =
  /\b(?:our|the|my|did|have|are|fewer|less|more|(?:number|amount|count) of|many|in|losing|lose|lost)(?: (?:ai|new|open))* (leads|citations)\b/i;

/** Says neither by what, nor of whom. */
export const WHO_IS_AHEAD = opening`who(?:['’]?s| is| are)? (?:(?:currently|now|actually|really) )*(?:ahead|behind|winning|wins|losing|leading|leads|in front|in the lead|(?:on|at the|the) top|top|best|worst|doing (?:best|better|worst|well))(?: (?:now|right now|currently|these days|overall|here|at the moment))?\W*$`;

const OF_ALL = (which: string) => {
  const number = '(?:\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)';
  return RegExp(
    `^\\W*(?:(?:please|just|show|give|list|tell|send|see|me|us|what(?:['’]?s| is| are)|the|your|our)\\W+)*(?:${number} )?(?:${which})(?: ${number})?(?: ones?)?(?: (?:please|pls|now))?\\W*$`,
    'i',
  );
};
/** Doesn't say of what. */
export const NEWEST_OF_ALL = OF_ALL('newest|latest|last|most recent');
export const BEST_OF_ALL = OF_ALL('best|top|worst|bottom|first(?= \\S)|strongest|weakest');

/** Where a second question may begin: after "and" or a question mark. */
export const JOINT =
  /\s+\+\s+|[?;.]\s+(?:(?:and|also|plus)\s+)?(?=(?:what|who|which|how|why|when|where|any)\b)|,?\s+(?:(?:and|plus)\s+)?also\s+|(?<!\bbetween\b[^?.;]*),?\s+(?:and|plus)\s+(?!(?:ours|us|(?:by|on|in|from|with|at) (?:which|what|whom))\b)/i;

/** Words for days, which aren't typos. */
export const DAY_WORDS = `
  starting, beginning, prior, apr, april, aug, august, daily, day, days, dec, december, feb, february, fortnight, fri, friday, hrs, jan, january, jul,
  july, jun, june, mar, march, mon, monday, month, monthly, months, night, nov, november, oct, october, quarter,
  quarters, sat, saturday, sep, sept, september, sun, sunday, thu, thur, thurs, thursday, today, tue, tues,
  tuesday, wed, wednesday, week, weekend, weekly, weeks, wk, wks, year, years, yesterday`;

/** All around the word for a kind, where its things are to be listed: "show me all tracked engines". */
export const FRAMES_KIND =
  /^\W*(?:(?:please|list|show|give|name|tell|what|which|are|see|me|us|all|of|the|our|my|your|ai|tracked|monitored|measured|covered)\W+)*[a-z]+(?: (?:are|do|have) (?:we|you) (?:\w+ )?(?:track(?:ing|ed)?|monitor(?:ing|ed)?|follow(?:ing|ed)?|cover(?:ing|ed)?|measur(?:e|ing|ed)|have))?\W*$/i;
