/**
 * How long a process's loop worked without a turn, by the processor's time and not the clock's: what else goes on upon a
 * shared machine doesn't count, waiting for the disk doesn't either. So finely it looks, ms.
 */
const EVERY_MS = 2;

/** `stop` tells the longest piece of work that no timer could interrupt, in ms; too much by one look at most. */
export function watchLoop() {
  const ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;
  let longest = 0;
  let last = ms(process.threadCpuUsage());
  const timer = setInterval(() => {
    const now = ms(process.threadCpuUsage());
    longest = Math.max(longest, now - last);
    last = now;
  }, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}
