/** The only writer of logs: one JSON line each on standard error, secrets struck out before they are written. */
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

const SECRET = /\b(xox[a-z]-[\w-]+|xapp-[\w-]+)/g;

/**
 * A log at this level. Tokens in any string are struck out, as are the fields that carry keys.
 * `secrets` are further values that never may appear (API keys).
 */
export function createLog(
  level: string,
  secrets: readonly string[] = [],
  to: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  // As they stand in a line of JSON: a quote or a backslash in a key is escaped there.
  const written = secrets
    .filter((secret) => secret.length >= 6)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  const strike = (line: string) =>
    written.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line);
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: ['apiKey', 'token', '*.apiKey', '*.token', 'headers', '*.headers'],
        censor: '[secret]',
      },
      hooks: { streamWrite: (line) => strike(line.replace(SECRET, '[secret]')) },
    },
    to,
  );
}
