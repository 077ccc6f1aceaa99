/**
 * The operations of the Visibility API, one row each: client.ts makes a method of every row, with the arguments of its
 * `request` and the result of its `answer`. All paths are documented; `known` says what else is. A new operation is a
 * new row.
 */

import { documented, documentedList } from './answer.ts';
import {
  Citations,
  CompetitorDetail,
  ContentSuggestions,
  CreatedPrompt,
  DailyScores,
  Deleted,
  FanoutQueries,
  LeadMetrics,
  Leads,
  PromptDetail,
  PromptHistory,
  PromptSuggestions,
  Prompts,
  Regions,
  RegionUsages,
  SetEngines,
  SetRegions,
  Sources,
  SuggestionsStatus,
  TopicAnswers,
  Topics,
  WarmLeads,
} from './assumed.ts';
import { PARAMETERS, ProjectEngineSetRequest, PromptRequest } from './assumed-requests.ts';
import {
  Engine,
  Mention,
  ProjectRegionSetRequest,
  PromptRunDetail,
  ReferrerRanking,
  RunGroupDetail,
  SegmentPromptMapping,
  SegmentSuggestion,
  TopicDetail,
} from './contract.ts';
import { type CallOptions, del, get, type Known, patch, post, put } from './operation.ts';

const DOCUMENTED: Known = { request: 'documented', answer: 'documented' };
/** A documented request; its answer is assumed to be of a documented schema. */
const MATCHED: Known = { request: 'documented', answer: 'matched' };
/** A documented request; its answer is a guess. */
const ANSWER_ASSUMED: Known = { request: 'documented', answer: 'assumed' };
/** Known by path and purpose only; its answer is assumed to be of a documented schema. */
const REQUEST_ASSUMED: Known = { request: 'assumed', answer: 'matched' };
/** Known by path and purpose only. */
const ASSUMED: Known = { request: 'assumed', answer: 'assumed' };

/** Rows of these engines and regions (ids) only; without ids, of all. Values and encoding are not documented. */
export type Filter = CallOptions & {
  engineIds?: readonly string[] | undefined;
  regionIds?: readonly string[] | undefined;
};
/** At most so many; the API has a default, and a maximum that is not documented. */
type Limit = { limit?: number | undefined };

const FILTERS = ['engine_ids', 'region_ids'];

const ofEverything = ({ signal }: CallOptions = {}) => ({ parameters: {}, signal });

const ofProject = (projectId: string, { signal }: CallOptions = {}) => ({
  parameters: { project_id: projectId },
  signal,
});

const limited = (projectId: string, { limit, signal }: CallOptions & Limit = {}) => ({
  ...ofProject(projectId, { signal }),
  query: { limit },
});

const filtered = (projectId: string, { engineIds, regionIds, signal }: Filter = {}) => ({
  ...ofProject(projectId, { signal }),
  query: { engine_ids: engineIds, region_ids: regionIds },
});

/** A project's one thing of many, named in the query. */
const ofProjectBy =
  (parameter: string) =>
  (projectId: string, value: string, { signal }: CallOptions = {}) => ({
    ...ofProject(projectId, { signal }),
    query: { [parameter]: value },
  });

const ofPrompt = (projectId: string, promptId: string, { signal }: CallOptions = {}) => ({
  parameters: { project_id: projectId, prompt_id: promptId },
  signal,
});

/**
 * Ids are UUIDs. Every method may throw any VisibilityError, and a ValidationError without a request where an id in the
 * path is no UUID or the body cannot be right. Where `known.answer` is "assumed", every field may be missing; its names
 * are in assumed.ts. Times are epoch ms in guessed shapes, ISO text in documented ones; scores and rates are on the
 * API's own scale, which is not documented.
 */
