/** Dialects of content: which rows an answer has and how they're grouped, under the reference's own field names. */
import { ENGINES, REGIONS } from '../../world/cast.ts';
import { randomOf } from '../../world/random.ts';
import { Refusal } from '../validation.ts';
import {
  changeRows,
  changeValue,
  convertFields,
  inOrder,
  isObject,
  onlyFor,
  renameFields,
  toSchema,
} from './change.ts';
import type { Change, Dialect, Schema } from './dialect.ts';

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
      value.filter(isObject),
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
  isObject(run) && run.status === 'completed' && hasFailed(run.id)
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
    if (!isObject(value)) return value;
    if (isObject(value.prompt_run)) {
      const run = failRun(value.prompt_run);
      return { prompt_run: run, response: run === value.prompt_run ? value.response : null };
    }
    const runs = Array.isArray(value.prompt_runs) ? value.prompt_runs.map(failRun) : [];
    const completed = runs.filter((run) => isObject(run) && run.status === 'completed').length;
    const group = isObject(value.run_group) ? value.run_group : {};
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
