import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkers } from '../../src/outbox/workers.ts';
import { runs } from '../support/runs.ts';

/** A promise and how to settle it. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

describe('whatever order things happen in', () => {
  it('each job is done exactly once, and never more at a time than there are hands', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 12 }),
        async (order, size, many) => {
          const [waiting, done]: [number[], number[]] = [[], []];
          let [busy, busiest] = [0, 0];
          const workers = createWorkers<number>({
            size,
            take: () => order.schedule(Promise.resolve(waiting.shift()), 'take'),
            perform: async (job) => {
              busiest = Math.max(busiest, ++busy);
              await order.schedule(Promise.resolve(), 'perform');
              busy -= 1;
              done.push(job);
            },
            onFailure: (error) => expect.fail(String(error)),
          });
          const arrivals = Array.from({ length: many }, async (_, job) => {
            await order.schedule(Promise.resolve(), 'arrive');
            waiting.push(job);
            workers.wake();
          });
          await order.waitIdle();
          await Promise.all(arrivals);
          // The next tick: a call that came while every hand was just finding nothing is answered at the latest then.
          workers.wake();
          await order.waitIdle();
          expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: many }, (_, job) => job));
          expect(busiest).toBeLessThanOrEqual(size);
        },
      ),
      { seed: 29, numRuns: runs(100) },
    );
  });
});

describe('one call', () => {
  it('sets as many hands to work as there are jobs', async () => {
    const jobs = ['a', 'b', 'c'];
    const [all, begun] = [gate(), [] as string[]];
    const workers = createWorkers<string>({
      size: 8,
      take: async () => jobs.shift(),
      perform: async (job) => {
        begun.push(job);
        if (begun.length === 3) all.open();
        await all.opened;
      },
      onFailure: (error) => expect.fail(String(error)),
    });
    workers.wake();
    await all.opened;
    expect(begun).toEqual(['a', 'b', 'c']);
  });
});

describe('workers that are stopped', () => {
  it('ends what is under way and takes nothing new', async () => {
    const jobs = ['a', 'b'];
    const [begun, end] = [gate(), gate()];
    const done: string[] = [];
    const workers = createWorkers<string>({
      size: 1,
      take: async () => jobs.shift(),
      perform: async (job) => {
        begun.open();
        await end.opened;
        done.push(job);
      },
      onFailure: (error) => expect.fail(String(error)),
    });
    workers.wake();
    await begun.opened;
    const stopped = workers.stop().then(() => [...done]);
    workers.wake();
    end.open();
    expect(await stopped).toEqual(['a']);
    expect(jobs).toEqual(['b']);
  });

  it('that never worked is gone at once', async () => {
    const workers = createWorkers({
      size: 1,
      take: () => expect.fail('asked for a job'),
      perform: async () => undefined,
      onFailure: () => undefined,
    });
    await workers.stop();
    workers.wake();
    await workers.stop();
  });
});

describe('a failure', () => {
  it('of a job is told, and the others are done all the same', async () => {
    const jobs = ['bad', 'good'];
    const [idle, done, told]: [ReturnType<typeof gate>, string[], unknown[]] = [gate(), [], []];
    const workers = createWorkers<string>({
      size: 2,
      take: async () => jobs.shift(),
      perform: async (job) => {
        if (job === 'bad') throw new Error('a bad job');
        done.push(job);
      },
      onFailure: (error) => told.push(error),
      onIdle: idle.open,
    });
    workers.wake();
    await idle.opened;
    expect([done, told]).toEqual([['good'], [new Error('a bad job')]]);
  });

  it('to find a job is told, and counts as finding none', async () => {
    const [idle, told]: [ReturnType<typeof gate>, unknown[]] = [gate(), []];
    const workers = createWorkers({
      size: 2,
      take: () => Promise.reject(new Error('the store is gone')),
      perform: () => expect.fail('there was no job'),
      onFailure: (error) => told.push(error),
      onIdle: idle.open,
    });
    workers.wake();
    await idle.opened;
    expect(told).toEqual([new Error('the store is gone')]);
  });
});
