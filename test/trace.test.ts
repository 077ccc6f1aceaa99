import { describe, expect, it } from 'vitest';
import { runStep, runTraced, runUntraced, type Spans, traceId } from '../src/trace.ts';
import { readSourceFiles } from '../src/verbs/source-files.ts';

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

describe('a trace id', () => {
  it('is shared by all work done under it, and nothing else', async () => {
    expect(traceId()).toBeUndefined();
    const [one, other] = await Promise.all(
      [1, 2].map(() =>
        runTraced('work', {}, async () => {
          const before = traceId();
          await new Promise((resolve) => setImmediate(resolve));
          const within = await runStep('part', {}, async () => traceId());
          expect([within, traceId()]).toEqual([before, before]);
          return before;
        }),
      ),
    );
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(other).not.toBe(one);
    expect(traceId()).toBeUndefined();
  });

  it('is continued if given, and left by shared workers', async () => {
    const id = 'a'.repeat(32);
    expect(await runTraced('post', { id }, async () => traceId())).toBe(id);
    expect(await runTraced('post', { id: null }, async () => traceId())).toMatch(/^[0-9a-f]{32}$/);
    await runTraced('click', { id }, async () => expect(runUntraced(traceId)).toBeUndefined());
  });
});

describe('the steps of a trace', () => {
  it('are nested, and a failure has only its code', async () => {
    const { steps, spans } = remembered();
    const failure = Object.assign(new Error('with a secret'), { code: 'visibility_unavailable' });
    const id = 'b'.repeat(32);
    const work = runTraced('click', { spans, id }, async () => {
      await runStep('asks', {}, async () => undefined);
      await runStep('asks again', {}, () => Promise.reject(failure));
    });
    await expect(work).rejects.toBe(failure);
    expect(steps).toEqual([
      { name: 'click', traceId: id, parentId: undefined, end: 'visibility_unavailable' },
      { name: 'asks', traceId: id, parentId: 'span 1', end: 'well' },
      { name: 'asks again', traceId: id, parentId: 'span 1', end: 'visibility_unavailable' },
    ]);
  });

  it('need packages that are only loaded if a collector is set', () => {
    const telling = readSourceFiles('src').filter(({ text }) => text.includes("'@opentelemetry/"));
    expect(telling.map(({ file }) => file)).toEqual(['src/otlp.ts']);
    expect(telling[0]?.text).not.toMatch(/^(import|export) .*@opentelemetry/m);
  });
});
