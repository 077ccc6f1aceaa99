/** Run groups of the simulated world and their status over time. A project's runs of one day are a group. */
import { type Day, dayOf, startOf } from './day.ts';
import { HISTORY_DAYS, type Project } from './project.ts';
import { randomOf } from './random.ts';
import type { PromptRun } from './rows.ts';

type RunStatus = 'scheduled' | 'running' | 'completed';

/** Has at least one run. `completedAt` is null until the last one is finished. */
export type RunGroup = {
  id: string;
  project: Project;
  runs: readonly PromptRun[];
  createdAt: number;
  completedAt: number | null;
  completed: number;
  /** Attempts that failed before a run got its answer. */
  failures: readonly Failure[];
};

/** A failed attempt. The retry is `run` itself and has the answer, so no figure misses one. */
export type Failure = { id: string; run: PromptRun; startedAt: number; error: string };

const FAILED_SHARE = 1 / 40;
const ERRORS = ['Engine timed out after 60 s', 'Engine answered 429: too many requests', 'Answer was empty'];
const RETRY_AFTER_MS = 60_000;

function findFailures(runs: readonly PromptRun[], now: number): Failure[] {
  return runs.flatMap((run) => {
    const random = randomOf('failure', run.id);
    if (run.scheduledFor > now || random.next() >= FAILED_SHARE) return [];
    const startedAt = run.scheduledFor - RETRY_AFTER_MS;
    return { id: random.uuid(), run, startedAt, error: random.pick(ERRORS) };
  });
}

export function readRunStatus({ scheduledFor, completedAt }: PromptRun, now: number): RunStatus {
  if (completedAt <= now) return 'completed';
  return scheduledFor <= now ? 'running' : 'scheduled';
}

/** Undefined if there's no such group, or it's too old. */
export function findRunGroup(projects: readonly Project[], id: string, now: number): RunGroup | undefined {
  for (const [project, day] of listDays(projects, now))
    if (project.runGroupId(day) === id && project.scheduledOn(day, now).length > 0)
      return buildRunGroup(project, day, now);
  return undefined;
}

/** A run or a failed attempt, with its group; undefined if there's no such run, or it's too old. */
export function findPromptRun(
  projects: readonly Project[],
  id: string,
  now: number,
): { run: PromptRun | Failure; group: RunGroup } | undefined {
  for (const [project, day] of listDays(projects, now)) {
    const runs = project.scheduledOn(day, now);
    const run = runs.find((each) => each.id === id) ?? findFailures(runs, now).find((each) => each.id === id);
    if (run !== undefined) return { run, group: buildRunGroup(project, day, now) };
  }
  return undefined;
}

/** Every readable day of every project, newest first: few lookups are for old runs. */
function listDays(projects: readonly Project[], now: number): (readonly [Project, Day])[] {
  const ago = Array.from({ length: HISTORY_DAYS + 1 }, (_, index) => dayOf(now) - index);
  return ago.flatMap((day) => projects.map((project) => [project, day] as const));
}

function buildRunGroup(project: Project, day: Day, now: number): RunGroup {
  const runs = project.scheduledOn(day, now);
  const completed = runs.filter((run) => readRunStatus(run, now) === 'completed').length;
  return {
    id: project.runGroupId(day),
    project,
    runs,
    createdAt: startOf(day),
    completedAt: completed < runs.length ? null : Math.max(...runs.map(({ completedAt }) => completedAt)),
    completed,
    failures: findFailures(runs, now),
  };
}
