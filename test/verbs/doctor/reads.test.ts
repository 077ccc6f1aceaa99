import { expect, it } from 'vitest';
import { READS } from '../../../src/verbs/doctor/reads.ts';
import { OPERATIONS } from '../../../src/visibility/operations.ts';

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
