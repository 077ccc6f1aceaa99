/** Dialects of content: which rows there are, and what belongs to what. They speak the reference's own names. */
import { ENGINES, REGIONS } from '../../world/cast.ts';
import { randomOf } from '../../world/random.ts';
import { Refusal } from '../validation.ts';
import { type Change, fields, inOrder, isObject, only, renaming, rows, type Schema } from './change.ts';
import type { Dialect } from './dialect.ts';

/** Both have rows of DailyScore. */
const SERIES = ['daily_scores', 'prompt_timeseries'];
const SHORT_DAYS = 7;

/** Rows of a day and an engine, gathered by engine: [{engine_id, engine, points: [{date, score, …}]}]. */
const OUTSIDE = ['engine_id', 'engine', 'region_id', 'region'];
const byEngine: Change = {
  value(value) {
    if (!Array.isArray(value)) return value;
    const groups = Map.groupBy(
      value.filter(isObject),
      ({ engine_id, region_id }) => `${engine_id} ${region_id}`,
    );
    return [...groups.values()].map((rows) => ({
      ...picked(rows[0] ?? {}, (name) => OUTSIDE.includes(name)),
      points: rows.map((row) => picked(row, (name) => !OUTSIDE.includes(name))),
    }));
  },
  schema(schema) {
    const item = isObject(schema.items) ? schema.items : {};
    return {
      type: 'array',
      items: {
        title: 'ScoreSeries',
        ...part(item, (name) => OUTSIDE.includes(name), {
          points: {
            type: 'array',
            items: { title: 'ScorePoint', ...part(item, (name) => !OUTSIDE.includes(name)) },
          },
        }),
      },
    };
  },
};

function picked(row: Record<string, unknown>, isWanted: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(row).filter(([name]) => isWanted(name)));
}

function part(
  schema: Schema,
  isWanted: (name: string) => boolean,
  more: Record<string, Schema> = {},
): Schema {
  const properties = isObject(schema.properties) ? picked(schema.properties, isWanted) : {};
  const required = Array.isArray(schema.required) ? schema.required.filter(isWanted) : [];
  return {
    type: 'object',
    properties: { ...properties, ...more },
    required: [...required, ...Object.keys(more)],
  };
}

const ERROR = 'Engine timed out after 60 s';
const hasFailed = (id: unknown) => typeof id === 'string' && randomOf('dialect', id).next() < 1 / 4;
const failedRun = (run: unknown) =>
  isObject(run) && run.status === 'completed' && hasFailed(run.id)
    ? { ...run, status: 'failed', error: ERROR, completed_at: null, latency_ms: null, cost_usd: null }
    : run;

/** In groups and one by one, all of them nullable where the document shows the shape. */
const failing: Change = only(['run_group', 'prompt_run'], {
  value(value) {
    if (!isObject(value)) return value;
    if (isObject(value.prompt_run)) {
      const run = failedRun(value.prompt_run);
      return { prompt_run: run, response: run === value.prompt_run ? value.response : null };
    }
    const runs = Array.isArray(value.prompt_runs) ? value.prompt_runs.map(failedRun) : [];
    const completed = runs.filter((run) => isObject(run) && run.status === 'completed').length;
    const group = isObject(value.run_group) ? value.run_group : {};
    return { run_group: { ...group, completed_runs: completed }, prompt_runs: runs };
  },
  schema: (schema) => schema,
});

/** An engine that goes by the same name as another one, on another surface; and a third that nobody asks any more. */
const [chatGpt, gemini, , claude] = ENGINES;
const sameName = fields((name) =>
  /^(engine|display_name|top_competitor|engines)$/.test(name)
    ? {
        turn: {
          value: (value) => (Array.isArray(value) ? value.map(renamedEngine) : renamedEngine(value)),
          schema: (schema) => schema,
        },
      }
    : undefined,
);

function renamedEngine(name: unknown): unknown {
  return name === claude?.displayName ? gemini?.displayName : name;
}

export const contentDialects = {
  'engines-only': {
    about: 'daily scores of each engine, none of the whole',
    answer: only(
      SERIES,
      rows((given) => given.filter(({ engine_id }) => engine_id !== null)),
    ),
  },
  'by-engine-and-region': {
    about: 'daily scores of each engine in each region, none of the whole',
    request: (raw, { operation }) =>
      operation === 'daily_scores' && raw.query.region_ids === undefined
        ? { ...raw, query: { ...raw.query, region_ids: REGIONS.map(({ id }) => id) } }
        : raw,
    answer: only(
      ['daily_scores'],
      rows((given) => given.filter(({ engine_id, region_id }) => engine_id !== null && region_id !== null)),
    ),
  },
  'short-window': {
    about: `daily scores of ${SHORT_DAYS} days only`,
    answer: only(
      SERIES,
      rows((given) => {
        const days = [...new Set(given.map(({ date }) => date))].slice(-SHORT_DAYS);
        return given.filter(({ date }) => days.includes(date));
      }),
    ),
  },
  'newest-first': {
    about: 'daily scores from the newest day to the oldest',
    answer: only(
      SERIES,
      rows((given) => given.toReversed()),
    ),
  },
  'two-surfaces': {
    about: 'two engines of one name on two surfaces, and one that is not active',
    answer: inOrder(
      only(
        ['engines'],
        rows((given) => [
          ...given.map((row) => (row.id === claude?.id ? { ...row, surface: 'search' } : row)),
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
      sameName,
    ),
  },
  'brand-everybody': {
    about: 'every entity is of type "brand", the own and the others',
    answer: fields((name) =>
      name === 'entity_type' ? { turn: { value: () => 'brand', schema: (schema) => schema } } : undefined,
    ),
  },
  series: { about: 'daily scores gathered by engine, with points', answer: only(SERIES, byEngine) },
  'engine-key': {
    about: 'the engine of a daily score under another name',
    answer: renaming({
      daily_scores: { engine: 'assistant', engine_id: 'assistant_id' },
      prompt_timeseries: { engine: 'assistant', engine_id: 'assistant_id' },
    }),
  },
  'failed-runs': { about: 'every fourth run failed, with an error and without an answer', answer: failing },
  'segments-apart': {
    about: 'a suggestion’s id is no segment’s id',
    request(raw, { operation }) {
      if (operation === 'segment_prompts') throw new Refusal(404, 'Segment not found');
      return raw;
    },
  },
  'no-metrics': absent('community_metrics', 'no counts of community leads'),
  'no-region-usage': absent('region_usage', 'no region usage'),
} satisfies Record<string, Dialect>;

function absent(operation: string, about: string): Dialect {
  return { about, absent: (at) => at.operation === operation };
}
