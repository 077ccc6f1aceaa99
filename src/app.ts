/** The composition root: constructs all clients and wires the parts of the bot together. */
import { createApiSide, openProjects, takeFirstLook } from './app/api-side.ts';
import { serveLocalAnswers } from './app/local.ts';
import { createFaults, run } from './app/run.ts';
import { createSlackClients, createSlackSide, lookAtChannels } from './app/slack-side.ts';
import { createThreadedSlots, MANY_FEEDS } from './app/threaded-slots.ts';
import { realNow } from './clock.ts';
import { type Config, LOOPBACK } from './config.ts';
import { type Decision, FEED_KINDS } from './decision.ts';
import { ConfigError } from './errors.ts';
import { createLog, standardError } from './log.ts';
import { createHttpDoor, createIdentity } from './mcp/http-door.ts';
import type { Offer } from './mcp/server.ts';
import type { McpAddress } from './messages/projects/connect.ts';
import { type Backlog, createMetrics } from './metrics.ts';
import { openOtlp } from './otlp.ts';
import { KEPT, POST_KINDS } from './outbox/post-kinds.ts';
import { createPump, TIMING, type Timing } from './outbox/pump.ts';
import { readStanding } from './outbox/standing.ts';
import { createNotInstalledWarning, findMissing } from './projects/api-keys.ts';
import { type Feed, feedOf, feedsOf } from './projects/projects.ts';
import { createRedactor, secretsOf } from './redact.ts';
import { openClock } from './serve.ts';
import { readBacklog } from './store/backlog.ts';
import { createWriteCheck } from './store/migrations.ts';
import { isStoreThere, openStore, readStoreBytes } from './store/open.ts';
import { createTidy } from './store/retention.ts';
import { checkSealed } from './store/sealed.ts';
import { countMadeFeeds, createSetup } from './store/setup.ts';
import type { OnOpenToOthers } from './store/sqlite-files.ts';
import { countPaused } from './store/subscriptions.ts';
import { createTurnMemory, createWriteTurn } from './store/write-turn.ts';
import { createProjectNames } from './surface/ask/project-names.ts';
import { createUnderWay } from './surface/restarting.ts';
import { createRecentScores } from './surface/scores/scores.ts';
import type { Timeouts } from './visibility/http.ts';
import { readHealth, tellLastPolls } from './watch/health.ts';
import { createMonday } from './watch/monday.ts';
import { previewFeed } from './watch/preview.ts';
import { createSlotWork } from './watch/slot-work.ts';
import { createClockSkew, createTroubles } from './watch/troubles.ts';
import { createWatch } from './watch/watch.ts';

/** `confirmed`: by Slack. `storeLost` rejects when the store can no longer be used: the bot must stop then. */
export type App = {
  url: string;
  confirmed: Promise<void>;
  storeLost: Promise<never>;
  stop(): Promise<void>;
  /** For the demo, tests and benches: `tickedAt` is when the last finished tick began, epoch ms on the bot's clock. */
  backlog(): Promise<Backlog & { tickedAt: number | undefined }>;
};

/** For tests and benches. */
type AppOptions = {
  timing?: Timing;
  /** Override the API client's timeouts, ms. */
  apiTimeouts?: Partial<Timeouts>;
  /** With this many feeds or more, slots get a thread of their own. */
  manyFeeds?: number;
  /** Where log lines go instead of standard error. */
  logTo?: { write(line: string): void };
};

