import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns } from '../../src/visibility/http.ts';
import { type Answering, clientOf, KEY, PROJECT } from './api.ts';

/** Work that ends when it is told, and says when it began. */
function job(began: number[], number: number) {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const work = () => {
    began.push(number);
    return promise;
  };
  return { work, end: () => resolve(number), fail: reject };
}

describe('turns', () => {
  it('come in the order of arrival, so many at once', async () => {
    const turns = createTurns(2);
    const began: number[] = [];
    const jobs = [1, 2, 3, 4].map((number) => job(began, number));
    const all = jobs.map(({ work }) => turns(work));
    expect(began).toEqual([1, 2]);
    jobs[1]?.end();
    await all[1];
    expect(began).toEqual([1, 2, 3]);
    for (const { end } of jobs) end();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  it('pass on when the work fails', async () => {
    const turns = createTurns(1);
    await expect(turns(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns(async () => 'next')).toBe('next');
  });

  it('are lost by who leaves while waiting, and nobody else waits longer', async () => {
    const turns = createTurns(1);
    const began: number[] = [];
    const jobs = [1, 2, 3].map((number) => job(began, number));
    const stop = new AbortController();
    const [first, second, third] = jobs.map(({ work }, i) => turns(work, i === 1 ? stop.signal : undefined));
    stop.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    for (const { end } of jobs) end();
    expect(await Promise.all([first, third])).toEqual([1, 3]);
    expect(began).toEqual([1, 3]);
  });

  it('never are more than allowed, and all come, whoever fails or leaves', async () => {
    const plan = fc.array(fc.constantFrom('ends', 'fails', 'leaves'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), plan, async (most, fates) => {
        const turns = createTurns(most);
        let running = 0;
        let peak = 0;
        const work = async (fate: string) => {
          peak = Math.max(peak, ++running);
          await Promise.resolve();
          running--;
          if (fate === 'fails') throw new Error(fate);
          return 'ends';
        };
        const all = fates.map((fate) => {
          const stop = new AbortController();
          const call = turns(() => work(fate), stop.signal).catch((error: Error) => error.message);
          if (fate === 'leaves') stop.abort(new Error(fate));
          return call;
        });
        const ended = await Promise.all(all);
        // Who leaves while working has been served.
        expect(
          ended.filter((end, i) => end !== fates[i] && !(fates[i] === 'leaves' && end === 'ends')),
        ).toEqual([]);
        expect(peak).toBeLessThanOrEqual(most);
        expect(await turns(async () => 'free')).toBe('free');
      }),
      { seed: 44, numRuns: 200 },
    );
  });
});

describe('a key that many projects share', () => {
  /** Answers nobody until so many wait, and says how many that were. */
  const together = (size: number) => {
    const waiting: (() => void)[] = [];
    const peaks: number[] = [];
    const answering: Answering = (response) => {
      waiting.push(() => response.end('[]'));
      peaks.push(waiting.length);
      if (waiting.length === size) for (const answer of waiting.splice(0)) answer();
    };
    return { answering, peak: () => Math.max(...peaks) };
  };

  it('has four calls under way, never more', async () => {
    const { answering, peak } = together(4);
    const { client, open, asked } = await clientOf(answering);
    const clients = [client, open(KEY), open(KEY)];
    await Promise.all(clients.flatMap((each) => Array.from({ length: 4 }, () => each.topics(PROJECT))));
    expect([asked.length, peak()]).toEqual([12, 4]);
  });

  it('does not keep another key waiting', async () => {
    const { answering, peak } = together(8);
    const { client, open } = await clientOf(answering);
    const clients = [client, open('another-key')];
    await Promise.all(clients.flatMap((each) => Array.from({ length: 4 }, () => each.topics(PROJECT))));
    expect(peak()).toBe(8);
  });
});
