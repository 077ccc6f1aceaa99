/** Reads a drawn picture as an eye would: where something of a colour stands. In the picture's own units. */
import { PNG } from 'pngjs';
import {
  COLOURS,
  computeLayout,
  DENSITY,
  type Layout,
  type ScoreCourse,
  SIZE,
} from '../../../../src/messages/scores/picture/layout.ts';
import { scorePicture } from '../../../../src/messages/scores/picture/score-picture.ts';

type Box = { left: number; right: number; top: number; bottom: number };

export type Seen = {
  layout: Layout;
  png: PNG;
  /** Pixels of nearly this colour, in the box or in the whole picture. */
  count(colour: keyof typeof COLOURS, box?: Box): number;
  /** Pixels of the box that are not the bare card. */
  ink(box: Box): number;
  alpha(x: number, y: number): number;
};

const WHOLE: Box = { left: 0, right: SIZE.width, top: 0, bottom: SIZE.height };

/** Edges are mixed with what stands behind them; what differs by more than this is another colour. */
const LIKE = 24;

export async function look(series: ScoreCourse): Promise<Seen> {
  const [layout, picture] = [computeLayout(series), await scorePicture(series)];
  if (!layout || !picture) throw new Error('Nothing was drawn');
  const png = PNG.sync.read(picture.png);
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const like = (at: number, wanted: readonly number[]) =>
    wanted.every((value, channel) => Math.abs((png.data[at + channel] ?? 0) - value) <= LIKE);

  function counted(box: Box, holds: (at: number) => boolean): number {
    let found = 0;
    for (let y = Math.round(box.top * DENSITY); y < Math.round(box.bottom * DENSITY); y += 1) {
      for (let x = Math.round(box.left * DENSITY); x < Math.round(box.right * DENSITY); x += 1) {
        if (holds((y * png.width + x) * 4)) found += 1;
      }
    }
    return found;
  }

  return {
    layout,
    png,
    count: (colour, box = WHOLE) => counted(box, (at) => like(at, channels(COLOURS[colour]))),
    ink: (box) => counted(box, (at) => !like(at, channels(COLOURS.card))),
    alpha: (x, y) => png.data[(Math.round(y * DENSITY) * png.width + Math.round(x * DENSITY)) * 4 + 3] ?? 0,
  };
}

/** A box of `size` around a place. */
export function around(x: number, y: number, size: number): Box {
  return { left: x - size / 2, right: x + size / 2, top: y - size / 2, bottom: y + size / 2 };
}
