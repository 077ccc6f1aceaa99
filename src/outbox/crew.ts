/** A few workers for a table of jobs, such as slots and lanes. The table is the queue. */
import { runUntraced } from '../trace.ts';

export type Crew = {
  /** There may be work: one more worker looks, unless all are busy. */
  call(): void;
  /** Takes no new jobs; resolves when those in progress have ended. */
  dismiss(): Promise<void>;
};

/**
 * At most `size` workers. Each takes jobs and does them until `take` returns undefined; one that finds a job calls the
 * next worker, unless the job is the last for now. `onIdle` is called when a worker finds nothing, or `take` fails,
 * while others may still be busy.
 */
export function createCrew<Job>(options: {
  size: number;
  take: () => Promise<Job | undefined>;
  isLast?: (job: Job) => boolean;
  perform: (job: Job) => Promise<void>;
  onFailure: (error: unknown) => void;
  onIdle?: () => void;
}): Crew {
  const { size, take, isLast, perform, onFailure, onIdle } = options;
  const working = new Set<Promise<void>>();
  let dismissed = false;
  let missed = false;

  /** A call while all are busy is remembered: they may have looked before the work was there. */
  function call(): void {
    if (dismissed) return;
    missed = working.size >= size;
    if (missed) return;
    const shift = runUntraced(work)
      .catch(onFailure)
      .finally(() => {
        working.delete(shift);
        if (missed) call();
        else if (!dismissed) onIdle?.();
      });
    working.add(shift);
  }

  async function work(): Promise<void> {
    for (;;) {
      const job = dismissed ? undefined : await take();
      if (job === undefined) return;
      if (!isLast?.(job)) call();
      await perform(job);
    }
  }

  return {
    call,
    async dismiss() {
      dismissed = true;
      await Promise.all(working);
    },
  };
}
