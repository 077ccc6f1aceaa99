/** How a question was read comes back as it was from a select, and its line names all of it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { untoldIn } from '../../../src/ask/coverage.ts';
import { INTENTS, LEAD_FILTERS, METRICS, Plan } from '../../../src/ask/plan.ts';
import { CARRIED } from '../../../src/carried.ts';
import { packPlan, readingParts, unpackPlan } from '../../../src/messages/ask/correct-reading.ts';
import {
  FIELDS,
  fieldsIn,
  readingOf,
  unheededLines,
  untoldWords,
} from '../../../src/messages/ask/reading.ts';

const name = fc.stringMatching(/^[A-Z][a-z]{2,9}$/);
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-11-${String(date).padStart(2, '0')}`);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const plan = fc
  .record({
    intent: fc.constantFrom(...INTENTS),
    metric: maybe(fc.constantFrom(...METRICS)),
    entity: maybe(name),
    engine: maybe(fc.oneof(name, fc.array(name, { minLength: 2, maxLength: 3 }))),
    region: maybe(name),
    topic: maybe(name),
    prompt: maybe(name),
    from: maybe(day),
    to: maybe(day),
    order: maybe(fc.constantFrom('best' as const, 'worst' as const, 'newest' as const, 'oldest' as const)),
    limit: maybe(fc.integer({ min: 1, max: 50 })),
    why: maybe(fc.constant(true as const)),
    filters: maybe(fc.uniqueArray(fc.constantFrom(...LEAD_FILTERS), { minLength: 1, maxLength: 3 })),
    min_score: maybe(fc.integer({ min: 0, max: 100 })),
    max_score: maybe(fc.integer({ min: 0, max: 100 })),
    not: maybe(name),
  })
  .map((given) => Plan.parse(JSON.parse(JSON.stringify(given))));

describe('a plan', () => {
  test('that was packed is itself again', () => {
    fc.assert(
      fc.property(plan, (given) => {
        expect(Plan.parse(unpackPlan(JSON.parse(JSON.stringify(packPlan(given)))))).toEqual(given);
      }),
    );
  });

  test('is told with every name in it', () => {
    fc.assert(
      fc.property(plan, (given) => {
        const said = readingOf(given);
        for (const field of ['engine', 'region', 'topic', 'prompt', 'entity'] as const)
          for (const one of [given[field] ?? []].flat()) expect(said).toContain(one);
        if (given.limit !== undefined) expect(said).toContain(`${given.limit}`);
      }),
    );
  });

  test('has one clause for each thing that is not heeded', () => {
    fc.assert(
      fc.property(plan, (given) => {
        const fields = fieldsIn(given);
        expect(FIELDS).toEqual(expect.arrayContaining(fields));
        const clauses = unheededLines('topics', given, fields);
        expect(clauses).toHaveLength(fields.length);
        expect(clauses.every((clause) => clause.endsWith('.'))).toBe(true);
      }),
    );
  });
});

describe('the selects below an answer', () => {
  const names = { engines: ['ChatGPT', 'Gemini'], regions: [{ name: 'Germany' }] };
  const of = { project: { id: '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90' }, names, today: '2026-11-20' };
  const optionsOf = (given: Plan) =>
    readingParts(given, given, of).flatMap((part) =>
      part?.kind === 'actions'
        ? part.controls.flatMap((control) => (control.kind === 'select' ? control.options : []))
        : [],
    );

  test('carry plans that differ from the one that they correct, and fit where Slack takes them', () => {
    const given: Plan = { intent: 'change', engine: 'Gemini', metric: 'score', why: true };
    const options = optionsOf(given);
    const plans = options.map(({ value }) => Plan.parse(unpackPlan(JSON.parse(value).plan)));
    expect(plans).toContainEqual({ ...given, engine: 'ChatGPT' });
    expect(plans).toContainEqual({ ...given, region: 'Germany' });
    expect(plans).toContainEqual({ ...given, from: '2026-11-14', to: '2026-11-20' });
    expect(plans).not.toContainEqual(given);
    expect(options.every(({ value }) => value.length <= CARRIED.plan_choice.most)).toBe(true);
  });

  test('leave out what has no room, rather than break', () => {
    expect(() => optionsOf({ intent: 'score', prompt: 'a prompt '.repeat(40) })).not.toThrow();
  });
});

test.each([
  ['score since 3pm', 'since 3pm'],
  ['what changed between 9am and noon', 'between 9am and noon'],
  ['what happened in the last two hours', 'in the last two hours'],
  ['did we drop twice this month', 'twice'],
  ['is Globex ahead for the third time in a row', 'for the third time in a row'],
  ['how often did our score fall this month', 'how often'],
])('an answer names the words that no figure heeds: “%s”', (text, leftOut) => {
  const untold = untoldIn(text, { intent: 'change' });
  expect(untold && untoldWords(untold)).toContain(`“${leftOut}” is left out`);
});

test('that a thread’s tone isn’t known is said, and days are no figure at which a list ends', () => {
  const told = (text: string, intent: 'leads' | 'ranking') => untoldIn(text, { intent })?.what;
  expect(told('any leads where someone complains about us', 'leads')).toBe('tone');
  expect(told('compare Claude and Gemini over the last 2 weeks', 'ranking')).toBeUndefined();
  expect(told('engines named in fewer than 300 answers', 'ranking')).toBe('cutOff');
});

test.each([
  'the headlines before my 9:30',
  'an answer by noon, please',
  'does “backup at 3pm” name us',
  'did we drop since Monday',
  'are we named twice as often as Globex',
])('what is heeded, quoted or compares amounts isn’t left out: %s', (text) => {
  expect(untoldIn(text, { intent: 'change' })).toBeUndefined();
});
