/**
 * The operations of the Visibility API that Sightline uses, one row each: client.ts makes a method of every row, with
 * the arguments of its `request` and the result of its `answer`. A new operation is a new row.
 */
import type { z } from 'zod';
import {
  CreatedPrompt,
  DailyScores,
  LeadMetrics,
  Leads,
  newPromptBody,
  Prompts,
  TOPIC_PARAMETER,
  Topics,
} from './assumed.ts';
import { SegmentPromptMapping, SegmentSuggestion, TopicDetail } from './contract.ts';
import type { Method } from './http.ts';
import type { Query } from './request-path.ts';

/** The last argument of every method. Aborting rejects the call with the signal's reason. */
export type CallOptions = { signal?: AbortSignal | undefined };

/** What a method's arguments amount to. `parameters` fill the path. */
export type Call<Parameter extends string = string> = {
  parameters: Readonly<Record<Parameter, string>>;
  query?: Query;
  body?: object;
  signal: AbortSignal | undefined;
};

/** A row. The default stands for any row. */
export type Operation<Args extends unknown[] = never[], Answer = unknown> = {
  method: Method;
  path: string;
  request: (...args: Args) => Call;
  answer: z.ZodType<Answer>;
};

/** The names in a path template, so that a row that forgets one does not compile. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

function operation(method: Method) {
  return <Path extends string, Args extends unknown[], Answer>(
    path: Path,
    request: (...args: Args) => Call<ParameterOf<Path>>,
    answer: z.ZodType<Answer>,
  ): Operation<Args, Answer> => ({ method, path, request, answer });
}

const get = operation('GET');
const post = operation('POST');

/** The arguments of the many operations that need only a project (UUID). */
const ofProject = (projectId: string, { signal }: CallOptions = {}) => ({
  parameters: { project_id: projectId },
  signal,
});

/**
 * Every method may throw any VisibilityError, and a ValidationError without a request where an id is no UUID.
 * "Items assumed": the path is documented, the shape is a guess of assumed.ts; a missing field is undefined.
 */
export const OPERATIONS = {
  /**
   * Forum threads where the brand could join, best first, scored on the API's own scale. `limit` is a count, 25 by
   * default; its maximum is not documented. Documented: path, order, limit. Items assumed.
   */
  communityLeads: get(
    '/projects/{project_id}/community/leads',
    (projectId: string, { limit, signal }: CallOptions & { limit?: number | undefined } = {}) => ({
      parameters: { project_id: projectId },
      query: { limit },
      signal,
    }),
    Leads,
  ),

  /** Counts of the community leads (total, new, today) and their average score. Documented: path. Fields assumed. */
  communityMetrics: get('/projects/{project_id}/community/metrics', ofProject, LeadMetrics),

  /** Scores per day, and per engine where the API gives that; on its own scale. Documented: path. Items assumed. */
  dailyScores: get('/projects/{project_id}/scores/daily', ofProject, DailyScores),

  /** The project's topics; `topicDetail` of a label is the full picture. Documented: path. Items assumed. */
  topics: get('/projects/{project_id}/topics', ofProject, Topics),

  /**
   * How the brand and its competitors stand in one topic, by its label. Documented: path and the TopicDetail schema.
   * Assumed: that this path answers with it, and the name of the query parameter.
   */
  topicDetail: get(
    '/projects/{project_id}/topic-detail',
    (projectId: string, topicLabel: string, { signal }: CallOptions = {}) => ({
      parameters: { project_id: projectId },
      query: { [TOPIC_PARAMETER]: topicLabel },
      signal,
    }),
    TopicDetail,
  ),

  /** The prompts the project tracks. Documented: path. Items assumed. */
  prompts: get('/projects/{project_id}/prompts', ofProject, Prompts),

  /**
   * Begins tracking a prompt; answers with it. Sent once, never repeated: after an UnavailableError it may be tracked
   * all the same, and `prompts` tells. Documented: path. Body and answer assumed.
   */
  createPrompt: post(
    '/projects/{project_id}/prompts',
    (projectId: string, text: string, { signal }: CallOptions = {}) => ({
      parameters: { project_id: projectId },
      body: newPromptBody(text),
      signal,
    }),
    CreatedPrompt,
  ),

  /** The segments that the API suggests, of every status; times are ISO text. Documented: path, SegmentSuggestion. */
  segmentSuggestions: get('/projects/{project_id}/segment-suggestions', ofProject, SegmentSuggestion.array()),

  /**
   * Every tracked prompt and whether the segment (UUID) applies to it. Documented: path, SegmentPromptMapping.
   * Assumed: that this path answers with it, and that a suggestion's id is a segment's.
   */
  segmentPrompts: get(
    '/projects/{project_id}/segments/{segment_id}/prompts',
    (projectId: string, segmentId: string, { signal }: CallOptions = {}) => ({
      parameters: { project_id: projectId, segment_id: segmentId },
      signal,
    }),
    SegmentPromptMapping.array(),
  ),
};
