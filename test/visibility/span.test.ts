/** An API that gives the scores of a few days by itself is asked for more, as its description says. */
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import type { Line } from '../../src/visibility/profile.ts';
import { createProfiles } from '../../src/visibility/profile.ts';
import { readOpenApi } from '../../src/visibility/read-openapi.ts';
import { type Answering, clientOf, json, PROJECT } from './api.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const [text, date] = [{ type: 'string' }, { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }];

/** How an API is asked for daily scores that describes these parameters. */
async function askedWith(
  schemas: Readonly<Record<string, object>>,
  answering: Answering = json([]),
  required = false,
) {
  const parameters = Object.entries(schemas).map(([name, schema]) => ({
    name,
    in: 'query',
    required,
    schema,
  }));
  const paths = { '/projects/{project_id}/scores/daily': { get: { parameters, responses: {} } } };
  const { lines } = await readOpenApi({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths });
  const kept: Line[] = [];
  const profiles = createProfiles({
    corrected: () => [],
    keep: async (learned) => void kept.push(...learned),
    onLost: () => undefined,
  });
  profiles.load(lines.map((line) => ({ ...line, keyMark: '' })));
  const { client, asked } = await clientOf(answering, { profiles, now: () => NOW });
  await client.dailyScores(PROJECT);
  await client.dailyScores(PROJECT);
  return { queries: asked.map(({ url }) => url.split('?')[1] ?? ''), kept };
}

describe('daily scores are asked for with', () => {
  it.each([
    ['a first day', { start_date: date, end_date: date }, 'start_date=2026-08-28'],
    ['a first day in plain text', { dateFrom: text }, 'dateFrom=2026-08-28'],
    [
      'a first time',
      { since: { type: 'string', format: 'date-time' } },
      `since=${encodeURIComponent('2026-08-28T12:00:00.000Z')}`,
    ],
    ['a number of days', { days: { type: 'integer', default: 7 } }, 'days=90'],
    ['no more days than there may be', { days: { type: 'integer', maximum: 60 } }, 'days=60'],
    ['the longest period', { period: { type: 'string', enum: ['7d', '30d', '1y'] } }, 'period=30d'],
    ['nothing where “start” counts rows', { start: { type: 'integer' } }, ''],
    ['nothing where a period has other values', { period: { type: 'string', enum: ['day', 'week'] } }, ''],
  ])('%s', async (_, schemas, query) => {
    expect((await askedWith(schemas)).queries).toEqual([query, query]);
  });

  it('a last day, if it has to be there', async () => {
    const { queries } = await askedWith({ from_date: date, to_date: date }, json([]), true);
    expect(queries[0]).toBe('from_date=2026-08-28&to_date=2026-11-26');
  });
});

it('an API that refuses so many days isn’t asked for them again', async () => {
  const detail = [
    { loc: ['query', 'start_date'], msg: 'The range must not exceed 31 days', type: 'value_error' },
  ];
  const { queries, kept } = await askedWith({ start_date: date }, (response, asked, number) =>
    json(asked.url.includes('start_date') ? { detail } : [], asked.url.includes('start_date') ? 422 : 200)(
      response,
      asked,
      number,
    ),
  );
  expect(queries).toEqual(['start_date=2026-08-28', '', '']);
  expect(kept).toMatchObject([{ what: 'span.start_date', there: null, known: 'refused' }]);
});

