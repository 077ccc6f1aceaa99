/** While Slack is in trouble all that is tried fails alike: the log gets one line a minute of it, whoever tried. */
import { MINUTE_MS } from '../durations.ts';
import type { Log } from '../log.ts';

/** Says what failed, as a warning; what follows within a minute is said at the level of debug, and counted in the next. */
export type SparingLog = (about: object, words: string) => void;

/** `realNow` is this machine's time, epoch ms. */
export function createSparingLog(log: Log, realNow: () => number): SparingLog {
  let quietUntil = 0;
  let unsaid = 0;
  return (about, words) => {
    const now = realNow();
    if (now < quietUntil) {
      unsaid += 1;
      log.debug(about, words);
      return;
    }
    log.warn(unsaid > 0 ? { ...about, unsaid } : about, words);
    quietUntil = now + MINUTE_MS;
    unsaid = 0;
  };
}
