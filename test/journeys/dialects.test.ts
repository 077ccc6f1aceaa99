/** An API of the same document that speaks otherwise: what people read stays true, and what is missing is said. */
import { beforeAll, expect, test } from 'vitest';
import { judge, THINGS } from '../bench/dialect-judge.ts';
import { runDialect, type Seen } from '../bench/dialect-run.ts';
import { runs } from '../support/runs.ts';

/** One or two of each kind, several at once; one by one, and the rest, in `npm run bench -- dialects`. */
const TELLING = [
  'camel,epoch-seconds,offset,series,error-envelope',
  'pages,beside,percent-text,other-parameters,other-bodies',
  'other-names,no-limit-parameter,maximum-20,nulls,by-engine-and-region',
  'nested,unit-scale,no-metrics,segments-apart',
];

let plain: Seen;

beforeAll(async () => {
  plain = await runDialect('plain');
});

/** To guess is harder than to read a description, so one of those is enough for a day; test/visibility reads more of them. */
const DESCRIBED = TELLING.slice(0, runs(1, TELLING.length));

test.each([
  ...DESCRIBED.map((dialect) => [dialect, 'with', dialect]),
  ...TELLING.map((dialect) => [dialect, 'without', `${dialect},undescribed`]),
])('%s %s a description: nothing is wrong, and nothing is missing in silence', async (_, __, words = '') => {
  const seen = await runDialect(words);
  const bad = THINGS.map((thing) => ({ thing, ...judge(thing, seen, plain) })).filter(
    ({ verdict }) => verdict === 'wrong' || verdict === 'silent',
  );
  expect(bad).toEqual([]);
});
