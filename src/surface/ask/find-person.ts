/**
 * Finds whose leads a question is about: a name as Slack shows it, or a
 * mention, of somebody who did something with a lead.
 */

import type { Plan, Reading } from '../../ask/plan.ts';
import { readQuestion } from '../../ask/read-question.ts';
import { readStandingLeads } from '../../store/open-leads.ts';
import { OF_PEOPLE } from './lead-answers.ts';
import type { PlanAsk } from './plan-ask.ts';

const DONE = ['claimed', 'snoozed', 'replied', 'dismissed'] as const;

/** A mention that Slack gave without a name. */
const ID = /^[UW][A-Z0-9]{2,}$/;

/**
 * The plan if the question, with its unknown name taken for a person's, asks
 * what became of leads: "which leads did Ben take?"
 */
export async function readOfPerson(text: string, reading: Reading, ask: PlanAsk): Promise<Plan | undefined> {
  if (reading.verdict !== 'not_understood' || reading.unknown === undefined) return undefined;
  const named = reading.unknown;
  const { names, timezone } = ask;
  const ofSomebody = text.replace(`@${named}`, named).replace(named, 'someone');
  const at = { now: ask.now(), timezone };
  // "What is Ben working on?" can only mean leads.
  const read = [ofSomebody, `leads ${ofSomebody}`]
    .map((one) => readQuestion(one, names.known, at))
    .find((one) => one.verdict === 'understood' && isOfPeople(one.plan));
  if (read?.verdict !== 'understood') return undefined;
  return { ...read.plan, person: ask.isStoreEmpty ? { name: named } : await findPerson(named, ask) };
}

function isOfPeople({ intent, filters = [] }: Plan): boolean {
  return intent === 'leads' && filters.some((filter) => OF_PEOPLE.has(filter));
}

async function findPerson(named: string, ask: PlanAsk): Promise<NonNullable<Plan['person']>> {
  const { db, team, project, workspace } = ask;
  const leads = await readStandingLeads(db, { team, projectId: project.id }, DONE);
  const ids = [...new Set(leads.flatMap(({ state }) => state.by ?? []))];
  const people = await Promise.all(
    (ID.test(named) ? [named] : ids).map((id) => workspace.personOf(id).catch(() => ({ id, name: id }))),
  );
  const folded = named.toLowerCase();
  const found =
    people.find(({ id, name }) => id === named || name.toLowerCase() === folded) ??
    people.find(({ name }) => name.toLowerCase().split(/\s+/).includes(folded));
  return found ? { id: found.id, name: found.name } : { name: named };
}
