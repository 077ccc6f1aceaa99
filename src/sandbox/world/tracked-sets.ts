/** The engines and regions that a simulated project tracks, the first set or what someone set since, and how much each region is used. */
import { ENGINES, FIRST_ENGINES, FIRST_REGIONS, REGIONS } from './cast.ts';
import type { Change, Changes } from './changes.ts';
import type { Day } from './day.ts';
import type { PromptRun, Region } from './rows.ts';

export function createTrackedSets(changes: Changes) {
  return {
    engines: setOf(ENGINES, FIRST_ENGINES, 'engines_set', changes),
    regions: setOf(REGIONS, FIRST_REGIONS, 'regions_set', changes),
  };
}

function setOf<Row extends { id: string }>(
  rows: readonly Row[],
  first: readonly Row[],
  kind: 'engines_set' | 'regions_set',
  changes: Changes,
) {
  const after = (made: readonly Change[]): readonly Row[] => {
    const last = made.findLast((change) => change.kind === kind);
    if (last === undefined || !('ids' in last)) return first;
    return rows.filter(({ id }) => last.ids.includes(id));
  };
  return {
    /** As it was set last. */
    now: () => after(changes.all()),
    /** The set that this day's prompts are asked of. */
    on: (day: Day) => after(changes.beforeDay(day)),
    /** Replaces the set from tomorrow on. `ids` are of known rows, at least one; repeated ones count once. */
    replace: (ids: readonly string[], now: number) => changes.add({ kind, at: now, ids: [...new Set(ids)] }),
  };
}

/** `share` is of all runs, 0 to 1. */
export type RegionUsage = { region: Region; prompts: number; runs: number; share: number };

/** One row for each of `regions`, also for one that no run knows yet. */
export function regionUsageOf(regions: readonly Region[], runs: readonly PromptRun[]): RegionUsage[] {
  return regions.map((region) => {
    const here = runs.filter(({ regionId }) => regionId === region.id);
    return {
      region,
      prompts: new Set(here.map(({ prompt }) => prompt.id)).size,
      runs: here.length,
      share: runs.length === 0 ? 0 : here.length / runs.length,
    };
  });
}
