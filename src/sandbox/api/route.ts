/**
 * Defines an operation of the reference API, with its shapes and its answer, as one value for api.ts to serve. Requests are
 * validated, and all faults reported at once in FastAPI's format, as the real API does.
 */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { parseJson } from '../../json.ts';
import type { Project, World } from '../world/world.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Described<Request, Response, Path = `/${string}`> = {
  /** Its name in faults, the request journal and the OpenAPI document. */
  operation: string;
  summary: string;
  method: Method;
  /** With `{name}` for path parameters, as in the API's document. */
  path: Path;
  /** Missing from the API's document, so from ours too. */
  unlisted?: true;
  request: Request;
  response: Response;
};

export type Route = Described<z.ZodType, z.ZodType> & {
  /** The answer's body at `now`, epoch ms. @throws Refusal */
  answer(raw: RawRequest, world: World, now: number): unknown;
};

export const id = z.guid().toLowerCase();
export const projectPath = z.object({ project_id: id });

/** A list's limit. The API's document shows no maximum, but the real API will have one. */
export function limit(maximum: number, fallback: number) {
  return z.coerce.number().int().min(1).max(maximum).default(fallback);
}

const ids = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap((text) => text.split(',')))
  .pipe(z.array(id))
  .optional();

/** Takes comma-separated ids or a repeated parameter: the API's document leaves it open. */
export const engineRegionFilter = { engine_ids: ids, region_ids: ids };
type EngineAndRegion = z.output<z.ZodObject<typeof engineRegionFilter>>;

export function matchesFilter(
  { engine_ids, region_ids }: EngineAndRegion,
  row: { engineId: string; regionId: string },
): boolean {
  return (engine_ids?.includes(row.engineId) ?? true) && (region_ids?.includes(row.regionId) ?? true);
}

/** Defines an operation; `answer` gets a validated request. */
export function route<Request extends z.ZodType, Response extends z.ZodType>(
  definition: Described<Request, Response> & {
    answer(request: z.output<Request>, world: World, now: number): z.input<Response>;
  },
): Route {
  return {
    ...definition,
    answer: (raw, world, now) => definition.answer(validate(definition.request, raw), world, now),
  };
}

type ProjectRequest = z.ZodType<{ path: z.output<typeof projectPath> }>;

/** Defines an operation on one project; `answer` gets the project. */
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

/** ISO 8601 in UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}

/** The reference sends 2 digits for scores, ranks and sentiment, and 4 for rates. */
export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export function roundOrNull(value: number | null, digits: number): number | null {
  return value === null ? null : round(value, digits);
}

/** One fault of a request in FastAPI's format. */
export type FieldFault = { loc: (string | number)[]; msg: string; type: string };

export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly detail: string | FieldFault[];

  constructor(status: ContentfulStatusCode, detail: string | FieldFault[]) {
    super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; '));
    this.name = 'Refusal';
    this.status = status;
    this.detail = detail;
  }
}

/** A request before validation. `body` is undefined if there was none; a repeated parameter has all its values. */
export type RawRequest = {
  path: Record<string, string>;
  query: Record<string, string | string[]>;
  body: unknown;
};

/** Parses the value. Its keys (path, query, body) start each fault's `loc`. @throws Refusal 422 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new Refusal(422, result.error.issues.flatMap(toFaults));
}

/** Undefined for an empty body. @throws Refusal 422 */
export function parseBody(text: string): unknown {
  const body = parseJson(text);
  if (body === undefined && text !== '')
    throw new Refusal(422, [{ loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' }]);
  return body;
}

function toFaults(issue: z.core.$ZodIssue): FieldFault[] {
  const loc = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const [type, msg] = toPydantic(issue);
  if (issue.code !== 'unrecognized_keys') return [{ loc, msg, type }];
  return issue.keys.map((key) => ({ loc: [...loc, key], msg, type }));
}

function toPydantic(issue: z.core.$ZodIssue): [type: string, msg: string] {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return ['missing', 'Field required'];
      // A query parameter that isn't a number arrives as NaN.
      if (issue.expected === 'int' || Number.isNaN(issue.input))
        return ['int_parsing', 'Input should be a valid integer'];
      return [`${issue.expected}_type`, `Input should be a valid ${issue.expected}`];
    case 'invalid_format':
      if (issue.format === 'guid') return ['uuid_parsing', 'Input should be a valid UUID'];
      break;
    case 'too_small':
      if (issue.origin === 'string')
        return ['string_too_short', `String should have at least ${issue.minimum} characters`];
      if (issue.origin === 'array')
        return ['too_short', `List should have at least ${issue.minimum} item after validation`];
      return ['greater_than_equal', `Input should be greater than or equal to ${issue.minimum}`];
    case 'too_big':
      if (issue.origin === 'string')
        return ['string_too_long', `String should have at most ${issue.maximum} characters`];
      return ['less_than_equal', `Input should be less than or equal to ${issue.maximum}`];
    case 'unrecognized_keys':
      return ['extra_forbidden', 'Extra inputs are not permitted'];
  }
  return ['value_error', issue.message];
}
