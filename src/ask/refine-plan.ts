/** Refines a plan by words of its question that don't change what it is about: one thing instead of a list, or a count. */
import {
  BEING_OPEN,
  BOTH_ENDS,
  BY_PERSON,
  HOW_MANY,
  OF_ONE,
  OF_SUBREDDITS,
  STILL_OPEN,
} from './english-plan.ts';
import type { Plan } from './plan.ts';

/** The plan as its question puts it. Leads can be counted by subreddit, by person, or by when they came in. */
export function refinePlan(plan: Plan, text: string): Plan {
  const { intent, entity, filters = [], order, from, to } = plan;
  const isOfOne = plan.limit === undefined && OF_ONE.test(text) && !BOTH_ENDS.test(text);
  if (intent === 'ranking') return isOfOne && isLong(entity) ? { ...plan, limit: 1 } : plan;
  if (intent !== 'leads') return plan;
  if (entity === 'places') return OF_SUBREDDITS.test(text) ? { ...plan, entity: 'subreddits' } : plan;
  const isOfDeeds = filters.every((filter) => filter === 'answered' || filter === 'claimed');
  if (entity === undefined && isOfDeeds && plan.person === undefined && BY_PERSON.test(text))
    return { intent, entity: 'people', ...(from && { from }), ...(to && { to }) };
  if (from !== undefined && filters.length === 0 && HOW_MANY.test(text) && !STILL_OPEN.test(text)) {
    const { order: _, ...rest } = plan;
    return { ...rest, arrived: true };
  }
  // A list by age has claimed leads among the open ones; otherwise open ones come first.
  const isByAge = order === 'newest' || order === 'oldest';
  const isOpen =
    isByAge && BEING_OPEN.test(text) && filters.every((filter) => filter === 'cited' || filter === 'old');
  const ofState: Plan = isOpen ? { ...plan, filters: [...filters, 'unclaimed'] } : plan;
  // Leads aren't sorted worst first.
  return isOfOne && order !== 'worst' ? { ...ofState, limit: 1 } : ofState;
}

/** Engines and regions are few, and shown side by side. */
function isLong(entity: Plan['entity']): boolean {
  return entity === 'prompts' || entity === 'topics';
}
