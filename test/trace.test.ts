import { describe, expect, it } from 'vitest';
import { type Spans, step, traced, traceId, untraced } from '../src/trace.ts';
import { sourceFiles } from '../src/verbs/source-files.ts';

/** Remembers every step: its name, whose it is, and how it ended. */
function remembered() {
  const steps: { name: string; traceId: string; parentId: string | undefined; end?: string }[] = [];
  const spans: Spans = {
    begin(name, of) {
      const one: (typeof steps)[number] = { name, ...of };
      const count = steps.push(one);
      return {
        id: `span ${count}`,
        end: (failure = 'well') => {
          one.end = failure;
        },
      };
    },
  };
  return { steps, spans };
}

describe('an id', () => {
  it('holds for all that is done under it, and for nothing else', async () => {
    expect(traceId()).toBeUndefined();
    const [one, other] = await Promise.all(
      [1, 2].map(() =>
        traced('work', {}, async () => {
          const before = traceId();
          await new Promise((resolve) => setImmediate(resolve));
          const within = await step('part', {}, async () => traceId());
          expect([within, traceId()]).toEqual([before, before]);
          return before;
        }),
      ),
    );
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(other).not.toBe(one);
    expect(traceId()).toBeUndefined();
  });

  it('goes on where it is given, and ends for a worker that works for everybody', async () => {
    const id = 'a'.repeat(32);
    expect(await traced('post', { id }, async () => traceId())).toBe(id);
    expect(await traced('post', { id: null }, async () => traceId())).toMatch(/^[0-9a-f]{32}$/);
    await traced('click', { id }, async () => expect(untraced(traceId)).toBeUndefined());
  });
});

describe('the steps of a trace', () => {
  it('stand below each other, and a failure is told by its code alone', async () => {
    const { steps, spans } = remembered();
    const failure = Object.assign(new Error('with a secret'), { code: 'visibility_unavailable' });
    const id = 'b'.repeat(32);
    const work = traced('click', { spans, id }, async () => {
      await step('asks', {}, async () => undefined);
      await step('asks again', {}, () => Promise.reject(failure));
    });
    await expect(work).rejects.toBe(failure);
    expect(steps).toEqual([
      { name: 'click', traceId: id, parentId: undefined, end: 'visibility_unavailable' },
      { name: 'asks', traceId: id, parentId: 'span 1', end: 'well' },
      { name: 'asks again', traceId: id, parentId: 'span 1', end: 'visibility_unavailable' },
    ]);
  });

  it('are sent by packages that are loaded only where a collector is named', () => {
    const telling = sourceFiles('src').filter(({ text }) => text.includes("'@opentelemetry/"));
    expect(telling.map(({ file }) => file)).toEqual(['src/app/otlp.ts']);
    expect(telling[0]?.text).not.toMatch(/^(import|export) .*@opentelemetry/m);
  });
});
