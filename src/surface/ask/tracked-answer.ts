/** Answers whether an engine is tracked, which is also why it is missing from a list. */
import type { Plan } from '../../ask/plan.ts';
import { asNameList } from '../../messages/ask/reading.ts';
import { trackedSetAnswer } from '../../messages/prompts/tracked-set.ts';
import { ifReadable } from '../api-trouble.ts';
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

/** A sentence for each engine or region of a plan without an answer that isn’t tracked; undefined if there is none. */
export async function describeUntracked({ engine, region }: Plan, ask: PlanAsk): Promise<string | undefined> {
  const asked = [
    ['engines', asNameList(engine)],
    ['regions', asNameList(region)],
  ] as const;
  const said = asked.map(async ([kind, names]) => {
    const set = names.length === 0 ? undefined : await ifReadable(readSet(kind, ask.project, ask), ask);
    if (!set || set.isUnread) return [];
    const { choices, tracked } = set;
    return names.flatMap((name) =>
      choices.some((one) => isSameName(name, one.name) && !tracked.includes(one.id))
        ? describeTracked(name, set)
        : [],
    );
  });
  return (await Promise.all(said)).flat().join(' ') || undefined;
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
