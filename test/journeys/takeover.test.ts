import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { TIMING } from '../../src/outbox/pump.ts';
import { type BotProcess, startBot } from '../bench/bot-process.ts';
import { contentsOf } from '../bench/engine.ts';
import { tallyOf } from '../bench/tally.ts';
import { FAIR, type Fate } from '../bench/weather.ts';
import { everyFiveMinutes, startWorld } from '../bench/world.ts';
import { COMPILED } from '../support/compiled.ts';
import { freePort } from '../support/free-port.ts';
import { idle, readToDo } from '../support/idle.ts';
import { emptySchema } from '../support/store-engines.ts';
import { until } from '../support/until.ts';

/** Far below the minute that a bot usually leaves another one. */
const QUICK = { ...TIMING, leaseMs: 1_500, settleMs: 1_500, idleMs: 200 };
const MINUTE = 60_000;

it('of two bots on one PostgreSQL, one dies in the middle of a post: the other goes on in its channel, nothing twice', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const databaseUrl = await emptySchema();
  // The first post is taken, and whoever sent it never hears of it.
  const fates: Fate[] = [{ ...FAIR, hears: 'nothing' }];
  const { slack, api, now, news, environment, close } = await startWorld({
    folder,
    weather: () => fates.shift() ?? FAIR,
    intervalMs: 0,
    minuteMs: 500,
    projects: 6,
    channels: 3,
    schedule: everyFiveMinutes,
  });
  onTestFinished(close);

  const bots = new Map<string, { bot: BotProcess; metricsUrl: string }>();
  for (const token of ['xoxb-one', 'xoxb-two']) {
    const port = await freePort();
    const bot = startBot(
      {
        ...environment,
        DATABASE_URL: databaseUrl,
        SLACK_BOT_TOKEN: token,
        METRICS_PORT: String(port),
        NODE_COMPILE_CACHE: COMPILED,
      },
      QUICK,
      path.join(folder, 'bots.log'),
    );
    onTestFinished(bot.kill);
    bots.set(`Bearer ${token}`, { bot, metricsUrl: `http://127.0.0.1:${port}/metrics` });
  }

  const first = await until('the first post', () => slack.accepted()[0]);
  await bots.get(first.by)?.bot.kill();
  const [survivor] = [...bots].filter(([token]) => token !== first.by);
  if (!survivor) throw new Error(`Nobody but ${first.by} is left.`);
  const [token, { bot, metricsUrl }] = survivor;
  await until('the other one to post in its channel', () =>
    slack.accepted().find(({ channel, by }) => channel === first.channel && by === token),
  );

  api.fallSilent();
  // A feed comes every five minutes, spread over two more, and a busy machine is late: each has asked once in the silence.
  await idle({ toDo: () => readToDo(metricsUrl) }, now() + 12 * MINUTE);
  await bot.stop();
  const { faults, ...figures } = tallyOf({
    ...(await contentsOf(databaseUrl)),
    accepted: slack.accepted(),
    news: news(),
  });
  expect(faults).toEqual([]);
  expect(figures.posted).toBe(figures.decided);
});
