/** What is known of a run's status. The API's document shows no value, so these are guesses; others stay as they are. */

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

/** Undefined for a value that is not known. */
export function runStatus(status: string): RunStatus | undefined {
  return MEANING.get(
    status
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
}

/** A run that says so, or that says what went wrong and nothing of having completed. */
export function isFailed({ status, error }: { status: string; error: string | null }): boolean {
  const known = runStatus(status);
  return known === 'failed' || (known === undefined && (error ?? '').trim() !== '');
}

/** What the runs of a group come to, of those that the API listed; `cost` is of the `costed` ones alone, in US dollars, `latencyMs` their median. */
export type RunFigures = {
  listed: number;
  completed: number;
  failed: number;
  cost: number;
  costed: number;
  latencyMs: number | undefined;
};
