/** What became of leads, as the tests of recaps and proposals speak of it: what a test does not name did not happen. */
import type { LeadStory } from '../../src/decision.ts';
import { FRIDAY, HOUR } from './cast.ts';

/** A lead shown on FRIDAY to people who did nothing about it. */
export function story(given: Partial<LeadStory>): LeadStory {
  return { key: 'id:1', shownAt: FRIDAY, state: 'new', ...given };
}

/** One that Ana claimed and replied to `hours` after it was shown. */
export function replied(hours: number, given: Partial<LeadStory> = {}): LeadStory {
  const { shownAt = FRIDAY, by = 'U0ANA' } = given;
  const at = shownAt + hours * HOUR;
  const claimed = { claims: [{ by, at: shownAt }] };
  return story({ state: 'replied', by, ...claimed, repliedAt: at, ...given });
}

/** So many of one story, each a lead of its own. */
export function times(count: number, make: (i: number) => Partial<LeadStory>): LeadStory[] {
  return Array.from({ length: count }, (_, i) => story({ key: `id:${i}`, ...make(i) }));
}
