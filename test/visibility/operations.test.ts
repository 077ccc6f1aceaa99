import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/visibility/operations.ts';
import { API_BODIES, OPERATION_IDS } from '../support/api-bodies.ts';
import { clientOf, failureIn, json, KEY, PROJECT, SEGMENT } from './api.ts';
import { CALLS } from './calls.ts';
import { matchedIn, unknownIn } from './reading.ts';

const calls = OPERATION_IDS.map((id) => ({ id, ...CALLS[id], row: OPERATIONS[id], body: API_BODIES[id] }));

describe('every operation', () => {
  it('is one of the 32 that the document identifies, each once', () => {
    const lines = Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(lines).size).toBe(32);
    expect(lines.toSorted()).toEqual(calls.map(({ documented }) => documented).toSorted());
  });

  it.each(calls)(
    '$id asks at its documented path, with the key in its header',
    async ({ documented, query, call, body }) => {
      const { client, asked } = await clientOf(json(body));
      await call(client, PROJECT);
      const [method, template = ''] = documented.split(' ');
      const path = template.replace('{project_id}', PROJECT).replace(/\{\w+\}/, SEGMENT);
      expect(asked).toHaveLength(1);
      expect(asked[0]).toMatchObject({
        method,
        url: `/v1/public${path}${query === undefined ? '' : `?${query}`}`,
        headers: { 'x-api-key': KEY, accept: 'application/json' },
      });
    },
  );

  it.each(calls.filter(({ documented }) => documented.includes('{project_id}')))(
    '$id sends nothing for a project that is no UUID',
    async ({ call, body }) => {
      const { client, asked } = await clientOf(json(body));
      const failure = await failureIn(call(client, '../admin'));
      expect(failure).toMatchObject({ code: 'visibility_validation', retry: 'never', status: undefined });
      expect(asked).toEqual([]);
    },
  );

  it.each(calls.filter(({ row }) => row.known.answer !== 'assumed'))(
    '$id answers with the documented body as it came',
    async ({ call, body }) => {
      const { client } = await clientOf(json(body));
      expect(await call(client, PROJECT)).toEqual(body);
    },
  );

  it.each(calls)('$id keeps nothing back that it asks for, and knows every field', async ({ id, body }) => {
    // A row over all regions has none, the sandbox’s scores aren’t revised, its topics have names alone, each of its
    // citations is one, its usage is by region and of runs, its searches are of one engine, and its rivals stand alone.
    const unlisted = [
      'dailyScores.revisedAt',
      'promptTimeseries.revisedAt',
      'topics.id',
      'citations.engines',
      'citations.count',
      'regionUsage.used',
      'regionUsage.limit',
      'regionUsage.answers',
      'queryFanout.engines',
      'competitorDetail.own',
    ];
    const missing = Object.entries(matchedIn(id, body)).filter(([, name]) => name === undefined);
    expect(
      missing
        .map(([field]) => field)
        .filter((field) => !/^(?:runs\.)?region/.test(field) && !unlisted.includes(`${id}.${field}`)),
    ).toEqual([]);
    expect(unknownIn(id, body)).toEqual([]);
  });

  it.each(calls)('$id is not asked by who has already left', async ({ call, body }) => {
    const { client, asked } = await clientOf(json(body));
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(call(client, PROJECT, { signal })).rejects.toThrow('gone');
    expect(asked).toEqual([]);
  });
});
