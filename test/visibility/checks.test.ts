/** What the quick check of documented rows passes, zod passes too, and leaves as it is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../../src/visibility/contract.ts';
import { rowCheckOf } from '../../src/visibility/contract.ts';
import { API_BODIES } from '../support/api-bodies.ts';
import { runs } from '../support/runs.ts';

const LISTS = [
  ['engines', contract.Engine],
  ['mentions', contract.Mention],
  ['referrers', contract.ReferrerRanking],
  ['segmentSuggestions', contract.SegmentSuggestion],
  ['segmentPrompts', contract.SegmentPromptMapping],
] as const;

const two = (most: number) =>
  fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));
const day = fc.tuple(fc.constantFrom('2026', '2028', '0999'), two(13), two(32)).map((all) => all.join('-'));
const clock = fc.tuple(two(25), two(61), two(61)).map((all) => all.join(':'));
const tail = fc.constantFrom('', 'Z', 'z', '+00:00', '+02:00', '.5Z', '.123456', '.Z', ' ');
const values = fc.oneof(
  fc.tuple(day, clock, tail).map(([date, time, rest]) => `${date}T${time}${rest}`),
  fc.uuid(),
  fc.uuid().map((uuid) => uuid.toUpperCase()),
  fc.stringMatching(/^[\da-g]{8}-[\da-f]{4}-[\da-f]{3,4}-[\da-f]{4}-[\da-f]{12}\n?$/),
  fc.constantFrom(null, undefined, true, 0, -0, 1.5, 2 ** 53, Number.POSITIVE_INFINITY, '', [], {}),
  fc.jsonValue(),
);

describe.each(LISTS)('the check of %s', (id, schema) => {
  const isRow = rowCheckOf(schema);
  const rows = z.array(z.record(z.string(), z.unknown())).parse(API_BODIES[id]);
  const [row = {}] = rows;

  it('passes rows as documented', () => {
    expect(rows.filter(isRow)).toEqual(rows);
  });

  it('passes no row that zod would refuse or change', () => {
    const passed = { all: 0 };
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(row)), values, (name, value) => {
        const changed = { ...row, [name]: value };
        if (!isRow(changed)) return;
        passed.all += 1;
        expect(schema.parse(changed)).toStrictEqual(changed);
      }),
      { seed: 41, numRuns: runs(2_000) },
    );
    expect(passed.all).toBeGreaterThan(100);
  });

  it.each(Object.keys(row))('leaves a row without %s, and one with something more, to zod', (name) => {
    const { [name]: _, ...others } = row;
    expect([others, { ...row, further: 1 }, [row], null].filter(isRow)).toEqual([]);
  });
});
