/** The thread that rasterise.ts draws in. Imports only packages, since the Docker image has it as a file of its own. */
import { parentPort } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import { type RenderedImage, Resvg } from '@resvg/resvg-js';
import type { Drawn, ToDraw } from './rasterise.ts';

parentPort?.on('message', ({ id, svg, font }: ToDraw) => {
  const answer = (drawn: Drawn) => parentPort?.postMessage(drawn);
  try {
    answer({ id, png: encodePng(new Resvg(svg, { font, crop: NONE }).render()) });
  } catch (error) {
    answer({ id, fault: error instanceof Error ? error.message : String(error) });
  }
});

/** Without a crop resvg copies the whole picture into new memory; an empty one it leaves out. */
const NONE = { left: 0, top: 0, right: 0, bottom: 0 };

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A trade-off: level 6 is a third smaller but takes three times as long. */
const LEVEL = 3;

/**
 * Writes RGBA rows without filters, since deflate compresses a chart's flat areas well. The writers of resvg and of npm
 * packages take three times as long. https://www.w3.org/TR/png-3/
 */
function encodePng({ width, height, pixels }: RenderedImage): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8); // bits per channel, colour with alpha
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows(width, height, pixels), { level: LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Puts a filter byte before each row of four bytes a pixel, and divides colours by the alpha they're multiplied with. */
function rows(width: number, height: number, pixels: Uint8Array): Buffer {
  const length = width * 4;
  const all = Buffer.alloc((length + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const from = y * (length + 1) + 1;
    all.set(pixels.subarray(y * length, (y + 1) * length), from);
    unmultiply(all, from, from + length);
  }
  return all;
}

function unmultiply(bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at += 4) {
    const alpha = bytes[at + 3] ?? 0;
    if (alpha === 255 || alpha === 0) continue;
    for (let channel = at; channel < at + 3; channel += 1)
      bytes[channel] = Math.min(255, Math.round(((bytes[channel] ?? 0) * 255) / alpha));
  }
}
