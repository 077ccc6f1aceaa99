/** The thread that rasterise.ts draws in. Imports only packages, since the Docker image has it as a file of its own. */
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import type { Drawn, ToDraw } from './rasterise.ts';

parentPort?.on('message', ({ id, svg, font }: ToDraw) => {
  const answer = (drawn: Drawn) => parentPort?.postMessage(drawn);
  try {
    answer({ id, png: new Resvg(svg, { font }).render().asPng() });
  } catch (error) {
    answer({ id, fault: error instanceof Error ? error.message : String(error) });
  }
});
