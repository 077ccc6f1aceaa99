/** Dialects of values: the same fields, their figures and times written otherwise. */
import { randomOf } from '../../world/random.ts';
import { converting, fields, inOrder, orNull, type Schema, type Turn } from './change.ts';
import type { Dialect } from './dialect.ts';

const SCORES = /(^|_)score$/;
const RATES = /(^|_)(rate|share)$/;
const COUNTS = /_count$|^(count|total|new|today|open|total_runs|completed_runs)$/;
const NUMBERS = new RegExp(
  `${SCORES.source}|${RATES.source}|${COUNTS.source}|(^|_)(rank|sentiment|confidence)$|_position$|_ms$|_usd$`,
);
const TIMES = /_at$|^scheduled_for$/;

/** A figure as text; what is no figure stays (the sentiment of a mention is a word). */
function written(write: (figure: number) => string): Turn {
  return {
    value: (value) => (typeof value === 'number' ? write(value) : value),
    schema: (schema) => (isFigure(schema) ? { type: 'string', ...worded(schema) } : schema),
  };
}

function isFigure({ type }: Schema): boolean {
  return type === 'number' || type === 'integer';
}

function worded({ description }: Schema): Schema {
  return description === undefined ? {} : { description };
}

/** An instant, written otherwise. */
function instant(write: (ms: number) => unknown, type: Schema): Turn {
  return {
    value: (value) => (typeof value === 'string' ? write(Date.parse(value)) : value),
    schema: (schema) => ({ ...type, ...worded(schema) }),
  };
}

const unitScale: Turn = {
  value: (value) => (typeof value === 'number' ? Number((value / 100).toFixed(4)) : value),
  schema: (schema) => (isFigure(schema) ? { ...schema, maximum: 1 } : schema),
};

/** ".78", without the nought. */
const bare = (share: number) => String(share).replace(/^0\./, '.');

const AMERICAN = new Intl.NumberFormat('en-US');

const NULLABLE =
  /^(author|reason|category|description|matched_term|sentiment|confidence|comment_count|provider|model_used)$/;
/** Required in a shape that the document shows, or a figure there. */
const NEVER_NULL = new Set(['engines', 'set_engines', 'suggestions']);

/** Every third value is missing, the same ones each time. */
const oftenNull: Turn = {
  value: (value) => (randomOf('null', JSON.stringify(value)).next() < 1 / 3 ? null : value),
  schema: orNull,
};

const WORDS = /^(status|run_type|kind|surface|priority)$/;
const unknownWord: Turn = {
  value: (value) => (typeof value === 'string' ? `V2_${value.toUpperCase()}` : value),
  schema: ({ enum: _, ...schema }) => schema,
};

export const valueDialects = {
  'unit-scale': { about: 'scores from 0 to 1', answer: converting(SCORES, unitScale) },
  'unknown-enums': {
    about: 'words for status and kind that nobody knows',
    answer: fields((name) => (WORDS.test(name) ? { turn: unknownWord } : undefined)),
  },
  nulls: {
    about: 'what may be missing is null in every third row',
    answer: fields((name, { operation }) =>
      NULLABLE.test(name) && !NEVER_NULL.has(operation) ? { turn: oftenNull } : undefined,
    ),
  },
  'number-text': {
    about: 'figures as text: "52.2"',
    group: 'numbers',
    answer: converting(NUMBERS, written(String)),
  },
  'percent-text': {
    about: 'figures as people write them: "52.2%", "1,204", ".78"',
    group: 'numbers',
    answer: inOrder(
      converting(SCORES, {
        ...written(String),
        value: (value, { words }) =>
          typeof value !== 'number' ? value : words.has('unit-scale') ? bare(value) : `${value}%`,
      }),
      converting(RATES, written(bare)),
      converting(COUNTS, written(AMERICAN.format)),
    ),
  },
  'epoch-seconds': {
    about: 'times in seconds since 1970',
    group: 'times',
    answer: converting(
      TIMES,
      instant((ms) => Math.floor(ms / 1000), { type: 'integer' }),
    ),
  },
  'epoch-milliseconds': {
    about: 'times in milliseconds since 1970',
    group: 'times',
    answer: converting(
      TIMES,
      instant((ms) => ms, { type: 'integer' }),
    ),
  },
  'rfc-lower': {
    about: 'times in small letters: 2026-11-22t09:00:00z',
    group: 'times',
    answer: converting(
      TIMES,
      instant((ms) => new Date(ms).toISOString().replace(/\.\d+/, '').toLowerCase(), {
        type: 'string',
        format: 'date-time',
      }),
    ),
  },
  'naive-times': {
    about: 'times without an offset, as FastAPI writes UTC',
    group: 'times',
    answer: converting(
      TIMES,
      instant((ms) => new Date(ms).toISOString().replace('Z', '000'), {
        type: 'string',
        format: 'date-time',
      }),
    ),
  },
} satisfies Record<string, Dialect>;