export const OPERATIONS = {
  /** Every engine there is, active or not. */
  engines: get('/engines', { request: ofEverything, answer: documentedList(Engine), known: MATCHED }),

  /** Every region there is. */
  regions: get('/regions', { request: ofEverything, answer: Regions, known: ASSUMED }),

  /** Sets the engines that the project tracks, at least one; answers with them where the API does. May be repeated. */
  setEngines: put('/projects/{project_id}/engines', {
    request: (projectId: string, engineIds: readonly string[], options: CallOptions = {}) => ({
      ...ofProject(projectId, options),
      body: { engine_ids: engineIds },
    }),
    body: ProjectEngineSetRequest,
    answer: SetEngines,
    known: REQUEST_ASSUMED,
  }),

  /** "Replaces the set of tracked regions", at least one; answers with them where that can be read. May be repeated. */
  setRegions: put('/projects/{project_id}/regions', {
    request: (projectId: string, regionIds: readonly string[], options: CallOptions = {}) => ({
      ...ofProject(projectId, options),
      body: { region_ids: regionIds },
    }),
    body: ProjectRegionSetRequest,
    answer: SetRegions,
    known: ANSWER_ASSUMED,
  }),

  /** How much each tracked region is used: prompts, runs, and its share of the runs. */
  regionUsage: get('/projects/{project_id}/region-usage', {
    request: ofProject,
    answer: RegionUsages,
    known: ASSUMED,
  }),

  /** Scores per day, of the whole and per engine and region where the API gives that. */
  dailyScores: get('/projects/{project_id}/scores/daily', {
    request: ofProject,
    answer: DailyScores,
    known: ASSUMED,
  }),

  /** The entities that answers speak of, newest first; that a `limit` is heeded is assumed too. */
  mentions: get('/projects/{project_id}/mentions', {
    request: limited,
    asks: ['limit'],
    most: 100,
    answer: documentedList(Mention),
    known: REQUEST_ASSUMED,
  }),

  /** The pages that answers cite, newest first (assumed). `limit` is 100 by default. */
  citations: get('/projects/{project_id}/citations', {
    request: (projectId: string, { limit, ...filter }: Filter & Limit = {}) => {
      const call = filtered(projectId, filter);
      return { ...call, query: { limit, ...call.query } };
    },
    asks: ['limit', ...FILTERS],
    most: 500,
    answer: Citations,
    known: ANSWER_ASSUMED,
  }),

  /** The cited pages with their number of citations, most cited first (assumed). */
  sources: get('/projects/{project_id}/sources', {
    request: filtered,
    asks: FILTERS,
    answer: Sources,
    known: ANSWER_ASSUMED,
  }),

  /** The domains that answers cite, and the share of each in all citations. */
  referrers: get('/projects/{project_id}/referrers', {
    request: ofProject,
    answer: documentedList(ReferrerRanking),
    known: REQUEST_ASSUMED,
  }),

  /** How a competitor, by its name, stands: over all, by engine and by topic. */
  competitorDetail: get('/projects/{project_id}/competitor-detail', {
    request: ofProjectBy(PARAMETERS.competitor),
    asks: [PARAMETERS.competitor],
    answer: CompetitorDetail,
    known: ASSUMED,
  }),

  /** The searches that engines made to answer prompts, most frequent first (assumed). */
  queryFanout: get('/projects/{project_id}/query-fanout', {
    request: ofProject,
    most: 100,
    answer: FanoutQueries,
    known: ASSUMED,
  }),

  /** The project's topics; `topicDetail` of a label is the full picture. */
  topics: get('/projects/{project_id}/topics', { request: ofProject, answer: Topics, known: ASSUMED }),

  /** How the brand and its competitors stand in one topic, by its label. */
  topicDetail: get('/projects/{project_id}/topic-detail', {
    request: ofProjectBy(PARAMETERS.topic),
    asks: [PARAMETERS.topic],
    answer: documented(TopicDetail),
    known: REQUEST_ASSUMED,
  }),

  /** The answers in which a topic, by its label, appeared. */
  topicAnswers: get('/projects/{project_id}/topic-answers', {
    request: ofProjectBy(PARAMETERS.topic),
    asks: [PARAMETERS.topic],
    most: 25,
    answer: TopicAnswers,
    known: ASSUMED,
  }),

  /** The prompts the project tracks. */
  prompts: get('/projects/{project_id}/prompts', { request: ofProject, answer: Prompts, known: ASSUMED }),

  /**
   * Begins tracking a prompt; answers with it. Sent once, never repeated: after an UnavailableError it may be tracked
   * all the same, and `prompts` tells.
   */
  createPrompt: post('/projects/{project_id}/prompts', {
    request: (projectId: string, text: string, options: CallOptions = {}) => ({
      ...ofProject(projectId, options),
      body: { prompt: text },
    }),
    body: PromptRequest,
    answer: CreatedPrompt,
    known: ASSUMED,
  }),

  /** Changes a prompt's text; answers with it ("PromptOut", whose fields are not shown). Never repeated. */
  updatePrompt: patch('/projects/{project_id}/prompts/{prompt_id}', {
    request: (projectId: string, promptId: string, text: string, options: CallOptions = {}) => ({
      ...ofPrompt(projectId, promptId, options),
      body: { prompt: text },
    }),
    body: PromptRequest,
    answer: CreatedPrompt,
    known: ASSUMED,
  }),

  /** Deletes a prompt, for which the API has no undo. Never repeated; what it answers is not read. */
  deletePrompt: del('/projects/{project_id}/prompts/{prompt_id}', {
    request: ofPrompt,
    answer: Deleted,
    known: ASSUMED,
  }),

  /** How the brand stands in the answers to one prompt: over all, by engine, and beside the others. */
  promptDetail: get('/projects/{project_id}/prompt-detail', {
    request: ofProjectBy(PARAMETERS.prompt),
    asks: [PARAMETERS.prompt],
    answer: PromptDetail,
    known: ASSUMED,
  }),

  /** One prompt's scores per day, as `dailyScores`. */
  promptTimeseries: get('/projects/{project_id}/prompt-timeseries', {
    request: ofProjectBy(PARAMETERS.prompt),
    asks: [PARAMETERS.prompt],
    answer: DailyScores,
    known: ASSUMED,
  }),

  /** What became of a prompt's runs, newest first (assumed). */
  promptHistory: get('/projects/{project_id}/prompts/{prompt_id}/history', {
    request: ofPrompt,
    answer: PromptHistory,
    known: ANSWER_ASSUMED,
  }),

  /** Prompts that the API suggests to track. */
  promptSuggestions: get('/projects/{project_id}/prompt-suggestions', {
    request: ofProject,
    answer: PromptSuggestions,
    known: ASSUMED,
  }),

  /** The segments that the API suggests, of every status. */
  segmentSuggestions: get('/projects/{project_id}/segment-suggestions', {
    request: ofProject,
    answer: documentedList(SegmentSuggestion),
    known: MATCHED,
  }),

  /** Every tracked prompt and whether the segment applies to it. Assumed: a suggestion's id is a segment's. */
  segmentPrompts: get('/projects/{project_id}/segments/{segment_id}/prompts', {
    request: (projectId: string, segmentId: string, { signal }: CallOptions = {}) => ({
      parameters: { project_id: projectId, segment_id: segmentId },
      signal,
    }),
    answer: documentedList(SegmentPromptMapping),
    known: MATCHED,
  }),

  /** What the API advises to do to be mentioned more ("GEO suggestions"). */
  suggestions: get('/projects/{project_id}/suggestions', {
    request: ofProject,
    answer: ContentSuggestions,
    known: ASSUMED,
  }),

  /** Whether that advice is there, and of when. */
  suggestionsStatus: get('/projects/{project_id}/suggestions/status', {
    request: ofProject,
    answer: SuggestionsStatus,
    known: ASSUMED,
  }),

  /** A run group with its prompt runs. */
  runGroup: get('/runs/{run_group_id}', {
    request: (runGroupId: string, { signal }: CallOptions = {}) => ({
      parameters: { run_group_id: runGroupId },
      signal,
    }),
    answer: documented(RunGroupDetail),
    known: DOCUMENTED,
  }),

  /** One prompt put to one engine, with the answer it got; times in ms, cost in US dollars. */
  promptRun: get('/prompt-runs/{prompt_run_id}', {
    request: (promptRunId: string, { signal }: CallOptions = {}) => ({
      parameters: { prompt_run_id: promptRunId },
      signal,
    }),
    answer: documented(PromptRunDetail),
    known: REQUEST_ASSUMED,
  }),

  /**
   * Forum threads where the brand could join, best first, scored on the API's own scale. `limit` is 25 by default.
   * Path, order and limit are documented.
   */
  communityLeads: get('/projects/{project_id}/community/leads', {
    request: limited,
    asks: ['limit'],
    answer: Leads,
    known: ANSWER_ASSUMED,
  }),

  /** Counts of the community leads (total, new, today) and their average score. */
  communityMetrics: get('/projects/{project_id}/community/metrics', {
    request: ofProject,
    answer: LeadMetrics,
    known: ANSWER_ASSUMED,
  }),

  /** Forum threads that engines cite already (assumed), with how often and which. */
  warmLeads: get('/projects/{project_id}/warm-leads', {
    request: filtered,
    asks: FILTERS,
    answer: WarmLeads,
    known: ANSWER_ASSUMED,
  }),
};

/** "GET /projects/{project_id}/topics": as errors and reports name an operation. */
export function operationName(id: keyof typeof OPERATIONS): string {
  const { method, path } = OPERATIONS[id];
  return `${method} ${path}`;
}
