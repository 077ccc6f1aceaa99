/** Pictures are drawn in a thread of their own: the loop goes on meanwhile, and one that can't be drawn harms no other. */
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { LATIN, rasterise } from '../../../../src/messages/scores/picture/rasterise.ts';

const { resolve } = createRequire(import.meta.url);

const square = (side: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="9" height="9"/></svg>`;

/** Whether it is drawn as with the whole fonts, and written by resvg itself. */
async function isDrawnAsEver(svg: string): Promise<boolean> {
  const fontFiles = ['DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf'].map((file) =>
    resolve(`dejavu-fonts-ttf/ttf/${file}`),
  );
  const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: 'DejaVu Sans' };
  const [ours, whole] = [await rasterise(svg), new Resvg(svg, { font }).render().asPng()];
  return PNG.sync.read(ours).data.equals(PNG.sync.read(whole).data);
}

function written(lines: readonly string[]): string {
  const texts = lines.map((line, i) => `<text x="5" y="${i * 14 + 12}">${line}</text>`).join('');
  const style = 'font-family="DejaVu Sans" font-stretch="condensed" font-size="12"';
  const bold = `<g font-weight="bold" transform="translate(600)">${texts}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400" ${style}>${texts}${bold}</svg>`;
}

const SIGNS = Array.from({ length: 0x2200 - 0x20 }, (_, i) => String.fromCharCode(i + 0x20)).filter(
  (sign) => LATIN.test(sign) && !'<&'.includes(sign),
);

describe('drawing', () => {
  it('draws Latin text like the whole font: every character, ligatures and kerning', async () => {
    const lines = ['Toffee AVAToTe fi ffl “Škoda”'];
    for (let from = 0; from < SIGNS.length; from += 30) lines.push(SIGNS.slice(from, from + 30).join(''));
    expect(await isDrawnAsEver(written(lines))).toBe(true);
  });

  it('draws other scripts too, and mixed with Latin', async () => {
    const svg = written(['Ωmega', 'Привет, Acme', 'שלום Acme', 'مرحبا بالعالم', 'A → B', 'a\u00ADb\u202Ecd']);
    expect(await isDrawnAsEver(svg)).toBe(true);
  });

  it('keeps transparency', async () => {
    const svg = square(16).replace(
      '<rect',
      '<circle r="7" cx="8" cy="8" opacity="0.7" fill="#eef1f5"/><rect',
    );
    expect(await isDrawnAsEver(svg)).toBe(true);
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
