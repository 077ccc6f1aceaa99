import { describe, expect, it } from 'vitest';
import type { Decision } from '../../src/decision.ts';
import { whyPostAnswer } from '../../src/messages/trouble-words.ts';
import { postKind } from '../../src/outbox/post-kinds.ts';
import { ACME, ALERT, FRIDAY, NEWS } from './cast.ts';
import { shownOf } from './reading.ts';

describe('a post that is not of leads', () => {
  it.each([ALERT, NEWS] satisfies Decision[])('says what it is and which feed decided it: $kind', (post) => {
    const feed = { kind: 'scores', schedule: 'weekdays at 9:00', timezone: 'Europe/Berlin' };
    const words = shownOf(whyPostAnswer(ACME, postKind(post), { feed, at: FRIDAY })).join('\n');
    expect(words).toMatch(
      /^\*Acme\*: this is a .*\nDecided .* · its scores feed runs weekdays at 9:00 Europe\/Berlin/,
    );
  });

  it('of a feed that is gone says only what it is', () => {
    const page = whyPostAnswer(ACME, { name: 'a recap' }, { feed: undefined, at: FRIDAY });
    expect(shownOf(page).join('\n')).not.toContain('feed runs');
  });
});
