/** The bot of the benches, in a process of its own: the whole of it, but for its patience, which comes as an argument. */
import { z } from 'zod';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';

const Timing = z.object({
  leaseMs: z.number(),
  settleMs: z.number(),
  idleMs: z.number(),
  postIntervalMs: z.number(),
  answersMs: z.number(),
});
const Patience = Timing.extend({ manyFeeds: z.number().optional() });

const { manyFeeds, ...timing } = Patience.parse(JSON.parse(process.argv[2] ?? '{}'));
const app = await startApp(readConfig(process.env), { timing, ...(manyFeeds && { manyFeeds }) });
process.once('SIGTERM', () => void app.stop().finally(() => process.exit(0)));
