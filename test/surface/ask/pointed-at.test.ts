import { expect, test } from 'vitest';
import { refuseLostDeed } from '../../../src/surface/ask/pointed-at.ts';

test.each(['claim it', 'snooze it', 'please dismiss that one'])(
  '“%s” after nothing gets what to do instead',
  (text) => {
    expect(() => refuseLostDeed(text, undefined)).toThrow(/lead/);
    expect(() => refuseLostDeed(text, { projectId: 'p', leads: [], card: 'L12' })).not.toThrow();
  },
);

test.each(['claim L12', 'open it', 'untrack it'])('“%s” isn’t refused for that', (text) =>
  expect(() => refuseLostDeed(text, undefined)).not.toThrow(),
);
