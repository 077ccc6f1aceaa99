/** Bolt in one workspace, whose Slack confirms the bot at once. */
import type { WebClient, WebClientOptions } from '@slack/web-api';
import { realNow } from '../../src/clock.ts';
import type { SlackConfig } from '../../src/config.ts';
import type { Log } from '../../src/log.ts';
import { createMetrics, type Metrics } from '../../src/metrics.ts';
import { createBolt } from '../../src/slack/bolt.ts';
import { createSlackLogger, makeClientOptions } from '../../src/slack/client.ts';
import { createSingleInstallation } from '../../src/slack/installations.ts';
import { keptLog } from './log-kept.ts';
import { ok, slackServer } from './slack-server.ts';

export const BOLT_TEAM = 'T0LOCAL01';

type Given = { log?: Log; client?: WebClient; options?: WebClientOptions };

export async function boltIn(slack: SlackConfig, { log = keptLog().log, ...given }: Given = {}) {
  const confirming = ok({ team_id: BOLT_TEAM, user_id: 'U0BOT', bot_id: 'B0BOT' });
  const client = given.client ?? (await slackServer(confirming)).client;
  const [sparing, wait] = [log.warn.bind(log), async () => undefined];
  const installations = createSingleInstallation(client, { log, sparing }, wait);
  await installations.confirm(new AbortController().signal);
  const { options = makeClientOptions(undefined, createSlackLogger(log)) } = given;
  const deps = { log, sparing, wait, realNow, metrics: unseenMetrics() };
  return createBolt(slack, installations, options, deps, { scopes: [], installed: wait });
}

const unseenMetrics = (): Metrics =>
  createMetrics(async () => ({ slotsDue: 0, outboxPending: 0, oldestSeconds: 0 }));
