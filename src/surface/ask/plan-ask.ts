/** What the answer to a plan is made from, what it is, and what the files that answer have in common. */
import type { EmptyCause, Figure, Move, Plan } from '../../ask/plan.ts';
import type { Scope } from '../../decision.ts';
import { asNameList, type Field } from '../../messages/ask/reading.ts';
import type { Page } from '../../messages/page.ts';
import type { ProjectAsk } from '../ask.ts';
import { Refused } from '../refused.ts';
import type { NamesOfProject } from './names-of-project.ts';

/**
 * A question about a project: what a command gets, plus the project's names, its current day (YYYY-MM-DD) and the change
 * that the question takes for granted.
 */
export type PlanAsk = ProjectAsk & {
  names: NamesOfProject;
  timezone: string;
  today: string;
  premise?: Move | undefined;
};

/**
 * `emptyBecause`: why there is nothing to show. `unheeded`: fields of the plan that this page ignores; listing one that the
 * plan doesn't have is fine. `sources` are links. `share`: false where the answer is for the asker alone. The rest as in Answer.
 */
export type PlanAnswer = {
  page: Page;
  figures: Figure[];
  sources?: readonly string[];
  emptyBecause?: EmptyCause | undefined;
  unheeded?: readonly Field[];
  pages?: number | undefined;
  share?: boolean | undefined;
  sortable?: boolean | undefined;
};

export function notHeeding(answer: PlanAnswer, ...fields: Field[]): PlanAnswer {
  return { ...answer, unheeded: [...(answer.unheeded ?? []), ...fields] };
}

/** Those of `fields` for which the plan has several names, where an answer heeds only the first. */
export function severalIn<Name extends 'engine' | 'region' | 'topic'>(plan: Plan, ...fields: Name[]): Name[] {
  return fields.filter((field) => asNameList(plan[field]).length > 1);
}

/** Whether `name` is one of `wanted`, in any case; every name is where none is wanted. */
export function isWanted(name: string | undefined, wanted: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((one) => isSameName(one, name));
}

export function isSameName(name: string, other: string | undefined): boolean {
  return name.toLowerCase() === other?.toLowerCase();
}

/** An engine or a region as part of a scope: a plan knows its name alone. */
export function partNamed(name: string | undefined): Scope['engine'] {
  return name === undefined || name === '' ? undefined : { id: name, name };
}

/** Why the API has no such figures: nothing is tracked, it doesn't give them, or the plan asks about other days. */
export function whyNoFigures({ names }: PlanAsk, { from, to }: Pick<Plan, 'from' | 'to'> = {}): EmptyCause {
  if (from !== undefined || to !== undefined) return 'none_of_those_days';
  return names.prompts.length === 0 && !names.unread.includes('prompts') ? 'nothing_tracked' : 'api_lacks_it';
}

/** For a question that an empty store would answer wrongly with “none”. `instead`: a sentence on what can be asked. */
export function notKnownHere(instead: string): Refused {
  const sentence = `Alerts, claims and what was posted aren’t known here: only the bot keeps them, and this terminal reaches none. Ask in Slack. ${instead}`;
  return new Refused(sentence, { because: 'not_in_store' });
}
