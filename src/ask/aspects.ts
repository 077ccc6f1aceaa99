/** Reads what a question asks of its answer, beyond the plan of what it is about. */
import {
  ARE_WE_AT_PLACE,
  DID_ONE_PASS,
  FALLING_NOW,
  FEED_STATE,
  IF_ANY,
  IS_AT_PLACE,
  NEXT_POST,
  OF_PAST,
  OF_WORDS,
  POSTS_OF,
  RECEIVERS,
  RECOVERED,
  TONES,
  WHO_AT_PLACE,
  WHO_PASSED,
} from './english-answer.ts';
import { placeIn } from './place-in-list.ts';
import type { Aspect, Intent, Move, Plan } from './plan.ts';

/** The plan with them. `premise`: the change that the question presumes. */
export function withAspects(plan: Plan, text: string, premise: Move | undefined): Plan {
  const isOfFigures = OF_FIGURES.includes(plan.intent);
  const aspects = isOfFigures ? SIGNS.flatMap(([aspect, isMeant]) => (isMeant(text) ? aspect : [])) : [];
  const isYesOrNo = ARE_WE_AT_PLACE.test(text) || IS_AT_PLACE.test(text);
  const place = isYesOrNo || WHO_AT_PLACE.test(text) ? placeIn(text) : undefined;
  // "Did it recover?" doesn't say that it rose.
  const presumed = RECOVERED.test(text) && !plan.why ? undefined : premise;
  return {
    ...plan,
    ...(presumed && { premise: presumed }),
    ...(aspects.length > 0 && { aspects }),
    ...(place !== undefined && { place: { at: place, isYesOrNo } }),
  };
}

/** Intents whose answers heed them. */
const OF_FIGURES: readonly Intent[] = ['overview', 'score', 'change', 'compare', 'named'];

const SIGNS: readonly (readonly [Aspect, (text: string) => boolean])[] = [
  ['recovery', (text) => RECOVERED.test(text) || FALLING_NOW.test(text)],
  ['past', (text) => OF_PAST.test(text)],
  ['words', (text) => OF_WORDS.test(text)],
  ['negative', (text) => TONES.negative.test(text) && !TONES.positive.test(text)],
  ['positive', (text) => TONES.positive.test(text) && !TONES.negative.test(text)],
  ['if any', (text) => IF_ANY.test(text)],
  ['passing', (text) => WHO_PASSED.test(text) || DID_ONE_PASS.test(text)],
];

/** What is asked about a project's posts, of one kind or all: which comes next, who gets them, or whether they're paused. */
export function postsAsked(text: string): Plan['posts'] {
  const kind = (['recap', 'leads', 'scores', 'suggestions'] as const).find((one) => POSTS_OF[one].test(text));
  const of = kind && { kind };
  if (RECEIVERS.test(text)) return { about: 'receivers', ...of };
  if (NEXT_POST.test(text)) return { about: 'next', ...of };
  return of && FEED_STATE.test(text) ? { about: 'state', ...of } : undefined;
}
