/** Reads the API's run statuses. It documents no values, so these are guesses. */

export type RunStatus = 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';

const VALUES: Readonly<Record<RunStatus, readonly string[]>> = {
  waiting: ['pending', 'queued', 'scheduled', 'waiting'],
  running: ['running', 'in_progress', 'processing', 'started'],
  completed: ['completed', 'complete', 'succeeded', 'success', 'done', 'finished'],
  failed: ['failed', 'failure', 'error', 'errored', 'timeout', 'timed_out'],
  cancelled: ['cancelled', 'canceled', 'aborted', 'skipped'],
};

const MEANING = new Map(
  (Object.keys(VALUES) as RunStatus[]).flatMap((status) => VALUES[status].map((value) => [value, status])),
);

/** Undefined for an unknown value. */
export function readRunStatus(status: string): RunStatus | undefined {
  return MEANING.get(
    status
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
}

/** Whether a run failed by its status, or has an error and an unknown status. */
export function isFailed({ status, error }: { status: string; error: string | null }): boolean {
  const known = readRunStatus(status);
  return known === 'failed' || (known === undefined && (error ?? '').trim() !== '');
}

/** Totals of the runs the API listed. `cost`: US dollars, of the `costed` runs only. `latencyMs`: the median. */
export type RunFigures = {
  listed: number;
  completed: number;
  failed: number;
  cost: number;
  costed: number;
  latencyMs: number | undefined;
};
