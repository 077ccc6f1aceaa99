/** How the things a decision speaks of stand now: read at sending time, so that a post is never born old. */
import type { Decision, LeadStanding, Standing } from '../decision.ts';
import { type Project, type Projects, visibleIn } from '../projects/projects.ts';
import { handlesOf } from '../store/handles.ts';
import { sameThread } from '../store/lead-threads.ts';
import { type KeptLead, leadsByKey } from '../store/leads.ts';
import type { Db } from '../store/schema.ts';
import { postKind } from './post-kinds.ts';

/**
 * Where a post stands: a channel, or a person whom the bot writes to. `isMember` looks into the channel, `areAllIn` whether
 * everybody there is in another one too.
 */
export type Place = {
  channel: string;
  isMember: (channel: string, person: string) => Promise<boolean>;
  areAllIn: (channel: string, other: string) => Promise<boolean>;
};

export async function standingOf(
  db: Db,
  team: string,
  decision: Decision,
  projects: Projects,
  place: Place,
): Promise<Standing> {
  return (await readStanding(db, team, decision, projects, place))();
}

/**
 * Reads the store; who is in the channel is asked of Slack only by what it returns, which reads nothing any more: a
 * transaction need not stay open until Slack answers.
 */
export async function readStanding(
  db: Db,
  team: string,
  decision: Decision,
  projects: Projects,
  place: Place,
): Promise<() => Promise<Standing>> {
  const kind = postKind(decision);
  const readers = readersOf(projects, place);
  const byProject = Map.groupBy(kind.leads(decision), ({ projectId = decision.project.id }) => projectId);
  const leads: (() => Promise<Record<string, LeadStanding>>)[] = [];
  for (const [projectId, shown] of byProject) {
    const keys = shown.map(({ key }) => key);
    const kept = await leadsByKey(db, team, projectId, keys);
    leads.push(await readLeadStandings(db, team, projectId, [...kept.values()], readers));
  }
  const standing = {
    handles: await handlesOf(db, team, kind.handles(decision)?.keys ?? []),
    ...(await kind.standing(decision, { db, team, projects, channel: place.channel })),
    writes: writesOf(projects),
    dashboardUrl: dashboardOf(projects, decision.project.id),
  };
  const { openAlert } = standing;
  // To whoever is not in its channel it does not exist.
  const isSeen = async () => openAlert !== undefined && place.areAllIn(place.channel, openAlert.channel);
  return async () => {
    const all = await Promise.all(leads.map((read) => read()));
    const isAlertSeen = await isSeen();
    return {
      ...standing,
      leads: Object.assign({}, ...all),
      openAlert: isAlertSeen ? openAlert : undefined,
    };
  };
}

/** In a direct message its person alone reads. */
export function readersOf(
  projects: Projects,
  { channel, isMember }: Pick<Place, 'channel' | 'isMember'>,
): Readers {
  const direct = /^[UW]/.test(channel);
  return {
    projects: visibleIn(projects, channel),
    isOneOfThem: async (person) => (direct ? person === channel : isMember(channel, person)),
  };
}

/** Whether accepting and dismissing change the dashboard: no documented operation does, so paths are configured. */
export function writesOf({ unlisted }: Pick<Projects, 'unlisted'>): Standing['writes'] {
  return {
    accept: unlisted.accept_segment_suggestion !== undefined,
    dismiss: unlisted.dismiss_segment_suggestion !== undefined,
  };
}

/** Where people finish by hand what no operation of the API does; undefined where projects.yml does not say. */
export function dashboardOf(
  { dashboard_url }: Pick<Projects, 'dashboard_url'>,
  projectId: string,
): string | undefined {
  return dashboard_url?.replaceAll('{project_id}', projectId);
}

/** Who reads: what is shown to them, and whether a person is one of them. */
export type Readers = {
  projects: readonly Project[];
  isOneOfThem: (person: string) => Promise<boolean>;
};

/** How leads of a project stand for these readers, by key. */
export async function leadStandings(
  db: Db,
  team: string,
  projectId: string,
  leads: readonly Pick<KeptLead, 'key' | 'state'>[],
  readers: Readers,
): Promise<Record<string, LeadStanding>> {
  return (await readLeadStandings(db, team, projectId, leads, readers))();
}

/** Reads the store; who is one of the readers is asked only by what it returns, which reads nothing any more. */
async function readLeadStandings(
  db: Db,
  team: string,
  projectId: string,
  leads: readonly Pick<KeptLead, 'key' | 'state'>[],
  readers: Readers,
): Promise<() => Promise<Record<string, LeadStanding>>> {
  const keys = leads.map(({ key }) => key);
  const seen = readers.projects.map(({ id }) => id);
  const same = await sameThread(db, team, projectId, keys, seen);
  const ifReader = async (person: string | undefined) =>
    person !== undefined && (await readers.isOneOfThem(person)) ? person : undefined;
  return async () => {
    const standings = leads.map(async ({ key, state }) => {
      const others = (same.get(key) ?? []).map((other) => other.projectId);
      const alsoOf = readers.projects.filter(({ id }) => others.includes(id)).map(({ name }) => name);
      const { by, assignedBy } = state.state === 'new' ? {} : state;
      const [named, namedAssigner] = await Promise.all([by, assignedBy].map(ifReader));
      return [key, { ...state, by: named, assignedBy: namedAssigner, alsoOf }] as const;
    });
    return Object.fromEntries(await Promise.all(standings));
  };
}
