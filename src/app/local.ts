/** Answers verbs on this machine: in a running bot over its local socket, or in a bot without Slack in the verb. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { realNow } from '../clock.ts';
import { blankIsUnset, type LocalConfig } from '../config.ts';
import { messageOf } from '../errors.ts';
import { reportFeeds } from '../feeds/feed-standing.ts';
import { serveLocally, socketIn } from '../local-socket.ts';
import { createLog } from '../log.ts';
import type { Offer } from '../mcp/server.ts';
import { Forgetting, forget } from '../outbox/forget.ts';
import { openClock } from '../serve.ts';
import { createSlackClient, createSlackLogger, makeClientOptions } from '../slack/client.ts';
import { isStoreThere, openStore } from '../store/open.ts';
import { createSetup } from '../store/setup.ts';
import { copyOpenStore, type Pages } from '../store/sqlite-backup.ts';
import { readKnownTeams } from '../store/subscriptions.ts';
import { answerLocally, LocalQuestion, NoAnswer } from '../surface/ask/answer-locally.ts';
import { createProjectNames } from '../surface/ask/project-names.ts';
import type { Bot } from '../surface/ask.ts';
import { COMMANDS } from '../surface/index.ts';
import { Restarting, type UnderWay } from '../surface/restarting.ts';
import { createRecentScores } from '../surface/scores/scores.ts';
import type { Workspace } from '../surface/workspace.ts';
import { readHealth } from '../watch/health.ts';
import { createApiSide, openProjects } from './api-side.ts';

/** The workspace if neither the store nor the projects name one. */
const NO_TEAM = 'local';

const LEARNING_MS = 5_000;

export type LocalBot = { bot: Bot; workspaces: readonly Workspace[]; close(): Promise<void> };

