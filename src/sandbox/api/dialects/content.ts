/** Dialects of content: what an answer holds, and its figures, times and words in other formats. */
import { isRecord } from '../../../json.ts';
import { randomOf } from '../../world/random.ts';
import { ENGINES, REGIONS } from '../../world/rows.ts';
import { Refusal } from '../route.ts';
import {
  type Change,
  changeFields,
  changeRows,
  changeValue,
  convertFields,
  type Dialect,
  inOrder,
  onlyFor,
  orNull,
  renameFields,
  type Schema,
  toSchema,
} from './dialect.ts';

/** Both answer with rows of DailyScore. */
const SERIES = ['daily_scores', 'prompt_timeseries'];
const SHORT_DAYS = 7;

const GROUP_FIELDS = ['engine_id', 'engine', 'region_id', 'region'];
const isGroupField = (name: string) => GROUP_FIELDS.includes(name);
const isPointField = (name: string) => !isGroupField(name);

/** Groups daily rows by engine: [{engine_id, engine, points: [{date, score, …}]}]. */
const groupByEngine: Change = {
  value(value) {
    if (!Array.isArray(value)) return value;
    const groups = Map.groupBy(
      value.filter(isRecord),
      ({ engine_id, region_id }) => `${engine_id} ${region_id}`,
    );
    return [...groups.values()].map((rows) => ({
      ...pick(rows[0] ?? {}, isGroupField),
      points: rows.map((row) => pick(row, isPointField)),
    }));
  },
  schema(schema) {
    const item = toSchema(schema.items);
    const points = { type: 'array', items: { title: 'ScorePoint', ...pickProperties(item, isPointField) } };
    return {
      type: 'array',
      items: { title: 'ScoreSeries', ...pickProperties(item, isGroupField, { points }) },
    };
  },
};

/** A lead's score under another name, beside the votes of its thread: {score: 305, relevance_score: 91}. */
const besideVotes: Change = {
  value(value) {
    if (!Array.isArray(value)) return value;
    return value.filter(isRecord).map((lead) => ({
      ...lead,
      score: randomOf('votes', String(lead.id)).int(1, 400),
      relevance_score: lead.score,
    }));
  },
  schema(schema) {
    const item = toSchema(schema.items);
    const more = { score: { type: 'integer' }, relevance_score: toSchema(toSchema(item.properties).score) };
    const lead = pickProperties(item, (name) => name !== 'score', more);
    return { type: 'array', items: { title: 'VotedLead', ...lead } };
  },
};

function pick(row: Record<string, unknown>, isWanted: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(row).filter(([name]) => isWanted(name)));
}

function pickProperties(
  schema: Schema,
  isWanted: (name: string) => boolean,
  more: Record<string, Schema> = {},
): Schema {
  const required = Array.isArray(schema.required) ? schema.required.filter(isWanted) : [];
  return {
    type: 'object',
    properties: { ...pick(toSchema(schema.properties), isWanted), ...more },
    required: [...required, ...Object.keys(more)],
  };
}

const hasFailed = (id: unknown) => typeof id === 'string' && randomOf('dialect', id).next() < 1 / 4;
const failRun = (run: unknown) =>
  isRecord(run) && run.status === 'completed' && hasFailed(run.id)
    ? {
        ...run,
        status: 'failed',
        error: 'Engine timed out after 60 s',
        completed_at: null,
        latency_ms: null,
        cost_usd: null,
      }
    : run;

/** Fails runs, in groups and one by one. Every field it empties is nullable in the API's document. */
const failRuns = onlyFor(
  ['run_group', 'prompt_run'],
  changeValue((value) => {
    if (!isRecord(value)) return value;
    if (isRecord(value.prompt_run)) {
      const run = failRun(value.prompt_run);
      return { prompt_run: run, response: run === value.prompt_run ? value.response : null };
    }
    const runs = Array.isArray(value.prompt_runs) ? value.prompt_runs.map(failRun) : [];
    const completed = runs.filter((run) => isRecord(run) && run.status === 'completed').length;
    const group = isRecord(value.run_group) ? value.run_group : {};
    return { run_group: { ...group, completed_runs: completed }, prompt_runs: runs };
  }),
);

