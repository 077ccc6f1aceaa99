/** Where the runs of the simulated world stand at a time. All runs of a project's day make one run group. */
import { type Day, dayOf, startOf } from './day.ts';
import { HISTORY_DAYS, type Project } from './project.ts';
import { randomOf } from './random.ts';
import type { PromptRun } from './rows.ts';

export type RunStatus = 'scheduled' | 'running' | 'completed';

/** It has at least one run. `completedAt` is null until the last of the runs is finished. */
export type RunGroup = {
  id: string;
  project: Project;
  runs: readonly PromptRun[];
  createdAt: number;
  completedAt: number | null;
  completed: number;
  /** What was tried in vain before a run was answered. */
  failures: readonly Failure[];
};

/** An engine that did not answer at first. The run that was tried next has the answer, so no figure misses one. */
export type Failure = { id: string; run: PromptRun; startedAt: number; error: string };

const FAILED_SHARE = 1 / 40;
const ERRORS = ['Engine timed out after 60 s', 'Engine answered 429: too many requests', 'Answer was empty'];
const TRIED_AGAIN_MS = 60_000;

/** The failures up to `now` that came before these runs. */
function failuresOf(runs: readonly PromptRun[], now: number): Failure[] {
  return runs.flatMap((run) => {
    const random = randomOf('failure', run.id);
    if (run.scheduledFor > now || random.next() >= FAILED_SHARE) return [];
    const startedAt = run.scheduledFor - TRIED_AGAIN_MS;
    return { id: random.uuid(), run, startedAt, error: random.pick(ERRORS) };
  });
}

export function statusOf({ scheduledFor, completedAt }: PromptRun, now: number): RunStatus {
  if (completedAt <= now) return 'completed';
  return scheduledFor <= now ? 'running' : 'scheduled';
}

/** Undefined where no project has such a group, or it is too long ago. */
export function findRunGroup(projects: readonly Project[], id: string, now: number): RunGroup | undefined {
  for (const [project, day] of daysOf(projects, now))
    if (project.runGroupOf(day) === id && project.scheduledOn(day, now).length > 0)
      return runGroupOn(project, day, now);
  return undefined;
}

/** A run of any status or a failure, with its group; undefined like a group. */
export function findPromptRun(
  projects: readonly Project[],
  id: string,
  now: number,
): { run: PromptRun | Failure; group: RunGroup } | undefined {
  for (const [project, day] of daysOf(projects, now)) {
    const runs = project.scheduledOn(day, now);
    const run = runs.find((each) => each.id === id) ?? failuresOf(runs, now).find((each) => each.id === id);
    if (run !== undefined) return { run, group: runGroupOn(project, day, now) };
  }
  return undefined;
}

/** Every day that can be read of every project, newest first: what is looked up is rarely old. */
function daysOf(projects: readonly Project[], now: number): (readonly [Project, Day])[] {
  const ago = Array.from({ length: HISTORY_DAYS + 1 }, (_, index) => dayOf(now) - index);
  return ago.flatMap((day) => projects.map((project) => [project, day] as const));
}

function runGroupOn(project: Project, day: Day, now: number): RunGroup {
  const runs = project.scheduledOn(day, now);
  const completed = runs.filter((run) => statusOf(run, now) === 'completed').length;
  return {
    id: project.runGroupOf(day),
    project,
    runs,
    createdAt: startOf(day),
    completedAt: completed < runs.length ? null : Math.max(...runs.map(({ completedAt }) => completedAt)),
    completed,
    failures: failuresOf(runs, now),
  };
}
