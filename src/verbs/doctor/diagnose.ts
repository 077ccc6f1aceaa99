/** Looks at everything, in an order in which one thing tells of the next, and says what it means. Changes and posts nothing. */
import { realNow } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { ConfigError } from '../../errors.ts';
import { createApiKeys } from '../../projects/api-keys.ts';
import { findHomeless } from '../../projects/file-check.ts';
import { type Projects, ProjectsFile, readProjects } from '../../projects/projects.ts';
import { createVaultIfAny } from '../../secrets.ts';
import { keepLines, keptLines } from '../../store/api-lines.ts';
import type { Db } from '../../store/schema.ts';
import { secretsOf } from '../../strike.ts';
import { createProfiles } from '../../visibility/profiles.ts';
import { correctionsOf } from '../../watch/api-profile.ts';
import { findNearest } from '../../words/nearest.ts';
import { lookAtApi } from './api.ts';
import type { Progress } from './progress.ts';
import type { Finding, Report } from './report.ts';
import { lookAtSchedule, timeOf } from './schedule.ts';
import { createSlackDoctor, lookAtSlack, type Workspace } from './slack.ts';
import { lookAtStore } from './store.ts';
import { workspaces } from './workspaces.ts';

export type Diagnosing = {
  config: Config;
  /** The name or id of the only project to look at. */
  only: string | undefined;
  /** Every secret that is met is put here before it is used. */
  secrets: Set<string>;
  strike: (text: string) => string;
  progress: Progress;
};

/** @throws ConfigError where there is no project `only`. */
export async function diagnose({ config, only, secrets, strike, progress }: Diagnosing): Promise<Report> {
  const vault = createVaultIfAny(config);
  const keys = createApiKeys(config.secrets);
  const { file, faults } = await projectsFile(config, vault !== undefined);
  const ownKeys = file.projects.flatMap((project) => keys.of(project).key ?? []);
  for (const secret of [...secretsOf(config), ...ownKeys]) secrets.add(secret);

  progress.part('the store', 0);
  const { db, ...store } = await lookAtStore(config, vault);
  try {
    const slack = createSlackDoctor(config.slack, realNow, progress.step);
    progress.part('Slack', 0);
    const there = await workspaces({ config, file, db, vault, keys, secrets, slack });
    const wanted = narrowed(there, only);
    const noted = await lookAtSlack(slack, wanted, config);
    const { profiles, faults: ofProfile } = await profilesOf(file, db);
    const api = await lookAtApi(
      wanted.flatMap(({ projects }) => projects),
      { config, keys, profiles, strike, progress },
    );
    await profiles.kept();
    const { now, simulated, findings: timeless } = await timeOf(config);
    const reached = wanted.filter(({ isElsewhere }) => !isElsewhere);
    const schedule = await lookAtSchedule(reached, db, now);
    const findings = [
      ...faults,
      ...ofProfile,
      ...api.findings,
      ...[...noted, { looks: [store] }].flatMap(({ looks }) => looks.flatMap(({ finding }) => finding ?? [])),
      ...timeless,
      // Of a file that cannot be read nobody knows what it would schedule; of projects elsewhere it is said why they post nothing.
      ...(faults.length === 0 && (schedule.feeds.length > 0 || reached.length === wanted.length)
        ? schedule.findings
        : []),
    ];
    return {
      at: new Date(now).toISOString(),
      simulated,
      works: findings.every(({ level }) => level !== 'fault'),
      api: api.report,
      slack: noted.map(({ team, looks }) => ({
        ...(team && { team }),
        looks: looks.map(({ look }) => look),
      })),
      store: [store.look],
      feeds: schedule.feeds,
      findings,
    };
  } finally {
    await db?.destroy();
  }
}

/** What the file says; where it cannot be used the rest is looked at all the same. */
async function projectsFile(config: Config, mayBeEmpty: boolean) {
  try {
    const file = await readProjects(config.projectsFile, mayBeEmpty);
    return { file, faults: configFindings(findHomeless(file, config)) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { file: ProjectsFile.parse({}) satisfies Projects, faults: configFindings(error.faults) };
  }
}

/** What is known of the API: from the operator, and from the store where it is open; what is learnt goes there. */
async function profilesOf({ api }: Projects, db: Db | undefined) {
  const { lines, faults } = await correctionsOf(api).then(
    (corrections) => ({ lines: corrections.lines, faults: [] as Finding[] }),
    (error: unknown) => {
      if (!(error instanceof ConfigError)) throw error;
      return { lines: [], faults: configFindings(error.faults) };
    },
  );
  const profiles = createProfiles({
    corrected: () => lines,
    keep: async (learnt) => void (db && (await keepLines(db, learnt, realNow()))),
    onLost: () => undefined,
  });
  profiles.load(db ? await keptLines(db) : []);
  return { profiles, faults };
}

/** A configuration's faults are sentences that say what to do. */
export function configFindings(faults: readonly string[]): Finding[] {
  return faults.map((fault) => {
    const [sentence = '', ...shown] = fault.split('\n');
    return { level: 'fault', subject: 'Configuration', sentence, ...(shown.length > 0 && { shown }) };
  });
}

/** The workspaces with one project alone, where one is named. @throws ConfigError where none has it. */
function narrowed(all: readonly Workspace[], only: string | undefined): readonly Workspace[] {
  if (only === undefined) return all;
  const isIt = ({ id, name }: { id: string; name: string }) =>
    id === only || name.toLowerCase() === only.toLowerCase();
  const left = all
    .map((each) => ({
      ...each,
      projects: { ...each.projects, projects: each.projects.projects.filter(isIt) },
    }))
    .filter(({ projects }) => projects.projects.length > 0);
  if (left.length > 0) return left;
  const names = all.flatMap(({ projects }) => projects.projects.map(({ name }) => name));
  const guess = findNearest(only, names);
  throw new ConfigError([
    `There is no project “${only}”.${guess ? ` Did you mean “${guess}”?` : ''} There are: ${names.join(', ') || 'none'}.`,
  ]);
}
