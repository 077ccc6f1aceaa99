/** Which lead a click means, and whether whoever clicked may see it. */
import type { LeadPage, LeadRef } from '../../messages/lead-controls.ts';
import { feedsOf, type Project, type Projects, timezoneOf, visibleIn } from '../../projects/projects.ts';
import { keyOfHandle } from '../../store/handles.ts';
import { type KeptLead, type LeadKey, leadAt } from '../../store/leads.ts';
import { sameThread } from '../../store/same-thread.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';

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
  const { team } = asker.installation;
  const shown = await projectsShown(asker, deps);
  const project = shown.find(({ id }) => id === ref.projectId);
  const key = await keyOfHandle(deps.db, team, ref.handle);
  const at = { team, projectId: ref.projectId, key: key ?? '' };
  const lead = project && (await leadAt(deps.db, at));
  if (!project || !lead) {
    throw new Refused({ sentence: 'This lead is not shown here any more, so nothing was changed.' });
  }
  const others = (await sameThread(deps.db, team, project.id, [lead.key])).get(lead.key) ?? [];
  const same = others.filter(({ projectId }) => shown.some(({ id }) => id === projectId));
  const timezone = leadsTimezone(project.id, deps.projects());
  return { handle: ref.handle, project, lead, at, same: same.map((one) => ({ team, ...one })), timezone };
}

/** In a direct message people see the projects of the channels that they are in. */
async function projectsShown(asker: Asker, deps: SurfaceDeps): Promise<Project[]> {
  const projects = deps.projects();
  if (!asker.channel.startsWith('D')) return visibleIn(projects, asker.channel);
  const theirs = await Promise.all(
    projects.projects.map(async (project) => {
      const there = await Promise.all(
        channelsOf(project, projects).map((channel) =>
          deps.isMember(asker.installation, channel, asker.person),
        ),
      );
      return there.includes(true) ? [project] : [];
    }),
  );
  return theirs.flat();
}

function channelsOf(project: Project, projects: Projects): string[] {
  const feeds = feedsOf(projects).filter((feed) => feed.project.id === project.id);
  return [...new Set([...(project.visible_in ?? []), ...feeds.map(({ channel }) => channel)])];
}

/** Of the feed that brings a project's leads: in it their days begin and end. */
export function leadsTimezone(projectId: string, projects: Projects): string {
  const feed = feedsOf(projects).find(({ kind, project }) => kind === 'leads' && project.id === projectId);
  const project = projects.projects.find(({ id }) => id === projectId);
  return feed?.timezone ?? (project ? timezoneOf(projects, project) : projects.defaults.timezone);
}
