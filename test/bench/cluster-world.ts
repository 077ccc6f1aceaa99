/** The world of `bench -- cluster` in a process of its own: an API, a Slack of many workspaces, and where answers go. */
import { z } from 'zod';
import { realNow } from '../../src/clock.ts';
import { stillWorking } from '../../src/messages/refusal.ts';
import { draw } from '../../src/slack/draw.ts';
import { startLocalServer } from './local-server.ts';
import { FAIR, stormOf } from './weather.ts';
import { startWorld } from './world.ts';

const Given = z.object({
  folder: z.string(),
  seed: z.number(),
  projects: z.number(),
  channels: z.number(),
  workspaces: z.number(),
});
const Wish = z.enum(['calm', 'evidence']);

/** What comes late comes after that at the latest. */
const LATEST_MS = 500;
/** A post takes ten at most. */
const LEAD_EVERY_MS = 40_000;

const { seed, ...sizes } = Given.parse(JSON.parse(process.argv[2] ?? '{}'));
const [slackStorm, apiStorm] = [stormOf(seed, LATEST_MS), stormOf(seed + 1, LATEST_MS)];
let stormy = true;
const world = await startWorld({
  ...sizes,
  weather: () => (stormy ? slackStorm() : FAIR),
  apiWeather: apiStorm,
  intervalMs: 1_000,
  leadEveryMs: LEAD_EVERY_MS,
  schedule: () => '* * * * *',
});

const Answer = z.object({ text: z.string() });
const answered = new Set<string>();
const waiting = draw(stillWorking()).text;
const answers = await startLocalServer(({ path, body }, response) => {
  if (Answer.parse(JSON.parse(body)).text !== waiting) answered.add(path.slice(1));
  response.end('ok');
});

const Slot = z.object({ event_payload: z.object({ slot: z.number() }) });

process.on('message', (wish) => {
  if (Wish.parse(wish) === 'calm') {
    stormy = false;
    world.api.fallSilent();
    process.send?.({ silentAt: realNow() });
    return;
  }
  process.send?.({
    accepted: world.slack.accepted().map(({ deliveryId, channel, ts, at, metadata }) => {
      return { deliveryId, channel, ts, at, slot: Slot.parse(metadata).event_payload.slot };
    }),
    news: world.news(),
    written: world.api.written(),
    answered: [...answered],
  });
});
process.send?.({ environment: world.environment, answersUrl: answers.url });
process.once('disconnect', () => {
  void Promise.all([world.close(), answers.close()]).finally(() => process.exit(0));
});
