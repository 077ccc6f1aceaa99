/** What the answer to a plan is made with, and what it is: the shapes between answer-plan.ts and the files beside it. */
import type { EmptyCause, Figure, Move, Plan } from '../../ask/plan.ts';
import type { Field } from '../../messages/ask/reading.ts';
import type { Page } from '../../messages/page.ts';
import type { ProjectAsk } from '../ask.ts';
import type { NamesOfProject } from './names-of-project.ts';

/**
 * A question to a project: as a command is asked, with the names that exist, the day it is there (YYYY-MM-DD), and what the
 * question takes for granted of a change.
 */
export type PlanAsk = ProjectAsk & {
  names: NamesOfProject;
  timezone: string;
  today: string;
  premise?: Move | undefined;
};

/**
 * `emptyBecause`: there is nothing of what was asked. `unheeded`: what of the plan this page does not heed, which its reader is
 * told. `sources` are links. The rest as of a command's answer.
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

/** `what` this intent is about, in the plural; `heeds`: what of a plan it can always heed. */
export type PlanRow = {
  what: string;
  heeds: readonly Field[];
  answer: (plan: Plan, ask: PlanAsk) => Promise<PlanAnswer>;
};

/** Why an API that gave no figure at all, whatever the days, gave none. */
export function lacking({ names }: PlanAsk): EmptyCause {
  return names.prompts.length === 0 && !names.unread.includes('prompts') ? 'nothing_tracked' : 'api_lacks_it';
}

/** The same where days may be why. */
export function lackingOn({ from, to }: Plan, ask: PlanAsk): EmptyCause {
  return from === undefined && to === undefined ? lacking(ask) : 'none_of_those_days';
}
