/** What the prompt runs of a run group come to together. */

import type { PromptRun } from '../visibility/contract.ts';
import { isFailed, type RunFigures, runStatus } from '../words/run-status.ts';
import { medianOf } from './score-window.ts';

export function runFigures(runs: readonly PromptRun[]): RunFigures {
  const costs = runs.flatMap(({ cost_usd }) => cost_usd ?? []);
  const latencies = runs.flatMap(({ latency_ms }) => latency_ms ?? []);
  return {
    listed: runs.length,
    completed: runs.filter(({ status }) => runStatus(status) === 'completed').length,
    failed: runs.filter(isFailed).length,
    cost: costs.reduce((sum, cost) => sum + cost, 0),
    costed: costs.length,
    latencyMs: latencies.length > 0 ? medianOf(latencies) : undefined,
  };
}
