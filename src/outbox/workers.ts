/** A few workers for a table of jobs, such as slots and lanes. The table is the queue. */
import { runUntraced } from '../trace.ts';

/** At most `size` workers, which take jobs until there are none. One that finds a job wakes the next, unless it is the last. */
export function createWorkers<Job>(options: {
  size: number;
  take: () => Promise<Job | undefined>;
  isLast?: (job: Job) => boolean;
  perform: (job: Job) => Promise<void>;
  onFailure: (error: unknown) => void;
  onIdle?: () => void;
}) {
  const { size, take, isLast, perform, onFailure, onIdle } = options;
  const working = new Set<Promise<void>>();
  let stopped = false;
  let missed = false;

  /** A wake while all are busy is remembered: they may have looked before the work was there. */
  function wake(): void {
    if (stopped) return;
    missed = working.size >= size;
    if (missed) return;
    const shift = runUntraced(work)
      .catch(onFailure)
      .finally(() => {
        working.delete(shift);
        if (missed) wake();
        else if (!stopped) onIdle?.();
      });
    working.add(shift);
  }

  async function work(): Promise<void> {
    for (;;) {
      const job = stopped ? undefined : await take();
      if (job === undefined) return;
      if (!isLast?.(job)) wake();
      await perform(job);
    }
  }

  return {
    /** There may be work: one more worker looks, unless all are busy. */
    wake,
    /** Takes no new jobs; resolves when those in progress have ended. */
    async stop() {
      stopped = true;
      await Promise.all(working);
    },
  };
}
