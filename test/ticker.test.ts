/** How the bot begins where what it needs is away at first. */
import { expect, test } from 'vitest';
import { untilDone } from '../src/ticker.ts';

const LIVING = new AbortController().signal;

test('a beginning that fails is told and tried again until it succeeds, then never more', async () => {
  const faults: unknown[] = [];
  const pauses: number[] = [];
  const away = [new Error('nothing listens there'), new Error('starting up')];
  let begun = 0;
  await untilDone(
    async () => {
      const fault = away.shift();
      if (fault) throw fault;
      begun += 1;
    },
    { onFault: (fault) => faults.push(fault), pause: async (ms) => void pauses.push(ms), signal: LIVING },
  );
  expect(begun).toBe(1);
  expect(faults).toEqual([new Error('nothing listens there'), new Error('starting up')]);
  expect(pauses).toHaveLength(2);
  expect(Math.min(...pauses)).toBeGreaterThan(0);
});

test('a bot that is stopped meanwhile does not go on trying', async () => {
  const stopping = new AbortController();
  let tried = 0;
  await untilDone(
    async () => {
      tried += 1;
      throw new Error('nothing listens there');
    },
    { onFault: () => undefined, pause: async () => stopping.abort(), signal: stopping.signal },
  );
  expect(tried).toBe(1);
});
