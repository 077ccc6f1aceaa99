import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { TIMING } from '../../src/outbox/pump.ts';
import { contentsOf } from '../bench/engine.ts';
import { tallyOf } from '../bench/tally.ts';
import { FAIR, type Fate } from '../bench/weather.ts';
import { everyFiveMinutes, startWorld } from '../bench/world.ts';
import { type Bot, startBriskBot } from '../support/bot.ts';
import { idle } from '../support/idle.ts';
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

  const tokens = ['xoxb-one', 'xoxb-two'];
  const started = await Promise.all(
    tokens.map(async (token) => {
      const places = { DATABASE_URL: databaseUrl, SLACK_BOT_TOKEN: token };
      const bot = await startBriskBot({ ...environment, ...places }, {}, QUICK);
      onTestFinished(async () => void (await bot.stop('SIGKILL')));
      return [`Bearer ${token}`, bot] as const;
    }),
  );
  const bots = new Map<string, Bot>(started);

  const first = await until('the first post', () => slack.accepted()[0]);
  expect(await bots.get(first.by)?.stop('SIGKILL')).toBeNull();
  const [survivor] = [...bots].filter(([token]) => token !== first.by);
  if (!survivor) throw new Error(`Nobody but ${first.by} is left.`);
  const [token, bot] = survivor;
  await until('the other one to post in its channel', () =>
    slack.accepted().find(({ channel, by }) => channel === first.channel && by === token),
  );

  api.fallSilent();
  // A feed comes every five minutes, spread over two more, and a busy machine is late: each has asked once in the silence.
  await idle(bot, now() + 12 * MINUTE);
  expect(await bot.stop()).toBe(0);
  const { faults, ...figures } = tallyOf({
    ...(await contentsOf(databaseUrl)),
    accepted: slack.accepted(),
    news: news(),
  });
  expect(faults).toEqual([]);
  expect(figures.posted).toBe(figures.decided);
});
