/** Draws SVG as PNG in a thread of its own: it takes long, and clicks have to be answered meanwhile. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ResvgRenderOptions } from '@resvg/resvg-js';

const { resolve } = createRequire(import.meta.url);

/** The characters of the subset of DejaVu Sans Condensed in fonts/ (see fonts/README.md). */
export const LATIN = /^[\n -~\u00A0-\u00AC\u00AE-\u017F\u2010-\u2027\u2030-\u203A€™−]*$/;

const latinFiles = [
  fileURLToPath(new URL('./fonts/dejavu-latin.ttf', import.meta.url)),
  fileURLToPath(new URL('./fonts/dejavu-latin-bold.ttf', import.meta.url)),
];
const wholeFiles = ['DejaVuSansCondensed.ttf', 'DejaVuSansCondensed-Bold.ttf'].map((file) =>
  resolve(`dejavu-fonts-ttf/ttf/${file}`),
);

/**
 * Without a font file resvg silently draws no text. It reads the whole file once per character, so the subset, a
 * sixteenth of the size, is used if it's enough. System fonts aren't used, so that pictures look the same on every
 * machine.
 */
function fontFor(svg: string): ToDraw['font'] {
  return {
    loadSystemFonts: false,
    fontFiles: LATIN.test(svg) ? latinFiles : wholeFiles,
    defaultFontFamily: 'DejaVu Sans',
  };
}

/** A message to the thread, and its answer. */
export type ToDraw = { id: number; svg: string; font: NonNullable<ResvgRenderOptions['font']> };
export type Drawn = { id: number } & ({ png: Uint8Array } | { fault: string });

type Thread = { draw(svg: string): Promise<Buffer> };

/** Started for the first picture. It doesn't keep the process alive. */
let thread: Thread | undefined;

/** Draws PNG bytes at the SVG's width and height. @throws Error if it can't be drawn. */
export function rasterise(svg: string): Promise<Buffer> {
  thread ??= createThread(() => {
    thread = undefined;
  });
  return thread.draw(svg);
}

function createThread(onGone: () => void): Thread {
  const worker = new Worker(new URL('./raster-worker.ts', import.meta.url));
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  let asked = 0;
  worker.unref();
  worker.on('message', (drawn: Drawn) => {
    const one = waiting.get(drawn.id);
    waiting.delete(drawn.id);
    if (waiting.size === 0) worker.unref();
    if ('png' in drawn) one?.resolve(Buffer.from(drawn.png));
    else one?.reject(new Error(`A picture couldn’t be drawn: ${drawn.fault}`));
  });
  worker.on('error', (error) => {
    onGone();
    for (const one of waiting.values())
      one.reject(new Error('The thread that draws pictures ended', { cause: error }));
    waiting.clear();
  });
  return {
    draw(svg) {
      const one = Promise.withResolvers<Buffer>();
      asked += 1;
      waiting.set(asked, one);
      worker.ref();
      worker.postMessage({ id: asked, svg, font: fontFor(svg) } satisfies ToDraw);
      return one.promise;
    },
  };
}
