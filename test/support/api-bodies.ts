/**
 * A body for every operation, written by hand from the API's document; where that shows no shape, by the names that are
 * assumed first. No schema of ours had a part in them: only the operations' names are from the code.
 */
import { OPERATIONS } from '../../src/visibility/operations.ts';

export type OperationId = keyof typeof OPERATIONS;
export const OPERATION_IDS = Object.keys(OPERATIONS).filter((id): id is OperationId => id in OPERATIONS);

const ID = '0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10';
const OTHER = '9d1c2a44-70f6-4a51-8d0e-6b2f1f3d5a77';
const AT = '2026-10-14T09:00:00Z';

const engine = {
  id: ID,
  provider: 'openai',
  model: 'gpt-5',
  display_name: 'ChatGPT',
  surface: 'chat',
  active: true,
};
const mention = {
  id: ID,
  response_id: OTHER,
  entity_name: 'Acme',
  entity_type: 'brand',
  matched_term: 'Acme',
  rank_position: 2,
  sentiment: 'positive',
  description: null,
  confidence: 0.93,
  created_at: AT,
};
const runGroup = {
  id: ID,
  project_id: OTHER,
  run_type: 'scheduled',
  status: 'completed',
  created_at: AT,
  completed_at: null,
  total_runs: 12,
  completed_runs: 11,
};
const promptRun = {
  id: ID,
  run_group_id: OTHER,
  project_id: ID,
  prompt_id: ID,
  engine_id: ID,
  status: 'completed',
  scheduled_for: AT,
  started_at: AT,
  completed_at: null,
  latency_ms: 1840,
  cost_usd: 0.0042,
  error: null,
  created_at: AT,
};
const response = {
  id: ID,
  prompt_run_id: OTHER,
  raw_text: 'Acme is the cheapest.',
  model_used: 'gpt-5',
  provider: null,
  created_at: AT,
};
const topicDetail = {
  label: 'pricing',
  kind: 'reason',
  description: 'What it costs',
  answer_count: 40,
  own_score: 61.5,
  own_mention_rate: 0.42,
  own_average_rank: 2.1,
  own_avg_sentiment: 0.3,
  overall_rank: 2,
  entity_count: 1,
  entities: [
    {
      entity_name: 'Acme',
      entity_type: 'brand',
      mention_count: 17,
      mention_rate: 0.42,
      top_pick_count: 3,
      average_rank: 2.1,
      avg_sentiment: null,
      score: 61.5,
    },
  ],
  by_model: [
    {
      engine_id: ID,
      engine: 'ChatGPT',
      own_mention_rate: 0.5,
      own_average_rank: null,
      own_score: 70,
      top_competitor: 'Globex',
    },
  ],
  evidence: [{ evidence: 'Acme is the cheapest.', engine_id: ID, engine: 'ChatGPT' }],
};
const segmentSuggestion = {
  id: ID,
  project_id: OTHER,
  name: 'Pricing',
  description: 'Questions of cost',
  status: 'open',
  created_at: AT,
  accepted_at: null,
  dismissed_at: null,
};
const segmentPrompt = {
  prompt_id: ID,
  prompt: 'cheapest tool?',
  category: null,
  applies: true,
  source: 'suggestion',
};

const lead = {
  id: ID,
  title: 'Which tool tracks AI answers?',
  url: 'https://forum.example/t/1',
  community: 'r/devtools',
  author: 'someone',
  score: 91,
  reason: 'asks for a tool like yours',
  posted_at: AT,
  discovered_at: AT,
  comment_count: 4,
  status: 'new',
  prompt_id: ID,
  prompt_text: 'best tool?',
};
const dailyScore = {
  date: '2026-10-14',
  engine_id: ID,
  engine: 'ChatGPT',
  region_id: null,
  region: null,
  score: 61.5,
  mention_rate: 0.42,
  average_rank: 2.1,
  avg_sentiment: 0.3,
  answer_count: 30,
  complete: true,
};
const prompt = { id: ID, prompt: 'best tool?', category: 'buying', active: true, created_at: AT };
const region = { id: ID, code: 'de', name: 'Germany' };
const citation = {
  id: ID,
  response_id: OTHER,
  prompt_run_id: ID,
  url: 'https://blog.example/acme',
  title: 'Acme reviewed',
  domain: 'blog.example',
  engine_id: ID,
  engine: 'ChatGPT',
  region_id: ID,
  prompt_id: ID,
  prompt: 'best tool?',
  created_at: AT,
};

