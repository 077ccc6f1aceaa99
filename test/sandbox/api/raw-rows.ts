/** Collects the rows behind the figures over the API, so tests can recompute every figure. */
import { z } from 'zod';
import type { openSandbox } from './sandbox.ts';

const Prompts = z.array(z.object({ id: z.string() }));
const History = z.object({
  runs: z.array(
    z.object({
      prompt_run_id: z.string(),
      engine_id: z.string(),
      region_id: z.string(),
      completed_at: z.string(),
      rank_position: z.number().nullable(),
    }),
  ),
});
const Detail = z.object({ response: z.object({ id: z.string(), raw_text: z.string() }) });

/** `ranks`: of the tools that the answer's text lists; `day`: YYYY-MM-DD. */
export type RawRun = {
  promptId: string;
  engineId: string;
  regionId: string;
  day: string;
  completedAt: string;
  ownRank: number | null;
  responseId: string;
  text: string;
  ranks: ReadonlyMap<string, number>;
};

/** Every recent run. */
export async function collectRuns({ get, ask }: ReturnType<typeof openSandbox>): Promise<RawRun[]> {
  const rows: RawRun[] = [];
  for (const { id } of Prompts.parse((await get('/prompts')).json()))
    for (const run of History.parse((await get(`/prompts/${id}/history`)).json()).runs) {
      const detail = await ask('GET', `/v1/public/prompt-runs/${run.prompt_run_id}`);
      const { response } = Detail.parse(detail.json());
      rows.push({
        promptId: id,
        engineId: run.engine_id,
        regionId: run.region_id,
        day: run.completed_at.slice(0, 10),
        completedAt: run.completed_at,
        ownRank: run.rank_position,
        responseId: response.id,
        text: response.raw_text,
        ranks: ranksIn(response.raw_text),
      });
    }
  return rows;
}

/** From lines like "2. Globex: praised by its users." */
function ranksIn(text: string): Map<string, number> {
  const lines = text.matchAll(/^(\d+)\. ([^:]+):/gm);
  return new Map(Array.from(lines, ([, rank, entity = '']) => [entity, Number(rank)]));
}

/** A tool's figures over these runs, rounded like the API's. */
export function figuresOver(runs: readonly RawRun[], entity: string) {
  const ranks = runs.flatMap(({ ranks }) => ranks.get(entity) ?? []);
  const weight = ranks.reduce((sum, rank) => sum + Math.max(20, 120 - 20 * rank), 0);
  return {
    count: ranks.length,
    score: round(weight / runs.length, 2),
    mentionRate: round(ranks.length / runs.length, 4),
    averageRank: ranks.length === 0 ? null : round(ranks.reduce((a, b) => a + b, 0) / ranks.length, 2),
    topPicks: ranks.filter((rank) => rank === 1).length,
  };
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
