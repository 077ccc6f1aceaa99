/** Dialects of values: the same fields with figures, times and words in other formats. */
import { randomOf } from '../../world/random.ts';
import { changeFields, convertFields, inOrder, orNull } from './change.ts';
import type { Change, Dialect, Schema } from './dialect.ts';

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
