/** Writes all logs: JSON lines on standard error, with secrets redacted. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { MINUTE_MS } from './durations.ts';
import { AppError, codeOf, isOutage } from './errors.ts';
import { createRedactor, type Secrets } from './redact.ts';
import { redactPersonalTokens } from './secrets.ts';
import { traceId } from './trace.ts';

export type Log = Logger;

/** Synchronous, so that no line is lost when the process ends. */
export function standardError(): DestinationStream {
  return pino.destination({ fd: 2, sync: true });
}

/** Lines of one request, slot or post share a `trace_id`. Redacts tokens, keys and `secrets`, also those added later. */
export function createLog(
  level: string,
  secrets: Secrets = new Set<string>(),
  to: DestinationStream = standardError(),
): Log {
  const redact = createRedactor(secrets);
  return pino(
    {
      level,
      base: null,
      mixin: () => ({ trace_id: traceId() }),
      redact: {
        paths: ['apiKey', 'token', '*.apiKey', '*.token', 'headers', '*.headers'],
        censor: '[secret]',
      },
      serializers: { err: describeError },
      hooks: { streamWrite: (line) => redactPersonalTokens(redact(line)) },
    },
    to,
  );
}

/** Our own errors say in their sentence what happened, unless something else caused them; so do lost connections. */
function describeError(error: unknown): unknown {
  const isClear = error instanceof AppError ? error.cause === undefined : isOutage(error);
  return error instanceof Error && isClear
    ? { type: error.name, code: codeOf(error), message: error.message }
    : pino.stdSerializers.err(error as Error);
}

/** Logs at most one line a minute. Others go to debug, and the next line counts them as `unsaid`. */
export type SparingLog = (about: object, words: string) => void;

/** `realNow` is this machine's time, epoch ms. */
export function createSparingLog(
  log: Log,
  realNow: () => number,
  level: 'warn' | 'error' = 'warn',
): SparingLog {
  let quietUntil = 0;
  let unsaid = 0;
  return (about, words) => {
    const now = realNow();
    if (now < quietUntil) {
      unsaid += 1;
      log.debug(about, words);
      return;
    }
    log[level](unsaid > 0 ? { ...about, unsaid } : about, words);
    quietUntil = now + MINUTE_MS;
    unsaid = 0;
  };
}

/** Logs each line about the same thing as an error, but only the first time. */
export function createFirstTimeLog(log: Log): (about: object, words: string) => void {
  const known = new Set<string>();
  return (about, words) => {
    const thing = JSON.stringify(about);
    if (!known.has(thing)) log.error(about, words);
    known.add(thing);
  };
}
