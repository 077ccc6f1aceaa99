/** Requests that are under way: as many as there is room for, begun one after the other, and waited for at a stop. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createUnderWay, Restarting, TooBusy } from '../../src/surface/restarting.ts';

test('each event loop turn starts one request, in order', async () => {
  const underWay = createUnderWay();
  const begun: number[] = [];
  for (const one of [1, 2, 3]) void underWay.takeTurn().then(() => begun.push(one));
  const seen: number[][] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await nextTurn();
    seen.push([...begun]);
  }
  const [first, second, ...later] = seen;
  expect([first?.length, second?.length]).toEqual([1, 2]);
  expect(later.at(-1)).toEqual([1, 2, 3]);
  // And another one later.
  await underWay.takeTurn();
});

test('one request too many is refused until another has ended', async () => {
  const underWay = createUnderWay(2);
  const works = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const all = works.map(({ promise }) => underWay.track(() => promise));
  expect(underWay.refusal()).toBeInstanceOf(TooBusy);
  works[0]?.resolve();
  await all[0];
  expect(underWay.refusal()).toBeUndefined();
  underWay.refuseNew();
  expect(underWay.refusal()).toBeInstanceOf(Restarting);
  for (const { resolve } of works) resolve();
  await underWay.drain(1_000);
});
