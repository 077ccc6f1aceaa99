/** The bot of `bench -- poll`, in a process of its own: what it costs until all is done, and how long its loop stood. */
import { once } from 'node:events';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { watchLoop } from './loop-watch.ts';

const began = performance.now();
const app = await startApp(readConfig(process.env));
// Before it listens nobody is kept waiting.
const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();
const blocks = watchLoop();
await app.confirmed;
process.send?.({ confirmed: true });
await once(process, 'message');
loop.disable();
const { user, system } = process.cpuUsage();
const tenths = (ms: number) => Math.round(ms * 10) / 10;
const figures = {
  seconds: tenths((performance.now() - began) / 1_000),
  cpuSeconds: tenths((user + system) / 1e6),
  peakMb: Math.round(process.resourceUsage().maxRSS / 1_024),
  p99Ms: tenths(loop.percentile(99) / 1e6),
  longestMs: tenths(loop.max / 1e6),
  longestWorkMs: tenths(blocks.stop()),
};
await app.stop();
process.send?.({ figures }, () => process.exit(0));
