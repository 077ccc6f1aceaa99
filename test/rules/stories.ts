/** What became of leads, as the tests of recaps and proposals speak of it: what a test does not name did not happen. */
import type { LeadState, LeadStory } from '../../src/decision.ts';
import { FRIDAY, HOUR } from './cast.ts';

/** A story with its lead's state told in one breath. */
export type Told = Omit<Partial<LeadStory>, 'state'> & Partial<LeadState>;

/** A lead shown on FRIDAY to people who did nothing about it. */
export function story({ state = 'new', by, outcome, dismissReason, ...given }: Told): LeadStory {
  return { key: 'id:1', shownAt: FRIDAY, state: { state, by, outcome, dismissReason }, ...given };
}

/** One that Ana claimed and replied to `hours` after it was shown. */
export function replied(hours: number, given: Told = {}): LeadStory {
  const { shownAt = FRIDAY, by = 'U0ANA' } = given;
  const at = shownAt + hours * HOUR;
  const claimed = { claims: [{ by, at: shownAt }] };
  return story({ state: 'replied', by, ...claimed, repliedAt: at, ...given });
}

/** So many of one story, each a lead of its own. */
export function times(count: number, make: (i: number) => Told): LeadStory[] {
  return Array.from({ length: count }, (_, i) => story({ key: `id:${i}`, ...make(i) }));
}