/** Without a store, it opens an empty temporary one. Adds the keys it reads to `secrets`. @throws ConfigError, StoreError */
export async function openLocalBot(
  config: LocalConfig,
  secrets: Set<string>,
  quietLevel: 'error' | 'silent',
): Promise<LocalBot> {
  const isLevelSet = blankIsUnset(config.environment.LOG_LEVEL) !== undefined;
  const log = createLog(isLevelSet ? config.logLevel : quietLevel, secrets);
  const clock = openClock(config);
  await clock.refresh();
  const store = await openStoreOrEmpty(config);
  const { db } = store;
  try {
    const known = await readKnownTeams(db);
    const installed = () => known.map((team) => ({ team }));
    const set = await openProjects({ config, secrets, db: () => db, installed, log });
    const { vault, keys, projects } = set;
    await projects.reread();
    const over = new AbortController();
    const api = await createApiSide({ ...set, db, now: clock.now, over: over.signal, log });
    // A bot's store already knows this API.
    if (store.isNew) await api.profile.learn(AbortSignal.timeout(LEARNING_MS));
    const named = projects.file().projects.flatMap(({ workspace }) => workspace ?? []);
    const teams = [...new Set([...known, ...named])];
    const bot: Bot = {
      commands: COMMANDS,
      db,
      isStoreEmpty: store.isNew,
      log,
      now: clock.now,
      api: api.forPeople,
      openApi: api.openForPeople,
      refusedFile: projects.refused,
      recentScores: createRecentScores({ db, api: api.forPeople, log }, clock.now),
      projectNames: createProjectNames({ db, visibilityOf: api.forPeople, log }, clock.now),
      clockAheadMs: () => undefined,
      send: fetch,
      wakePump: () => undefined,
    };
    const setup = createSetup({ db, vault, projects, hasOwnKey: keys.isInEnvironment });
    const health = { db, keyNameOf: keys.nameOf };
    const workspaces = (teams.length > 0 ? teams : [NO_TEAM]).map(
      (team): Workspace => ({
        team,
        botUserId: '',
        botId: '',
        client: createSlackClient('', makeClientOptions(undefined, createSlackLogger(log))),
        projects: () => projects.of(team),
        setup,
        personOf: async (id) => ({ id, name: id, ...NOBODY }),
        isMember: async () => true,
        findJoined: async () => undefined,
        feeds: {
          look: async () => undefined,
          health: (feeds) => readHealth(health, team, feeds, clock.now()),
          preview: async () => ({ messages: [], alerts: [] }),
        },
      }),
    );
    return {
      bot,
      workspaces,
      async close() {
        await api.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Without Slack nothing more is known about a person. */
const NOBODY = { isAdmin: false, isGuest: true, isStranger: false, groups: [] };

/** Asking a question must not create a store. */
async function openStoreOrEmpty(config: LocalConfig) {
  if (await isStoreThere(config)) {
    const db = await openStore(config, realNow);
    return { db, isNew: false, close: () => db.destroy() };
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sightline-ask-'));
  const db = await openStore({ dataDir }, realNow);
  return {
    db,
    isNew: true,
    async close() {
      await db.destroy();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type LocalDeps = {
  bot: Bot;
  workspaces: () => readonly Workspace[];
  /** What is missing until the bot is ready, as /readyz says. */
  missing: () => Promise<readonly string[]>;
  underWay: UnderWay;
  offer: Offer;
  redact: (text: string) => string;
};

const BackupTo = z.object({ file: z.string() });

/** Each answer has the name of the verb that asks for it, or of what the doctor wants to know. */
export async function serveLocalAnswers(
  { databaseUrl, dataDir }: Pick<LocalConfig, 'databaseUrl' | 'dataDir'>,
  { bot, workspaces, missing, underWay, offer, redact }: LocalDeps,
): Promise<{ close(): Promise<void> }> {
  const nothing = { close: async () => undefined };
  if (databaseUrl !== undefined || process.platform === 'win32') return nothing;

  /** Tracks a request like a click, so that a stop waits for it. */
  const track =
    <Answer>(answer: (given: unknown) => Promise<Answer>) =>
    async (given: unknown) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const begin = async () => {
        const refusal = underWay.refusal();
        // An operator gets an answer even under overload.
        if (refusal instanceof Restarting) throw refusal;
        return answer(given);
      };
      await underWay.track(() => begin().then(resolve, reject));
      return promise;
    };
  const confirmed = async () => {
    const all = workspaces();
    if (all.length > 0) return all;
    const why = (await missing()).join('; ') || 'no workspace has installed it';
    throw new NoAnswer(`Sightline can’t answer yet: ${why}. Try again in a minute.`);
  };
  const ask = async (given: unknown) =>
    answerLocally(LocalQuestion.parse(given), { bot, workspaces: await confirmed() });
  const mcp = async (given: unknown) => {
    // Loaded for the first message, like in http-door.ts.
    const { answerForOperator, OperatorMessage } = await import('../mcp/server.ts');
    return answerForOperator(OperatorMessage.parse(given), {
      bot,
      offer,
      redact,
      workspaces: await confirmed(),
    });
  };
  let pages: Pages = { done: 0, total: 0 };
  const backup = async (given: unknown) => {
    await copyOpenStore(bot.db, BackupTo.parse(given).file, (now) => {
      pages = now;
    });
    return pages;
  };
  const forgetPerson = async (given: unknown) => {
    const found = await forget(bot.db, Forgetting.parse(given), bot.now());
    bot.wakePump();
    return found;
  };
  const feeds = async () => {
    const all = workspaces().map(({ team, projects }) =>
      reportFeeds(projects(), { db: bot.db, team }, bot.now()),
    );
    return (await Promise.all(all)).flat();
  };
  return serveLocally(socketIn(dataDir), {
    ask: track(ask),
    mcp: track(mcp),
    backup: track(backup),
    backup_progress: async () => pages,
    forget: track(forgetPerson),
    feeds,
  }).catch((error: unknown) => {
    bot.log.warn({ why: messageOf(error) }, 'Verbs on this machine can’t reach this bot');
    return nothing;
  });
}
