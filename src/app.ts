/** The composition root: the only place that constructs clients, and the order in which the bot starts and stops. */
import { setTimeout as delay } from 'node:timers/promises';
import { realNow, remoteClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { ConfigError, StoreError } from './errors.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createPump } from './outbox/pump.ts';
import { standingOf } from './outbox/standing.ts';
import { TIMING, type Timing } from './outbox/timing.ts';
import { type Feed, feedsOf, type Project, type Projects, readProjects } from './projects.ts';
import { createProjectsSource } from './projects-source.ts';
import { askClock, serve } from './serve.ts';
import { createBolt } from './slack/bolt.ts';
import { clientOptions, createSlackClient } from './slack/client.ts';
import { singleInstallation } from './slack/installations.ts';
import { slackLogger } from './slack/logger.ts';
import { createMembers } from './slack/members.ts';
import { createPeople } from './slack/people.ts';
import { backlog } from './store/lanes.ts';
import { openStore } from './store/open.ts';
import { attachSurface } from './surface/dispatch.ts';
import { startTicking } from './ticker.ts';
import { createVisibility, type VisibilityClient } from './visibility/client.ts';
import { healthOf } from './watch/health.ts';
import { createMonday } from './watch/monday.ts';
import { createTroubles, recipients } from './watch/troubles.ts';
import { createWatch } from './watch/watch.ts';

/**
 * A running bot: where it listens, when Slack has confirmed it, and how to stop it. `storeLost` rejects with a
 * StoreError when the store cannot be used any more: nothing can be kept, so nothing may be done.
 */
export type App = { url: string; confirmed: Promise<void>; storeLost: Promise<never>; stop(): Promise<void> };

/** @throws ConfigError, StoreError; Slack or the API out of reach is no error: the bot stays alive and asks again. */
export async function startApp(config: Config, timing: Timing = TIMING): Promise<App> {
  const log = createLog(config.logLevel, secretsOf(config, await readProjects(config.projectsFile)));
  const clock = config.clockUrl ? remoteClock(askClock(config.clockUrl)) : systemClock();
  const projects = await createProjectsSource(
    config.projectsFile,
    (read) => checkKeys(read, config),
    realNow,
    log,
  );
  const db = await openStore(config, realNow);
  const metrics = createMetrics(() => backlog(db, clock.now()));

  const visibility = createVisibility({
    baseUrl: config.visibility.baseUrl,
    onRequest: (report) => log.debug(report, 'API request'),
  });
  const clients = new Map<string, VisibilityClient>();
  const visibilityOf = (project: Project): VisibilityClient => {
    const key = keyOf(project, config) ?? '';
    const client = clients.get(key) ?? visibility.open(key);
    clients.set(key, client);
    return client;
  };

  const logger = slackLogger(log);
  const options = clientOptions(config.slack.apiUrl, logger);
  const { promise: storeLost, reject: loseStore } = Promise.withResolvers<never>();
  const onFault = (error: unknown) => {
    log.error({ err: error }, 'Work could not be done; it is tried again');
    if (error instanceof StoreError) loseStore(error);
  };
  storeLost.catch(() => undefined);

  const installations = singleInstallation(createSlackClient(config.slack.botToken, options), log, pause);
  const owners = () => recipients(projects.current());
  const isMember = createMembers(realNow);
  const pump = createPump({
    db,
    clock,
    installations,
    standingOf: (team, decision, channel) =>
      standingOf(db, team, decision, projects.current(), {
        channel,
        isMember: async (place, person) => {
          const installation = installations.of(team);
          return installation !== undefined && isMember(installation, place, person);
        },
      }),
    owners,
    onUnclear: () => projects.current().on_unclear,
    timing,
    onFault,
    metrics,
    log,
  });
  const feedsOfTeam = (team: string) => feedsOf(ofTeam(projects.current(), team));
  const health = (team: string, feeds: readonly Feed[] = feedsOfTeam(team)) =>
    healthOf({ db, keyNameOf }, team, feeds, clock.now());
  const watch = createWatch({
    db,
    clock,
    teams: () => installations.all().map(({ team }) => team),
    feedsOf: feedsOfTeam,
    owners,
    visibilityOf,
    monday: createMonday({
      db,
      recipients: owners,
      timezone: () => projects.current().defaults.timezone,
      health,
    }),
    troubles: createTroubles({ db, projects: projects.current, keyNameOf }),
    wakePump: pump.wake,
    timing,
    onFault,
    metrics,
    log,
  });

  const bolt = createBolt(config.slack, installations, options, logger);
  attachSurface(bolt.app, {
    db,
    clock,
    installations,
    personOf: createPeople(realNow),
    projects: projects.current,
    visibilityOf,
    health,
    wakePump: pump.wake,
    log,
  });

  const stopping = new AbortController();
  const ready = () => installations.all().length > 0;
  const servers = await serve(config, { ready, slack: bolt.listener, metrics: metrics.text });
  const stopTicking = startTicking(config.clockUrl !== undefined, onFault, async () => {
    await projects.refresh();
    if (!ready()) void installations.confirm(stopping.signal);
    await watch.tick();
  });
  const confirmed = installations.confirm(stopping.signal).then(async () => {
    if (stopping.signal.aborted) return;
    await bolt.start();
    await watch.tick();
    pump.wake();
  });
  confirmed.catch((error) => log.error({ err: error }, 'The bot could not begin'));
  log.info({ url: servers.url, projects: projects.current().projects.length }, 'Sightline is listening');

  return {
    url: servers.url,
    confirmed,
    storeLost,
    async stop() {
      stopping.abort();
      await Promise.all([stopTicking(), bolt.stop(), watch.stop(), pump.stop()]);
      await servers.close();
      await visibility.close();
      await db.destroy();
    },
  };
}

/** The variable that holds a project's key: its own, or the common one. */
function keyNameOf(project: Project): string {
  return project.api_key_env ?? 'VISIBILITY_API_KEY';
}

function keyOf(project: Project, config: Config): string | undefined {
  return config.secrets(keyNameOf(project));
}

function checkKeys(projects: Projects, config: Config): void {
  const missing = projects.projects.filter((project) => keyOf(project, config) === undefined);
  if (missing.length === 0) return;
  throw new ConfigError(
    missing.map(
      ({ name, api_key_env }) =>
        `${api_key_env ?? 'VISIBILITY_API_KEY'} is missing: the API key of project ${name}`,
    ),
  );
}

/** The projects of one workspace; those that name none belong to the only one there is. */
function ofTeam(projects: Projects, team: string): Projects {
  return {
    ...projects,
    projects: projects.projects.filter(({ workspace }) => !workspace || workspace === team),
  };
}

/** Everything that must never reach the log: Slack's tokens, and the keys that the projects name. */
function secretsOf(config: Config, { projects }: Projects): string[] {
  const { slack } = config;
  const ofMode = slack.mode === 'http' ? slack.signingSecret : slack.appToken;
  const password = config.databaseUrl && new URL(config.databaseUrl).password;
  return [
    slack.botToken,
    ofMode,
    password || '',
    ...projects.flatMap((project) => keyOf(project, config) ?? []),
  ];
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