/** Claude gets Gemini's name, on another surface; and there's a second ChatGPT that is no longer active. */
const [chatGpt, gemini, , claude] = ENGINES;
const renameEngine = (name: unknown) => (name === claude?.displayName ? gemini?.displayName : name);
const shareName = convertFields(
  /^(engine|display_name|top_competitor|engines)$/,
  changeValue((value) => (Array.isArray(value) ? value.map(renameEngine) : renameEngine(value))),
);

export const contentDialects = {
  'engines-only': {
    about: 'daily scores per engine, without the overall ones',
    answer: onlyFor(
      SERIES,
      changeRows((scores) => scores.filter(({ engine_id }) => engine_id !== null)),
    ),
  },
  'by-engine-and-region': {
    about: 'daily scores per engine and region, without the overall ones',
    request: (raw, { operation }) =>
      operation === 'daily_scores' && raw.query.region_ids === undefined
        ? { ...raw, query: { ...raw.query, region_ids: REGIONS.map(({ id }) => id) } }
        : raw,
    answer: onlyFor(
      ['daily_scores'],
      changeRows((scores) =>
        scores.filter(({ engine_id, region_id }) => engine_id !== null && region_id !== null),
      ),
    ),
  },
  'short-window': {
    about: `only ${SHORT_DAYS} days of daily scores`,
    answer: onlyFor(
      SERIES,
      changeRows((scores) => {
        const days = [...new Set(scores.map(({ date }) => date))].slice(-SHORT_DAYS);
        return scores.filter(({ date }) => days.includes(date));
      }),
    ),
  },
  'newest-first': {
    about: 'daily scores, newest first',
    answer: onlyFor(
      SERIES,
      changeRows((scores) => scores.toReversed()),
    ),
  },
  'two-surfaces': {
    about: 'two engines with one name on two surfaces, and an inactive one',
    answer: inOrder(
      onlyFor(
        ['engines'],
        changeRows((engines) => [
          ...engines.map((row) => (row.id === claude?.id ? { ...row, surface: 'search' } : row)),
          {
            id: '9c0e4f52-7d16-4b83-a2f9-51e6b7c3d806',
            provider: chatGpt?.provider ?? '',
            model: 'gpt-4o-search-preview',
            display_name: chatGpt?.displayName ?? '',
            surface: 'search',
            active: false,
          },
        ]),
      ),
      shareName,
    ),
  },
  'brand-everybody': {
    about: 'every entity has the type "brand", yours and the others',
    answer: convertFields(
      /^entity_type$/,
      changeValue(() => 'brand'),
    ),
  },
  series: { about: 'daily scores grouped by engine, with points', answer: onlyFor(SERIES, groupByEngine) },
  votes: {
    about: 'leads with the votes of their threads as score',
    answer: onlyFor(['community_leads'], besideVotes),
  },
  'engine-key': {
    about: 'other field names for the engine of a daily score',
    answer: renameFields({
      daily_scores: { engine: 'assistant', engine_id: 'assistant_id' },
      prompt_timeseries: { engine: 'assistant', engine_id: 'assistant_id' },
    }),
  },
  'failed-runs': { about: 'every fourth run failed: an error, no answer', answer: failRuns },
  'segments-apart': {
    about: 'suggestions and segments have different ids',
    request(raw, { operation }) {
      if (operation === 'segment_prompts') throw new Refusal(404, 'Segment not found');
      return raw;
    },
  },
  'no-metrics': omit('community_metrics', 'no counts of community leads'),
  'no-region-usage': omit('region_usage', 'no region usage'),
} satisfies Record<string, Dialect>;

function omit(operation: string, about: string): Dialect {
  return { about, isAbsent: (endpoint) => endpoint.operation === operation };
}

const SCORES = /(^|_)score$/;
const RATES = /(^|_)(rate|share)$/;
const COUNTS = /_count$|^(count|total|new|today|open|total_runs|completed_runs)$/;
const NUMBERS = new RegExp(
  `${SCORES.source}|${RATES.source}|${COUNTS.source}|(^|_)(rank|sentiment|confidence)$|_position$|_ms$|_usd$`,
);
const TIMES = /_at$|^scheduled_for$/;

