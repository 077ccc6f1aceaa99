/** The bot in a process of its own, but that a channel takes a post whenever there is one: an entry for spawnBot. */
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { TIMING } from '../../src/outbox/pump.ts';

const [apiTimeouts = '{}', otherTiming = '{}'] = process.argv.slice(2);
const timing = { ...TIMING, postIntervalMs: 0, ...JSON.parse(otherTiming) };
const starting = startApp(readConfig(process.env), { timing, apiTimeouts: JSON.parse(apiTimeouts) });
void starting.then((app) => process.once('SIGTERM', () => void app.stop().finally(() => process.exit(0))));
