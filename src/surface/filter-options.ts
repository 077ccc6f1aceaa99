/** "engine:Gemini region:US" behind a command: the ids that the API filters by. */
import type { VisibilityClient } from '../visibility/client.ts';
import { nearest } from './command-line.ts';
import { Refused } from './refused.ts';
import type { CommandRequest } from './request.ts';

export const FILTERS = ['engine', 'region'] as const;

type Filter = { engineIds?: string[]; regionIds?: string[] };
type Known = { id: string; names: readonly string[] };

/** Undefined lists filter nothing. @throws Refused for a name that the API does not know. */
export async function filterOf({ options }: CommandRequest, api: VisibilityClient): Promise<Filter> {
  const { engine, region } = options;
  return {
    ...(engine && { engineIds: [idOf('engine', engine, await enginesOf(api))] }),
    ...(region && { regionIds: [idOf('region', region, await regionsOf(api))] }),
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

function idOf(what: 'engine' | 'region', typed: string, known: readonly Known[]): string {
  const found = known.find(({ names }) => names.some((name) => name.toLowerCase() === typed.toLowerCase()));
  if (found) return found.id;
  const first = known.flatMap(({ names }) => names.slice(0, 1));
  throw new Refused({
    sentence: `The API knows no ${what} “${typed}”. It knows: ${first.join(', ') || 'none'}.`,
    nearest: nearest(
      typed,
      known.flatMap(({ names }) => names),
    ),
  });
}
