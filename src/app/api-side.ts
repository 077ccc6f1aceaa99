/** The API half of the composition root: projects with their keys, the API's profile, clients, a first look. */
import { realNow } from '../clock.ts';
import type { LocalConfig } from '../config.ts';
import type { VisibilityOf } from '../feeds/feed-kind.ts';
import { livesFrom } from '../feeds/feeds.ts';
import { createFirstTimeLog, type Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { type ApiKeys, createApiKeys } from '../projects/api-keys.ts';
import { feedsOfProject, type Project, type Projects } from '../projects/projects.ts';
import { createProjectsSource } from '../projects/projects-source.ts';
import { createVaultIfAny } from '../secrets.ts';
import { loadMade } from '../store/setup.ts';
import type { Db } from '../store/tables.ts';
import { WEB_PAGE } from '../visibility/answer.ts';
import { createVisibility } from '../visibility/client.ts';
import {
  ContractError,
  MEND_ADDRESS,
  mayPass,
  mayProfileHelp,
  mendOf,
  NotFoundError,
  VisibilityError,
} from '../visibility/errors.ts';
import type { Timeouts } from '../visibility/http.ts';
import { createApiProfile } from '../watch/api-profile.ts';

/** How long people in Slack wait for the API; a feed's poll waits longer. */
const PEOPLE_WAIT = { withinMs: 12_000 };

type OpenProjectsDeps = Pick<Parameters<typeof createProjectsSource>[0], 'onReread' | 'rereadMs' | 'log'> & {
  config: LocalConfig;
  /** Every key is added here before it is used. */
  secrets: Set<string>;
  /** Needed from the first reread on. */
  db: () => Db;
  /** The workspaces where people may have made projects and feeds. */
  installed: () => readonly { team: string; installedBy?: string | undefined }[];
  /** Checks the file before its keys are used. @throws ConfigError */
  check?: (file: Projects, keys: ApiKeys) => void;
};

/** The file's projects and, from the first reread on, those made in Slack; with what opens their keys. @throws ConfigError */
export async function openProjects(deps: OpenProjectsDeps) {
  const { config, secrets, db, installed, check, ...source } = deps;
  const vault = createVaultIfAny(config);
  const keys = createApiKeys(config.secrets);
  const sayUnreadable = createFirstTimeLog(deps.log);
  const projects = await createProjectsSource({
    ...source,
    location: config.projectsFile,
    mayBeEmpty: vault !== undefined,
    check: (file) => {
      check?.(file, keys);
      for (const project of file.projects) secrets.add(keys.of(project).key ?? '');
    },
    readMade: () =>
      Promise.all(
        installed().map(async ({ team, installedBy }) => {
          const onUnreadable = (lost: { projectId: string; why: string }) =>
            sayUnreadable({ team, ...lost }, 'An API key given in Slack can’t be decrypted; give it again');
          return { ...(await loadMade(team, { db: db(), vault, keys, secrets, onUnreadable })), installedBy };
        }),
      ),
    realNow,
  });
  return { config, vault, keys, projects };
}

type ApiSideDeps = Omit<Awaited<ReturnType<typeof openProjects>>, 'vault'> & {
  db: Db;
  /** The bot's clock, epoch ms: the API is asked for the days that it counts. */
  now: () => number;
  timeouts?: Partial<Timeouts>;
  /** Ends requests made for people in Slack. */
  over: AbortSignal;
  metrics?: Pick<Metrics, 'countApiRequest'>;
  log: Log;
};

export async function createApiSide(deps: ApiSideDeps) {
  const { db, projects, keys, now, timeouts = {}, over, metrics, log } = deps;
  const { baseUrl, apiKey } = deps.config.visibility;
  const profile = await createApiProfile({
    db,
    api: () => projects.file().api,
    baseUrl,
    anyKey: () => projects.file().projects.flatMap((project) => keys.of(project).key ?? [])[0] ?? apiKey,
    realNow,
    log,
  });
  const visibility = createVisibility({
    baseUrl,
    now,
    timeouts,
    profiles: profile.profiles,
    onRequest(report) {
      log.debug(report, 'API request');
      metrics?.countApiRequest(report.operation, report.outcome, report.ms);
    },
  });
  const openForPeople = (key: string) => visibility.open(key, { ...PEOPLE_WAIT, until: over });
  return {
    profile,
    /** Feeds retry, people wait for the answer, and the first look asks once. */
    forFeeds: keys.openPerKey(visibility.open),
    forPeople: keys.openPerKey(openForPeople),
    once: keys.openPerKey((key) => visibility.open(key, { ...PEOPLE_WAIT, once: true })),
    openForPeople,
    async close() {
      await visibility.close();
      await profile.profiles.kept();
    },
  };
}

type FirstLookDeps = {
  keyOf: ApiKeys['of'];
  /** Clients that don't retry. */
  visibilityOf: VisibilityOf;
  log: Log;
};

const UNCHECKED = 'Can’t check the API keys yet; the polls will';
const NO_ANSWER =
  'The API gives no answer, so nothing can be posted yet. Check VISIBILITY_BASE_URL, and HTTPS_PROXY if it’s set; Sightline keeps trying';

/** Projects of a key in a line of the log, at most. */
const NAMED = 20;

/** Makes one read with each key, and logs a line for each that fails. `signal` ends it. */
export async function takeFirstLook(views: readonly Projects[], deps: FirstLookDeps, signal: AbortSignal) {
  const { keyOf, log } = deps;
  const all = views.flatMap((view) => view.projects.map((project) => ({ view, project, ...keyOf(project) })));
  for (const [name, those] of Map.groupBy(all, (one) => one.name)) {
    const [first] = those;
    if (first?.key === undefined) continue;
    const failure = await findFailure(first.view, first.project, deps, signal);
    if (signal.aborted) return;
    // An id is one project's own, a key is all of theirs.
    const about = failure instanceof NotFoundError ? [first] : those;
    const of = {
      projects: [...new Set(about.map(({ project }) => project.name))].slice(0, NAMED),
      key: name,
    };
    if (!failure) log.info(of, 'The API answers and accepts this key');
    else if (!mayPass(failure)) log.warn(of, `${failure.message} ${mendAtStart(failure, name)}`);
    else return logNoAnswer(failure, log);
  }
}

function logNoAnswer({ status, message: why }: VisibilityError, log: Log): void {
  if (status === undefined) log.warn({ why }, NO_ANSWER);
  else log.info({ why }, UNCHECKED);
}

/** Nothing has been read yet, so the address itself may be wrong. */
function mendAtStart(failure: VisibilityError, keyName: string): string {
  if (failure instanceof NotFoundError)
    return 'Compare the project’s id with the dashboard, and VISIBILITY_BASE_URL with the API’s address: `npm run doctor` tells which is wrong.';
  if (failure instanceof ContractError && failure.came === WEB_PAGE) return MEND_ADDRESS;
  const { code, message, status, operation } = failure;
  const why = message.slice(operation.length);
  return mendOf({ code, why, status, mayProfileHelp: mayProfileHelp(failure) }, keyName);
}

/** Reads what a feed of the project needs, since the API may refuse other operations; without feeds, the engines. */
async function findFailure(
  view: Projects,
  project: Project,
  { visibilityOf }: FirstLookDeps,
  signal: AbortSignal,
): Promise<VisibilityError | undefined> {
  const [read] = feedsOfProject(view, project.id).flatMap(({ kind }) => livesFrom(kind) ?? []);
  try {
    const api = visibilityOf(project);
    await (read ? api[read](project.id, { signal }) : api.engines({ signal }));
    return undefined;
  } catch (error) {
    if (error instanceof VisibilityError) return error;
    if (signal.aborted) return undefined;
    throw error;
  }
}
