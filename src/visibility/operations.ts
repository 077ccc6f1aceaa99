/** The operations of the Visibility API, a row each: client.ts turns it into a method. All paths are documented. */
import {
  type Answer as Answers,
  documented,
  documentedList,
  listByPart,
  listOf,
  thingOf,
  thingWritten,
  unread,
  written,
} from './answer.ts';
import { ProjectEngineSetRequest, PromptRequest, SHAPES } from './assumed.ts';
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
import {
  type Call,
  type CallOptions,
  del,
  get,
  type Known,
  type Operation,
  PARAMETERS,
  patch,
  post,
  put,
} from './operation.ts';

const DOCUMENTED: Known = { request: 'documented', answer: 'documented' };
const MATCHED: Known = { request: 'documented', answer: 'matched' };
const ANSWER_ASSUMED: Known = { request: 'documented', answer: 'assumed' };
const REQUEST_ASSUMED: Known = { request: 'assumed', answer: 'matched' };

/** Only rows of these engines and regions (ids). Values and encoding are not documented. */
export type Filter = CallOptions & {
  engineIds?: readonly string[] | undefined;
  regionIds?: readonly string[] | undefined;
};
/** The API's default applies where it is missing; its maximum is not documented. */
type Limit = { limit?: number | undefined };

const FILTERS = ['engine_ids', 'region_ids'];

const ofEverything = ({ signal }: CallOptions = {}) => ({ parameters: {}, signal });

const ofProject = (projectId: string, { signal }: CallOptions = {}) => ({
  parameters: { project_id: projectId },
  signal,
});

const limitRequest = (projectId: string, { limit, signal }: CallOptions & Limit = {}) => ({
  ...ofProject(projectId, { signal }),
  query: { limit },
});

const filterRequest = (projectId: string, { engineIds, regionIds, signal }: Filter = {}) => ({
  ...ofProject(projectId, { signal }),
  query: { engine_ids: engineIds, region_ids: regionIds },
});

/** Writes a list of ids to a project, under this name. */
const toProject =
  (name: string) =>
  (projectId: string, value: readonly string[], options: CallOptions = {}) => ({
    ...ofProject(projectId, options),
    body: { [name]: value },
  });

type More = Partial<Pick<Operation, 'most' | 'known'>>;

/** What a project has, without further parameters. */
const read = <Answer>(path: string, answer: Answers<Answer>, more: More = {}) =>
  get(`/projects/{project_id}/${path}`, { request: ofProject, answer, ...more });

/** One thing of a project, which the query names. */
const readNamed = <Answer>(path: string, parameter: string, answer: Answers<Answer>, more: More = {}) =>
  get(`/projects/{project_id}/${path}`, {
    request: (projectId: string, value: string, options: CallOptions = {}) => ({
      ...ofProject(projectId, options),
      query: { [parameter]: value },
    }),
    asks: [parameter],
    answer,
    ...more,
  });

/** One thing of a project, by its id in the path. */
const inProject =
  <Parameter extends string>(parameter: Parameter) =>
  (projectId: string, id: string, { signal }: CallOptions = {}) => ({
    parameters: { project_id: projectId, [parameter]: id } as Record<'project_id' | Parameter, string>,
    signal,
  });

const ofPrompt = inProject('prompt_id');

const oneOf =
  <Parameter extends string>(parameter: Parameter) =>
  (id: string, { signal }: CallOptions = {}) => ({
    parameters: { [parameter]: id } as Record<Parameter, string>,
    signal,
  });

/** The order is documented (row 11 of the endpoint table: best first), the items are not. */
const OF_LEADS = { needs: [['title', 'url']], greatestFirst: 'score', isDocumented: true } as const;

const DAILY_SCORES = listByPart(SHAPES.dailyScore, [
  ['date'],
  ['score', 'mentionRate', 'averageRank', 'sentiment'],
]);

/**
 * Methods may throw any VisibilityError, and a ValidationError before sending for a bad UUID or body. Where
 * `known.answer` is "assumed", any field may be missing. Times are epoch ms in guessed shapes and ISO text in
 * documented ones; the scale of scores and rates is not documented.
 */
