/** What is offered in words is understood when these words come back, by whoever has no buttons. */
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/ask/plan.ts';
import { readQuestion } from '../../../src/ask/read-question.ts';
import { termsAsked } from '../../../src/ask/terms.ts';
import { parseReading } from '../../../src/messages/ask/read-back.ts';
import { readingOf } from '../../../src/messages/ask/reading.ts';
import { capitalize } from '../../../src/messages/text.ts';
import { HELD_OUT, LEARNED, questionSet } from '../../bench/ask-sets.ts';
import { runs } from '../../support/runs.ts';

/** By day one question in so many is asked, of sets that are all of a kind. */
const ONE_IN = runs(1) > 1 ? 1 : 5;

/** A change is one of the score where no figure is named; of nothing else is a cause ever told. Filters have no order. */
function named(plan: Plan | undefined): Plan | undefined {
  if (plan?.intent === 'change') return { metric: 'score', ...plan };
  return plan && { ...plan, why: undefined, filters: plan.filters?.toSorted() };
}

describe.each([...LEARNED, HELD_OUT])('of the questions of %s', (name) => {
  const { known, today, lines } = questionSet(name);
  const back = (words: string) =>
    termsAsked(words).length > 0 ? undefined : parseReading(words, known.names, today);

  test('the reading of every plan is that plan again', () => {
    const plans = lines.flatMap((line) => ('plan' in line ? [line.plan, ...line.alternatives] : []));
    expect(plans.length).toBeGreaterThan(30);
    for (const plan of plans)
      expect(named(back(capitalize(readingOf(plan)))), readingOf(plan)).toEqual(named(plan));
  });

  test('a reading that is asked back is that plan again, and no question is taken for another', () => {
    const at = { now: Date.parse(`${today}T12:00:00Z`), timezone: 'UTC' };
    for (const line of lines.filter((_, nth) => nth % ONE_IN === 0)) {
      const reading = readQuestion(line.question, known, at);
      const offered =
        reading.verdict === 'ambiguous'
          ? reading.between
          : reading.verdict === 'not_understood'
            ? reading.likely
            : [];
      for (const plan of offered) expect(named(back(readingOf(plan))), readingOf(plan)).toEqual(named(plan));
      const taken = back(line.question);
      if (taken && 'plan' in line)
        expect([line.plan, ...line.alternatives].map(named)).toContainEqual(named(taken));
      if (taken) expect(line).toHaveProperty('plan');
    }
  });
});
