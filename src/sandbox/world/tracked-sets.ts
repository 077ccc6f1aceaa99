/** The engines and regions that a simulated project tracks, and how much each region is used. */
import { DEFAULT_ENGINES, DEFAULT_REGIONS, ENGINES, REGIONS } from './cast.ts';
import type { Change, Changes } from './changes.ts';
import type { Day } from './day.ts';
import type { PromptRun, Region } from './rows.ts';

export function createTrackedSets(changes: Changes) {
  return {
    engines: createSet(ENGINES, DEFAULT_ENGINES, 'engines_set', changes),
    regions: createSet(REGIONS, DEFAULT_REGIONS, 'regions_set', changes),
  };
}

function createSet<Row extends { id: string }>(
  rows: readonly Row[],
  initial: readonly Row[],
  kind: 'engines_set' | 'regions_set',
  changes: Changes,
) {
  const apply = (changes: readonly Change[]): readonly Row[] => {
    const last = changes.findLast((change) => change.kind === kind);
    if (last === undefined || !('ids' in last)) return initial;
    return rows.filter(({ id }) => last.ids.includes(id));
  };
  return {
    current: () => apply(changes.all()),
    /** The set in force on this day. */
    on: (day: Day) => apply(changes.beforeDay(day)),
    /** Replaces the set from tomorrow on. `ids` must exist. */
    replace: (ids: readonly string[], now: number) => changes.add({ kind, at: now, ids: [...new Set(ids)] }),
  };
}

/** `share` is of all runs, 0 to 1. */
export type RegionUsage = { region: Region; prompts: number; runs: number; share: number };

/** One row per region, including those without runs so far. */
export function countRegionUsage(regions: readonly Region[], runs: readonly PromptRun[]): RegionUsage[] {
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
