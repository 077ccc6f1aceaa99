/** The only writer of logs: one JSON line each on standard error, secrets struck out before they are written; of what fails alike one a minute. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { MINUTE_MS } from './durations.ts';
import { withoutPersonalTokens } from './secrets.ts';
import { type Secrets, striking } from './strike.ts';
import { traceId } from './trace.ts';

export type Log = Logger;

/** Where lines go unless a test keeps them: written before anything else happens. */
export function standardError(): DestinationStream {
  return pino.destination({ fd: 2, sync: true });
}

/**
 * A log at this level; `trace_id` is the same for all that is done for one request, slot or post. Tokens in any string are struck out, as are the fields that carry keys.
 * `secrets` are further values that never may appear (API keys); those that come to it later count too.
 */
export function createLog(
  level: string,
  secrets: Secrets = new Set<string>(),
  to: DestinationStream = standardError(),
): Log {
  const strike = striking(secrets);
  return pino(
    {
      level,
      base: null,
      mixin: () => ({ trace_id: traceId() }),
      redact: {
        paths: ['apiKey', 'token', '*.apiKey', '*.token', 'headers', '*.headers'],
        censor: '[secret]',
      },
      hooks: { streamWrite: (line) => withoutPersonalTokens(strike(line)) },
    },
    to,
  );
}

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
