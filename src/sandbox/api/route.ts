/** How an operation of the reference API is written down: its shapes and its answer, in one value. api.ts serves them. */
import { z } from 'zod';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';
import { Refusal } from './refusal.ts';
import { type RawRequest, validated } from './validation.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Route = {
  /** Name for faults and the request journal. */
  operation: string;
  summary: string;
  method: Method;
  /** As in the API's document: `{name}` for path parameters. */
  path: `/${string}`;
  request: z.ZodType;
  response: z.ZodType;
  /** The answer's body at `now`, epoch ms. @throws Refusal */
  answer(raw: RawRequest, world: World, now: number): unknown;
};

export const id = z.guid().toLowerCase();
export const ofProject = z.object({ project_id: id });

/** A request about one project: `path` holds at least its id; `query` and `body` as far as the operation has them. */
type ProjectRequest = z.ZodType<{ path: z.output<typeof ofProject> }>;

/** An operation on one project: the request is checked and the project found before `answer` runs. */
export function projectRoute<Request extends ProjectRequest, Response extends z.ZodType>(definition: {
  operation: string;
  summary: string;
  method: Method;
  path: `/projects/{project_id}/${string}`;
  request: Request;
  response: Response;
  answer(request: z.output<Request>, project: Project, now: number): z.input<Response>;
}): Route {
  return {
    ...definition,
    answer(raw, world, now) {
      const request = validated(definition.request, raw);
      const project = world.project(request.path.project_id);
      if (project === undefined) throw new Refusal(404, 'Project not found');
      // A reference that leaves its own shape should fail loudly, not teach it to its readers.
      return definition.response.parse(definition.answer(request, project, now));
    },
  };
}
