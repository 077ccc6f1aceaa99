/** Between the steps of a poll: the embedded store answers without ever waiting, and a click must not wait for many polls. */
import { setImmediate as breath } from 'node:timers/promises';

/** Whoever waits goes on in the order of asking, each in a turn of the loop of its own. */
export function createBreaths(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => breath());
    return last;
  };
}
