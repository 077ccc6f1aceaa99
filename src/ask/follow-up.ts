/** A question that goes on from the one before it: "and on ChatGPT?", "why?", "last month?", "what about Globex?". */
import { GOING_ON, type Sign } from './english.ts';
import { planOf } from './make-plan.ts';
import { featuresOf, meaningsOf } from './meaning.ts';
import type { KnownNames } from './names.ts';
import type { Noticed } from './notice.ts';
import type { Intent, Plan } from './plan.ts';

const FEW_WORDS = 3;
/** Something else is asked, not the same of another thing. */
const SURE = 0.4;

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
  if (noticed.refused) return undefined;
  const isGoingOn = GOING_ON.test(noticed.text) || noticed.words.length <= FEW_WORDS;
  if (!isGoingOn) return undefined;
  const [likely] = meaningsOf(featuresOf(noticed));
  const other = likely && likely.meaning !== 'none' && likely.chance > SURE ? likely.meaning : before.intent;
  // Names alone are the same question of another thing, where it can be asked of that.
  const isSaid = [...noticed.signAt.values()].some((signs) => [...signs].some((sign) => !VAGUE.has(sign)));
  const [same] = isSaid ? [] : planOf(before.intent, noticed, known);
  const [plan = same] = same ? [same] : planOf(other, noticed, known);
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
  return { ...kept, ...(isSame && { entity, order, limit, why }), ...plan, intent } as Plan;
}
