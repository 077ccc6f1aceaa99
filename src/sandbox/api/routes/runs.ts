/** Prompt runs of the reference API. A project's runs of one day are a run group; each ends with a response. */
import { z } from 'zod';
import { PromptRunDetail, RunGroupDetail } from '../../../visibility/contract.ts';
import { writeAnswer } from '../../world/answers.ts';
import type { PromptRun } from '../../world/rows.ts';
import { ENGINES, responseId } from '../../world/rows.ts';
import { type Failure, type RunGroup, readRunStatus } from '../../world/run-groups.ts';
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
    const group = world.runGroup(path.run_group_id, now);
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
    const found = world.promptRun(path.prompt_run_id, now);
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

export const runRoutes: readonly Route[] = [runGroup, promptRun];
