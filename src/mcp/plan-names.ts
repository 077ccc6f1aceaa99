/** Names in a tool's input as the API writes them, so that a plan can hold them. */
import type { Names, Plan } from '../ask/plan.ts';
import type { Project } from '../projects/projects.ts';
import type { NamesOfProject } from '../surface/ask/names-of-project.ts';
import type { Ask } from '../surface/ask.ts';
import { Refused } from '../surface/refused.ts';
import { findNearest } from '../words/nearest.ts';

/** A plan as a caller writes it: several names stand in one text, with commas. */
export type Wanted = Omit<Plan, 'entity' | 'engine' | 'region' | 'topic'> & {
  entity?: string | undefined;
  engine?: string | undefined;
  region?: string | undefined;
  topic?: string | undefined;
};

/** What `entity` is a name of. */
export type EntityKind = 'rivals' | 'domains' | 'places';

/**
 * The plan with its names as they are written in the project. Of what may be more than the lists hold (rivals, sites, places,
 * topics) a name that is not in them stays. @throws Refused for an engine or a region that there is none of
 */
export async function planWith(
  { entity, engine, region, topic, ...rest }: Wanted,
  kind: EntityKind,
  { project, ask }: { project: Project; ask: Ask },
): Promise<Plan> {
  const { from, to } = rest;
  if (from !== undefined && to !== undefined && from > to)
    throw new Refused(`from (${from}) is after to (${to}). Swap them.`);
  const names = await ask.projectNames({ team: ask.team, project });
  const open = (typed: string, known: readonly string[]) => severalOf(typed, known, (one) => one);
  return {
    ...rest,
    ...(entity !== undefined && { entity: open(entity, names[kind]) }),
    ...(engine !== undefined && { engine: knownOnly('engine', engine, names.engines, names, project) }),
    ...(region !== undefined && { region: regionMeant(region, names, project) }),
    ...(topic !== undefined && { topic: open(topic, names.topics) }),
  };
}

function regionMeant(typed: string, names: NamesOfProject, project: Project): Plan['region'] {
  const byCode = typed.split(',').map((one) => codeOf(one.trim(), names.regions));
  const known = names.regions.map(({ name }) => name);
  return knownOnly('region', byCode.join(', '), known, names, project);
}

/** "de" is Germany. */
function codeOf(typed: string, regions: Names['regions']): string {
  return regions.find(({ code }) => code?.toLowerCase() === typed.toLowerCase())?.name ?? typed;
}

function knownOnly(
  what: 'engine' | 'region',
  typed: string,
  known: readonly string[],
  { unread }: NamesOfProject,
  { name }: Project,
): Plan['engine'] {
  return severalOf(typed, known, (one) => {
    // Where the list can't be read, nobody knows better than whoever asks.
    if (unread.includes(`${what}s`)) return one;
    const there = known.length > 0 ? ` There are: ${known.slice(0, 30).join(', ')}.` : '';
    throw new Refused(`${name} has no ${what} “${one}”.${there}`);
  });
}

/** One name, or several; a name may hold a comma. */
function severalOf(
  typed: string,
  known: readonly string[],
  unknown: (one: string) => string,
): string | string[] {
  const meant = (one: string) => findNearest(one, known);
  const whole = meant(typed);
  if (whole !== undefined) return whole;
  const pieces = typed.split(',').flatMap((one) => one.trim() || []);
  const all = [...new Set(pieces.map((one) => meant(one) ?? unknown(one)))];
  const [only = unknown(typed), second] = all;
  return second === undefined ? only : all;
}
