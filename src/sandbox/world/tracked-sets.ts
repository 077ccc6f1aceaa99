/** The engines and regions that a simulated project tracks. */
import { DEFAULT_ENGINES, DEFAULT_REGIONS, ENGINES, REGIONS } from './cast.ts';
import type { Change, Changes } from './changes.ts';
import type { Day } from './day.ts';

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
