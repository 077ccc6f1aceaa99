/** What a short name or a project's name means to whoever writes: what they don't see in Slack doesn't exist. */
import type { Project } from '../projects/projects.ts';
import { keyOfHandle } from '../store/handles.ts';
import type { Ask } from '../surface/ask.ts';
import { type ClickedLead, findLeads } from '../surface/leads/clicked-lead.ts';
import { suggestionSeen } from '../surface/prompts/suggestions.ts';
import { Refused } from '../surface/refused.ts';
import { type ClickedAlert, findAlertSeen } from '../surface/scores/alert.ts';
import { findChannelsSeen, requireChannelSeen } from '../surface/seen-by.ts';
import { projectMeant, projectsSeen } from './caller-ask.ts';

/** Who asks, in no channel; `seen` is the same as in a direct message, where all that they see is shown. */
export type Asker = { ask: Ask; seen: Ask };

/** What is meant by a call: a thing of a project, and the channel in which its asker acts. `handle`: its short name. */
export type Meant<Thing> = { thing: Thing; handle: string; project: Project; channel: string };

/** @throws Refused */
export async function onlyProject(
  { project: named }: { project?: string | undefined },
  { ask, seen }: Asker,
): Promise<Meant<undefined>> {
  const project = projectMeant(named, seen);
  return { thing: undefined, handle: '', project, channel: await requireChannelSeen(project, ask) };
}

/** @throws Refused */
export function leadMeant(given: Named, asker: Asker): Promise<Meant<ClickedLead>> {
  return thingMeant(given, asker, async (_, project, ask) => {
    const [channel] = await findChannelsSeen(project, ask);
    if (channel === undefined) return undefined;
    const [thing] = await findLeads(project.id, [given.handle], { ...ask, channel });
    return thing && { thing, channel };
  });
}

/** @throws Refused */
export function alertMeant(given: Named, asker: Asker): Promise<Meant<ClickedAlert>> {
  return thingMeant(given, asker, async (key, project, ask) => {
    const thing = await findAlertSeen(key, project, ask);
    return thing && { thing, channel: thing.at.channel };
  });
}

type SeenSuggestion = NonNullable<Awaited<ReturnType<typeof suggestionSeen>>>;

/** @throws Refused */
export function suggestionMeant(given: Named, asker: Asker): Promise<Meant<SeenSuggestion>> {
  return thingMeant(given, asker, async (key, project, ask) => {
    const thing = await suggestionSeen(key, project, ask);
    const channel = thing?.posts[0]?.channel;
    return thing && channel !== undefined ? { thing, channel } : undefined;
  });
}

type Named = { project?: string | undefined; handle: string };
type Look<Thing> = (
  key: string,
  project: Project,
  ask: Ask,
) => Promise<Pick<Meant<Thing>, 'thing' | 'channel'> | undefined>;

/** What is another's is refused in the same words as what is nobody's. */
async function thingMeant<Thing>(
  { project: named, handle }: Named,
  { ask, seen }: Asker,
  look: Look<Thing>,
): Promise<Meant<Thing>> {
  const all = projectsSeen(seen);
  const projects = named === undefined && all.length > 0 ? all : [projectMeant(named, seen)];
  const key = (await keyOfHandle(ask.db, ask.team, handle)) ?? '';
  const looked = projects.map(async (project) => {
    const found = await look(key, project, ask);
    return found ? [{ ...found, handle, project }] : [];
  });
  const found = (await Promise.all(looked)).flat();
  const [only, second] = found;
  if (only && !second) return only;
  throw new Refused(
    only
      ? `${handle} is in ${namesOf(found.map(({ project }) => project))}. Say which project you mean.`
      : `You see no ${handle} in ${namesOf(projects)}. Nothing was changed.`,
  );
}

function namesOf(projects: readonly Project[]): string {
  return projects.map(({ name }) => name).join(', ');
}
