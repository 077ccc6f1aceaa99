/** The other half of every rule: a named reason for saying nothing. */
import type { Silence } from '../decision.ts';

/** Nothing is sent, and the log and the metrics say why. */
export function silence(reason: string): Silence {
  return { kind: 'silence', reason };
}
