/** Who is called by an alert: only the surest ones mention people, and only those that the feed names. */
import { type AlertEvent, type ChangeAlert, SURENESS } from '../decision.ts';

/**
 * The ids to mention with an event: `mention` of the feed's settings for an alert of the highest severity ("well outside
 * normal"), once: when it opens, or when a later day lifts it there. `before` is its state as it was last told.
 */
export function mentionsOf(
  { kind, state }: AlertEvent,
  before: ChangeAlert | undefined,
  mention: readonly string[],
): readonly string[] {
  if (state.type !== 'change' || (kind !== 'opened' && kind !== 'updated')) return [];
  return isSevere(state) && !(before && isSevere(before)) ? mention : [];
}

/** The highest severity. */
export function isSevere({ sureness }: ChangeAlert): boolean {
  return sureness === SURENESS[0]?.phrase;
}
