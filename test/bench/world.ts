/** Everything around the benches' bot: a Slack, an API with much news, and a clock that makes a minute short. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { realNow } from '../../src/clock.ts';
import { toLeadKey } from '../../src/rules/lead-key.ts';
import { randomOf } from '../../src/sandbox/world/random.ts';
import { type BusyApiOptions, startBusyApi } from './busy-api.ts';
import { type HostileSlackOptions, startHostileSlack } from './hostile-slack.ts';

export type World = Awaited<ReturnType<typeof startWorld>>;

/** Far from the machine's own time, so that the two are never taken for one another unnoticed. */
const START = Date.parse('2031-03-03T06:00:00Z');

const MINUTE_MS = 60_000;
export const SIGNING_SECRET = 'signing-secret-of-the-bench';
/** More than a bench can use up. */
const MOST_LEADS = 100_000;

export type WorldOptions = Pick<HostileSlackOptions, 'weather' | 'intervalMs' | 'latencyMs' | 'onPost'> & {
  /** Where the projects file goes. */
  folder: string;
  /**
   * By how much Slack's clock is ahead of the world's at the start, ms: it runs on at the machine's pace. Missing, Slack has
   * the world's time.
   */
  slackAheadMs?: number | undefined;
  /** Real ms that a minute of the world takes; missing, the world's time is the machine's. */
  minuteMs?: number;
  /** Each project posts its leads to one channel; where there are fewer channels, some share one. */
  projects: number;
  channels: number;
  /** The schedule of the project of this number, from 0. */
  schedule: (project: number) => string;
  /** With many workspaces the projects are theirs in turn; a multiple of them has to be the number of channels. */
  workspaces?: number;
  /** How often each project has a new lead, ms of the world's time; missing, every two minutes. */
  leadEveryMs?: number;
  /** What befalls the API's writes; missing, nothing. */
  apiWeather?: BusyApiOptions['weather'];
};

/** Every five minutes, the projects minute by minute in turn: there is always something to do. */
export const everyFiveMinutes = (project: number) => `${project % 5}-59/5 * * * *`;

export async function startWorld(options: WorldOptions) {
  const now = options.minuteMs === undefined ? realNow : fastClock(options.minuteMs);
  const slackBegan = now() + (options.slackAheadMs ?? 0) - realNow();
  const slackNow = options.slackAheadMs === undefined ? now : () => realNow() + slackBegan;
  const slack = await startHostileSlack({ ...options, now: slackNow, realNow });
  const { leadEveryMs = 2 * MINUTE_MS, apiWeather: weather } = options;
  const api = await startBusyApi({ now, leadEveryMs, mostLeads: MOST_LEADS, ...(weather && { weather }) });
  const projectsFile = path.join(options.folder, 'projects.yml');
  await writeFile(projectsFile, projectsFileOf(options));
  const projectIds = Array.from({ length: options.projects }, (_, number) => projectOf(number).id);
  return {
    slack,
    api,
    now,
    /** The keys, as the bot knows them, of all leads that were new since the start. */
    news: () =>
      api.news(projectIds).map((id) => toLeadKey({ id, url: undefined, title: undefined, place: undefined })),
    /** What a bot needs to live here, its store apart. */
    environment: {
      SLACK_BOT_TOKEN: 'xoxb-bench',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_API_URL: slack.url,
      VISIBILITY_BASE_URL: api.baseUrl,
      VISIBILITY_API_KEY: 'key-of-the-bench',
      PROJECTS_FILE: projectsFile,
      ...(options.minuteMs !== undefined && { CLOCK_URL: api.clockUrl }),
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'warn',
      // A bot that is started hundreds of times need not be compiled as often.
      NODE_COMPILE_CACHE: path.join(options.folder, 'compiled'),
    },
    async close() {
      await slack.close();
      await api.close();
    },
  };
}

/** The project of this number, from 0, and its channel. */
export const projectOf = (number: number) => ({
  id: randomOf('project', number).uuid(),
  name: `Project ${number + 1}`,
});
export const workspaceOf = (number: number) => `T0BENCH${String(number).padStart(3, '0')}`;
export const channelOf = (number: number) => `C0BENCH${String(number).padStart(3, '0')}`;

/** JSON, which is YAML too. */
function projectsFileOf({ projects, channels, schedule, workspaces }: WorldOptions): string {
  return JSON.stringify({
    projects: Array.from({ length: projects }, (_, number) => ({
      ...projectOf(number),
      ...(workspaces !== undefined && { workspace: workspaceOf(number % workspaces) }),
      leads: { channel: channelOf(number % channels), schedule: schedule(number) },
    })),
  });
}

function fastClock(minuteMs: number): () => number {
  const began = realNow();
  return () => START + Math.floor(((realNow() - began) / minuteMs) * MINUTE_MS);
}
