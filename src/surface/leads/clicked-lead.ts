/** Finds the lead a click means, if the person may see it, and how it stands for the readers of that channel. */
import type { LeadStanding } from '../../decision.ts';
import type { LeadRef } from '../../messages/leads/lead-controls.ts';
import { type Readers, readersOf, readLeadStandingsFor } from '../../outbox/standing.ts';
import {
  feedsOfProject,
  findVisibleProjects,
  type Project,
  type Projects,
  projectOf,
  timezoneOf,
} from '../../projects/projects.ts';
import { findKeysOfHandles } from '../../store/handles.ts';
import { findSameThread } from '../../store/lead-stories.ts';
import { findLead, type KeptLead, type LeadKey, readLeadsByKey } from '../../store/leads.ts';
import type { Ask } from '../ask.ts';
import { Refused } from '../refused.ts';
import { findSeen, isDirect } from '../seen-by.ts';

export type ClickedLead = {
  handle: string;
  project: Project;
  lead: KeptLead;
  at: LeadKey;
  /** Leads of other projects shown here for the same thread. */
  same: LeadKey[];
  /** That of the project's leads feed. */
  timezone: string;
};

export const NOT_SHOWN = 'This lead is no longer shown here. Nothing changed.';

/** @throws Refused if the lead is unknown, or not shown here */
export async function requireLead(ref: LeadRef, ask: Ask): Promise<ClickedLead> {
  const [clicked] = await findLeads(ref.projectId, [ref.handle], ask);
  if (!clicked) throw new Refused(NOT_SHOWN);
  return clicked;
}

/** In the order of the handles, without unknown ones; empty if the project is not shown here. */
export async function findLeads(
  projectId: string,
  handles: readonly string[],
  ask: Ask,
): Promise<ClickedLead[]> {
  const { team } = ask;
  const shown = isDirect(ask.channel)
    ? (await findSeen(ask)).projects
    : findVisibleProjects(ask.workspace.projects(), ask.channel);
  const project = shown.find(({ id }) => id === projectId);
  if (!project) return [];
  const keys = await findKeysOfHandles(ask.db, team, handles);
  const leads = await readLeadsByKey(ask.db, team, projectId, [...keys.values()]);
  const seen = shown.map(({ id }) => id);
  const others = await findSameThread(ask.db, team, projectId, [...leads.keys()], seen);
  const timezone = findLeadsTimezone(projectId, ask.workspace.projects());
  return handles.flatMap((handle) => {
    const lead = leads.get(keys.get(handle) ?? '');
    if (!lead) return [];
    const at = { team, projectId, key: lead.key };
    const same = (others.get(lead.key) ?? []).map((one) => ({ team, ...one }));
    return [{ handle, project, lead, at, same, timezone }];
  });
}

/** The timezone of the project's leads feed: it decides when a day begins. */
export function findLeadsTimezone(projectId: string, projects: Projects): string {
  const feed = feedsOfProject(projects, projectId).find(({ kind }) => kind === 'leads');
  const project = projectOf(projects, projectId);
  return feed?.timezone ?? (project ? timezoneOf(projects, project) : projects.defaults.timezone);
}

export function readersHere({ channel, person, workspace }: Ask): Readers {
  const place = { channel, isMember: workspace.isMember };
  return readersOf(workspace.projects(), place, isDirect(channel) ? person : undefined);
}

export async function readLeadStanding(at: LeadKey, ask: Ask): Promise<LeadStanding> {
  const lead = await findLead(ask.db, at);
  const standings = await readLeadStandings(at.projectId, lead ? [lead] : [], ask);
  return standings[at.key] ?? { state: 'new' };
}

export async function readLeadStandings(
  projectId: string,
  leads: readonly Pick<KeptLead, 'key' | 'state'>[],
  ask: Ask,
): Promise<Record<string, LeadStanding>> {
  return readLeadStandingsFor(ask.db, ask.team, projectId, leads, readersHere(ask));
}

/** Doesn't reveal whether the handle belongs to another project. */
export function noLeadNamed({ name }: Project): Refused {
  return new Refused(
    `${name} has no lead with this short name. If you read it in another channel, ask there.`,
    { example: '/visibility leads' },
  );
}
