/** A score over up to 90 days and more as a picture, for what Slack's own chart cannot show: bands, marks, gaps. */
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { altText, pictureTitle } from './alt-text.ts';
import { layoutOf } from './layout.ts';
import type { ScoreSeries } from './score-series.ts';
import { scoreSvg } from './score-svg.ts';

const { resolve } = createRequire(import.meta.url);

/** Without a font file resvg draws no text and says nothing. System fonts are left alone: a picture looks the same on every machine. */
const FONT = {
  loadSystemFonts: false,
  fontFiles: ['DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf'].map((file) =>
    resolve(`dejavu-fonts-ttf/ttf/${file}`),
  ),
  defaultFontFamily: 'DejaVu Sans',
};

/** `altText` says what the picture shows, in at most 1,000 characters, as a file's may have; `filename` ends in .png. */
export type ScorePicture = { png: Buffer; title: string; altText: string; filename: string };

/** 1080 by 800 pixels. Undefined if no day has a figure. */
export async function scorePicture(series: ScoreSeries): Promise<ScorePicture | undefined> {
  const layout = layoutOf(series);
  if (!layout) return undefined;
  return {
    png: await rasterise(scoreSvg(series, layout)),
    title: pictureTitle(series),
    altText: altText(series, layout),
    filename: `score-${layout.days.at(-1)?.date ?? layout.latest.date}.png`,
  };
}

/** SVG to PNG bytes at its own width and height, off the event loop. */
async function rasterise(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, { font: FONT });
  return image.asPng();
}
