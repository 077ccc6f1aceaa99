/** The only writer of logs: one JSON line each on standard error, secrets struck out before they are written. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { type Secrets, striking } from './strike.ts';

export type Log = Logger;

/**
 * A log at this level. Tokens in any string are struck out, as are the fields that carry keys.
 * `secrets` are further values that never may appear (API keys); those that come to it later count too.
 */
export function createLog(
  level: string,
  secrets: Secrets = new Set<string>(),
  to: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  const strike = striking(secrets);
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: ['apiKey', 'token', '*.apiKey', '*.token', 'headers', '*.headers'],
        censor: '[secret]',
      },
      hooks: { streamWrite: (line) => strike(line) },
    },
    to,
  );
}
