/** An API that gives the scores of a few days by itself is asked for more, as its description says. */
import { describe, expect, it } from 'vitest';
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
