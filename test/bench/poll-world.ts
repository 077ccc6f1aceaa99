/** The world of `bench -- poll` in a process of its own, so that its work is not taken for the bot's: an API and a Slack. */
import { z } from 'zod';
import { FAIR } from './weather.ts';
import { startWorld } from './world.ts';

const Asked = z.object({ folder: z.string(), projects: z.number(), schedule: z.string() });

const { folder, projects, schedule } = Asked.parse(JSON.parse(process.argv[2] ?? '{}'));
let posts = 0;
const world = await startWorld({
  folder,
  weather: () => FAIR,
  intervalMs: 0,
  projects,
  channels: projects,
  schedule: () => schedule,
  onPost(moment) {
    if (moment === 'accepted') posts += 1;
    if (posts === projects) process.send?.({ posted: posts });
  },
});
process.send?.({ environment: world.environment });
process.once('disconnect', () => void world.close().finally(() => process.exit(0)));
