import { expect, test } from 'vitest';
import type { MuteState } from '../../../src/decision.ts';
import { leftOutNote } from '../../../src/messages/left-out.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { FRIDAY, STANDING } from '../cast.ts';
import { PROPOSAL } from '../insight-cast.ts';
import { seen, wordsOf } from '../reading.ts';

const drawn = (mute?: MuteState) => render(PROPOSAL, { ...STANDING, mute });
const wordsIn = (mute?: MuteState) => wordsOf(drawn(mute).blocks).map(seen).join('\n');
const labels = (mute?: MuteState) =>
  JSON.stringify(drawn(mute).blocks).match(/"text":"(Mute|Not now|Undo)"/g);

test('a proposal asks in a sentence with its evidence, and shows what it would have removed', () => {
  expect(wordsIn()).toBe(
    [
      '*Acme: 8 of the last 10 leads from r/x were dismissed as off topic. Mute r/x here?*',
      'In the last 30 days it would have removed 7 of 140 leads shown here; 1 of them had a reply:',
      '• Thread 0',
      '• Thread 1',
      '• Thread 2',
      '4 more',
    ].join('\n'),
  );
  expect(labels()).toEqual(['"text":"Mute"', '"text":"Not now"']);
  expect(drawn().text).toMatch(/^Acme: 8 of the last 10 leads from r\/x .* Mute r\/x here\?\n/);
});

test.each([
  ['muted', 'Muted here by', ['Undo']],
  ['declined', 'Not now:', ['Mute']],
  ['undone', 'Mute undone by', ['Mute']],
] as const)('once it is %s it says by whom, and the way back is one click', (state, words, buttons) => {
  const mute = { state, by: 'U0ANA', at: FRIDAY };
  expect(wordsIn(mute)).toContain(`*${words} <@U0ANA>, `);
  expect(labels(mute)).toEqual(buttons.map((label) => `"text":"${label}"`));
});

test('the footer names the muted places', () => {
  const places = ['r/a', 'r/b', 'r/c', 'r/d'];
  expect(leftOutNote([{ reason: 'muted', count: 9, places }], undefined)).toBe(
    '9 left out from r/a, r/b, r/c and 1 more (muted here)',
  );
});