/** Documented or matched: the fields are the document's. */
const DOCUMENTED = {
  engines: [engine],
  setEngines: [engine],
  mentions: [mention],
  referrers: [{ domain: 'blog.example', citation_count: 12, share: 0.24 }],
  runGroup: { run_group: runGroup, prompt_runs: [promptRun] },
  promptRun: { prompt_run: promptRun, response },
  topicDetail,
  segmentSuggestions: [segmentSuggestion],
  segmentPrompts: [segmentPrompt],
};

export const API_BODIES: Readonly<Record<OperationId, unknown>> = {
  ...DOCUMENTED,
  regions: [region],
  setRegions: [region],
  regionUsage: [{ region_id: ID, code: 'de', name: 'Germany', prompt_count: 9, run_count: 270, share: 0.5 }],
  dailyScores: [dailyScore],
  citations: [citation],
  sources: [
    {
      url: citation.url,
      title: citation.title,
      domain: citation.domain,
      citation_count: 12,
      share: 0.24,
      engines: ['ChatGPT', 'Gemini'],
    },
  ],
  competitorDetail: {
    name: 'Globex',
    entity_type: 'competitor',
    mention_count: 31,
    mention_rate: 0.6,
    average_rank: 1.4,
    avg_sentiment: 0.1,
    score: 72,
    by_model: [{ engine_id: ID, engine: 'ChatGPT', mention_rate: 0.7, average_rank: 1.2, score: 80 }],
    topics: [{ label: 'pricing', mention_rate: 0.5, score: 66 }],
  },
  queryFanout: [
    {
      query: 'acme pricing',
      prompt_id: ID,
      prompt: 'best tool?',
      engine_id: ID,
      engine: 'ChatGPT',
      count: 5,
    },
  ],
  topics: [
    {
      label: 'pricing',
      kind: 'reason',
      answer_count: 40,
      own_score: 61.5,
      own_mention_rate: 0.42,
      overall_rank: 2,
    },
  ],
  topicAnswers: [
    {
      response_id: ID,
      prompt_run_id: OTHER,
      prompt_id: ID,
      prompt: 'best tool?',
      engine_id: ID,
      engine: 'ChatGPT',
      raw_text: response.raw_text,
      evidence: 'the cheapest',
      created_at: AT,
    },
  ],
  prompts: [prompt],
  createPrompt: prompt,
  updatePrompt: prompt,
  deletePrompt: { deleted: true },
  promptDetail: {
    ...prompt,
    answer_count: 40,
    own_score: 61.5,
    own_mention_rate: 0.42,
    own_average_rank: 2.1,
    by_model: [
      {
        engine_id: ID,
        engine: 'ChatGPT',
        own_score: 70,
        own_mention_rate: 0.5,
        own_average_rank: 2,
        top_competitor: 'Globex',
      },
    ],
    entities: [
      {
        entity_name: 'Globex',
        entity_type: 'competitor',
        mention_count: 31,
        mention_rate: 0.6,
        average_rank: 1.4,
        score: 72,
      },
    ],
  },
  promptTimeseries: [dailyScore],
  promptHistory: {
    prompt_id: ID,
    prompt: 'best tool?',
    runs: [
      {
        prompt_run_id: ID,
        run_group_id: OTHER,
        response_id: OTHER,
        engine_id: ID,
        engine: 'ChatGPT',
        region_id: ID,
        status: 'completed',
        completed_at: AT,
        mentioned: true,
        rank_position: 2,
      },
    ],
  },
  promptSuggestions: [
    {
      id: ID,
      prompt: 'cheapest tool?',
      category: 'buying',
      reason: 'often asked',
      status: 'open',
      created_at: AT,
    },
  ],
  suggestions: [
    {
      id: ID,
      title: 'Publish your prices',
      description: 'Engines quote them',
      kind: 'content',
      priority: 'high',
      status: 'open',
      created_at: AT,
    },
  ],
  suggestionsStatus: { status: 'ready', generated_at: AT, total: 6, open: 4 },
  communityLeads: [lead],
  communityMetrics: { total: 120, new: 4, today: 0, average_score: 71.5 },
  warmLeads: [{ ...lead, citation_count: 7, engines: ['ChatGPT'] }],
};
