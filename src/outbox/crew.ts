/** A few workers over a table of jobs: slots and lanes are taken this way. The table is the queue, this is only hands. */

import { untraced } from '../trace.ts';

export type Crew = {
  /** There may be work: one more worker looks, unless all are busy. */
  call(): void;
  /** No new job is taken; resolves when the jobs under way have ended. */
  dismiss(): Promise<void>;
};

/**
 * At most `size` workers. Each takes a job (undefined: there is none) and does it, until there is none; whoever finds
 * one calls the next worker, unless it is the last for now. `onIdle` is told when a worker found nothing, others may still
 * be at work; a failed `take` counts as that.
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

  /** A call while all are busy is remembered: whoever is busy may have looked before the work was there. */
  function call(): void {
    if (dismissed) return;
    missed = working.size >= size;
    if (missed) return;
    const shift = untraced(work)
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
