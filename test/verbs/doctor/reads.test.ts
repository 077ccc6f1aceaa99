import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../../../src/sandbox/local-only.ts';
import { READS } from '../../../src/verbs/doctor/reads.ts';
import { walkProjects } from '../../../src/verbs/doctor/walk.ts';
import { OPERATIONS } from '../../../src/visibility/operations.ts';
import { createProfiles } from '../../../src/visibility/profile.ts';

it('every read operation is called once, and no write operation', () => {
  const reading = Object.entries(OPERATIONS).flatMap(([id, { effect }]) => (effect === 'read' ? [id] : []));
  expect(READS.map(({ method }) => method).sort()).toEqual(reading.sort());
});

it('an operation comes after the one whose answer it needs', () => {
  const order = READS.map(({ method }) => method);
  for (const { method, needs } of READS) {
    if (needs) expect(order.indexOf(needs.from), method).toBeLessThan(order.indexOf(method));
  }
});

describe('of many projects', () => {
  it('several are asked at a time, for an agency waits for all of them', async () => {
    const seen = new Set<string>();
    const both = Promise.withResolvers<void>();
    const { stops, asked } = await walk(['1', '2'], async (project) => {
      seen.add(project);
      // Asked one after the other, the first would never be answered.
      if (seen.size === 2) both.resolve();
      await both.promise;
      return 200;
    });
    expect(stops).toEqual([undefined, undefined]);
    expect(new Set(asked)).toEqual(new Set(['', '1', '2']));
  });

  it('a key that the API refuses is tried with one project, not with each', async () => {
    const { stops, asked } = await walk(['1', '2', '3'], async () => 401, 'the-same-key');
    expect(stops).toEqual(Array(3).fill('visibility_unauthorised'));
    expect(asked).toEqual(['', '', '1']);
  });
});

/** Gives each project's `stop`, and what was asked about. `answer`: the status for a project, by the end of its id. */
async function walk(ends: readonly string[], answer: (end: string) => Promise<200 | 401>, sameKey?: string) {
  const asked: string[] = [];
  const app = new Hono().all('*', async (c) => {
    const end = /projects\/[^/]*(.)\//.exec(c.req.path)?.[1] ?? '';
    asked.push(end);
    return c.json({ data: [] }, end === '' && !sameKey ? 200 : await answer(end));
  });
  const served = await serve(app, 0);
  onTestFinished(() => served.close());
  const projects = ends.map((end) => {
    const project = { id: `33333333-3333-4333-8333-33333333333${end}`, name: `Brand ${end}` };
    return { project, key: sameKey ?? `key-of-${end}` };
  });
  const walked = await walkProjects(projects, {
    baseUrl: `${served.url}/v1/public`,
    profiles: createProfiles({ corrected: () => [], keep: async () => undefined, onLost: () => undefined }),
    redact: (text) => text,
    realNow: Date.now,
    progress: { part: () => undefined, step: () => undefined, end: () => undefined },
  });
  return { stops: walked.map(({ stop }) => stop), asked };
}
