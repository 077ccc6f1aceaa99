/** The composition root: the only place that constructs clients, and the order in which the bot starts and stops. */
import { setTimeout as delay } from 'node:timers/promises';
import { realNow, remoteClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Decision } from './decision.ts';
import { ConfigError, StoreError, StoreGone } from './errors.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { putChartBelow } from './outbox/chart-below.ts';
import { createPump } from './outbox/pump.ts';
import { readStanding } from './outbox/standing.ts';
import { tellStoreGone } from './outbox/tell-store-gone.ts';
import { TIMING, type Timing } from './outbox/timing.ts';
import { createApiKeys } from './projects/api-keys.ts';
import { createElsewhereWarning } from './projects/elsewhere.ts';
import { fileNeeds } from './projects/file-check.ts';
import type { Made } from './projects/made.ts';
import { type Feed, feedsOf, type Project, recipientsOf } from './projects/projects.ts';
import { createProjectsSource } from './projects/projects-source.ts';
import { missingOf } from './readiness.ts';
import { createVault } from './secrets.ts';
import { askClock, serve } from './serve.ts';
import { blindAcknowledgements, blindSend } from './slack/blind.ts';
import { createBolt } from './slack/bolt.ts';
import { clientOptions, createSlackClient, slackLogger } from './slack/client.ts';
import { createHeard } from './slack/heard.ts';
import { type Installation, singleInstallation } from './slack/installations.ts';
import { manyInstallations } from './slack/installations-many.ts';
import { createMembers } from './slack/members.ts';
import { createPeople } from './slack/people.ts';
import { createSlackTime } from './slack/slack-time.ts';
import { createSparingLog } from './slack/sparing-log.ts';
import { checkSealed } from './store/api-keys.ts';
import { createWriteCheck } from './store/app-version.ts';
import { backlog } from './store/backlog.ts';
import { keptInstallations } from './store/installations.ts';
import { madeIn } from './store/made.ts';
import { openStore } from './store/open.ts';
import type { Db } from './store/schema.ts';
import { createSetup } from './store/setup.ts';
import { listenForWork } from './store/wake.ts';
import { secretsOf } from './strike.ts';
import { attachSurface } from './surface/dispatch.ts';
import { createRecentScores } from './surface/home/recent-scores.ts';
import { createUnderWay } from './surface/restarting.ts';
import { OPTIONAL_SCOPES, SCOPES } from './surface/scopes.ts';
import { startTicking, untilDone } from './ticker.ts';
import { createVisibility } from './visibility/client.ts';
import type { Timeouts } from './visibility/http.ts';
import { refusedIn } from './visibility/profile.ts';
import { createApiProfile } from './watch/api-profile.ts';
import { createClockSkew } from './watch/clock-skew.ts';
import { createEventsLimited } from './watch/events-limited.ts';
import { firstLook } from './watch/first-look.ts';
import { healthOf } from './watch/health.ts';
import { createLookAgain } from './watch/look-again.ts';
import { createMonday } from './watch/monday.ts';
import { previewFeed } from './watch/preview.ts';
import { createTidy } from './watch/tidy.ts';
import { createTroubles } from './watch/troubles.ts';
import { createWatch } from './watch/watch.ts';

/** Whoever asks in Slack hears within so long that the API does not answer; a feed's poll has more patience. */
const PEOPLE_WAIT = { withinMs: 12_000 };

/** Whoever is told at a stop that there is no answer, is told within so long. */
const LAST_ANSWERS_MS = 3_000;

/**
 * A running bot: where it listens, when Slack has confirmed it, and how to stop it. `storeLost` rejects with a
 * StoreError when the store cannot be used any more: nothing can be kept, so nothing may be done.
 */
export type App = { url: string; confirmed: Promise<void>; storeLost: Promise<never>; stop(): Promise<void> };

