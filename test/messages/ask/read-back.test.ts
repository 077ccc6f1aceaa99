/** What is offered in words is understood when these words come back, by whoever has no buttons. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Plan, Reading } from '../../../src/ask/plan.ts';
import { readQuestion } from '../../../src/ask/read-question.ts';
import { planInWords, readingOf } from '../../../src/messages/ask/reading.ts';
import { capitalize } from '../../../src/messages/text.ts';
import { LEARNED, questionSet } from '../../bench/ask-sets.ts';
import { runs } from '../../support/runs.ts';

/** A change is one of the score where no figure is named. */
const named = (plan: Plan | undefined) =>
  plan?.intent === 'change' ? { metric: plan.entity ? undefined : 'score', ...plan } : plan;

const plansIn = (read: Reading) =>
  read.verdict === 'understood' ? [read.plan] : read.verdict === 'ambiguous' ? read.between : read.likely;

/** Every sixth question offers each kind of meaning often enough for a day; a nightly run reads all. */
const EVERY = runs(6, 1);

test('what is offered for the questions without one meaning, of all sets, is meant by its own words', () => {
  const lost: string[] = [];
  let offered = 0;
  for (const set of LEARNED) {
    const { known, today, lines } = questionSet(set);
    const read = (text: string) =>
      readQuestion(text, known, { now: Date.parse(`${today}T12:00:00Z`), timezone: 'UTC' });
    for (const line of lines.filter((_, i) => i % EVERY === 0)) {
      // Those of one meaning are understood as a rule, and six times as many.
      const reading = 'verdict' in line && read(line.question);
      for (const plan of !reading || reading.verdict === 'understood' ? [] : plansIn(reading)) {
        offered += 1;
        const words = capitalize(readingOf(plan));
        const again = read(words);
        const meant = planInWords(words, plansIn(again)) ?? (again.verdict === 'understood' && again.plan);
        if (!isDeepStrictEqual(named(meant || undefined), named(plan))) lost.push(words);
      }
    }
  }
  expect(offered).toBeGreaterThan(300 / EVERY);
  expect(lost.length / offered, lost.join('\n')).toBeLessThan(0.02);
});
