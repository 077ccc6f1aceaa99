/** The only writer of logs: one JSON line each on standard error, secrets struck out before they are written. */
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

const SECRET = /\b(xox[a-z]-[\w-]+|xapp-[\w-]+)/g;

/**
 * A log at this level. Tokens in any string are struck out, as are the fields that carry keys.
 * `secrets` are further values that never may appear (API keys); those that come to it later count too.
 */
export function createLog(
  level: string,
  secrets: Iterable<string> = [],
  to: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  const strike = (line: string) => {
    let text = line;
    for (const secret of secrets) if (secret.length >= 6) text = text.replaceAll(written(secret), '[secret]');
    return text;
  };
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

/** As it stands in a line of JSON: a quote or a backslash in a key is escaped there. */
function written(secret: string): string {
  return JSON.stringify(secret).slice(1, -1);
}
