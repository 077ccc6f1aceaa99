/** Which lead a click means, whether whoever clicked may see it, and how it stands for the readers of that channel. */
import { z } from 'zod';
import type { LeadStanding } from '../../decision.ts';
import { LEAD_VERBS, type LeadRef } from '../../messages/leads/lead-controls.ts';
import { leadStandings, readersOf } from '../../outbox/standing.ts';
import { feedsOf, type Project, type Projects, timezoneOf, visibleIn } from '../../projects/projects.ts';
import { keysOfHandles } from '../../store/handles.ts';
import { sameThread } from '../../store/lead-threads.ts';
import { type KeptLead, type LeadKey, leadsByKey } from '../../store/leads.ts';
import { carried } from '../carried.ts';
import { Refused } from '../refused.ts';
import type { ActionRequest, Asker, SurfaceDeps } from '../request.ts';
import { seenBy } from '../seen-by.ts';

/** A lead with the project it is of; `same` are leads of other projects shown here with the same thread. */
export type ClickedLead = {
  handle: string;
  project: Project;
  lead: KeptLead;
  at: LeadKey;
  same: LeadKey[];
  /** Of the feed that brings its leads. */
  timezone: string;
};

export const NOT_SHOWN = 'This lead is no longer shown here. Nothing changed.';

/** A private page of a digest's further leads: where it begins (from 0), and the digest's message. */
export const CarriedPage = z.object({ from: z.int().nonnegative(), ts: z.string() });

/** What a click on a lead carries; `verb` is a menu's choice, `page` the private one on which it stands. */
export const CarriedLead = z.object({
  handle: z.string(),
  projectId: z.string(),
  page: CarriedPage.optional(),
  verb: z.enum(LEAD_VERBS).optional(),
});

/** @throws Refused for what cannot be read. */
export function leadClicked({ value }: Pick<ActionRequest, 'value'>) {
  return carried(CarriedLead, value);
}

/** @throws Refused for a lead that is not known, or not shown here. */
export async function clickedLead(ref: LeadRef, asker: Asker, deps: SurfaceDeps): Promise<ClickedLead> {
  const [clicked] = await clickedLeads(ref.projectId, [ref.handle], asker, deps);
  if (!clicked) throw new Refused({ sentence: NOT_SHOWN });
  return clicked;
}

/** In the order of their handles, without those that are not known; none where the project is not shown here. */
export async function clickedLeads(
  projectId: string,
  handles: readonly string[],
  asker: Asker,
  deps: SurfaceDeps,
): Promise<ClickedLead[]> {
  const { team } = asker.installation;
  const shown = await projectsShown(asker, deps);
  const project = shown.find(({ id }) => id === projectId);
  if (!project) return [];
  const keys = await keysOfHandles(deps.db, team, handles);
  const leads = await leadsByKey(deps.db, team, projectId, [...keys.values()]);
  const others = await sameThread(deps.db, team, projectId, [...leads.keys()]);
  const timezone = leadsTimezone(projectId, deps.projects());
  return handles.flatMap((handle) => {
    const lead = leads.get(keys.get(handle) ?? '');
    if (!lead) return [];
    const at = { team, projectId, key: lead.key };
    const same = (others.get(lead.key) ?? []).filter((one) => shown.some(({ id }) => id === one.projectId));
    return [{ handle, project, lead, at, same: same.map((one) => ({ team, ...one })), timezone }];
  });
}

/** In a direct message people see the projects of the channels that they are in. */
async function projectsShown(asker: Asker, deps: SurfaceDeps): Promise<readonly Project[]> {
  if (!asker.channel.startsWith('D')) return visibleIn(deps.projects(), asker.channel);
  return (await seenBy(asker, deps)).projects;
}

/** Of the feed that brings a project's leads: in it their days begin and end. */
export function leadsTimezone(projectId: string, projects: Projects): string {
  const feed = feedsOf(projects).find(({ kind, project }) => kind === 'leads' && project.id === projectId);
  const project = projects.projects.find(({ id }) => id === projectId);
  return feed?.timezone ?? (project ? timezoneOf(projects, project) : projects.defaults.timezone);
}

/** How a lead stands for the readers of the channel in which somebody asks. */
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