/** What is otherwise than usual. */
export type AppOptions = {
  timing?: Timing;
  /** In place of the API client's own, ms. */
  apiTimeouts?: Partial<Timeouts>;
  /** Gets the log's lines in place of standard error. */
  logTo?: { write(line: string): void };
};

/**
 * Resolves when the bot listens.
 * @throws ConfigError, StoreError; Slack or the API out of reach is no error: the bot stays alive and asks again.
 */
export async function startApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { timing = TIMING, apiTimeouts = {}, logTo } = options;
  const secrets = new Set(secretsOf(config));
  const log = createLog(config.logLevel, secrets, logTo);
  const clock = config.clockUrl ? remoteClock(askClock(config.clockUrl)) : systemClock();
  const vault = config.encryptionKey && createVault(config.encryptionKey);
  const keys = createApiKeys(config.secrets);
  const projects = await createProjectsSource({
    location: config.projectsFile,
    mayBeEmpty: vault !== undefined,
    check: (file) => {
      const faults = fileNeeds(file, config, keys);
      if (faults.length > 0) throw new ConfigError(faults);
      for (const project of file.projects) secrets.add(keys.of(project).key ?? '');
    },
    readMade: () => Promise.all(installations.all().map(made)),
    realNow,
    log,
  });
  const db = await openStore(config, realNow, ({ files, closed }) => {
    if (closed) log.warn({ files }, 'Others on this machine could read the store; now they cannot');
    else log.warn({ files }, 'Others on this machine can read the store, and its rights cannot be changed');
  });
  await checkSealed(db, vault).catch(async (error) => {
    await db.destroy();
    throw error;
  });

  const metrics = createMetrics(() => backlog(db, clock.now()));

  const apiProfile = await createApiProfile({
    db,
    api: () => projects.file().api,
    baseUrl: config.visibility.baseUrl,
    anyKey: () =>
      projects.file().projects.flatMap((project) => keys.of(project).key ?? [])[0] ??
      config.visibility.apiKey,
    realNow,
    log,
  }).catch(async (error) => {
    await db.destroy();
    throw error;
  });
  const visibility = createVisibility({
    baseUrl: config.visibility.baseUrl,
    timeouts: apiTimeouts,
    profiles: apiProfile.profiles,
    onRequest: (report) => log.debug(report, 'API request'),
  });
  const visibilityOf = keys.perKey(visibility.open);
  const underWay = createUnderWay();
  const openForPeople = (key: string) => visibility.open(key, { ...PEOPLE_WAIT, until: underWay.over });
  const visibilityForPeople = keys.perKey(openForPeople);
  const visibilityOnce = keys.perKey((key) => visibility.open(key, { ...PEOPLE_WAIT, once: true }));

  const send = blindSend(secrets, fetch);
  const sparing = createSparingLog(log, realNow);
  const slackTime = createSlackTime(realNow);
  const slackOptions = clientOptions(config.slack.apiUrl, slackLogger(log), send, slackTime.listening);
  const { promise: storeLost, reject: loseStore } = Promise.withResolvers<never>();
  let isLost = false;
  const onFault = (error: unknown) => {
    log.error({ err: error }, 'Work could not be done; it is tried again');
    if (!(error instanceof StoreError) || isLost) return;
    isLost = true;
    const telling =
      error instanceof StoreGone ? tellStoreGone({ installations, recipients, log }) : undefined;
    void Promise.resolve(telling).finally(() => loseStore(error));
  };
  storeLost.catch(() => undefined);

  const tokenLost = (lost: { team: string; why: string }) =>
    log.error(lost, 'The token of a workspace cannot be opened');
  const clientOf = (token: string) => createSlackClient(token, slackOptions);
  const installations =
    config.slack.mode === 'oauth'
      ? manyInstallations({
          kept: keptInstallations(db, vault, tokenLost),
          clientOf,
          log,
          sparing,
          wait: pause,
        })
      : singleInstallation(clientOf(config.slack.botToken), { log, sparing }, pause);
  const made = async ({ team, installedBy }: Installation): Promise<Made> => {
    const onUnreadable = (unreadable: unknown) =>
      log.error({ team, unreadable }, 'API keys that cannot be opened');
    const own = await madeIn(team, { db, vault, keys, secrets, onUnreadable });
    return { ...own, ...(installedBy !== undefined && { installedBy }) };
  };
  const recipients = (team: string) => recipientsOf(projects.of(team));
  const isMember = createMembers(realNow);
  const isMemberOf = async (team: string, place: string, person: string) => {
    const installation = installations.of(team);
    return installation !== undefined && isMember(installation, place, person);
  };
  const standingIn = (store: Db, team: string, decision: Decision, channel: string) =>
    readStanding(store, team, decision, projects.of(team), {
      channel,
      isMember: (place, person) => isMemberOf(team, place, person),
    });
  const pump = createPump({
    db,
    clock,
    installations,
    standingOf: async (team, decision, channel) => (await standingIn(db, team, decision, channel))(),
    recipients,
    onPlain: (delivery, posted) => void putChartBelow({ installations, send, log }, delivery, posted),
    onUnclear: () => projects.file().on_unclear,
    slackNow: slackTime.now,
    timing,
    onFault,
    metrics,
    log,
    sparing,
  });
  const wake =
    config.databaseUrl === undefined
      ? undefined
      : listenForWork(config.databaseUrl, {
          onTold: pump.wake,
          onLost: (why) =>
            log.warn({ why }, 'Other processes are not heard for a while; the tables are looked at'),
        });
  const wakePump = () => {
    pump.wake();
    wake?.tell();
  };
  const keyNameOf = (project: Project) => keys.of(project).name;
  const feedsOfTeam = (team: string) => feedsOf(projects.of(team));
  const health = (team: string, feeds: readonly Feed[] = feedsOfTeam(team)) =>
    healthOf({ db, keyNameOf }, team, feeds, clock.now());
  const troubles = createTroubles({ db, projects: projects.of, keyNameOf });
  const looking = createLookAgain({ db, troubles, onFault });
  const tidying = createTidy({ db, keep: () => projects.file().keep, onFault });
  const watch = createWatch({
    db,
    clock,
    teams: () => installations.all().map(({ team }) => team),
    feedsOf: feedsOfTeam,
    owners: (team) => projects.of(team).owners,
    recipients,
    visibilityOf,
    isMember: isMemberOf,
    monday: createMonday({
      db,
      recipients,
      timezone: () => projects.file().defaults.timezone,
      health,
    }),
    clockSkew: createClockSkew({ db, aheadMs: slackTime.aheadMs, projects: projects.of, metrics, log }),
    troubles,
    lookAgain: looking.lookAgain,
    tidy: tidying.tidy,
    wakePump,
    timing,
    onFault,
    metrics,
    log,
  });

  const eventsLimited = createEventsLimited({ db, clock, projects: projects.of, wakePump });
  const bolt = createBolt(
    config.slack,
    installations,
    slackOptions,
    { log, sparing, wait: pause, realNow, onLimited: (team) => eventsLimited(team).catch(onFault) },
    {
      scopes: [...Object.keys(SCOPES), ...Object.keys(OPTIONAL_SCOPES)],
      realNow,
      async installed(given) {
        await installations.installed(given);
        await projects.reread();
        pump.wake();
      },
    },
  );
  blindAcknowledgements(bolt.app, secrets);
  const surface = {
    db,
    clock,
    installations,
    personOf: createPeople(realNow),
    isMember,
    visibilityOf: visibilityForPeople,
    recentScores: createRecentScores({ db, visibilityOf: visibilityForPeople, clock, log }),
    clockAheadMs: slackTime.aheadMs,
    refusedLines: (project: Project) => refusedIn(apiProfile.profiles.of(keys.of(project).key ?? '')),
    openApi: (apiKey: string) => {
      // The API may say it again. What is no key, such as a name typed in the wrong field, is not struck out everywhere.
      if (/^\S{16,}$/.test(apiKey)) secrets.add(apiKey);
      return openForPeople(apiKey);
    },
    setup: createSetup({ db, vault, projects, hasOwnKey: keys.isInEnvironment }),
    look: (team: string, feeds: readonly Feed[]) =>
      looking.lookNow(team, feeds, visibilityForPeople, clock.now()),
    health,
    preview: (team: string, feed: Feed) =>
      previewFeed(
        { db, visibilityOf: visibilityForPeople, readStanding: standingIn, log },
        team,
        feed,
        clock.now(),
      ),
    send,
    wakePump,
    underWay,
    log,
  };
  const heard = createHeard({ installations, socketIsOpen: bolt.socketIsOpen, realNow });
  bolt.app.use(({ next }) => {
    heard.note();
    return next();
  });
  attachSurface(bolt.app, (team) => ({ ...surface, projects: () => projects.of(team) }));

  const stopping = new AbortController();
  // With Socket Mode Slack is heard only once the socket stands.
  let isHearing = false;
  let tickedAt: number | undefined;
  const takesWrites = createWriteCheck(db);
  const servers = await serve(config, {
    missing: async () =>
      missingOf(
        {
          isStopping: stopping.signal.aborted,
          isConfirmed: isHearing && installations.ready(),
          heardAt: heard.at(),
          tickedAt,
          takesWrites: await takesWrites(),
        },
        realNow(),
      ),
    slack: bolt.listener,
    metrics: metrics.text,
  });
  const warnOfElsewhere = createElsewhereWarning(log);
  const tellElsewhere = () => {
    const teams = installations.all().map(({ team }) => team);
    if (installations.ready()) warnOfElsewhere(projects.file(), teams);
  };
  const lookFirst = () => {
    const views = installations.all().map(({ team }) => projects.of(team));
    const { baseUrl } = config.visibility;
    return firstLook(views, { keyOf: keys.of, visibilityOf: visibilityOnce, baseUrl, log }, stopping.signal);
  };
  const stopTicking = startTicking(config.clockUrl !== undefined, onFault, async () => {
    await projects.refresh();
    await apiProfile.refresh();
    apiProfile.learn(stopping.signal).catch(onFault);
    tellElsewhere();
    installations.confirm(stopping.signal).catch(onFault);
    void heard.ask();
    await watch.tick();
    tickedAt = realNow();
  });
  const begin = async () => {
    await installations.confirm(stopping.signal);
    if (stopping.signal.aborted) return;
    tellElsewhere();
    if (!isHearing) await bolt.start(stopping.signal);
    if (stopping.signal.aborted) return;
    isHearing = true;
    heard.note();
    tickedAt = realNow();
    await projects.reread();
    await apiProfile.learn(stopping.signal);
    lookFirst().catch(onFault);
    await watch.tick();
    pump.wake();
  };
  const confirmed = untilDone(begin, { onFault, pause, signal: stopping.signal });
  log.info({ url: servers.url, projects: projects.file().projects.length }, 'Sightline is listening');

  return {
    url: servers.url,
    confirmed,
    storeLost,
    async stop() {
      log.info('Sightline is stopping; posts that are with Slack, and answers, are waited for');
      stopping.abort();
      underWay.refuseNew();
      const resting = Promise.all([
        confirmed,
        stopTicking(),
        watch.stop(),
        looking.stop(),
        tidying.stop(),
        pump.stop(),
      ]);
      await underWay.drained(timing.answersMs);
      underWay.cutShort();
      await underWay.drained(LAST_ANSWERS_MS);
      await Promise.all([bolt.stop(), servers.close()]);
      // What came in the last moment is told, too.
      await underWay.drained(LAST_ANSWERS_MS);
      await Promise.all([resting, wake?.close()]);
      await visibility.close();
      await apiProfile.profiles.kept();
      await db.destroy();
      log.info('Sightline has stopped');
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
