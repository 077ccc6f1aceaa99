import { expect, test } from 'vitest';
import type { MuteState } from '../../../src/decision.ts';
import { leftOutNote } from '../../../src/messages/leads/lead-counts.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { FRIDAY, STANDING } from '../cast.ts';
import { PROPOSAL } from '../insight-cast.ts';
import { buttonsOf, seen, wordsOf } from '../reading.ts';

const drawn = (mute?: MuteState) => render(PROPOSAL, { ...STANDING, mute });
const wordsIn = (mute?: MuteState) => wordsOf(drawn(mute).blocks).map(seen).join('\n');

test('a proposal gives its evidence and what it would have hidden', () => {
  const evidence = [
    '8 of the last 10 leads from r/x were dismissed as off topic.',
    'In the last 30 days a mute would have hidden 7 of 140 leads here. You replied to 1 of them.',
    ...['Thread 0', 'Thread 1', 'Thread 2', '4 more'],
  ];
  expect(wordsIn().split('\n')).toEqual(['*Acme · mute r/x here?*', ...evidence]);
  expect(drawn().text.split('\n')).toEqual(['Acme · mute r/x here?', ...evidence]);
  expect(buttonsOf(drawn().blocks)).toEqual(['Mute', 'Not now']);
});

test.each([
  ['muted', '*Acme · r/x is muted here.* <@U0ANA> · ', ['Undo']],
  ['declined', '*Acme · r/x stays.* <@U0ANA> · ', ['Mute']],
  ['undone', '*Acme · r/x is back.* <@U0ANA> · ', ['Mute']],
] as const)('once %s, it says by whom and offers the way back', (state, words, buttons) => {
  const mute = { state, by: 'U0ANA', at: FRIDAY };
  expect(wordsIn(mute)).toContain(words);
  expect(buttonsOf(drawn(mute).blocks)).toEqual(buttons);
});

test('the footer counts leads from muted places', () => {
  expect(leftOutNote([{ reason: 'muted', count: 9 }], {})).toBe('9 from places muted here');
});
