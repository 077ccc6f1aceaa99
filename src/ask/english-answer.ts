/** English words that shape an answer in addition to its plan. */

/** The API has no such figure; the mention rate is the closest. */
export const SHARE_OF_VOICE = /\bshare of (?:voice|model|mentions?)\b|\bsov\b/i;

/** Asks whether a fall or rise is over, or how long it has lasted. */
export const RECOVERED =
  /\b(?:recover(?:ed|ing|s)?|recovery|back (?:to|at|in) (?:normal|usual|range|its (?:usual|normal))|(?:normal|usual) again|(?:bounced?|bouncing) back|how long (?:has|have|did|is|was|does)\b.*\b(?:drop|fall|fell|dip|decline|slump|down|low|lasted|last|lasting))\b/i;

/** "Is 43.8 good?", "is 62 % low?" */
export const IS_IT_GOOD =
  /^\W*(?:and |so |but )?(?:is|was) (?:a (?:score|value) of )?\d+(?:[.,]\d+)? ?(?:%|points?|percent)? (?:a |any |really |that |very |too )*(?:good|bad|high|low|ok|okay|fine|normal|usual|much|great|healthy)\b/i;

/** With a rival: asks for past figures, which the API doesn't give. */
export const OF_PAST = /\b(?:over time|trends?|history|when did|since when)\b/i;

/** "Are we dropping?", "is Gemini still falling?": asks for the current state, whatever happened before. */
export const FALLING_NOW =
  /^\W*(?:so |but |and )?(?:are|is) (?:[\w’'-]+ ){1,4}?(?:dropping|falling|declining|slipping|sinking|sliding)\b/i;

/** "When is the next digest?" */
export const NEXT_POST =
  /\b(?:when|what time|which day)\b.*\b(?:digests?|recaps?|posts?|reports?)\b|\bnext (?:digest|recap|post|report)\b/i;

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

/** "Are there any negative mentions?" */
export const IF_NEGATIVE =
  /^\W*(?:is there|are there|any|do we have|have we)\b.*\b(?:negative|bad|critical)\b/i;