describe('days that the API requires without describing them', () => {
  const DJANGO = (name: string) => ({ [name]: ['This field is required.'] });
  const GO = (name: string) => ({
    title: 'Unprocessable Entity',
    detail: `missing required query parameter "${name}"`,
    'invalid-params': [{ name, reason: 'required' }],
  });
  const NEST = (name: string) => ({
    message: [`${name} should not be empty`],
    error: 'Unprocessable Entity',
  });

  /** What was sent first and last to an API that refuses every request without these parameters, or with what `fault` refuses. */
  async function askedUntil(
    needed: readonly string[],
    said: (name: string) => object,
    fault: (query: URLSearchParams) => object | undefined = () => undefined,
  ) {
    const kept: Line[] = [];
    const { corrected, onLost } = { corrected: () => [], onLost: () => undefined };
    const profiles = createProfiles({ corrected, keep: async (lines) => void kept.push(...lines), onLost });
    const { client, asked } = await clientOf(
      (response, one, number) => {
        const query = new URLSearchParams(one.url.split('?')[1]);
        const lacking = needed.find((name) => !query.has(name));
        const refusal = lacking === undefined ? fault(query) : said(lacking);
        json(refusal ?? [], refusal ? 422 : 200)(response, one, number);
      },
      { profiles, now: () => NOW },
    );
    await client.dailyScores(PROJECT);
    const last = asked.at(-1)?.url;
    await client.dailyScores(PROJECT);
    expect(asked.at(-1)?.url, 'remembered').toBe(last);
    return decodeURIComponent(last?.split('?')[1] ?? '');
  }

  it.each([
    ['as Django says', ['date_from', 'date_to'], DJANGO, 'date_from=2026-08-28&date_to=2026-11-26'],
    ['as Go says', ['from', 'to'], GO, 'from=2026-08-28&to=2026-11-26'],
    ['as Nest says, in days', ['lookbackDays'], NEST, 'lookbackDays=90'],
    ['as a period, and by what to count', ['range', 'granularity'], NEST, 'range=90d&granularity=day'],
  ])('are sent %s', async (_, needed, said, query) => {
    expect(await askedUntil(needed, said)).toBe(query);
  });

  it.each<[string, (query: URLSearchParams) => object | undefined, string]>([
    [
      'fewer where there are too many',
      (query) =>
        String(query.get('from')) < '2026-10-26'
          ? { detail: 'The range must not exceed 31 days' }
          : undefined,
      'from=2026-10-27&to=2026-11-26',
    ],
    [
      'with a time where a day isn’t enough',
      (query) => {
        const name = ['from', 'to'].find((each) => !query.get(each)?.includes('T'));
        return name === undefined
          ? undefined
          : { errors: [{ field: name, message: 'want 2006-01-02T15:04:05Z07:00' }] };
      },
      'from=2026-08-28T12:00:00.000Z&to=2026-11-26T12:00:00.000Z',
    ],
  ])('are sent %s', async (_, fault, query) => {
    expect(await askedUntil(['from', 'to'], GO, fault)).toBe(query);
  });

  it('don’t take the place of the topic', async () => {
    const { client, asked } = await clientOf(
      (response, one, number) => json(GO('from'), 422)(response, one, number),
      { now: () => NOW },
    );
    await client.topicAnswers(PROJECT, 'Pricing').catch(() => undefined);
    expect(asked[1]?.url.split('?')[1]).toBe('topic=Pricing&from=2026-08-28');
  });
});

describe('an API that describes nothing', () => {
  /** Days of scores up to today, as many as are asked for in this way, or else those of a usual span. */
  const giving =
    (spanIn: (query: URLSearchParams) => number | undefined, usual: number): Answering =>
    (response, one, number) => {
      const days = spanIn(new URL(one.url, 'http://api').searchParams) ?? usual;
      const dates = Array.from({ length: days }, (_, i) => NOW - (days - 1 - i) * DAY_MS);
      const rows = dates.map((day) => ({ date: new Date(day).toISOString().slice(0, 10), score: 60 }));
      json(rows)(response, one, number);
    };
  const daysFrom = (day: string | null) =>
    day === null ? undefined : (NOW - Date.parse(day)) / DAY_MS + 0.5;

  async function readTwice(answering: Answering) {
    const profiles = createProfiles({
      corrected: () => [],
      keep: async () => undefined,
      onLost: () => undefined,
    });
    const { client, asked } = await clientOf(answering, { profiles, now: () => NOW });
    await client.dailyScores(PROJECT);
    const before = asked.length;
    const { length } = await client.dailyScores(PROJECT);
    return {
      days: length,
      first: before,
      later: asked.slice(before).map(({ url }) => url.split('?')[1] ?? ''),
    };
  }

  it.each<[string, (query: URLSearchParams) => number | undefined]>([
    ['days=90', (query) => (query.has('days') ? Number(query.get('days')) : undefined)],
    ['start_date=2026-08-28', (query) => daysFrom(query.get('start_date'))],
    ['from=2026-08-28', (query) => daysFrom(query.get('from'))],
  ])('but gives the last 30 days is asked for more, if it heeds how: %s', async (query, spanIn) => {
    const { days, later } = await readTwice(giving(spanIn, 30));
    expect(days).toBeGreaterThanOrEqual(90);
    expect(later).toEqual([query]);
  });

  it('and heeds no way to ask for fewer days is asked once, and never again', async () => {
    expect(await readTwice(giving(() => undefined, 30))).toEqual({ days: 30, first: 4, later: [''] });
  });

  it('is asked for nothing else, if it gives other days than those of a usual span', async () => {
    expect(await readTwice(giving(() => undefined, 61))).toEqual({ days: 61, first: 1, later: [''] });
  });

  it('and refuses what it doesn’t know is read all the same', async () => {
    const refusing = json(
      { detail: [{ type: 'extra_forbidden', loc: ['query', 'days'], msg: 'Extra' }] },
      422,
    );
    const { days, later } = await readTwice((response, one, number) =>
      (one.url.includes('?') ? refusing : giving(() => undefined, 30))(response, one, number),
    );
    expect([days, later]).toEqual([30, ['']]);
  });
});
