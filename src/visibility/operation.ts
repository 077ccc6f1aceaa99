/** What a row of OPERATIONS is, and how one is written down: a path whose parameters are checked by the compiler. */
import { z } from 'zod';
import type { Answer as Answers } from './answer.ts';
import { ValidationError } from './errors.ts';
import type { Method } from './http.ts';

/** The last argument of every method. Aborting rejects the call with the signal's reason. */
export type CallOptions = { signal?: AbortSignal | undefined };

/** What a method's arguments amount to. `parameters` fill the path. */
export type Call<Parameter extends string = string> = {
  parameters: Readonly<Record<Parameter, string>>;
  query?: Query;
  body?: object;
  signal: AbortSignal | undefined;
};

/**
 * What the API's document shows of an operation; all paths are in it. `request`: its parameters and body. `answer`:
 * "documented", its schema; "matched", a documented schema that is assumed to belong here; "assumed", none.
 */
export type Known = { request: 'documented' | 'assumed'; answer: 'documented' | 'matched' | 'assumed' };

/** A row. The default stands for any row. */
export type Operation<Args extends unknown[] = never[], Answer = unknown> = {
  method: Method;
  path: string;
  effect: 'read' | 'write';
  /** Whether asking twice does the same as once, so that a failure may be tried again. */
  repeatable: boolean;
  known: Known;
  request: (...args: Args) => Call;
  /** What it may ask for in the query, in our words (PARAMETER_NAMES). */
  asks: readonly string[];
  /** Words of the path, which the rows of its answer may be called. */
  called: readonly string[];
  /** How many rows are wanted where nobody says; more pages are not asked for. */
  most: number;
  /** What a body must be for it to be sent. */
  body: z.ZodType | undefined;
  answer: Answers<Answer>;
};

/** The names in a path template, so that a row that forgets one does not compile. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** A list that nobody wants so many rows of ends here, and is told to be a part. */
const MOST_ROWS = 5_000;

/** Of the writes only one that replaces a whole set is repeatable: what a second DELETE does, the document does not say. */
function operation(method: Method, effect: 'read' | 'write', repeatable: boolean) {
  return <Path extends string, Args extends unknown[], Answer>(
    path: Path,
    row: {
      request: (...args: Args) => Call<ParameterOf<Path>>;
      asks?: readonly string[];
      most?: number;
      body?: z.ZodType;
      answer: Answers<Answer>;
      known: Known;
    },
  ): Operation<Args, Answer> => ({
    method,
    path,
    effect,
    repeatable,
    asks: [],
    called: wordsOf(path),
    most: MOST_ROWS,
    body: undefined,
    ...row,
  });
}

/** "/projects/{project_id}/warm-leads" -> warm-leads, warm, leads. */
function wordsOf(path: string): string[] {
  const steps = path.split('/').filter((step) => step !== '' && !step.startsWith('{') && step !== 'projects');
  return steps.flatMap((step) => [step, ...step.split('-')]);
}

export const get = operation('GET', 'read', true);
export const put = operation('PUT', 'write', true);
export const post = operation('POST', 'write', false);
export const patch = operation('PATCH', 'write', false);
export const del = operation('DELETE', 'write', false);

/** "Path parameters … are strings in UUID format and are required" (Endpoints, common rule 2). */
const UUIDS: readonly string[] = ['project_id', 'prompt_id', 'segment_id', 'run_group_id', 'prompt_run_id'];

const Uuid = z.guid();

/** Values of query parameters; an undefined one and an empty list are left out. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * `/projects/{project_id}/topics` + {project_id} + {limit: 5} -> `/projects/6f0c…/topics?limit=5`. `operation` begins
 * with a method and is for the error.
 * @throws ValidationError (nothing was sent) for a value that is missing, no UUID, or a step up or down the path.
 */
export function requestPath(
  operation: string,
  template: string,
  parameters: Readonly<Record<string, string>>,
  query: Query = {},
): string {
  const path = stepsOf(template)
    .map((step, i) => {
      // Text and names in turn: a template begins with text, if with none.
      if (i % 2 === 0) return step;
      const value = parameters[step] ?? '';
      const fault = faultOf(step, value);
      if (fault) throw new ValidationError(operation, [{ at: `path.${step}`, message: fault }]);
      return encodeURIComponent(value);
    })
    .join('');
  const asked = Object.entries(query);
  if (asked.length === 0) return path;
  const search = new URLSearchParams();
  for (const [name, value] of asked) {
    const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
    for (const each of values) search.append(name, String(each));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

const STEPS = new Map<string, readonly string[]>();

/** Those of OPERATIONS and a few of the configuration: they are taken apart once. */
function stepsOf(template: string): readonly string[] {
  const steps = STEPS.get(template) ?? template.split(/\{(\w+)\}/);
  STEPS.set(template, steps);
  return steps;
}

function faultOf(name: string, value: string): string | undefined {
  if (value === '') return 'is missing';
  // encodeURIComponent leaves dots alone, and servers resolve them.
  if (value === '.' || value === '..') return 'is no identifier';
  return UUIDS.includes(name) && !Uuid.safeParse(value).success ? 'is not a UUID' : undefined;
}
