/** What the reference API can ask, and what a project has it ask: engines and regions. */
import { z } from 'zod';
import { ProjectEngineSetRequest } from '../../../visibility/assumed-requests.ts';
import { Engine, ProjectRegionSetRequest } from '../../../visibility/contract.ts';
import { ENGINES, REGIONS } from '../../world/cast.ts';
import type { Engine as EngineRow, Region as RegionRow } from '../../world/rows.ts';
import { regionUsageOf } from '../../world/tracked-sets.ts';
import { id, ofProject, projectRoute, type Route, rounded, route } from '../route.ts';
import { Region, RegionUsage } from '../shapes.ts';
import { Refusal } from '../validation.ts';

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
  summary: 'Set tracked engines; they are asked from the next day on',
  method: 'PUT',
  path: '/projects/{project_id}/engines',
  request: z.object({ path: ofProject, body: ProjectEngineSetRequest }),
  response: z.array(Engine),
  answer({ body }, project, now) {
    project.engines.replace(known(body.engine_ids, ENGINES, 'engine_ids'), now);
    return project.engines.now().map(engineToWire);
  },
});

const setRegions = projectRoute({
  operation: 'set_regions',
  summary: 'Set tracked regions; they are asked from the next day on',
  method: 'PUT',
  path: '/projects/{project_id}/regions',
  request: z.object({ path: ofProject, body: ProjectRegionSetRequest }),
  response: z.array(Region),
  answer({ body }, project, now) {
    project.regions.replace(known(body.region_ids, REGIONS, 'region_ids'), now);
    return project.regions.now().map(regionToWire);
  },
});

const regionUsage = projectRoute({
  operation: 'region_usage',
  summary: 'Get region usage: one row for each tracked region',
  method: 'GET',
  path: '/projects/{project_id}/region-usage',
  request: z.object({ path: ofProject }),
  response: z.array(RegionUsage),
  answer: (_request, project, now) =>
    regionUsageOf(project.regions.now(), project.countedRuns(now)).map(({ region, ...usage }) => ({
      region_id: region.id,
      code: region.code,
      name: region.name,
      prompt_count: usage.prompts,
      run_count: usage.runs,
      share: rounded(usage.share, 4),
    })),
});

/** The same ids, in small letters. @throws Refusal 422 that names each one that nothing has. */
function known(given: readonly string[], rows: readonly { id: string }[], field: string): string[] {
  const ids = given.map((each) => id.parse(each));
  const faults = ids.flatMap((each, index) =>
    rows.some((row) => row.id === each)
      ? []
      : [{ loc: ['body', field, index], msg: 'There is none of this id', type: 'value_error' }],
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

export const trackingRoutes: readonly Route[] = [engines, regions, setEngines, setRegions, regionUsage];
