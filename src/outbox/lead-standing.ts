/** How leads stand for the readers of one place: names only of people who are there, projects that are shown there. */
import type { LeadStanding } from '../decision.ts';
import type { Project } from '../projects/projects.ts';
import { sameThread } from '../store/lead-threads.ts';
import { leadsByKey } from '../store/leads.ts';
import type { Db } from '../store/schema.ts';

/** Who reads: what is shown to them, and whether a person is one of them. */
export type Readers = {
  projects: readonly Project[];
  isOneOfThem: (person: string) => Promise<boolean>;
};

export async function leadStandings(
  db: Db,
  team: string,
  projectId: string,
  keys: readonly string[],
  readers: Readers,
): Promise<Record<string, LeadStanding>> {
  return (await readLeadStandings(db, team, projectId, keys, readers))();
}

/** Reads the store; who is one of the readers is asked only by what it returns, which reads nothing any more. */
export async function readLeadStandings(
  db: Db,
  team: string,
  projectId: string,
  keys: readonly string[],
  readers: Readers,
): Promise<() => Promise<Record<string, LeadStanding>>> {
  const kept = await leadsByKey(db, team, projectId, keys);
  const same = await sameThread(db, team, projectId, keys);
  const ifReader = async (person: string | undefined) =>
    person !== undefined && (await readers.isOneOfThem(person)) ? person : undefined;
  return async () => {
    const standings = [...kept].map(async ([key, { state }]) => {
      const others = (same.get(key) ?? []).map((other) => other.projectId);
      const alsoOf = readers.projects.filter(({ id }) => others.includes(id)).map(({ name }) => name);
      const { by, assignedBy } = state.state === 'new' ? {} : state;
      const [named, namedAssigner] = await Promise.all([by, assignedBy].map(ifReader));
      return [key, { ...state, by: named, assignedBy: namedAssigner, alsoOf }] as const;
    });
    return Object.fromEntries(await Promise.all(standings));
  };
}
