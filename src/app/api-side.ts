/** The API half of the composition root: its profile, and a client each for feeds, people and the first look. */
import { realNow } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { ApiKeys } from '../projects/api-keys.ts';
import type { Project } from '../projects/projects.ts';
import type { ProjectsSource } from '../projects/projects-source.ts';
import type { Db } from '../store/schema.ts';
import { createVisibility } from '../visibility/client.ts';
import type { Timeouts } from '../visibility/http.ts';
import { refusedIn } from '../visibility/profile.ts';
import { createApiProfile } from '../watch/api-profile.ts';

/** How long people in Slack wait for the API; a feed's poll waits longer. */
const PEOPLE_WAIT = { withinMs: 12_000 };

type ApiSideDeps = {
  config: Pick<Config, 'visibility'>;
  db: Db;
  projects: ProjectsSource;
  keys: ApiKeys;
  timeouts: Partial<Timeouts>;
  /** Ends requests made for people in Slack. */
  over: AbortSignal;
  metrics?: Pick<Metrics, 'countApiRequest'>;
  log: Log;
};

export async function createApiSide(deps: ApiSideDeps) {
  const { db, projects, keys, timeouts, over, metrics, log } = deps;
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
    refusedLines: (project: Project) => refusedIn(profile.profiles.of(keys.of(project).key ?? '')),
    async close() {
      await visibility.close();
      await profile.profiles.kept();
    },
  };
}
