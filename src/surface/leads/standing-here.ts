/** How leads stand for the readers of the channel in which somebody asks. */
import type { LeadStanding } from '../../decision.ts';
import { leadStandings } from '../../outbox/lead-standing.ts';
import { readersOf } from '../../outbox/standing.ts';
import type { LeadKey } from '../../store/leads.ts';
import type { Asker, SurfaceDeps } from '../request.ts';

export async function standingHere(at: LeadKey, asker: Asker, deps: SurfaceDeps): Promise<LeadStanding> {
  const standings = await standingsHere(at.projectId, [at.key], asker, deps);
  return standings[at.key] ?? { state: 'new' };
}

/** By key; a lead that no poll brought yet is missing. */
export async function standingsHere(
  projectId: string,
  keys: readonly string[],
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Record<string, LeadStanding>> {
  const { channel, installation } = asker;
  const isMember = (place: string, person: string) => deps.isMember(installation, place, person);
  const readers = readersOf(deps.projects(), { channel, isMember });
  return leadStandings(deps.db, installation.team, projectId, keys, readers);
}
