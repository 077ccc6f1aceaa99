/** Pictures are drawn in a thread of their own: the loop goes on meanwhile, and one that can't be drawn harms no other. */
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { rasterise } from '../../../../src/messages/scores/picture/rasterise.ts';

const square = (side: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="9" height="9"/></svg>`;

describe('drawing', () => {
  it('draws text of every script that its fonts have', async () => {
    const drawn = async (words: string) =>
      PNG.sync
        .read(
          await rasterise(
            `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="20"><text y="15" font-family="DejaVu Sans">${words}</text></svg>`,
          ),
        )
        .data.filter((_, i) => i % 4 === 3)
        .some((alpha) => alpha > 0);
    for (const words of ['Acme', 'Привет', 'שלום', 'مرحبا', '→']) expect(await drawn(words)).toBe(true);
    expect(await drawn('')).toBe(false);
  });

  it('gives simultaneous callers their own picture', async () => {
    const sides = [11, 12, 13];
    const drawn = await Promise.all(sides.map((side) => rasterise(square(side))));
    expect(drawn.map((png) => PNG.sync.read(png).width)).toEqual(sides);
  });

  it('rejects what it can’t draw, and draws the next picture', async () => {
    const [faulty, sound] = await Promise.allSettled([rasterise('<svg'), rasterise(square(5))]);
    expect(faulty).toMatchObject({ status: 'rejected', reason: expect.any(Error) });
    expect(sound).toMatchObject({ status: 'fulfilled', value: expect.any(Buffer) });
  });

  it('doesn’t block the event loop', async () => {
    const loopsWhile = async (work: Promise<unknown>) => {
      let [turns, isDone] = [0, false];
      const over = work.finally(() => {
        isDone = true;
      });
      while (!isDone) {
        turns += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await over;
      return turns;
    };
    expect(await loopsWhile(rasterise(square(2_000)))).toBeGreaterThan(10);
  });
});
