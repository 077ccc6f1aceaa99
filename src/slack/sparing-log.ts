/** While Slack is in trouble all that is tried fails alike: the log gets one line a minute of it, whoever tried. */
import { MINUTE_MS } from '../durations.ts';
import type { Log } from '../log.ts';

/**
 * Says what failed, as a warning. What follows on the same topic within a minute is said at the level of debug, and counted
 * in the next. Without a topic it is Slack's own trouble; what an operator can mend is one of its own.
 */
export type SparingLog = (about: object, words: string, topic?: string) => void;

/** `realNow` is this machine's time, epoch ms. */
export function createSparingLog(log: Log, realNow: () => number): SparingLog {
  const topics = new Map<string, { quietUntil: number; unsaid: number }>();
  return (about, words, topic = 'Slack') => {
    const now = realNow();
    const { quietUntil, unsaid } = topics.get(topic) ?? { quietUntil: 0, unsaid: 0 };
    if (now < quietUntil) {
      topics.set(topic, { quietUntil, unsaid: unsaid + 1 });
      log.debug(about, words);
      return;
    }
    topics.set(topic, { quietUntil: now + MINUTE_MS, unsaid: 0 });
    log.warn(unsaid > 0 ? { ...about, unsaid } : about, words);
  };
}
