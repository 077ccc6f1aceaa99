/** The rows of OPERATIONS: their type, constructors that check path parameters at compile time, paths and parameters. */
import type { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import type { Answer as Answers } from './answer.ts';
import { ValidationError } from './errors.ts';
import type { Method } from './http.ts';
import { plainName } from './names.ts';
import { isGuid } from './values.ts';

/** The last argument of every client method. Aborting rejects the call with the signal's reason. */
export type CallOptions = { signal?: AbortSignal | undefined };

/** A method's arguments as a request in our words. `parameters` fill the path. */
export type Call<Parameter extends string = string> = {
  parameters: Readonly<Record<Parameter, string>>;
  query?: Query;
  body?: object;
  /** What the brand is called, to tell its figures from a rival's. */
  brands?: readonly string[] | undefined;
  signal: AbortSignal | undefined;
};

/**
 * What the API's document shows of an operation, apart from its path. `request`: its parameters and body. `answer`:
 * "documented" has a schema, "matched" a documented schema that we assume belongs here, "assumed" none.
 */
export type Known = { request: 'documented' | 'assumed'; answer: 'documented' | 'matched' | 'assumed' };

/** A row of OPERATIONS. The defaults stand for any row. */
export type Operation<Args extends unknown[] = never[], Answer = unknown> = {
  method: Method;
  path: string;
  effect: 'read' | 'write';
  /** Whether sending it twice has the same effect as once, so that a failure may be retried. */
  repeatable: boolean;
  known: Known;
  request: (...args: Args) => Call;
  /** Its query parameters, in our words (PARAMETER_NAMES). */
  asks: readonly string[];
  /** Words of the path, which may name the list in its answer. */
  called: readonly string[];
  /** How many rows to read when the caller gives no limit. */
  most: number;
  /** Checks the body before it is sent. */
  body: z.ZodType | undefined;
  answer: Answers<Answer>;
};

/** The parameters in a path template: a row that forgets one doesn't compile. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** Only path and purpose are documented. */
const ASSUMED: Known = { request: 'assumed', answer: 'assumed' };

/** Longer lists end here and are marked as a part. */
const MOST_ROWS = 5_000;

/** PUT replaces a whole set and is repeatable; what a second DELETE does isn't documented. */
function operation(method: Method, effect: 'read' | 'write', repeatable: boolean) {
  return <Path extends string, Args extends unknown[], Answer>(
    path: Path,
    row: Pick<Operation<Args, Answer>, 'answer'> &
      Partial<Pick<Operation, 'asks' | 'most' | 'body' | 'known'>> & {
        request: (...args: Args) => Call<ParameterOf<Path>>;
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
    known: ASSUMED,
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

/** Undefined values and empty lists are left out. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * `/projects/{project_id}/topics` + {project_id} + {limit: 5} ->
 * `/projects/6f0c…/topics?limit=5`. `operation` is for the error.
 * @throws ValidationError, before anything is sent, for a missing value, a bad UUID, or "." and "..".
 */
export function requestPath(
  operation: string,
  template: string,
  parameters: Readonly<Record<string, string>>,
  query: Query = {},
): string {
  const path = template
    .split(/\{(\w+)\}/)
    .map((step, i) => {
      // Text and names alternate, text first.
      if (i % 2 === 0) return step;
      const value = parameters[step] ?? '';
      const fault = faultOf(step, value);
      if (fault) throw new ValidationError(operation, [{ at: `path.${step}`, message: fault }]);
      return encodeURIComponent(value);
    })
    .join('');
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value ?? []].flat()) search.append(name, String(each));
  return search.size > 0 ? `${path}?${search}` : path;
}

function faultOf(name: string, value: string): string | undefined {
  if (value === '') return 'is missing';
  // encodeURIComponent keeps dots, and servers resolve them.
  if (value === '.' || value === '..') return 'is no identifier';
  return UUIDS.includes(name) && !isGuid(value) ? 'is not a UUID' : undefined;
}

type Names = { names: readonly string[]; required?: true };

const called = (names: string): Names => ({ names: names.split(' ') });
const required = (names: string): Names => ({ ...called(names), required: true });

/** Query parameters that the document doesn't show: a topic or competitor by name, a prompt by id. */
export const PARAMETERS = { topic: 'topic', competitor: 'competitor', prompt: 'prompt_id' } as const;

/** The parameters we send, and the API's names for them. `required`: the operation is pointless without it. */
export const PARAMETER_NAMES: Readonly<Record<string, Names>> = {
  limit: called('limit page_size per_page size max_results count first take top n'),
  engine_ids: required('engine_ids engineIds engines engine_id engine engine_uuids tracked_engine_ids ids'),
  region_ids: required('region_ids regions region_id region region_uuids tracked_region_ids ids'),
  // exchange.ts sends its id under a name that wants one.
  topic: required('topic label topic_label topic_name topic_id theme theme_id name q query'),
  competitor: required('competitor name competitor_name entity_name entity brand q competitor_id'),
  prompt_id: required('prompt_id prompt_uuid id prompt'),
  prompt: required(
    'prompt text prompt_text promptText query_text queryText query content question value name body',
  ),
  category: called('category segment theme group topic cluster tag'),
  cursor: called('cursor page_token next_cursor after starting_after continuation'),
  page: called('page page_number'),
  offset: called('offset skip start'),
};

const plainNames = (names: string): ReadonlySet<string> => new Set(names.split(' ').map(plainName));

/** Names of a span's first and last day and of its length. The general ones may mean something else. */
export const SPAN = {
  first: plainNames('start_date from_date date_from since_date start_day'),
  firstIfDate: plainNames('start from since start_time'),
  last: plainNames('end_date to_date date_to until_date end_day'),
  lastIfDate: plainNames('end to until end_time'),
  days: plainNames('days num_days last_days lookback_days period_days window_days days_back last_n_days'),
  period: plainNames('period range time_range date_range window timeframe'),
} as const;

/** How more days are asked for where nothing says how, and few of them, which tells whether an API heeds it. */
export const SPANS_TO_TRY = ['days', 'start_date', 'from'].map((name) => {
  const [few = '', many = ''] = ['3', '90'].map((days) => (name === 'days' ? days : `today-${days}d`));
  return { what: `span.${name}`, few, many };
});

/** Whether these are the last days of a usual span, with or without today, every day of it. */
export function isUsualSpan(days: ReadonlySet<string>, now: number): boolean {
  const sorted = [...days].sort().map((day) => Date.parse(day) / DAY_MS);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const isUsual = [7, 14, 28, 30].some((span) => days.size === span || days.size === span + 1);
  return isUsual && last - first === days.size - 1 && last >= Math.floor(now / DAY_MS) - 2;
}

/** What an API that requires a span is sent for it, by the parameter's plain name: the values to try in turn. */
export function spansOf(name: string): readonly string[] {
  const days = ['90', '30', '7'];
  if (SPAN.first.has(name) || SPAN.firstIfDate.has(name)) return days.map((each) => `today-${each}d`);
  if (SPAN.last.has(name) || SPAN.lastIfDate.has(name)) return ['today-0d'];
  if (SPAN.days.has(name)) return days;
  if (SPAN.period.has(name)) return days.map((each) => `${each}d`);
  return STEPS.has(name) ? ['day', 'daily', '1d'] : [];
}

const STEPS = plainNames('granularity interval resolution bucket time_grain group_by');

/** Whether the operation is pointless without it. Engines and regions are optional filters in a query, but not in a body. */
export function isNeeded(word: string, place: 'query' | 'body'): boolean {
  return PARAMETER_NAMES[word]?.required === true && !(place === 'query' && word.endsWith('_ids'));
}
