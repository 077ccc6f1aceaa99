/** Prompt runs of the reference API. A project's runs of one day are a run group; each ends with a response. */
import { z } from 'zod';
import { oncePer } from '../../../once-per.ts';
import { PromptRunDetail, RunGroupDetail } from '../../../visibility/contract.ts';
import { writeAnswer } from '../../world/answers.ts';
import { randomOf } from '../../world/random.ts';
import { type Day, dayOf, ENGINES, type PromptRun, responseId, startOf } from '../../world/rows.ts';
import { HISTORY_DAYS, type Project } from '../../world/world.ts';
import { id, iso, isoOrNull, Refusal, type Route, route } from '../route.ts';

/** The invented price of an answer, by how long it took. */
const USD_PER_SECOND = 0.0006;

const runGroup = route({
  operation: 'run_group',
  summary: 'Get run group with its prompt runs',
  method: 'GET',
  path: '/runs/{run_group_id}',
  request: z.object({ path: z.object({ run_group_id: id }) }),
  response: RunGroupDetail,
  answer({ path }, world, now) {
    const group = findRunGroup(world.projects, path.run_group_id, now);
    if (group === undefined) throw new Refusal(404, 'Run group not found');
    return {
      run_group: {
        id: group.id,
        project_id: group.project.id,
        run_type: 'scheduled',
        status: group.completedAt === null ? 'running' : 'completed',
        created_at: iso(group.createdAt),
        completed_at: isoOrNull(group.completedAt),
        total_runs: group.runs.length + group.failures.length,
        completed_runs: group.completed,
      },
      prompt_runs: [
        ...group.runs.map((run) => runToWire(run, group, now)),
        ...group.failures.map((failure) => failureToWire(failure, group)),
      ],
    };
  },
});

const promptRun = route({
  operation: 'prompt_run',
  summary: 'Get prompt run with its response',
  method: 'GET',
  path: '/prompt-runs/{prompt_run_id}',
  request: z.object({ path: z.object({ prompt_run_id: id }) }),
  response: PromptRunDetail,
  answer({ path }, world, now) {
    const found = findPromptRun(world.projects, path.prompt_run_id, now);
    if (found === undefined) throw new Refusal(404, 'Prompt run not found');
    const { run, group } = found;
    if ('error' in run) return { prompt_run: failureToWire(run, group), response: null };
    const engine = ENGINES.find((each) => each.id === run.engineId);
    const answered = readRunStatus(run, now) === 'completed';
    return {
      prompt_run: runToWire(run, group, now),
      response: answered
        ? {
            id: responseId(run),
            prompt_run_id: run.id,
            raw_text: writeAnswer(run, group.project.citationsOf(run)),
            model_used: engine?.model ?? null,
            provider: engine?.provider ?? null,
            created_at: iso(run.completedAt),
          }
        : null,
    };
  },
});

type RunOnWire = z.input<typeof PromptRunDetail>['prompt_run'];

function runToWire(run: PromptRun, group: RunGroup, now: number): RunOnWire {
  const status = readRunStatus(run, now);
  const took = run.completedAt - run.scheduledFor;
  const done = status === 'completed';
  return {
    id: run.id,
    ...commonToWire(run, group),
    status,
    scheduled_for: iso(run.scheduledFor),
    started_at: status === 'scheduled' ? null : iso(run.scheduledFor),
    completed_at: done ? iso(run.completedAt) : null,
    latency_ms: done ? took : null,
    cost_usd: done ? Number(((took / 1_000) * USD_PER_SECOND).toFixed(6)) : null,
    error: null,
  };
}

function failureToWire({ id, run, startedAt, error }: Failure, group: RunGroup): RunOnWire {
  return {
    id,
    ...commonToWire(run, group),
    status: 'failed',
    scheduled_for: iso(startedAt),
    started_at: iso(startedAt),
    completed_at: null,
    latency_ms: null,
    cost_usd: null,
    error,
  };
}

function commonToWire(run: PromptRun, group: RunGroup) {
  return {
    run_group_id: group.id,
    project_id: group.project.id,
    prompt_id: run.prompt.id,
    engine_id: run.engineId,
    created_at: iso(group.createdAt),
  };
}

type RunStatus = 'scheduled' | 'running' | 'completed';

/** Has at least one run. `completedAt` is null until the last one is finished. */
type RunGroup = {
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
type Failure = { id: string; run: PromptRun; startedAt: number; error: string };

const FAILED_SHARE = 1 / 40;
const ERRORS = ['Engine timed out after 60 s', 'Engine answered 429: too many requests', 'Answer was empty'];
const RETRY_AFTER_MS = 60_000;

const failureOf = oncePer((run: PromptRun): Failure | undefined => {
  const random = randomOf('failure', run.id);
  if (random.next() >= FAILED_SHARE) return undefined;
  const startedAt = run.scheduledFor - RETRY_AFTER_MS;
  return { id: random.uuid(), run, startedAt, error: random.pick(ERRORS) };
});

function findFailures(runs: readonly PromptRun[], now: number): Failure[] {
  return runs.flatMap((run) => (run.scheduledFor > now ? [] : (failureOf(run) ?? [])));
}

function readRunStatus({ scheduledFor, completedAt }: PromptRun, now: number): RunStatus {
  if (completedAt <= now) return 'completed';
  return scheduledFor <= now ? 'running' : 'scheduled';
}

/** Undefined if there's no such group, or it's too old. */
function findRunGroup(projects: readonly Project[], id: string, now: number): RunGroup | undefined {
  for (const [project, day] of listDays(projects, now))
    if (project.runGroupId(day) === id && project.scheduledOn(day, now).length > 0)
      return buildRunGroup(project, day, now);
  return undefined;
}

/** A run or a failed attempt, with its group; undefined if there's no such run, or it's too old. */
function findPromptRun(
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

export const runRoutes: readonly Route[] = [runGroup, promptRun];
