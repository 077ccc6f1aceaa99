/** A question that goes on from the one before it: "and on ChatGPT?", "why?", "last month?", "what about Globex?". */
import { GOING_ON, type Sign } from './english.ts';
import { planOf, withoutMissing } from './make-plan.ts';
import { ENGLISH, featuresOf } from './meaning.ts';
import type { KnownNames } from './names.ts';
import type { Noticed } from './notice.ts';
import type { Intent, Plan } from './plan.ts';

const FEW_WORDS = 3;
/** Something else is asked, not the same of another thing. */
const SURE = 0.4;
/** And so clearly that it is a question of its own, where nothing in it goes on. */
const OWN = 0.65;

/** Signs that are in many follow-ups, and say nothing by themselves. */
const VAGUE: ReadonlySet<Sign> = new Set(['us', 'overview', 'standing']);

/** Whose plans speak of the same things, so that what was asked about stays while something else is asked of it. */
const OF_STANDING: readonly Intent[] = [
  'overview',
  'score',
  'change',
  'compare',
  'topic',
  'ranking',
  'named',
  'sources',
];

/** The plan of before with what is new in it; undefined where the question stands by itself. */
export function followUp(before: Plan, noticed: Noticed, known: KnownNames): Plan | undefined {
  if (noticed.leastChance > 0) return undefined;
  const isGoingOn = GOING_ON.test(noticed.text);
  if (!isGoingOn && noticed.words.length > FEW_WORDS) return undefined;
  const [likely] = ENGLISH.meaningsOf(featuresOf(noticed));
  const meant = likely && likely.meaning !== 'none' ? likely.meaning : before.intent;
  // What was asked before can’t be asked of everything: a rival has no score of ours.
  const others = likely && likely.chance > SURE ? [meant] : [before.intent, meant];
  // Names alone are the same question of another thing, where it can be asked of that.
  const isSaid = [...noticed.signAt.values()].some((signs) => [...signs].some((sign) => !VAGUE.has(sign)));
  // How it changed is asked of what was asked before: "why?"
  const isOwn = likely && likely.chance >= OWN && ![before.intent, 'change', 'none'].includes(likely.meaning);
  if (!isGoingOn && isSaid && isOwn) return undefined;
  const [same] = isSaid ? [] : planOf(before.intent, noticed, known);
  const [plan] = same ? [same] : others.flatMap((intent) => planOf(intent, noticed, known));
  const intent = plan?.intent ?? before.intent;
  const isNew = intent !== before.intent;
  if (!plan) return undefined;
  const { intent: _intent, why: _why, ...said } = plan;
  const isSame = intent === before.intent;
  if (Object.keys(said).length === 0 && (isSame || !isNew) && !plan.why) return undefined;
  if (!isSame && !(OF_STANDING.includes(intent) && OF_STANDING.includes(before.intent))) return undefined;
  const { intent: _before, entity, order, limit, why, ...kept } = before;
  // Other days replace both ends.
  if (said.from !== undefined || said.to !== undefined) {
    delete kept.from;
    delete kept.to;
  }
  return withoutMissing({ ...kept, ...(isSame && { entity, order, limit, why }), ...plan, intent });
}
