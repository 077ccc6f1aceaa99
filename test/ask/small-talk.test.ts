/** What asks for nothing is told apart from what does. */
import { expect, test } from 'vitest';
import { smallTalkIn } from '../../src/ask/small-talk.ts';

test.each([
  ['hi', 'greeting'],
  ['Hello there!', 'greeting'],
  ['good morning', 'greeting'],
  ['thanks', 'thanks'],
  ['ok, thank you so much', 'thanks'],
  ['OK', 'thanks'],
  ['who are you?', 'who'],
  ['help me please', 'who'],
  ['are you a bot', 'who'],
  ['hi, how are we doing?', undefined],
  ['thanks, and on Gemini?', undefined],
  ['ok show me leads', undefined],
  ['why', undefined],
  ['good engines', undefined],
  ['is the bot ok?', undefined],
  ['', undefined],
])('%s', (text, kind) => {
  expect(smallTalkIn(text)).toBe(kind);
});
