/** Learns from alerts that people found of no use: proposes a threshold that would have spared them. People decide. */
import type { ProjectRef, ScoreAlert, ThresholdProposal } from '../decision.ts';
import type { ScoreSeries } from './score-series.ts';
import { whatIf } from './what-if.ts';

/** Of the last so many alerts … */
export const LOOKED_AT = 4;
/** … so many must be of no use: fewer are no evidence. */
const FEWEST = 3;

/** As far back as figures reach at all. */
const LOOKED_BACK_DAYS = 3_650;

/** A threshold many times as large is no better one, but a feed that is not wanted. */
const LARGEST_FACTOR = 5;

/** `judged` are the last alerts, and how many people found each of no use. */
export function proposeThreshold(
  judged: readonly { alert: ScoreAlert; notUseful: number }[],
  series: readonly ScoreSeries[],
  { project, minChange }: { project: ProjectRef; minChange: number },
): ThresholdProposal | undefined {
  const now = whatIf(project, series, minChange, LOOKED_BACK_DAYS);
  const last = judged.slice(0, LOOKED_AT);
  // Of what lies before the first figure nobody can say whether it would have come.
  const useless = last
    .filter(({ notUseful }) => notUseful > 0)
    .flatMap(({ alert }) => alert.alert ?? [])
    .filter(({ openedOn }) => now !== undefined && openedOn >= now.from);
  if (useless.length < FEWEST) return undefined;
  for (const candidate of candidates(minChange)) {
    const brought = whatIf(project, series, candidate, LOOKED_BACK_DAYS);
    if (!brought) return undefined;
    const isSpared = useless.every(
      (one) => !brought.alerts.some(({ alert }) => alert.openedOn <= one.day && one.openedOn <= alert.day),
    );
    if (isSpared) {
      const { from, to, alerts } = brought;
      const marked = { notUseful: useless.length, of: last.length };
      return { minChange: candidate, ...marked, others: alerts.length, from, to };
    }
  }
  return undefined;
}

/** Larger ones in steps that people would write: 6, 7, 8 …; 0.06, 0.07 … */
function candidates(minChange: number): number[] {
  const step = minChange >= 1 ? 1 : 0.01;
  const first = Math.floor(minChange / step + 1e-9) + 1;
  const steps = Math.ceil((minChange * LARGEST_FACTOR) / step) - first + 1;
  return Array.from({ length: Math.max(0, steps) }, (_, i) => Number(((first + i) * step).toFixed(2)));
}
