/** Whatever JSON comes, up to a megabyte of it: it is read or refused in time, and nothing is read that is not there. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VisibilityError } from '../../src/visibility/errors.ts';
import { isRaw, readInstant, readNumber, readText } from '../../src/visibility/values.ts';
import { OPERATION_IDS } from '../support/api-bodies.ts';
import { runs } from '../support/runs.ts';
import { readingOf } from './reading.ts';

const NAMES =
  'id title url score data items name thread value engine date results community total next 0 rows'.split(
    ' ',
  );
const leaf = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, '91%', '1,204', '2026-11-20', '.91', 1764547200),
);
const { body } = fc.letrec<{ body: unknown }>((tie) => ({
  body: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    leaf,
    fc.array(tie('body'), { maxLength: 8 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), fc.string()), tie('body'), { maxKeys: 8 }),
  ),
}));

/** Everything that stands anywhere in a body, as text, number and time. */
function leavesOf(value: unknown, all = new Set<unknown>()): Set<unknown> {
  if (Array.isArray(value)) for (const each of value) leavesOf(each, all);
  else if (isRaw(value)) {
    for (const [name, each] of Object.entries(value)) {
      all.add(name);
      leavesOf(each, all);
    }
  } else {
    const number = readNumber(value);
    const time = readInstant(value) ?? (typeof value === 'string' ? readInstant(value) : undefined);
    const shares =
      number === undefined ? [] : [number, Number((number / 100).toPrecision(12)), String(number)];
    const times =
      time === undefined
        ? []
        : [time, new Date(time).toISOString(), new Date(time).toISOString().slice(0, 10)];
    const written =
      typeof value === 'string'
        ? [value.trim().slice(0, 10), value.trim().toUpperCase().replace(' ', 'T')]
        : [];
    for (const each of [value, readText(value), ...shares, ...times, ...written]) all.add(each);
  }
  return all;
}

function valuesIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  return isRaw(value) ? Object.values(value).flatMap(valuesIn) : value === undefined ? [] : [value];
}

/** 0 and 1, true and false, and the documented defaults are read from words and flags. */
const isGiven = (value: unknown) => typeof value === 'boolean' || value === 0 || value === null;

describe('an answer of random JSON', () => {
  it.each(OPERATION_IDS)('of %s is a value that stands in it, or a typed error', (id) => {
    fc.assert(
      fc.property(body, (came) => {
        const sent = JSON.parse(JSON.stringify(came) ?? 'null');
        try {
          const leaves = leavesOf(sent);
          const invented = valuesIn(readingOf(id, sent).value).filter(
            (value) => !isGiven(value) && !leaves.has(value),
          );
          expect(invented).toEqual([]);
        } catch (error) {
          if (!(error instanceof VisibilityError)) throw error;
        }
      }),
      { seed: 17, numRuns: runs(10, 250) },
    );
  });

  const megabyte = (piece: string, before = '[', after = ']') =>
    `${before}${Array.from({ length: Math.floor(1e6 / (piece.length + 1)) }, () => piece).join(',')}${after}`;
  const large: [string, string][] = [
    ['a row for every byte', megabyte('{}')],
    [
      'rows of many names',
      megabyte(`{${Array.from({ length: 500 }, (_, i) => `"n${i}":{"value":${i}}`).join(',')}}`),
    ],
    [
      'one object of many names',
      `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":{"id":1}`).join(',')}}`,
    ],
    [
      'many lists beside each other',
      `{${Array.from({ length: 30_000 }, (_, i) => `"l${i}":[{"id":${i}}]`).join(',')}}`,
    ],
    ['rows with rows with rows', megabyte('{"a":[{"a":[{"a":[{"title":"x"}]}]}]}')],
    ['brackets', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['objects in objects', `${'{"data":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ];
  it.each(large)('of a megabyte is over in time: %s', (_, text) => {
    const came = JSON.parse(text);
    const began = process.cpuUsage();
    for (const id of ['communityLeads', 'topicDetail'] as const) {
      try {
        readingOf(id, came);
      } catch (error) {
        if (!(error instanceof VisibilityError)) throw error;
      }
    }
    // Nobody measures here: a hang would take minutes, even where other programs leave us little of the machine.
    expect(process.cpuUsage(began).user).toBeLessThan(30_000_000);
  });
});
