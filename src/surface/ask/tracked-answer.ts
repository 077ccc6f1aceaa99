/** Answers whether an engine is tracked, which is also why it is missing from a list. */
import type { Plan } from '../../ask/plan.ts';
import { asNameList } from '../../messages/ask/reading.ts';
import { trackedSetAnswer } from '../../messages/prompts/tracked-set.ts';
import { checkPermission } from '../guards.ts';
import { readSet, type SetNow } from '../prompts/read-set.ts';
import { isSameName, type PlanAnswer, type PlanAsk } from './plan-ask.ts';

/** The page of /visibility engines, under a sentence for each engine asked about. */
export async function answerTracked({ engine }: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { allowed: mayChange } = await checkPermission('configure', ask);
  const set = await readSet('engines', ask.project, ask);
  const said = asNameList(engine).map((name) => describeTracked(name, set));
  const where = mayChange
    ? 'Change what’s tracked here.'
    : 'Admins change what’s tracked with /visibility engines.';
  const done = [...said, where].join(' ');
  return { page: trackedSetAnswer(ask.project, set, { done, mayChange }), figures: [], share: false };
}

function describeTracked(name: string, { choices, tracked, reported, isUnread, isPart }: SetNow): string {
  const choice = choices.find((one) => isSameName(name, one.name));
  if (isUnread || (!choice && isPart)) return `Whether ${name} is tracked couldn’t be read just now.`;
  if (!choice) return `The API doesn’t list ${name}, so it can’t be tracked.`;
  if (!tracked.includes(choice.id)) return `${choice.name} isn’t tracked, so there are no figures of it.`;
  return reported.includes(choice.id)
    ? `${choice.name} is tracked, and the API’s figures include it.`
    : `${choice.name} is tracked, but the API’s figures don’t include it yet.`;
}
