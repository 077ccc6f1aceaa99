/** Reads how the things in a decision stand when it is sent, so that no post is outdated from the start. */
import type { Decision, LeadStanding, Standing } from '../decision.ts';
import type { Project, Projects } from '../projects/projects.ts';
import { channelsOf, findVisibleProjects, projectOf } from '../projects/projects.ts';
import { readHandles } from '../store/handles.ts';
import { findSameThread } from '../store/lead-stories.ts';
import { type KeptLead, readLeadsByKey } from '../store/leads.ts';
import type { Db } from '../store/tables.ts';
import { postKind } from './post-kinds.ts';

/** A channel, or a person by id. `isMember`: undefined if Slack doesn't answer. */
export type Place = {
  channel: string;
  isMember: (channel: string, person: string) => Promise<boolean | undefined>;
};

export async function readStanding(
  db: Db,
  team: string,
  decision: Decision,
  projects: Projects,
  place: Place,
): Promise<Standing> {
  const kind = postKind(decision);
  const readers = readersOf(projects, place);
  const byProject = Map.groupBy(kind.leads(decision), ({ projectId = decision.project.id }) => projectId);
  const leads: Record<string, LeadStanding> = {};
  for (const [projectId, shown] of byProject) {
    const keys = shown.map(({ key }) => key);
    const kept = await readLeadsByKey(db, team, projectId, keys);
    Object.assign(leads, await readLeadStandingsFor(db, team, projectId, [...kept.values()], readers));
  }
  return {
    leads,
    handles: await readHandles(db, team, kind.handles(decision)?.keys ?? []),
    ...(await kind.standing(decision, { db, team, projects, channel: place.channel })),
    writes: writesOf(projects),
    dashboardUrl: dashboardOf(projects, decision.project.id),
  };
}

/** The readers of a channel, or of a direct message with `alone`. A post goes to such a person by id. */
export function readersOf(
  projects: Projects,
  { channel, isMember }: Pick<Place, 'channel' | 'isMember'>,
  alone = /^[UW]/.test(channel) ? channel : undefined,
): Readers {
  const meet = async (reader: string, person: string, projectId: string) => {
    const project = projectOf(projects, projectId);
    // The direct message itself may be among them, but nobody else is in it.
    const places = (project ? channelsOf(project) : []).filter((place) => place !== channel);
    const shared = places.map(
      async (place) => (await isMember(place, reader)) && (await isMember(place, person)),
    );
    return (await Promise.all(shared)).includes(true);
  };
  return {
    projects: findVisibleProjects(projects, channel),
    isNamed: async (person, projectId) =>
      alone === undefined
        ? (await isMember(channel, person)) === true
        : person === alone || meet(alone, person, projectId),
  };
}

/** Whether accepting and dismissing reach the dashboard: only if their undocumented paths are configured. */
export function writesOf({ unlisted }: Pick<Projects, 'unlisted'>): Standing['writes'] {
  return {
    accept: unlisted.accept_segment_suggestion !== undefined,
    dismiss: unlisted.dismiss_segment_suggestion !== undefined,
  };
}

/** The dashboard page of a project, from projects.yml; undefined if not configured. */
export function dashboardOf({ dashboard_url }: Pick<Projects, 'dashboard_url'>, projectId: string) {
  return dashboard_url?.replaceAll('{project_id}', projectId);
}

/** `isNamed`: whether they may know what this person did for a project. They may if the person is in its channel with them. */
export type Readers = {
  projects: readonly Project[];
  isNamed: (person: string, projectId: string) => Promise<boolean>;
};

/** By key, the state of leads of a project, as these readers may see it. */
export async function readLeadStandingsFor(
  db: Db,
  team: string,
  projectId: string,
  leads: readonly Pick<KeptLead, 'key' | 'state'>[],
  readers: Readers,
): Promise<Record<string, LeadStanding>> {
  const keys = leads.map(({ key }) => key);
  const seen = readers.projects.map(({ id }) => id);
  const same = await findSameThread(db, team, projectId, keys, seen);
  const ifNamed = async (person: string | undefined) =>
    person !== undefined && (await readers.isNamed(person, projectId)) ? person : undefined;
  const standings = leads.map(async ({ key, state }) => {
    const others = (same.get(key) ?? []).map((other) => other.projectId);
    const alsoOf = readers.projects.filter(({ id }) => others.includes(id)).map(({ name }) => name);
    const { by, assignedBy } = state.state === 'new' ? {} : state;
    const [named, namedAssigner] = await Promise.all([by, assignedBy].map(ifNamed));
    return [key, { ...state, before: undefined, by: named, assignedBy: namedAssigner, alsoOf }] as const;
  });
  return Object.fromEntries(await Promise.all(standings));
}
