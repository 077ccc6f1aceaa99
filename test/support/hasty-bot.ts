/** The bot in a process of its own, but that it gives up early on an API that does not answer: an entry for spawnBot. */
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { TIMING } from '../../src/outbox/timing.ts';

const app = await startApp(readConfig(process.env), TIMING, { headers: 600, total: 1_000 });
process.once('SIGTERM', () => void app.stop().finally(() => process.exit(0)));
