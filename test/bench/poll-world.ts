/** The world of `bench -- poll` in a process of its own, so that its work is not taken for the bot's: an API and a Slack. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { realNow } from '../../src/clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import { startBusyApi } from './busy-api.ts';
import { startHostileSlack } from './hostile-slack.ts';
import { FAIR } from './weather.ts';
import { channelOf, projectOf, SIGNING_SECRET } from './world.ts';

/** Longer than the oldest rows of a bench: else they leave the store while it is measured. */
const KEEP = 'keep: { slots: 500d, deliveries: 500d, announced: 500d }';

const Asked = z.object({ folder: z.string(), projects: z.number(), posts: z.number().optional() });

/** Some leads are new to every project whenever a day has passed. */
const LEAD_EVERY_MS = 3 * HOUR_MS;

const { folder, projects, posts: awaited = projects } = Asked.parse(JSON.parse(process.argv[2] ?? '{}'));
let aheadMs = 0;
let posts = 0;
const now = () => realNow() + aheadMs;
const slack = await startHostileSlack({
  now: realNow,
  realNow,
  weather: () => FAIR,
  intervalMs: 0,
  onPost(moment) {
    if (moment === 'accepted') posts += 1;
    if (posts === awaited) process.send?.({ posted: posts });
  },
});
const api = await startBusyApi({ now, leadEveryMs: LEAD_EVERY_MS, mostLeads: 100_000 });
const projectsFile = path.join(folder, 'projects.yml');
await writeFile(projectsFile, projectsText());
process.send?.({
  environment: {
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.url,
    VISIBILITY_BASE_URL: api.baseUrl,
    VISIBILITY_API_KEY: 'key-of-the-bench',
    PROJECTS_FILE: projectsFile,
    DATA_DIR: path.join(folder, 'data'),
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
  },
});
process.on('message', () => {
  aheadMs += DAY_MS;
  posts = 0;
  process.send?.({ passed: true });
});
process.once(
  'disconnect',
  () => void Promise.all([slack.close(), api.close()]).finally(() => process.exit(0)),
);

/** Leads are due every midnight; the others on a day of the week that is neither today nor yesterday anywhere. */
function projectsText(): string {
  const calm = `0 12 * * ${(new Date(realNow()).getUTCDay() + 3) % 7}`;
  const lines = Array.from({ length: projects }, (_, number) => {
    const { id, name } = projectOf(number);
    const channel = channelOf(number);
    return [
      `  - id: ${id}`,
      `    name: ${name}`,
      `    leads:       { channel: ${channel}, schedule: "0 0 * * *", limit: 10, max_age: 14d }`,
      `    scores:      { channel: ${channel}, schedule: "${calm}", min_change: 5 }`,
      `    suggestions: { channel: ${channel}, schedule: "${calm}" }`,
    ];
  });
  return [KEEP, 'projects:', ...lines.flat(), ''].join('\n');
}
