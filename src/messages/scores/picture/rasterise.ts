/** SVG to PNG, off the event loop, with fonts of our own: without a font file resvg draws no text and says nothing. */
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';

const { resolve } = createRequire(import.meta.url);

/** System fonts are left alone: a picture looks the same on every machine. */
const FONT = {
  loadSystemFonts: false,
  fontFiles: ['DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf'].map((file) =>
    resolve(`dejavu-fonts-ttf/ttf/${file}`),
  ),
  defaultFontFamily: 'DejaVu Sans',
};

/** PNG bytes of a whole SVG document, at its own width and height. */
export async function rasterise(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, { font: FONT });
  return image.asPng();
}
