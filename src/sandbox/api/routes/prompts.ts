/** What a project of the reference API tracks: prompts, engines and regions. */
import { z } from 'zod';
import { ProjectEngineSetRequest, PromptRequest } from '../../../visibility/assumed.ts';
import { Engine, ProjectRegionSetRequest } from '../../../visibility/contract.ts';
import {
  ENGINES,
  type Engine as EngineRow,
  REGIONS,
  type Region as RegionRow,
  type TrackedPrompt,
} from '../../world/rows.ts';
import { id, iso, projectPath, projectRoute, Refusal, type Route, round, route } from '../route.ts';
import { PromptDeleted, PromptOut, Region, RegionUsage } from '../shapes.ts';

/** The reference refuses blank prompts and essays. */
const PromptBody = PromptRequest.pipe(
  z.object({ prompt: z.string().trim().min(1).max(500), category: z.string().optional() }),
);

const promptPath = projectPath.extend({ prompt_id: id });

const prompts = projectRoute({
  operation: 'prompts',
  summary: 'List prompts, oldest first',
  method: 'GET',
  path: '/projects/{project_id}/prompts',
  request: z.object({ path: projectPath }),
  response: z.array(PromptOut),
  answer: (_request, project) => project.prompts.all().map(promptToWire),
});

const createPrompt = projectRoute({
  operation: 'create_prompt',
  summary: 'Create prompt; it runs from the next day on',
  method: 'POST',
  path: '/projects/{project_id}/prompts',
  request: z.object({ path: projectPath, body: PromptBody }),
  response: PromptOut,
  answer: ({ body }, project, now) =>
    promptToWire(project.prompts.add(body.prompt, now, body.category) ?? throwAlreadyTracked()),
});

const updatePrompt = projectRoute({
  operation: 'update_prompt',
  summary: 'Update prompt; the new wording runs from the next day on',
  method: 'PATCH',
  path: '/projects/{project_id}/prompts/{prompt_id}',
  request: z.object({ path: promptPath, body: PromptBody }),
  response: PromptOut,
  answer({ path, body }, project, now) {
    const { id } = project.prompts.find(path.prompt_id) ?? throwPromptNotFound();
    return promptToWire(project.prompts.change(id, body.prompt, now) ?? throwAlreadyTracked());
  },
});

const deletePrompt = projectRoute({
  operation: 'delete_prompt',
  summary: 'Delete prompt; today is its last day of runs',
  method: 'DELETE',
  path: '/projects/{project_id}/prompts/{prompt_id}',
  request: z.object({ path: promptPath }),
  response: PromptDeleted,
  answer({ path }, project, now) {
    const { id } = project.prompts.find(path.prompt_id) ?? throwPromptNotFound();
    project.prompts.remove(id, now);
    return { deleted: true as const };
  },
});

export function promptToWire(prompt: TrackedPrompt): z.input<typeof PromptOut> {
  const { id, text, category, active, createdAt } = prompt;
  return { id, prompt: text, category, active, created_at: iso(createdAt) };
}

/** @throws Refusal */
export function throwPromptNotFound(): never {
  throw new Refusal(404, 'Prompt not found');
}

function throwAlreadyTracked(): never {
  throw new Refusal(422, [
    { loc: ['body', 'prompt'], msg: 'This prompt is already tracked', type: 'value_error' },
  ]);
}

const engines = route({
  operation: 'engines',
  summary: 'List engines',
  method: 'GET',
  path: '/engines',
  request: z.object({}),
  response: z.array(Engine),
  answer: (_request, world) => world.engines.map(engineToWire),
});

const regions = route({
  operation: 'regions',
  summary: 'List regions',
  method: 'GET',
  path: '/regions',
  request: z.object({}),
  response: z.array(Region),
  answer: (_request, world) => world.regions.map(regionToWire),
});

const setEngines = projectRoute({
  operation: 'set_engines',
  summary: 'Set tracked engines, from the next day on',
  method: 'PUT',
  path: '/projects/{project_id}/engines',
  request: z.object({ path: projectPath, body: ProjectEngineSetRequest }),
  response: z.array(Engine),
  answer({ body }, project, now) {
    project.engines.replace(checkIds(body.engine_ids, ENGINES, 'engine_ids'), now);
    return project.engines.current().map(engineToWire);
  },
});

const setRegions = projectRoute({
  operation: 'set_regions',
  summary: 'Set tracked regions, from the next day on',
  method: 'PUT',
  path: '/projects/{project_id}/regions',
  request: z.object({ path: projectPath, body: ProjectRegionSetRequest }),
  response: z.array(Region),
  answer({ body }, project, now) {
    project.regions.replace(checkIds(body.region_ids, REGIONS, 'region_ids'), now);
    return project.regions.current().map(regionToWire);
  },
});

const regionUsage = projectRoute({
  operation: 'region_usage',
  summary: 'Get region usage: one row per tracked region',
  method: 'GET',
  path: '/projects/{project_id}/region-usage',
  request: z.object({ path: projectPath }),
  response: z.array(RegionUsage),
  answer(_request, project, now) {
    const runs = project.countedRuns(now);
    return project.regions.current().map((region) => {
      const regionRuns = runs.filter(({ regionId }) => regionId === region.id);
      return {
        region_id: region.id,
        code: region.code,
        name: region.name,
        prompt_count: new Set(regionRuns.map(({ prompt }) => prompt.id)).size,
        run_count: regionRuns.length,
        share: runs.length === 0 ? 0 : round(regionRuns.length / runs.length, 4),
      };
    });
  },
});

/** Returns the ids in lower case. @throws Refusal 422 that names each unknown one */
function checkIds(given: readonly string[], rows: readonly { id: string }[], field: string): string[] {
  const ids = given.map((each) => id.parse(each));
  const faults = ids.flatMap((each, index) =>
    rows.some((row) => row.id === each)
      ? []
      : [{ loc: ['body', field, index], msg: 'This id does not exist', type: 'value_error' }],
  );
  if (faults.length > 0) throw new Refusal(422, faults);
  return ids;
}

function engineToWire(engine: EngineRow): z.input<typeof Engine> {
  const { id, provider, model, displayName, surface, active } = engine;
  return { id, provider, model, display_name: displayName, surface, active };
}

function regionToWire({ id, code, name }: RegionRow): z.input<typeof Region> {
  return { id, code, name };
}

export const promptRoutes: readonly Route[] = [
  ...[engines, regions, setEngines, setRegions, regionUsage],
  ...[prompts, createPrompt, updatePrompt, deletePrompt],
];
