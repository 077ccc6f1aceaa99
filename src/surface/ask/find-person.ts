/**
 * Finds whose leads a question is about: a name as Slack shows it, or a
 * mention, of somebody who did something with a lead.
 */

import type { Plan, Reading } from '../../ask/plan.ts';
import { readQuestion } from '../../ask/read-question.ts';
import { VOCABULARY } from '../../ask/signs.ts';
import { wordsOf } from '../../ask/words.ts';
import { readStandingLeads } from '../../store/open-leads.ts';
import { readHandle } from '../command-line.ts';
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
  if (reading.verdict === 'understood') return undefined;
  const people = ask.isStoreEmpty ? [] : await readPeople(ask);
  const unknown = reading.verdict === 'not_understood' ? reading.unknown : undefined;
  const said = unknown ?? wordsOf(text).find(({ text, folded }) => isNameOf(people, text, folded))?.text;
  const named = said?.replace(/['’]s$/, '');
  if (named === undefined || readHandle(named) !== undefined) return undefined;
  const { names, timezone } = ask;
  const ofSomebody = text
    .replace(`@${named}`, named)
    .replace(named, 'someone')
    .replace(/someone['’]s (?=leads)/, 'claimed ');
  const at = { now: ask.now(), timezone };
  // "What is Ben working on?" can only mean leads.
  const read = [ofSomebody, `leads ${ofSomebody}`]
    .map((one) => readQuestion(one, names.known, at))
    .find((one) => one.verdict === 'understood' && isOfPeople(one.plan));
  if (read?.verdict !== 'understood') return undefined;
  return { ...read.plan, person: ask.isStoreEmpty ? { name: named } : await findPerson(named, people, ask) };
}

function isOfPeople({ intent, filters = [] }: Plan): boolean {
  return intent === 'leads' && filters.some((filter) => OF_PEOPLE.has(filter));
}

type Known = { id: string; name: string };

/** Everybody who did something with a lead of the project. */
async function readPeople(ask: PlanAsk): Promise<Known[]> {
  const { db, team, project } = ask;
  const leads = await readStandingLeads(db, { team, projectId: project.id }, DONE);
  const ids = new Set(leads.flatMap(({ state }) => state.by || []));
  return Promise.all([...ids].map((id) => nameOf(id, ask)));
}

async function nameOf(id: string, { workspace }: PlanAsk): Promise<Known> {
  return workspace.personOf(id).catch(() => ({ id, name: id }));
}

/** Common words are only names with a capital: "Will", "May". */
function isNameOf(people: readonly Known[], word: string, folded: string): boolean {
  if (VOCABULARY.has(folded) && !/^\p{Lu}/u.test(word)) return false;
  return people.some(({ name }) => name.toLowerCase().split(/\s+/).includes(folded));
}

async function findPerson(
  named: string,
  known: readonly Known[],
  ask: PlanAsk,
): Promise<NonNullable<Plan['person']>> {
  const people = ID.test(named) ? [await nameOf(named, ask)] : known;
  const folded = named.toLowerCase();
  const found =
    people.find(({ id, name }) => id === named || name.toLowerCase() === folded) ??
    people.find(({ name }) => name.toLowerCase().split(/\s+/).includes(folded));
  return found ? { id: found.id, name: found.name } : { name: named };
}
