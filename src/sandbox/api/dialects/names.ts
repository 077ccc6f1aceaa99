/** Dialects of names: the same fields under other names, or nested. */
import { changeFields, inOrder, isObject, onlyFor, renameFields, toSchema } from './change.ts';
import type { Change, Dialect, Parameter } from './dialect.ts';

const LEAD = {
  title: 'headline',
  url: 'permalink',
  community: 'subreddit',
  author: 'posted_by',
  score: 'relevance',
  reason: 'pitch',
  posted_at: 'created_utc',
  discovered_at: 'surfaced_at',
  comment_count: 'num_comments',
  status: 'stage',
};
const SCORE = {
  date: 'bucket',
  score: 'visibility',
  mention_rate: 'mention_share',
  average_rank: 'mean_position',
  answer_count: 'n_answers',
};
const PROMPT = { prompt: 'question', category: 'theme', active: 'live', created_at: 'added_at' };

/** The bot knows few of these names. Documented shapes keep theirs. */
const OTHER = renameFields({
  community_leads: LEAD,
  warm_leads: { ...LEAD, citation_count: 'cited', engines: 'cited_in' },
  community_metrics: {
    total: 'leads_total',
    new: 'leads_new',
    today: 'leads_today',
    average_score: 'score_mean',
  },
  daily_scores: SCORE,
  prompt_timeseries: SCORE,
  topics: {
    label: 'theme',
    own_score: 'our_score',
    own_mention_rate: 'our_share',
    overall_rank: 'our_place',
  },
  topic_answers: { raw_text: 'answer_text', prompt: 'question', created_at: 'given_at', engine: 'assistant' },
  prompts: PROMPT,
  create_prompt: PROMPT,
  update_prompt: PROMPT,
  prompt_detail: { ...PROMPT, own_score: 'our_score', by_model: 'per_assistant', entities: 'rivals' },
  prompt_history: { runs: 'attempts', rank_position: 'place', mentioned: 'named_us' },
  prompt_suggestions: { prompt: 'wording', reason: 'because' },
  citations: { url: 'href', title: 'page_heading', domain: 'site_name' },
  sources: { url: 'href', title: 'page_heading', domain: 'site_name', citation_count: 'times' },
  competitor_detail: { name: 'company', score: 'visibility', by_model: 'per_assistant' },
  query_fanout: { query: 'searched_for', count: 'times' },
  regions: { name: 'title', code: 'iso_code' },
  region_usage: { prompt_count: 'n_prompts', run_count: 'n_runs' },
  suggestions: { title: 'advice', description: 'long_text' },
  suggestions_status: { generated_at: 'refreshed_at', open: 'to_do' },
});

const THREAD = { title: 'thread.title', url: 'thread.url', comment_count: 'thread.comment_count' };
const NESTED_LEAD = { ...THREAD, community: 'community.name', author: 'author.name', score: 'score.value' };
const ENGINE = { engine: 'engine.name', engine_id: 'engine.id' };
const ROW = { ...ENGINE, region: 'region.name', region_id: 'region.id' };

/** Adds the scale beside each nested score. */
const addScale: Change = onlyFor(['community_leads', 'warm_leads'], {
  value(value, { words }) {
    if (!Array.isArray(value)) return value;
    const scale = words.has('unit-scale') ? 1 : 100;
    return value.map((row) => (isObject(row.score) ? { ...row, score: { ...row.score, scale } } : row));
  },
  schema: (schema) => {
    const item = toSchema(schema.items);
    const properties = toSchema(item.properties);
    const score = toSchema(properties.score);
    if (score.properties === undefined) return schema;
    const withScale = {
      ...score,
      properties: { ...toSchema(score.properties), scale: { type: 'integer' } },
      required: ['value', 'scale'],
    };
    return { ...schema, items: { ...item, properties: { ...properties, score: withScale } } };
  },
});

const nested = inOrder(
  renameFields({
    community_leads: NESTED_LEAD,
    warm_leads: NESTED_LEAD,
    daily_scores: ROW,
    prompt_timeseries: ROW,
    topic_answers: { ...ENGINE, prompt: 'prompt.text', prompt_id: 'prompt.id' },
    citations: { ...ENGINE, prompt: 'prompt.text', prompt_id: 'prompt.id', region_id: 'region.id' },
    query_fanout: { ...ENGINE, prompt: 'prompt.text', prompt_id: 'prompt.id' },
    region_usage: { region_id: 'region.id', name: 'region.name', code: 'region.code' },
    community_metrics: { total: 'counts.total', new: 'counts.new', today: 'counts.today' },
    competitor_detail: ENGINE,
    prompt_detail: ENGINE,
    prompt_history: ENGINE,
  }),
  addScale,
);

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const fromCamel = <Value>(input: Record<string, Value>) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [snakeCase(name), value]));

const renameToCamel = changeFields((name) => ({ name: camelCase(name) }));

export const nameDialects = {
  'other-names': { about: 'other names for fields that the document does not show', answer: OTHER },
  nested: { about: 'thread, score, community and engine as nested objects', answer: nested },
} satisfies Record<string, Dialect>;

export const camel = {
  about: 'camelCase everywhere',
  finish: renameToCamel,
  // Ignores snake_case parameters; in bodies it takes both, like FastAPI's populate_by_name.
  request: (raw) => ({
    ...raw,
    query: fromCamel(Object.fromEntries(Object.entries(raw.query).filter(([name]) => !name.includes('_')))),
    body: isObject(raw.body) ? fromCamel(raw.body) : raw.body,
  }),
  parameters: (parameters) =>
    parameters.map((one): Parameter => (one.in === 'query' ? { ...one, name: camelCase(one.name) } : one)),
  body: renameToCamel.schema,
  wireName: camelCase,
} satisfies Dialect;