/** Writes figures as text. Words stay, e.g. the sentiment of a mention. */
function toText(write: (figure: number) => string): Change {
  return {
    value: (value) => (typeof value === 'number' ? write(value) : value),
    schema: (schema) => (isFigure(schema) ? { type: 'string', ...pickDescription(schema) } : schema),
  };
}

function isFigure({ type }: Schema): boolean {
  return type === 'number' || type === 'integer';
}

function pickDescription({ description }: Schema): Schema {
  return description === undefined ? {} : { description };
}

/** Converts every time; `type` is its new schema. */
function convertTimes(write: (ms: number) => unknown, type: Schema): Change {
  return convertFields(TIMES, {
    value: (value) => (typeof value === 'string' ? write(Date.parse(value)) : value),
    schema: (schema) => ({ ...type, ...pickDescription(schema) }),
  });
}

const unitScale: Change = {
  value: (value) => (typeof value === 'number' ? Number((value / 100).toFixed(4)) : value),
  schema: (schema) => (isFigure(schema) ? { ...schema, maximum: 1 } : schema),
};

/** ".78", without the zero. */
const dropZero = (share: number) => String(share).replace(/^0\./, '.');

const AMERICAN = new Intl.NumberFormat('en-US');

const NULLABLE =
  /^(author|reason|category|description|matched_term|sentiment|confidence|comment_count|provider|model_used)$/;
/** Operations whose documented shapes require these fields. */
const NEVER_NULL = new Set(['engines', 'set_engines', 'suggestions']);

/** Drops every third value, always the same ones. */
const oftenNull: Change = {
  value: (value) => (randomOf('null', JSON.stringify(value)).next() < 1 / 3 ? null : value),
  schema: orNull,
};

const WORDS = /^(status|run_type|kind|surface|priority)$/;
const unknownWord: Change = {
  value: (value) => (typeof value === 'string' ? `V2_${value.toUpperCase()}` : value),
  schema: ({ enum: _, ...schema }) => schema,
};

const DATE_TIME = { type: 'string', format: 'date-time' };

export const valueDialects = {
  'unit-scale': { about: 'scores from 0 to 1', answer: convertFields(SCORES, unitScale) },
  'unknown-enums': {
    about: 'unknown words for status and kind',
    answer: convertFields(WORDS, unknownWord),
  },
  nulls: {
    about: 'optional fields are null in every third row',
    answer: changeFields((name, { operation }) =>
      NULLABLE.test(name) && !NEVER_NULL.has(operation) ? { convert: oftenNull } : undefined,
    ),
  },
  'number-text': {
    about: 'figures as text: "52.2"',
    group: 'numbers',
    answer: convertFields(NUMBERS, toText(String)),
  },
  'percent-text': {
    about: 'figures as people write them: "52.2%", "1,204", ".78"',
    group: 'numbers',
    answer: inOrder(
      convertFields(SCORES, {
        ...toText(String),
        value: (value, { words }) =>
          typeof value !== 'number' ? value : words.has('unit-scale') ? dropZero(value) : `${value}%`,
      }),
      convertFields(RATES, toText(dropZero)),
      convertFields(COUNTS, toText(AMERICAN.format)),
    ),
  },
  'epoch-seconds': {
    about: 'times in seconds since 1970',
    group: 'times',
    answer: convertTimes((ms) => Math.floor(ms / 1000), { type: 'integer' }),
  },
  'epoch-milliseconds': {
    about: 'times in milliseconds since 1970',
    group: 'times',
    answer: convertTimes((ms) => ms, { type: 'integer' }),
  },
  'rfc-lower': {
    about: 'times in lower case: 2026-11-22t09:00:00z',
    group: 'times',
    answer: convertTimes((ms) => new Date(ms).toISOString().replace(/\.\d+/, '').toLowerCase(), DATE_TIME),
  },
  'naive-times': {
    about: 'times without an offset, as FastAPI writes UTC',
    group: 'times',
    answer: convertTimes((ms) => new Date(ms).toISOString().replace('Z', '000'), DATE_TIME),
  },
} satisfies Record<string, Dialect>;
