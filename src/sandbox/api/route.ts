/** How an operation of the reference API is written down: its shapes and its answer, in one value. api.ts serves them. */
import { z } from 'zod';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';
import { type RawRequest, Refusal, validated } from './validation.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Described<Request, Response, Path = `/${string}`> = {
  /** Name for faults, the request journal and the OpenAPI document. */
  operation: string;
  summary: string;
  method: Method;
  /** As in the API's document: `{name}` for path parameters. */
  path: Path;
  /** Not in the API's document, so not in ours either. */
  unlisted?: true;
  request: Request;
  response: Response;
};

export type Route = Described<z.ZodType, z.ZodType> & {
  /** The answer's body at `now`, epoch ms. @throws Refusal */
  answer(raw: RawRequest, world: World, now: number): unknown;
};

export const id = z.guid().toLowerCase();
export const ofProject = z.object({ project_id: id });

/** How many rows a list answers with. The API's document shows no maximum; the reference has one, because the real one will. */
export function limit(most: number, usual: number) {
  return z.coerce.number().int().min(1).max(most).default(usual);
}

const ids = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap((text) => text.split(',')))
  .pipe(z.array(id))
  .optional();

/** Ids come comma by comma or in a repeated parameter: the API's document leaves it open. */
export const engineAndRegion = { engine_ids: ids, region_ids: ids };
type EngineAndRegion = z.output<z.ZodObject<typeof engineAndRegion>>;

/** Whether a row's engine and region are among those asked for, where any were. */
export function isAskedFor(
  { engine_ids, region_ids }: EngineAndRegion,
  row: { engineId: string; regionId: string },
): boolean {
  return (engine_ids?.includes(row.engineId) ?? true) && (region_ids?.includes(row.regionId) ?? true);
}

/** An operation on everything: the request is checked before `answer` runs. */
export function route<Request extends z.ZodType, Response extends z.ZodType>(
  definition: Described<Request, Response> & {
    answer(request: z.output<Request>, world: World, now: number): z.input<Response>;
  },
): Route {
  const checked = checking(definition.response);
  return {
    ...definition,
    answer: (raw, world, now) => checked(definition.answer(validated(definition.request, raw), world, now)),
  };
}

/** A reference that leaves its own shape should fail loudly, not teach it to its readers. What comes again was checked. */
function checking(response: z.ZodType): (answer: unknown) => unknown {
  if (!(response instanceof z.ZodArray)) return (answer) => response.parse(answer);
  const row = remembered((row: object) => z.parse(response.element, row));
  return remembered((rows: object[]) => rows.map((each) => row(each))) as (answer: unknown) => unknown;
}

/** A request about one project: `path` holds at least its id; `query` and `body` as far as the operation has them. */
type ProjectRequest = z.ZodType<{ path: z.output<typeof ofProject> }>;

/** An operation on one project, which is found before `answer` runs. */
export function projectRoute<Request extends ProjectRequest, Response extends z.ZodType>(
  definition: Described<Request, Response, `/projects/{project_id}/${string}`> & {
    answer(request: z.output<Request>, project: Project, now: number): z.input<Response>;
  },
): Route {
  return route({
    ...definition,
    answer(request, world, now) {
      const project = world.project(request.path.project_id);
      if (project === undefined) throw new Refusal(404, 'Project not found');
      return definition.answer(request, project, now);
    },
  });
}

/** ISO 8601 in UTC, as every time of the reference API is written. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}

/** Figures are sent with as many digits as they deserve: 2 for scores, ranks and sentiment, 4 for rates. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export function roundedOrNull(value: number | null, digits: number): number | null {
  return value === null ? null : rounded(value, digits);
}

/** The same result for the same thing, as long as that is in memory; `more` must follow from the thing. */
export function remembered<Thing extends object, More extends unknown[], Made>(
  make: (thing: Thing, ...more: More) => Made,
): (thing: Thing, ...more: More) => Made {
  const known = new WeakMap<Thing, Made>();
  return (thing, ...more) => {
    const made = known.get(thing) ?? make(thing, ...more);
    known.set(thing, made);
    return made;
  };
}
