/**
 * Runs every check of the doctor in order, each using what the ones before found, and collects what to fix. The workspaces
 * are the bot's, each with its projects from projects.yml and those connected in Slack. The store is opened unless a running
 * bot has it, which isn't a fault; each feed's next run is computed as the bot will.
 */
import path from 'node:path';
import { z } from 'zod';
import { realNow, remoteClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { FEED_KINDS } from '../../decision.ts';
import { ConfigError, messageOf, StoreError, StoreOutdated } from '../../errors.ts';
import { FeedReport, reportFeeds } from '../../feeds/feed-standing.ts';
import { askRunningBot } from '../../local-socket.ts';
import { andList } from '../../messages/figures.ts';
import {
  type ApiKeys,
  createApiKeys,
  findNotInstalled,
  findWithoutWorkspace,
} from '../../projects/api-keys.ts';
import {
  describeNoProject,
  isNamed,
  type Projects,
  ProjectsFile,
  readProjects,
} from '../../projects/projects.ts';
import { withMade } from '../../projects/projects-source.ts';
import { secretsOf } from '../../redact.ts';
import { createVaultIfAny, type Vault } from '../../secrets.ts';
import { askClock } from '../../serve.ts';
import { readKeptLines } from '../../store/api-lines.ts';
import { isStoreThere, openStore } from '../../store/open.ts';
import { checkSealed, readStoredInstallations } from '../../store/sealed.ts';
import { loadMade } from '../../store/setup.ts';
import { findFolderFault, storeFileIn } from '../../store/sqlite-files.ts';
import type { Db } from '../../store/tables.ts';
import { loadOpenApi } from '../../visibility/fetch-openapi.ts';
import { createProfiles } from '../../visibility/profile.ts';
import { readOpenApi } from '../../visibility/read-openapi.ts';
import { readCorrections } from '../../watch/api-profile.ts';
import { findHaste } from '../../words/schedule-words.ts';
import type { Progress } from '../command-line.ts';
import { lookAtBot } from './address.ts';
import { lookAtApi } from './api.ts';
import { type Finding, type LookResult, listSome, ok, type Report, skipped, trouble } from './report.ts';
import { createSlackDoctor, lookAtSlack, type SlackDoctor, type Workspace } from './slack.ts';

type DiagnoseDeps = {
  config: Config;
  /** The name or id of the only project to check. */
  only: string | undefined;
  /** Secrets are added here before they are used. */
  secrets: Set<string>;
  redact: (text: string) => string;
  progress: Progress;
  /** Left out, since their configuration is faulty. */
  unasked?: readonly Unasked[];
};

export type Unasked = 'API' | 'Slack';

/** Changes and posts nothing. @throws ConfigError if there is no project `only` */
export async function diagnose(deps: DiagnoseDeps): Promise<Report> {
  const { config, only, secrets, redact, progress, unasked = [] } = deps;
  const isApiKnown = !unasked.includes('API');
  const isSlackKnown = !unasked.includes('Slack');
  const vault = createVaultIfAny(config);
  const keys = createApiKeys(config.secrets);
  const { read: file, faults: unreadable } = await orFaults<Projects>(
    readProjects(config.projectsFile, vault !== undefined),
    ProjectsFile.parse({}),
  );
  const faults = [...unreadable, ...findConfigFaults(findWithoutWorkspace(file, config))];
  const ownKeys = file.projects.flatMap((project) => keys.of(project).key ?? []);
  for (const secret of [...secretsOf(config), ...ownKeys]) secrets.add(secret);

  progress.part('the store', 0);
  const { db, isInUse, ...store } = await lookAtStore(config, vault);
  try {
    const slack = createSlackDoctor(config.slack, realNow, progress.step);
    if (isSlackKnown) progress.part('Slack', 0);
    const all = isSlackKnown
      ? await findWorkspaces({ config, file, db, vault, keys, secrets, slack })
      : [{ projects: file, results: [] }];
    const wanted = selectProject(all, only);
    const slackLooks = isSlackKnown ? await lookAtSlack(slack, wanted, config) : [];
    const { profiles, faults: profileFaults } = await openProfiles(file, config.visibility.baseUrl, db);
    const views = wanted.flatMap(({ projects }) => projects);
    const api = isApiKnown ? await lookAtApi(views, { config, keys, profiles, redact, progress }) : undefined;
    await profiles.kept();
    const { now, simulated, findings: clockFindings } = await readTime(config);
    const reached = wanted.filter(({ isElsewhere }) => !isElsewhere);
    const running = isInUse
      ? await askForFeeds(config, only === undefined ? undefined : views.flatMap(({ projects }) => projects))
      : undefined;
    const schedule = await lookAtSchedule(reached, { db, running }, now);
    // "No feed" would mislead if the file can't be read, or if other findings say why its projects post nothing.
    const isScheduleKnown =
      faults.length === 0 && (schedule.feeds.length > 0 || reached.length === wanted.length);
    const findings = [
      ...faults,
      ...profileFaults,
      ...(isApiKnown ? await findDescriptionFault(file, config.visibility.baseUrl, ownKeys[0]) : []),
      ...(api?.findings ?? []),
      ...[...slackLooks.flatMap(({ results }) => results), store].flatMap(({ finding }) => finding ?? []),
      ...clockFindings,
      ...(isScheduleKnown ? schedule.findings : []),
    ];
    return {
      at: new Date(now).toISOString(),
      simulated,
      works: findings.every(({ level }) => level !== 'fault'),
      ...(api && { api: api.report }),
      slack: slackLooks.map(({ team, results }) => ({
        ...(team && { team }),
        looks: results.map(({ look }) => look),
      })),
      store: [store.look],
      ...(running && { running: true }),
      feeds: schedule.feeds,
      findings: joinAlike(findings),
    };
  } finally {
    await db?.destroy();
  }
}

/** One finding for all subjects of which the same is true. */
function joinAlike(findings: readonly Finding[]): Finding[] {
  const alike = Map.groupBy(findings, ({ subject: _, ...rest }) => JSON.stringify(rest));
  return [...alike.values()].flatMap((those) => {
    const [first] = those;
    const subjects = [...new Set(those.map(({ subject }) => subject))];
    return first
      ? [{ ...first, subject: first.level === 'note' ? listSome(subjects) : andList(subjects) }]
      : [];
  });
}

/** What the bot that has the store says of its feeds, or of those of some projects; undefined if it can't. */
async function askForFeeds(
  config: Config,
  only: readonly { name: string }[] | undefined,
): Promise<FeedReport[] | undefined> {
  const asked = await askRunningBot(config, 'feeds', {}).catch(() => undefined);
  const feeds = z.array(FeedReport).safeParse(asked?.answer).data;
  return feeds?.filter(({ project }) => only?.some(({ name }) => name === project) ?? true);
}

/** What can't be used of the configuration is replaced by `otherwise`, so that the rest is checked all the same. */
async function orFaults<Read>(read: Promise<Read>, otherwise: Read) {
  try {
    return { read: await read, faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { read: otherwise, faults: findConfigFaults(error.faults) };
  }
}

/** What the operator and, if it is open, the store know about the API. What is learned now is only for this report. */
async function openProfiles({ api }: Projects, baseUrl: string, db: Db | undefined) {
  const { read, faults } = await orFaults(readCorrections(api), undefined);
  const profiles = createProfiles({
    corrected: () => read?.lines ?? [],
    keep: async () => undefined,
    onLost: () => undefined,
  });
  profiles.load(db ? await readKeptLines(db, baseUrl) : []);
  return { profiles, faults };
}

/** A description that projects.yml names and nobody can use: the bot goes on without it, and only its log says so. */
async function findDescriptionFault(
  { api: { openapi } }: Projects,
  baseUrl: string,
  apiKey: string | undefined,
): Promise<Finding[]> {
  if (openapi === undefined) return [];
  try {
    await readOpenApi(await loadOpenApi(openapi, { baseUrl, apiKey }));
    return [];
  } catch (error) {
    const sentence = `The API’s description that projects.yml names can’t be used, so only answers teach its shapes. ${messageOf(error)}`;
    const mend = 'Correct api: openapi: in projects.yml, or remove it.';
    return [{ level: 'loss', subject: 'Configuration', sentence, mend }];
  }
}

/** The faults of a configuration say themselves what to do. */
export function findConfigFaults(faults: readonly string[]): Finding[] {
  return faults.map((fault) => {
    const [sentence = '', ...shown] = fault.split('\n');
    return { level: 'fault', subject: 'Configuration', sentence, ...(shown.length > 0 && { shown }) };
  });
}

/** Leaves only this project in the workspaces. @throws ConfigError if none has it */
function selectProject(all: readonly Workspace[], only: string | undefined): readonly Workspace[] {
  if (only === undefined) return all;
  const selected = all.flatMap((each) => {
    const projects = each.projects.projects.filter((project) => isNamed(project, only));
    return projects.length > 0 ? [{ ...each, projects: { ...each.projects, projects } }] : [];
  });
  if (selected.length > 0) return selected;
  const known = all.flatMap(({ projects }) => projects.projects);
  throw new ConfigError([describeNoProject(only, known)]);
}

/** `db` is the open store; the caller closes it. `isInUse`: a bot has it. */
type StoreResult = LookResult & { db?: Db; isInUse?: boolean };

async function lookAtStore(config: Config, vault: Vault | undefined): Promise<StoreResult> {
  const { databaseUrl, dataDir } = config;
  const what = databaseUrl === undefined ? storeFileIn(dataDir) : 'PostgreSQL';
  let db: Db | undefined;
  try {
    if (!(await isStoreThere(config))) return lookAtNoStore(config);
    db = await openStore(config, realNow, { onlyLook: true });
    await checkSealed(db, vault);
    return { db, look: ok(what, 'opens, and its tables are up to date') };
  } catch (error) {
    await db?.destroy();
    if (isInUse(error)) return { ...(await lookAtBot(config, what)), isInUse: true };
    if (error instanceof StoreOutdated) return { look: skipped(what, error.message) };
    if (error instanceof ConfigError) return unusable(what, error.message);
    if (!(error instanceof StoreError)) throw error;
    // The message itself says what to do.
    return unusable(what, error.message);
  }
}

/** Doesn't create a store, since the doctor may run as another user than the bot. */
function lookAtNoStore({ databaseUrl, dataDir }: Config): StoreResult {
  const fault = databaseUrl === undefined ? findFolderFault(dataDir) : undefined;
  const what = databaseUrl === undefined ? dataDir : 'PostgreSQL';
  if (!fault) return { look: ok(what, 'has no store yet; the bot creates it at its first start') };
  return unusable(dataDir, `No store can be created in ${path.resolve(dataDir)}: ${fault.why}.`, fault.mend);
}

function unusable(what: string, sentence: string, mend?: string): LookResult {
  return trouble('fault', 'Store', { what, sentence, ...(mend !== undefined && { mend }) });
}

/** SQLITE_BUSY: https://www.sqlite.org/rescode.html */
function isInUse(error: unknown): boolean {
  const { cause } = error instanceof StoreError ? error : {};
  return cause instanceof Error && 'errcode' in cause && (Number(cause.errcode) & 0xff) === 5;
}

/** `now` in epoch ms. */
type Time = { now: number; simulated: boolean; findings: readonly Finding[] };

/** `running`: what the bot that has the store says of its feeds. `now` is from readTime. */
async function lookAtSchedule(
  all: readonly Workspace[],
  { db, running }: { db: Db | undefined; running: readonly FeedReport[] | undefined },
  now: number,
): Promise<{ feeds: readonly FeedReport[]; findings: Finding[] }> {
  const own = await Promise.all(all.map(({ team, projects }) => reportFeeds(projects, { db, team }, now)));
  const feeds = running ?? own.flat();
  const findings = [
    ...(running ? findUnapplied(own.flat(), running) : []),
    ...(feeds.length === 0 ? [NO_FEED] : feeds.flatMap(findFeedFaults)),
  ];
  return { feeds, findings };
}

/** Feeds of the file that the running bot doesn't have, or has otherwise. */
function findUnapplied(own: readonly FeedReport[], running: readonly FeedReport[]): Finding[] {
  const setting = ({ project, kind, channel, schedule, timezone, quiet }: FeedReport) =>
    [project, kind, channel, schedule, timezone, quiet].join('\n');
  const applied = new Set(running.map(setting));
  const others = own.filter((feed) => !applied.has(setting(feed)));
  const names = others.map(({ project, kind }) => `${project} ${kind}`);
  if (names.length === 0) return [];
  const sentence = `The running bot doesn’t have these feeds as projects.yml has them: ${names.join(', ')}.`;
  const mend =
    'It takes up a change within a minute, unless the file has a fault. If it never does, it was started with another PROJECTS_FILE.';
  return [{ level: 'loss', subject: 'Schedule', sentence, mend }];
}

/** The bot's time: with CLOCK_URL, the sandbox's. */
async function readTime({ clockUrl }: Config): Promise<Time> {
  if (clockUrl === undefined) return { now: realNow(), simulated: false, findings: [] };
  try {
    return { now: await remoteClock(askClock(clockUrl)).refresh(), simulated: true, findings: [] };
  } catch (error) {
    const finding: Finding = {
      level: 'fault',
      subject: 'Schedule',
      sentence: `The clock at CLOCK_URL doesn’t answer (${messageOf(error)}), and without it nothing is posted. The times in this report are from this machine’s clock.`,
      mend: 'Start its sandbox, or remove CLOCK_URL.',
    };
    return { now: realNow(), simulated: false, findings: [finding] };
  }
}

/** What the demo lacks. */
export const NOTHING_SET: Finding = {
  level: 'note',
  subject: 'Configuration',
  sentence:
    'Neither Slack nor the API is configured, so `npm start` runs the demo. What a real Slack and API need is listed above.',
  mend: 'cp .env.example .env, fill it in (see "Connect a real Slack" in README.md), and run the doctor again.',
};

const NO_FEED: Finding = {
  level: 'loss',
  subject: 'Schedule',
  sentence: 'No feed is configured. Sightline answers commands, but posts nothing by itself.',
  mend: `Add ${new Intl.ListFormat('en', { type: 'disjunction' }).format(FEED_KINDS)} to a project, as in projects.example.yml.`,
};

function findFeedFaults({ project, kind, next, pausedSince, schedule, channel }: FeedReport): Finding[] {
  if (pausedSince !== undefined) {
    const sentence = `The ${kind} feed has been paused since ${pausedSince.slice(0, 16).replace('T', ' ')} UTC.`;
    const mend = `In the channel ${channel}: /visibility resume ${kind}`;
    return [{ level: 'loss', subject: project, sentence, mend }];
  }
  const fault = next === undefined ? 'never comes due' : findHaste(schedule);
  if (fault === undefined) return [];
  const level = next === undefined ? 'fault' : 'loss';
  const sentence = `The schedule “${schedule}” of the ${kind} feed ${fault}.`;
  return [{ level, subject: project, sentence, mend: 'Change it in projects.yml.' }];
}

type WorkspacesDeps = {
  config: Pick<Config, 'slack'>;
  file: Projects;
  /** Undefined if the store couldn't be opened. */
  db: Db | undefined;
  vault: Vault | undefined;
  keys: ApiKeys;
  secrets: Set<string>;
  slack: SlackDoctor;
};

/** If the workspaces aren't known, a single one with all projects of the file. */
export async function findWorkspaces(deps: WorkspacesDeps): Promise<Workspace[]> {
  const { config, file, db, vault, secrets } = deps;
  if (config.slack.mode !== 'oauth') {
    const only = await readWorkspace(config.slack.botToken, 'SLACK_BOT_TOKEN', deps);
    const { team } = only;
    if (team === undefined) return [only];
    return [only, ...listOtherWorkspaces(file, [team], 'set SLACK_BOT_TOKEN to its bot token')];
  }
  if (!db || !vault)
    return [{ projects: file, results: [unknown('the list is in the store, which couldn’t be opened')] }];
  const { installations, unreadable } = await readStoredInstallations(db, vault);
  if (installations.length + unreadable.length === 0) {
    return [
      { projects: file, results: [unknown('the bot isn’t installed anywhere yet: open /slack/install')] },
    ];
  }
  for (const { token } of installations) secrets.add(token);
  const lost = unreadable.map(({ team, why }): Workspace => {
    const sentence = `The token of ${team} can’t be read. ${why}`;
    const mend = 'Install the bot there again, at /slack/install.';
    return {
      projects: { ...file, projects: [] },
      results: [trouble('fault', 'Slack', { what: 'token', sentence, mend })],
    };
  });
  const found: Workspace[] = [];
  for (const { team, token } of installations)
    found.push(await readWorkspace(token, `the token of ${team}`, deps));
  const teams = [...installations, ...unreadable].map(({ team }) => team);
  return [...found, ...lost, ...listOtherWorkspaces(file, teams, 'install the bot there, at /slack/install')];
}

async function readWorkspace(token: string, tokenName: string, deps: WorkspacesDeps): Promise<Workspace> {
  const { file, slack, db } = deps;
  const client = slack.clientOf(token);
  const { who, results } = await slack.lookAtToken(client, tokenName);
  if (!who) return { projects: file, results };
  const nothing = { team: who.team, projects: [], feeds: [] };
  const projects = withMade(file, db ? await loadMade(who.team, { ...deps, db }) : nothing);
  return { team: who.team, projects, slack: { client, ...who }, results };
}

/** Workspaces that the file names but the bot isn't in. Nothing of their projects would ever be posted. */
function listOtherWorkspaces(file: Projects, teams: readonly string[], mend: string): Workspace[] {
  return findNotInstalled(file, teams).map(({ workspace, names }) => {
    const [verb, them] = names.length === 1 ? ['belongs', 'it'] : ['belong', 'them'];
    const result = trouble('fault', 'Slack', {
      what: 'workspace',
      sentence: `${andList(names)} ${verb} to the workspace ${workspace}, but the bot isn’t in it. Nothing about ${them} is posted or shown.`,
      mend: `Correct \`workspace\` of ${andList(names)} in projects.yml, or ${mend}.`,
    });
    const projects = file.projects.filter((project) => project.workspace === workspace);
    return { team: workspace, isElsewhere: true, projects: { ...file, projects }, results: [result] };
  });
}

function unknown(why: string): LookResult {
  return { look: skipped('workspaces', why) };
}