export const OPERATIONS = {
  /** Every engine there is, active or not. */
  engines: get('/engines', { request: ofEverything, answer: documentedList(Engine), known: MATCHED }),

  regions: get('/regions', { request: ofEverything, answer: listOf(SHAPES.region) }),

  /** Sets the project's tracked engines, at least one. Returns them if the API does. */
  setEngines: put('/projects/{project_id}/engines', {
    request: toProject('engine_ids'),
    body: ProjectEngineSetRequest,
    answer: written(documentedList(Engine)),
    known: REQUEST_ASSUMED,
  }),

  /** "Replaces the set of tracked regions", at least one. Returns them if the answer can be read. */
  setRegions: put('/projects/{project_id}/regions', {
    request: toProject('region_ids'),
    body: ProjectRegionSetRequest,
    answer: written(listOf(SHAPES.region)),
    known: ANSWER_ASSUMED,
  }),

  /** Prompts, runs and share of runs for each tracked region. */
  regionUsage: read('region-usage', listOf(SHAPES.regionUsage)),

  /** Daily scores of the whole project, and of engines if the API has them; for regions, of those too. */
  dailyScores: get('/projects/{project_id}/scores/daily', {
    request: (projectId: string, { regionIds, signal }: Omit<Filter, 'engineIds'> = {}) =>
      filterRequest(projectId, { regionIds, signal }),
    asks: ['region_ids'],
    answer: DAILY_SCORES,
  }),

  /** Entities mentioned in answers, newest first. That `limit` works, and takes the newest, is assumed. */
  mentions: get('/projects/{project_id}/mentions', {
    request: limitRequest,
    asks: ['limit'],
    most: 100,
    answer: documentedList(Mention, { greatestFirst: 'created_at' }),
    known: REQUEST_ASSUMED,
  }),

  /** Pages cited by answers, newest first. `limit` defaults to 100; that it takes the newest is assumed. */
  citations: get('/projects/{project_id}/citations', {
    request: (projectId: string, { limit, ...filter }: Filter & Limit = {}) => {
      const call = filterRequest(projectId, filter);
      return { ...call, query: { limit, ...call.query } };
    },
    asks: ['limit', ...FILTERS],
    most: 500,
    answer: listOf(SHAPES.citation, { needs: [['url', 'title', 'domain']], greatestFirst: 'createdAt' }),
    known: ANSWER_ASSUMED,
  }),

  /** Cited pages with their number of citations, most cited first. */
  sources: get('/projects/{project_id}/sources', {
    request: filterRequest,
    asks: FILTERS,
    answer: listOf(SHAPES.source, { needs: [['url', 'title', 'domain']], greatestFirst: 'citations' }),
    known: ANSWER_ASSUMED,
  }),

  /** Cited domains, most cited first. */
  referrers: read('referrers', documentedList(ReferrerRanking, { greatestFirst: 'citation_count' }), {
    known: REQUEST_ASSUMED,
  }),

  /** A competitor's figures, by its name: in all, by engine and by topic. `brands`: our own names. */
  competitorDetail: get('/projects/{project_id}/competitor-detail', {
    request: (
      projectId: string,
      competitor: string,
      { brands, ...options }: CallOptions & Pick<Call, 'brands'> = {},
    ) => ({ ...ofProject(projectId, options), query: { [PARAMETERS.competitor]: competitor }, brands }),
    asks: [PARAMETERS.competitor],
    answer: thingOf(SHAPES.competitor),
  }),

  /** Web searches that engines made to answer prompts, most frequent first. */
  queryFanout: read(
    'query-fanout',
    listOf(SHAPES.fanoutQuery, { needs: [['query']], greatestFirst: 'count' }),
    { most: 100 },
  ),

  topics: read('topics', listOf(SHAPES.topic, { needs: [['label']] })),

  /** The figures of brand and competitors in one topic, by its label. */
  topicDetail: readNamed('topic-detail', PARAMETERS.topic, documented(TopicDetail), {
    known: REQUEST_ASSUMED,
  }),

  /** Answers that mention a topic, by its label, newest first. That `limit` works is assumed. */
  topicAnswers: get('/projects/{project_id}/topic-answers', {
    request: (projectId: string, topic: string, { limit, signal }: CallOptions & Limit = {}) => ({
      ...ofProject(projectId, { signal }),
      query: { [PARAMETERS.topic]: topic, limit },
    }),
    asks: [PARAMETERS.topic, 'limit'],
    most: 25,
    answer: listOf(SHAPES.topicAnswer, { greatestFirst: 'createdAt' }),
  }),

  prompts: read('prompts', listOf(SHAPES.prompt, { needs: [['text']] })),

  /** Tracks a new prompt and returns it. Never retried: `prompts` tells whether it was created. */
  createPrompt: post('/projects/{project_id}/prompts', {
    request: (
      projectId: string,
      prompt: string,
      { category, ...options }: CallOptions & { category?: string | undefined } = {},
    ) => ({ ...ofProject(projectId, options), body: { prompt, ...(category && { category }) } }),
    body: PromptRequest,
    answer: thingWritten(SHAPES.prompt),
  }),

  /** Changes a prompt's text and returns the prompt ("PromptOut", whose fields are not shown). Never retried. */
  updatePrompt: patch('/projects/{project_id}/prompts/{prompt_id}', {
    request: (projectId: string, promptId: string, text: string, options: CallOptions = {}) => ({
      ...ofPrompt(projectId, promptId, options),
      body: { prompt: text },
    }),
    body: PromptRequest,
    answer: thingWritten(SHAPES.prompt),
  }),

  /** Deletes a prompt, which can't be undone. Never retried; the answer isn't read. */
  deletePrompt: del('/projects/{project_id}/prompts/{prompt_id}', { request: ofPrompt, answer: unread }),

  /** The brand's figures in the answers to one prompt: in total, by engine, and compared with its competitors. */
  promptDetail: readNamed('prompt-detail', PARAMETERS.prompt, thingOf(SHAPES.promptDetail)),

  /** One prompt's daily scores, in the shape of `dailyScores`. */
  promptTimeseries: readNamed('prompt-timeseries', PARAMETERS.prompt, DAILY_SCORES),

  /** The outcome of a prompt's runs, in any order. */
  promptHistory: get('/projects/{project_id}/prompts/{prompt_id}/history', {
    request: ofPrompt,
    answer: thingOf(SHAPES.promptHistory),
    known: ANSWER_ASSUMED,
  }),

  promptSuggestions: read('prompt-suggestions', listOf(SHAPES.promptSuggestion, { needs: [['text']] })),

  /** Suggested segments of every status. */
  segmentSuggestions: read('segment-suggestions', documentedList(SegmentSuggestion), { known: MATCHED }),

  /** Every tracked prompt, and whether the segment applies to it. Assumed: a suggestion's id is also a segment's. */
  segmentPrompts: get('/projects/{project_id}/segments/{segment_id}/prompts', {
    request: inProject('segment_id'),
    answer: documentedList(SegmentPromptMapping),
    known: MATCHED,
  }),

  /** Advice on how to be mentioned more ("GEO suggestions"). */
  suggestions: read('suggestions', listOf(SHAPES.suggestion, { needs: [['title', 'description']] })),

  /** Whether there is such advice, and when it was generated. */
  suggestionsStatus: read('suggestions/status', thingOf(SHAPES.suggestionsStatus)),

  runGroup: get('/runs/{run_group_id}', {
    request: oneOf('run_group_id'),
    answer: documented(RunGroupDetail),
    known: DOCUMENTED,
  }),

  /** One run of a prompt on one engine, with its answer. */
  promptRun: get('/prompt-runs/{prompt_run_id}', {
    request: oneOf('prompt_run_id'),
    answer: documented(PromptRunDetail),
    known: REQUEST_ASSUMED,
  }),

  /** Forum threads that the brand could join, best first. `limit` defaults to 25. */
  communityLeads: get('/projects/{project_id}/community/leads', {
    request: limitRequest,
    asks: ['limit'],
    answer: listOf(SHAPES.lead, OF_LEADS),
    known: ANSWER_ASSUMED,
  }),

  /** Counts of community leads (total, new, today) and their average score. */
  communityMetrics: read('community/metrics', thingOf(SHAPES.leadMetrics), { known: ANSWER_ASSUMED }),

  /** Forum threads that engines already cite (assumed): how often, and which engines. */
  warmLeads: get('/projects/{project_id}/warm-leads', {
    request: filterRequest,
    asks: FILTERS,
    answer: listOf(SHAPES.warmLead, OF_LEADS),
    known: ANSWER_ASSUMED,
  }),
};

export type OperationId = keyof typeof OPERATIONS;
export const isOperation = (id: string): id is OperationId => Object.hasOwn(OPERATIONS, id);

/** "GET /projects/{project_id}/topics": as errors and reports name an operation. */
export function operationName(id: OperationId): string {
  const { method, path } = OPERATIONS[id];
  return `${method} ${path}`;
}
