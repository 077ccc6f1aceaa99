/** A call of every operation, and the line of the API's document that it must keep to. */
import type { VisibilityClient } from '../../src/visibility/client.ts';
import type { CallOptions } from '../../src/visibility/operation.ts';
import type { OperationId } from '../support/api-bodies.ts';
import { SEGMENT } from './api.ts';

type Call = (client: VisibilityClient, project: string, options?: CallOptions) => Promise<unknown>;
/** `documented`: method and path template as they stand there; `query`: what this call asks for. */
export type Tried = { documented: string; query?: string; call: Call };

export const CALLS: Readonly<Record<OperationId, Tried>> = {
  engines: { documented: 'GET /engines', call: (api, _, options) => api.engines(options) },
  citations: {
    documented: 'GET /projects/{project_id}/citations',
    query: 'limit=5&engine_ids=e1&engine_ids=e2&region_ids=r1',
    call: (api, project, options) =>
      api.citations(project, { limit: 5, engineIds: ['e1', 'e2'], regionIds: ['r1'], ...options }),
  },
  warmLeads: {
    documented: 'GET /projects/{project_id}/warm-leads',
    query: 'engine_ids=e1',
    call: (api, project, options) => api.warmLeads(project, { engineIds: ['e1'], regionIds: [], ...options }),
  },
  sources: {
    documented: 'GET /projects/{project_id}/sources',
    query: 'region_ids=r1&region_ids=r2',
    call: (api, project, options) => api.sources(project, { regionIds: ['r1', 'r2'], ...options }),
  },
  segmentSuggestions: {
    documented: 'GET /projects/{project_id}/segment-suggestions',
    call: (api, project, options) => api.segmentSuggestions(project, options),
  },
  segmentPrompts: {
    documented: 'GET /projects/{project_id}/segments/{segment_id}/prompts',
    call: (api, project, options) => api.segmentPrompts(project, SEGMENT, options),
  },
  setRegions: {
    documented: 'PUT /projects/{project_id}/regions',
    call: (api, project, options) => api.setRegions(project, [SEGMENT], options),
  },
  updatePrompt: {
    documented: 'PATCH /projects/{project_id}/prompts/{prompt_id}',
    call: (api, project, options) => api.updatePrompt(project, SEGMENT, 'best tool?', options),
  },
  promptHistory: {
    documented: 'GET /projects/{project_id}/prompts/{prompt_id}/history',
    call: (api, project, options) => api.promptHistory(project, SEGMENT, options),
  },
  runGroup: {
    documented: 'GET /runs/{run_group_id}',
    call: (api, _, options) => api.runGroup(SEGMENT, options),
  },
  communityLeads: {
    documented: 'GET /projects/{project_id}/community/leads',
    query: 'limit=10',
    call: (api, project, options) => api.communityLeads(project, { limit: 10, ...options }),
  },
  communityMetrics: {
    documented: 'GET /projects/{project_id}/community/metrics',
    call: (api, project, options) => api.communityMetrics(project, options),
  },
  competitorDetail: {
    documented: 'GET /projects/{project_id}/competitor-detail',
    query: 'competitor=Globex+%26+Sons',
    call: (api, project, options) => api.competitorDetail(project, 'Globex & Sons', options),
  },
  setEngines: {
    documented: 'PUT /projects/{project_id}/engines',
    call: (api, project, options) => api.setEngines(project, [SEGMENT], options),
  },
  mentions: {
    documented: 'GET /projects/{project_id}/mentions',
    call: (api, project, options) => api.mentions(project, options),
  },
  promptDetail: {
    documented: 'GET /projects/{project_id}/prompt-detail',
    query: `prompt_id=${SEGMENT}`,
    call: (api, project, options) => api.promptDetail(project, SEGMENT, options),
  },
  promptSuggestions: {
    documented: 'GET /projects/{project_id}/prompt-suggestions',
    call: (api, project, options) => api.promptSuggestions(project, options),
  },
  promptTimeseries: {
    documented: 'GET /projects/{project_id}/prompt-timeseries',
    query: `prompt_id=${SEGMENT}`,
    call: (api, project, options) => api.promptTimeseries(project, SEGMENT, options),
  },
  prompts: {
    documented: 'GET /projects/{project_id}/prompts',
    call: (api, project, options) => api.prompts(project, options),
  },
  createPrompt: {
    documented: 'POST /projects/{project_id}/prompts',
    call: (api, project, options) => api.createPrompt(project, 'best tool?', options),
  },
  deletePrompt: {
    documented: 'DELETE /projects/{project_id}/prompts/{prompt_id}',
    call: (api, project, options) => api.deletePrompt(project, SEGMENT, options),
  },
  queryFanout: {
    documented: 'GET /projects/{project_id}/query-fanout',
    call: (api, project, options) => api.queryFanout(project, options),
  },
  referrers: {
    documented: 'GET /projects/{project_id}/referrers',
    call: (api, project, options) => api.referrers(project, options),
  },
  regionUsage: {
    documented: 'GET /projects/{project_id}/region-usage',
    call: (api, project, options) => api.regionUsage(project, options),
  },
  dailyScores: {
    documented: 'GET /projects/{project_id}/scores/daily',
    call: (api, project, options) => api.dailyScores(project, options),
  },
  suggestions: {
    documented: 'GET /projects/{project_id}/suggestions',
    call: (api, project, options) => api.suggestions(project, options),
  },
  suggestionsStatus: {
    documented: 'GET /projects/{project_id}/suggestions/status',
    call: (api, project, options) => api.suggestionsStatus(project, options),
  },
  topicAnswers: {
    documented: 'GET /projects/{project_id}/topic-answers',
    query: 'topic=a%26b',
    call: (api, project, options) => api.topicAnswers(project, 'a&b', options),
  },
  topicDetail: {
    documented: 'GET /projects/{project_id}/topic-detail',
    query: 'topic=a%26b',
    call: (api, project, options) => api.topicDetail(project, 'a&b', options),
  },
  topics: {
    documented: 'GET /projects/{project_id}/topics',
    call: (api, project, options) => api.topics(project, options),
  },
  promptRun: {
    documented: 'GET /prompt-runs/{prompt_run_id}',
    call: (api, _, options) => api.promptRun(SEGMENT, options),
  },
  regions: { documented: 'GET /regions', call: (api, _, options) => api.regions(options) },
};
