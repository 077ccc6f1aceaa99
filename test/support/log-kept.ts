/** A real log that keeps its lines, for tests that ask what an operator would read. */
import { createLog, type Log } from '../../src/log.ts';

type KeptLog = {
  log: Log;
  /** All that was written, as it was written. */
  text(): string;
  /** The same, line by line. */
  lines(): Record<string, unknown>[];
};

export function keptLog(secrets: readonly string[] = [], level = 'trace'): KeptLog {
  const written: string[] = [];
  return {
    log: createLog(level, new Set(secrets), { write: (line) => void written.push(line) }),
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line)),
  };
}
