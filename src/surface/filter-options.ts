/** "engine:Gemini region:US" behind a command: the ids that the API filters by. */
import type { VisibilityClient } from '../visibility/client.ts';
import { nearest } from './command-line.ts';
import { Refused } from './refused.ts';
import type { CommandRequest } from './request.ts';

export const FILTERS = ['engine', 'region'] as const;

/** `ids` are the API's own; `only` are the names of what alone was asked for, as the API has them. */
type Filter = { ids: { engineIds?: string[]; regionIds?: string[] }; only: readonly string[] };
/** The first name is the one that people are shown. */
type Known = { id: string; names: readonly string[] };

/** @throws Refused for a name that the API does not know. */
export async function filterOf({ options }: CommandRequest, api: VisibilityClient): Promise<Filter> {
  const { engine, region } = options;
  const one = engine && found('engine', engine, await enginesOf(api));
  const place = region && found('region', region, await regionsOf(api));
  return {
    ids: { ...(one && { engineIds: [one.id] }), ...(place && { regionIds: [place.id] }) },
    only: [one, place].flatMap((known) => (known ? known.names.slice(0, 1) : [])),
  };
}

async function enginesOf(api: VisibilityClient): Promise<Known[]> {
  return (await api.engines()).map(({ id, display_name, model }) => ({ id, names: [display_name, model] }));
}

async function regionsOf(api: VisibilityClient): Promise<Known[]> {
  return (await api.regions()).flatMap(({ id, name, code }) =>
    id === undefined ? [] : [{ id, names: [name, code].filter((one) => one !== undefined) }],
  );
}

function found(what: 'engine' | 'region', typed: string, known: readonly Known[]): Known {
  const meant = known.find(({ names }) => names.some((name) => name.toLowerCase() === typed.toLowerCase()));
  if (meant) return meant;
  const first = known.flatMap(({ names }) => names.slice(0, 1));
  throw new Refused({
    sentence: `The API knows no ${what} “${typed}”. It knows: ${first.join(', ') || 'none'}.`,
    nearest: nearest(
      typed,
      known.flatMap(({ names }) => names),
    ),
  });
}