/** Resolves when the bot listens, whether Slack and the API answer or not. @throws ConfigError, StoreError */
export async function startApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { timing = TIMING, apiTimeouts: timeouts = {}, manyFeeds = MANY_FEEDS } = options;
  const { logTo = standardError() } = options;
  const secrets = new Set(secretsOf(config));
  const log = createLog(config.logLevel, secrets, logTo);
  const spans = await openOtlp(config.otlpEndpoint);
  const clock = openClock(config);
  if (config.clockUrl && config.environment.NODE_ENV === 'production')
    log.warn(
      'CLOCK_URL is set, so times are simulated although NODE_ENV is production. Unset it for a real bot.',
    );
  const { protocol, hostname } = new URL(config.visibility.baseUrl);
  if (protocol === 'http:' && !LOOPBACK.includes(hostname))
    log.warn(
      'VISIBILITY_BASE_URL begins with http://, so API keys cross the network unencrypted. Use https:// if the API has it.',
    );
  if (config.databaseUrl !== undefined && (await isStoreThere({ dataDir: config.dataDir })))
    log.warn(
      { dataDir: config.dataDir },
      'DATA_DIR has an embedded store, which isn’t used because DATABASE_URL is set. Before a first start on PostgreSQL, `npm run migrate-store` copies it there; if you don’t need it, move it away.',
    );
  const set = await openProjects({
    config,
    secrets,
    db: () => db,
    installed: () => installations.all(),
    check: (file, its) => {
      const faults = findMissing(file, config, its);
      if (faults.length > 0) throw new ConfigError(faults);
    },
    onReread: () => threaded?.noteChange(),
    rereadMs: timing.rereadMs,
    log,
  });
  const { vault, keys, projects } = set;
  const onOpenToOthers: OnOpenToOthers = ({ files, closed }) => {
    const end = closed
      ? 'could read the store; fixed its file mode'
      : 'can read the store: its file mode can’t be changed';
    log.warn({ files }, `Other users of this machine ${end}`);
  };
  const refusedFile = () => projects.refused() ?? api.profile.refused();
  const metrics = createMetrics(
    async () => ({
      ...(await readBacklog(db, clock.now())),
      takesWrites: await takesWrites(),
      isReady: await running?.ready(),
      storeBytes: await readStoreBytes(db, config.databaseUrl !== undefined),
      feedsPaused: await countPaused(db, feedsOfTeam),
      fileIsRefused: refusedFile() !== undefined,
      socketIsOpen: side.bolt.socketIsOpen?.(),
      requestsUnderWay: underWay.count(),
    }),
    { feeds: FEED_KINDS, posts: POST_KINDS },
  );
  const underWay = createUnderWay();
  let turn: SharedArrayBuffer | undefined;
  const db = await openStore(config, realNow, {
    onOpenToOthers,
    onFailed: metrics.countStoreError,
    share: async (opened) => {
      const feeds = feedsOf(projects.file()).length + (await countMadeFeeds(opened));
      if (feeds < manyFeeds) return undefined;
      turn = createTurnMemory();
      return createWriteTurn(turn, 'main');
    },
  });
  const takesWrites = createWriteCheck(db, (why) =>
    why === undefined
      ? log.info('The store takes writes again')
      : log.error({ why }, 'The store takes no writes, so nothing is posted until it does'),
  );
  const api = await checkSealed(db, vault)
    .then(() => createApiSide({ ...set, db, now: clock.now, timeouts, over: underWay.over, metrics, log }))
    .catch(async (error) => {
      await db.destroy();
      throw error;
    });

  const slack = createSlackClients({ config, db, vault, secrets, metrics, spans, log });
  const { installations, isMemberOf } = slack;
  const { onFault, storeLost } = createFaults({ installations, projects: projects.of, log });
  const core = { db, clock, installations, projects: projects.of, onFault, metrics, spans, log };
  const standingOf = (team: string, decision: Decision, channel: string) =>
    readStanding(db, team, decision, projects.of(team), {
      channel,
      isMember: (place, person) => isMemberOf(team, place, person),
    });
  // Another process may have just made it, or followed its channel to a new id.
  const findFeed = async (team: string, id: string) => {
    await projects.reread();
    return feedOf(projects.of(team), id);
  };
  const pump = createPump({
    ...core,
    findFeed,
    timing,
    standingOf,
    sparing: slack.sparing,
    send: slack.send,
    slackNow: slack.time.now,
  });
  const wakePump = pump.wake;
  const keyNameOf = keys.nameOf;
  const feedsOfTeam = (team: string) => feedsOf(projects.of(team));
  const health = (team: string, feeds: readonly Feed[], newsMs?: number) =>
    readHealth({ db, keyNameOf }, team, feeds, clock.now(), newsMs);
  const troubles = createTroubles({ ...core, keyNameOf });
  const tidy = createTidy({ db, keep: () => projects.file().keep, kept: KEPT, onFault });
  const teams = () => installations.all().map(({ team }) => team);
  const shared = { ...core, teams, visibilityOf: api.forFeeds, isMember: isMemberOf, wakePump };
  const here = createSlotWork({ ...shared, findFeed, troubles, timing });
  const threaded =
    turn &&
    createThreadedSlots({
      ...shared,
      here,
      turn,
      apiTimeouts: timeouts,
      leaseMs: timing.leaseMs,
      environment: config.environment,
      installed: installations.all,
      writeLine: (line) => logTo.write(line),
    });
  const watch = createWatch({
    ...shared,
    slots: threaded ?? here,
    monday: createMonday({ ...core, health: (team, newsMs) => health(team, feedsOfTeam(team), newsMs) }),
    clockSkew: createClockSkew({ ...core, aheadMs: slack.time.aheadMs }),
    expireOld: pump.expireOld,
    lookAgain: troubles.lookAgain,
    tidy: tidy.tidy,
  });

  const previewDeps = { db, visibilityOf: api.forPeople, standingOf, log };
  let running: Awaited<ReturnType<typeof run>> | undefined;
  const side = createSlackSide({
    config,
    clients: slack,
    bot: {
      db,
      log,
      now: clock.now,
      api: api.forPeople,
      openApi: (apiKey) => {
        // The API may echo it. But a short string may be a name typed into the wrong field, which mustn’t be redacted
        // everywhere.
        if (/^\S{16,}$/.test(apiKey)) secrets.add(apiKey);
        return api.openForPeople(apiKey);
      },
      refusedFile,
      recentScores: createRecentScores({ db, api: api.forPeople, log }, clock.now),
      projectNames: createProjectNames({ db, visibilityOf: api.forPeople, log }, clock.now),
      mcpAddress: () => mcpAddress(config.publicUrl, running?.url),
      wakePump,
    },
    workspaces: {
      projectsOf: projects.of,
      setup: createSetup({ db, vault, projects, hasOwnKey: keys.isInEnvironment }),
      feedsOf: (team) => ({
        look: (feeds) => troubles.lookNow(team, feeds, api.forPeople, clock.now()),
        health: (feeds) => health(team, feeds),
        preview: (feed) => previewFeed(previewDeps, team, feed, clock.now()),
      }),
    },
    secrets,
    underWay,
    async onInstalled() {
      await projects.reread();
      pump.wake();
    },
  });

  const warnOfNotInstalled = createNotInstalledWarning(log);
  const warnOnceReady = () => {
    if (installations.ready()) warnOfNotInstalled(projects.file(), teams());
  };
  const lookFirst = (signal: AbortSignal) => {
    const views = installations.all().map(({ team }) => projects.of(team));
    return takeFirstLook(views, { keyOf: keys.of, visibilityOf: api.once, log }, signal);
  };
  const offer: Offer = {};
  if (config.mcp.writes)
    // Not loaded unless they are on.
    offer.writeTools = (await import('./mcp/write-tools.ts')).createWriteTools(realNow);
  let local: { close(): Promise<void> } | undefined;
  running = await run({
    config,
    slack: side,
    mcp: createHttpDoor({
      identify: createIdentity({ config, db, workspaceOf: side.workspaceOf, now: clock.now, realNow }),
      offer,
      redact: createRedactor(secrets),
      ...side,
      underWay,
      spans,
    }),
    underWay,
    takesWrites,
    metrics: metrics.text,
    async refresh(signal) {
      void takesWrites();
      await projects.refresh();
      await api.profile.refresh();
      api.profile.learn(signal).catch(onFault);
      warnOnceReady();
    },
    async begin(signal) {
      warnOnceReady();
      await projects.reread();
      // Posts that are waiting from before go out first.
      pump.wake();
      await api.profile.learn(signal);
      lookFirst(signal).catch(onFault);
      for (const installation of installations.all())
        lookAtChannels(installation, feedsOfTeam(installation.team), log, signal).catch(onFault);
      for (const team of teams())
        void tellLastPolls(db, team, feedsOfTeam(team), metrics.setPollTime).catch(onFault);
      await watch.tick();
    },
    tick: watch.tick,
    hasMoved: clock.hasMoved,
    rest: () => Promise.all([watch.stop(), troubles.stop(), tidy.stop(), pump.stop()]),
    answersMs: timing.answersMs,
    async close() {
      await local?.close();
      await api.close();
      await db.destroy();
      await spans?.close();
    },
    onFault,
    log,
  });
  local = await serveLocalAnswers(config, {
    ...side,
    missing: running.missing,
    underWay,
    offer,
    redact: createRedactor(secrets),
  });
  log.info({ url: running.url, projects: projects.file().projects.length }, 'Sightline is listening');
  return {
    ...running,
    storeLost,
    async backlog() {
      // Read before the backlog, which could miss what a later tick opens.
      const tickedAt = metrics.tickTime();
      return { ...(await readBacklog(db, clock.now())), tickedAt };
    },
  };
}

function mcpAddress(publicUrl: string | undefined, here: string | undefined): McpAddress | undefined {
  if (publicUrl !== undefined) return { url: `${publicUrl}/mcp`, isLocal: false };
  return here === undefined
    ? undefined
    : { url: `http://127.0.0.1:${new URL(here).port}/mcp`, isLocal: true };
}
