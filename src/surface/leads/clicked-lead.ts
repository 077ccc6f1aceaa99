/** Which lead a click means, and whether whoever clicked may see it. */
import type { LeadPage, LeadRef } from '../../messages/lead-controls.ts';
import { feedsOf, type Project, type Projects, timezoneOf, visibleIn } from '../../projects/projects.ts';
import { keysOfHandles } from '../../store/handles.ts';
import { sameThread } from '../../store/lead-threads.ts';
import { type KeptLead, type LeadKey, leadsByKey } from '../../store/leads.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
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

export const NOT_SHOWN = 'This lead is not shown here any more, so nothing was changed.';

/** Reads what a button of a lead carries. */
export function leadRefIn(value: string): LeadRef {
  const [handle = '', projectId = ''] = value.split(' ');
  return { handle, projectId };
}

/** The private page on which the button stands, in what it carries after its lead. */
export function pageIn(value: string): LeadPage | undefined {
  const [, from, ts] = value.match(/ (\d{1,6}) (\d+\.\d+)$/) ?? [];
  return from !== undefined && ts !== undefined ? { from: Number(from), ts } : undefined;
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
