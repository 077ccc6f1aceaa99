/**
 * Dialects of names, of refusals (other envelopes than FastAPI's {detail}), and of the OpenAPI document alone: the same API
 * described in other ways, or not at all.
 */
import { isRecord } from '../../../json.ts';
import type { FieldFault } from '../route.ts';
import {
  type Change,
  changeFields,
  type Dialect,
  type Document,
  inOrder,
  mapValues,
  objectSchema,
  onlyFor,
  type Parameter,
  renameFields,
  type Schema,
  toSchema,
} from './dialect.ts';

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
    return value.map((row) => (isRecord(row.score) ? { ...row, score: { ...row.score, scale } } : row));
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

function camelCase(name: string): string {
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
    body: isRecord(raw.body) ? fromCamel(raw.body) : raw.body,
  }),
  parameters: (parameters) =>
    parameters.map((one): Parameter => (one.in === 'query' ? { ...one, name: camelCase(one.name) } : one)),
  body: renameToCamel.schema,
  wireName: camelCase,
} satisfies Dialect;

/** Changes every object in a document, from the inside out. */
function mapObjects(
  input: unknown,
  change: (object: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(input)) return input.map((each) => mapObjects(each, change));
  if (!isRecord(input)) return input;
  return change(mapValues(input, (inner) => mapObjects(inner, change)));
}

/** Checks for text, because a field may be called "title" too. */
const WORDS = ['title', 'summary', 'description', 'operationId'];
const isDescription = ([name, value]: [string, unknown]) => WORDS.includes(name) && typeof value === 'string';

function mapPaths(document: Document, change: (path: string) => string): Document {
  const paths = Object.entries(toSchema(document.paths));
  return { ...document, paths: Object.fromEntries(paths.map(([path, item]) => [change(path), item])) };
}

const SCHEMAS = '#/components/schemas/';

/** Makes each schema refer to another one, and puts each reference into an allOf. */
function chainSchemas(document: Document): Document {
  const schemas = toSchema(toSchema(document.components).schemas);
  const referring = toSchema(
    mapObjects(document, (object) =>
      typeof object.$ref === 'string' && object.$ref.startsWith(SCHEMAS) ? { allOf: [object] } : object,
    ),
  );
  const inner = toSchema(toSchema(referring.components).schemas);
  const doubled = Object.keys(schemas).flatMap((name): [string, unknown][] => [
    [name, { $ref: `${SCHEMAS}${name}Model` }],
    [`${name}Model`, inner[name]],
  ]);
  return {
    ...referring,
    components: { ...toSchema(referring.components), schemas: Object.fromEntries(doubled) },
  };
}

export const descriptionDialects = {
  refs: { about: 'a document where every schema refers to another', document: chainSchemas },
  terse: {
    about: 'a document without titles, summaries and descriptions',
    document: (document) => ({
      ...toSchema(
        mapObjects(document, (object) =>
          Object.fromEntries(Object.entries(object).filter((entry) => !isDescription(entry))),
        ),
      ),
      info: { title: 'API', version: '1.0.0' },
    }),
  },
  'path-prefix': {
    about: 'a document with the version in its paths, not in its server',
    document: (document) => {
      const [server] = Array.isArray(document.servers) ? document.servers : [];
      const prefix = String(toSchema(server).url ?? '');
      return { ...mapPaths(document, (path) => prefix + path), servers: [{ url: '/' }] };
    },
  },
  'path-names': {
    about: 'a document with other names in its paths: {projectId}',
    document: (document) => {
      const camel = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => `{${camelCase(name)}}`);
      const renamed = mapObjects(document, (object) =>
        object.in === 'path' && typeof object.name === 'string'
          ? { ...object, name: camelCase(object.name) }
          : object,
      );
      return mapPaths(toSchema(renamed), camel);
    },
  },
  'trailing-slashes': {
    about: 'a document whose paths end with a slash',
    document: (document) => mapPaths(document, (path) => `${path}/`),
  },
  undescribed: { about: 'no document at all', document: () => undefined },
} satisfies Record<string, Dialect>;

const text: Schema = { type: 'string' };
const PHRASES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
};

const reasonPhrase = (status: number) => PHRASES[status] ?? 'Error';
const toMessage = (detail: string | FieldFault[]) =>
  typeof detail === 'string' ? detail : 'The request is not valid';
const listFaults = (detail: string | FieldFault[]) => (typeof detail === 'string' ? [] : detail);

export const refusalDialects = {
  'problem-json': {
    about: 'refusals as application/problem+json',
    group: 'refusals',
    refusal: {
      type: 'application/problem+json',
      value: (status, detail) => ({
        type: 'about:blank',
        title: reasonPhrase(status),
        status,
        detail: toMessage(detail),
        errors: listFaults(detail).map(({ loc, msg }) => ({ pointer: `/${loc.join('/')}`, detail: msg })),
      }),
      schema: objectSchema({
        ...{ type: text, title: text, status: { type: 'integer' }, detail: text },
        errors: { type: 'array', items: objectSchema({ pointer: text, detail: text }) },
      }),
    },
  },
  'error-envelope': {
    about: 'refusals as {error: {code, message, details}}',
    group: 'refusals',
    refusal: {
      value: (status, detail) => ({
        error: {
          code: reasonPhrase(status).toLowerCase().replaceAll(' ', '_'),
          message: toMessage(detail),
          details: listFaults(detail).map(({ loc, msg }) => ({ field: loc.at(-1), in: loc[0], issue: msg })),
        },
      }),
      schema: objectSchema({
        error: objectSchema({
          ...{ code: text, message: text },
          details: { type: 'array', items: objectSchema({ field: text, in: text, issue: text }) },
        }),
      }),
    },
  },
  'message-envelope': {
    about: 'refusals as {message, errors: {field: […]}}',
    group: 'refusals',
    refusal: {
      value: (_status, detail) => ({
        message: toMessage(detail),
        errors: Object.fromEntries(listFaults(detail).map(({ loc, msg }) => [String(loc.at(-1)), [msg]])),
      }),
      schema: objectSchema({
        message: text,
        errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
      }),
    },
  },
} satisfies Record<string, Dialect>;
