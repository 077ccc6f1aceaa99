/** What came in while many polls are decided is heard between any two of them. */
import { setImmediate as breath } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBreaths } from '../../src/watch/breaths.ts';

test('those who wait at once go on one after the other, and the loop turns in between', async () => {
  const heard: string[] = [];
  const rest = createBreaths();
  const polls = ['first', 'second', 'third'].map(async (poll) => {
    await rest();
    heard.push(poll);
  });
  const clicks = async () => {
    while (heard.length < 5) {
      await breath();
      if (heard.at(-1) !== 'click') heard.push('click');
    }
  };
  await Promise.all([...polls, clicks()]);
  const between = heard.slice(heard.indexOf('first') + 1, heard.indexOf('third'));
  expect(between).toEqual(['click', 'second', 'click']);
});
