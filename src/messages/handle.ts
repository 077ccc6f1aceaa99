/** The short name (L412, A37, S9) by which people speak of a thing. */
import type { Standing } from '../decision.ts';

/** Undefined while it has none. */
export function handleOf(standing: Pick<Standing, 'handles'>, key: string): string | undefined {
  return Object.hasOwn(standing.handles, key) ? standing.handles[key] : undefined;
}
