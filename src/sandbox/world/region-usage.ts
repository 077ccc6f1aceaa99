/** How much of a project's asking each region takes, counted from the runs. */
import type { PromptRun, Region } from './rows.ts';

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
